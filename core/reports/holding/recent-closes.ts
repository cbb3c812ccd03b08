import * as yup from 'yup';
import { bareSymbol, type Instruments } from '../../market/instruments/index.ts';
import type { MarketHistory } from '../../market/index.ts';
import { addDays, type Context, istDate } from '../../platform/index.ts';
import { date, listOf, number, text, view, type ViewOf } from '../../platform/schema/index.ts';
import type { PortfolioArea } from '../../portfolio/index.ts';
import { splitsOfLedgerAlone, thinned, unitsSince } from './price-series.ts';

/** Days before today that the lines show. */
const SPAN_DAYS = 90;
/** More points than a line in a table is wide show nothing more. */
const MOST_POINTS = 30;
/** Splits of the span that are looked through. */
const MOST_SPLITS = 200;
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

/** GET /holdings/recent-closes: closes in the shares of today, ascending; a symbol without two closes is not there. */
export const recentClosesView = view({
  from: date,
  to: date,
  items: listOf(view({ symbol: text, currency: text, closes: listOf(number) })),
});
export type RecentCloses = ViewOf<typeof recentClosesView>;

/** The closes of what a person holds over the last 90 days, thinned for a small line. Symbols that are not held are left out. */
export function createRecentCloses(
  { clock }: Pick<Context, 'clock'>,
  {
    portfolio,
    history,
    instruments,
  }: {
    portfolio: Pick<PortfolioArea, 'holdings' | 'transactions'>;
    history: Pick<MarketHistory, 'closesOf' | 'ratiosOf'>;
    instruments: Pick<Instruments, 'resolver'>;
  },
) {
  return {
    async read(userId: string, { symbols }: RecentClosesQuery): Promise<RecentCloses> {
      const to = istDate(clock.now());
      const from = addDays(to, -SPAN_DAYS);
      const wanted = new Set(symbols.split(',').map((one) => one.trim()));
      const held = (await portfolio.holdings.all(userId)).filter(({ symbol }) => wanted.has(symbol));
      const resolver = await instruments.resolver();
      const found = new Map(
        held.flatMap(({ symbol, isin, currency }) => {
          const answer = resolver.resolve({ symbol: bareSymbol(symbol), isin, on: to });
          return answer.outcome === 'FOUND' && answer.instrument.currency === currency
            ? [[`${symbol} ${currency}`, { symbol, currency, id: answer.instrument.id }]]
            : [];
        }),
      );
      const ids = [...new Set([...found.values()].map(({ id }) => id))];
      const [series, ratios, splits] = await Promise.all([
        history.closesOf(ids, { from, to }),
        history.ratiosOf(ids),
        portfolio.transactions.list(userId, { type: 'SPLIT', from, page_size: MOST_SPLITS }),
      ]);
      const items = [...found.values()].flatMap(({ symbol, currency, id }) => {
        const { days = [], closes = [] } = series.get(id) ?? {};
        if (closes.length < 2) return [];
        const known = (ratios.get(id) ?? []).map(({ ex_date, new_shares, old_shares }) => ({
          date: ex_date,
          ratio: new_shares / old_shares,
        }));
        const own = splits.items.filter((row) => row.symbol === symbol);
        const portfolios = [...new Set(own.map((row) => row.portfolio))];
        const alone = splitsOfLedgerAlone(
          portfolios.map((name) => ({ rows: own.filter((row) => row.portfolio === name) })),
          known,
        );
        const points = days.map((day, at) => (closes[at] ?? 0) / unitsSince(day, alone));
        return [{ symbol, currency, closes: thinned(points, MOST_POINTS) }];
      });
      return { from, to, items };
    },
  };
}
