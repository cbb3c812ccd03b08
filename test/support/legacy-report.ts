import type { PrintedReport } from '../../core/research/pdf/index.ts';
import type { LegacyReport } from '../../core/research/publication/index.ts';

/** A report of the first version with each of its newer fields. Every figure is invented. */
export const LEGACY: Required<LegacyReport> = {
  schema_version: '1.0',
  rating: 'HOLD',
  action: 'WATCH',
  confidence: 0.4,
  thesis: 'Orders grow, and the price knows it.',
  bull: ['Irrigation spending grows.'],
  bear: ['Copper may become dearer.'],
  catalysts: ['Results in November 2026'],
  risks: ['Copper'],
  invalidations: ['Orders fall'],
  why_this_rating: 'The price has run ahead of the orders.',
  valuation_basis: 'Cyclical P/E band',
  segment_views: [{ name: 'Pumps', revenue_share_pct: 68, thesis: 'The core of the business.' }],
  peer_set: [
    { symbol: 'DEEP', name: 'Deep Pumps', rating: 'BUY', return_1y_pct: 12.5, rationale: 'Same customers.' },
  ],
};

/** As the printer has it. */
export function printedLegacy(
  report: LegacyReport = LEGACY,
  given: Partial<PrintedReport> = {},
): PrintedReport {
  return {
    run_id: 'ai-3',
    symbol: 'KAVERI',
    company_name: 'Kaveri Pumps Limited',
    status: 'COMPLETED',
    as_of: '2026-03-31T12:00:00.000Z',
    required_pct: null,
    stored: { version: '1.0', report },
    ...given,
  };
}
