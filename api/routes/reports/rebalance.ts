import * as yup from 'yup';
import type {
  RebalanceBucket,
  RebalanceLeftOut,
  RebalanceView,
  SuggestedTrade,
} from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import {
  flag,
  instant,
  instantOrNull,
  listOf,
  mapOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from '../schemas.ts';
import { explanationsOrNull } from './explanation.ts';
import { report } from './report.ts';
import { reportQuery } from './words.ts';

const MATCHES = ['SYMBOL', 'SECTOR', 'ASSET_CLASS', 'GROUP'] as const;
const weights = mapOf(number, { type: 'number' }).required();
const weightsOrNull = mapOf(numberOrNull, { type: ['number', 'null'] }).required();

const bucket = viewOf<RebalanceBucket>()({
  bucket: text,
  matched_by: yup
    .mixed<(typeof MATCHES)[number]>()
    .nullable()
    .oneOf([...MATCHES, null])
    .defined()
    .meta({ json: { enum: [...MATCHES, null] } } as never),
  holdings_count: whole,
  target_pct: number,
  current_value: numberOrNull,
  current_pct: numberOrNull,
  drift_pct: numberOrNull,
  after_value: numberOrNull,
  after_pct: numberOrNull,
  after_drift_pct: numberOrNull,
});

const trade = viewOf<SuggestedTrade>()({
  side: oneOf('BUY', 'SELL'),
  holding_id: text,
  symbol: text,
  name: textOrNull,
  asset_class: text,
  bucket: text,
  quantity: number,
  price: number,
  currency: text,
  priced_at: instantOrNull,
  price_source: textOrNull,
  value: number,
  base_value: number,
  held_quantity: number,
  after_quantity: number,
});

const rebalance = viewOf<RebalanceView>()({
  portfolio: text,
  currency: text,
  calculated_at: instant,
  has_targets: flag,
  reason: textOrNull,
  targets_of: yup
    .mixed<'PORTFOLIO' | 'HOLDINGS'>()
    .nullable()
    .oneOf(['PORTFOLIO', 'HOLDINGS', null])
    .defined()
    .meta({ json: { enum: ['PORTFOLIO', 'HOLDINGS', null] } } as never),
  total_value: numberOrNull,
  targets: weights,
  current: weightsOrNull,
  drift: weightsOrNull,
  max_drift_pct: numberOrNull,
  after_max_drift_pct: numberOrNull,
  buckets: listOf(bucket),
  unmatched_targets: listOf(text),
  outside_pct: numberOrNull,
  suggested_trades: listOf(trade),
  trades_reason: textOrNull,
  left_out: listOf(
    viewOf<RebalanceLeftOut>()({
      symbol: text,
      name: textOrNull,
      bucket: textOrNull,
      value: numberOrNull,
      reason: text,
    }),
  ),
  sells_value: number,
  buys_value: number,
  cash_change: number,
  notes: listOf(text),
  portfolios_with_targets: listOf(text),
  explanations: explanationsOrNull,
});

export const REBALANCE_ROUTES: readonly Route[] = [
  report({
    name: 'rebalance',
    summary: 'Drift of a portfolio from its targets, with suggested trades; no order is placed',
    description:
      'Targets are those of the portfolio, by asset class, sector or symbol, or else of its holdings; Networth has none. Quantities are whole units, thousandths for mutual funds. The trades bring the total drift as close to zero as whole units allow, within one unit, without increasing the largest drift. Cash is a bucket like the others, with target 0 by default.',
    query: yup.object(reportQuery).noUnknown(),
    response: rebalance,
    of: ({ rebalance }) => rebalance,
  }),
];
