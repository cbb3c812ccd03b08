import { dayInWords } from '../../platform/index.ts';
import type { IndexUniverse } from '../config.ts';
import type { PricePanel } from '../panel/index.ts';

const NAMES: Readonly<Record<IndexUniverse, string>> = { NIFTY50: 'NIFTY 50', NIFTY500: 'NIFTY 500' };
const MOST_NAMED = 5;

/** Why nothing can be calculated from a panel, in a sentence that says what to do; null where something can. */
export function emptiness(
  { panel, unknown }: { panel: PricePanel; unknown: readonly string[] },
  universe: IndexUniverse | readonly string[],
  { from, to }: { from: string; to: string },
): string | null {
  const shares = panel.securities.filter((_, share) => share !== panel.liquid?.security);
  if (typeof universe === 'string' && shares.length === 0)
    return `Munim does not know which shares were in ${NAMES[universe]} between ${dayInWords(from)} and ${dayInWords(to)}. Import its members: npm run import-instruments -- --help says how.`;
  if (shares.every(({ instrument_id }) => instrument_id === null))
    return `None of the symbols is known: ${named(unknown.length > 0 ? unknown : shares.map(({ symbol }) => symbol))}. Check the spelling, or import the lists of NSE: npm run import-instruments.`;
  return null;
}

/** Says that no share has a close in the window, and where there are some. @param extent of all their closes. */
export function withoutPrices(
  { from, to }: { from: string; to: string },
  extent: { first: string; last: string } | null,
): string {
  const none = `None of the shares has a close between ${dayInWords(from)} and ${dayInWords(to)}.`;
  if (extent === null) return `${none} Import their prices: npm run import-prices -- --help says how.`;
  if (extent.first > to)
    return `${none} Their closes begin on ${dayInWords(extent.first)}: choose a later window, or import older prices with npm run import-prices.`;
  if (extent.last < from)
    return `${none} Their closes end on ${dayInWords(extent.last)}: choose an earlier window, or import newer prices with npm run import-prices.`;
  return `${none} There is a gap: their closes reach from ${dayInWords(extent.first)} to ${dayInWords(extent.last)}. Import the days in between with npm run import-prices.`;
}

/** Whether any share, the fund for spare cash aside, has a close on one of the days from a session on. */
export function hasCloses({ closes, securities, days, liquid }: PricePanel, first: number): boolean {
  return securities.some(
    (_, share) =>
      share !== liquid?.security &&
      closes
        .subarray(share * days.length + first, (share + 1) * days.length)
        .some((close) => !Number.isNaN(close)),
  );
}

export const TOO_LARGE =
  'This backtest does not fit into memory. Choose a shorter span, fewer shares to hold, or less frequent rebalances.';
export const BROKEN =
  'The backtest could not be calculated because of an internal error; the log has the details. Try again after an update.';
export const GIVEN_UP =
  'The process that calculated this backtest ended unexpectedly three times. Choose a shorter span or fewer shares, and check the log.';

function named(symbols: readonly string[]): string {
  const more = symbols.length - MOST_NAMED;
  const first = symbols.slice(0, MOST_NAMED).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}
