import { createHash } from 'node:crypto';
import type { TradePage } from '../adapter.ts';
import { BrokerFailure } from '../failure.ts';
import { unreadable } from './dhan-errors.ts';
import { byOrder, type DhanRows, readFills } from './dhan-fills.ts';
import { eachOnce } from './dhan-repeats.ts';
import { isListOf } from './figures.ts';
import { addDays } from '../../platform/index.ts';

/** Days asked for at once: their orders are held in memory. */
const CHUNK_DAYS = 180;
/** No account is older than Dhan's. */
const FIRST_DAY = '2021-01-01';
/** Some 40,000 rows at 20 a page: more is the broker's fault, or work for its statements. */
const MOST_PAGES = 2000;
/** Pages in a row that bring nothing new. */
const MOST_REPEATS = 5;
/** Readings of one stretch of days that changes meanwhile. */
const MOST_READINGS = 3;

/** A page of the history. */
type AskPage = (from: string, to: string, page: number) => Promise<unknown>;

/**
 * The trade history, some months at a time, newest page first. How many rows a page has is not known, so only an empty
 * one ends it, and another empty one behind it shows that it was no slip. A page that came before word for word is a
 * repetition of the server's; when nothing else comes any more, or the pages have no end, the reading is given up, since
 * part of a history is none. A row that stands on several pages counts as `dhan-repeats.ts` says.
 */
export async function* dhanHistory(
  days: { from: string | null; to: string },
  ask: AskPage,
): AsyncIterable<TradePage> {
  for await (const rows of dhanHistoryRows({ from: days.from ?? FIRST_DAY, to: days.to }, ask)) {
    const page = byOrder(rows);
    if (page.trades.length > 0 || page.left_out.length > 0) yield page;
  }
}

/** The same, row by row. */
export async function* dhanHistoryRows(
  days: { from: string; to: string },
  ask: AskPage,
): AsyncIterable<DhanRows> {
  const budget = { pages: MOST_PAGES };
  for (const chunk of chunksOf(days)) yield await readChunk(chunk, ask, budget);
}

/** Days from the first to the last in stretches of at most 180, oldest first, none twice. */
export function chunksOf({ from, to }: { from: string; to: string }): { from: string; to: string }[] {
  const chunks: { from: string; to: string }[] = [];
  for (let start = from; start <= to; start = addDays(start, CHUNK_DAYS)) {
    const end = addDays(start, CHUNK_DAYS - 1);
    chunks.push({ from: start, to: end < to ? end : to });
  }
  return chunks;
}

/** One stretch, read again when its first page is another one at the end than at the beginning: rows moved meanwhile. */
async function readChunk(
  days: { from: string; to: string },
  ask: AskPage,
  budget: { pages: number },
): Promise<DhanRows> {
  for (let reading = 0; reading < MOST_READINGS; reading += 1) {
    const { first, pages } = await readPages(days, ask, budget);
    const isSteady = pages.length <= 1 || fingerprint(await ask(days.from, days.to, 0)) === first;
    if (!isSteady) continue;
    const rows = await eachOnce(
      pages,
      async (day) => (await readPages({ from: day, to: day }, ask, budget)).pages,
    );
    if (rows !== null) return readFills(rows, days);
  }
  throw new BrokerFailure('BROKER_ERROR', "Dhan's trade history kept changing while it was read.");
}

/** The pages of some days, each as it came, without empty ones and those that only repeat another one; and the first. */
async function readPages(
  days: { from: string; to: string },
  ask: AskPage,
  budget: { pages: number },
): Promise<{ first: string; pages: unknown[][] }> {
  const pages: unknown[][] = [];
  const seen = new Set<string>();
  let first: string | null = null;
  let isEnding = false;
  for (let page = 0, repeats = 0; ; page += 1) {
    if (budget.pages === 0 || repeats > MOST_REPEATS)
      throw new BrokerFailure('TOO_MUCH_DATA', "Dhan's trade history is longer than one sync can read.");
    budget.pages -= 1;
    const body = await ask(days.from, days.to, page);
    if (!isListOf('orderId', body)) throw unreadable('a trade history');
    const print = fingerprint(body);
    first ??= print;
    if (body.length === 0) {
      if (isEnding) return { first, pages };
      isEnding = true;
      continue;
    }
    isEnding = false;
    if (seen.has(print) && !isOneFill(body)) {
      repeats += 1;
      continue;
    }
    repeats = 0;
    seen.add(print);
    pages.push(body);
  }
}

const fingerprint = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest('base64');

/** Rows all alike: an order in many equal fills may well take more than one page of them. */
function isOneFill(rows: readonly unknown[]): boolean {
  const [first, ...rest] = rows.map((row) => JSON.stringify(row));
  return rest.length > 0 && rest.every((row) => row === first);
}
