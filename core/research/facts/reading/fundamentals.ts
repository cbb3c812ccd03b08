import { Decimal } from '../../../platform/index.ts';
import { type MetricId, METRICS, type Observation, type Scope } from '../../port/index.ts';
import { exactText, figureOf } from '../figures.ts';

/** What sources call a figure of the last twelve months or of the last balance sheet, and the key of it here. */
const ROW_KEYS: Readonly<Record<string, string>> = {
  revenue: 'revenue_ttm',
  total_revenue: 'revenue_ttm',
  net_income: 'net_income_ttm',
  equity: 'total_equity',
  capital_expenditure: 'capex',
  book_ratio: 'book_to_price',
};

/** What a flat dict of fundamentals may carry. */
const EXTRACTED = [
  'revenue_ttm',
  'net_income_ttm',
  'eps_ttm',
  'total_equity',
  'total_debt',
  'total_assets',
  'cash',
  'capex',
  'operating_cash_flow',
  'shares_outstanding',
  'market_cap',
  'pe_ttm',
  'pb_ratio',
  'earnings_yield',
  'book_to_price',
  'consensus_target',
] as const satisfies readonly MetricId[];

/** A statement's row under the extractor's keys; other keys stay (research/Evidence acquisition rules 3). */
export function normaliseRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    const to = Object.hasOwn(ROW_KEYS, key) ? ROW_KEYS[key]! : key;
    // A figure under its own name stands before one that is only called so.
    if (to !== key && Object.hasOwn(row, to)) continue;
    named[to] = value;
  }
  return named;
}

/** Of what a dict is, in words that no figure of it carries. */
interface DictOf {
  scope: Scope;
  end: string;
  currency: string;
  published_at: string | null;
  locator: string;
}

/**
 * Observations of a flat dict of fundamentals (research/Evidence acquisition rules 4). Text such as "N/A", a number that is
 * not finite, and null are unavailable; keys that nobody knows are left.
 */
export function extractFundamentals(dict: Readonly<Record<string, unknown>>, of: DictOf): Observation[] {
  const row = normaliseRow(dict);
  return EXTRACTED.filter((metric) => Object.hasOwn(row, metric)).map((metric) => {
    const value = readNumber(row[metric]);
    const isOfMarket = [
      'market_cap',
      'pe_ttm',
      'pb_ratio',
      'earnings_yield',
      'book_to_price',
      'consensus_target',
    ];
    return {
      metric,
      scope: isOfMarket.includes(metric) ? 'market' : of.scope,
      scope_detail: null,
      start: null,
      end: of.end,
      unit: unitOf(metric, of.currency),
      value,
      value_high: null,
      reason: value === null ? 'The source gives no number for it.' : null,
      decimals: null,
      published_at: of.published_at,
      filing: null,
      locator: `${of.locator}.${metric}`,
      share_basis: null,
    };
  });
}

function readNumber(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? exactText(new Decimal(value)) : null;
  if (typeof value !== 'string') return null;
  const figure = figureOf(value.trim());
  return figure === null ? null : exactText(figure);
}

function unitOf(metric: MetricId, currency: string): string {
  switch (METRICS[metric].unit) {
    case 'MONEY':
      return currency;
    case 'MONEY_PER_SHARE':
      return `${currency}/share`;
    case 'SHARES':
      return 'shares';
    case 'PERCENT':
      return 'pct';
    case 'RATIO':
      return 'ratio';
    case 'COUNT':
      return 'count';
  }
}
