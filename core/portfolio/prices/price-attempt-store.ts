import { toScale, type DbTransaction } from '../../platform/index.ts';
import { lockFreeHoldings } from './free-holdings.ts';
import type { ProviderQuote } from './quote-decision.ts';

/** How an attempt to price a holding went. */
export interface PriceAttempt {
  holding_id: string;
  status: 'UPDATED' | 'UNCHANGED' | 'SKIPPED' | 'FAILED';
  reason: string | null;
  /** Who was asked in vain, in order. */
  tried: readonly { source: string; reason: string }[];
  /** The quote that came, taken or not. */
  quote: ProviderQuote | null;
}

/**
 * Puts each attempt in the place of the one before; what failed keeps the time since when it fails. Holdings that somebody
 * is about to delete are passed over: nothing waits here while it has rows that others wait for.
 */
export async function saveAttempts(
  trx: DbTransaction,
  all: readonly PriceAttempt[],
  at: Date,
): Promise<void> {
  const free = await lockFreeHoldings(
    trx,
    all.map(({ holding_id }) => holding_id),
    'refer',
  );
  const attempts = all.filter(({ holding_id }) => free.has(holding_id));
  // Neither Knex nor its types know that an array may hold nulls; the driver does.
  const column = (values: (string | null)[]) => values as string[];
  await trx.raw(
    `insert into portfolio.price_attempts as a (holding_id, owner_user_id, attempted_at, status, reason, tried,
       offered_price, offered_as_of, offered_source, failing_since)
     select h.id, h.owner_user_id, ?, v.status, v.reason, v.tried, v.price, v.as_of, v.source,
       case when v.status in ('UPDATED', 'UNCHANGED') or v.reason = 'PRICED_BY_HAND' then null else ?::timestamptz end
     from unnest(?::bigint[], ?::text[], ?::text[], ?::jsonb[], ?::numeric[], ?::date[], ?::text[])
       as v (id, status, reason, tried, price, as_of, source)
     join portfolio.holdings h on h.id = v.id
     order by h.id
     for key share of h
     on conflict (holding_id, owner_user_id) do update set attempted_at = excluded.attempted_at, status = excluded.status,
       reason = excluded.reason, tried = excluded.tried, offered_price = excluded.offered_price,
       offered_as_of = excluded.offered_as_of, offered_source = excluded.offered_source,
       failing_since = case when excluded.failing_since is null then null
         else coalesce(a.failing_since, excluded.failing_since) end`,
    [
      at,
      at,
      attempts.map(({ holding_id }) => holding_id),
      attempts.map(({ status }) => status),
      column(attempts.map(({ reason }) => reason)),
      attempts.map(({ tried }) => JSON.stringify(tried)),
      column(attempts.map(({ quote }) => (quote === null ? null : usable(quote.price)))),
      column(attempts.map(({ quote }) => quote?.as_of ?? null)),
      column(attempts.map(({ quote }) => quote?.source ?? null)),
    ],
  );
}

/** A figure that fits into the column; what is refused for not fitting is kept without it. */
function usable(price: number): string | null {
  return Number.isFinite(price) && Math.abs(price) < 1e18 ? toScale(price).toFixed() : null;
}
