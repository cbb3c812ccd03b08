/** Tokens of scripts: made here, shown once, and revoked here. */
import { Anchor, Badge, Code, Group, Select, Stack, Text } from '@mantine/core';
import { IconKeyOff } from '../../icons.ts';
import { useState } from 'react';
import { day, moment } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useApiTokens, useChange } from '../../api/queries.ts';
import type { ApiToken, NewApiToken, TokenAccess } from '../../api/types.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { NewToken, TokenForm } from '../../components/new-token.tsx';
import { Failure, Loaded, LoadingRows } from '../../components/notices.tsx';
import { ConfirmRevocation, RevokeButton } from '../../components/revocation.tsx';
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
      help="tokens"
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
      <CreateToken />
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
      <ConfirmRevocation
        row={doomed}
        revoke={revoke}
        title="Revoke an API token"
        action="Revoke"
        gone="Token revoked."
        failure="Could not revoke the token"
        onClose={() => setDoomed(null)}
      >
        {({ name }) => `Scripts with the token ${name} are refused at once. You cannot undo this.`}
      </ConfirmRevocation>
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
      <RevokeButton
        name={name}
        action="Revoke"
        icon={<IconKeyOff size={14} aria-hidden />}
        onClick={onRevoke}
      />
    </Group>
  );
}

function CreateToken() {
  const [access, setAccess] = useState<TokenAccess>('read_only');
  const create = useChange(KEY, api.tokens.create);
  return (
    <Stack gap="sm">
      <TokenForm
        label="Name of the script"
        placeholder="nightly export"
        action="Create a token"
        isPending={create.isPending}
        onCreate={(name, onCreated) => create.mutate({ name, access }, { onSuccess: onCreated })}
      >
        <Select
          label="Access"
          data={CHOICES.map((value) => ({ value, label: ACCESS[value].label }))}
          value={access}
          onChange={(value) => setAccess(CHOICES.find((one) => one === value) ?? access)}
          allowDeselect={false}
          maw={160}
        />
      </TokenForm>
      <Text size="sm" c="dimmed" aria-live="polite">
        {ACCESS[access].meaning}
      </Text>
      {create.error && <Failure error={create.error} />}
      {create.data && <Shown made={create.data} />}
    </Stack>
  );
}

/** The token with a call to try it with. */
function Shown({ made: { name, token } }: { made: NewApiToken }) {
  const call = `curl -H "Authorization: Bearer ${token}" ${location.origin}/api/portfolio/holdings`;
  return (
    <NewToken name={name} token={token}>
      <Text size="sm">Try it:</Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{call}</Code>
      <CopyText value={call} label="Copy the command" />
    </NewToken>
  );
}
