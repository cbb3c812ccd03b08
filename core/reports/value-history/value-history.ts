import { downsample, withGaps } from '../../finance/returns/index.ts';
import type { PortfolioArea, RecordedDay } from '../../portfolio/index.ts';
import type { Values } from '../../performance/engine/index.ts';
import { dayInWords } from '../../platform/index.ts';
import type { Cached } from '../cached.ts';
import { endLimits, lastValuedDay, NO_VALUE_YET, type ValueLine } from '../measures/index.ts';
import type { ReturnFacts } from '../performance/index.ts';
import { historyPoints } from './history-points.ts';
import type { HistoryPoint, ValueHistory, ValueHistoryQuery } from './view.ts';

/** More points than a chart is wide show nothing more. */
const MOST_POINTS = 400;

/**
 * Value and cost over time, on the line that the reports measure. As known then, both are as they were recorded, and so are
 * those of holdings by hand on days of which no units were kept.
 * @throws 404 PORTFOLIO_NOT_FOUND; 503 CALCULATION_FAILED.
 */
export function createValueHistory(
  {
    portfolio,
    values,
    facts,
  }: { portfolio: Pick<PortfolioArea, 'recordedDays'>; values: Pick<Values, 'read'>; facts: ReturnFacts },
  cached: Cached,
) {
  return cached('value-history', async (userId: string, query: ValueHistoryQuery): Promise<ValueHistory> => {
    const name = query.portfolio?.trim() || null;
    const line = await facts.daily(userId, name, query.as_known);
    const isThen = query.as_known === 'then';
    const calculated = isThen ? [] : historyPoints(line, await values.read(userId, name));
    const [begin] = calculated;
    const isByHand = line.spans.every(({ basis }) => basis === 'SNAPSHOT');
    const all = isByHand ? await portfolio.recordedDays.read(userId, name) : [];
    const records = all.filter(({ day }) => isThen || (begin !== undefined && day < begin.date));
    const points = isThen
      ? recordedPoints(line.days, records)
      : [...recordedPoints([], records), ...calculated];
    const limits = await facts.limits(userId, line, null);
    // Values as recorded at the time are of the prices of their hours.
    const ends = isThen ? { ...limits, freshness: null } : limits;
    return {
      portfolio: line.portfolio,
      currency: line.currency,
      points: downsample(points, MOST_POINTS, ({ value, invested }) => [value, invested]),
      reason: points.every(({ value }) => value === null) ? (line.ledger_reason ?? NO_VALUE_YET) : null,
      notes: [
        ...partialNote(records),
        ...(isThen ? [] : recordedNote(records)),
        ...(points.some(({ invested, value }) => invested === null && value !== null) ? [UNKNOWN_COST] : []),
      ],
      provisional_reason: null,
      ...ends,
      limits: endLimits(ends, lastValuedDay(line)),
    };
  });
}

/** Points of the recorded days, with the open days in the gaps of the line. */
function recordedPoints(days: ValueLine['days'], records: readonly RecordedDay[]): HistoryPoint[] {
  const recorded = new Set(records.map(({ day }) => day));
  return withGaps<HistoryPoint>(
    days.filter(({ day }) => !recorded.has(day)),
    records.map(({ day, value, invested }) => ({ date: day, value, invested })),
    { dayOf: ({ date }) => date, open: (date) => ({ date, value: null, invested: null }) },
  );
}

const UNKNOWN_COST =
  'The invested amount is unknown on days when you held units of unknown cost. Record the cost under Data quality, Opening positions.';

function recordedNote(records: readonly RecordedDay[]): string[] {
  const last = records.at(-1);
  return last === undefined
    ? []
    : [`Values until ${dayInWords(last.day)} are as they were recorded, without the units behind them.`];
}

function partialNote(records: readonly RecordedDay[]): string[] {
  const partial = records.filter(({ value, is_whole }) => value !== null && !is_whole);
  const last = partial.at(-1);
  if (last === undefined) return [];
  const when =
    partial.length === 1
      ? `of ${dayInWords(last.day)}`
      : `of ${partial.length} days, the last of them ${dayInWords(last.day)},`;
  return [`The value ${when} excludes holdings without a price or exchange rate.`];
}
