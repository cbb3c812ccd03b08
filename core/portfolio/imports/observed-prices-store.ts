import type { DbTransaction } from '../../platform/index.ts';
import { setOwnPrices } from '../positions/index.ts';

interface OwnImport {
  userId: string;
  importId: string;
}

/** Prices of holdings that this transaction writes are kept as those of an import. */
export async function markObservations(trx: DbTransaction, importId: string): Promise<void> {
  await trx.raw("select set_config('munim.import_id', ?, true)", [importId]);
}

/**
 * Keeps the dated prices of holdings as prices of their days in their portfolio, those too that are older than the ones there
 * are. A price that is kept of the same day stays.
 */
export async function keepHoldingPrices(
  trx: DbTransaction,
  { userId, importId }: OwnImport,
  stated: readonly {
    portfolio_id: string;
    row: { symbol: string; currency: string; price_date?: string | null; current_price: string | null };
  }[],
): Promise<void> {
  const dated = stated.flatMap(
    ({ portfolio_id, row: { symbol, currency, price_date: day = null, current_price: price } }) =>
      day === null || price === null || Number(price) === 0
        ? []
        : [{ portfolio_id, symbol, currency, day, price }],
  );
  await trx.raw(
    `insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price, source, import_id, portfolio_id)
     select ?::bigint, o.symbol, o.currency, o.day, o.price, 'CSV', ?::bigint, o.portfolio_id
     from jsonb_to_recordset(?::jsonb) as o (portfolio_id bigint, symbol text, currency text, day date, price numeric)
     on conflict (owner_user_id, symbol, currency, day, portfolio_id) do nothing`,
    [userId, importId, JSON.stringify(dated)],
  );
}

/**
 * Keeps the prices that statements print of what they list, under the symbols by which the books have it: by ISIN, or by name.
 * A price that is kept of the same day stays. Holdings without a market's price take the newest.
 * @param importId of one import; null for all finished ones of the person.
 */
export async function keepStatedPrices(
  trx: DbTransaction,
  userId: string,
  { importId, now }: { importId: string | null; now: Date },
): Promise<void> {
  await trx.raw(
    `insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price, source, import_id)
     select distinct on (b.symbol, o.currency, o.day)
       i.owner_user_id, b.symbol, o.currency, o.day, o.price, 'STATEMENT', i.id
     from portfolio.imports i
     cross join jsonb_to_recordset(i.stated_prices) as o (symbol text, isin text, currency text, day date, price numeric)
     join (
       select symbol, isin, currency from portfolio.positions where owner_user_id = ?
       union select symbol, isin, currency from portfolio.holdings where owner_user_id = ?
     ) b on b.currency = o.currency and (b.isin = o.isin or lower(b.symbol) = lower(o.symbol))
     where i.owner_user_id = ? and i.stated_prices is not null
       and (i.id = ?::bigint or (?::bigint is null and i.status = 'COMMITTED'))
       and not exists (select from portfolio.observed_prices k where k.owner_user_id = i.owner_user_id
         and k.symbol = b.symbol and k.currency = o.currency and k.day = o.day)
     order by b.symbol, o.currency, o.day, i.id
     on conflict (owner_user_id, symbol, currency, day, portfolio_id) do nothing`,
    [userId, userId, userId, importId, importId] as never,
  );
  await setOwnPrices(trx, { owners: [userId] }, now);
}

/** Deletes the prices that an import alone brought, those of holdings too. @returns how many. */
export async function deleteObservedPrices(trx: DbTransaction, importId: string): Promise<number> {
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `with gone as (
       delete from portfolio.observed_prices where import_id = ?
       returning owner_user_id, symbol, currency, day, source
     ), unpriced as (
       update portfolio.holdings h
       set current_price = null, priced_at = null, price_source = null, price_as_of = null
       from gone g
       where g.source = 'STATEMENT' and h.price_source = 'STATEMENT' and h.owner_user_id = g.owner_user_id
         and h.symbol = g.symbol and h.currency = g.currency and h.price_as_of = g.day
     )
     select symbol from gone`,
    [importId],
  );
  return rows.length;
}
