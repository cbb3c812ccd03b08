import * as yup from 'yup';
import type { LeftOutRow, RefusedValue, UnmatchedSale } from '../../core/portfolio/index.ts';
import {
  type Candidate,
  type DataQuality,
  type InstrumentReview,
  PRICE_FILTERS,
  type PriceQuality,
} from '../../core/quality/index.ts';
import { type Route, route } from '../route.ts';
import { paging } from './paging.ts';
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
  whole,
} from './schemas.ts';

const BASE = '/api/portfolio/data-quality';

const quality = viewOf<DataQuality>()({
  calculated_at: instant,
  to_review: whole,
  prices: viewOf<DataQuality['prices']>()({
    holdings: whole,
    fresh: whole,
    stale: whole,
    unavailable: whole,
    by_hand: whole,
    failing: whole,
    never_tried: whole,
    threshold_minutes: whole,
    last_attempt_at: instantOrNull,
  }),
  instruments: viewOf<DataQuality['instruments']>()({
    registry: whole,
    contradicted: whole,
    ambiguous: whole,
    proposed: whole,
    unknown: whole,
    reason: textOrNull,
  }),
  ledger: viewOf<DataQuality['ledger']>()({
    left_out: whole,
    left_out_by_code: listOf(exactly({ code: text, count: whole })),
    unmatched_symbols: whole,
    openings: whole,
    unreconciled: whole,
  }),
  corporate_actions: exactly({ open: whole }),
  fund_values: exactly({ refused: whole }),
  price_history: exactly({ errors: whole, warnings: whole, unreadable_actions: whole }),
  connections: listOf(
    viewOf<DataQuality['connections'][number]>()({
      id: text,
      label: text,
      broker: text,
      state: text,
      reason_code: textOrNull,
      message: textOrNull,
      last_success_at: instantOrNull,
      next_due_at: instantOrNull,
    }),
  ),
});

const price = viewOf<PriceQuality>()({
  holding_id: text,
  portfolio: text,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  asset_class: text,
  currency: text,
  price: numberOrNull,
  state: oneOf('FRESH', 'STALE', 'UNAVAILABLE', 'BY_HAND'),
  price_source: textOrNull,
  priced_at: instantOrNull,
  price_as_of: dateOrNull,
  age_minutes: yup.number().integer().nullable().defined(),
  last_attempt: yup
    .object({
      at: instant,
      status: oneOf('UPDATED', 'UNCHANGED', 'SKIPPED', 'FAILED'),
      reason: textOrNull,
      message: textOrNull,
      tried: listOf(exactly({ source: text, reason: text, message: text })),
      failing_since: instantOrNull,
    })
    .noUnknown()
    .nullable()
    .defined(),
});

const candidate = viewOf<Candidate>()({
  instrument_id: text,
  exchange: textOrNull,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  delisted_on: dateOrNull,
});

const review = viewOf<InstrumentReview>()({
  kind: oneOf('CONTRADICTED', 'AMBIGUOUS', 'PROPOSED', 'UNKNOWN'),
  word: text,
  symbol: textOrNull,
  isin: textOrNull,
  name: textOrNull,
  portfolios: listOf(text),
  message: text,
  candidates: listOf(candidate),
});

const leftOut = viewOf<LeftOutRow>()({
  transaction_id: text,
  portfolio: text,
  symbol: text,
  date,
  type: text,
  quantity: number,
  price: numberOrNull,
  currency: text,
  code: text,
  reason: text,
});

const unmatched = viewOf<UnmatchedSale>()({
  portfolio: text,
  symbol: text,
  currency: text,
  quantity: number,
  last_date: dateOrNull,
});

const refused = viewOf<RefusedValue>()({
  holding_id: text,
  portfolio: text,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  currency: text,
  kept_price: numberOrNull,
  kept_as_of: dateOrNull,
  offered_price: number,
  offered_as_of: date,
  source: text,
  change_pct: numberOrNull,
  refused_at: instant,
});

export const DATA_QUALITY_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Data quality: counts of all known problems',
    tag: 'Portfolio',
    response: quality,
    handler: async ({ core, user }) => await core.quality.read(user.userId),
  }),
  route({
    method: 'GET',
    path: `${BASE}/prices`,
    summary: 'The price of each holding: age, source and last refresh',
    tag: 'Portfolio',
    query: paging.shape({
      filter: yup.string().oneOf(PRICE_FILTERS).optional(),
    }),
    response: pageOf(price),
    handler: async ({ core, user, query }) => await core.quality.prices(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/instruments`,
    summary: 'Holdings that the registry cannot identify, and proposed names of instruments',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(review),
    handler: async ({ core, user, query }) => await core.quality.instruments(user.userId, query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/instruments/decisions`,
    summary: 'Confirm or reject that a name means an instrument',
    description:
      'The registry is shared by all users of this installation, so only its owner decides. A rejected name never matches.',
    tag: 'Portfolio',
    body: yup
      .object({
        word: yup.string().trim().min(1).max(200).required(),
        instrument_id: yup
          .string()
          .matches(/^\d{1,19}$/, 'instrument_id must be the id of an instrument.')
          .required(),
        status: yup
          .string()
          .oneOf(['CONFIRMED', 'REJECTED'] as const)
          .required(),
      })
      .noUnknown(),
    response: candidate,
    problems: { 403: ['OWNER_ONLY'], 404: ['INSTRUMENT_NOT_FOUND'], 409: ['ALIAS_TAKEN'] },
    handler: async ({ core, user, body, actor }) => await core.quality.decide(user.userId, body, actor),
  }),
  route({
    method: 'GET',
    path: `${BASE}/left-out`,
    summary: 'Excluded transactions with their reasons, newest first',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(leftOut),
    handler: async ({ core, user, query }) => await core.quality.leftOut(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/unmatched`,
    summary: 'Symbols sold without a purchase',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(unmatched),
    handler: async ({ core, user, query }) => await core.quality.unmatched(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/fund-values`,
    summary: 'Fund values rejected for being more than 15% away from the last ones',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(refused),
    handler: async ({ core, user, query }) => await core.quality.fundValues(user.userId, query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/fund-values/:id/accept`,
    summary: 'Accept a rejected fund value',
    description: '`price` is the rejected value as shown; `id` is the holding’s id.',
    tag: 'Portfolio',
    params: { id: 'HOLDING' },
    body: yup.object({ price: yup.number().positive().required() }).noUnknown(),
    response: price,
    problems: { 409: ['NOTHING_REFUSED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.quality.acceptValue(user.userId, params.id, body, actor),
  }),
];
