import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { connectionOf, type DbTransaction } from '../../platform/index.ts';
import { RESULT_COLUMNS } from './result-rows.ts';
import { RESULT_TABLES, type ResultRows } from './thread-messages.ts';

/**
 * Writes the rows of a result, which hold their run and its owner already. COPY refuses a table while row-level security
 * holds for the role, as it does for an owner that is no superuser: then it fills a temporary one.
 */
export async function writeRows(trx: DbTransaction, pieces: readonly ResultRows[]): Promise<void> {
  const client = await connectionOf(trx);
  const { rows } = await client.query<{ isStaged: boolean }>(
    `select bool_or(row_security_active('strategy.' || name)) as "isStaged" from unnest($1::text[]) name`,
    [[...RESULT_TABLES]],
  );
  const isStaged = rows[0]?.isStaged !== false;
  for (const name of RESULT_TABLES) {
    const lines = pieces.filter(({ table }) => table === name).map((piece) => piece.lines);
    if (lines.length === 0) continue;
    const columns = `run_id, owner_user_id, ${RESULT_COLUMNS[name]}`;
    const into = isStaged ? `staged_${name}` : `strategy.${name}`;
    if (isStaged) await client.query(`create temp table ${into} (like strategy.${name}) on commit drop`);
    await pipeline(
      Readable.from(lines, { objectMode: false }),
      client.query(copyFrom(`copy ${into} (${columns}) from stdin`)),
    );
    if (isStaged)
      await client.query(`insert into strategy.${name} (${columns}) select ${columns} from ${into}`);
  }
}
