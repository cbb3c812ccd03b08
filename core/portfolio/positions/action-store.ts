import type { DbTransaction } from '../../platform/index.ts';
import { renameUnits } from './accepted-units.ts';
import { readLedgerRows } from './ledger-reader.ts';
import type { PositionKey } from './position-key.ts';
import { resolveSymbol } from './symbol-spelling-store.ts';
import type { LedgerTransaction, LotStep, Rename } from '../ledger/index.ts';
import type { AppliedAction } from './applied-action.ts';
import type { DerivedRow } from './derivation.ts';

type Stored = AppliedAction & { portfolio_id: string };

/**
 * The applied actions of some portfolios that make rows. Their symbols are those that the positions have today: an action
 * of a day before a rename belongs to the position that has another name since. So does one of a later day that was decided
 * under the old name before the rename was, as long as nothing is recorded under that name any more.
 */
export async function readApplied(trx: DbTransaction, portfolioIds: readonly string[]): Promise<Stored[]> {
  const { rows } = await trx.raw<{ rows: Stored[] }>(
    `select a.id, a.portfolio_id, a.kind, coalesce(s.symbol, a.symbol) as symbol, a.ex_date::text,
       a.new_shares::text, a.old_shares::text, coalesce(t.symbol, a.into_symbol) as into_symbol, a.into_isin,
       a.cost_pct::text, a.fraction_price::text
     from portfolio.ledger_actions a
     left join lateral (
       select c.symbol from portfolio.current_symbols c
       where c.portfolio_id = a.portfolio_id and c.recorded = a.symbol and (a.ex_date <= c.until or not exists (
         select from portfolio.transactions r
         where r.portfolio_id = a.portfolio_id and r.symbol = a.symbol and r.action_id is null))
       order by a.ex_date > c.until, abs(a.ex_date - c.until) limit 1
     ) s on true
     left join lateral (
       select c.symbol from portfolio.current_symbols c
       where c.portfolio_id = a.portfolio_id and c.recorded = a.into_symbol and a.ex_date <= c.until
       order by c.until limit 1
     ) t on true
     where a.portfolio_id = any(?::bigint[]) and a.status = 'APPLIED' and a.kind <> 'RENAME'
     order by a.id`,
    [[...portfolioIds]],
  );
  return rows;
}

/** The applied renames of a portfolio, of all of them where it is null. */
export async function readRenames(
  trx: DbTransaction,
  portfolioId: string | null,
): Promise<(Rename & { portfolio_id: string })[]> {
  const { rows } = await trx.raw<{ rows: (Rename & { portfolio_id: string })[] }>(
    `select portfolio_id::text, symbol, into_symbol, ex_date::text from portfolio.ledger_actions
     where kind = 'RENAME' and status = 'APPLIED' and (?::bigint is null or portfolio_id = ?::bigint) order by ex_date, id`,
    [portfolioId, portfolioId] as string[],
  );
  return rows;
}

/** What was recorded of symbols of a portfolio, without what follows from actions. */
export async function readRecorded(
  trx: DbTransaction,
  portfolioId: string,
  symbols: readonly string[],
): Promise<LedgerTransaction[]> {
  const keys = symbols.map((symbol) => ({ portfolio_id: portfolioId, symbol }));
  return await readLedgerRows(trx, { keys, isRecorded: true });
}

/** Puts what follows from actions in the place of what followed from them before. */
export async function writeDerived(
  trx: DbTransaction,
  userId: string,
  portfolioId: string,
  actionIds: readonly string[],
  rows: readonly DerivedRow[],
): Promise<void> {
  await trx.raw('delete from portfolio.transactions where action_id = any(?::bigint[])', [[...actionIds]]);
  if (rows.length === 0) return;
  const of = (key: keyof DerivedRow) => rows.map((row) => row[key] ?? null);
  await trx.raw(
    `insert into portfolio.transactions (owner_user_id, portfolio_id, source, symbol, trade_date, type, quantity, price,
       currency, isin, asset_class, action_id, execution_id, acquired_on, carried_cost, carried_average, lot_chain)
     select ?::bigint, ?::bigint, 'ACTION', r.symbol, r.date, r.type, r.quantity, r.price, r.currency, r.isin,
       r.asset_class, r.action_id, r.execution_id, r.acquired_on, r.carried_cost, r.carried_average, r.lot_chain::jsonb
     from unnest(?::text[], ?::date[], ?::text[], ?::numeric[], ?::numeric[], ?::text[], ?::text[], ?::text[],
       ?::bigint[], ?::text[], ?::date[], ?::numeric[], ?::numeric[], ?::text[]) with ordinality
       as r (symbol, date, type, quantity, price, currency, isin, asset_class, action_id, execution_id, acquired_on,
         carried_cost, carried_average, lot_chain, nth)
     order by r.nth`,
    [
      userId,
      portfolioId,
      of('symbol'),
      of('date'),
      of('type'),
      of('quantity'),
      of('price'),
      of('currency'),
      of('isin'),
      of('asset_class'),
      of('action_id'),
      of('execution_id'),
      of('acquired_on'),
      of('carried_cost'),
      of('carried_average'),
      rows.map(({ lot_chain }) => (lot_chain ? JSON.stringify(lot_chain) : null)),
    ] as never,
  );
}

/** Recorded free shares that a broker booked for a merger or demerger say so: they are no bonus. */
export async function writeDeliveries(
  trx: DbTransaction,
  portfolioId: string,
  symbols: readonly string[],
  deliveries: readonly { id: string; step: LotStep }[],
): Promise<void> {
  await trx.raw(
    `update portfolio.transactions t set lot_chain = d.lot_chain
     from (
       select t.id, v.lot_chain::jsonb as lot_chain from portfolio.transactions t
       left join unnest(?::bigint[], ?::text[]) as v (id, lot_chain) on v.id = t.id
       where t.portfolio_id = ? and t.symbol = any(?::text[]) and t.action_id is null
         and (t.lot_chain is not null or v.id is not null)
     ) d
     where t.id = d.id and t.lot_chain is distinct from d.lot_chain`,
    [
      deliveries.map(({ id }) => id),
      deliveries.map(({ step }) => JSON.stringify([step])),
      portfolioId,
      [...symbols],
    ] as never,
  );
}

/**
 * Gives every row of a portfolio the symbol that its position has today, by the renames that are applied now: after one was
 * applied or taken back. A trade that stands there under both names is one: the renamed row goes to the trash.
 * @returns the symbols whose ledgers changed.
 */
export async function realignSymbols(
  trx: DbTransaction,
  userId: string,
  portfolioId: string,
  now: Date,
): Promise<PositionKey[]> {
  const wanted = `
    select t.id, coalesce(c.symbol, t.recorded_symbol, t.symbol) as symbol,
      case when c.symbol is not null then coalesce(t.recorded_symbol, t.symbol) end as recorded_symbol
    from portfolio.transactions t
    left join lateral (
      select c.symbol from portfolio.current_symbols c
      where c.portfolio_id = t.portfolio_id and c.recorded = coalesce(t.recorded_symbol, t.symbol)
        and t.trade_date < c.until
      order by c.until limit 1
    ) c on true
    where t.portfolio_id = ? and t.action_id is null
      and (t.symbol, t.recorded_symbol) is distinct from
        (coalesce(c.symbol, t.recorded_symbol, t.symbol), case when c.symbol is not null then coalesce(t.recorded_symbol, t.symbol) end)`;
  await trx.raw(
    `with wanted as (${wanted}),
     twice as (
       select t.* from portfolio.transactions t join wanted w on w.id = t.id
       where t.execution_id is null and exists (
         select from portfolio.transactions o
         where o.portfolio_id = t.portfolio_id and o.symbol = w.symbol and o.trade_date = t.trade_date
           and o.type = t.type and o.quantity = t.quantity and o.price = t.price and o.execution_id is null and o.id <> t.id
           and not exists (select from wanted v where v.id = o.id))
     ),
     kept as (
       insert into portfolio.trash (owner_user_id, kind, row_id, body, deleted_at)
       select ?, 'transaction', t.id, (select jsonb_object_agg(key, value #>> '{}') from jsonb_each(to_jsonb(t))), ?
       from twice t
     )
     delete from portfolio.transactions where id in (select id from twice)`,
    [portfolioId, userId, now],
  );
  const { rows } = await trx.raw<{ rows: { symbols: string[] }[] }>(
    `with wanted as (${wanted}),
     before as (select t.id, t.symbol from portfolio.transactions t join wanted w on w.id = t.id),
     moved as (
       update portfolio.transactions t set symbol = w.symbol, recorded_symbol = w.recorded_symbol
       from wanted w where t.id = w.id returning t.symbol
     )
     select array(select symbol from before union select symbol from moved) as symbols`,
    [portfolioId],
  );
  await renameUnits(trx, portfolioId);
  return (rows[0]?.symbols ?? []).map((symbol) => ({ portfolio_id: portfolioId, symbol }));
}

/** What a symbol of a day is called today in a portfolio; null where it still has its name. */
export async function currentSymbol(
  trx: DbTransaction,
  portfolioId: string,
  symbol: string,
  day: string,
): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `select symbol from portfolio.current_symbols
     where portfolio_id = ? and recorded = ? and ?::date < until order by until limit 1`,
    [portfolioId, symbol, day],
  );
  return rows[0]?.symbol ?? null;
}

export interface NamedSymbol {
  symbol: string;
  /** What it was called on the day of the transaction, where that is another name. */
  recorded_symbol: string | null;
}

/** The position that is meant by a symbol on a day: what was renamed since goes by its name of today. */
export async function namedSymbol(
  trx: DbTransaction,
  portfolioId: string,
  typed: string,
  day: string,
): Promise<NamedSymbol> {
  const meant = await resolveSymbol(trx, portfolioId, typed);
  const current = await currentSymbol(trx, portfolioId, meant, day);
  return { symbol: current ?? meant, recorded_symbol: current === null ? null : meant };
}
