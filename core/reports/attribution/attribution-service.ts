import type { PortfolioArea } from '../../portfolio/index.ts';
import type { Cached } from '../cached.ts';
import type { GapWarnings } from '../ledger-gaps.ts';
import { attributionReport, explainAttribution } from './attribution-report.ts';
import type { ReportQuery } from '../report-query.ts';
import { oldPriceWarnings } from '../warning.ts';
import type { AttributionView } from './view.ts';

/** GET /attribution: which holdings made the gain, in the currency of Networth: rupees unless another one is chosen (spec: Reports; Report rules 5). */
export function createAttributionReport(
  portfolio: Pick<PortfolioArea, 'holdingsValuation'>,
  { gaps, cached }: { gaps: GapWarnings; cached: Cached },
) {
  return cached('attribution', async (userId: string, query: ReportQuery): Promise<AttributionView> => {
    const standing = await portfolio.holdingsValuation.read(userId, {
      portfolio: query.portfolio ?? null,
      currency: { of: 'networth' },
    });
    const report = attributionReport(standing);
    const missing = await gaps.warnings(userId, standing.portfolio);
    const view = {
      ...report,
      warnings: [...report.warnings, ...oldPriceWarnings(standing.freshness), ...missing],
    };
    return query.explain === true ? { ...view, explanations: explainAttribution(view, standing) } : view;
  });
}
