import { ASSET_CLASSES } from '../../market/instruments/index.ts';
import {
  date,
  instant,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';
import { hasPrice, rowAmount, TRANSACTION_TYPES } from '../ledger/index.ts';
import { TRANSACTION_SOURCES } from '../models.ts';
import type { TransactionRow } from './transaction-store.ts';

/** A transaction as every door shows it. `amount` is before charges, in `currency`. */
export const transactionView = view({
  id: text,
  portfolio: text,
  symbol: text,
  /** The symbol of its day, where the position is called otherwise today. */
  recorded_symbol: textOrNull,
  date,
  type: oneOf(...TRANSACTION_TYPES),
  quantity: number,
  /** Null where a row has none: splits, transfers and demergers. */
  price: numberOrNull,
  fee_tax: number,
  amount: numberOrNull,
  currency: text,
  isin: textOrNull,
  security_id: textOrNull,
  asset_class: oneOfOrNull(...ASSET_CLASSES),
  note: textOrNull,
  execution_id: textOrNull,
  /** The exchange's time of day, HH:MM:SS; null where it is not known. */
  executed_at: textOrNull,
  source: oneOf(...TRANSACTION_SOURCES),
  /** The decision about a corporate action that it follows from: such a row is not edited or deleted by itself. */
  action_id: textOrNull,
  /**
   * The applied merger of mutual fund schemes that the row of a statement stands for: it counts for nothing by itself, since
   * a merger is no sale.
   */
  merger_action_id: textOrNull,
  /** The import that brought it; null for what a person, a broker or a corporate action did. */
  import_id: textOrNull,
  created_at: instant,
  updated_at: instant,
});
export type TransactionView = ViewOf<typeof transactionView>;

export function toTransactionView(row: TransactionRow): TransactionView {
  return {
    id: row.id,
    portfolio: row.portfolio,
    symbol: row.symbol,
    recorded_symbol: row.recorded_symbol,
    date: row.trade_date,
    type: row.type,
    quantity: row.quantity.toNumber(),
    price: hasPrice(row.type) ? row.price.toNumber() : null,
    fee_tax: row.fee_tax.toNumber(),
    amount: rowAmount(row)?.toNumber() ?? null,
    currency: row.currency,
    isin: row.isin,
    security_id: row.security_id,
    asset_class: row.asset_class,
    note: row.note,
    execution_id: row.execution_id,
    executed_at: row.executed_at,
    source: row.source,
    action_id: row.action_id,
    merger_action_id: row.merger_action_id,
    import_id: row.import_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
