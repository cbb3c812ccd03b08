import { DAY_MS } from '../../core/platform/index.ts';
import { TRADEBOOK_HEADER } from './tradebook-rows.ts';

/** One fill as Zerodha's Console writes it. */
export interface Fill {
  symbol: string;
  isin: string;
  date: string;
  exchange: 'NSE' | 'BSE';
  series: string;
  side: 'buy' | 'sell';
  quantity: number;
  /** As in the file: six decimals, with the noise of a single-precision number. */
  price: string;
  tradeId: number;
  orderId: string;
  time: string;
}

export interface Tradebook {
  fills: Fill[];
  csv: string;
}

/** The same numbers from 0 to 1 for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface TradebookOptions {
  rows: number;
  symbols: number;
  seed: number;
}

/** A made-up tradebook in the layout of Zerodha's Console, always the same for a seed. */
export function tradebook(options: TradebookOptions): Tradebook {
  const made = [...tradebookFills(options)];
  return { fills: made, csv: [TRADEBOOK_HEADER, ...made.map(lineOf), ''].join('\n') };
}

/** The lines of the same file one after the other, each with its line end. */
export function* tradebookLines(options: TradebookOptions): Generator<string> {
  yield `${TRADEBOOK_HEADER}\n`;
  for (const fill of tradebookFills(options)) yield `${lineOf(fill)}\n`;
}

/**
 * Orders filled in parts (some of them alike but for the trade number), both exchanges, blank series, sales that never
 * exceed what is held and some that close a position.
 */
function* tradebookFills(options: TradebookOptions): Generator<Fill> {
  const random = seeded(options.seed);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const start = Date.parse('2021-01-01T00:00:00Z');
  const held = new Map<number, number>();
  const prices = Array.from({ length: options.symbols }, () => whole(5_000, 300_000));
  let made = 0;
  for (let order = 0; made < options.rows; order += 1) {
    const at = whole(0, options.symbols - 1);
    const units = held.get(at) ?? 0;
    const sells = units > 0 && random() < 0.4;
    const total = sells ? (random() < 0.3 ? units : whole(1, units)) : whole(1, 60);
    const paise = Math.max(500, Math.round((prices[at] ?? 500) * (0.98 + random() * 0.045)));
    prices[at] = paise;
    const day = Math.floor((made / options.rows) * 1000);
    const date = new Date(start + day * DAY_MS).toISOString().slice(0, 10);
    const parts = Math.min(total, random() < 0.4 ? whole(2, 4) : 1, options.rows - made);
    const each = Math.floor(total / parts);
    held.set(at, units + (sells ? -total : total));
    for (let part = 0; part < parts; part += 1, made += 1) {
      yield {
        symbol: `STOCK${at}`,
        isin: isinOf(at),
        date,
        exchange: at % 3 === 0 && order % 2 === 0 ? 'BSE' : 'NSE',
        series: order % 4 === 0 ? '' : 'EQ',
        side: sells ? 'sell' : 'buy',
        quantity: part === parts - 1 ? total - each * (parts - 1) : each,
        price: Math.fround(paise / 100).toFixed(6),
        tradeId: 40_000_000 + made,
        orderId: `11${String(order).padStart(14, '0')}`,
        time: `${date}T${String(9 + (order % 6)).padStart(2, '0')}:${String(order % 60).padStart(2, '0')}:11`,
      };
    }
  }
}

function lineOf(fill: Fill): string {
  const { symbol, isin, date, exchange, series, side, quantity, price, tradeId, orderId, time } = fill;
  return `${symbol},${isin},${date},${exchange},EQ,${series},${side},false,${quantity.toFixed(6)},${price},${tradeId},${orderId},${time}`;
}

export interface OpenPosition {
  symbol: string;
  quantity: number;
  average: number;
}

/** What is held at the end and its moving-average cost, by the plainest sum there is (in doubles): a day's purchases first. */
export function openPositions(fills: readonly Fill[]): OpenPosition[] {
  const books = new Map<string, { quantity: number; cost: number }>();
  const inOrder = fills.toSorted((a, b) => {
    if (a.date !== b.date) return a.date < b.date ? -1 : 1;
    return Number(a.side === 'sell') - Number(b.side === 'sell');
  });
  for (const { symbol, side, quantity, price } of inOrder) {
    const book = books.get(symbol) ?? { quantity: 0, cost: 0 };
    if (side === 'buy') {
      book.cost += quantity * Number(price);
      book.quantity += quantity;
    } else {
      book.cost -= (book.cost / book.quantity) * quantity;
      book.quantity -= quantity;
    }
    books.set(symbol, book);
  }
  return [...books]
    .filter(([, { quantity }]) => quantity > 0)
    .map(([symbol, { quantity, cost }]) => ({ symbol, quantity, average: cost / quantity }))
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

/** An Indian share's ISIN with its right check digit: letters count as two digits, every second digit is doubled. */
function isinOf(at: number): string {
  const body = `INE${String(at).padStart(6, '0')}01`.slice(0, 11);
  const digits = Array.from(body)
    .map((sign) => Number.parseInt(sign, 36).toString())
    .join('');
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
