import type { DbTransaction } from '../../platform/index.ts';
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

/**
 * The jumps of the closes of instruments, each since a day, in the order of their days.
 * @param wanted each instrument once.
 */
export async function readCloseJumps(
  trx: DbTransaction,
  wanted: readonly { instrument_id: string; from: string }[],
): Promise<CloseJump[]> {
  const { rows } = await trx.raw<{ rows: CloseJump[] }>(
    `select h.instrument_id::text, h.after::text, h.day::text as "on", h.before::float8 as price_before,
       h.close::float8 as price_after
     from unnest(?::bigint[], ?::date[]) as w (id, since)
     cross join lateral (
       select instrument_id, day, close, lag(day) over (order by day) as after, lag(close) over (order by day) as before
       from portfolio.price_history where instrument_id = w.id and day >= w.since
     ) h
     where h.close < h.before * ?::numeric or h.close > h.before * ?::numeric
     order by h.day, h.instrument_id`,
    [wanted.map((one) => one.instrument_id), wanted.map((one) => one.from), FALL, RISE] as never,
  );
  return rows;
}
