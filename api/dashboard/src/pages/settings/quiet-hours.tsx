import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { useChange, useNotificationSettings } from '../../api/queries.ts';
import type { QuietHours as Hours } from '../../api/types.ts';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { done, failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

export function QuietHours() {
  const settings = useNotificationSettings();
  const save = useChange('notifications', api.notifications.saveSettings);
  const store = (quiet: Hours | null): void =>
    save.mutate(
      { quiet_hours: quiet },
      {
        onSuccess: () => done(quiet ? `Quiet from ${quiet.from} to ${quiet.to}.` : 'No quiet hours.'),
        onError: (error) => failed(error, 'Could not change the quiet hours'),
      },
    );
  return (
    <Section
      title="Quiet hours"
      description="Indian time. Reports wait until quiet hours end; urgent messages arrive silently."
    >
      <Loaded query={settings} skeleton={<LoadingRows rows={1} />}>
        {({ quiet_hours: saved }) => (
          // a new saved value begins the fields anew
          <HourFields
            key={JSON.stringify(saved)}
            saved={saved}
            pending={save.isPending ? (save.variables.quiet_hours ?? null) : undefined}
            onStore={store}
          />
        )}
      </Loaded>
    </Section>
  );
}

interface HourFieldsProps {
  saved: Hours | null;
  /** What is on its way to the server; undefined when nothing is. */
  pending: Hours | null | undefined;
  onStore: (quiet: Hours | null) => void;
}

function HourFields({ saved, pending, onStore }: HourFieldsProps) {
  const [from, setFrom] = useState(saved?.from ?? '22:00');
  const [to, setTo] = useState(saved?.to ?? '07:00');
  const isBusy = pending !== undefined;
  const isChanged = saved !== null && (saved.from !== from || saved.to !== to);
  return (
    <Group align="flex-end" gap="md">
      <Switch
        label="Quiet hours on"
        checked={(isBusy ? pending : saved) !== null}
        disabled={isBusy}
        onChange={(event) => onStore(event.currentTarget.checked ? { from, to } : null)}
        mb={8}
      />
      {saved !== null && (
        <>
          <TextInput
            type="time"
            label="From"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="time"
            label="To"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button
            onClick={() => onStore({ from, to })}
            disabled={!isChanged || !from || !to || from === to}
            loading={isBusy}
          >
            Save
          </Button>
        </>
      )}
    </Group>
  );
}
