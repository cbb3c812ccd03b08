import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { api } from '../../api/endpoints.ts';
import { useChange, useNotificationSettings } from '../../api/queries.ts';
import type { GroupSetting, KindSetting, Mode, NotificationSettingsInput } from '../../api/types.ts';
import { Notice } from '../../components/notice.tsx';
import { Loaded } from '../../components/notices.tsx';
import { failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

const modeNames: Record<Mode, string> = { loud: 'With sound', silent: 'Silent', off: 'Off' };
const channelNames: Record<string, string> = {
  telegram: 'Telegram',
  local: 'Dashboard chat',
  dashboard: 'Dashboard',
};

export function NotificationModes() {
  const settings = useNotificationSettings();
  const save = useChange('notifications', api.notifications.saveSettings);
  const choose = (change: NotificationSettingsInput, title: string) =>
    save.mutate(change, { onError: (error) => failed(error, `Could not change ${title}`) });
  const pending = save.isPending ? save.variables : {};
  return (
    <Section
      title="Notifications"
      description="What is sent to your chats and browsers, and how. The dashboard shows all that are not off."
    >
      <Loaded query={settings}>
        {({ kinds, groups, channels, sentence }) => (
          <Stack gap="md">
            <Text size="sm">{sentence}</Text>
            {channels
              // Browsers have a section of their own.
              .filter((one) => one.state === 'OFF' && one.channel !== 'browser')
              .map((one) => (
                <Notice
                  key={one.channel}
                  tone="info"
                  title={`${channelNames[one.channel] ?? one.channel} is off`}
                >
                  {one.reason}
                </Notice>
              ))}
            {groups.map((group) => (
              <KindGroup
                key={group.group}
                group={{ ...group, mode: pending.groups?.[group.group] ?? group.mode }}
                kinds={kinds
                  .filter(({ kind }) => group.kinds.some((one) => one === kind))
                  .map((one) => ({ ...one, mode: pending.modes?.[one.kind] ?? one.mode }))}
                onChoose={choose}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

/** A group with one choice for all of it, and its kinds folded under it. */
function KindGroup({
  group: { group, title, mode, modes },
  kinds,
  onChoose,
}: {
  group: GroupSetting;
  kinds: KindSetting[];
  onChoose: (change: NotificationSettingsInput, title: string) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const word = isOpen ? 'Fold' : mode === null ? 'Mixed: choose each' : 'Choose each';
  return (
    <Stack gap="xs">
      <ModeRow
        title={title}
        summary={kinds.map((kind) => kind.title).join(', ')}
        mode={mode}
        modes={modes}
        onMode={(chosen) => onChoose({ groups: { [group]: chosen } }, title)}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={`${word}: ${title}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {word}
      </Button>
      {isOpen && (
        <Stack gap="md" pl="md" id={id}>
          {kinds.map((kind) => (
            <ModeRow
              key={kind.kind}
              {...kind}
              onMode={(chosen) => onChoose({ modes: { [kind.kind]: chosen } }, kind.title)}
            />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function ModeRow({
  title,
  summary,
  mode,
  modes,
  onMode,
}: {
  title: string;
  summary: string;
  /** Null where the kinds of a group differ. */
  mode: Mode | null;
  modes: Mode[];
  onMode: (mode: Mode) => void;
}) {
  return (
    <Group justify="space-between" gap="xs">
      <div style={{ flex: '1 1 260px' }}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {summary}
        </Text>
      </div>
      {modes.length > 1 ? (
        <SegmentedControl
          size="xs"
          aria-label={title}
          data={modes.map((one) => ({ value: one, label: modeNames[one] }))}
          value={mode ?? ''}
          onChange={(chosen) => onMode(chosen as Mode)}
        />
      ) : (
        mode !== null && (
          <Text size="xs" c="dimmed">
            always {modeNames[mode].toLowerCase()}
          </Text>
        )
      )}
    </Group>
  );
}
