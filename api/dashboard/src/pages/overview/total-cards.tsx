import { Group, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { coverageSentence } from '../../../../../charts/index.ts';
import type { Coverage, Dashboard, TotalState } from '../../api/types.ts';
import { Amount, Change, Percent } from '../../components/amount.tsx';
import { FigureBadge } from '../../components/figure-badge.tsx';

/** How complete a value is. An unknown value has a reason instead. */
const states: Record<
  Exclude<TotalState, 'UNAVAILABLE'>,
  { label: string; color: string; meaning: string }
> = {
  AVAILABLE: { label: 'Complete', color: 'teal', meaning: 'Every holding has a price.' },
  PARTIAL: {
    label: 'Partial',
    color: 'orange',
    meaning: 'At least one holding has no price. The value excludes it.',
  },
  ESTIMATED: {
    label: 'Estimated',
    color: 'ink',
    meaning: 'Every holding has a price; other currencies are converted.',
  },
};

/** The total in four figures, each with its reason where it is not known, and how sure the whole is. */
export function TotalCards({ total, freshness }: Pick<Dashboard, 'total' | 'freshness'>) {
  const { currency, partial, reasons } = total;
  const { age_message } = freshness;
  const { total_invested: invested, total_profit: gain, day_change: today } = partial;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      <Card
        label="Value"
        badge={<ValueBadge total={total} freshness={freshness} />}
        under={[
          `${total.valued_count} of ${total.holdings_count} holdings priced${total.is_estimated ? ', includes converted amounts' : ''}`,
          age_message,
        ]
          .filter((part) => part !== null)
          .join('. ')}
        reason={total.current_value === null ? reasons.current_value : undefined}
      >
        <Amount value={total.current_value} currency={currency} reason={reasons.current_value} />
      </Card>
      <Card
        label="Invested"
        part={invested}
        under="What your holdings cost"
        reason={total.total_invested === null ? reasons.total_invested : undefined}
      >
        <Amount
          value={invested?.figure ?? total.total_invested}
          currency={currency}
          reason={reasons.total_invested}
        />
      </Card>
      <Card
        label="Gain"
        part={gain}
        under={shareOf(partial.total_profit_pct?.figure ?? total.total_profit_pct)}
        reason={total.total_profit === null ? reasons.total_profit : undefined}
      >
        <Change
          value={gain?.figure ?? total.total_profit}
          currency={currency}
          reason={reasons.total_profit}
        />
      </Card>
      <Card
        label={total.day_change_label}
        part={today}
        under={shareOf(partial.day_change_pct?.figure ?? total.day_change_pct)}
        reason={total.day_change === null ? reasons.day_change : undefined}
      >
        <Change value={today?.figure ?? total.day_change} currency={currency} reason={reasons.day_change} />
      </Card>
    </SimpleGrid>
  );
}

function ValueBadge({ total, freshness: { age, age_message } }: Pick<Dashboard, 'total' | 'freshness'>) {
  if (total.state === 'UNAVAILABLE' || total.current_value === null) return null;
  const { label, color, meaning } = states[total.state];
  if (age === null) return <FigureBadge label={label} color={color} meaning={meaning} />;
  // A whole value of old prices is not complete: its state is its age.
  return (
    <FigureBadge
      label={total.state === 'PARTIAL' ? `Partial, ${age}` : age}
      meaning={`${age_message ?? age}. ${meaning}`}
    />
  );
}

const shareOf = (points: number | null): ReactNode =>
  points === null ? undefined : <Percent value={points} plus />;

interface CardProps {
  label: string;
  badge?: ReactNode;
  /** The holdings that the figure is of, where it is not of all. */
  part?: Coverage | undefined;
  children: ReactNode;
  under?: ReactNode;
  /** Why the figure is missing, in place of what stands under it. */
  reason?: string | undefined;
}

function Card({ label, badge, children, part, under, reason }: CardProps) {
  return (
    <section className="panel total" aria-label={label}>
      <Group justify="space-between" gap={6} mih={22}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        {part === undefined ? badge : <FigureBadge label="Partial" meaning={coverageSentence(part)} />}
      </Group>
      <div className="total-figure">{children}</div>
      <Text size="xs" c="dimmed" component="div" className="total-under">
        {part === undefined ? (reason ?? under) : under}
        {part !== undefined && <div>{coverageSentence(part)}</div>}
      </Text>
    </section>
  );
}
