/** Who uses this installation: added, paused and removed by its owner. */
import { Badge, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useChange, usePeople } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { Person, PersonCode } from '../../api/types.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Notice } from '../../components/notice.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

const KEY = 'people';

export function People() {
  const { me } = useSession();
  if (me?.is_owner !== true) return null;
  return (
    <Section
      title="People"
      help="people"
      description="Each person signs in, links their own chats and keeps their own books, which nobody else sees, you included."
    >
      <List />
    </Section>
  );
}

function List() {
  const people = usePeople();
  const [code, setCode] = useState<PersonCode | null>(null);
  const [doomed, setDoomed] = useState<Person | null>(null);
  const issue = useChange(KEY, api.people.code);
  const pause = useChange(KEY, ({ id, paused_at }: Person) =>
    paused_at === null ? api.people.pause(id) : api.people.resume(id),
  );
  const remove = useChange(KEY, ({ id, login }: Person) => api.people.remove(id, login));
  const show = (id: string): void =>
    issue.mutate(id, { onSuccess: setCode, onError: (error) => failed(error, 'Could not create a code') });
  return (
    <>
      <Loaded query={people} skeleton={<LoadingRows rows={2} />}>
        {({ items }) => (
          <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="People">
            {items.map((person) => (
              <Row
                key={person.id}
                person={person}
                onCode={() => show(person.id)}
                onPause={() =>
                  pause.mutate(person, {
                    onSuccess: () =>
                      done(
                        person.paused_at === null
                          ? `${person.name} is paused.`
                          : `${person.name} may sign in again.`,
                      ),
                    onError: (error) => failed(error, 'Could not change this person’s access'),
                  })
                }
                onRemove={() => setDoomed(person)}
              />
            ))}
          </Stack>
        )}
      </Loaded>
      {code !== null && (
        <Notice tone="info" role="status" hide={{ label: 'Hide the code', onClick: () => setCode(null) }}>
          {code.login} signs in with the code <Code>{code.code}</Code>. It works once, for five minutes, in
          any browser.
        </Notice>
      )}
      <NewPerson onAdded={({ id }) => show(id)} />
      <Confirm
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        title={`Remove ${doomed?.name ?? ''}?`}
        action="Remove permanently"
        typed={doomed?.login ?? ''}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => {
          if (doomed === null) return;
          remove.mutate(doomed, {
            onSuccess: () => {
              done(`${doomed.name} removed, with all their records.`);
              setDoomed(null);
            },
          });
        }}
      >
        All records of {doomed?.name} are deleted: portfolios, transactions, goals, policies, chats. Only a
        backup can bring them back.
      </Confirm>
    </>
  );
}

interface RowProps {
  person: Person;
  onCode: () => void;
  onPause: () => void;
  onRemove: () => void;
}

function Row({ person, onCode, onPause, onRemove }: RowProps) {
  const { name, login, is_owner, paused_at, has_signed_in, has_chat, created_at } = person;
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {is_owner && (
            <Badge size="sm" variant="light" color="gray">
              Owner
            </Badge>
          )}
          {paused_at !== null && (
            <Badge size="sm" variant="light" color="orange">
              Paused
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {login} · since {day(created_at)}
          {!has_signed_in && ' · has not signed in yet'}
        </Text>
      </div>
      {!is_owner && (
        <Group gap="xs">
          {!has_signed_in && !has_chat && paused_at === null && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={onCode}
              aria-label={`Sign-in code for ${name}`}
            >
              Sign-in code
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            onClick={onPause}
            aria-label={paused_at === null ? `Pause ${name}` : `Resume ${name}`}
          >
            {paused_at === null ? 'Pause' : 'Resume'}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onRemove} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </Group>
      )}
    </Group>
  );
}

function NewPerson({ onAdded }: { onAdded: (person: Person) => void }) {
  const [login, setLogin] = useState('');
  const [name, setName] = useState('');
  const add = useChange(KEY, api.people.add);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(
          { login: login.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }) },
          {
            onSuccess: (person) => {
              setLogin('');
              setName('');
              done(`${person.name} added.`);
              onAdded(person);
            },
            onError: (error) => failed(error, 'Could not add the person'),
          },
        );
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Login"
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
          autoComplete="off"
        />
        <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Button type="submit" variant="default" loading={add.isPending} disabled={login.trim() === ''}>
          Add person
        </Button>
      </Group>
    </form>
  );
}
