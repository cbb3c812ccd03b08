import type { Confidence, IncomeKind, IncomeStatus } from '../../income/index.ts';

/** What happens on a day. PRINCIPAL: a bond matures. SIP: an instalment is due. GOAL: the day of a goal. */
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
export const UPCOMING_SOURCES = ['INCOME', 'BOND', 'SIP', 'GOAL'] as const;
export type UpcomingSource = (typeof UPCOMING_SOURCES)[number];

/** A date of the calendar. */
export interface UpcomingRow {
  date: string;
  type: UpcomingType;
  source: UpcomingSource;
  /** Names what it comes of, among everything of the person: with date and type it is there once. */
  source_reference: string;
  /** Of the income event, SIP plan or goal; null for what is worked out. */
  id: string | null;
  /** Null for goals, and for plans that name none. */
  symbol: string | null;
  /** Of the security, plan or goal. */
  name: string;
  portfolio: string | null;
  /** What is paid, received or aimed at; income is before tax until it is paid. Null where it is not known. */
  amount: number | null;
  currency: string;
  confidence: Confidence | 'PLANNED';
  /** The state of an income event; DUE or PASSED for plans and goals. */
  status: IncomeStatus | 'DUE' | 'PASSED';
  /** In words: where it is known from, or what changes with it. */
  note: string | null;
}

export interface UpcomingView {
  calculated_at: string;
  from: string;
  to: string;
  /** Ascending by date. */
  items: UpcomingRow[];
}
