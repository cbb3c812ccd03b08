import { istDate } from '../../platform/index.ts';
import { NETWORTH } from '../../portfolio/index.ts';
import type { Pair } from './identity.ts';
import { besideTotal, held, incomplete, partOf, type Read } from './pairs.ts';
import type { ReadPerformance } from './readings.ts';

/* The value of now beside the ends of the lines over time, and beside what other doors show. */

/** Why the value that was recorded last is not one of now; null where nothing has changed since. */
function changedSince({
  overview,
  facts,
  recorded,
  today,
}: Read<'overview' | 'facts' | 'recorded' | 'today'>): string | null {
  const { last } = recorded;
  if (last === null) return 'No value is recorded yet. Munim records one every hour while it runs.';
  const at = new Date(last.at);
  if (istDate(at) !== today) return `The last value was recorded on ${istDate(at)}.`;
  const isChanged =
    (facts.changed_at !== null && facts.changed_at > at) ||
    last.holdings_count !== overview.total.holdings_count;
  if (isChanged) return 'Holdings or prices changed after the last value was recorded.';
  const isNewRate = overview.fx_rates.some(({ day }) => day !== null && day >= today);
  return isNewRate ? 'Today’s exchange rates may have changed since the last value was recorded.' : null;
}

/** Where transactions do not explain what is held, a line ends with the value that was recorded last. */
function recordedReason(
  readings: Read<'overview' | 'holdings' | 'facts' | 'recorded' | 'today'>,
): string | null {
  const isRecorded = held(readings.holdings).some(
    ({ reconciliation }) => reconciliation.status !== 'MATCHED',
  );
  return isRecorded ? changedSince(readings) : null;
}

export function netWorthHistory(
  readings: Read<'overview' | 'holdings' | 'networth' | 'facts' | 'recorded' | 'today'>,
): Pair[] {
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
        recordedReason(readings) ??
        (last?.date === today ? null : `The history ends on ${last?.date ?? 'no day'}.`) ??
        (last?.state === 'PARTIAL' ? 'The history covers a part of the value.' : null),
      part: partOf(overview),
    },
  ];
}

export function performanceValue({ overview, performance }: Read<'overview' | 'performance'>): Pair[] {
  return [
    besideTotal(overview, performance.current_value, {
      reason: performance.reasons.current_value,
      part: partOf(overview),
    }),
  ];
}

export function performanceEnd(
  readings: Read<'overview' | 'performance' | 'facts' | 'recorded' | 'today'>,
): Pair[] {
  const { overview, performance } = readings;
  // Between two sessions nothing changes, and the last point of the series is of the last one.
  const last = performance.series.findLast(({ value }) => value !== null);
  const reason =
    incomplete(overview) ??
    coveredInPart(performance) ??
    (last === undefined ? endsBefore(undefined, 'series') : null) ??
    (last?.basis === 'SNAPSHOT' ? changedSince(readings) : null);
  return [besideTotal(overview, last?.value ?? null, { reason })];
}

/** Why a line is not of everything at its end; null where it is. */
function coveredInPart({ coverage }: Pick<ReadPerformance, 'coverage'>): string | null {
  const share = coverage === null ? 100 : coverage.value_share_pct;
  if (share === 100) return null;
  return share === null
    ? 'The series covers a part of the value.'
    : `The series covers ${share.toFixed(1)} % of the value.`;
}

const endsBefore = (day: string | undefined, what: string): string =>
  day === undefined ? `The ${what} has no day yet.` : `The ${what} ends on ${day}.`;

export function chartEnd(
  readings: Read<'overview' | 'holdings' | 'value_history' | 'facts' | 'recorded' | 'today'>,
): Pair[] {
  const { overview, value_history, today } = readings;
  const last = value_history.points.findLast(({ value }) => value !== null);
  const reason =
    incomplete(overview) ??
    coveredInPart(value_history) ??
    (last?.date === today ? recordedReason(readings) : endsBefore(last?.date, 'chart'));
  return [besideTotal(overview, last?.value ?? null, { reason })];
}

export function exportedValue({ overview, exported }: Read<'overview' | 'exported'>): Pair[] {
  const reason = exported.value === undefined ? 'The file has no value.' : null;
  return [besideTotal(overview, exported.value ?? null, { reason, part: partOf(overview) })];
}

export function chatValue({ overview, chat }: Read<'overview' | 'chat'>): Pair[] {
  return [besideTotal(overview, chat.value, { part: partOf(overview) })];
}
