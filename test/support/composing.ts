import type { Composing, Outputs } from '../../core/research/analysis/index.ts';
import type { CoverageRow } from '../../core/research/index.ts';
import { checkedReport } from './checked-report.ts';

const IDS: Readonly<Record<string, readonly string[]>> = {
  financial_performance: ['revenue.consolidated.fy2026', 'revenue_growth_pct.consolidated.fy2026'],
  market_and_valuation: ['close.market.2026-09-30'],
  catalysts: ['dividend_per_share.market.2026-08-21'],
  guidance_and_outlook: ['guidance_revenue_growth_pct.company.fy2027'],
};
const finding = (text: string, ...fact_ids: string[]) => ({ text, fact_ids, source_ids: [] as string[] });
const [REVENUE, GROWTH] = IDS['financial_performance'] as [string, string];
const [CLOSE] = IDS['market_and_valuation'] as [string];
const [DIVIDEND] = IDS['catalysts'] as [string];
const [OUTLOOK] = IDS['guidance_and_outlook'] as [string];
const said = (...findings: ReturnType<typeof finding>[]) => ({ summary: 'In short.', findings, gaps: [] });
const risk = (view: string) => ({
  view,
  action: 'HOLD' as const,
  risks: [finding('Steel may become dearer.')],
  invalidations: ['Orders fall.'],
});

/** What every stage said of the company of `checkedReport`: true, and with nothing that its facts do not hold. */
export const OUTPUTS_SAID: Required<Outputs> = {
  BUSINESS_PROFILE: {
    ...said(finding('It makes pumps for farms and mines.')),
    segments: [{ name: 'Pumps', thesis: 'The core of the business.', catalysts: ['Irrigation'], risks: [] }],
  },
  FINANCIAL_PERFORMANCE: said(
    finding('Revenue was ₹1,120 crore in FY2026.', REVENUE),
    finding('Revenue grew 17.9% in FY2026.', GROWTH),
  ),
  EARNINGS_QUALITY: { ...said(), gaps: [{ item: 'Cash flow', reason: 'No filing has it.' }] },
  BALANCE_SHEET: said(),
  MARKET_TECHNICALS: said(finding('The share closed at ₹246.95 on 30 September 2026.', CLOSE)),
  VALUATION: { ...said(), valuation_basis: 'Cyclical P/E band' },
  PEERS_SECTOR: { ...said(), peers: [{ symbol: 'deep', rating: 'HOLD', rationale: 'The same customers.' }] },
  GUIDANCE_OUTLOOK: said(finding('The company expects growth of 14% to 16% in FY2027.', OUTLOOK)),
  CATALYSTS_EVENTS: {
    ...said(finding('A dividend of ₹0.80 a share went ex on 21 August 2026.', DIVIDEND)),
    catalysts: [finding('Results of Q2 FY2027 come in November.')],
  },
  NEWS_SENTIMENT: { ...said(), mood: 'UNKNOWN' },
  BULL_CASE: { summary: 'Up.', statements: [finding('Revenue grew 17.9% in FY2026.', GROWTH)] },
  BEAR_CASE: { summary: 'Down.', statements: [finding('Steel may become dearer.')] },
  AGGRESSIVE_RISK: risk('Little can go wrong.'),
  NEUTRAL_RISK: risk('Some things can go wrong.'),
  CONSERVATIVE_RISK: risk('Much can go wrong.'),
  RECONCILIATION: { summary: 'Both agree on growth.', agreed: ['It grows.'], disputed: [] },
  COMMITTEE: {
    rating: 'Overweight',
    action: 'ADD',
    confidence: 0.6,
    horizon: '12 months',
    disagreement: 'The bears doubt the margin.',
    coverage_note: 'Every required section has evidence.',
    why_not: 'It is no BUY, because the price has run ahead.',
    thesis_requirements: ['Margins hold.'],
  },
  EDITOR: {
    thesis: 'Orders grow and debt is low.',
    why_this_rating: 'Revenue grew 17.9% in FY2026.',
    valuation_basis: 'Cyclical P/E band',
    sections: [
      {
        id: 'financial_performance',
        paragraphs: [
          {
            text: 'Revenue was ₹1,120 crore in FY2026, 17.9% more than a year before.',
            claim_ids: ['c2', 'c3'],
          },
        ],
      },
      {
        id: 'market_and_valuation',
        paragraphs: [{ text: 'The share closed at ₹246.95.', claim_ids: ['c4'] }],
      },
    ],
    bull: [{ statement: 'Growth of 17.9% in FY2026.', claim_ids: ['c3'] }],
    bear: [{ statement: 'Steel may become dearer.', claim_ids: [] }],
    catalysts: ['Results of Q2 FY2027'],
    risks: ['Steel'],
    invalidations: ['Orders fall.'],
  },
};

/** A run that came to its end, with what its stages said; what a test gives stands instead. */
export function composing(given: Partial<Composing> = {}): Composing {
  const { draft, against } = checkedReport();
  const rows = draft.sections.map(({ id, title, coverage }): CoverageRow => {
    const { family, minimum, achieved } = coverage;
    return {
      obligation: id,
      title,
      section: id,
      family,
      is_required: true,
      minimum,
      achieved,
      is_covered: true,
      reason: null,
      detail: 'Based on filings.',
      fact_ids: IDS[id] ?? [],
      before: { is_covered: true, reason: null },
    };
  });
  return {
    run_id: 'ai-7',
    mode: 'HISTORICAL',
    as_of: draft.as_of,
    generated_at: draft.generated_at,
    subject: {
      instrument_id: '12',
      symbol: 'KAVERI',
      exchange: 'NSE',
      isin: 'INE000K01011',
      name: 'Kaveri Pumps Limited',
      sector: 'Industrials',
      industry: 'Pumps',
      currency: 'INR',
      former_isins: [],
      former_symbols: [],
    },
    profileName: null,
    facts: against.facts,
    conflicts: [],
    coverage: { rows, required_pct: 100, verdict: 'SUFFICIENT' },
    packets: against.packets,
    outputs: OUTPUTS_SAID,
    peers: [{ symbol: 'DEEP', name: 'Deep Pumps' }],
    stages: draft.stages,
    ...given,
  };
}
