import type { TaxGroup, Term } from '../../finance/tax-law/index.ts';
import type { Explanation } from '../explanation.ts';
import type { AssetClass } from '../../market/instruments/index.ts';

/** SALE is a sale; the other two are rows with a negative quantity that took a sale or a purchase back. */
export type TaxLotKind = 'SALE' | 'SALE_CANCELLED' | 'PURCHASE_CANCELLED';

/** What a rule of the dated table makes of one lot. Amounts are in the currency of the lot. */
export interface LotAlternative {
  /** Key of the rule in `alternatives`. */
  rule: string;
  term: Term;
  /** Percentage points; null where it is the person's own slab or bracket. */
  rate_pct: number | null;
  /** Cost as this rule counts it; null where it needs what is not known. */
  cost: number | null;
  gain: number | null;
  /** Whether the value of 31 January 2018 was looked at for the cost. */
  is_grandfathered: boolean;
  /** Why there is no figure; null where there is one. */
  reason: string | null;
}

/** Units of one purchase that one sale took, oldest purchase first (spec: Report rules 9). */
export interface TaxLot {
  portfolio: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass | null;
  group: TaxGroup;
  currency: string;
  kind: TaxLotKind;
  /** In units of the day of the sale; negative where a sale was taken back. */
  quantity: number;
  buy_date: string;
  sell_date: string;
  buy_transaction_id: string | null;
  sell_transaction_id: string | null;
  /** Allotted for nothing: cost is its fee alone, held from the allotment. */
  is_bonus: boolean;
  held_days: number;
  /** Null for a purchase that was taken back, since nothing was sold, and where the day of purchase is not known. */
  term: Term | null;
  /** Why there is no term; null where there is one. */
  term_reason: string | null;
  /** With the purchase's share of its fee. Null where nobody knows it: such a lot is in no total and under no rule. */
  cost: number | null;
  /** Less the sale's share of its fee. */
  proceeds: number;
  /** Share of the sale's fee, already out of `proceeds`. */
  sale_fee: number;
  gain: number | null;
  /** Why cost and gain are unknown; null where they are known. */
  cost_reason: string | null;
  /** In the report's currency: cost at the rate of the day of purchase, proceeds at that of the sale. Null without one. */
  cost_base: number | null;
  proceeds_base: number | null;
  gain_base: number | null;
  /** Why one of these three is unknown; null where all are known. */
  base_reason: string | null;
  /** Whether a rate was not the very day's own. */
  fx_estimated: boolean;
  alternatives: LotAlternative[];
}

/** Units that are held when the year ends. */
export interface RemainingLot {
  portfolio: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass | null;
  group: TaxGroup;
  currency: string;
  quantity: number;
  buy_date: string;
  buy_transaction_id: string | null;
  is_bonus: boolean;
  /** Null where nobody knows it: such a lot is in no total. */
  unit_cost: number | null;
  cost: number | null;
  cost_reason: string | null;
  cost_base: number | null;
  /** Why it is unknown; null where it is known. */
  base_reason: string | null;
  fx_estimated: boolean;
  /** The first day on which a sale is long-term; where the day of purchase is not known, the last that it can be. */
  long_term_from: string;
  /** As it would be on the report's `as_of`; null where the day of purchase is not known. */
  term: Term | null;
}

/** The part of a sale for which the ledger knows no purchase: it has no cost and is in no total. */
export interface UnmatchedSell {
  portfolio: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass | null;
  currency: string;
  transaction_id: string | null;
  sell_date: string;
  quantity: number;
  /** Less its share of the fee. */
  proceeds: number;
  reason: string;
}

/** Sums of one currency; exact before they became numbers. */
export interface TaxSum {
  currency: string;
  lots: number;
  cost: number;
  proceeds: number;
  gain: number;
}

/** All lots of one term. The figures without a currency are in the report's; null where a rate is missing. */
export interface TermTotals {
  lots: number;
  cost: number | null;
  proceeds: number | null;
  gain: number | null;
  fx_estimated: boolean;
  by_currency: TaxSum[];
  /** Why there is no total; null where there is one. */
  reason: string | null;
}

export interface RemainingTotals {
  lots: number;
  cost: number | null;
  fx_estimated: boolean;
  by_currency: { currency: string; lots: number; cost: number }[];
  reason: string | null;
}

/** Dividends that were paid within the year. */
export interface TaxDividends {
  by_currency: { currency: string; payments: number; gross: number; withheld: number; net: number }[];
  /** Gross, in the report's currency at the rates of their days. */
  gross: number | null;
  withheld: number | null;
  net: number | null;
  fx_estimated: boolean;
  reason: string | null;
}

/** What one rule of the dated table makes of all lots that it speaks of. Never the report's own classification. */
export interface TaxAlternative {
  /** Key, such as `IN_LISTED_EQUITY_LONG_2024`. */
  rule: string;
  jurisdiction: 'IN' | 'US';
  label: string;
  section: string;
  source: string;
  term: Term;
  /** Long-term after more than so many months; null for what is short-term however long it was held. */
  long_after_months: number | null;
  /** Of the sale; null is open. */
  effective_from: string;
  effective_to: string | null;
  /** Percentage points; null where it is the person's own slab or bracket. */
  rate_pct: number | null;
  /** Whether the law raises the cost by its index; that is not worked out here. */
  is_indexed: boolean;
  lots: number;
  /** INR for a rule of India, USD for one of the USA. */
  currency: string;
  gain: number | null;
  /** What the year leaves free over all rules that share it; null where nothing is. */
  exemption: number | null;
  exemption_used: number | null;
  taxable: number | null;
  /** At `rate_pct`, before losses are set off, surcharge and cess. */
  tax: number | null;
  reason: string | null;
}

/** What is uncertain, assumed, or left to the reader. */
export interface TaxNote {
  code: string;
  text: string;
}

/** The tax report of one Indian financial year (spec: Reports "tax-lots", Report rules 9). */
export interface TaxReportView {
  /** Such as 2025-26. */
  fy: string;
  from: string;
  to: string;
  /** The last day that counts: the year's last, or today while it runs. */
  as_of: string;
  portfolio: string;
  currency: string;
  /** Years that can be asked for, newest first: from the first transaction to the running one. */
  years: string[];
  /** By day of sale. */
  lots: TaxLot[];
  short_term: TermTotals;
  long_term: TermTotals;
  /** At the end of the year, by symbol and day of purchase. */
  remaining_lots: RemainingLot[];
  remaining: RemainingTotals;
  unmatched_sells: UnmatchedSell[];
  dividends: TaxDividends;
  alternatives: TaxAlternative[];
  /** Of the whole year, however many rows an answer holds. */
  counts: { lots: number; remaining_lots: number; unmatched_sells: number };
  notes: TaxNote[];
  disclaimer: string;
  /** Only where it was asked for. */
  explanations: Explanation[] | null;
}

/** One row of Schedule 112A: long-term sales of listed equity and equity funds, in rupees. */
export interface Schedule112aRow {
  /** BE: acquired on or before 31 January 2018; AE: after. */
  acquired: 'BE' | 'AE';
  /** BE: sold before 23 July 2024; AE: on that day or after. */
  transferred: 'BE' | 'AE';
  isin: string | null;
  name: string;
  buy_date: string;
  sell_date: string;
  quantity: number;
  sale_price: number;
  full_value: number;
  /** The higher of what was paid and the lower of the value of 31 January 2018 and the full value. */
  cost_used: number;
  actual_cost: number;
  /** The lower of the value of 31 January 2018 and the full value; null for later purchases and where it is unknown. */
  capped_fmv: number | null;
  fmv_per_unit: number | null;
  fmv_total: number | null;
  expenses: number;
  total_deductions: number;
  balance: number;
  /** Why a figure of 31 January 2018 is missing; null where none is. */
  remark: string | null;
}
