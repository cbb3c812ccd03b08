import { type Figure, knownFigure, unknown } from '../figures/index.ts';
import { addMonths, daysBetween } from '../../platform/dates.ts';
import { allFlows, type DayAmount } from './day-amounts.ts';

export const PERIODS = ['1M', '3M', '6M', '1Y', '3Y', 'Max'] as const;
export type Period = (typeof PERIODS)[number];

const MONTHS: Readonly<Record<Exclude<Period, 'Max'>, number>> = {
  '1M': 1,
  '3M': 3,
  '6M': 6,
  '1Y': 12,
  '3Y': 36,
};
/** How many days before the beginning of a window its first value may lie: a long weekend of a machine at rest. */
const NEAR_DAYS = 7;

/** A day on which something was worth so much. */
export interface Measured {
  day: string;
  value: number;
}

/** The return over some days, in percentage points, or why there is none. */
type WindowReturn =
  | {
      return_pct: number;
      net_flow: number;
      dividends: number;
      /** Without the money put in or taken out, dividends among it. */
      gain: number;
      /** Average capital: the value at the beginning, and each flow for its share of the days. */
      capital: number;
      reason: null;
    }
  | { return_pct: null; net_flow: number | null; dividends: number | null; reason: string };

/** The day that a period up to `end` begins; the end of a shorter month stands for days it does not have. */
export function startOf(period: Exclude<Period, 'Max'>, end: string): string {
  return addMonths(end, -MONTHS[period]);
}

/** The last measure on a day or at most a week before it; null where there is none. Measures come in order. */
export function measuredAt(measured: readonly Measured[], day: string): Measured | null {
  let low = 0;
  let high = measured.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((measured[middle] as Measured).day <= day) low = middle + 1;
    else high = middle;
  }
  const found = measured[low - 1];
  return found !== undefined && daysBetween(found.day, day) <= NEAR_DAYS ? found : null;
}

/**
 * The return from one measure to another: (end - start + dividends) / start (spec: Report rules 4). Money that was put
 * in or taken out in between is no return: it is left out of the gain and counted to the capital for as long as it was
 * there (modified Dietz), which is the same where no money moved. A loss of more than all has no figure: it comes of money
 * that was put in late, which weighs little in the capital and fully in the loss.
 * @param moved flows are positive where money was put in; days outside of the window do not count.
 */
export function windowReturn(
  start: Measured,
  end: Measured,
  moved: Parameters<typeof allFlows>[0] & { dividends: readonly DayAmount[] },
): WindowReturn {
  const span = daysBetween(start.day, end.day);
  const within = ({ day }: DayAmount) => day > start.day && day <= end.day;
  const flows = allFlows(moved).filter(within);
  const net_flow = sum(flows);
  const dividends = sum(moved.dividends.filter(within));
  if (span <= 0) return { return_pct: null, net_flow, dividends, reason: 'Two days are needed.' };
  let capital = start.value;
  for (const { day, amount } of flows) capital += (amount * daysBetween(day, end.day)) / span;
  if (!(capital > 0))
    return {
      return_pct: null,
      net_flow,
      dividends,
      reason:
        start.value > 0
          ? 'More was taken out than was invested on average. The time-weighted return shows how the holdings did.'
          : 'Nothing was invested at the start.',
    };
  const gain = end.value - start.value - net_flow + dividends;
  if (-gain > capital)
    return {
      return_pct: null,
      net_flow,
      dividends,
      reason:
        'The loss is larger than the average amount invested, because much of the money came in late. The time-weighted return shows how the holdings did.',
    };
  return { return_pct: (gain / capital) * 100, net_flow, dividends, gain, capital, reason: null };
}

/**
 * The unadjusted return of a window, as the specification words it: (end - start + dividends in window) / start, in
 * percentage points. Money that was put in meanwhile counts as if it were earned; the adjusted return leaves it out.
 */
export function plainWindowReturn(start: number, end: number, dividends: number): Figure {
  if (!(start > 0)) return unknown('Nothing was held at the start.');
  return knownFigure(((end - start + dividends) / start) * 100);
}

function sum(amounts: readonly DayAmount[]): number {
  return amounts.reduce((all, { amount }) => all + amount, 0);
}

/**
 * True where a window up to today has not one day of a series that ends on `end`: its figure would be of another window. The
 * window since the beginning has all days.
 */
export function isOutsideWindow(period: Period, end: string, today: string): boolean {
  return period !== 'Max' && end < startOf(period, today);
}
