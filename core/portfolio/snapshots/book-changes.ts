import { readTransactionEvents } from '../../audit/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import type { PortfolioScope } from '../records/index.ts';

/** A change of the books. */
export interface BookChange {
  code:
    | 'IMPORTED'
    | 'SYNCED'
    | 'ENTERED'
    | 'CORRECTED'
    | 'DELETED'
    | 'RESTORED'
    | 'IMPORT_UNDONE'
    | 'ACTION_APPLIED'
    | 'ACTION_UNDONE';
  /** Null where the record does not say which symbols it was of. */
  symbol: string | null;
  /** The first day whose units it changes; null where the record does not say. */
  from: string | null;
  /** When the rows came that were changed or removed: snapshots before that are untouched. Null: no such limit. */
  since: Date | null;
  at: Date;
  import_id: string | null;
  file_name: string | null;
  /** Of a corporate action. */
  action: { kind: string; symbol: string; ex_date: string } | null;
}

const NOTHING_MORE = { since: null, import_id: null, file_name: null, action: null };

/** Changes made after an instant, in any order. Those of days after `until` may be among them. */
export async function readBookChanges(
  trx: DbTransaction,
  { id, name }: PortfolioScope,
  { after, until }: { after: Date; until: string },
): Promise<BookChange[]> {
  const { rows: entered } = await trx.raw<{ rows: Omit<BookChange, 'since' | 'action'>[] }>(
    `select case when t.import_id is not null then 'IMPORTED' when t.source = 'BROKER' then 'SYNCED' else 'ENTERED' end
         as code, t.symbol, t.import_id::text, i.file_name, min(t.trade_date)::text as from, t.created_at as at
     from portfolio.transactions t left join portfolio.imports i on i.id = t.import_id
     where (?::bigint is null or t.portfolio_id = ?::bigint) and t.action_id is null
       and t.created_at > ? and t.trade_date <= ?
     group by t.symbol, t.source, t.import_id, i.file_name, t.created_at`,
    [id, id, after, until] as never,
  );
  const { rows: undone } = await trx.raw<{
    rows: { import_id: string; file_name: string | null; since: Date; at: Date }[];
  }>(
    `select id::text as import_id, file_name, committed_at as since, undone_at as at from portfolio.imports
     where status = 'UNDONE' and undone_at > ?`,
    [after] as never,
  );
  const { rows: decided } = await trx.raw<{ rows: DecidedAction[] }>(
    `select kind, symbol, into_symbol, ex_date::text, status, decided_at as at from portfolio.ledger_actions
     where (?::bigint is null or portfolio_id = ?::bigint) and status in ('APPLIED', 'UNDONE') and decided_at > ?`,
    [id, id, after] as never,
  );
  const events = await readTransactionEvents(trx, after);
  return [
    ...entered.map((one) => ({ ...NOTHING_MORE, ...one })),
    ...undone.map((one) => ({
      ...NOTHING_MORE,
      ...one,
      code: 'IMPORT_UNDONE' as const,
      symbol: null,
      from: null,
    })),
    ...decided.flatMap(decisions),
    ...events
      .filter((one) => id === null || one.portfolio === name)
      .map(({ kind: code, at, symbol, date: from, created_at: since }) => ({
        ...NOTHING_MORE,
        code,
        symbol,
        from,
        since,
        at,
      })),
  ];
}

interface DecidedAction {
  kind: string;
  symbol: string;
  into_symbol: string | null;
  ex_date: string;
  status: string;
  at: Date;
}

/** One change for each symbol of a corporate action. */
function decisions({ kind, symbol, into_symbol, ex_date, status, at }: DecidedAction): BookChange[] {
  const code = status === 'APPLIED' ? 'ACTION_APPLIED' : 'ACTION_UNDONE';
  const action = { kind, symbol, ex_date };
  return [symbol, into_symbol].flatMap((of) =>
    of === null ? [] : [{ ...NOTHING_MORE, code, symbol: of, from: ex_date, at, action }],
  );
}
