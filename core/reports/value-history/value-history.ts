import type { PortfolioArea } from '../../portfolio/index.ts';
import type { Values } from '../../performance/engine/index.ts';
import type { Cached } from '../cached.ts';
import type { ReturnFacts } from '../performance/index.ts';
import { downsample } from './downsample.ts';
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
      return {
        ...recorded,
        points: downsample(recorded.points, MOST_POINTS),
        provisional_reason: null,
        coverage: null,
      };
    }
    const points = historyPoints(line, await values.read(userId, name));
    return {
      portfolio: line.portfolio,
      currency: line.currency,
      points: downsample(points, MOST_POINTS),
      reason: line.ledger_reason,
      notes: points.some(({ invested, value }) => invested === null && value !== null) ? [UNKNOWN_COST] : [],
      provisional_reason: null,
      coverage: await facts.coverage(userId, line),
    };
  });
}

const UNKNOWN_COST =
  'The invested amount is unknown on days when you held units of unknown cost. Record the cost under Data quality, Opening positions.';
