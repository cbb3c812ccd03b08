import * as yup from 'yup';
import {
  ASSET_CLASSES,
  HOLDING_SORTS,
  type HoldingSort,
  type HoldingView,
  holdingInput,
  pageQuery,
  priceInput,
} from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';
import {
  date,
  dateOrNull,
  exactly,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  pageOf,
  text,
  textOrNull,
  viewOf,
} from './schemas.ts';

const BASE = '/api/portfolio/holdings';
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
  current_price: numberOrNull,
  previous_close: numberOrNull,
  market_value: numberOrNull,
  invested: numberOrNull,
  gain: numberOrNull,
  gain_pct: numberOrNull,
  day_change: numberOrNull,
  day_change_pct: numberOrNull,
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
    asset_class: yup
      .string()
      .oneOf([...ASSET_CLASSES])
      .optional(),
    search: yup.string().max(100).optional(),
    sort: yup.string().oneOf(SORTS).optional(),
    order: yup
      .string()
      .oneOf(['asc', 'desc'] as const)
      .optional(),
  })
  .noUnknown();

export const HOLDING_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Holdings, page by page',
    tag: 'Portfolio',
    query,
    response: pageOf(holding),
    handler: async ({ core, user, query: wanted }) => await core.portfolio.holdings.list(user.userId, wanted),
  }),
  route({
    method: 'POST',
    path: BASE,
    summary: 'Add a holding kept by hand',
    description: 'A Mutual Fund needs its ISIN; the fields of a bond belong to a Bond alone.',
    tag: 'Portfolio',
    body: holdingInput,
    status: 201,
    response: holding,
    problems: { 409: ['HOLDING_EXISTS'] },
    handler: async ({ core, user, body, by }) => await core.portfolio.holdings.create(user.userId, body, by),
  }),
  route({
    method: 'GET',
    path: `${BASE}/:id`,
    summary: 'One holding',
    tag: 'Portfolio',
    params: { id: 'HOLDING' },
    response: holding,
    handler: async ({ core, user, params }) => await core.portfolio.holdings.get(user.userId, params.id),
  }),
  route({
    method: 'PUT',
    path: `${BASE}/:id`,
    summary: 'Change the given fields of a holding',
    tag: 'Portfolio',
    params: { id: 'HOLDING' },
    body: holdingInput.partial(),
    response: holding,
    problems: { 409: ['HOLDING_EXISTS'] },
    handler: async ({ core, user, params, body, by }) =>
      await core.portfolio.holdings.update(user.userId, params.id, body, by),
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Delete a holding that is kept by hand or came from a file',
    tag: 'Portfolio',
    params: { id: 'HOLDING' },
    response: null,
    problems: { 409: ['HOLDING_FOLLOWS_LEDGER'] },
    handler: async ({ core, user, params, by }) =>
      await core.portfolio.holdings.remove(user.userId, params.id, by),
  }),
  route({
    method: 'POST',
    path: `${BASE}/:id/restore`,
    summary: 'Take a deletion back, within 30 days',
    tag: 'Portfolio',
    params: { id: 'HOLDING' },
    response: holding,
    problems: { 409: ['HOLDING_EXISTS'] },
    handler: async ({ core, user, params, by }) =>
      await core.portfolio.holdings.restore(user.userId, params.id, by),
  }),
  route({
    method: 'POST',
    path: `${BASE}/:id/ltp`,
    summary: 'Set the price of an Unlisted holding',
    description: 'The old price becomes the previous close, and the change is kept with its date and note.',
    tag: 'Portfolio',
    params: { id: 'HOLDING' },
    body: priceInput,
    response: holding,
    problems: { 409: ['LTP_NOT_MANUAL'] },
    handler: async ({ core, user, params, body, by }) =>
      await core.portfolio.holdings.updatePrice(user.userId, params.id, body, by),
  }),
  route({
    method: 'GET',
    path: `${BASE}/:id/ltp`,
    summary: 'Prices entered by hand, newest first',
    tag: 'Portfolio',
    params: { id: 'HOLDING' },
    response: exactly({ items: listOf(priceUpdate) }),
    handler: async ({ core, user, params }) => ({
      items: await core.portfolio.holdings.priceUpdates(user.userId, params.id),
    }),
  }),
];
