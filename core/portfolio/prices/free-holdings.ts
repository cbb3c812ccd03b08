import type { DbTransaction } from '../../platform/index.ts';
import type { HoldingModel } from '../models.ts';

/**
 * Locks those of some holdings that nobody else is at work on, to the end of the transaction. An import or whatever else
 * changes the ledger may have the others, and takes ours next: who waited for one while holding others could wait for ever.
 * @param purpose `price` keeps everybody else from changing them; `refer` only keeps them from being deleted.
 * @returns their ids.
 */
export async function lockFreeHoldings(
  trx: DbTransaction,
  ids: readonly string[],
  purpose: 'price' | 'refer',
): Promise<ReadonlySet<string>> {
  const strength = purpose === 'price' ? 'no key update' : 'key share';
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select id from portfolio.holdings where id = any(?::bigint[]) order by id for ${strength} skip locked`,
    [[...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Columns of a locked holding that prices need. */
export type FreeHolding = Pick<
  HoldingModel,
  | 'id'
  | 'owner_user_id'
  | 'portfolio_id'
  | 'symbol'
  | 'isin'
  | 'asset_class'
  | 'currency'
  | 'current_price'
  | 'previous_close'
  | 'priced_at'
  | 'price_source'
  | 'guard_price'
> & { price_as_of: string | null };

/** `lockFreeHoldings` for prices, with what the holdings know now. */
export async function lockHoldingsToPrice(
  trx: DbTransaction,
  ids: readonly string[],
): Promise<FreeHolding[]> {
  const { rows } = await trx.raw<{ rows: FreeHolding[] }>(
    `select id, owner_user_id, portfolio_id, symbol, isin, asset_class, currency, current_price, previous_close, priced_at, price_source,
       price_as_of, guard_price
     from portfolio.holdings where id = any(?::bigint[]) order by id for no key update skip locked`,
    [[...ids]],
  );
  return rows;
}
