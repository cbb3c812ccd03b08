import type { HistoryPoint, PortfolioArea } from '../../portfolio/index.ts';
import type { Values } from '../../performance/engine/index.ts';
import { downsample } from '../../finance/returns/index.ts';
import type { Cached } from '../cached.ts';
import { endLimits, lastKnown } from '../measures/index.ts';
import type { ReturnFacts } from '../performance/index.ts';
import { historyPoints } from './history-points.ts';
import type { ValueHistory, ValueHistoryQuery } from './view.ts';

/** More points than a chart is wide show nothing more. */
const MOST_POINTS = 400;

/**
 * Value and cost since the first transaction, on the line that the reports measure; recorded values where there are no
 * transactions.
 * @throws 404 PORTFOLIO_NOT_FOUND; 503 CALCULATION_FAILED.
 */
export function createValueHistory(
  {
    portfolio,
    values,
    facts,
  }: { portfolio: Pick<PortfolioArea, 'history'>; values: Pick<Values, 'read'>; facts: ReturnFacts },
  cached: Cached,
) {
  return cached('value-history', async (userId: string, query: ValueHistoryQuery): Promise<ValueHistory> => {
    const name = query.portfolio?.trim() || null;
    const line = await facts.daily(userId, name, query.as_known);
    if (!line.is_calculated) {
      const recorded = await portfolio.history.read(userId, name);
      // Values as recorded at the time are of the prices of their hours.
      const limits = await facts.limits(userId, line, null);
      const ends = query.as_known === 'then' ? { ...limits, freshness: null } : limits;
      return {
        ...recorded,
        points: thinned(recorded.points),
        ...ends,
        limits: endLimits(ends, lastKnown(line)),
      };
    }
    const points = historyPoints(line, await values.read(userId, name));
    return {
      portfolio: line.portfolio,
      currency: line.currency,
      points: thinned(points),
      reason: line.ledger_reason,
      notes: points.some(({ invested, value }) => invested === null && value !== null) ? [UNKNOWN_COST] : [],
      ...(await facts.limits(userId, line, null)),
    };
  });
}

const thinned = (points: readonly HistoryPoint[]): HistoryPoint[] =>
  downsample(points, MOST_POINTS, ({ value, invested }) => [value, invested]);

const UNKNOWN_COST =
  'The invested amount is unknown on days when you held units of unknown cost. Record the cost under Data quality, Opening positions.';
