/** Tokens of scripts: made here, shown once, and revoked here. */
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Code,
  CopyButton,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useState } from 'react';
import { day, moment } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useApiTokens, useChange } from '../../api/queries.ts';
import type { ApiToken, NewApiToken, TokenAccess } from '../../api/types.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Failure, Loaded, LoadingRows } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

const KEY = 'api-tokens';

const ACCESS: Readonly<Record<TokenAccess, { label: string; meaning: string }>> = {
  read_only: { label: 'Read only', meaning: 'Reads everything and changes nothing.' },
  full: {
    label: 'Full access',
    meaning:
      'Also changes your records. It cannot sign in, use credentials, answer plans or do anything else about live trading.',
  },
};
const CHOICES = Object.keys(ACCESS) as TokenAccess[];

export function ApiTokens() {
  return (
    <Section
      title="API tokens"
      description={
        <>
          Scripts use a token instead of your session. Signing in again leaves tokens as they are; restoring a
          backup revokes all of them. See the{' '}
          <Anchor href="/api/docs" target="_blank" size="sm">
            API documentation
          </Anchor>
          .
        </>
      }
    >
      <Tokens />
      <NewToken />
    </Section>
  );
}

function Tokens() {
  const tokens = useApiTokens();
  const revoke = useChange(KEY, api.tokens.revoke);
  const [doomed, setDoomed] = useState<ApiToken | null>(null);
  return (
    <>
      <Loaded query={tokens} skeleton={<LoadingRows rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">No tokens yet. Create one for each script, so that you can revoke it alone.</Text>
          ) : (
            <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="API tokens">
              {items.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => setDoomed(token)} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Confirm
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Revoke an API token"
        action="Revoke"
        busy={revoke.isPending}
        onConfirm={() => {
          if (!doomed) return;
          revoke.mutate(doomed.id, {
            onSuccess: () => {
              done('Token revoked.');
              setDoomed(null);
            },
            onError: (error) => failed(error, 'Could not revoke the token'),
          });
        }}
      >
        Scripts with the token {doomed?.name ?? ''} are refused at once. You cannot undo this.
      </Confirm>
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, access, last4, created_at, last_used_at } = token;
  return (
    <Group component="li" justify="space-between" gap="xs">
      <Group gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name} (…{last4})
        </Text>
        <Badge size="sm" variant="light" color={access === 'full' ? 'ink' : 'gray'}>
          {ACCESS[access].label}
        </Badge>
        <Text size="xs" c="dimmed">
          created {day(created_at)},{' '}
          {last_used_at === null ? 'never used' : `last used ${moment(last_used_at)}`}
        </Text>
      </Group>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        leftSection={<IconKeyOff size={14} aria-hidden />}
        aria-label={`Revoke ${name}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </Group>
  );
}

function NewToken() {
  const [name, setName] = useState('');
  const [access, setAccess] = useState<TokenAccess>('read_only');
  const create = useChange(KEY, api.tokens.create);
  return (
    <Stack gap="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '')
            create.mutate({ name: name.trim(), access }, { onSuccess: () => setName('') });
        }}
      >
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Name of the script"
            placeholder="nightly export"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: '1 1 180px' }}
            maw={280}
          />
          <Select
            label="Access"
            data={CHOICES.map((value) => ({ value, label: ACCESS[value].label }))}
            value={access}
            onChange={(value) => setAccess(CHOICES.find((one) => one === value) ?? access)}
            allowDeselect={false}
            maw={160}
          />
          <Button type="submit" variant="default" loading={create.isPending} disabled={name.trim() === ''}>
            New token
          </Button>
        </Group>
      </form>
      <Text size="sm" c="dimmed" aria-live="polite">
        {ACCESS[access].meaning}
      </Text>
      {create.error && <Failure error={create.error} />}
      {create.data && <Shown made={create.data} />}
    </Stack>
  );
}

/** The token itself, which is shown this once, and a call to try it with. */
function Shown({ made: { name, token } }: { made: NewApiToken }) {
  const call = `curl -H "Authorization: Bearer ${token}" ${location.origin}/api/portfolio/holdings`;
  return (
    <Alert variant="light" title={`Token for ${name}`} role="status">
      <Stack gap="xs" align="flex-start">
        <Code style={{ overflowWrap: 'anywhere' }}>{token}</Code>
        <Copy value={token} label="Copy the token" />
        <Text size="sm">Copy it now: Munim keeps no copy and cannot show it again. Try it:</Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{call}</Code>
        <Copy value={call} label="Copy the command" />
      </Stack>
    </Alert>
  );
}

function Copy({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="compact-sm" variant="default" onClick={copy}>
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  );
}
