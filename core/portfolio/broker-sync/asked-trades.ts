import type { DbTransaction } from '../../platform/index.ts';
import type { AskedTrades, TradeNames } from '../../brokers/index.ts';
import { ImportModel } from '../models.ts';
import type { PositionKey } from '../positions/index.ts';

/** Kept trades wait for a person, however long. */
const NEVER = new Date('9999-12-31T00:00:00Z');

/** State of a staged trade that counts: those of one day's trading wait for a gap of the holding. */
const STATE = `case when (payload ->> 'is_intraday')::boolean then 'excluded' else 'valid' end`;
const COLUMNS = `trade_date, type, quantity, price, fee_tax, isin, security_id, asset_class, currency, execution_id, executed_at`;

async function keptOf(trx: DbTransaction, key: string): Promise<string | null> {
  const row = await ImportModel.query(trx).findOne({ status: 'STAGING', detected_format: key }).select('id');
  return row?.id ?? null;
}

/**
 * Keeps the staged trades of names that the person is asked about, each execution once, and lets those count that are answered;
 * the others are not booked. What is recorded already stays as it is and is kept by no name.
 * @returns all kept trades by name, and how many are new.
 */
export async function keepAsked(
  trx: DbTransaction,
  of: { userId: string; stagingId: string; portfolioId: string; names: TradeNames; now: Date },
): Promise<{ asked: AskedTrades[]; kept: number }> {
  const { userId, stagingId, portfolioId, names, now } = of;
  const isAsked = async () =>
    (
      await trx.raw<{ rows: object[] }>(
        'select from portfolio.import_rows where import_id = ? and payload is not null limit 1',
        [stagingId],
      )
    ).rows.length > 0;
  const some = await isAsked();
  if (some)
    await trx.raw(
      `update portfolio.import_rows r set state = 'valid', payload = null
       where r.import_id = ? and r.payload is not null and exists (
         select from portfolio.transactions t where t.portfolio_id = ? and t.execution_id = r.execution_id)`,
      [stagingId, portfolioId],
    );
  let keptId = await keptOf(trx, names.key);
  let kept = 0;
  if (some && (await isAsked())) {
    keptId ??= (
      await ImportModel.query(trx)
        .insert({
          owner_user_id: userId,
          status: 'STAGING',
          type: 'transactions',
          detected_format: names.key,
          created_at: now,
          expires_at: NEVER,
        })
        .returning('id')
    ).id;
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `insert into portfolio.import_rows (owner_user_id, import_id, row, state, symbol, payload, ${COLUMNS})
       select owner_user_id, ?::bigint, last.row + row_number() over (order by r.row), 'invalid', symbol, payload, ${COLUMNS}
       from (
         select distinct on (execution_id) * from portfolio.import_rows
         where import_id = ? and payload is not null order by execution_id, row
       ) r, (select coalesce(max(row), 0) as row from portfolio.import_rows where import_id = ?) last
       where not exists (
         select from portfolio.import_rows k where k.import_id = ? and k.execution_id = r.execution_id)`,
      [keptId, stagingId, keptId, keptId],
    );
    kept = rowCount;
    await trx.raw(
      `update portfolio.import_rows r set symbol = n.symbol, state = ${STATE}
       from jsonb_each_text(?::jsonb) as n (name, symbol)
       where r.import_id = ? and r.payload is not null and r.symbol = n.name and n.symbol is not null`,
      [JSON.stringify(Object.fromEntries(names.symbols)), stagingId],
    );
  }
  return { asked: keptId === null ? [] : await askedOf(trx, keptId), kept };
}

async function askedOf(trx: DbTransaction, keptId: string): Promise<AskedTrades[]> {
  const { rows } = await trx.raw<{ rows: AskedTrades[] }>(
    `select symbol as name, count(*)::int as trades, min(trade_date)::text as from, max(trade_date)::text as to
     from portfolio.import_rows where import_id = ? group by symbol order by symbol`,
    [keptId],
  );
  return rows;
}

/** Takes the trades of a name out of the books. @returns the positions that had them. */
export async function unbookAsked(
  trx: DbTransaction,
  { key, portfolio_id, name }: { key: string; portfolio_id: string; name: string },
): Promise<PositionKey[]> {
  const { rows } = await trx.raw<{ rows: PositionKey[] }>(
    `delete from portfolio.transactions t using portfolio.import_rows r
     where r.import_id = ? and r.symbol = ? and t.portfolio_id = ? and t.execution_id = r.execution_id and t.source = 'BROKER'
     returning t.portfolio_id, t.symbol`,
    [await keptOf(trx, key), name, portfolio_id],
  );
  return rows;
}

/** Stages the kept trades of a name under a symbol, with what the person accepted of the broker's changes to them. */
export async function stageAsked(
  trx: DbTransaction,
  stagingId: string,
  of: { key: string; portfolio_id: string; name: string; symbol: string },
): Promise<void> {
  const accepted = (field: string, type: string, column = field) =>
    `coalesce(case when c.state = 'ACCEPTED' then (c.after ->> '${field}')::${type} end, r.${column})`;
  await trx.raw(
    `insert into portfolio.import_rows (owner_user_id, import_id, row, state, symbol, ${COLUMNS})
     select r.owner_user_id, ?::bigint, r.row, ${STATE}, ?, ${accepted('date', 'date', 'trade_date')},
       ${accepted('type', 'text')}, ${accepted('quantity', 'numeric')}, ${accepted('price', 'numeric')},
       ${accepted('fee_tax', 'numeric')}, r.isin, r.security_id, r.asset_class, ${accepted('currency', 'text')},
       r.execution_id, r.executed_at
     from portfolio.import_rows r
       left join portfolio.broker_changes c on c.portfolio_id = ? and c.subject = r.execution_id
     where r.import_id = ? and r.symbol = ?
       and coalesce((c.kind, c.state = 'ACCEPTED') not in (('VANISHED', true), ('RETURNED', false)), true)`,
    [stagingId, of.symbol, of.portfolio_id, await keptOf(trx, of.key), of.name],
  );
}

export async function forgetAsked(trx: DbTransaction, key: string): Promise<void> {
  await ImportModel.query(trx).where({ status: 'STAGING', detected_format: key }).delete();
}
