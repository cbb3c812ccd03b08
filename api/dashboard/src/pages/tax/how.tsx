import { Anchor, List, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { day, money } from '../../../../../charts/index.ts';
import type { TaxReport } from '../../api/types.ts';

type Explanation = NonNullable<TaxReport['explanations']>[number];

const NAMES: Readonly<Record<string, string>> = {
  'short_term.gain': 'Short-term gain',
  'long_term.gain': 'Long-term gain',
  'intraday.gain': 'Intraday gain (speculative)',
  'remaining.cost': 'Cost of lots still held',
  'dividends.net': 'Dividends',
};

/** One total: its formula with its numbers, and the facts that went into it. */
export function How({ explanation }: { explanation: Explanation }) {
  const { definition, figure, formula, inputs, inputs_total, reason, unit, value, worked } = explanation;
  const title = NAMES[figure] ?? figure;
  return (
    <section className="panel" aria-label={`How ${title} is calculated`}>
      <div style={{ padding: 'var(--mantine-spacing-md)' }}>
        <Title order={2} size="h4">
          {title}: {value === null ? 'unknown' : money(value, unit)}
        </Title>
        <Text size="sm" c="dimmed">
          {formula} (
          <Anchor component={Link} to={`/definitions#${definition}`} inherit>
            what it means
          </Anchor>
          )
        </Text>
        {worked !== null && (
          <Text size="sm" className="figure">
            {worked}
          </Text>
        )}
        {reason !== null && <Text size="sm">{reason}</Text>}
        <List size="sm" mt="xs">
          {inputs.map((input, at) => (
            <List.Item key={at}>
              {input.date === null ? '' : `${day(input.date)}: `}
              {input.label}
              {input.value === null ? '' : ` = ${money(input.value, input.currency ?? unit)}`}
            </List.Item>
          ))}
        </List>
        {inputs_total > inputs.length && (
          <Text size="xs" c="dimmed">
            The {inputs.length} largest of {inputs_total.toLocaleString('en-IN')}.
          </Text>
        )}
      </div>
    </section>
  );
}
