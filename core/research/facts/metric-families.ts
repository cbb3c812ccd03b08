import { type EvidenceFamily, type MetricId, METRICS } from '../port/index.ts';

const PRICES = [
  'close',
  'index_close',
  'high_52w_close',
  'low_52w_close',
  'sma_50',
  'sma_200',
  'price_return_1y_pct',
  'index_return_1y_pct',
  'market_cap',
  'pe_ttm',
  'pb_ratio',
  'earnings_yield',
  'book_to_price',
  'peer_pe_median',
  'peer_pb_median',
] as const satisfies readonly MetricId[];
const ACTIONS = [
  'dividend_per_share',
  'split_ratio',
  'bonus_ratio',
  'corporate_event',
  'dividends_per_share_1y',
] as const satisfies readonly MetricId[];

const isIn = (metrics: readonly MetricId[], metric: MetricId) => metrics.includes(metric);

/** The family whose minimum of authority a figure must meet. What analysts expect meets none. */
export function familyOf(metric: MetricId): EvidenceFamily {
  if (metric === 'consensus_target') return 'DISCOVERED';
  if (isIn(PRICES, metric)) return 'EXCHANGE_PRICES';
  if (isIn(ACTIONS, metric)) return 'CORPORATE_ACTIONS';
  return isGuidance(metric) ? 'COMPANY_GUIDANCE' : 'FINANCIAL_STATEMENTS';
}

/** What a company expects of a time to come. */
export function isGuidance(metric: MetricId): boolean {
  return metric.startsWith('guidance_');
}

/** Whether the newest one has the key LATEST: what the market says of a day. */
export function isOfTheDay(metric: MetricId): boolean {
  return isIn(PRICES, metric) || metric === 'dividends_per_share_1y' || metric === 'consensus_target';
}

/** Whether the newest one has the key TTM: what is of the last twelve months by its name. */
export function isOfTwelveMonths(metric: MetricId): boolean {
  return metric.endsWith('_ttm') && metric !== 'pe_ttm';
}

/** Whether it depends on how many shares a company is divided into. */
export function isOnShares(metric: MetricId): boolean {
  const { unit } = METRICS[metric];
  return unit === 'MONEY_PER_SHARE' || unit === 'SHARES';
}

/** Flows that add up over time: sums of money, but no expectation, no average, and no figure of a share. */
export function isAdditive(metric: MetricId): boolean {
  const { kind, unit } = METRICS[metric];
  return kind === 'FLOW' && unit === 'MONEY' && !isGuidance(metric) && !isOfTwelveMonths(metric);
}

/** Segments of standalone statements say so at the end of their names; the others are parts of the reported whole. */
export function isStandaloneSegment(detail: string | null): boolean {
  return detail?.endsWith(' (standalone)') === true;
}
