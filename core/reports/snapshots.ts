import * as yup from 'yup';
import { MOST_SNAPSHOTS, type PortfolioArea } from '../portfolio/index.ts';
import type { Cached } from './cached.ts';
import { instantOf, moment } from './moment.ts';
import { portfolioFilter } from './report-query.ts';

/** The most recent `limit` snapshots between two moments, both included. */
export const snapshotsQuery = yup
  .object({
    portfolio: portfolioFilter,
    from: moment,
    to: moment,
    limit: yup.number().integer().min(1).max(MOST_SNAPSHOTS).optional(),
  })
  .noUnknown();
type SnapshotsQuery = yup.InferType<typeof snapshotsQuery>;

/** GET /snapshots: recorded hours of a portfolio. @throws 404 PORTFOLIO_NOT_FOUND, 422 VALIDATION_ERROR */
export function createSnapshotsReport({ snapshots }: Pick<PortfolioArea, 'snapshots'>, cached: Cached) {
  return cached(
    'snapshots',
    async (userId: string, { from, to, ...query }: SnapshotsQuery) =>
      await snapshots.list(userId, { ...query, from: instantOf(from, 'start'), to: instantOf(to, 'end') }),
  );
}
