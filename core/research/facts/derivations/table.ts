import { type MetricId, METRICS, type Steps } from '../../port/index.ts';
import { isAdditive } from '../metric-families.ts';
import type { DerivationContext } from './derive.ts';
import { derivePriceReturn } from './price-return.ts';
import { deriveCagr, deriveGrowth } from './growth.ts';
import { deriveMedian, MEDIANS } from './industry.ts';
import { deriveExpectedRevenue } from './expected.ts';
import { deriveParts } from './parts-of-years.ts';
import { deriveSegmentShares, deriveSingle, SINGLES } from './single.ts';
import { deriveTwelveMonths, placeStated, TWELVE_MONTHS } from './twelve-months.ts';
import { deriveDividends, deriveEps, deriveMarketCap, derivePb, derivePe } from './valuation.ts';

/** One way to a figure, in one of the three shapes (research/Evidence acquisition rules 7). */
interface DerivationRow {
  shape: 'single' | 'series' | 'industry';
  /** What comes out. */
  metric: MetricId;
  /** What it takes, and how. */
  formula: string;
  /** All of it, or, where it takes long, in pieces. */
  run: (this: void, on: DerivationContext) => void | Steps<void>;
}

const FLOWS = (Object.keys(METRICS) as MetricId[]).filter(isAdditive);

/** Every derivation, in the order in which they run: earlier ones may be inputs of later ones. */
export const DERIVATIONS: readonly DerivationRow[] = [
  ...FLOWS.map((metric): DerivationRow => ({
    shape: 'series',
    metric,
    formula: 'parts of a year from the others',
    run: (on) => deriveParts(on, metric),
  })),
  ...SINGLES.map((single): DerivationRow => ({
    shape: 'single',
    metric: single.metric,
    formula: single.formula,
    run: (on) => deriveSingle(on, single),
  })),
  {
    shape: 'single',
    metric: 'segment_revenue_share_pct',
    formula: 'revenue of the segment / revenue',
    run: deriveSegmentShares,
  },
  ...TWELVE_MONTHS.map(([from, to]): DerivationRow => ({
    shape: 'series',
    metric: to,
    formula: 'year + newest part of a year − the same part a year ago, or four quarters',
    run: (on) => deriveTwelveMonths(on, from, to),
  })),
  {
    shape: 'single',
    metric: 'eps_ttm',
    formula: 'profit of the last twelve months / shares of today',
    run: (on) => {
      // What sources call the last twelve months gets its place before anything rests on it.
      placeStated(on, ['net_income_owners_ttm', 'net_income_ttm', 'revenue_ttm']);
      deriveEps(on);
    },
  },
  {
    shape: 'series',
    metric: 'revenue_growth_pct',
    formula: 'revenue / revenue a year before − 1',
    run: (on) => deriveGrowth(on, 'revenue', 'revenue_growth_pct'),
  },
  {
    shape: 'series',
    metric: 'revenue_cagr_pct',
    formula: '(last / first) ^ (1 / years) − 1',
    run: (on) => deriveCagr(on, 'revenue', 'revenue_cagr_pct'),
  },
  {
    shape: 'series',
    metric: 'net_income_cagr_pct',
    formula: '(last / first) ^ (1 / years) − 1',
    run: (on) => deriveCagr(on, 'net_income', 'net_income_cagr_pct'),
  },
  {
    shape: 'single',
    metric: 'guidance_revenue',
    formula: 'revenue of the year before × (1 + expected growth)',
    run: deriveExpectedRevenue,
  },
  { shape: 'single', metric: 'market_cap', formula: 'close × shares of today', run: deriveMarketCap },
  { shape: 'single', metric: 'pe_ttm', formula: 'close / EPS of the last twelve months', run: derivePe },
  { shape: 'single', metric: 'pb_ratio', formula: 'market capitalisation / equity', run: derivePb },
  {
    shape: 'series',
    metric: 'price_return_1y_pct',
    formula: 'close / close a year before − 1',
    run: derivePriceReturn,
  },
  {
    shape: 'single',
    metric: 'dividends_per_share_1y',
    formula: 'dividends of a year on the shares of today',
    run: deriveDividends,
  },
  ...MEDIANS.map(([from, to]): DerivationRow => ({
    shape: 'industry',
    metric: to,
    formula: 'median over the peers',
    run: (on) => deriveMedian(on, from, to),
  })),
];
