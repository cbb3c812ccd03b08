import {
  type Authority,
  type CoverageReason,
  type EvidenceFamily,
  type MetricId,
  MINIMUM_AUTHORITY,
  type Scope,
  type SourceFamily,
} from '../../port/index.ts';

/** How old figures may be to answer something, in days before the moment of the run; AHEAD is for periods that have not ended. */
type Freshness = number | 'AHEAD' | null;

/** One thing that a dossier must answer, or may. */
export interface Obligation {
  id: string;
  title: string;
  /** Section of the dossier. */
  section: string;
  family: EvidenceFamily;
  is_required: boolean;
  /** Of each group, one figure at least. */
  groups: readonly (readonly MetricId[])[];
  /** Other figures that belong here and are shown with it. */
  shows: readonly MetricId[];
  scopes: readonly Scope[];
  /** Which evidence counts (research/Evidence acquisition rules 5). */
  source_families: readonly SourceFamily[];
  fresh: Freshness;
  /** Why it is not covered, where nothing is found. */
  reason: CoverageReason;
  /** What to do about that. */
  advice: string;
}

const OWN = ['consolidated', 'standalone', 'company'] as const satisfies readonly Scope[];
const STATEMENTS = [
  'exchange_filings',
  'fundamentals',
  'annual_report',
] as const satisfies readonly SourceFamily[];
const PRICES = [
  'market_data',
  'exchange_prices',
  'exchange_technicals',
] as const satisfies readonly SourceFamily[];
const RATIOS = [...STATEMENTS, ...PRICES] as const;
/** Results are yearly at the least, and come within months. */
const RESULTS_DAYS = 500;
/** No exchange rests for longer. */
const PRICE_DAYS = 10;
const ACTION_DAYS = 400;

const IMPORT_RESULTS =
  'Import its filings with the exchange or the SEC, or add the company’s own site to RESEARCH_ISSUER_DOMAINS.';
const IMPORT_PRICES = 'Import the exchange’s price files, or connect a broker whose prices are official.';

const optional = { is_required: false, reason: 'no_source_family', shows: [] } as const;

/** What a dossier answers. The four required sections are one for each family that gates (decisions/Publication V2). */
export const OBLIGATIONS: readonly Obligation[] = [
  {
    id: 'financial_performance',
    title: 'Revenue and profit',
    section: 'financial_performance',
    family: 'FINANCIAL_STATEMENTS',
    is_required: true,
    groups: [
      ['revenue', 'total_income', 'interest_earned'],
      ['net_income', 'net_income_owners'],
    ],
    shows: ['revenue_ttm', 'net_income_ttm', 'net_income_owners_ttm', 'net_margin_pct'],
    scopes: OWN,
    source_families: STATEMENTS,
    fresh: RESULTS_DAYS,
    reason: 'no_source_family',
    advice: IMPORT_RESULTS,
  },
  {
    id: 'market_and_valuation',
    title: 'Price',
    section: 'market_and_valuation',
    family: 'EXCHANGE_PRICES',
    is_required: true,
    groups: [['close']],
    shows: ['market_cap', 'pe_ttm', 'pb_ratio', 'eps_ttm'],
    scopes: ['market', ...OWN],
    source_families: PRICES,
    fresh: PRICE_DAYS,
    reason: 'no_source_family',
    advice: IMPORT_PRICES,
  },
  {
    id: 'catalysts',
    title: 'Dividends, splits and other corporate actions',
    section: 'catalysts',
    family: 'CORPORATE_ACTIONS',
    is_required: true,
    groups: [['dividend_per_share', 'split_ratio', 'bonus_ratio', 'corporate_event']],
    shows: ['dividends_per_share_1y'],
    scopes: ['market', ...OWN],
    source_families: ['corporate_actions'],
    fresh: ACTION_DAYS,
    reason: 'no_source_family',
    advice: 'Import the exchange’s list of corporate actions.',
  },
  {
    id: 'guidance_and_outlook',
    title: 'What the company expects',
    section: 'guidance_and_outlook',
    family: 'COMPANY_GUIDANCE',
    is_required: true,
    groups: [
      [
        'guidance_revenue',
        'guidance_revenue_growth_pct',
        'guidance_ebitda_margin_pct',
        'guidance_eps_diluted',
        'guidance_capex',
      ],
    ],
    shows: ['order_book'],
    scopes: OWN,
    source_families: ['company_guidance', 'exchange_filings', 'annual_report'],
    fresh: 'AHEAD',
    reason: 'no_source_family',
    advice:
      'Add the company’s own site to RESEARCH_ISSUER_DOMAINS, or import its announcements. If the company gives no guidance, this stays open.',
  },
  {
    ...optional,
    id: 'valuation_ratios',
    title: 'Valuation ratios',
    section: 'market_and_valuation',
    family: 'EXCHANGE_PRICES',
    groups: [['pe_ttm', 'pb_ratio', 'market_cap']],
    shows: ['eps_ttm', 'earnings_yield', 'book_to_price'],
    scopes: ['market', ...OWN],
    source_families: RATIOS,
    fresh: PRICE_DAYS,
    advice: IMPORT_PRICES,
  },
  {
    ...optional,
    id: 'growth',
    title: 'Growth of revenue and profit',
    section: 'financial_performance',
    family: 'FINANCIAL_STATEMENTS',
    groups: [['revenue_growth_pct', 'revenue_cagr_pct', 'net_income_cagr_pct']],
    scopes: OWN,
    source_families: STATEMENTS,
    fresh: RESULTS_DAYS,
    advice: 'Growth needs the same figure for the year before. ' + IMPORT_RESULTS,
  },
  {
    ...optional,
    id: 'earnings',
    title: 'Earnings per share and the make-up of profit',
    section: 'earnings_quality',
    family: 'FINANCIAL_STATEMENTS',
    groups: [['eps_diluted', 'eps_basic', 'eps_ttm']],
    shows: [
      'profit_before_tax',
      'profit_before_exceptional',
      'exceptional_items',
      'operating_income',
      'ebitda',
      'total_expenses',
      'employee_expense',
      'depreciation',
      'finance_costs',
      'tax_expense',
      'other_income',
      'interest_expended',
      'net_interest_income',
      'comprehensive_income',
      'shares_diluted',
    ],
    scopes: OWN,
    source_families: STATEMENTS,
    fresh: RESULTS_DAYS,
    advice: IMPORT_RESULTS,
  },
  {
    ...optional,
    id: 'balance_sheet',
    title: 'Assets, debt and equity',
    section: 'balance_sheet',
    family: 'FINANCIAL_STATEMENTS',
    groups: [['total_assets'], ['total_equity', 'equity_owners']],
    shows: [
      'debt_to_equity',
      'total_debt',
      'return_on_equity_pct',
      'total_liabilities',
      'non_controlling_interest',
      'borrowings_current',
      'borrowings_noncurrent',
      'cash',
      'receivables',
      'inventory',
      'shares_outstanding',
      'paid_up_capital',
      'face_value',
    ],
    scopes: OWN,
    source_families: STATEMENTS,
    fresh: RESULTS_DAYS,
    advice: 'Balance sheets come with half-yearly and yearly filings. ' + IMPORT_RESULTS,
  },
  {
    ...optional,
    id: 'cash_flow',
    title: 'Cash flow',
    section: 'earnings_quality',
    family: 'FINANCIAL_STATEMENTS',
    groups: [['operating_cash_flow', 'free_cash_flow']],
    shows: ['capex', 'investing_cash_flow', 'financing_cash_flow'],
    scopes: OWN,
    source_families: STATEMENTS,
    fresh: RESULTS_DAYS,
    advice: 'Cash flow comes with half-yearly and yearly filings. ' + IMPORT_RESULTS,
  },
  {
    ...optional,
    id: 'technicals',
    title: 'Price over time',
    section: 'market_and_valuation',
    family: 'EXCHANGE_PRICES',
    groups: [['sma_200', 'sma_50', 'high_52w_close', 'price_return_1y_pct']],
    shows: ['low_52w_close', 'index_close', 'index_return_1y_pct'],
    scopes: ['market', ...OWN],
    source_families: PRICES,
    fresh: PRICE_DAYS,
    advice: IMPORT_PRICES,
  },
  {
    ...optional,
    id: 'segments',
    title: 'Segments',
    section: 'business_profile',
    family: 'FINANCIAL_STATEMENTS',
    groups: [['segment_revenue', 'segment_revenue_share_pct']],
    scopes: ['segment'],
    source_families: STATEMENTS,
    fresh: RESULTS_DAYS,
    reason: 'no_segment_document',
    advice: 'Import a filing that states revenue by segment. A company with one segment has none.',
  },
  {
    ...optional,
    id: 'peers',
    title: 'Peers',
    section: 'peers_and_sector',
    family: 'EXCHANGE_PRICES',
    groups: [['peer_pe_median', 'peer_pb_median']],
    shows: ['pe_ttm', 'pb_ratio', 'close', 'eps_ttm', 'revenue_ttm', 'market_cap'],
    scopes: ['peer'],
    source_families: [...RATIOS, 'sector_benchmark'],
    fresh: PRICE_DAYS,
    reason: 'no_peer_data',
    advice:
      'A median needs at least three peers with a profit. Import their filings and the exchange’s price files.',
  },
  {
    ...optional,
    id: 'consensus',
    title: 'What analysts expect',
    section: 'guidance_and_outlook',
    family: 'DISCOVERED',
    groups: [['consensus_target']],
    scopes: ['market', ...OWN],
    source_families: ['consensus_estimates'],
    fresh: PRICE_DAYS,
    advice: 'Analysts’ targets are shown for information; they never count as evidence.',
  },
];

/** The least authority that covers an obligation: that of its family, and nothing lowers it. */
export function minimumOf({ family }: Obligation): Authority | null {
  return MINIMUM_AUTHORITY[family];
}

/** Every figure of an obligation, in the order in which it is shown. */
export function metricsOf({ groups, shows }: Obligation): MetricId[] {
  return [...new Set([...groups.flat(), ...shows])];
}

/** For which kinds of evidence a kind of source stands (research/Evidence acquisition rules 5). */
export const FAMILIES_OF_SOURCES = {
  persisted_quote: ['market_data'],
  persisted_valuation: ['market_data'],
  persisted_sector: ['exchange_listing'],
  prices: ['market_data', 'exchange_prices'],
  technicals: ['exchange_technicals'],
  fundamentals: ['fundamentals', 'market_data', 'annual_report', 'sector_benchmark', 'consensus_estimates'],
} as const satisfies Readonly<Record<string, readonly SourceFamily[]>>;
