import type { DbTransaction } from '../../platform/index.ts';

/** Rows whose problems one answer lists; what is beyond them is counted. */
const ROWS_LISTED = 10_000;
/** Reasons for leaving rows out that one answer adds up, the most frequent ones first. */
const REASONS_LISTED = 100;

/** How many rows of a staged import cannot be written, and for how many problems. */
export interface ReasonCounts {
  invalid_rows: number;
  /** A row may have several problems. */
  issue_count: number;
  excluded_count: number;
}

/** Counts over all rows of a staged import, or over those chosen, however long the list of them would be. */
export async function countReasons(
  trx: DbTransaction,
  importId: string,
  rows: number[] | null = null,
): Promise<ReasonCounts> {
  const { rows: found } = await trx.raw<{ rows: ReasonCounts[] }>(
    `select count(*) filter (where state = 'invalid')::int as invalid_rows,
       coalesce(sum(jsonb_array_length(issues)) filter (where state = 'invalid'), 0)::int as issue_count,
       count(*) filter (where state = 'excluded')::int as excluded_count
     from portfolio.import_rows
     where import_id = ? and state <> 'valid' and (?::int[] is null or row = any(?::int[]))`,
    [importId, rows, rows] as never,
  );
  return found[0] ?? { invalid_rows: 0, issue_count: 0, excluded_count: 0 };
}

/** The first rows of one state with their reasons, in the order of the file; `rows` null means all. */
export async function reasonsOf(
  trx: DbTransaction,
  importId: string,
  state: 'invalid' | 'excluded',
  rows: number[] | null = null,
): Promise<{ row: number; field: string; message: string }[]> {
  const { rows: found } = await trx.raw<{
    rows: { row: number; issues: { field: string; message: string }[] }[];
  }>(
    `select row, issues from portfolio.import_rows where import_id = ? and state = ? and (?::int[] is null or row = any(?::int[]))
     order by row limit ?`,
    [importId, state, rows, rows, ROWS_LISTED] as never,
  );
  return found.flatMap(({ row, issues }) => issues.map((issue) => ({ row, ...issue })));
}

/** Why rows are left out, with how many rows of the whole file each reason took, the most frequent first. */
export async function excludedReasons(
  trx: DbTransaction,
  importId: string,
): Promise<{ reason: string; rows: number }[]> {
  const { rows } = await trx.raw<{ rows: { reason: string; rows: number }[] }>(
    `select issues -> 0 ->> 'message' as reason, count(*)::int as rows
     from portfolio.import_rows where import_id = ? and state = 'excluded'
     group by 1 order by 2 desc, min(row) limit ?`,
    [importId, REASONS_LISTED],
  );
  return rows;
}
