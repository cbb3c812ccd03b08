import type { Context, DbTransaction } from '../../platform/index.ts';
import type { ReadMarketRevision } from '../instruments/index.ts';
import { FALL, RISE } from './price-validation.ts';

/** Two closes, one after the other as they are stored, that are further apart than the market goes in a session. */
export interface CloseJump {
  instrument_id: string;
  /** The days of the two, YYYY-MM-DD; there may be sessions without a close between them. */
  after: string;
  on: string;
  /** As they were traded. */
  price_before: number;
  price_after: number;
}

/** Reads jumps, and keeps those of each instrument until a price is written anywhere. */
export function createCloseJumps(
  database: Pick<Context['database'], 'readAsSystem'>,
  readRevision: ReadMarketRevision,
): (instrumentIds: readonly string[]) => Promise<CloseJump[]> {
  let kept = { stamp: '', jumps: new Map<string, CloseJump[]>() };
  return async (instrumentIds) => {
    if (instrumentIds.length === 0) return [];
    const stamp = await readRevision('prices');
    if (kept.stamp !== stamp) kept = { stamp, jumps: new Map() };
    const { jumps } = kept;
    const missing = instrumentIds.filter((id) => !jumps.has(id));
    if (missing.length > 0) {
      const read = await database.readAsSystem('read jumps of daily closes', (trx) =>
        readCloseJumps(trx, missing),
      );
      const found = new Map<string, CloseJump[]>(missing.map((id) => [id, []]));
      for (const jump of read) found.get(jump.instrument_id)?.push(jump);
      for (const [id, own] of found) jumps.set(id, own);
    }
    return instrumentIds.flatMap((id) => jumps.get(id) ?? []);
  };
}

/** The jumps of the closes of instruments, in the order of their days. */
async function readCloseJumps(trx: DbTransaction, instrumentIds: readonly string[]): Promise<CloseJump[]> {
  const { rows } = await trx.raw<{ rows: CloseJump[] }>(
    `select instrument_id::text, after::text, day::text as "on", before as price_before, close as price_after
     from (
       select instrument_id, day, close, lag(day) over w as after, lag(close) over w as before
       from (
         select instrument_id, day, close::float8 as close from portfolio.price_history
         where instrument_id = any(?::bigint[])
       ) closes
       window w as (partition by instrument_id order by day)
     ) pairs
     where close < before * ?::float8 or close > before * ?::float8
     order by day, instrument_id`,
    [[...instrumentIds], FALL, RISE] as never,
  );
  return rows;
}
