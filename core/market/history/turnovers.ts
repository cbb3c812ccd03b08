import type pg from 'pg';
import { addDays, type DbTransaction } from '../../platform/index.ts';

/** Sessions that a median day is of, at most and at least. */
const SESSIONS = 20;
const FEWEST_SESSIONS = 5;
/** Older days say nothing of a share's trade now: six weeks hold some 30 sessions. */
const LONGEST_DAYS = 42;

/** Median daily turnover of a share in rupees, and the number of its sessions. */
export interface MedianTurnover {
  median: number;
  sessions: number;
}

/**
 * The median of what was traded of instruments on each of the last 20 days with a close in the six weeks up to a day, by
 * instrument id. Days of which the exchange's file was never read are left out; an instrument with fewer than five is not there.
 */
export async function readMedianTurnovers(
  trx: DbTransaction,
  ids: readonly string[],
  onOrBefore: string,
): Promise<Map<string, MedianTurnover>> {
  const { rows } = await trx.raw<{ rows: (MedianTurnover & { id: string })[] }>(
    `select w.id::text, t.median, t.sessions from unnest(?::bigint[]) w (id)
     cross join lateral (
       select percentile_cont(0.5) within group (order by h.turnover) as median, count(h.turnover)::int as sessions
       from (select turnover from portfolio.price_history p
         where p.instrument_id = w.id and p.day <= ?::date and p.day > ?::date order by day desc limit ${SESSIONS}) h) t
     where t.sessions >= ${FEWEST_SESSIONS}`,
    [ids as string[], onOrBefore, addDays(onOrBefore, -LONGEST_DAYS)],
  );
  return new Map(rows.map(({ id, ...of }) => [id, of]));
}

/** Days of `staged_closes` that were stored without it get what was traded on them, whatever close stands. */
export async function addTurnovers(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update portfolio.price_history p set turnover = s.turnover from staged_closes s
     where p.instrument_id = s.instrument_id and p.day = s.day and s.turnover <> coalesce(p.turnover, 0)`,
  );
}
