import * as yup from 'yup';
import {
  HOLDING_SORTS,
  type HoldingSort,
  type HoldingView,
  holdingInput,
  priceInput,
} from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';
import { paged, paging } from './paging.ts';
import { resource } from './resource.ts';
import {
  date,
  dateOrNull,
  exactly,
  instant,
  instantOrNull,
  number,
  numberOrNull,
  oneOf,
  pageOf,
  text,
  textOrNull,
  viewOf,
} from './schemas.ts';
import { ASSET_CLASSES } from '../../core/market/instruments/index.ts';
import { pageQuery } from '../../core/platform/index.ts';

const SORTS = Object.keys(HOLDING_SORTS) as HoldingSort[];

export const reconciliation = exactly({
  broker_quantity: numberOrNull,
  ledger_quantity: numberOrNull,
  difference: numberOrNull,
  status: oneOf('MATCHED', 'MISSING_HISTORY', 'EXCESS_LEDGER', 'NO_LEDGER'),
  reason: text,
  calculated_at: instantOrNull,
});

const holding = viewOf<HoldingView>()({
  id: text,
  portfolio: text,
  symbol: text,
  name: textOrNull,
  asset_class: text,
  currency: text,
  isin: textOrNull,
  quantity: number,
  avg_buy_price: numberOrNull,
  cost_reason: textOrNull,
  current_price: numberOrNull,
  previous_close: numberOrNull,
  market_value: numberOrNull,
  invested: numberOrNull,
  gain: numberOrNull,
  gain_pct: numberOrNull,
  day_change: numberOrNull,
  day_change_pct: numberOrNull,
  day_change_date: date,
  day_change_label: text,
  price_state: oneOf('FRESH', 'STALE', 'UNAVAILABLE'),
  priced_at: instantOrNull,
  price_source: textOrNull,
  price_as_of: dateOrNull,
  sector: textOrNull,
  beta: numberOrNull,
  beta_as_of: dateOrNull,
  beta_reason: textOrNull,
  target_allocation_pct: numberOrNull,
  maturity_date: dateOrNull,
  face_value: numberOrNull,
  coupon_rate: numberOrNull,
  coupon_frequency: numberOrNull,
  source: oneOf('LEDGER', 'MANUAL', 'CSV', 'BROKER'),
  reconciliation,
  created_at: instant,
  updated_at: instant,
});

const priceUpdate = exactly({
  id: text,
  valuation_date: date,
  prior_price: numberOrNull,
  price: number,
  source: text,
  note: textOrNull,
  created_at: instant,
});

const query = yup
  .object({
    ...pageQuery,
    portfolio: yup.string().max(80).optional(),
    asset_class: yup.string().oneOf(ASSET_CLASSES).optional(),
    search: yup.string().max(100).optional(),
    sort: yup.string().oneOf(SORTS).optional(),
    order: yup
      .string()
      .oneOf(['asc', 'desc'] as const)
      .optional(),
  })
  .noUnknown();

const path = '/api/portfolio/holdings';
const tag = 'Portfolio';

export const HOLDING_ROUTES: readonly Route[] = [
  ...resource({
    path,
    tag,
    noun: 'HOLDING',
    view: holding,
    input: holdingInput,
    query,
    service: ({ portfolio }) => portfolio.holdings,
    routes: {
      list: 'Holdings, paged',
      create: {
        summary: 'Add a manual holding',
        description: 'A Mutual Fund needs its ISIN; bond fields apply only to a Bond.',
      },
      get: 'One holding',
      update: 'Change the given fields of a holding',
      remove: {
        summary: 'Delete a manual or imported holding',
        problems: { 409: ['HOLDING_FOLLOWS_LEDGER'] },
      },
      restore: 'Undo a deletion, within 30 days',
    },
  }),
  route({
    method: 'POST',
    path: `${path}/:id/ltp`,
    summary: 'Set the price of an Unlisted holding',
    description:
      'The old price becomes the previous close, and the change is recorded with its date and note.',
    tag,
    params: { id: 'HOLDING' },
    body: priceInput,
    response: holding,
    problems: { 409: ['LTP_NOT_MANUAL'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.portfolio.holdings.updatePrice(user.userId, params.id, body, actor),
  }),
  route({
    method: 'GET',
    path: `${path}/:id/ltp`,
    summary: 'Manually entered prices, newest first',
    tag,
    params: { id: 'HOLDING' },
    query: paging,
    response: pageOf(priceUpdate),
    handler: async ({ core, user, params, query: window }) =>
      paged(await core.portfolio.holdings.priceUpdates(user.userId, params.id), window),
  }),
];
