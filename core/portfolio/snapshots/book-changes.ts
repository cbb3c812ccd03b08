import { readTransactionEvents } from '../../audit/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import type { PortfolioScope } from '../records/index.ts';

/** A day with a snapshot, as its last one has it. */
export interface RecordedDay {
  day: string;
  /** Null where the snapshot was not of all holdings. */
  value: number | null;
  recorded_at: Date;
  /** The books of now give the day other units (or another cost) than the snapshot had; UNKNOWN: its units were not kept. */
  books: 'SAME' | 'OTHER' | 'UNKNOWN';
  /** The symbols with other units; empty where they are not known. */
  symbols: readonly string[];
}

/** A change of the books that came on record after a snapshot of a day that it is of. */
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

/** The recorded days, oldest first, and what was changed after one of them was recorded, in any order. */
export interface RecordedDays {
  days: readonly RecordedDay[];
  changes: readonly BookChange[];
}

const NOTHING_MORE = { import_id: null, file_name: null, action: null };

/** Reads nothing where the books of every day are those of its snapshot. @param days oldest first. */
export async function readBookChanges(
  trx: DbTransaction,
  portfolio: PortfolioScope,
  days: readonly RecordedDay[],
): Promise<BookChange[]> {
  const unlike = days.filter(({ books }) => books !== 'SAME');
  const [first, last] = [unlike[0], unlike.at(-1)];
  if (first === undefined || last === undefined) return [];
  const scope = [portfolio.id, portfolio.id];
  const { rows } = await trx.raw<{ rows: (EnteredRows & { symbol: string })[] }>(
    `select t.symbol, t.source, t.import_id::text, i.file_name, min(t.trade_date)::text as from, t.created_at as at
     from portfolio.transactions t left join portfolio.imports i on i.id = t.import_id
     where (?::bigint is null or t.portfolio_id = ?::bigint) and t.action_id is null
       and t.created_at > ? and t.trade_date <= ?
     group by t.symbol, t.source, t.import_id, i.file_name, t.created_at`,
    [...scope, first.recorded_at, last.day] as never,
  );
  const entered = rows.map((row): BookChange => ({ ...NOTHING_MORE, ...entry(row), since: null }));
  const { rows: undone } = await trx.raw<{
    rows: { import_id: string; file_name: string | null; since: Date; at: Date }[];
  }>(
    `select id::text as import_id, file_name, committed_at as since, undone_at as at from portfolio.imports
     where status = 'UNDONE' and undone_at > ?`,
    [first.recorded_at] as never,
  );
  const { rows: decided } = await trx.raw<{
    rows: {
      kind: string;
      symbol: string;
      into_symbol: string | null;
      ex_date: string;
      status: string;
      at: Date;
    }[];
  }>(
    `select kind, symbol, into_symbol, ex_date::text, status, decided_at as at from portfolio.ledger_actions
     where (?::bigint is null or portfolio_id = ?::bigint) and status in ('APPLIED', 'UNDONE') and decided_at > ?`,
    [...scope, first.recorded_at] as never,
  );
  const events = await readTransactionEvents(trx, first.recorded_at);
  const all: BookChange[] = [
    ...entered,
    ...undone.map((one) => ({
      ...NOTHING_MORE,
      ...one,
      code: 'IMPORT_UNDONE' as const,
      symbol: null,
      from: null,
    })),
    ...decided.flatMap(({ kind, symbol, into_symbol, ex_date, status, at }) =>
      [symbol, into_symbol].flatMap((of): BookChange[] =>
        of === null
          ? []
          : [
              {
                ...NOTHING_MORE,
                code: status === 'APPLIED' ? 'ACTION_APPLIED' : 'ACTION_UNDONE',
                symbol: of,
                from: ex_date,
                since: null,
                at,
                action: { kind, symbol, ex_date },
              },
            ],
      ),
    ),
    ...events
      .filter((one) => portfolio.id === null || one.portfolio === portfolio.name)
      .map(({ kind, at, symbol, date, created_at }) => ({
        ...NOTHING_MORE,
        code: kind,
        symbol,
        from: date,
        since: created_at,
        at,
      })),
  ];
  return all.filter((one) => unlikeAfter(unlike, one));
}

interface EnteredRows {
  source: string;
  import_id: string | null;
  file_name: string | null;
  from: string;
  at: Date;
}

function entry<R extends EnteredRows>({ source, ...row }: R): Omit<R, 'source'> & Pick<BookChange, 'code'> {
  if (row.import_id !== null) return { ...row, code: 'IMPORTED' };
  return { ...row, code: source === 'BROKER' ? 'SYNCED' : 'ENTERED' };
}

/** True if a day that it is of was recorded before it: the first day that it is of was recorded before all others. */
function unlikeAfter(days: readonly RecordedDay[], { from, at }: BookChange): boolean {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from !== null && (days[middle]?.day ?? '') < from) low = middle + 1;
    else high = middle;
  }
  const first = days[low];
  return first !== undefined && first.recorded_at < at;
}
