/** The figures of a goal in words, for its card and its page alike. What is not known says why in full. */
import { Text } from '@mantine/core';
import { day, priceAgeSentence } from '../../../../../charts/index.ts';
import type { Goal } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { Fact } from '../../components/fact.tsx';
import { moreInWords, points, probabilityInWords, rough } from './words.ts';

export function NotKnown({ reason }: { reason: string | null }) {
  return (
    <Text c="dimmed" inherit component="span">
      Unknown{reason === null ? '' : `: ${reason}`}
    </Text>
  );
}

/** What is there today. */
export function Currently({ goal: { type, currency, progress } }: { goal: Goal }) {
  const { current, freshness, target } = progress;
  const age = priceAgeSentence(freshness);
  const month = type === 'INCOME' ? ' a month' : '';
  return (
    <Text size="sm">
      {current === null ? 'Unknown,' : <Amount value={current} currency={currency} digits={0} />}{' '}
      <Text span inherit c="dimmed">
        of {rough(target, currency)}
        {month} {type === 'INCOME' ? 'in the last twelve months' : 'today'}
        {age !== null && `. ${age}`}
      </Text>
    </Text>
  );
}

export const Under = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

interface KeyFactsProps {
  goal: Goal;
  /** With where the sums come from. */
  isFull?: boolean;
}

/** Target, expected sum, what would reach it and how likely it is: those of them that the goal can have. */
export function KeyFacts({ goal, isFull = false }: KeyFactsProps) {
  const { type, currency, target_date, progress } = goal;
  const { target, inflated_target: inflated, projected, planned_monthly: planned } = progress;
  if (type === 'INCOME')
    return (
      <dl className="facts">
        <Fact name="Target">{rough(target, currency)} a month</Fact>
      </dl>
    );
  const isMore = inflated !== null && Math.round(inflated) !== Math.round(target);
  const hasPassed = progress.years_left === 0;
  return (
    <dl className="facts">
      <Fact name="Target">
        {rough(target, currency)}
        {isMore && <Under>{`${rough(inflated, currency)} with inflation to ${day(target_date)}`}</Under>}
      </Fact>
      {!hasPassed && (
        <>
          <Fact name="Expected">
            {projected === null ? <NotKnown reason={null} /> : rough(projected, currency)}
            {isFull &&
              projected !== null &&
              progress.projected_from_sips !== null &&
              progress.projected_from_sips > 0 && (
                <Under>
                  {`${rough(progress.projected_from_value, currency)} from today’s value, ${rough(progress.projected_from_sips, currency)} from SIP plans`}
                </Under>
              )}
          </Fact>
          <Fact name="Needed to reach it">
            {moreInWords(goal) ?? <NotKnown reason={null} />}
            {isFull && planned !== null && planned > 0 && progress.required_monthly !== null && (
              <Under>{`${rough(progress.required_monthly, currency)} a month without the plans`}</Under>
            )}
          </Fact>
          <Fact name="Probability">
            <Probability goal={goal} />
          </Fact>
        </>
      )}
    </dl>
  );
}

/** What the projection rests on. */
export function Assumptions({ goal }: { goal: Goal }) {
  const { currency, target_date, expected_return_pct, inflation_pct, progress } = goal;
  return (
    <dl className="facts">
      <Fact name="By">{day(target_date)}</Fact>
      <Fact name="Expected return">
        {expected_return_pct === null ? '' : `${points(expected_return_pct)} a year`}
      </Fact>
      <Fact name="Inflation">{inflation_pct ? `${points(inflation_pct)} a year` : 'None'}</Fact>
      {progress.volatility_pct !== null && (
        <Fact name="Volatility">{`${points(Number(progress.volatility_pct.toFixed(1)))} a year${progress.volatility_of === null ? '' : `, of ${progress.volatility_of}`}`}</Fact>
      )}
      {progress.p10 !== null && progress.p90 !== null && (
        <Fact name="80% range">
          from {rough(progress.p10, currency)} to {rough(progress.p90, currency)}
        </Fact>
      )}
    </dl>
  );
}

/** How likely the target is reached. */
function Probability({ goal: { progress } }: { goal: Goal }) {
  const { probability_pct: pct, probability_reason } = progress;
  if (pct === null) return <NotKnown reason={probability_reason} />;
  return <span className="figure">{probabilityInWords(pct)}</span>;
}
