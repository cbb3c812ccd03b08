import type { DbTransaction } from '../platform/index.ts';

/** A transaction that was corrected or deleted, or all those of a symbol that were removed with it. */
interface TransactionEvent {
  kind: 'CORRECTED' | 'DELETED';
  at: Date;
  symbol: string;
  /** The earliest trade day of the row, before or after the correction; null where several rows went at once. */
  date: string | null;
  /** Null where several rows went at once. */
  created_at: Date | null;
}

/** Corrections and removals of transactions after a moment, as the events have them; the earliest first. */
export async function readTransactionEvents(trx: DbTransaction, since: Date): Promise<TransactionEvent[]> {
  const { rows } = await trx.raw<{ rows: TransactionEvent[] }>(
    `select kind, at, symbol, date, created_at::timestamptz as created_at from (
       select at, 'DELETED' as kind, data->>'symbol' as symbol, data->>'date' as date, data->>'created_at' as created_at
       from evidence.events where kind = 'TRANSACTION_DELETED' and at > ?
       union all
       select at, 'CORRECTED', state->>'symbol', least(data->'before'->>'date', data->'after'->>'date'),
         data->'before'->>'created_at'
       from evidence.events, lateral (values (data->'before'), (data->'after')) as states (state)
       where kind = 'TRANSACTION_UPDATED' and at > ?
       union all
       select at, 'DELETED', subject, null, null from evidence.events where kind = 'SYMBOL_REMOVED' and at > ?
     ) one order by at`,
    [since, since, since] as never,
  );
  return rows;
}
