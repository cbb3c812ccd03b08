import { daysApart } from '../../platform/index.ts';
import type { LedgerRow, SymbolFacts } from '../../portfolio/index.ts';
import type { TradeMark } from './view.ts';

/** The rows of one portfolio. */
type Ledger = Pick<SymbolFacts['ledgers'][number], 'rows'>;

/** New shares for one old share from the morning of a day on. */
export interface UnitRatio {
  date: string;
  ratio: number;
}

/** The ratio of an action of the market. */
export const unitRatio = (of: { ex_date: string; new_shares: number; old_shares: number }): UnitRatio => ({
  date: of.ex_date,
  ratio: of.new_shares / of.old_shares,
});

/** Brokers book a split when the shares are credited, which may be weeks after the price fell. */
const SAME_CHANGE_DAYS = 30;
/** Ratios are written with few decimals. */
const SAME_RATIO = 1e-3;

/**
 * Splits that a ledger has and the market's actions have not: closes before them are still of the old shares. Portfolios
 * that record the same split count it once.
 * @param market the splits and bonuses that closes are adjusted for already.
 */
export function splitsOfLedgerAlone(
  ledgers: readonly { rows: readonly { type: string; date: string; quantity: unknown }[] }[],
  market: readonly UnitRatio[],
): UnitRatio[] {
  const own: UnitRatio[] = [];
  const isSame = (one: UnitRatio, other: UnitRatio) =>
    daysApart(one.date, other.date) <= SAME_CHANGE_DAYS && Math.abs(one.ratio / other.ratio - 1) < SAME_RATIO;
  for (const { rows } of ledgers) {
    const open = [...market, ...own];
    for (const row of rows) {
      const ratio = Number(row.quantity);
      if (row.type !== 'SPLIT' || !(ratio > 0)) continue;
      const split = { date: row.date, ratio };
      const known = open.findIndex((one) => isSame(one, split));
      if (known >= 0) open.splice(known, 1);
      else own.push(split);
    }
  }
  return own;
}

/** How many shares of today one share of a day has become. */
export function unitsSince(day: string, ratios: readonly UnitRatio[]): number {
  let units = 1;
  for (const { date, ratio } of ratios) if (date > day) units *= ratio;
  return units;
}

/**
 * Purchases and sales by day in the shares of today, so that they stand on the adjusted closes. What cost nothing (bonus
 * shares) and rows that take others back are no trades.
 */
export function tradeMarks(ledgers: readonly Ledger[], ratios: readonly UnitRatio[]): TradeMark[] {
  const byDay = new Map<string, TradeMark & { paid: number }>();
  for (const { rows } of ledgers)
    for (const row of rows) {
      const trade = tradeOf(row);
      if (trade === null) continue;
      const units = trade.quantity * unitsSince(row.date, ratios);
      const paid = trade.quantity * trade.price;
      const key = `${row.date} ${trade.type}`;
      const known = byDay.get(key);
      const quantity = (known?.quantity ?? 0) + units;
      const sum = (known?.paid ?? 0) + paid;
      byDay.set(key, { date: row.date, type: trade.type, quantity, price: sum / quantity, paid: sum });
    }
  return [...byDay.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { paid: _paid, ...mark }]) => mark);
}

function tradeOf({ type, quantity, price }: LedgerRow) {
  if (type !== 'BUY' && type !== 'SELL') return null;
  const [units, each] = [Number(quantity), Number(price)];
  return units > 0 && each > 0 ? { type, quantity: units, price: each } : null;
}

/** Thins a series to at most so many points, the last of each equal stretch, and both ends. */
export function thinned<T>(points: readonly T[], most: number): T[] {
  if (points.length <= most) return [...points];
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => points[Math.round(at * step)] as T);
}
