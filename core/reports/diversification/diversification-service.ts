import {
  type PortfolioArea,
  type ReadUndecided,
  undecidedIn,
  undecidedWarnings,
} from '../../portfolio/index.ts';
import type { Cached } from '../cached.ts';
import { explainDiversification } from './diversification-explanations.ts';
import { diversificationReport } from './diversification-report.ts';
import type { ReportQuery } from '../report-query.ts';
import { oldPriceWarnings } from '../warning.ts';
import type { DiversificationView } from './view.ts';

/** GET /diversification: how the money is spread, in the currency of Networth: rupees unless another one is chosen (spec: Reports). */
export function createDiversificationReport(
  {
    portfolio,
    readUndecided,
  }: { portfolio: Pick<PortfolioArea, 'holdingsValuation'>; readUndecided: ReadUndecided },
  cached: Cached,
) {
  return cached(
    'diversification',
    async (userId: string, query: ReportQuery): Promise<DiversificationView> => {
      const standing = await portfolio.holdingsValuation.read(userId, {
        portfolio: query.portfolio ?? null,
        currency: { of: 'networth' },
      });
      const report = diversificationReport(standing);
      const undecided = undecidedIn(await readUndecided(userId), standing.portfolio);
      const view = {
        ...report,
        warnings: [
          ...report.warnings,
          ...oldPriceWarnings(standing.freshness),
          ...undecidedWarnings(undecided),
        ],
      };
      return query.explain === true
        ? { ...view, explanations: explainDiversification(view, standing) }
        : view;
    },
  );
}
