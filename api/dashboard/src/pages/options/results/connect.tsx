/** How a trading process comes to report here: a token, and where it is sent. */
import { Alert, Button, Code, CopyButton, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { day } from '../../../../../../charts/index.ts';
import { api } from '../../../api/endpoints.ts';
import {
  type IngestToken,
  type NewIngestToken,
  useIngestTokens,
  useTokenChange,
} from '../../../api/option-results.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { Failure, Loaded, LoadingRows } from '../../../components/notices.tsx';
import { done, failed } from '../../../components/toast.tsx';
import { Section } from '../../settings/section.tsx';

export function Connect() {
  return (
    <Section
      title="Connect a trading process"
      description="Munim places no option orders. Your own process reports its trades, or you import a file, and Munim measures the results."
    >
      <List size="sm" spacing="xs" type="ordered">
        <List.Item>Create a token below. It can only report records.</List.Item>
        <List.Item>
          Have your process send batches to <Code>POST {location.origin}/api/options/ingest</Code> with the
          header <Code>Authorization: Bearer …</Code>. <Code>GET /api/options/ingest/schema</Code> describes
          every kind of record with an example.
        </List.Item>
        <List.Item>
          Or import a file with one JSON record per line: <Code>npm run ingest -- file</Code>
        </List.Item>
        <List.Item>
          To look around first, run <Code>npm run sample-trader -- --fast</Code>. It simulates two weeks of
          trading.
        </List.Item>
      </List>
      <NewToken />
      <Tokens />
    </Section>
  );
}

function NewToken() {
  const [label, setLabel] = useState('');
  const create = useTokenChange(api.optionResults.tokens.create);
  return (
    <Stack gap="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (label.trim() !== '') create.mutate(label.trim(), { onSuccess: () => setLabel('') });
        }}
      >
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Name of the process"
            placeholder="my trader"
            maxLength={60}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            style={{ flex: '1 1 180px' }}
            maw={280}
          />
          <Button type="submit" loading={create.isPending} disabled={label.trim() === ''}>
            Create a token
          </Button>
        </Group>
      </form>
      {create.error && <Failure error={create.error} />}
      {create.data && <Shown token={create.data} />}
    </Stack>
  );
}

/** The token itself, which is shown this once. */
function Shown({ token: { label, token } }: { token: NewIngestToken }) {
  return (
    <Alert variant="light" title={`Token for ${label}`} role="status">
      <Stack gap="xs" align="flex-start">
        <Code style={{ overflowWrap: 'anywhere' }}>{token}</Code>
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy the token'}
            </Button>
          )}
        </CopyButton>
        <Text size="sm">Copy it now: Munim keeps no copy and cannot show it again.</Text>
      </Stack>
    </Alert>
  );
}

function Tokens() {
  const tokens = useIngestTokens();
  const revoke = useTokenChange(api.optionResults.tokens.revoke);
  const [doomed, setDoomed] = useState<IngestToken | null>(null);
  return (
    <>
      <Loaded query={tokens} skeleton={<LoadingRows rows={1} />}>
        {({ tokens: all }) => (
          <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Tokens">
            {all.map((token) => (
              <Group key={token.id} component="li" justify="space-between" gap="xs">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {token.label} (…{token.last4}){' '}
                  <Text span size="xs" c="dimmed">
                    since {day(token.created_at)},{' '}
                    {token.last_used_at === null ? 'never used' : `last used ${day(token.last_used_at)}`}
                  </Text>
                </Text>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={`Revoke ${token.label}`}
                  onClick={() => setDoomed(token)}
                >
                  Revoke
                </Button>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
      <Confirm
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Revoke a token"
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
        The process {doomed?.label ?? 'with this token'} can no longer report. The records it already sent
        stay.
      </Confirm>
    </>
  );
}
