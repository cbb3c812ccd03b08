import type { PortfolioArea, RecordedDay } from '../../portfolio/index.ts';
import type { Values } from '../../performance/engine/index.ts';
import { dayInWords } from '../../platform/index.ts';
import type { Cached } from '../cached.ts';
import { NO_VALUE_YET } from '../measures/index.ts';
import type { ReturnFacts } from '../performance/index.ts';
import { downsample } from './downsample.ts';
import { historyPoints } from './history-points.ts';
import type { ValueHistory, ValueHistoryQuery } from './view.ts';

/** More points than a chart is wide show nothing more. */
const MOST_POINTS = 400;

/**
 * Value and cost over time, on the line that the reports measure. As known then, both are as they were recorded.
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
    const records = isThen ? await portfolio.recordedDays.read(userId, name) : [];
    const points = isThen
      ? records.map(({ day, value, invested }) => ({ date: day, value, invested }))
      : historyPoints(line, await values.read(userId, name));
    return {
      portfolio: line.portfolio,
      currency: line.currency,
      points: downsample(points, MOST_POINTS),
      reason: points.every(({ value }) => value === null) ? (line.ledger_reason ?? NO_VALUE_YET) : null,
      notes: [
        ...partialNote(records),
        ...(points.some(({ invested, value }) => invested === null && value !== null) ? [UNKNOWN_COST] : []),
      ],
      provisional_reason: null,
      coverage: await facts.coverage(userId, line),
    };
  });
}

const UNKNOWN_COST =
  'The invested amount is unknown on days when you held units of unknown cost. Record the cost under Data quality, Opening positions.';

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
