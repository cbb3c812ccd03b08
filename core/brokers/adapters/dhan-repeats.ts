import { dayOf, isRow, textOf } from './figures.ts';

/**
 * Rows of several pages, each as often as it was traded.
 *
 * Dhan's pages are windows on a list that grows at its head: a row that comes in while they are read pushes the last row
 * of a page onto the next one, where it comes again. Added up, such an order would have too large a quantity for good.
 * Nor may rows be made one only because they are alike: the history has no number for a trade (`exchangeTradeId` is 0 on
 * every row), and an order may well be filled twice in one second at one price. So:
 *
 * 1. A row with a number of the exchange counts once, wherever it stands.
 * 2. Rows that are alike on one page are fills of their own: a window does not show a row twice.
 * 3. Rows that are alike on several pages are told by reading their day alone, where the windows lie elsewhere. Those that
 *    stand on one page there, count as often as they do there.
 * 4. Where they stand on several pages there, too, a run of them that goes on from one page to the next, and has more than
 *    one on either of the two, is an order in many equal fills. Otherwise the row was repeated: the page with most of
 *    them counts.
 *
 * Alike are rows of one number, order, instrument, side, moment, quantity and price; their charges may come later.
 *
 * @param readDay the pages of one day.
 * @returns null when a day does not have its rows any more: the list changed, and is to be read again.
 */
export async function eachOnce(
  read: readonly (readonly unknown[])[],
  readDay: (day: string) => Promise<unknown[][]>,
): Promise<unknown[] | null> {
  const pages = withoutKnownNumbers(read);
  const doubtful = repeatedOn(pages);
  if (doubtful.size === 0) return pages.flat();
  const days = new Set([...doubtful.values()].map(({ day }) => day));
  // What bears no day cannot be read as a trade: it is left out by name, once or twice.
  days.delete(null);
  const rows = pages.flat().filter((row) => !days.has(dayOfRow(row)));
  for (const day of days) {
    if (day === null) continue;
    const whole = withoutKnownNumbers(await readDay(day));
    const alone = whole.map((page) => page.filter((row) => dayOfRow(row) === day));
    const there = new Set(alone.flat().map(keyOf));
    for (const [key, place] of doubtful) if (place.day === day && !there.has(key)) return null;
    rows.push(...countedRows(alone));
  }
  return rows;
}

/** Without the rows whose number of the exchange came before. */
function withoutKnownNumbers(pages: readonly (readonly unknown[])[]): unknown[][] {
  const known = new Set<string>();
  return pages.map((page) =>
    page.filter((row) => {
      const number = isRow(row) ? textOf(row['exchangeTradeId']) : '';
      if (!isRow(row) || number === '' || number === '0' || number === 'NA') return true;
      const key = `${textOf(row['orderId'])} ${number}`;
      return known.has(key) ? false : known.add(key);
    }),
  );
}

/** The rows of a day that was read alone, each as often as rules 2 and 4 say. */
function countedRows(pages: readonly (readonly unknown[])[]): unknown[] {
  const places = placesOf(pages);
  const left = new Map([...places].map(([key, on]) => [key, timesOf(key, on, pages)]));
  return pages.flat().filter((row) => {
    const key = keyOf(row);
    const times = left.get(key) ?? 0;
    left.set(key, times - 1);
    return times > 0;
  });
}

function timesOf(
  key: string,
  on: ReadonlyMap<number, number>,
  pages: readonly (readonly unknown[])[],
): number {
  // Runs of pages over whose ends the row goes on; separate runs repeat one another.
  let most = 0;
  let run = 0;
  for (const [index, page] of pages.entries()) {
    const here = on.get(index) ?? 0;
    const before = on.get(index - 1) ?? 0;
    const goesOn =
      here > 0 &&
      before > 0 &&
      (here > 1 || before > 1) &&
      keyOf(page[0]) === key &&
      keyOf(pages[index - 1]?.at(-1)) === key;
    run = goesOn ? run + here : here;
    most = Math.max(most, run);
  }
  return most;
}

/** Keys that stand on more than one page, with their day. */
function repeatedOn(pages: readonly (readonly unknown[])[]): Map<string, { day: string | null }> {
  const found = new Map<string, { day: string | null }>();
  const first = new Map<string, number>();
  for (const [index, page] of pages.entries())
    for (const row of page) {
      const key = keyOf(row);
      const at = first.get(key);
      if (at === undefined) first.set(key, index);
      else if (at !== index) found.set(key, { day: dayOfRow(row) });
    }
  return found;
}

/** How often each row stands on which page. */
function placesOf(pages: readonly (readonly unknown[])[]): Map<string, Map<number, number>> {
  const places = new Map<string, Map<number, number>>();
  for (const [index, page] of pages.entries())
    for (const row of page) {
      const key = keyOf(row);
      const on = places.get(key) ?? new Map<number, number>();
      places.set(key, on.set(index, (on.get(index) ?? 0) + 1));
    }
  return places;
}

const FACTS = [
  'exchangeTradeId',
  'orderId',
  'securityId',
  'isin',
  'transactionType',
  'exchangeTime',
  'tradedQuantity',
  'tradedPrice',
];

const dayOfRow = (row: unknown): string | null => (isRow(row) ? dayOf(row['exchangeTime']) : null);

/** What makes two rows alike. */
function keyOf(row: unknown): string {
  if (!isRow(row)) return JSON.stringify(row) ?? '';
  return FACTS.map((name) => textOf(row[name]) || JSON.stringify(row[name]) || '').join('|');
}
