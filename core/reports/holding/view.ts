import * as yup from 'yup';
import { ASSET_CLASSES } from '../../market/instruments/index.ts';
import { lotChainFields } from '../tax/index.ts';
import { TERMS } from '../../finance/tax-law/index.ts';
import {
  date,
  dateOrNull,
  flag,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  reasonsOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
} from '../../platform/schema/index.ts';
import {
  holdingView,
  partialFigures,
  portfolioFilter,
  settlementView,
  TRANSACTION_TYPES,
  transactionView,
} from '../../portfolio/index.ts';
import { warnings } from '../warning.ts';

/** Which symbol, in which portfolio; all of them together where none is named. */
export const holdingReportQuery = yup.object({ portfolio: portfolioFilter }).noUnknown();
export type HoldingReportQuery = {
  symbol: string;
  portfolio?: string | null | undefined;
};

/** Units bought together that are still held, oldest first within a portfolio. */
const openLotView = view({
  portfolio: text,
  /** The day from which they count as held. */
  date,
  quantity: number,
  /** Of the amounts of the lot. */
  currency: text,
  unit_cost: numberOrNull,
  cost: numberOrNull,
  value: numberOrNull,
  gain: numberOrNull,
  gain_pct: numberOrNull,
  /** Why cost, value or gain is not known. */
  reason: textOrNull,
  is_bonus: flag,
  ...lotChainFields,
  /** As a sale of today would be; null where the purchase date is not known. */
  term: oneOfOrNull(...TERMS),
  /** The first day on which a sale is long-term. */
  long_term_from: date,
  /** How many days until then; 0 for what is long-term, null where that is not known. */
  days_to_long_term: wholeOrNull,
});
export type OpenLot = ViewOf<typeof openLotView>;

/** A split, bonus or the like: decided in the ledger, or known from the exchange alone. */
const holdingActionView = view({
  /** Null for what the exchange announced and no ledger has. */
  portfolio: textOrNull,
  symbol: text,
  ex_date: date,
  /** "5 for 1 split". */
  title: text,
  source: text,
  status: oneOf('APPLIED', 'DECLINED', 'UNDONE', 'ANNOUNCED'),
});
export type HoldingAction = ViewOf<typeof holdingActionView>;

/** Purchases or sales of one day together, in the shares of today. */
const tradeMarkView = view({
  date,
  type: oneOf('BUY', 'SELL'),
  quantity: number,
  /** Average of the day, before charges. */
  price: number,
});
export type TradeMark = ViewOf<typeof tradeMarkView>;

const pricesView = view({
  /** Ascending; a long series is thinned to about a thousand days, its ends among them. */
  closes: listOf(view({ date, close: number })),
  trades: listOf(tradeMarkView),
  /** Cost per unit of what is held. */
  average_cost: numberOrNull,
  /** Why there are no closes. */
  reason: textOrNull,
});

/** The next payment that is expected. */
const nextPaymentView = view({
  date,
  type: oneOf('DIVIDEND', 'DISTRIBUTION', 'COUPON'),
  /** Before tax; null where it is not known. */
  amount: numberOrNull,
  currency: text,
  status: text,
  note: textOrNull,
});

/** Amounts by one cost method; with dividends, its gains add up to the total gain. Null is unknown. */
const costMethodView = view({
  /** Cost of what is held, and per unit. */
  invested: numberOrNull,
  cost_per_unit: numberOrNull,
  unrealised_gain: numberOrNull,
  unrealised_gain_pct: numberOrNull,
  realised_gain: numberOrNull,
});
export type CostMethod = ViewOf<typeof costMethodView>;

/** What may be unknown, each with its reason under the same name. */
const HOLDING_FIGURES = [
  'average_cost',
  'invested',
  'price',
  'value',
  'weight_pct',
  'day_change',
  'unrealised_gain',
  'unrealised_gain_pct',
  'realised_gain',
  'dividends',
  'total_gain',
  'xirr_pct',
  'holding_since',
  'next_payment',
  'prices',
] as const;
export type HoldingFigure = (typeof HOLDING_FIGURES)[number];

/** One symbol: how it stands, what it earned, and everything that happened to it. Amounts are in `currency`. */
export const holdingReportView = view({
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  sector: textOrNull,
  asset_class: oneOfOrNull(...ASSET_CLASSES),
  currency: text,
  /** The portfolio that was asked for; Networth for all of them. */
  portfolio: text,
  is_held: flag,
  /** The holdings, one for each portfolio that has any. */
  holdings: listOf(holdingView),
  /** The parts of each by their delivery, in the same order. */
  settlements: listOf(settlementView),
  /** Every portfolio that has it, or had it. */
  portfolios: listOf(text),
  /** 0 where nothing is left. */
  quantity: number,
  average_cost: numberOrNull,
  invested: numberOrNull,
  price: numberOrNull,
  priced_at: instantOrNull,
  /** Origin of a price that no market gave. */
  price_note: textOrNull,
  value: numberOrNull,
  /** Percentage points of everything in the portfolio that has a value. */
  weight_pct: numberOrNull,
  day_change: numberOrNull,
  day_change_pct: numberOrNull,
  /** The session of the change: `Today`, or `Fri 20 Nov`. */
  day_change_label: text,
  /** The change of the portfolios whose price is of that session, where others have another one. */
  partial: partialFigures('day_change', 'day_change_pct'),
  /** Value less the average cost of what is held. */
  unrealised_gain: numberOrNull,
  unrealised_gain_pct: numberOrNull,
  /** Of everything sold, after charges, against the oldest lots. */
  realised_gain: numberOrNull,
  /** The same by each method: the oldest lots leave first, or every unit costs the average. */
  cost_methods: view({ fifo: costMethodView, average: costMethodView }),
  /** After tax withheld. */
  dividends: numberOrNull,
  /** Value and everything received, less everything paid. */
  total_gain: numberOrNull,
  /** Percentage points a year, of this symbol alone. */
  xirr_pct: numberOrNull,
  xirr_alternatives_pct: listOf(number),
  /** Day of the oldest purchase of what is held. */
  holding_since: dateOrNull,
  /** Where nothing is held: the day on which the last units left, and the kind of transaction. */
  closed_on: dateOrNull,
  closed_by: oneOfOrNull(...TRANSACTION_TYPES),
  lots: listOf(openLotView),
  next_payment: nextPaymentView.nullable().defined(),
  /** The newest ex-date first. */
  actions: listOf(holdingActionView),
  prices: pricesView,
  /** The newest 200, newest first. */
  transactions: listOf(transactionView),
  /** How many there are in all. */
  transactions_count: whole,
  warnings,
  reasons: reasonsOf<HoldingFigure>(),
});
export type HoldingReport = ViewOf<typeof holdingReportView>;
