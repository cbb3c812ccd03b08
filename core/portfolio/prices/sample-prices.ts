import type { Context } from '../../platform/index.ts';

/** A made-up security of a sample. */
interface SampleSecurity {
  symbol: string;
  /** ISO 4217 */
  currency: string;
  name: string;
  sector: string;
  /** By day, the earliest first. */
  closes: readonly { day: string; price: number }[];
}

/** Source of made-up prices, shown beside each of them. */
const SAMPLE = 'SAMPLE';

/**
 * Gives a made-up person's holdings made-up closes. Only that person has these prices: the shared history does not change, and
 * they are deleted with the person.
 */
export function createSamplePrices({ clock, database }: Pick<Context, 'clock' | 'database'>) {
  return {
    /** Keeps the closes of each day, and names and prices the holdings by the newest ones. */
    async record(userId: string, securities: readonly SampleSecurity[]): Promise<void> {
      const closes = securities.flatMap(({ symbol, currency, closes: all }) =>
        all.map(({ day, price }) => ({ symbol, currency, day, price })),
      );
      await database.change(userId, ['ledger', 'prices'], async (trx) => {
        await trx.raw(
          `insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price, source)
           select ?::bigint, c.*, '${SAMPLE}' from unnest(?::text[], ?::text[], ?::date[], ?::numeric[]) as c
           on conflict do nothing`,
          [
            userId,
            closes.map(({ symbol }) => symbol),
            closes.map(({ currency }) => currency),
            closes.map(({ day }) => day),
            closes.map(({ price }) => String(price)),
          ] as never,
        );
        await trx.raw(
          `update portfolio.holdings h
           set name = s.name, sector = s.sector, current_price = s.price, previous_close = s.before, price_as_of = s.day,
             price_source = '${SAMPLE}', priced_at = ?, updated_at = ?
           from unnest(?::text[], ?::text[], ?::text[], ?::numeric[], ?::numeric[], ?::date[])
             as s (symbol, name, sector, price, before, day)
           where h.symbol = s.symbol`,
          [
            clock.now(),
            clock.now(),
            securities.map(({ symbol }) => symbol),
            securities.map(({ name }) => name),
            securities.map(({ sector }) => sector),
            securities.map(({ closes: all }) => String(all.at(-1)?.price)),
            securities.map(({ closes: all }) => String(all.at(-2)?.price)),
            securities.map(({ closes: all }) => all.at(-1)?.day ?? ''),
          ] as never,
        );
      });
    },
  };
}
