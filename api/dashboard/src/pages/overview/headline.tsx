import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { asSentence, coveredPart, coverageSentence, percent } from '../../../../../charts/index.ts';
import { usePerformance } from '../../api/queries.ts';
import type { Coverage, Dashboard, TotalState } from '../../api/types.ts';
import { Amount, Change, Percent } from '../../components/amount.tsx';
import { FigureBadge } from '../../components/figure-badge.tsx';
import { MayChange } from '../../components/may-change.tsx';
import classes from './overview.module.css';

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

/** The value with its age, beside it change, gain and cost. */
export function Headline({ data }: { data: Dashboard }) {
  const { total, freshness, earnings } = data;
  const { currency, partial, reasons } = total;
  const { total_invested: invested, total_profit: gain, day_change: today } = partial;
  return (
    <div className={`panel ${classes['headline']}`}>
      <section aria-label="Value">
        <Label name="Value" badge={<ValueBadge total={total} freshness={freshness} />} />
        <div className={classes['value']}>
          <Amount value={total.current_value} currency={currency} reason={reasons.current_value} />
        </div>
        <Under>
          {total.current_value === null
            ? reasons.current_value
            : [
                `${total.valued_count} of ${total.holdings_count} holdings priced${total.is_estimated ? ', includes converted amounts' : ''}`,
                freshness.age_message,
              ]
                .filter((part) => part !== null)
                .join('. ')}
          <MayChange reason={data.provisional_reason} />
        </Under>
      </section>
      <Card
        label={total.day_change_label}
        part={today}
        under={shareOf(partial.day_change_pct?.figure ?? total.day_change_pct)}
        reason={total.day_change === null ? reasons.day_change : undefined}
      >
        <Change value={today?.figure ?? total.day_change} currency={currency} reason={reasons.day_change} />
      </Card>
      <Made earnings={earnings} currency={currency} />
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
    </div>
  );
}

/** Everything since the first transaction, in money and as a rate a year; the rate only where both are of all holdings. */
function Made({ earnings, currency }: Pick<Dashboard, 'earnings'> & { currency: string }) {
  const report = usePerformance({ portfolio: '', benchmark: undefined }).data;
  const { made, made_reason, coverage, reason } = earnings;
  if (earnings.transactions_count === 0) return null;
  const isWhole = coverage === null && report?.partial.xirr_pct === undefined;
  const rate = isWhole ? (report?.xirr_pct ?? null) : null;
  return (
    <Card
      label="Made so far"
      part={coverage ?? undefined}
      under={
        rate === null ? 'Gains and dividends after charges' : `${percent(rate, { plus: true })} a year (XIRR)`
      }
      reason={made === null ? (made_reason ?? reason ?? undefined) : undefined}
    >
      <Change value={made} currency={currency} {...(made_reason === null ? {} : { reason: made_reason })} />
    </Card>
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
  /** Coverage of the figure if it is not of all holdings. */
  part?: Coverage | undefined;
  children: ReactNode;
  under?: ReactNode;
  /** Reason for a missing figure, in place of the text under it. */
  reason?: string | undefined;
}

function Card({ label, children, part, under, reason }: CardProps) {
  return (
    <section aria-label={label}>
      <Label
        name={label}
        badge={part !== undefined && <FigureBadge label="Partial" meaning={coverageSentence(part)} />}
      />
      <div className={classes['figure']}>{children}</div>
      <Under>
        {part === undefined && reason !== undefined ? (
          <div className={classes['reason']} title={reason}>
            {reason}
          </div>
        ) : (
          under
        )}
        {/* Its badge and the notes of the page name the others. */}
        {part !== undefined && <div>{asSentence(coveredPart(part))}</div>}
      </Under>
    </section>
  );
}

const Label = ({ name, badge }: { name: string; badge: ReactNode }) => (
  <Group gap={8} mih={22}>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    {badge}
  </Group>
);

const Under = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
);
