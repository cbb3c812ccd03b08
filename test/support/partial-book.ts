import type { Core } from '../../core/assembly/index.ts';
import { listWithCloses } from './listed-closes.ts';

const by = { actor: 'test' };
/** Calendar days of the book, with a close on each; day 0 is 1 January 2025. */
export const BOOK_DAYS = 395;
export const bookDay = (at: number): string => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10);
export const LAST_BOOK_DAY = bookDay(BOOK_DAYS - 1);

/** Closes of the two shares that are known throughout. */
export const KNOWN_CLOSES: Record<'TCS' | 'INFY', (at: number) => number> = {
  TCS: (at) => 100 + (at % 7) + at / 10,
  INFY: (at) => Number((50 + 3 * Math.sin(at / 9) + at / 50).toFixed(2)),
};

/** Closes of TCS, INFY, MORE (always 10) and of NIFTY 50, from the first day of the book to its last. */
export async function writeBookCloses(core: Core): Promise<void> {
  for (const symbol of ['TCS', 'INFY', 'MORE']) {
    const closeOf = symbol === 'MORE' ? () => 10 : KNOWN_CLOSES[symbol as 'TCS' | 'INFY'];
    const closes = Array.from(
      { length: BOOK_DAYS },
      (_, at) => [bookDay(at), Number(closeOf(at).toFixed(2))] as const,
    );
    await listWithCloses(core, symbol, Object.fromEntries(closes));
  }
  await core.database.asSystem('index for a test', async (trx) => {
    await trx('portfolio.benchmark_snapshots').insert(
      Array.from({ length: BOOK_DAYS }, (_, at) => ({
        benchmark: 'NIFTY50',
        day: bookDay(at),
        close: 20_000 + at,
        source: 'IMPORT',
        as_of: new Date(`${LAST_BOOK_DAY}T11:00:00.000Z`),
      })),
    );
  });
}

async function buy(core: Core, who: string, symbol: string, quantity: number, price: number, at: number) {
  const row = { portfolio: 'P', symbol, currency: 'INR', type: 'BUY' as const, asset_class: 'Indian Equity' };
  await core.portfolio.transactions.create(who, { ...row, quantity, price, date: bookDay(at) }, by);
}

/** Prices of the last day; a change of the day for the two shares alone. */
async function quote(core: Core, who: string): Promise<void> {
  for (const { id, symbol } of await core.portfolio.holdings.all(who)) {
    if (symbol === 'MORE') await core.portfolio.holdings.update(who, id, { current_price: 10 }, by);
    if (symbol !== 'TCS' && symbol !== 'INFY') continue;
    const [previous_close, current_price] = [2, 1].map((ago) =>
      Number(KNOWN_CLOSES[symbol](BOOK_DAYS - ago).toFixed(2)),
    );
    await core.portfolio.holdings.update(who, id, { current_price, previous_close }, by);
  }
}

/** TCS and INFY in portfolio P with their whole ledger: 15 for 1,600 and 20 for 1,020. */
export async function buyKnownShares(core: Core, who: string): Promise<void> {
  await buy(core, who, 'TCS', 10, 100, 0);
  await buy(core, who, 'INFY', 20, 51, 40);
  await buy(core, who, 'TCS', 5, 120, 200);
  await quote(core, who);
}

/**
 * Four more that keep figures of the whole unknown: GOLD, entered by hand; OLD, without a price; GIFT, without a purchase
 * price; and MORE, of which 25 are held and 10 were bought.
 */
export async function enterHoles(core: Core, who: string): Promise<void> {
  await buy(core, who, 'MORE', 10, 10, 5);
  const row = {
    portfolio: 'P',
    currency: 'INR',
    quantity: 10,
    asset_class: 'Unlisted' as const,
    avg_buy_price: 10,
  };
  for (const [symbol, price] of Object.entries({ GOLD: 12, OLD: null, GIFT: 20 }))
    await core.portfolio.holdings.create(
      who,
      { ...row, symbol, ...(price === null ? {} : { current_price: price }) } as never,
      by,
    );
  await core.database.asSystem('a cost that is not known and units that nobody booked', async (trx) => {
    await trx('portfolio.holdings').where({ symbol: 'GIFT' }).update({ avg_buy_price: null });
    await trx('portfolio.holdings').where({ symbol: 'MORE' }).update({ quantity: 25 });
  });
  await quote(core, who);
}
