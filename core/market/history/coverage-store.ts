import type { DbTransaction } from '../../platform/index.ts';

/** The first and the last day on which any of some instruments has a close; null where none has. */
export async function readExtent(
  trx: DbTransaction,
  ids: readonly string[],
): Promise<{ first: string; last: string } | null> {
  const { rows } = await trx.raw<{ rows: { first: string | null; last: string | null }[] }>(
    `select min(f.day)::text as first, max(l.day)::text as last from unnest(?::bigint[]) w (id)
     cross join lateral (select day from portfolio.price_history h where h.instrument_id = w.id order by day limit 1) f
     cross join lateral (select day from portfolio.price_history h where h.instrument_id = w.id
       order by day desc limit 1) l`,
    [ids as string[]],
  );
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { first, last };
}
