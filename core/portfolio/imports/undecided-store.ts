import type { DbTransaction } from '../../platform/index.ts';
import type { RawRow } from './rows/index.ts';

/** Rows of one import that are kept; beyond so many a whole column is wrong, and the file is to be mended. */
const KEPT = 10_000;

/** A row that could not be read, as the file has it, with what is wrong. */
export interface UndecidedRow {
  row: number;
  raw: RawRow;
  issues: { field: string; message: string }[];
}

/** Forgets the rows of a committed import but for those that could not be read. */
export async function keepUndecided(trx: DbTransaction, importId: string): Promise<void> {
  await trx.raw(
    `delete from portfolio.import_rows where import_id = ? and (state <> 'invalid' or row > coalesce(
       (select row from portfolio.import_rows where import_id = ? and state = 'invalid' order by row offset ? limit 1) - 1,
       2147483647))`,
    [importId, importId, KEPT] as never,
  );
}

/** How many rows of each import wait. Imports that are only staged have none here. */
export async function countUndecided(
  trx: DbTransaction,
  importIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await trx.raw<{ rows: { import_id: string; rows: number }[] }>(
    `select import_id::text, count(*)::int as rows from portfolio.import_rows
     where import_id = any(?::bigint[]) and state = 'invalid' group by 1`,
    [importIds] as never,
  );
  return new Map(rows.map((one) => [one.import_id, one.rows]));
}

/** Some undecided rows of an import in the order of the file: those after row `after`, but for the first `offset`. */
export async function undecidedRows(
  trx: DbTransaction,
  importId: string,
  { after = 0, offset = 0, most }: { after?: number; offset?: number; most: number },
): Promise<UndecidedRow[]> {
  const { rows } = await trx.raw<{
    rows: { row: number; payload: RawRow | null; issues: UndecidedRow['issues'] | null }[];
  }>(
    `select row, payload, issues from portfolio.import_rows
     where import_id = ? and state = 'invalid' and row > ? order by row offset ? limit ?`,
    [importId, after, offset, most] as never,
  );
  return rows.map(({ row, payload, issues }) => ({
    row,
    raw: payload?.fields === undefined ? { fields: {} } : payload,
    issues: issues ?? [],
  }));
}
