import type {
  EngineInput,
  PriceSeries,
  RateSeries,
  UnitChange,
} from '../../../../core/performance/engine/index.ts';
import { dayText } from '../../../../core/performance/engine/index.ts';
import type { LedgerTransaction, TransactionType } from '../../../../core/portfolio/index.ts';
import type { AppliedAction } from '../../../../core/portfolio/positions/applied-action.ts';
import { deriveRows } from '../../../../core/portfolio/positions/derive-rows.ts';

/** 2024-01-01, a Monday. */
export const FIRST = 19_723;
export const SYMBOLS = ['ALPHA', 'BETA', 'GAMMA'] as const;
const CURRENCIES: Record<string, string> = { ALPHA: 'INR', BETA: 'INR', GAMMA: 'USD' };
const SPAN = 60;

export interface Books extends EngineInput {
  transactions: LedgerTransaction[];
  prices: PriceSeries[];
  rates: RateSeries[];
}

export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Small books of two portfolios and three symbols, one of them American: purchases, partial and complete sales, bonuses at
 * no price, sales of what was never bought, dividends, cash, splits and consolidations on the day of the market's own
 * or near it, cancelled rows, several rows a day. About half the days have closes.
 */
export function randomBooks(seed: number): Books {
  const random = seeded(seed);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const changes = new Map<string, UnitChange[]>();
  const transactions: LedgerTransaction[] = [];
  const count = whole(1, 14);
  const book = (
    type: TransactionType,
    symbol: string,
    day: number,
    figures: { quantity: number | string; price?: number; fee?: number },
  ): void => {
    transactions.push({
      id: random() < 0.95 ? String(whole(1, 9999)) : null,
      portfolio: random() < 0.7 ? 'Main' : 'Other',
      symbol,
      date: dayText(FIRST + day),
      type,
      quantity: String(figures.quantity),
      price: String(figures.price ?? 0),
      fee_tax: String(figures.fee ?? 0),
      currency: CURRENCIES[symbol] ?? 'INR',
      // Of one symbol, what was bought on the day of a sale leaves first.
      ...(type === 'SELL' && symbol === SYMBOLS[0] ? { intraday_first: true } : {}),
    });
  };
  for (let nr = 0; nr < count; nr += 1) {
    const symbol = SYMBOLS[whole(0, 2)] ?? 'ALPHA';
    const day = whole(0, SPAN - 10);
    const kind = random();
    const price = whole(100, 50_000) / 100;
    const fee = random() < 0.5 ? whole(0, 500) / 100 : 0;
    if (kind < 0.45)
      book('BUY', symbol, day, {
        quantity: random() < 0.8 ? whole(1, 40) : whole(1, 4000) / 1000,
        price,
        fee,
      });
    else if (kind < 0.53) book('BUY', symbol, day, { quantity: whole(1, 10) });
    else if (kind < 0.75) book('SELL', symbol, day, { quantity: whole(1, 30), price, fee });
    else if (kind < 0.83)
      book('DIVIDEND', symbol, day, { quantity: whole(0, 20), price: whole(1, 900) / 100, fee });
    else if (kind < 0.91) {
      const ratio = [2, 5, 1.5, 0.5, 0.1][whole(0, 4)] ?? 2;
      book('SPLIT', symbol, day, { quantity: ratio });
      // Some are booked days after the market's, or before.
      const exDate = FIRST + day + (random() < 0.6 ? 0 : whole(-6, 6));
      changes.set(symbol, [...(changes.get(symbol) ?? []), { day: exDate, ratio }]);
    } else if (kind < 0.94) book('BUY', symbol, day, { quantity: -whole(1, 9), price, fee });
    else if (kind < 0.97) book('SELL', symbol, day, { quantity: -whole(1, 9), price, fee });
    else book(random() < 0.5 ? 'CASH_IN' : 'CASH_OUT', symbol, day, { quantity: whole(1, 5000), price: 1 });
  }
  const series = (share: number, from: number, to: number): { days: Int32Array; figures: Float64Array } => {
    // Plain loops: this is made for tens of thousands of books.
    const some: number[] = [];
    for (let day = FIRST - 8; day < FIRST + SPAN; day += 1) if (random() < share) some.push(day);
    const figures = new Float64Array(some.length);
    for (let at = 0; at < figures.length; at += 1) figures[at] = whole(from, to) / 100;
    return { days: new Int32Array(some), figures };
  };
  const prices = SYMBOLS.filter(() => random() < 0.95).map((symbol): PriceSeries => {
    const { days, figures } = series(0.55, 100, 60_000);
    const own = (changes.get(symbol) ?? []).toSorted((a, b) => a.day - b.day);
    return {
      symbol,
      currency: CURRENCIES[symbol] ?? 'INR',
      days,
      closes: figures,
      changes: random() < 0.7 ? own : [],
      carry_days: whole(2, 10),
    };
  });
  const { days, figures } = series(0.7, 7000, 9500);
  return {
    portfolios: [
      { name: 'Main', currency: 'INR' },
      { name: 'Other', currency: 'INR' },
    ],
    total: { name: 'Networth', currency: 'INR' },
    transactions,
    prices,
    rates: [{ from: 'USD', to: 'INR', days, rates: figures, reference: 82 }],
    to: FIRST + SPAN,
  };
}

const RATIOS: Partial<Record<AppliedAction['kind'], string>> = {
  SPLIT: '5:1',
  CONSOLIDATION: '1:3',
  BONUS: '4:3',
  MERGER: '42:25',
  DEMERGER: '1:10',
};

/**
 * The same with what follows from corporate actions, of whose shares two are in one currency, and with trades that have a
 * time. Actions of one morning are tried too.
 * @param unknown also units whose cost nobody knows.
 */
export function randomActionBooks(seed: number, unknown = true): Books {
  const books = randomBooks(seed);
  const random = seeded(seed + 11);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const recorded = books.transactions.map((row): LedgerTransaction => {
    const executed_at = pick([null, null, '09:15:00', '11:00:00', '15:29:59']);
    const one = { ...row, executed_at, execution_id: executed_at === null ? null : pick(['7', '30', '4']) };
    const isKept = random() < 0.15 && row.type === 'BUY' && !row.quantity.toString().startsWith('-');
    return unknown && isKept ? { ...one, type: 'TRANSFER_IN', price: '0', fee_tax: '0' } : one;
  });
  const derived = ['Main', 'Other'].flatMap((portfolio) => {
    const actions = Array.from({ length: Math.floor(random() * 5) }, (_, at): AppliedAction => {
      const kind = pick(['SPLIT', 'CONSOLIDATION', 'BONUS', 'MERGER', 'DEMERGER'] as const);
      const isMove = kind === 'MERGER' || kind === 'DEMERGER';
      const symbol = pick(isMove ? ['ALPHA', 'BETA'] : SYMBOLS);
      const [new_shares = '', old_shares = ''] = RATIOS[kind]?.split(':') ?? [];
      return {
        id: String(at + 1),
        kind,
        symbol,
        ex_date: dayText(FIRST + pick([9, 14, 14, 20, 33, 47])),
        new_shares,
        old_shares,
        into_symbol: isMove ? (symbol === 'ALPHA' ? 'BETA' : 'ALPHA') : null,
        into_isin: null,
        cost_pct: kind === 'DEMERGER' ? pick(unknown ? ['4.68', null] : ['4.68', '30']) : null,
        fraction_price: pick([null, '120.5']),
      };
    });
    return deriveRows(
      recorded.filter((row) => row.portfolio === portfolio),
      actions,
    ).rows;
  });
  // Stored behind all others, in the order of the derivation.
  const stored = derived.map((row, at) => ({ ...row, id: String(100_000 + at) }));
  return { ...books, transactions: [...recorded, ...stored] };
}

/** The same books with up to three opening positions of unknown cost, and units that leave at an unknown price. */
export function withOpenings(books: Books, seed: number): Books {
  const random = seeded(seed + 99);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const openings = Array.from({ length: whole(0, 3) }, (_, nr): LedgerTransaction => {
    const symbol = SYMBOLS[whole(0, 2)] ?? 'ALPHA';
    return {
      id: String(20_000 + nr),
      portfolio: random() < 0.7 ? 'Main' : 'Other',
      symbol,
      date: dayText(FIRST + whole(0, SPAN - 10)),
      type: random() < 0.7 ? 'TRANSFER_IN' : 'TRANSFER_OUT',
      quantity: String(whole(1, 30)),
      price: '0',
      fee_tax: '0',
      currency: CURRENCIES[symbol] ?? 'INR',
    };
  });
  return { ...books, transactions: [...books.transactions, ...openings] };
}
