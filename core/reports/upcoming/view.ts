import { CONFIDENCES, INCOME_STATUSES, type IncomeKind } from '../../income/index.ts';
import {
  date,
  instant,
  listOf,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';
import { provisionalFields } from '../../portfolio/index.ts';

/** Kinds of dated events. PRINCIPAL: a bond matures. SIP: an instalment is due. GOAL: the day of a goal. */
export const UPCOMING_TYPES = [
  'DIVIDEND',
  'DISTRIBUTION',
  'COUPON',
  'PRINCIPAL',
  'SIP',
  'GOAL',
] as const satisfies readonly (IncomeKind | 'PRINCIPAL' | 'SIP' | 'GOAL')[];
export type UpcomingType = (typeof UPCOMING_TYPES)[number];

/** INCOME: an event on record. BOND: worked out from the terms of a bond. SIP and GOAL: what the person planned. */
const UPCOMING_SOURCES = ['INCOME', 'BOND', 'SIP', 'GOAL'] as const;
export type UpcomingSource = (typeof UPCOMING_SOURCES)[number];

/** A date of the calendar. */
export const upcomingRowView = view({
  date,
  type: oneOf(...UPCOMING_TYPES),
  source: oneOf(...UPCOMING_SOURCES),
  /** Names what it comes of, among everything of the person: with date and type it is there once. */
  source_reference: text,
  /** Of the income event, SIP plan or goal; null for what is worked out. */
  id: textOrNull,
  /** Null for goals, and for plans that name none. */
  symbol: textOrNull,
  /** Of the security, plan or goal. */
  name: text,
  portfolio: textOrNull,
  /** The amount paid, received or aimed at; income is before tax until it is paid. Null if unknown. */
  amount: numberOrNull,
  currency: text,
  confidence: oneOf(...CONFIDENCES, 'PLANNED'),
  /** The state of an income event; DUE or PASSED for plans and goals. */
  status: oneOf(...INCOME_STATUSES, 'DUE', 'PASSED'),
  /** In words: where it is known from, or what changes with it. */
  note: textOrNull,
});
export type UpcomingRow = ViewOf<typeof upcomingRowView>;

export const upcomingView = view({
  calculated_at: instant,
  from: date,
  to: date,
  ...provisionalFields,
  /** Ascending by date. */
  items: listOf(upcomingRowView),
});
export type UpcomingView = ViewOf<typeof upcomingView>;
