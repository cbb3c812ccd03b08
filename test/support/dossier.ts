import type { DossierView } from '../../core/research/index.ts';
import { publication } from './publication.ts';

const AT = '2026-10-01T04:00:00.000Z';

/** The dossier of a run that came to the report of `publication`; what a test gives stands instead. */
export function dossier(
  given: Partial<Omit<DossierView, 'run'>> = {},
  run: Partial<DossierView['run']> = {},
): DossierView {
  const report = given.report === undefined ? publication() : given.report;
  return {
    run: {
      run_id: 'ai-7',
      symbol: 'KAVERI',
      company_name: 'Kaveri Pumps Limited',
      instrument_id: '12',
      route: 'V3',
      mode: 'CURRENT',
      cutoff: null,
      as_of: AT,
      status: 'COMPLETED',
      stage: 'FINISH',
      stage_title: 'Result, PDF and comparison',
      stages_done: 24,
      stages: 24,
      error: null,
      verdict: 'SUFFICIENT',
      required_pct: 100,
      portfolio_id: null,
      retry_of: null,
      cancel_requested: false,
      created_at: AT,
      started_at: AT,
      updated_at: AT,
      finished_at: AT,
      ...run,
    },
    subject: {
      instrument_id: '12',
      symbol: 'KAVERI',
      exchange: 'NSE',
      isin: 'INE000K01011',
      name: 'Kaveri Pumps Limited',
      sector: null,
      industry: null,
      currency: 'INR',
    },
    cost: { spent_usd: 0.18, limit_usd: 1, words: '' },
    stages: [],
    legacy_report: null,
    report_problem: null,
    why_this_rating: report?.why_this_rating ?? null,
    valuation_basis: report?.valuation_basis ?? null,
    segment_views: report?.segment_views ?? null,
    peer_set: report?.peer_set ?? null,
    claims: report?.claims ?? [],
    sources: report?.sources ?? [],
    thesis_baselines: [],
    comparisons: [],
    outcomes: [],
    totals: { packets: 3, facts: 4, conflicts: 0, unavailable: 0, refused: 0, failures: 0 },
    packets: [],
    facts: [],
    conflicts: [],
    coverage: [],
    unavailable: [],
    refused: [],
    failures: [],
    hash_mismatch: 0,
    ...given,
    report,
  };
}
