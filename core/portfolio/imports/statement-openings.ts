import type { DbTransaction } from '../../platform/index.ts';
import type { PositionKey } from '../positions/index.ts';
import { FOLIO } from './fund-entries.ts';
import { AS_TEXT, type Choice, PORTFOLIO_OF } from '../records/index.ts';

/** The units that a transaction of a statement brings or takes. */
const UNITS = (t: string) =>
  `case when ${t}.type = 'SELL' then -${t}.quantity when ${t}.type in ('DIVIDEND', 'SPLIT') then 0 else ${t}.quantity end`;

/**
 * Whether a transaction is of the folio and scheme of an opening balance. Tables of registrars and platforms give no ids: there
 * the symbol and the folio in the note tell.
 */
const IS_OF_SAME_SCHEME = (t: string, opening: string) =>
  `case when ${t}.execution_id is null
     then ${t}.asset_class = 'Mutual Fund' and ${t}.symbol = ${opening}.symbol and ${FOLIO(t)} = ${FOLIO(opening)}
     else ${t}.execution_id like 'cas:%' and split_part(${t}.execution_id, ':', 2) = split_part(${opening}.execution_id, ':', 2) end`;

/**
 * A statement begins with the units of earlier ones. What is recorded of the same folio and scheme up to that day is taken off
 * its opening balance, so that statements of one year after the other double nothing, and units of a missing year remain.
 * The ids of such rows begin with the folio and scheme: `cas:<scheme>:<entry>`.
 * @returns how many opening balances were recorded already as a whole
 */
export async function lowerOpenings(trx: DbTransaction, choice: Choice): Promise<number> {
  const { rows } = await trx.raw<{ rows: { covered: number }[] }>(
    `with openings as materialized (
       select r.row, r.quantity, r.trade_date, r.execution_id, r.symbol, r.note, p.id as portfolio_id
       from portfolio.import_rows r
       join portfolio.portfolios p on lower(p.name) = lower(${PORTFOLIO_OF})
       where r.import_id = ? and r.state = 'valid' and r.type = 'TRANSFER_IN' and r.execution_id like 'cas:%:opening:%'
         and (?::int[] is null or r.row = any(?::int[]))
     ),
     missing as (
       select o.row, o.quantity - sum(${UNITS('t')}) as quantity
       from openings o join portfolio.transactions t on t.portfolio_id = o.portfolio_id and t.trade_date <= o.trade_date
         and ${IS_OF_SAME_SCHEME('t', 'o')}
       group by o.row, o.quantity
     ),
     lowered as (
       update portfolio.import_rows r set quantity = missing.quantity
       from missing where r.import_id = ? and r.row = missing.row and missing.quantity > 0.001
     ),
     covered as (
       delete from portfolio.import_rows r using missing
       where r.import_id = ? and r.row = missing.row and missing.quantity <= 0.001 returning r.row
     )
     select count(*)::int as covered from covered`,
    [
      choice.targetPortfolio,
      choice.fallbackPortfolio,
      choice.importId,
      choice.rows,
      choice.rows,
      choice.importId,
      choice.importId,
    ] as never,
  );
  return rows[0]?.covered ?? 0;
}

/**
 * The same where the earlier statement comes later: what an import has just written is taken off opening balances that were
 * recorded before it and begin after it. Undoing the import brings them back.
 * @returns whose they are
 */
export async function lowerRecordedOpenings(
  trx: DbTransaction,
  { userId, importId }: { userId: string; importId: string },
): Promise<PositionKey[]> {
  const { rows } = await trx.raw<{ rows: (PositionKey & { id: string; quantity: string })[] }>(
    `with written as materialized (
       select portfolio_id, trade_date, execution_id, symbol, asset_class, note, ${UNITS('w')} as units
       from portfolio.transactions w where import_id = ?
     ),
     openings as materialized (
       select id, portfolio_id, symbol, trade_date, quantity, execution_id, note from portfolio.transactions
       where execution_id like 'cas:%:opening:%' and import_id is distinct from ?
     )
     select o.id, o.portfolio_id, o.symbol, (o.quantity - sum(w.units))::text as quantity
     from openings o join written w on w.portfolio_id = o.portfolio_id and w.trade_date <= o.trade_date
       and ${IS_OF_SAME_SCHEME('w', 'o')}
     group by o.id, o.portfolio_id, o.symbol, o.quantity having sum(w.units) <> 0`,
    [importId, importId],
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lowered = rows.filter(({ quantity }) => Number(quantity) > 0.001);
  await trx.raw(
    `insert into portfolio.import_changes (owner_user_id, import_id, kind, row_id, before)
     select ?::bigint, ?::bigint, 'transaction', r.id, ${AS_TEXT('r')} from portfolio.transactions r
     where r.id = any(?::bigint[]) on conflict do nothing`,
    [userId, importId, ids] as never,
  );
  await trx.raw('delete from portfolio.transactions where id = any(?::bigint[])', [ids] as never);
  // What is left of them is of this import: undoing it takes it away, and brings the whole balance back.
  const columns = (await columnsOfTransactions(trx)).join(', ');
  await trx.raw(
    `insert into portfolio.transactions (${columns.replaceAll('n.', '')})
     select ${columns} from portfolio.import_changes c
       join unnest(?::bigint[], ?::text[]) as l (opening, units) on l.opening = c.row_id
       cross join lateral jsonb_populate_record(null::portfolio.transactions,
         c.before || jsonb_build_object('quantity', l.units, 'import_id', ?::text)) n
     where c.import_id = ? and c.kind = 'transaction'`,
    [lowered.map(({ id }) => id), lowered.map(({ quantity }) => quantity), importId, importId] as never,
  );
  return rows.map(({ portfolio_id, symbol }) => ({ portfolio_id, symbol }));
}

/** All but the id, which a row that is written again gets anew. */
async function columnsOfTransactions(trx: DbTransaction): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `select 'n.' || attname as name from pg_attribute
     where attrelid = 'portfolio.transactions'::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = '' and attname <> 'id'`,
  );
  return rows.map(({ name }) => name);
}
