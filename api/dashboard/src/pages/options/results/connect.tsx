/** How a trading process comes to report here: a token, and where it is sent. */
import { Code, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { day } from '../../../../../../charts/index.ts';
import { api } from '../../../api/endpoints.ts';
import { type IngestToken, useIngestTokens, useTokenChange } from '../../../api/option-results.ts';
import { NewToken, TokenForm } from '../../../components/new-token.tsx';
import { Failure, Loaded, LoadingRows } from '../../../components/notices.tsx';
import { ConfirmRevocation, RevokeButton } from '../../../components/revocation.tsx';
import { Section } from '../../settings/section.tsx';

export function Connect() {
  return (
    <Section
      title="Connect a trading process"
      description="Munim places no option orders. Your own process reports its trades, or you import a file, and Munim measures the results."
    >
      <List size="sm" spacing="xs" type="ordered">
        <List.Item>Create a token below. It can send records, and nothing else.</List.Item>
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
      <CreateToken />
      <Tokens />
    </Section>
  );
}

function CreateToken() {
  const create = useTokenChange(api.optionResults.tokens.create);
  return (
    <Stack gap="sm">
      <TokenForm
        label="Name of the process"
        placeholder="my trader"
        action="Create a token"
        isPending={create.isPending}
        onCreate={(label, onCreated) => create.mutate(label, { onSuccess: onCreated })}
      />
      {create.error && <Failure error={create.error} />}
      {create.data && <NewToken name={create.data.label} token={create.data.token} />}
    </Stack>
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
                <RevokeButton name={token.label} action="Revoke" onClick={() => setDoomed(token)} />
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
      <ConfirmRevocation
        row={doomed}
        revoke={revoke}
        title="Revoke a token"
        action="Revoke"
        gone="Token revoked."
        failure="Could not revoke the token"
        onClose={() => setDoomed(null)}
      >
        {({ label }) => `The process ${label} can no longer report. The records it already sent stay.`}
      </ConfirmRevocation>
    </>
  );
}
