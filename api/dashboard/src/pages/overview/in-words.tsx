/** The portfolio in one paragraph of a model. It may cost money, so that it is asked for with a button alone. */
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconMessage2 } from '../../icons.ts';
import { useQuery } from '@tanstack/react-query';
import { moment } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import type { Insight } from '../../api/types.ts';
import { costOf, Marked, Sources, Unverified } from '../../assistant/answer.tsx';
import { AiProblem } from '../../components/ai-problem.tsx';
import { ModelNotice, useModelNotice } from '../../components/model-notice.tsx';

export function InWords() {
  const insight = useQuery({
    queryKey: ['assistant', 'insight'],
    queryFn: api.assistant.insight,
    enabled: false,
    retry: false,
    gcTime: Infinity,
  });
  const { data, error, isFetching } = insight;
  const notice = useModelNotice();
  const ask = () => notice.ask(() => void insight.refetch());
  return (
    <Box className="panel" p="md" component="section" aria-label="In words">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box style={{ flex: '1 1 260px' }}>
          <Title order={2} size="h4">
            In words
          </Title>
          <Text size="sm" c="dimmed">
            A model describes your figures in one paragraph. It is asked only when you press the button.
          </Text>
        </Box>
        <Button
          variant="default"
          leftSection={<IconMessage2 size={16} aria-hidden />}
          loading={isFetching}
          onClick={ask}
        >
          {data === undefined ? 'Describe my portfolio' : 'Describe again'}
        </Button>
      </Group>
      <ModelNotice of={notice} />
      <Box aria-live="polite" mt={data === undefined && error === null ? 0 : 'sm'}>
        {error !== null && !isFetching ? (
          <AiProblem error={error} retry={ask} />
        ) : (
          data !== undefined && <Paragraph of={data} />
        )}
      </Box>
    </Box>
  );
}

function Paragraph({ of }: { of: Insight }) {
  const { text, reason, unverified, sources, usage, calculated_at } = of;
  if (text === null)
    return (
      <Text size="sm" c="dimmed">
        {reason}
      </Text>
    );
  return (
    <Stack gap={6}>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} maw="75ch">
        <Marked text={text} unverified={unverified} />
      </Text>
      <Unverified figures={unverified} />
      <Sources of={sources} />
      <Text size="xs" c="dimmed">
        Written {moment(calculated_at)}, Indian time
        {usage === null ? '' : ` · ${costOf(usage)}`}
      </Text>
    </Stack>
  );
}
