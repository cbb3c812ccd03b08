import { type Context, dayInWords } from '../../platform/index.ts';
import { list, type PortfolioArea, type ValueHistory } from '../../portfolio/index.ts';
import type { Values } from '../../performance/engine/index.ts';
import type { Cached } from '../cached.ts';
import type { PortfolioQuery } from '../report-query.ts';
import { downsample } from './downsample.ts';
import { type WholeHistory, withLedgerDays } from './with-ledger-days.ts';

/** More points than a chart is wide show nothing more. */
const MOST_POINTS = 400;

/**
 * Value and cost since the first transaction: recorded where a snapshot was taken, and worked out from the ledger and the
 * closes on the days before and between. A day without a price of anything held stays unknown.
 * @throws 404 PORTFOLIO_NOT_FOUND
 */
export function createValueHistory(
  { log }: Pick<Context, 'log'>,
  {
    portfolio,
    values,
  }: { portfolio: Pick<PortfolioArea, 'history' | 'daily'>; values: Pick<Values, 'read'> },
  cached: Cached,
) {
  return cached('value-history', async (userId: string, query: PortfolioQuery): Promise<ValueHistory> => {
    const [recorded, ledger] = await Promise.all([
      portfolio.history.read(userId, query.portfolio),
      // What is recorded must not be lost because the rest could not be worked out.
      values.read(userId, query.portfolio).catch((error: unknown) => {
        log.warn({ err: error }, 'the value of past days could not be calculated');
        return null;
      }),
    ]);
    if (ledger === null || ledger.days.length === 0)
      return { ...recorded, points: downsample(recorded.points, MOST_POINTS) };
    const { off_ledger_days } = await portfolio.daily.read(userId, query.portfolio);
    const { points, partial } = withLedgerDays(recorded.points, ledger, off_ledger_days);
    const isKnown = points.some(({ value }) => value !== null);
    return {
      ...recorded,
      points: downsample(points, MOST_POINTS),
      reason: isKnown ? null : (ledger.reasons[0]?.reason ?? recorded.reason),
      notes: [...recorded.notes, ...partialNote(partial)],
    };
  });
}

function partialNote(partial: WholeHistory['partial']): string[] {
  if (partial === null) return [];
  const { from, to, excluded } = partial;
  const when = from === to ? `On ${dayInWords(from)}` : `From ${dayInWords(from)} to ${dayInWords(to)}`;
  const symbols = [...new Set(excluded.map(({ symbol }) => symbol))];
  return [`${when} the lines exclude ${list(symbols)}, because closes or transactions are missing.`];
}
