import { TAX_GROUPS, TERMS } from '../../finance/tax-law/index.ts';
import { ASSET_CLASSES } from '../../market/instruments/index.ts';
import {
  date,
  dateOrNull,
  flag,
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
} from '../../platform/schema/index.ts';
import { LOT_STEP_KINDS, TOTAL_STATES } from '../../portfolio/index.ts';
import { explanationsOrNull } from '../explanation.ts';

const term = oneOf(...TERMS);
const group = oneOf(...TAX_GROUPS);

/** SALE is a sale; the other two are rows with a negative quantity that took a sale or a purchase back. */
const TAX_LOT_KINDS = ['SALE', 'SALE_CANCELLED', 'PURCHASE_CANCELLED'] as const;
export type TaxLotKind = (typeof TAX_LOT_KINDS)[number];

const securityFields = {
  portfolio: text,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  asset_class: oneOfOrNull(...ASSET_CLASSES),
  currency: text,
};

export const lotChainFields = {
  /** The shares that the lot was: how it came, then what it became, up to the sale or the end of the year. */
  chain: listOf(
    view({
      kind: oneOf(...LOT_STEP_KINDS),
      date,
      symbol: text,
      isin: textOrNull,
      /** `old_shares` before became `new_shares`. */
      new_shares: number,
      old_shares: number,
    }),
  ),
  /** The same in words; null for a lot that was never anything else. */
  chain_words: textOrNull,
};

/** The result of a rule of the dated table for one lot. Amounts are in the currency of the lot. */
const lotAlternativeView = view({
  /** Key of the rule in `alternatives`. */
  rule: text,
  term,
  /** Percentage points; null where it is the person's own slab or bracket. */
  rate_pct: numberOrNull,
  /** Cost as this rule counts it; null where it needs what is not known. */
  cost: numberOrNull,
  gain: numberOrNull,
  /** The cost was compared with the value of 31 January 2018. */
  is_grandfathered: flag,
  /** Why there is no figure; null where there is one. */
  reason: textOrNull,
});
export type LotAlternative = ViewOf<typeof lotAlternativeView>;

/** Units of one purchase that one sale took, oldest purchase first (spec: Report rules 9). */
const taxLotView = view({
  ...securityFields,
  group,
  kind: oneOf(...TAX_LOT_KINDS),
  /** In units of the day of the sale; negative where a sale was taken back. */
  quantity: number,
  buy_date: date,
  sell_date: date,
  buy_transaction_id: textOrNull,
  sell_transaction_id: textOrNull,
  /** Allotted for nothing: cost is its fee alone, held from the allotment. */
  is_bonus: flag,
  ...lotChainFields,
  /** Bought and sold on one day: speculative business (section 43(5)), in `intraday_lots` and never in `lots`. */
  is_intraday: flag,
  held_days: whole,
  /**
   * Null for intraday lots, for a purchase that was taken back, since nothing was sold, and where the day of purchase is not
   * known.
   */
  term: term.nullable().defined(),
  /** Why there is no term; null where there is one. */
  term_reason: textOrNull,
  /** With the purchase's share of its fee. Null where nobody knows it: such a lot is in no total and under no rule. */
  cost: numberOrNull,
  /** Less the sale's share of its fee. */
  proceeds: number,
  /** Share of the sale's fee, already out of `proceeds`. */
  sale_fee: number,
  gain: numberOrNull,
  /** Why cost and gain are unknown; null where they are known. */
  cost_reason: textOrNull,
  /** In the report's currency: cost at the rate of the day of purchase, proceeds at that of the sale. Null without one. */
  cost_base: numberOrNull,
  proceeds_base: numberOrNull,
  gain_base: numberOrNull,
  /** Why one of these three is unknown; null where all are known. */
  base_reason: textOrNull,
  /** A rate is of another day. */
  fx_estimated: flag,
  /** Why it may still change: a corporate action waits for a decision. Null where it is settled. */
  provisional_reason: textOrNull,
  alternatives: listOf(lotAlternativeView),
});
export type TaxLot = ViewOf<typeof taxLotView>;

/** Units that are held when the year ends. */
const remainingLotView = view({
  ...securityFields,
  group,
  quantity: number,
  buy_date: date,
  buy_transaction_id: textOrNull,
  is_bonus: flag,
  ...lotChainFields,
  /** Null where nobody knows it: such a lot is in no total. */
  unit_cost: numberOrNull,
  cost: numberOrNull,
  cost_reason: textOrNull,
  cost_base: numberOrNull,
  /** Why it is unknown; null where it is known. */
  base_reason: textOrNull,
  fx_estimated: flag,
  /** The first day on which a sale is long-term; where the day of purchase is not known, the last that it can be. */
  long_term_from: date,
  provisional_reason: textOrNull,
  /** As it would be on the report's `as_of`; null where the day of purchase is not known. */
  term: term.nullable().defined(),
});
export type RemainingLot = ViewOf<typeof remainingLotView>;

/** The part of a sale for which the ledger knows no purchase: it has no cost and is in no total. */
const unmatchedSellView = view({
  ...securityFields,
  transaction_id: textOrNull,
  sell_date: date,
  quantity: number,
  /** Less its share of the fee. */
  proceeds: number,
  reason: text,
  /** Why it may still change: a corporate action waits for a decision. Null where it is settled. */
  provisional_reason: textOrNull,
});
export type UnmatchedSell = ViewOf<typeof unmatchedSellView>;

/** Sums of one currency; exact before they became numbers. */
const taxSumView = view({ currency: text, lots: whole, cost: number, proceeds: number, gain: number });
export type TaxSum = ViewOf<typeof taxSumView>;

/**
 * Units that a total excludes, since their cost, purchase or sale is unknown: of its own term, or of a term that the missing
 * purchase date leaves open.
 */
const leftOutView = view({
  lots: whole,
  units: number,
  /** In the report's currency, after fees; null without an exchange rate, and for units that are still held. */
  proceeds: numberOrNull,
  reason: text,
});
export type LeftOut = ViewOf<typeof leftOutView>;

const totalFields = {
  /** PARTIAL: the figures are those of the other units; `left_out` names what they exclude. */
  state: oneOf(...TOTAL_STATES),
  left_out: leftOutView.nullable().defined(),
};

/** All lots of one term. The figures without a currency are in the report's; null where a rate is missing. */
const termTotalsView = view({
  ...totalFields,
  lots: whole,
  cost: numberOrNull,
  proceeds: numberOrNull,
  gain: numberOrNull,
  fx_estimated: flag,
  by_currency: listOf(taxSumView),
  /** Why there is no total; null where there is one. */
  reason: textOrNull,
  /** Why it may still change: a corporate action waits for a decision. Null where it is settled. */
  provisional_reason: textOrNull,
});
export type TermTotals = ViewOf<typeof termTotalsView>;

const remainingTotalsView = view({
  ...totalFields,
  lots: whole,
  cost: numberOrNull,
  fx_estimated: flag,
  by_currency: listOf(view({ currency: text, lots: whole, cost: number })),
  reason: textOrNull,
  /** Why it may still change: a corporate action waits for a decision. Null where it is settled. */
  provisional_reason: textOrNull,
});
export type RemainingTotals = ViewOf<typeof remainingTotalsView>;

/** Dividends that were paid within the year. */
const taxDividendsView = view({
  by_currency: listOf(
    view({ currency: text, payments: whole, gross: number, withheld: number, net: number }),
  ),
  /** Gross, in the report's currency at the rates of their days. */
  gross: numberOrNull,
  withheld: numberOrNull,
  net: numberOrNull,
  fx_estimated: flag,
  reason: textOrNull,
});
export type TaxDividends = ViewOf<typeof taxDividendsView>;

/** The result of one rule of the dated table for all its lots. Never the report's own classification. */
const taxAlternativeView = view({
  /** Key, such as `IN_LISTED_EQUITY_LONG_2024`. */
  rule: text,
  jurisdiction: oneOf('IN', 'US'),
  label: text,
  section: text,
  source: text,
  term,
  /** Long-term after more than so many months; null for what is short-term however long it was held. */
  long_after_months: numberOrNull,
  /** Of the sale; null is open. */
  effective_from: date,
  effective_to: dateOrNull,
  /** Percentage points; null where it is the person's own slab or bracket. */
  rate_pct: numberOrNull,
  /** The law raises the cost by its index; that is not calculated here. */
  is_indexed: flag,
  lots: whole,
  /** INR for a rule of India, USD for one of the USA. */
  currency: text,
  gain: numberOrNull,
  /**
   * The gain of the lots that have one, where others have none or are of unknown purchase and may be among them; null where all
   * have one, or none has.
   */
  partial: view({ state: oneOf('PARTIAL'), figure: number, lots_counted: whole, lots_total: whole })
    .nullable()
    .defined(),
  /** The year's exemption over all rules that share it; null without one. */
  exemption: numberOrNull,
  exemption_used: numberOrNull,
  taxable: numberOrNull,
  /** At `rate_pct`, before losses are set off, surcharge and cess. */
  tax: numberOrNull,
  reason: textOrNull,
  /** Why it may still change: a corporate action waits for a decision. Null where it is settled. */
  provisional_reason: textOrNull,
});
export type TaxAlternative = ViewOf<typeof taxAlternativeView>;

/** Uncertain points, assumptions, and decisions left to the reader. */
const taxNoteView = view({ code: text, text });
export type TaxNote = ViewOf<typeof taxNoteView>;

const reportFields = {
  /** Such as 2025-26. */
  fy: text,
  from: date,
  to: date,
  /** The last day that counts: the year's last, or today while it runs. */
  as_of: date,
  portfolio: text,
  currency: text,
  /** Years that can be asked for, newest first: from the first transaction to the running one. */
  years: listOf(text),
  /** By day of sale. */
  lots: listOf(taxLotView),
  short_term: termTotalsView,
  long_term: termTotalsView,
  /** Shares and ETFs that were bought and sold on one day, by day of sale: speculative business, no capital gain. */
  intraday_lots: listOf(taxLotView),
  intraday: termTotalsView,
  /** The setting: purchases and sales of a day are matched before older lots. */
  intraday_first: flag,
  /** At the end of the year, by symbol and day of purchase. */
  remaining_lots: listOf(remainingLotView),
  remaining: remainingTotalsView,
  unmatched_sells: listOf(unmatchedSellView),
  dividends: taxDividendsView,
  alternatives: listOf(taxAlternativeView),
  /** Of the whole year, however many rows an answer holds. */
  counts: view({ lots: whole, intraday_lots: whole, remaining_lots: whole, unmatched_sells: whole }),
  notes: listOf(taxNoteView),
  disclaimer: text,
  explanations: explanationsOrNull,
};

/** The tax report of one Indian financial year (spec: Reports "tax-lots", Report rules 9). */
const taxReportView = view(reportFields);
export type TaxReportView = ViewOf<typeof taxReportView>;

/** The report with one page of each of its lists; totals are those of the whole year. */
export const taxReportPageView = view({ ...reportFields, page: whole, page_size: whole });
export type TaxReportPage = ViewOf<typeof taxReportPageView>;
