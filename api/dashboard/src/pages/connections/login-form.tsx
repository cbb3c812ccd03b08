import { Button, Code, List, Modal, Text, TextInput } from '@mantine/core';
import { IconExternalLink } from '../../icons.ts';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange } from '../../api/queries.ts';
import type { Connection } from '../../api/types.ts';
import { HelpLink } from '../../components/help-link.tsx';
import { Form } from '../../components/form.tsx';
import { requestTokenIn } from './words.ts';

interface LoginFormProps {
  connection: Connection | null;
  /** What the broker's page has brought here already; '' where it has to be pasted. */
  brought: string;
  onClose: () => void;
  /** The broker has taken the login. */
  onDone: (connection: Connection) => void;
}

/** The login on the broker's own page, whose token is brought back by hand: no password of the broker passes here. */
export function LoginForm({ connection, ...props }: LoginFormProps) {
  return (
    <Modal
      opened={connection !== null}
      onClose={props.onClose}
      title={`Log in at ${connection?.broker_title ?? ''}`}
    >
      {connection && <Steps connection={connection} {...props} />}
    </Modal>
  );
}

function Steps({ connection, brought, onClose, onDone }: LoginFormProps & { connection: Connection }) {
  const [text, setText] = useState(brought);
  const token = requestTokenIn(text);
  const login = usePortfolioChange(() => api.connections.login(connection.id, token));
  return (
    <Form
      change={login}
      onSubmit={() =>
        login.mutate(undefined, {
          onSuccess: (changed) => {
            onClose();
            onDone(changed);
          },
        })
      }
      onCancel={onClose}
      isReady={token !== ''}
      action="Log in and sync"
    >
      {brought === '' ? (
        <WayThere connection={connection} />
      ) : (
        <Text size="sm">
          {connection.broker_title} has sent you back with a token. Go on if you have just logged in there for{' '}
          {connection.label}.
        </Text>
      )}
      <TextInput
        label="Address or request token"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        required
      />
    </Form>
  );
}

function WayThere({ connection }: { connection: Connection }) {
  return (
    <List type="ordered" size="sm" spacing="xs">
      <List.Item>
        Open the broker's page and log in there.
        <br />
        {connection.login_url !== null && (
          <Button
            component="a"
            href={connection.login_url}
            target="_blank"
            rel="noopener noreferrer"
            variant="light"
            size="compact-sm"
            mt={4}
            leftSection={<IconExternalLink size={14} aria-hidden />}
            data-autofocus
          >
            Open {connection.broker_title}
          </Button>
        )}
      </List.Item>
      <List.Item>
        You are sent to an address that holds a token. Copy the whole address, even if its page does not load.
      </List.Item>
      <List.Item>Paste it here within a few minutes: it works once.</List.Item>
      <Text size="xs" c="dimmed" mt="xs" component="li" style={{ listStyle: 'none' }}>
        With <Code>{`${location.origin}/connections`}</Code> as the redirect address of your app there, you
        come back here with the token, and need not copy it. <HelpLink topic="brokerLogin" />
      </Text>
    </List>
  );
}
