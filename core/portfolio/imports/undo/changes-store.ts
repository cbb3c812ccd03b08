import type { DbTransaction } from '../../../platform/index.ts';
import { AS_TEXT, HOLDING_AS_TEXT } from '../../records/index.ts';

/** Keeps the rows that an import is about to take away from a portfolio. */
export async function keepReplaced(
  trx: DbTransaction,
  { userId, importId, portfolioId }: { userId: string; importId: string; portfolioId: string },
  kind: 'transaction' | 'holding',
): Promise<void> {
  const [table, body] =
    kind === 'transaction'
      ? ['portfolio.transactions', AS_TEXT('r')]
      : ['portfolio.holdings', HOLDING_AS_TEXT('r')];
  // What follows from corporate actions is derived anew.
  const own = kind === 'transaction' ? 'and r.action_id is null' : '';
  await trx.raw(
    `insert into portfolio.import_changes (owner_user_id, import_id, kind, row_id, before)
     select ?::bigint, ?::bigint, ?, r.id, ${body} from ${table} r where r.portfolio_id = ? ${own}`,
    [userId, importId, kind, portfolioId],
  );
}

/** Keeps holdings as they are before an import overwrites them. */
export async function keepHoldings(
  trx: DbTransaction,
  { userId, importId }: { userId: string; importId: string },
  ids: readonly string[],
): Promise<void> {
  await trx.raw(
    `insert into portfolio.import_changes (owner_user_id, import_id, kind, row_id, before)
     select ?::bigint, ?::bigint, 'holding', r.id, ${HOLDING_AS_TEXT('r')}
     from portfolio.holdings r where r.id = any(?::bigint[])
     on conflict do nothing`,
    [userId, importId, [...ids]] as never,
  );
}

/** What tells whether somebody changed a holding since: its quantity, its cost and whose word they are. */
const LEFT = `jsonb_build_object('quantity', h.quantity::text, 'avg_buy_price', h.avg_buy_price::text, 'source', h.source)`;

/** Notes what an import has left of some holdings; those that it made are kept with nothing before them. */
export async function keepLeft(
  trx: DbTransaction,
  { userId, importId }: { userId: string; importId: string },
  keys: readonly { portfolio_id: string; symbol: string }[],
): Promise<void> {
  await trx.raw(
    `insert into portfolio.import_changes as c (owner_user_id, import_id, kind, row_id, after)
     select ?::bigint, ?::bigint, 'holding', h.id, ${LEFT}
     from portfolio.holdings h
     join unnest(?::bigint[], ?::text[]) as k (portfolio_id, symbol)
       on k.portfolio_id = h.portfolio_id and k.symbol = h.symbol
     on conflict (import_id, kind, row_id, owner_user_id) do update set after = excluded.after`,
    [
      userId,
      importId,
      keys.map(({ portfolio_id }) => portfolio_id),
      keys.map(({ symbol }) => symbol),
    ] as never,
  );
}

/** Symbols of holdings that are not any more what an import left there. */
export async function changedHoldings(trx: DbTransaction, importId: string): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { symbol: string }[] }>(
    `select coalesce(h.symbol, c.before ->> 'symbol', 'a holding') as symbol
     from portfolio.import_changes c left join portfolio.holdings h on h.id = c.row_id
     where c.import_id = ? and c.kind = 'holding' and c.after is not null
       and (h.id is null or c.after is distinct from ${LEFT})
     order by 1`,
    [importId],
  );
  return rows.map(({ symbol }) => symbol);
}

/** Takes back what an import wrote into holdings: what it made goes, what it overwrote is as before. @returns how many. */
export async function putHoldingsBack(trx: DbTransaction, importId: string): Promise<number> {
  const { rowCount: gone } = await trx.raw<{ rowCount: number }>(
    `delete from portfolio.holdings h using portfolio.import_changes c
     where c.import_id = ? and c.kind = 'holding' and c.row_id = h.id and c.before is null`,
    [importId],
  );
  const columns = await holdingColumns(trx);
  const { rowCount: back } = await trx.raw<{ rowCount: number }>(
    `update portfolio.holdings h set ${columns.map((column) => `${column} = n.${column}`).join(', ')}
     from portfolio.import_changes c
       cross join lateral jsonb_populate_record(null::portfolio.holdings, c.before) n
     where c.import_id = ? and c.kind = 'holding' and c.before is not null and c.after is not null and h.id = c.row_id`,
    [importId],
  );
  return gone + back;
}

async function holdingColumns(trx: DbTransaction): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `select attname as name from pg_attribute
     where attrelid = 'portfolio.holdings'::regclass and attnum > 0 and not attisdropped
       and attidentity = '' and attname not in ('id', 'owner_user_id', 'portfolio_id', 'symbol')`,
  );
  return rows.map(({ name }) => name);
}

/** Rows that an import took away, as they were. */
export async function replacedRows(
  trx: DbTransaction,
  importId: string,
  kind: 'transaction' | 'holding',
): Promise<Record<string, unknown>[]> {
  const { rows } = await trx.raw<{ rows: { before: Record<string, unknown> }[] }>(
    `select before from portfolio.import_changes
     where import_id = ? and kind = ? and before is not null and after is null order by row_id`,
    [importId, kind],
  );
  return rows.map(({ before }) => before);
}
