import * as yup from 'yup';
import { addDays, type Context, istDate } from '../../platform/index.ts';
import { date, listOf, number, text, textOrNull, view, type ViewOf } from '../../platform/schema/index.ts';
import { type HoldingPricesParts, readHoldingPrices } from './holding-prices.ts';
import { thinned } from './price-series.ts';

/** Days before today that the lines show. */
const SPAN_DAYS = 90;
/** More points than a line in a table is wide show nothing more. */
const MOST_POINTS = 30;
/** As many symbols as a page of holdings has at most. */
const MOST_SYMBOLS = 200;

/** `symbols`: up to 200, separated by commas. */
export const recentClosesQuery = yup
  .object({
    symbols: yup
      .string()
      .trim()
      .max(10_000)
      .required('Name the symbols, separated by commas.')
      .test(
        'count',
        `Name at most ${MOST_SYMBOLS} symbols at once.`,
        (given) => given.split(',').length <= MOST_SYMBOLS,
      ),
  })
  .noUnknown();
type RecentClosesQuery = yup.InferType<typeof recentClosesQuery>;

/**
 * GET /holdings/recent-closes: prices in the shares of today, ascending, a close of the market before an observed price of its
 * day. A symbol without two prices is not there.
 */
export const recentClosesView = view({
  from: date,
  to: date,
  items: listOf(
    view({
      symbol: text,
      currency: text,
      /** The portfolio that has prices of its own; null for those of all portfolios. */
      portfolio: textOrNull,
      closes: listOf(number),
    }),
  ),
});
export type RecentCloses = ViewOf<typeof recentClosesView>;

/** The prices of holdings over the last 90 days, thinned for a small line. Symbols that are not held are left out. */
export function createRecentCloses(context: Pick<Context, 'clock' | 'database'>, parts: HoldingPricesParts) {
  return {
    async read(userId: string, { symbols }: RecentClosesQuery): Promise<RecentCloses> {
      const to = istDate(context.clock.now());
      const from = addDays(to, -SPAN_DAYS);
      const wanted = new Set(symbols.split(',').map((one) => one.trim()));
      const held = (await parts.portfolio.holdings.all(userId)).filter(({ symbol }) => wanted.has(symbol));
      const found = await readHoldingPrices(context, parts, userId, held, { from, to });
      const items = found
        .filter(({ prices }) => prices.length >= 2)
        .map(({ symbol, currency, portfolio, prices }) => {
          const values = prices.map(({ value }) => value);
          return { symbol, currency, portfolio, closes: thinned(values, MOST_POINTS) };
        });
      return { from, to, items };
    },
  };
}
