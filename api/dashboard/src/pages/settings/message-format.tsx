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
      description="How much an answer says in the chat of this dashboard. Every other chat has its own: send /format there."
    >
      <Loaded query={settings} skeleton={<LoadingRows rows={2} />}>
        {({ format }) => (
          <Radio.Group
            aria-label="Form of the messages"
            value={save.isPending ? save.variables.format : format}
            onChange={(value) =>
              save.mutate(
                { format: value === 'compact' ? 'compact' : 'detailed' },
                { onError: (error) => failed(error, 'The form was not changed') },
              )
            }
          >
            <Stack gap="xs">
              <Radio value="detailed" label="Detailed" description="Tables with every figure." />
              <Radio
                value="compact"
                label="Compact"
                description="The few lines that matter, good on a watch."
              />
            </Stack>
          </Radio.Group>
        )}
      </Loaded>
    </Section>
  );
}
