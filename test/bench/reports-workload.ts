import type { EngineInput, PriceSeries } from '../../core/performance/engine/index.ts';
import type { LedgerTransaction } from '../../core/portfolio/index.ts';
import { DAY_MS } from '../../core/platform/index.ts';

/** A household of invented trades and prices; the same size always gives the same. */
export interface Workload {
  transactions: number;
  symbols: number;
  years: number;
}

/** The series of every size end on this day. */
const LAST = Math.round(Date.UTC(2026, 2, 2) / DAY_MS);
const DAYS_PER_YEAR = 365.25;

export const symbolName = (at: number): string => `SYMBOL${at}`;

/**
 * Prices walk at random from close to close, Monday to Friday. Transactions lie evenly over time and symbols: 70 %
 * purchases, 25 % sales of a part, 5 % dividends, at the close of their day.
 */
export function workload({ transactions, symbols, years }: Workload): EngineInput {
  const random = seeded(7);
  const first = LAST - Math.round(years * DAYS_PER_YEAR);
  const sessions = Int32Array.from(
    Array.from({ length: LAST - first + 1 }, (_, at) => first + at).filter(
      (day) => ((day + 4) % 7) % 6 !== 0,
    ),
  );
  const prices = Array.from({ length: symbols }, (_, at): PriceSeries => {
    const closes = new Float64Array(sessions.length);
    let close = 50 + 2000 * random();
    for (let day = 0; day < sessions.length; day += 1) {
      close = Math.max(1, close * (1 + 0.03 * (random() - 0.495)));
      closes[day] = Math.round(close * 100) / 100;
    }
    return { symbol: symbolName(at), currency: 'INR', days: sessions, closes, changes: [], carry_days: 10 };
  });
  const held = new Float64Array(symbols);
  const rows = Array.from({ length: transactions }, (_, nr): LedgerTransaction => {
    const at = nr % symbols;
    const session = Math.min(sessions.length - 1, Math.floor((nr / transactions) * sessions.length));
    const units = held[at] ?? 0;
    const kind = random();
    const type = kind < 0.7 || units < 2 ? 'BUY' : kind < 0.95 ? 'SELL' : 'DIVIDEND';
    const part =
      type === 'SELL' ? Math.max(1, Math.floor(units * random() * 0.5)) : 1 + Math.floor(random() * 100);
    if (type !== 'DIVIDEND') held[at] = units + (type === 'BUY' ? part : -part);
    return {
      id: String(nr + 1),
      portfolio: 'Main',
      symbol: symbolName(at),
      date: dateOf(sessions[session] ?? first),
      type,
      quantity: part.toFixed(10),
      price: (type === 'DIVIDEND' ? 5 : (prices[at]?.closes[session] ?? 1)).toFixed(10),
      fee_tax: (Math.floor(random() * 2_000) / 100).toFixed(10),
      currency: 'INR',
    };
  });
  return {
    portfolios: [{ name: 'Main', currency: 'INR' }],
    total: { name: 'Networth', currency: 'INR' },
    transactions: rows,
    prices,
    rates: [],
    to: LAST,
  };
}

export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
