import { Radio, Stack } from '@mantine/core';
import { api } from '../../api/endpoints.ts';
import { useChange, useChatSettings } from '../../api/queries.ts';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { failed } from '../../components/toast.tsx';
import { Section } from './section.tsx';

export function MessageFormat() {
  const settings = useChatSettings();
  const save = useChange('chat', api.chat.saveSettings);
  return (
    <Section
      title="Messages"
      description="How much detail replies have in this dashboard’s chat. In other chats, send /format."
    >
      <Loaded query={settings} skeleton={<LoadingRows rows={2} />}>
        {({ format }) => (
          <Radio.Group
            aria-label="Message format"
            value={save.isPending ? save.variables.format : format}
            onChange={(value) =>
              save.mutate(
                { format: value === 'compact' ? 'compact' : 'detailed' },
                { onError: (error) => failed(error, 'Could not change the format') },
              )
            }
          >
            <Stack gap="xs">
              <Radio value="detailed" label="Detailed" description="Tables with every figure." />
              <Radio value="compact" label="Compact" description="A few key lines; fits a watch." />
            </Stack>
          </Radio.Group>
        )}
      </Loaded>
    </Section>
  );
}
