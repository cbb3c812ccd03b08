import {
  date,
  dateOrNull,
  flag,
  instant,
  listOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
} from '../platform/schema/index.ts';
import { BOND_STATES } from './coupons.ts';
import { CONFIDENCES, INCOME_KINDS, INCOME_SOURCES } from './event.ts';
import { INCOME_STATUSES } from './transitions.ts';
import { provisionalFields } from '../portfolio/index.ts';

/** An income event as the chat and the dashboard show it. Amounts are in `currency`; null is unknown. */
export const incomeEventView = view({
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
  /** The day it is listed under: payment date, else record date, else ex-date. */
  date,
  date_kind: oneOf('PAYMENT', 'RECORD', 'EX'),
  amount_per_unit: numberOrNull,
  entitled_quantity: numberOrNull,
  gross_amount: numberOrNull,
  /** Unknown until it is paid. */
  withheld_tax: numberOrNull,
  net_amount: numberOrNull,
  status: oneOf(...INCOME_STATUSES),
  source: oneOf(...INCOME_SOURCES),
  confidence: oneOf(...CONFIDENCES),
  source_reference: text,
  ...provisionalFields,
  /** In words: where it is known from, or why it was cancelled. */
  note: text,
  created_at: instant,
  updated_at: instant,
});
export type IncomeEventView = ViewOf<typeof incomeEventView>;

const sumFields = {
  currency: text,
  /** Received, tax withheld already taken off. */
  paid: number,
  withheld_tax: number,
  /** Before tax: forecast, declared or entitled, from today on. */
  expected: number,
  /** Before tax: units were entitled on a day that has passed, and no payment is on record. */
  unrecorded: number,
  /** Events that are not cancelled. */
  events: whole,
};
/** Sums of one currency; amounts of different currencies are never added up. */
const incomeSumView = view(sumFields);
export type IncomeSum = ViewOf<typeof incomeSumView>;

export const incomeSummaryView = view({
  calculated_at: instant,
  /** The calendar year of the query; null for all. */
  year: wholeOrNull,
  portfolio: textOrNull,
  symbol: textOrNull,
  by_currency: listOf(incomeSumView),
  /** `year` as 2026, ascending. */
  by_year: listOf(view({ year: whole, ...sumFields })),
  /** `month` as 2026-03, ascending; only months with income. */
  by_month: listOf(view({ month: text, ...sumFields })),
  /** The largest first, by what was paid and what is expected. */
  by_symbol: listOf(view({ symbol: text, ...sumFields })),
  /** Years with any event, newest first, whatever the query. */
  years: listOf(whole),
  ...provisionalFields,
  /** Something it follows from has changed since; it is recomputed in a moment. */
  is_behind: flag,
});
export type IncomeSummaryView = ViewOf<typeof incomeSummaryView>;

/** A day on which a bond pays. */
const bondPaymentView = view({
  date,
  type: oneOf('COUPON', 'PRINCIPAL'),
  amount: number,
  /** The state of the coupon's event; null for one that is computed from the terms only. */
  status: oneOfOrNull(...INCOME_STATUSES),
});
export type BondPayment = ViewOf<typeof bondPaymentView>;

export const bondView = view({
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
  /** Why there is no schedule. */
  reason: textOrNull,
  coupon_per_unit: numberOrNull,
  /** Coupons of a year at the quantity held. */
  yearly_coupons: numberOrNull,
  /** Face value of what is held; null where it is not known. */
  principal: numberOrNull,
  /** Coupons of the next twelve months, and the principal, ascending. */
  schedule: listOf(bondPaymentView),
});
export type BondView = ViewOf<typeof bondView>;

/** Result of a request to the exchange for announcements. */
const declaredView = view({
  /** Announcements that were not known. */
  added: whole,
  /** New ones that nobody could read: they wait under Data quality. */
  unreadable: whole,
  /** Announcements of days to come that the exchange lists no more. */
  withdrawn: whole,
  /** Why not all of it came; null where it did. */
  reason: textOrNull,
});
export type DeclaredView = ViewOf<typeof declaredView>;

export const recomputeView = view({
  calculated_at: instant,
  added: whole,
  changed: whole,
  cancelled: whole,
  /** Answer of the exchange; null where it was not asked. */
  declared: declaredView.nullable().defined(),
  /** Bonds whose symbol names no ISIN: somebody has to look. */
  unresolved_bonds: listOf(view({ portfolio: text, symbol: text, reason: text })),
});
export type RecomputeView = ViewOf<typeof recomputeView>;
