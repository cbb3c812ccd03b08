import { toNumber } from '../platform/index.ts';
import type { BondState } from './coupons.ts';
import type { DeclaredView } from './declared-view.ts';
import type { Confidence, IncomeKind, IncomeSource } from './event.ts';
import type { IncomeEventModel } from './models.ts';
import type { IncomeStatus } from './transitions.ts';

/** An income event as every door shows it. Amounts are in `currency`; null is unknown. */
export interface IncomeEventView {
  id: string;
  portfolio: string;
  symbol: string;
  kind: IncomeKind;
  asset_class: string | null;
  currency: string;
  isin: string | null;
  record_date: string | null;
  ex_date: string | null;
  payment_date: string | null;
  /** The day it is listed under: payment date, else record date, else ex-date. */
  date: string;
  date_kind: 'PAYMENT' | 'RECORD' | 'EX';
  amount_per_unit: number | null;
  entitled_quantity: number | null;
  gross_amount: number | null;
  /** Unknown until it is paid. */
  withheld_tax: number | null;
  net_amount: number | null;
  status: IncomeStatus;
  source: IncomeSource;
  confidence: Confidence;
  source_reference: string;
  /** In words: where it is known from, or why it was cancelled. */
  note: string;
  created_at: string;
  updated_at: string;
}

export interface IncomeEventRow extends IncomeEventModel {
  portfolio: string;
}

export function incomeEventView(row: IncomeEventRow): IncomeEventView {
  return {
    id: row.id,
    portfolio: row.portfolio,
    symbol: row.symbol,
    kind: row.kind,
    asset_class: row.asset_class,
    currency: row.currency,
    isin: row.isin,
    record_date: row.record_date,
    ex_date: row.ex_date,
    payment_date: row.payment_date,
    date: row.day,
    date_kind: row.payment_date !== null ? 'PAYMENT' : row.record_date !== null ? 'RECORD' : 'EX',
    amount_per_unit: toNumber(row.amount_per_unit),
    entitled_quantity: toNumber(row.entitled_quantity),
    gross_amount: toNumber(row.gross_amount),
    withheld_tax: toNumber(row.withheld_tax),
    net_amount: toNumber(row.net_amount),
    status: row.status,
    source: row.source,
    confidence: row.confidence,
    source_reference: row.source_reference,
    note: row.note,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Sums of one currency; amounts of different currencies are never added up. */
export interface IncomeSum {
  currency: string;
  /** Received, tax withheld already taken off. */
  paid: number;
  withheld_tax: number;
  /** Before tax: forecast, declared or entitled, from today on. */
  expected: number;
  /** Before tax: units were entitled on a day that has passed, and no payment is on record. */
  unrecorded: number;
  /** Events that are not cancelled. */
  events: number;
}

export interface IncomeSummaryView {
  calculated_at: string;
  /** The calendar year that was asked for; null for all. */
  year: number | null;
  portfolio: string | null;
  symbol: string | null;
  by_currency: IncomeSum[];
  /** `year` as 2026, ascending. */
  by_year: (IncomeSum & { year: number })[];
  /** `month` as 2026-03, ascending; months without income are left out. */
  by_month: (IncomeSum & { month: string })[];
  /** The largest first, by what was paid and what is expected. */
  by_symbol: (IncomeSum & { symbol: string })[];
  /** Years with any event, newest first, whatever was asked for. */
  years: number[];
  /** Something it follows from has changed since; it is worked out anew in a moment. */
  is_behind: boolean;
}

/** A day on which a bond pays. */
export interface BondPayment {
  date: string;
  type: 'COUPON' | 'PRINCIPAL';
  amount: number;
  /** The state of the coupon's event; null where it is worked out only. */
  status: IncomeStatus | null;
}

export interface BondView {
  portfolio: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  currency: string;
  quantity: number;
  face_value: number | null;
  coupon_rate: number | null;
  coupon_frequency: number | null;
  maturity_date: string | null;
  state: BondState;
  /** Why there is no schedule. */
  reason: string | null;
  coupon_per_unit: number | null;
  /** Coupons of a year at the quantity held. */
  yearly_coupons: number | null;
  /** Face value of what is held; null where it is not known. */
  principal: number | null;
  /** Coupons of the next twelve months, and the principal, ascending. */
  schedule: BondPayment[];
}

export interface RecomputeView {
  calculated_at: string;
  added: number;
  changed: number;
  cancelled: number;
  /** What asking the exchange brought; null where that was not wanted. */
  declared: DeclaredView | null;
  /** Bonds whose symbol names no ISIN: somebody has to look. */
  unresolved_bonds: { portfolio: string; symbol: string; reason: string }[];
}
