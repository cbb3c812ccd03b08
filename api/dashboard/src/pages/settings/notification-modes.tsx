import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { useChange, useNotificationSettings } from '../../api/queries.ts';
import type { KindSetting, Mode } from '../../api/types.ts';
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
  const modeOf = (kind: KindSetting): Mode =>
    (save.isPending ? save.variables.modes?.[kind.kind] : undefined) ?? kind.mode;
  return (
    <Section
      title="Notifications"
      description="What is sent to your chats and browsers, and how. The dashboard shows all that are not off."
    >
      <Loaded query={settings}>
        {({ kinds, channels }) => (
          <Stack gap="md">
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
            {kinds
              .filter(({ is_shown }) => is_shown)
              .map((kind) => (
                <Group key={kind.kind} justify="space-between" gap="xs">
                  <div style={{ flex: '1 1 260px' }}>
                    <Text size="sm" fw={500}>
                      {kind.title}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {kind.summary}
                    </Text>
                  </div>
                  {kind.modes.length > 1 ? (
                    <SegmentedControl
                      size="xs"
                      aria-label={kind.title}
                      data={kind.modes.map((mode) => ({ value: mode, label: modeNames[mode] }))}
                      value={modeOf(kind)}
                      onChange={(mode) =>
                        save.mutate(
                          { modes: { [kind.kind]: mode as Mode } },
                          { onError: (error) => failed(error, `Could not change ${kind.title}`) },
                        )
                      }
                    />
                  ) : (
                    <Text size="xs" c="dimmed">
                      always {modeNames[kind.mode].toLowerCase()}
                    </Text>
                  )}
                </Group>
              ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
