import { type Decimal, takeTopics, tellChange, type Transaction } from '../../platform/index.ts';
import { type Pair, pairOf } from './pair.ts';
import { NEAREST_DAYS, type Rate, rateFrom, type RateQuestion } from './rate.ts';

/**
 * The stored rate for each question, or null where none is near enough: of the day asked for, else of the nearest
 * earlier day. One query for any number of questions.
 */
export async function findRates(
  trx: Transaction,
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

/** A rate that was fetched. */
export interface FetchedRate {
  day: string;
  rate: string;
}

/**
 * Writes rates of one pair. A day that was over when its rate was seen keeps it for good; one seen earlier takes the
 * newer figure. Owners whose totals go through the pair learn of the change as of one of their own data, so that
 * what was computed with the old rate is not shown any more.
 * @returns how many days changed.
 */
export async function storeRates(
  trx: Transaction,
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
  if (rowCount > 0) await tellOwners(trx, { base, quote });
  return rowCount;
}

/** Counts the revision of rates up of everybody whose totals convert between the two currencies. */
async function tellOwners(trx: Transaction, { base, quote }: Pair): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select distinct p.owner_user_id as id from portfolio.portfolios p
     where exists (
       select from portfolio.holdings h where h.owner_user_id = p.owner_user_id
         and (p.base_currency, h.currency) in ((?, ?), (?, ?))
       union all
       select from portfolio.positions l where l.owner_user_id = p.owner_user_id
         and (p.base_currency, l.currency) in ((?, ?), (?, ?))
       union all
       select from portfolio.liabilities d where d.owner_user_id = p.owner_user_id
         and (p.base_currency, d.currency) in ((?, ?), (?, ?)))
     order by p.owner_user_id`,
    Array.from({ length: 3 }, () => [base, quote, quote, base]).flat(),
  );
  const owners = rows.map(({ id }) => id);
  if (owners.length === 0) return;
  await takeTopics(trx, owners, ['rates']);
  await tellChange(trx, owners, ['rates']);
}

/** The pairs that somebody's totals need; of one person where one is named. */
export async function wantedPairs(trx: Transaction, userId: string | null): Promise<Pair[]> {
  const { rows } = await trx.raw<{ rows: { base_currency: string; currency: string }[] }>(
    `select distinct p.base_currency, c.currency from portfolio.portfolios p
     join (
       select owner_user_id, currency from portfolio.holdings
       union select owner_user_id, currency from portfolio.positions
       union select owner_user_id, currency from portfolio.liabilities where balance > 0
     ) c on c.owner_user_id = p.owner_user_id
     where c.currency <> p.base_currency and (?::bigint is null or p.owner_user_id = ?::bigint)
     order by 1, 2`,
    [userId, userId],
  );
  const pairs = rows.map(({ base_currency, currency }) => pairOf(currency, base_currency));
  return [...new Map(pairs.map(({ base, quote }) => [`${base}${quote}`, { base, quote }])).values()];
}

/** The first day of a transaction since `since` that no stored rate is near to; null where none is missing. */
export async function firstMissingDay(
  trx: Transaction,
  { base, quote }: Pair,
  since: string,
): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { day: string | null }[] }>(
    `select min(t.trade_date)::text as day
     from portfolio.transactions t join portfolio.portfolios p on p.owner_user_id = t.owner_user_id
     where (t.currency, p.base_currency) in ((?, ?), (?, ?)) and t.trade_date >= ?::date
       and not exists (
         select from market.fx_rates f
         where f.base = ? and f.quote = ? and f.day between t.trade_date - ?::int and t.trade_date)`,
    [base, quote, quote, base, since, base, quote, NEAREST_DAYS],
  );
  return rows[0]?.day ?? null;
}
