import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { connectionOf, type DbTransaction } from '../../platform/index.ts';
import { RESULT_COLUMNS } from './result-rows.ts';
import type { ResultRows } from './thread-messages.ts';

/** Writes rows of a result, which hold their run and its owner already. */
export async function writeRows(trx: DbTransaction, { table, lines }: ResultRows): Promise<void> {
  const client = await connectionOf(trx);
  const statement = `copy strategy.${table} (run_id, owner_user_id, ${RESULT_COLUMNS[table]}) from stdin`;
  await pipeline(Readable.from([lines], { objectMode: false }), client.query(copyFrom(statement)));
}
