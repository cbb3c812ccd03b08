import { istDate, istTime } from '../../platform/index.ts';
import { NETWORTH } from '../../portfolio/index.ts';
import type { Pair } from './identity.ts';
import { besideHoldings, besideTotal, incomplete, partOf } from './pairs.ts';
import type { PerformanceReading, ReadingsOf } from './readings.ts';

/* The value of now beside the ends of the lines over time, and beside what other doors show. */

type Recorded = 'overview' | 'facts' | 'rates' | 'recorded' | 'today';

/**
 * Why a line does not end with a value of this moment; null where it does. Books without transactions have a line of recorded
 * values: that of the last hour is one of now where neither holdings nor prices nor rates have changed since. All other lines
 * end with the units, prices and rates of now.
 */
function endsEarlier({ overview, facts, rates, recorded, today }: ReadingsOf<Recorded>): string | null {
  if (facts.positions.length > 0) return null;
  const { last } = recorded;
  if (last === null) return 'No value is recorded yet. Munim records one every hour while it runs.';
  const at = new Date(last.at);
  if (istDate(at) !== today) return `The last value was recorded on ${istDate(at)}.`;
  const isChanged =
    (facts.changed_at !== null && facts.changed_at > at) ||
    last.holdings_count !== overview.total.holdings_count;
  if (isChanged) return 'Holdings or prices changed after the last value was recorded.';
  return rates.changed_at !== null && rates.changed_at > at
    ? `Exchange rates changed at ${istTime(rates.changed_at)} on ${today}, after the value of ${istTime(at)} was recorded.`
    : null;
}

export function netWorthHistory(readings: ReadingsOf<Recorded | 'networth'>): Pair[] {
  const { overview, networth, today } = readings;
  const last = networth.history.points.at(-1);
  return [
    {
      subject: NETWORTH,
      left: networth.net_worth,
      right: last?.net_worth ?? null,
      currency: networth.currency,
      reason:
        networth.net_worth_reason ??
        incomplete(overview) ??
        endsEarlier(readings) ??
        (last?.date === today ? null : `The history ends on ${last?.date ?? 'no day'}.`) ??
        (last?.state === 'PARTIAL' ? 'The history covers a part of the value.' : null),
    },
  ];
}

export function performanceValue({ overview, performance }: ReadingsOf<'overview' | 'performance'>): Pair[] {
  return [
    besideTotal(overview, performance.current_value, {
      reason: performance.reasons.current_value,
      part: partOf(overview),
    }),
  ];
}

export function performanceEnd(readings: ReadingsOf<Recorded | 'performance'>): Pair[] {
  const { overview, performance } = readings;
  // Between two sessions nothing changes, and the last point of the series is of the last one.
  const last = performance.series.findLast(({ value }) => value !== null);
  const reason =
    incomplete(overview) ??
    coveredInPart(performance) ??
    (last === undefined ? endsBefore(undefined, 'series') : null) ??
    endsEarlier(readings);
  return [besideTotal(overview, last?.value ?? null, { reason })];
}

/** Why a line is not of everything at its end; null where it is. */
function coveredInPart({ coverage }: Pick<PerformanceReading, 'coverage'>): string | null {
  const share = coverage === null ? 100 : coverage.value_share_pct;
  if (share === 100) return null;
  return share === null
    ? 'The series covers a part of the value.'
    : `The series covers ${share.toFixed(1)} % of the value.`;
}

const endsBefore = (day: string | undefined, what: string): string =>
  day === undefined ? `The ${what} has no day yet.` : `The ${what} ends on ${day}.`;

export function chartEnd(readings: ReadingsOf<Recorded | 'value_history'>): Pair[] {
  const { overview, value_history, today } = readings;
  const last = value_history.points.findLast(({ value }) => value !== null);
  const reason =
    incomplete(overview) ??
    coveredInPart(value_history) ??
    (last?.date === today ? endsEarlier(readings) : endsBefore(last?.date, 'chart'));
  return [besideTotal(overview, last?.value ?? null, { reason })];
}

export function exportedValue({ overview, exported }: ReadingsOf<'overview' | 'exported'>): Pair[] {
  const reason = exported.value === undefined ? 'The file has no value.' : null;
  return [besideTotal(overview, exported.value ?? null, { reason, part: partOf(overview) })];
}

/** Chat reads the total of the overview: it is compared with the holdings instead. */
export function chatValue(readings: ReadingsOf<'overview' | 'holdings' | 'rates' | 'chat'>): Pair[] {
  return [besideHoldings(readings, readings.chat.value)];
}
