import type { Decimal, DbTransaction } from '../../platform/index.ts';
import { type Pair, pairOf } from './pair.ts';
import { NEAREST_DAYS, type Rate, rateFrom, type RateQuestion } from './rate.ts';

/**
 * The stored rate for each question, or null where none is near enough: of the day asked for, else of the nearest
 * earlier day. One query for any number of questions.
 */
export async function findRates(
  trx: DbTransaction,
  questions: readonly RateQuestion[],
): Promise<(Rate | null)[]> {
  if (questions.length === 0) return [];
  const pairs = questions.map(({ from, to }) => pairOf(from, to));
  const { rows } = await trx.raw<{
    rows: { rate: Decimal | null; day: string | null; source: string | null }[];
  }>(
    `select r.rate, r.day, r.source
     from unnest(?::text[], ?::text[], ?::date[], ?::int[]) with ordinality as q (base, quote, day, within, at)
     left join lateral (
       select f.rate, f.day, f.source from market.fx_rates f
       where f.base = q.base and f.quote = q.quote and f.day between q.day - q.within and q.day
       order by f.day desc limit 1
     ) r on true
     order by q.at`,
    [
      pairs.map(({ base }) => base),
      pairs.map(({ quote }) => quote),
      questions.map(({ day }) => day),
      questions.map(({ within }) => within ?? NEAREST_DAYS),
    ],
  );
  return questions.map((question, index) => {
    const { rate, day, source } = rows[index] ?? {};
    if (!rate || !day || !source) return null;
    return rateFrom({ rate, day, source }, question.day, pairs[index]?.isInverted === true);
  });
}

/** A rate as it is stored: units of `quote` for one of `base`. */
export interface NewestRate extends Pair {
  rate: number;
  day: string;
}

/** The newest stored rate of each pair within a span of days. */
export async function newestRates(
  trx: DbTransaction,
  { from, to }: { from: string; to: string },
): Promise<NewestRate[]> {
  const { rows } = await trx.raw<{ rows: NewestRate[] }>(
    `select distinct on (base, quote) base, quote, rate::float8 as rate, day::text as day
     from market.fx_rates where day between ?::date and ?::date order by base, quote, day desc`,
    [from, to],
  );
  return rows;
}

/** A rate that was fetched. */
interface FetchedRate {
  day: string;
  rate: string;
}

/**
 * Writes rates of one pair. A day that was over when its rate was seen keeps it for good; one seen earlier takes the
 * newer figure.
 * @returns how many days changed.
 */
export async function storeRates(
  trx: DbTransaction,
  { base, quote }: Pair,
  rates: readonly FetchedRate[],
  source: string,
  now: Date,
): Promise<number> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `insert into market.fx_rates as kept (base, quote, day, rate, source, as_of)
     select ?, ?, given.day, given.rate, ?, ? from unnest(?::date[], ?::numeric[]) as given (day, rate)
     order by given.day
     on conflict (base, quote, day) do update set rate = excluded.rate, source = excluded.source, as_of = excluded.as_of
     where kept.as_of < (kept.day + 1)::timestamp at time zone 'UTC'
       and (kept.rate, kept.source) is distinct from (excluded.rate, excluded.source)`,
    [base, quote, source, now, rates.map(({ day }) => day), rates.map(({ rate }) => rate)],
  );
  return rowCount;
}

/** The first of some days that no stored rate is near to; null where none is missing. */
export async function firstDayWithoutRate(
  trx: DbTransaction,
  { base, quote }: Pair,
  days: readonly string[],
): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { day: string | null }[] }>(
    `select min(d.day)::text as day from unnest(?::date[]) as d (day)
     where not exists (
       select from market.fx_rates f
       where f.base = ? and f.quote = ? and f.day between d.day - ?::int and d.day)`,
    [days as string[], base, quote, NEAREST_DAYS],
  );
  return rows[0]?.day ?? null;
}
