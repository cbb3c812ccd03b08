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
  /** The quote that came, taken or not; kept if it was refused. */
  quote: ProviderQuote | null;
}

/**
 * Saves the last attempt to price each holding. If a batch has all attempts of a person, only the ones that changed are
 * written, and their time goes to `price_rounds` once. A repeated failure keeps the time of the first one. Holdings that
 * another transaction has locked, for example to delete them, are skipped: waiting here could deadlock.
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
  // Two batches of one person come one after another: each compares with what the other wrote.
  await trx.raw(
    `select from portfolio.price_rounds where owner_user_id in (
       select owner_user_id from portfolio.holdings where id = any(?::bigint[]))
     order by owner_user_id for no key update`,
    [[...free]],
  );
  // Neither Knex nor its types know that an array may hold nulls; the driver does.
  const column = (values: (string | null)[]) => values as string[];
  // A price that was taken is with the holding.
  const refused = attempts.map(({ reason, quote }) => (reason === 'GUARD_REJECTED' ? quote : null));
  await trx.raw(
    `with came as materialized (
       select h.id, h.owner_user_id, v.status, v.reason, v.tried, v.price, v.as_of, v.source,
         v.status not in ('UPDATED', 'UNCHANGED') and v.reason is distinct from 'PRICED_BY_HAND' as is_failing
       from unnest(?::bigint[], ?::text[], ?::text[], ?::jsonb[], ?::numeric[], ?::date[], ?::text[])
         as v (id, status, reason, tried, price, as_of, source)
       join portfolio.holdings h on h.id = v.id),
     whole as materialized (
       select distinct c.owner_user_id from came c where not exists (
         select from portfolio.price_attempts a
         where a.owner_user_id = c.owner_user_id and a.holding_id not in (select id from came))),
     noted as (
       insert into portfolio.price_rounds as r (owner_user_id, attempted_at)
       select owner_user_id, ?::timestamptz from whole order by owner_user_id
       on conflict (owner_user_id) do update set attempted_at = greatest(r.attempted_at, excluded.attempted_at))
     insert into portfolio.price_attempts as a (holding_id, owner_user_id, attempted_at, status, reason, tried,
       offered_price, offered_as_of, offered_source, failing_since)
     select c.id, c.owner_user_id, ?::timestamptz, c.status, c.reason, c.tried, c.price, c.as_of, c.source,
       case when c.is_failing then ?::timestamptz end
     from came c left join portfolio.price_attempts k on k.holding_id = c.id and k.owner_user_id = c.owner_user_id
     where k.holding_id is null or not exists (select from whole w where w.owner_user_id = c.owner_user_id)
       or (k.status, k.reason, k.tried, k.offered_price, k.offered_as_of, k.offered_source, k.failing_since is not null)
         is distinct from (c.status, c.reason, c.tried, c.price, c.as_of, c.source, c.is_failing)
     order by c.id
     on conflict (holding_id, owner_user_id) do update set attempted_at = excluded.attempted_at, status = excluded.status,
       reason = excluded.reason, tried = excluded.tried, offered_price = excluded.offered_price,
       offered_as_of = excluded.offered_as_of, offered_source = excluded.offered_source,
       failing_since = case when excluded.failing_since is null then null
         else coalesce(a.failing_since, excluded.failing_since) end`,
    [
      attempts.map(({ holding_id }) => holding_id),
      attempts.map(({ status }) => status),
      column(attempts.map(({ reason }) => reason)),
      attempts.map(({ tried }) => JSON.stringify(tried)),
      column(refused.map((quote) => (quote === null ? null : usable(quote.price)))),
      column(refused.map((quote) => quote?.as_of ?? null)),
      column(refused.map((quote) => quote?.source ?? null)),
      at,
      at,
      at,
    ],
  );
}

/** A figure that fits into the column; what is refused for not fitting is kept without it. */
function usable(price: number): string | null {
  return Number.isFinite(price) && Math.abs(price) < 1e18 ? toScale(price).toFixed() : null;
}
