import { SAMPLE_PEOPLE } from '../../identity/index.ts';
import type { CurrencyExposure, CurrencyExposures } from '../../market/index.ts';
import type { DbTransaction } from '../../platform/index.ts';

/** Amounts of another area: whose, in which currency, and whether any of it is left. */
export type OtherAmounts = (
  trx: DbTransaction,
  userId: string | null,
) => Promise<Pick<CurrencyExposure, 'owner_user_id' | 'currency' | 'is_open'>[]>;

/**
 * Where people's amounts are told in another currency than their own: holdings and ledgers, and what other areas keep,
 * each in the base currencies of the person's portfolios. No rate is fetched for a sample.
 */
export function createCurrencyExposures(others: readonly OtherAmounts[]): CurrencyExposures {
  return {
    async all(trx, userId) {
      const more = (await Promise.all(others.map(async (read) => await read(trx, userId)))).flat();
      const { rows } = await trx.raw<{ rows: CurrencyExposure[] }>(
        `select p.owner_user_id, p.base_currency, c.currency, bool_or(c.is_open) as is_open
         from (select distinct owner_user_id, base_currency from portfolio.portfolios
               where (?::bigint is null or owner_user_id = ?::bigint) and owner_user_id not in (${SAMPLE_PEOPLE})) p
         join (
           select owner_user_id, currency, true as is_open from portfolio.holdings
           union select owner_user_id, currency, true from portfolio.positions
           union select * from unnest(?::bigint[], ?::text[], ?::boolean[])
         ) c on c.owner_user_id = p.owner_user_id and c.currency <> p.base_currency
         group by 1, 2, 3
         order by 1, 2, 3`,
        [
          userId,
          userId,
          more.map(({ owner_user_id }) => owner_user_id),
          more.map(({ currency }) => currency),
          // The driver takes an array of booleans; its types do not know it.
          more.map(({ is_open }) => is_open) as unknown as string[],
        ],
      );
      return rows;
    },

    async tradeDays(trx, { base, quote }, since) {
      const { rows } = await trx.raw<{ rows: { day: string }[] }>(
        `select distinct t.trade_date::text as day
         from portfolio.transactions t join portfolio.portfolios p on p.owner_user_id = t.owner_user_id
         where t.owner_user_id not in (${SAMPLE_PEOPLE}) and (t.currency, p.base_currency) in ((?, ?), (?, ?)) and t.trade_date >= ?::date
         order by 1`,
        [base, quote, quote, base, since],
      );
      return rows.map(({ day }) => day);
    },
  };
}
