import type { RecordedValues } from '../../portfolio/index.ts';
import type { PortfolioValues, ReasonCode } from '../../performance/engine/index.ts';
import type { DayAmount, DayValue } from '../../finance/returns/index.ts';
import { withoutSeams } from './seams.ts';

/** Where a day's value comes from: recorded in its time, or worked out from the ledger and closes. */
export const BASES = ['SNAPSHOT', 'LEDGER'] as const;
type Basis = (typeof BASES)[number];

/**
 * Values day by day: the ledger's before the first snapshot, the snapshots from there on. Where two days that follow one
 * another are of different books, what the books changed is a flow.
 */
export interface BasedDaily extends RecordedValues {
  /** The first day on which something held had a value, recorded or worked out; null where there is none. */
  first_day: string | null;
  /** From this day on values are snapshots; null where none has a value. */
  recorded_from: string | null;
  /** Why the days before could not be worked out from the ledger; null where they could, or where there are none. */
  ledger_reason: string | null;
}

/** Why there is no first day: nothing is recorded, and the ledger tells of no value either. */
export const NO_VALUE_YET =
  'No value is recorded yet. While Munim runs, it records one every hour once all holdings have prices.';

export function basisOf({ recorded_from }: Pick<BasedDaily, 'recorded_from'>, day: string): Basis {
  return recorded_from !== null && day >= recorded_from ? 'SNAPSHOT' : 'LEDGER';
}

/**
 * The ledger's holdings are not those of the snapshots: values of both in one line would step from one portfolio to another.
 * Sales without a purchase and rows that are skipped are no such step: the ledger counts neither their units nor their money,
 * and the reports warn of them.
 */
const NOT_COMPARABLE: ReadonlySet<ReasonCode> = new Set(['LEDGER_INCOMPLETE']);
const NEVER = '9999-12-31';

/**
 * Snapshots are the series where there are any. Days before the first one that holds anything are filled in from the
 * ledger: those on which something held had a close of its own (a day without a session only repeats the one before), and
 * only where everything held had a price.
 */
export function basedDaily(daily: RecordedValues, ledger: PortfolioValues | null): BasedDaily {
  const recorded_from = daily.days.find(({ value }) => value !== null && value > 0)?.day ?? null;
  const own = { ...daily, first_day: recorded_from, recorded_from, ledger_reason: null };
  if (ledger === null) return own;
  const notComparable = ledger.reasons.find(({ code }) => NOT_COMPARABLE.has(code));
  const until = recorded_from ?? NEVER;
  const isEarlier = ledger.days[0] !== undefined && ledger.days[0] < until;
  if (notComparable !== undefined) {
    const ledger_reason = isEarlier ? notComparable.reason : null;
    // Of such a ledger only the splits that it lacks are believed.
    return withoutSeams({ ...own, ledger_reason }, { ...ledger, days: [] });
  }
  const days: DayValue[] = [];
  const flows: DayAmount[] = [];
  const unexplained: string[] = [];
  const first = daily.days.find(({ day }) => day === recorded_from)?.value ?? null;
  let last: number | null = null;
  let moved = 0;
  let isExplained = true;
  for (const [at, day] of ledger.days.entries()) {
    if (day > until) break;
    const value = ledger.daily.value[at] ?? null;
    const [put_in, taken_out] = [ledger.daily.put_in[at] ?? null, ledger.daily.taken_out[at] ?? null];
    // Units came without money on a day without a close: nobody knows what was put in with them.
    if (put_in === null || taken_out === null) isExplained = false;
    // What moved up to the first value is in it.
    const amount = (put_in ?? 0) - (taken_out ?? 0);
    if (amount !== 0 && days.length > 0) {
      flows.push({ day, amount });
      moved += amount;
    }
    const isCounted = day < until && value !== null && (ledger.daily.fresh[at] ?? 0) > 0;
    const measured = day === until ? first : isCounted ? value : null;
    if (measured !== null) {
      if (!isExplained && last !== null) {
        flows.push({ day, amount: measured - last - moved });
        unexplained.push(day);
      }
      last = measured;
      moved = 0;
      isExplained = true;
    }
    if (isCounted) days.push({ day, value });
  }
  if (days.length === 0) {
    const ledger_reason = isEarlier ? (ledger.reasons[0]?.reason ?? null) : null;
    return withoutSeams({ ...own, ledger_reason }, ledger);
  }
  const whole = {
    ...own,
    first_day: days.find(({ value }) => value !== null && value > 0)?.day ?? recorded_from,
    days: [...days, ...daily.days.filter(({ day }) => day >= until)],
    flows: [...flows, ...daily.flows.filter(({ day }) => day > until)],
    unexplained_days: [...unexplained, ...daily.unexplained_days],
  };
  return withoutSeams(whole, ledger);
}

/** The part of a series between two days, both included; money that moved outside of it stays and does no harm. */
export function within(daily: BasedDaily, from: string | null, to: string | null): BasedDaily {
  return {
    ...daily,
    days: daily.days.filter(({ day }) => (from === null || day >= from) && (to === null || day <= to)),
  };
}
