import * as yup from 'yup';
import {
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';

const TRADE_STATES = ['CLOSED', 'OPEN', 'UNKNOWN'] as const;

const trade = view({
  tag: text,
  strategy: text,
  underlying: text,
  expiry: text,
  opened_at: instant,
  /** Null for a trade that is open. */
  closed_at: instantOrNull,
  /** UNKNOWN: it is over, but what its contracts were settled at is not known. */
  state: oneOf(...TRADE_STATES),
  legs: whole,
  /** Rupees, of what is closed; null where it is unknown. */
  gross: numberOrNull,
  costs: numberOrNull,
  net: numberOrNull,
});
export type TradebookTrade = ViewOf<typeof trade>;

/** What a tradebook comes to, before it is imported or after. */
export const tradebookView = view({
  /** False for a preview, which writes nothing. */
  is_imported: flag,
  format: text,
  title: text,
  rows: whole,
  fills: view({ new: whole, known: whole, total: whole }),
  /** Rows of shares and funds: they belong to the portfolio. */
  other_rows: whole,
  excluded: listOf(view({ reason: text, rows: whole })),
  /** The first 100, by their row in the file with the header as row 1. */
  issues: listOf(view({ row: whole, message: text })),
  issue_count: whole,
  unused_columns: listOf(text),
  from: dateOrNull,
  to: dateOrNull,
  /** Trades that fills of the file belong to. */
  trades: view({ closed: whole, open: whole, unknown: whole }),
  /** Of closed trades whose result is known, in rupees; null without one. */
  gross: numberOrNull,
  costs: numberOrNull,
  net: numberOrNull,
  /** What is closed already in trades that are still open; it counts when they are closed. */
  realised_in_open: numberOrNull,
  /** The newest 50 of the trades. */
  newest_trades: listOf(trade),
  /** Expiries whose settlement is unknown. */
  unsettled: listOf(view({ underlying: text, expiry: text })),
  /** Trades of earlier imports that turned out to be others. */
  replaced: whole,
  refused: listOf(view({ tag: textOrNull, message: text })),
  notes: listOf(text),
});
export type TradebookView = ViewOf<typeof tradebookView>;

const strategy = yup
  .string()
  .matches(
    /^[\w][\w .&+-]{0,59}$/,
    'A strategy name has 1 to 60 characters: letters, digits, spaces and . & + - _',
  );
const rupees = yup
  .string()
  .matches(/^\d{1,5}(?:\.\d{1,2})?$/, 'brokerage must be rupees an order, such as 20 or 15.50.')
  .optional();

/** The fields beside the file of an upload. */
export const tradebookForm = yup
  .object({
    /** Of fills whose row names none; `tradebook` unless told. */
    strategy: strategy.optional(),
    /** Rupees an executed order, in place of the table of charges. */
    brokerage: rupees,
  })
  .noUnknown();

export const tradebookQuery = yup
  .object({
    preview: yup
      .string()
      .oneOf(['true', 'false'] as const)
      .optional(),
  })
  .noUnknown()
  .required();

/** What is known, and what is not, of expiries with contracts that had no closing fill. */
export const settlementsView = view({
  /** The oldest first. */
  unsettled: listOf(view({ underlying: text, expiry: text })),
  /** As a file or a person said, the newest expiry first; prices in rupees. */
  settled: listOf(
    view({ underlying: text, expiry: text, price: yup.number().required(), given_at: instant }),
  ),
});
export type SettlementsView = ViewOf<typeof settlementsView>;

export const settlementInput = yup
  .object({
    underlying: yup
      .string()
      .matches(/^[A-Z0-9][A-Z0-9&_-]{0,29}$/, 'An underlying is a symbol such as NIFTY or M&M.')
      .required(),
    expiry: yup
      .string()
      .matches(/^\d{4}-\d{2}-\d{2}$/, 'expiry must be a date such as 2026-01-27.')
      .required(),
    /** Rupees: the price of the underlying. */
    price: yup.number().moreThan(0).max(10_000_000).required(),
  })
  .noUnknown()
  .required();
export type SettlementInput = yup.InferType<typeof settlementInput>;

export const settledView = view({
  underlying: text,
  expiry: text,
  price: yup.number().required(),
  /** Trades whose result is known now. */
  trades: listOf(trade),
});
export type SettledView = ViewOf<typeof settledView>;
