import type { DbTransaction } from '../../platform/index.ts';
import type { QuoteFailure, QuoteOutcome } from './quote.ts';

/** The last answer of a source about an instrument. */
export interface LatestQuote {
  outcome: QuoteOutcome;
  fetched_at: Date;
  /** A process is requesting a newer answer. */
  isBeingAsked: boolean;
}

/** Answers between these moments are reused. A future answer was written by a wrong clock. */
export interface Fresh {
  /** Earliest moment of a price. */
  after: Date;
  /** Earliest moment of a failure. */
  failedAfter: Date;
  before: Date;
}

/** Claims the instruments to request now: without a fresh answer, and not claimed by another process. */
export async function claimQuotes(
  trx: DbTransaction,
  {
    source,
    keys,
    leaseMs,
    fresh,
  }: { source: string; keys: readonly string[]; leaseMs: number; fresh: Fresh },
): Promise<ReadonlySet<string>> {
  const { rows } = await trx.raw<{ rows: { instrument_key: string }[] }>(
    `insert into market.latest_quotes as kept (source, instrument_key, asked_until)
     select ?, w.key, clock_timestamp() + ? * interval '1 ms' from unnest(?::text[]) as w (key) order by w.key
     on conflict (source, instrument_key) do update set asked_until = excluded.asked_until
     where (kept.asked_until is null or kept.asked_until <= clock_timestamp())
       and (kept.fetched_at between case when kept.failure is null then ?::timestamptz else ? end and ?) is not true
     returning instrument_key`,
    [source, leaseMs, [...keys], fresh.after, fresh.failedAfter, fresh.before],
  );
  return new Set(rows.map(({ instrument_key }) => instrument_key));
}

/** The last answers about some instruments, by key. */
export async function readLatestQuotes(
  trx: DbTransaction,
  source: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, LatestQuote>> {
  const { rows } = await trx.raw<{
    rows: {
      instrument_key: string;
      fetched_at: Date;
      is_being_asked: boolean;
      failure: QuoteFailure | null;
      price: number;
      previous_close: number | null;
      previous_as_of: string | null;
      as_of: string;
      currency: string;
    }[];
  }>(
    `select instrument_key, fetched_at, coalesce(asked_until > clock_timestamp(), false) as is_being_asked, failure, price,
       previous_close, previous_as_of, as_of, currency
     from market.latest_quotes where source = ? and instrument_key = any(?::text[]) and fetched_at is not null`,
    [source, [...keys]],
  );
  return new Map(
    rows.map(({ instrument_key, fetched_at, is_being_asked, failure, previous_as_of, ...quote }) => [
      instrument_key,
      {
        fetched_at,
        isBeingAsked: is_being_asked,
        outcome:
          failure === null
            ? {
                quote: {
                  ...quote,
                  ...(previous_as_of === null ? {} : { previous_as_of }),
                  source,
                  fetched_at,
                },
                failure,
              }
            : { quote: null, failure },
      },
    ]),
  );
}

/** Locks claimed instruments in the order in which claims do: two processes never wait for each other. */
export async function lockQuotes(trx: DbTransaction, source: string, keys: readonly string[]): Promise<void> {
  await trx.raw(
    `select from market.latest_quotes where source = ? and instrument_key = any(?::text[])
     order by instrument_key for update`,
    [source, [...keys]],
  );
}

/** Keeps answers, and ends the claims of their instruments. */
export async function keepQuotes(
  trx: DbTransaction,
  source: string,
  answers: readonly (readonly [key: string, outcome: QuoteOutcome])[],
  at: Date,
): Promise<void> {
  // Neither Knex nor its types know that an array may hold nulls or numbers; the driver does.
  const column = (read: (outcome: QuoteOutcome) => string | number | null | undefined) =>
    answers.map(([, outcome]) => read(outcome) ?? null) as string[];
  await trx.raw(
    `update market.latest_quotes kept set asked_until = null, fetched_at = ?, failure = v.failure, price = v.price,
       previous_close = v.previous_close, previous_as_of = v.previous_as_of, as_of = v.as_of, currency = v.currency
     from unnest(?::text[], ?::text[], ?::float8[], ?::float8[], ?::date[], ?::date[], ?::text[])
       as v (key, failure, price, previous_close, previous_as_of, as_of, currency)
     where kept.source = ? and kept.instrument_key = v.key`,
    [
      at,
      answers.map(([key]) => key),
      column(({ failure }) => failure),
      column(({ quote }) => quote?.price),
      column(({ quote }) => quote?.previous_close),
      column(({ quote }) => quote?.previous_as_of),
      column(({ quote }) => quote?.as_of),
      column(({ quote }) => quote?.currency),
      source,
    ],
  );
}

/** Ends claims without an answer that may be used again. */
export async function releaseQuotes(
  trx: DbTransaction,
  source: string,
  keys: readonly string[],
): Promise<void> {
  await trx('market.latest_quotes')
    .where({ source })
    .whereIn('instrument_key', keys)
    .update({ asked_until: null });
}
