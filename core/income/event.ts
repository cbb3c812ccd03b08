import type { Decimal } from '../platform/index.ts';
import type { IncomeStatus } from './transitions.ts';

/** What is paid: a company's dividend, a trust's distribution, a bond's coupon. */
export const INCOME_KINDS = ['DIVIDEND', 'DISTRIBUTION', 'COUPON'] as const;
export type IncomeKind = (typeof INCOME_KINDS)[number];

/**
 * Where an event is known from. BROKER: a broker's record of the payment. LEDGER: a payment that was typed in or came
 * from a file. EXCHANGE: an announcement on an exchange's list. EXCHANGE_ISIN: worked out from the terms of the security
 * that an ISIN names.
 */
export const INCOME_SOURCES = ['BROKER', 'LEDGER', 'EXCHANGE', 'EXCHANGE_ISIN'] as const;
export type IncomeSource = (typeof INCOME_SOURCES)[number];

/** CONFIRMED: the money is on record. ANNOUNCED: somebody who must know said so. INFERRED: it follows from terms. */
export const CONFIDENCES = ['CONFIRMED', 'ANNOUNCED', 'INFERRED'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** An event as it should be on record. Amounts are in `currency`; dates are YYYY-MM-DD; unknown is null. */
export interface IncomeFacts {
  portfolio_id: string;
  symbol: string;
  kind: IncomeKind;
  asset_class: string | null;
  currency: string;
  isin: string | null;
  record_date: string | null;
  ex_date: string | null;
  payment_date: string | null;
  amount_per_unit: Decimal | null;
  entitled_quantity: Decimal | null;
  gross_amount: Decimal | null;
  withheld_tax: Decimal | null;
  net_amount: Decimal | null;
  status: IncomeStatus;
  source: IncomeSource;
  confidence: Confidence;
  /** One owner's name for the event: the same facts give the same name again, so that nothing is recorded twice. */
  source_reference: string;
  note: string;
}
