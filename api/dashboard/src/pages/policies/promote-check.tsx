import { Box, List, Stack, Text, Title } from '@mantine/core';
import type { Run } from '../../api/types.ts';
import { SurvivorshipBadge } from '../strategies/badges.tsx';
import { Validation } from '../strategies/trust.tsx';
import { SURVIVORSHIP } from '../strategies/words.ts';

/** What PAPER means, before anything is made. */
const PAPER_MEANS: readonly string[] = [
  'It follows the strategy day by day from its next session on, with the settings of this backtest.',
  'It trades on paper: no order goes to a broker and no money moves.',
  'Its trades use real prices, with charges and tax as if they were real.',
  'You can pause, retire or delete it at any time.',
];

/** First step: how far the backtest can be trusted, and what will be made of it. */
export function CheckStep({ run }: { run: Run }) {
  const { validation, survivorship } = run;
  return (
    <Stack gap="md">
      <Validation of={validation} />
      {survivorship !== null && (
        <Box className="panel" p="md" component="section" aria-label="Universe">
          <Title order={3} size="h4" mb={6}>
            Universe
          </Title>
          <Stack gap={6} align="flex-start">
            <SurvivorshipBadge of={survivorship} />
            <Text size="sm">{SURVIVORSHIP[survivorship].meaning}</Text>
          </Stack>
        </Box>
      )}
      <Box className="panel" p="md" component="section" aria-label="What PAPER means">
        <Title order={3} size="h4" mb={6}>
          What PAPER means
        </Title>
        <List size="sm" spacing={4}>
          {PAPER_MEANS.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </Box>
    </Stack>
  );
}
