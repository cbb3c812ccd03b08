/** Whether analyses are of use to trade by, with the figures that it rests on. */
import { Badge, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { PromotionReport } from '../../../api/types.ts';
import { Unknown } from '../../../components/amount.tsx';
import { Criteria } from '../go-live/criteria.tsx';

const WHY = 'No market analysis has an outcome yet, or all outcomes are alike.';

function Score({ name, value }: { name: string; value: number | null }) {
  return (
    <Stack gap={0}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text fw={600} component="div">
        {value === null ? <Unknown reason={WHY} /> : <span className="figure">{value.toFixed(4)}</span>}
      </Text>
    </Stack>
  );
}

export function Usefulness({ of }: { of: PromotionReport }) {
  const { strategy, is_useful, criteria, brier, base_brier, base_rate, skill, missing } = of;
  const notes = missing.slice(criteria.filter(({ passed }) => passed !== true).length);
  return (
    <section className="panel" aria-label="Usefulness">
      <Stack gap="sm" p={{ base: 'sm', sm: 'md' }}>
        <Group gap="xs">
          <Title order={2} size="h4">
            Usefulness
          </Title>
          <Badge color={is_useful ? 'teal' : 'orange'} variant="light">
            {is_useful ? 'Useful' : 'Not shown yet'}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {is_useful
            ? `The strategy ${strategy} may use them.`
            : `The strategy ${strategy} cannot go live until both are met.`}
        </Text>
        <Criteria caption="Criteria of usefulness" of={criteria} />
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          <Score name="Brier score" value={brier} />
          <Score name="Brier of the base rate" value={base_brier} />
          <Score name="Base rate" value={base_rate} />
          <Score name="Skill" value={skill} />
        </SimpleGrid>
        {notes.length > 0 && (
          <List size="sm" c="dimmed">
            {notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        )}
      </Stack>
    </section>
  );
}
