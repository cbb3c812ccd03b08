import type { DbTransaction } from '../platform/index.ts';
import type { AuditEvents } from './events.ts';

/** A transaction that was corrected, deleted or restored, or all those of a symbol or portfolio at once. */
interface TransactionEvent {
  kind: 'CORRECTED' | 'DELETED' | 'RESTORED';
  at: Date;
  /** As it was called then. */
  portfolio: string;
  /** Null for all those of a portfolio. */
  symbol: string | null;
  /** The earliest trade day of the row, before or after the correction; null where several rows were changed at once. */
  date: string | null;
  /** Null where several rows were changed at once, and for restored ones: earlier snapshots lack them, too. */
  created_at: Date | null;
}

/** Corrections, removals and restores of transactions after a moment, as the events have them; the earliest first. */
export async function readTransactionEvents(trx: DbTransaction, since: Date): Promise<TransactionEvent[]> {
  const { rows } = await trx.raw<{ rows: TransactionEvent[] }>(
    `select kind, at, portfolio, symbol, date, created_at::timestamptz as created_at from (
       select at, 'DELETED' as kind, data->>'portfolio' as portfolio, data->>'symbol' as symbol,
         data->>'date' as date, data->>'created_at' as created_at
       from evidence.events where kind = 'TRANSACTION_DELETED' and at > ?
       union all
       select at, 'CORRECTED', state->>'portfolio', state->>'symbol',
         least(data->'before'->>'date', data->'after'->>'date'), data->'before'->>'created_at'
       from evidence.events, lateral (values (data->'before'), (data->'after')) as states (state)
       where kind = 'TRANSACTION_UPDATED' and at > ?
       union all
       select at, 'DELETED', coalesce(data->>'portfolio', data->>'name'),
         case kind when 'SYMBOL_REMOVED' then subject end, null, null
       from evidence.events where kind in ('SYMBOL_REMOVED', 'PORTFOLIO_DELETED') and at > ?
       union all
       select at, 'RESTORED', data->>'portfolio', coalesce(data->>'symbol', subject), data->>'date', null
       from evidence.events where kind = 'TRANSACTION_RESTORED' and at > ?
     ) one order by at`,
    [since, since, since, since] as never,
  );
  return rows;
}

/** Transactions as they were before their first correction, by id, as the events have them. */
export async function readOriginals(
  trx: DbTransaction,
  ids: readonly string[],
): Promise<Map<string, AuditEvents['TRANSACTION_UPDATED']['before']>> {
  if (ids.length === 0) return new Map();
  const { rows } = await trx.raw<{
    rows: { id: string; before: AuditEvents['TRANSACTION_UPDATED']['before'] }[];
  }>(
    `select distinct on (subject) subject as id, data -> 'before' as before
     from evidence.events where kind = 'TRANSACTION_UPDATED' and subject = any(?::text[]) order by subject, id`,
    [[...ids]],
  );
  return new Map(rows.map(({ id, before }) => [id, before]));
}
