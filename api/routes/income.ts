import {
  BOND_STATES,
  type BondPayment,
  type BondView,
  CONFIDENCES,
  INCOME_KINDS,
  INCOME_SOURCES,
  INCOME_STATUSES,
  type IncomeEventView,
  incomeQuery,
  type IncomeSummaryView,
  incomeSummaryQuery,
  type RecomputeView,
  recomputeInput,
} from '../../core/income/index.ts';
import { type Route, route } from '../route.ts';
import { paged, paging } from './paging.ts';
import {
  date,
  dateOrNull,
  exactly,
  flag,
  instant,
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

const event = viewOf<IncomeEventView>()({
  id: text,
  portfolio: text,
  symbol: text,
  kind: oneOf(...INCOME_KINDS),
  asset_class: textOrNull,
  currency: text,
  isin: textOrNull,
  record_date: dateOrNull,
  ex_date: dateOrNull,
  payment_date: dateOrNull,
  date,
  date_kind: oneOf('PAYMENT', 'RECORD', 'EX'),
  amount_per_unit: numberOrNull,
  entitled_quantity: numberOrNull,
  gross_amount: numberOrNull,
  withheld_tax: numberOrNull,
  net_amount: numberOrNull,
  status: oneOf(...INCOME_STATUSES),
  source: oneOf(...INCOME_SOURCES),
  confidence: oneOf(...CONFIDENCES),
  source_reference: text,
  note: text,
  created_at: instant,
  updated_at: instant,
});

const sum = {
  currency: text,
  paid: number,
  withheld_tax: number,
  expected: number,
  unrecorded: number,
  events: whole,
};
const summary = viewOf<IncomeSummaryView>()({
  calculated_at: instant,
  year: whole.nullable().defined(),
  portfolio: textOrNull,
  symbol: textOrNull,
  by_currency: listOf(exactly(sum)),
  by_year: listOf(exactly({ year: whole, ...sum })),
  by_month: listOf(exactly({ month: text, ...sum })),
  by_symbol: listOf(exactly({ symbol: text, ...sum })),
  years: listOf(whole),
  is_behind: flag,
});

const bond = viewOf<BondView>()({
  portfolio: text,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  currency: text,
  quantity: number,
  face_value: numberOrNull,
  coupon_rate: numberOrNull,
  coupon_frequency: numberOrNull,
  maturity_date: dateOrNull,
  state: oneOf(...BOND_STATES),
  reason: textOrNull,
  coupon_per_unit: numberOrNull,
  yearly_coupons: numberOrNull,
  principal: numberOrNull,
  schedule: listOf(
    viewOf<BondPayment>()({
      date,
      type: oneOf('COUPON', 'PRINCIPAL'),
      amount: number,
      status: oneOf(...INCOME_STATUSES)
        .nullable()
        .defined(),
    }),
  ),
});

const recomputed = viewOf<RecomputeView>()({
  calculated_at: instant,
  added: whole,
  changed: whole,
  cancelled: whole,
  declared: exactly({ added: whole, unreadable: whole, withdrawn: whole, reason: textOrNull })
    .nullable()
    .defined(),
  unresolved_bonds: listOf(exactly({ portfolio: text, symbol: text, reason: text })),
});

const base = '/api/portfolio/income';
const tag = 'Income';

/** Dividends and coupons: paid, due and expected (spec: Income rules). */
export const INCOME_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: `${base}/events`,
    summary: 'Income events, newest first by default',
    description:
      'Cancelled events are included only with `status=CANCELLED`. `status=EXPECTED` returns all upcoming events: FORECAST, DECLARED and ENTITLED.',
    tag,
    query: incomeQuery,
    response: pageOf(event),
    handler: async ({ core, user, query }) => await core.income.events(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${base}/summary`,
    summary: 'Income by currency, year, month and symbol',
    description:
      '`paid` is after tax withheld; `expected` and `unrecorded` are before tax. `unrecorded` is overdue income: units were entitled, the date has passed, and no payment is recorded.',
    tag,
    query: incomeSummaryQuery,
    response: summary,
    handler: async ({ core, user, query }) => await core.income.summary(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${base}/bonds`,
    summary: 'Held bonds with their coupons of the next 12 months and their principal',
    tag,
    query: paging,
    response: pageOf(bond),
    handler: async ({ core, user, query }) => paged(await core.income.bonds(user.userId), query),
  }),
  route({
    method: 'POST',
    path: `${base}/recompute`,
    summary: 'Recalculate income events from the ledger, announcements and bonds',
    description:
      'Running it twice changes nothing. With `refresh_declared`, exchange announcements are fetched first, at most once an hour; if that fails, `declared.reason` says why and known announcements stay.',
    tag,
    body: recomputeInput,
    response: recomputed,
    handler: async ({ core, user, actor, body }) => await core.income.recompute(user.userId, actor, body),
  }),
];
