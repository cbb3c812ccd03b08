import type { WholeDays } from '../../brokers/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import { withoutNestedLoops } from '../records/index.ts';
import type { Noted, TradeFacts } from './compare-trades.ts';

/** A reading of a connection that is about to be recorded. */
export interface StagedReading {
  importId: string;
  portfolioId: string;
  connectionId: string;
  whole: readonly WholeDays[];
}

/** A recorded trade beside the reading, with the entry about it. */
export interface ComparedRow {
  /** Execution id. */
  subject: string;
  transaction_id: string | null;
  /** The person corrected it. */
  is_edited: boolean;
  recorded: TradeFacts;
  read: TradeFacts;
  noted: Noted | null;
  noted_at: Date | null;
}

/** The facts of a row as JSON, numbers as text. */
const FACTS = (row: string): string =>
  `jsonb_build_object('symbol', ${row}.symbol, 'date', ${row}.trade_date::text, 'type', ${row}.type,
     'quantity', trim_scale(${row}.quantity)::text, 'price', trim_scale(${row}.price)::text,
     'fee_tax', trim_scale(${row}.fee_tax)::text, 'currency', ${row}.currency, 'isin', ${row}.isin,
     'security_id', ${row}.security_id, 'asset_class', ${row}.asset_class, 'executed_at', ${row}.executed_at::text)`;

const NOTED = `case when c.id is not null then jsonb_build_object('kind', c.kind, 'state', c.state, 'after', c.after) end as noted,
  c.seen_at as noted_at`;

/** The staged trades, each execution once, as it would be recorded. */
const FRESH = `fresh as materialized (
  select distinct on (execution_id) * from portfolio.import_rows
  where import_id = ? and execution_id is not null order by execution_id, row
)`;

/**
 * Recorded trades that the reading has with other facts, and those with an entry that may be at its end. What is equal stays in
 * the database, so that a reading of known trades costs one join. Charges of a file are of another list: they are not compared.
 */
export async function differingTrades(trx: DbTransaction, reading: StagedReading): Promise<ComparedRow[]> {
  const { rows } = await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw<{ rows: ComparedRow[] }>(
        `with ${FRESH}
         select f.execution_id as subject, t.id::text as transaction_id, t.updated_at <> t.created_at as is_edited,
           ${FACTS('t')} as recorded,
           ${FACTS('f')} || case when t.source = 'BROKER' then '{}' else '{"fee_tax": "0"}'::jsonb end as read, ${NOTED}
         from fresh f
           join portfolio.transactions t on t.portfolio_id = ? and t.execution_id = f.execution_id
           left join portfolio.broker_changes c on c.portfolio_id = ? and c.subject = f.execution_id
         where c.state in ('UNSURE', 'OPEN', 'LATER', 'KEPT')
           or (t.trade_date, t.type, t.currency, t.quantity, t.price) is distinct from
             (f.trade_date, f.type, f.currency, f.quantity, f.price)
           or (t.source = 'BROKER' and t.fee_tax <> f.fee_tax and t.fee_tax <> 0 and f.fee_tax <> 0)`,
        [reading.importId, reading.portfolioId, reading.portfolioId],
      ),
  );
  return rows;
}

/** Trades that syncs of the connection recorded on whole days of the reading, and that it lacks. */
export async function missingTrades(
  trx: DbTransaction,
  reading: StagedReading,
): Promise<Omit<ComparedRow, 'read'>[]> {
  if (reading.whole.length === 0) return [];
  const days = onWholeDays(reading);
  const { rows } = await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw<{ rows: Omit<ComparedRow, 'read'>[] }>(
        `select t.execution_id as subject, t.id::text as transaction_id, t.updated_at <> t.created_at as is_edited,
           ${FACTS('t')} as recorded, ${NOTED}
         from portfolio.transactions t
           left join portfolio.broker_changes c on c.portfolio_id = t.portfolio_id and c.subject = t.execution_id
         where t.portfolio_id = ? and t.connection_id = ? and t.execution_id is not null
           and ${days.sql}
           and not exists (
             select from portfolio.import_rows r where r.import_id = ? and r.execution_id = t.execution_id)`,
        [reading.portfolioId, reading.connectionId, ...days.bindings, reading.importId] as string[],
      ),
  );
  return rows;
}

/** The condition on transactions `t` of which the reading has all. */
function onWholeDays({ whole }: StagedReading): { sql: string; bindings: (string | null)[] } {
  const days = whole.map(
    ({ of }) => `(t.trade_date >= coalesce(?::date, '-infinity') and t.trade_date <= ?::date
      ${of === 'EVERYTHING' ? '' : `and t.type in ('BUY', 'SELL')`}
      ${of === 'SHARE_TRADES' ? `and t.asset_class is distinct from 'Mutual Fund'` : ''})`,
  );
  return { sql: `(${days.join(' or ')})`, bindings: whole.flatMap(({ from, to }) => [from, to]) };
}

/** True if the reading has a trade of its whole days that an earlier sync of the connection recorded. */
export async function hasKnownTrade(trx: DbTransaction, reading: StagedReading): Promise<boolean> {
  const days = onWholeDays(reading);
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select 1 from portfolio.import_rows r
       join portfolio.transactions t on t.portfolio_id = ? and t.connection_id = ? and t.execution_id = r.execution_id
     where r.import_id = ? and ${days.sql} limit 1`,
    [reading.portfolioId, reading.connectionId, reading.importId, ...days.bindings] as string[],
  );
  return rows.length > 0;
}

/** Staged trades that were deleted here because they had vanished, or that wait for a decision since they came back. */
export async function returnedTrades(
  trx: DbTransaction,
  reading: StagedReading,
): Promise<Omit<ComparedRow, 'transaction_id' | 'is_edited'>[]> {
  const { rows } = await trx.raw<{ rows: Omit<ComparedRow, 'transaction_id' | 'is_edited'>[] }>(
    `select distinct on (c.subject) c.subject, c.before as recorded, ${FACTS('r')} as read, ${NOTED}
     from portfolio.broker_changes c
       join portfolio.import_rows r on r.import_id = ? and r.execution_id = c.subject
     where c.portfolio_id = ? and (c.kind = 'RETURNED' or (c.kind = 'VANISHED' and c.state = 'ACCEPTED'))
       and not exists (
         select from portfolio.transactions t where t.portfolio_id = c.portfolio_id and t.execution_id = c.subject)
     order by c.subject, r.row`,
    [reading.importId, reading.portfolioId],
  );
  return rows;
}

/** Takes trades out of a reading, so that they are not recorded. */
export async function leaveOut(
  trx: DbTransaction,
  importId: string,
  subjects: readonly string[],
): Promise<void> {
  await trx.raw('delete from portfolio.import_rows where import_id = ? and execution_id = any(?::text[])', [
    importId,
    [...subjects],
  ] as never);
}

/** Those of some execution ids that are recorded or staged. */
export async function knownIds(
  trx: DbTransaction,
  { importId, portfolioId }: StagedReading,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select execution_id as id from portfolio.transactions where portfolio_id = ? and execution_id = any(?::text[])
     union select execution_id from portfolio.import_rows where import_id = ? and execution_id = any(?::text[])`,
    [portfolioId, [...ids], importId, [...ids]] as never,
  );
  return new Set(rows.map(({ id }) => id));
}
