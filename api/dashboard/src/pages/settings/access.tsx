/** Access to the person's books, and signing out everywhere. */
import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { moment } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useAccess, useChange } from '../../api/queries.ts';
import { useLeave } from '../../api/session.tsx';
import type { OpenDoor } from '../../api/types.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { done } from '../../components/toast.tsx';
import { Section } from './section.tsx';

export function Access() {
  const access = useAccess();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section
      title="Access to your records"
      help="signOut"
      description="Browsers, chats, tokens and codes that reach your records, and keys that Munim keeps for you."
    >
      <Loaded query={access} skeleton={<LoadingRows rows={3} />}>
        {({ items }) => (
          <>
            <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Access">
              {items.map((door) => (
                <DoorRow key={`${door.kind} ${door.id}`} door={door} />
              ))}
            </Stack>
            <Group>
              <Button variant="default" onClick={() => setAsking(true)}>
                Sign out everywhere
              </Button>
            </Group>
            {isAsking && <SignOut items={items} onClose={() => setAsking(false)} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function DoorRow({ door }: { door: OpenDoor }) {
  const { title, name, since, last_used_at, is_current, page } = door;
  const times = [
    since === null ? null : `since ${moment(since)}`,
    last_used_at === null ? null : `last used ${moment(last_used_at)}`,
    is_current ? 'this browser' : null,
  ].filter((part) => part !== null);
  return (
    <Group component="li" gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {capital(title)}
        {name === null ? '' : `: ${name}`}
      </Text>
      <Text size="xs" c="dimmed">
        {times.join(', ')}
      </Text>
      {page !== '/settings' && (
        <Anchor component={Link} to={page} size="xs">
          Open its page
        </Anchor>
      )}
    </Group>
  );
}

/** Asks for the kinds to end. The browser that asks stays unless the person says otherwise. */
function SignOut({ items, onClose }: { items: readonly OpenDoor[]; onClose: () => void }) {
  const client = useQueryClient();
  const leave = useLeave();
  const signOut = useChange('access', api.auth.signOutEverywhere);
  const others = items.filter(({ signing_out, is_current }) => signing_out !== 'named' && !is_current);
  const kinds = [...new Map(others.map((door) => [door.kind, door])).values()];
  const [left, setLeft] = useState<readonly string[]>(
    kinds.flatMap(({ kind, signing_out }) => (signing_out === 'ends' ? [] : [kind])),
  );
  const [here, setHere] = useState(false);
  const chosen = kinds.flatMap(({ kind }) => (left.includes(kind) ? [] : [kind]));
  const end = () =>
    signOut.mutate(
      { kinds: chosen, here },
      {
        onSuccess: ({ detail }) => {
          done(detail);
          onClose();
          if (here) leave();
          else void client.invalidateQueries();
        },
      },
    );
  return (
    <Confirm
      opened
      onClose={onClose}
      onConfirm={end}
      title="Sign out everywhere"
      action="Sign out"
      busy={signOut.isPending}
      error={signOut.error}
    >
      <Stack gap="xs">
        <Text size="sm">
          What you choose ends at once and cannot be undone. Credentials at brokers and keys of model
          providers stay.
        </Text>
        {kinds.length === 0 && <Text size="sm">Nothing but this browser has access.</Text>}
        {kinds.map(({ kind, title }) => (
          <Checkbox
            key={kind}
            label={`${capital(title)} (${others.filter((door) => door.kind === kind).length})`}
            checked={!left.includes(kind)}
            onChange={({ currentTarget: { checked } }) =>
              setLeft(checked ? left.filter((one) => one !== kind) : [...left, kind])
            }
          />
        ))}
        <Checkbox
          label="This browser as well"
          checked={here}
          onChange={({ currentTarget: { checked } }) => setHere(checked)}
        />
      </Stack>
    </Confirm>
  );
}
