import type { PortfolioValues, Values } from '../../performance/engine/index.ts';
import { type ReconciledRecord, reconcileRecords } from '../../performance/recorded/index.ts';
import { type Context, istDate, type Page } from '../../platform/index.ts';
import type { PortfolioArea } from '../../portfolio/index.ts';
import { pageOf } from '../page.ts';
import { type ComparedDay, recordedDifferences, type RecordedDifference } from './compare.ts';
import type { RecordedCounts, RecordedDifferencesQuery, RecordedDifferenceView } from './view.ts';
import { causeText } from './words.ts';

interface RecordedValuesParts {
  portfolio: Pick<PortfolioArea, 'recordedDays'>;
  /** The recalculated daily values. */
  values: Pick<Values, 'read'>;
  /** Keeps the comparison until one of the facts that it rests on changes. */
  cached: <V>(
    name: 'recorded-values',
    compute: (userId: string, query: { portfolio: string | null }) => Promise<V>,
  ) => { read(userId: string, query: { portfolio: string | null }): Promise<V> };
}

const MOST_SYMBOLS = 20;

/** Differences between the recorded and the recalculated values of past days, with their causes. */
export function createRecordedValues(
  { clock }: Pick<Context, 'clock'>,
  { portfolio, values, cached }: RecordedValuesParts,
) {
  const comparison = cached('recorded-values', async (userId, query) => {
    const today = istDate(clock.now());
    const recorded = await portfolio.recordedDays.read(userId, query.portfolio);
    // Today is not over: its last snapshot is yet to come.
    const past = recorded.filter(({ day }) => day < today);
    if (past.length === 0) return { compared_days: 0, differences: [] };
    const recalculated = await values.read(userId, query.portfolio);
    const days = comparedDays(reconcileRecords(past, recalculated), recalculated);
    const unlike = days.filter(({ books }) => books !== 'SAME');
    const [first, last] = [unlike[0], unlike.at(-1)];
    const changes =
      first === undefined || last === undefined
        ? []
        : await portfolio.recordedDays.changes(userId, query.portfolio, {
            after: first.recorded_at,
            until: last.day,
          });
    const differences = recordedDifferences(days, changes);
    return {
      compared_days: days.length,
      /** The newest first. */
      differences: differences.reverse().map((one) => toView(one, recalculated)),
    };
  });

  return {
    /** @throws 404 PORTFOLIO_NOT_FOUND; 503 CALCULATION_FAILED. */
    async list(
      this: void,
      userId: string,
      query: RecordedDifferencesQuery,
    ): Promise<Page<RecordedDifferenceView>> {
      const { differences } = await comparison.read(userId, { portfolio: query.portfolio?.trim() || null });
      return pageOf(differences, query);
    },

    async count(userId: string): Promise<RecordedCounts> {
      const { compared_days, differences } = await comparison.read(userId, { portfolio: null });
      return {
        compared_days,
        differing_days: differences.reduce((sum, { days }) => sum + days, 0),
        differences: differences.length,
        unknown_causes: differences.filter(({ cause }) => cause === 'UNKNOWN').length,
      };
    },
  };
}

/** Days with a recorded and a recalculated value of all holdings. */
function comparedDays(
  records: readonly ReconciledRecord[],
  { days: dates, daily, covered }: Pick<PortfolioValues, 'days' | 'daily' | 'covered'>,
): ComparedDay[] {
  const indexes = new Map(dates.map((day, at) => [day, at]));
  return records.flatMap(({ value: recorded, is_whole, ...record }) => {
    const at = indexes.get(record.day);
    if (at === undefined || recorded === null || !is_whole) return [];
    const recalculated = daily.value[at] ?? null;
    if (recalculated === null || (covered?.daily.share[at] ?? 1) < 1) return [];
    const [last, put_in, taken_out] = [daily.value[at - 1], daily.put_in[at], daily.taken_out[at]];
    const isKnown = typeof last === 'number' && typeof put_in === 'number' && typeof taken_out === 'number';
    return [{ ...record, recorded, recalculated, before: isKnown ? last + put_in - taken_out : null }];
  });
}

function toView(
  { cause, from, to, days, largest }: RecordedDifference,
  { portfolio, currency }: Pick<PortfolioValues, 'portfolio' | 'currency'>,
): RecordedDifferenceView {
  const { day, recorded, recalculated, symbols } = largest;
  const difference = recalculated - recorded;
  return {
    portfolio,
    currency,
    from,
    to,
    days,
    largest: {
      day,
      recorded,
      recalculated,
      difference,
      pct: recorded === 0 ? null : (difference / recorded) * 100,
    },
    cause: cause.code,
    message: causeText(cause),
    changed_on: cause.change === null ? null : istDate(cause.change.at),
    import_id: cause.change?.import_id ?? null,
    file_name: cause.change?.file_name ?? null,
    symbols: symbols.slice(0, MOST_SYMBOLS),
    symbols_count: symbols.length,
  };
}
