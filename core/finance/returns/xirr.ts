import { Curve } from './xirr-curve.ts';
import { rootsOf } from './xirr-roots.ts';
import { type DatedAmount, type DayAmounts, dayAmounts, readFlows } from './xirr-series.ts';

export type { DatedAmount } from './xirr-series.ts';

/** Whether a rate was found, and whether it is the only one. */
type XirrState = 'OK' | 'AMBIGUOUS' | 'NONE';

/** A yearly rate in percentage points, or null and why there is none. */
export interface Xirr {
  /** Where the state is AMBIGUOUS, the rate nearest to no return (`rootsOf`). */
  value: number | null;
  state: XirrState;
  /** The other rates at which the flows discount to nothing, the nearest to no return first. */
  others: number[];
  /** Why there is no rate, or which other rates would do as well; null where the state is OK. */
  reason: string | null;
}

/**
 * Money-weighted yearly return: the rate at which the flows discount to nothing, Act/365 from the first flow
 * (spec: Report rules 2). The last flow is usually today's value as if it were received.
 *
 * Every root there is gets found, however near to a total loss or large, and their number is proved (`rootsOf`). Where
 * several rates would do, the one nearest to no return is given, the others beside it, and the state says so. Where everything paid in is lost, that
 * is where nothing was ever received and the last flow is a value of 0, the rate is -100.
 *
 * @throws RangeError where a date is no day of the calendar or an amount is no finite number.
 */
export function xirr(flows: readonly DatedAmount[] | DayAmounts): Xirr {
  const { series, hasPaid, hasReceived, isTotalLoss } = readFlows(
    'days' in flows ? flows : dayAmounts(flows),
  );
  if (!hasPaid) return refused('No money was invested.');
  if (isTotalLoss) return { value: -100, state: 'OK', others: [], reason: null };
  if (!hasReceived) return refused('Nothing was received and nothing is held.');
  if (series.changes === 0) {
    return refused('All cash flows are on the same days, so there is no period to measure.');
  }
  const { roots, isBeyond } = rootsOf(new Curve(series), series);
  if (isBeyond) return refused('The period is too short: the yearly rate would be too large to show.');
  const [first, ...others] = roots.map((u) => Math.expm1(u) * 100);
  if (first === undefined) return refused('No yearly rate fits these cash flows.');
  if (others.length === 0) return { value: first, state: 'OK', others, reason: null };
  return { value: first, state: 'AMBIGUOUS', others, reason: alsoFitting(others) };
}

function refused(reason: string): Xirr {
  return { value: null, state: 'NONE', others: [], reason };
}

const MOST_NAMED = 3;

function alsoFitting(rates: readonly number[]): string {
  const words = [...new Set(rates.map(inWords))];
  const named = words.slice(0, MOST_NAMED);
  if (words.length > MOST_NAMED) named.push(`${words.length - MOST_NAMED} more`);
  const list = named.join(', ').replace(/, ([^,]*)$/, ' and $1');
  return `Several yearly rates fit, because deposits and withdrawals alternate. The XIRR shown is the one closest to 0%; ${list} ${words.length === 1 ? 'fits' : 'fit'} too.`;
}

function inWords(rate: number): string {
  return `${Math.abs(rate) < 1e6 ? rate.toFixed(2) : rate.toExponential(1)} %`;
}
