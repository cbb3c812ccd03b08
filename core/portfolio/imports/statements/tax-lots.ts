import { dayInWords, Decimal, parseDate } from '../../../platform/index.ts';
import type { RawRow, RealisedLot } from '../rows/index.ts';
import { isIsin } from '../../../market/instruments/index.ts';
import { amountIn } from './table.ts';

/** Why a matched lot of a tax report is no entry. */
export const MATCHED_LOT =
  'A purchase and its sale, matched for the tax return. It is compared with your realised gains, not imported: the trades come from the tradebook.';

/** Why a row among the lots is not compared either. */
export const UNREAD_LOT =
  'A purchase and its sale whose days or amounts could not be read. It is not compared with your realised gains.';

/** A matched lot, text as found; charges are the cells of all columns of charges. */
export interface LotCells extends Record<Exclude<keyof RealisedLot, 'isin' | 'charges'>, string> {
  isin: string;
  charges: readonly string[];
}

/** The lot, its days and numbers read; null where one of them is none, or there are no units. */
export function lotOf(cells: LotCells, order: 'dmy' | 'mdy' = 'dmy'): RealisedLot | null {
  const bought = parseDate(cells.bought_on, order);
  const sold = parseDate(cells.sold_on, order);
  const quantity = amountIn(cells.quantity);
  const cost = amountIn(cells.cost);
  const proceeds = amountIn(cells.proceeds);
  if ('problem' in bought || 'problem' in sold || quantity === null || cost === null || proceeds === null)
    return null;
  if (quantity.lte(0) || cells.symbol === '') return null;
  return {
    symbol: cells.symbol,
    isin: cells.isin === '' ? null : cells.isin.toUpperCase(),
    bought_on: bought.value,
    sold_on: sold.value,
    quantity: quantity.toFixed(),
    cost: cost.toFixed(),
    proceeds: proceeds.toFixed(),
    profit: (amountIn(cells.profit) ?? proceeds.minus(cost)).toFixed(),
    charges: cells.charges.reduce((sum, text) => sum.plus(amountIn(text) ?? 0), new Decimal(0)).toFixed(),
    section: cells.section,
  };
}

/** Whether a record is a total of those above it. A company may be called Total, too: its rows have an ISIN. */
export function isTotal(record: readonly string[]): boolean {
  const cells = record.map((cell) => cell.trim());
  return cells.some((cell) => /^(?:grand|sub)?[\s-]*totals?:?$/i.test(cell)) && !cells.some(isIsin);
}

/** A report that names no period: what was sold between its first and its last sale is all there. */
export function daysOf(lots: readonly RealisedLot[]): { from: string | null; to: string | null } {
  const days = lots.map(({ sold_on }) => sold_on).toSorted((one, other) => (one < other ? -1 : 1));
  return { from: days[0] ?? null, to: days.at(-1) ?? null };
}

/** The profit of some lots. */
export function lotSum(lots: readonly RealisedLot[]): Decimal {
  return lots.reduce((sum, { profit }) => sum.plus(profit), new Decimal(0));
}

/** What a person should know of the lots: those that could not be read, and those that contradict themselves. */
export function lotNotes(lots: readonly RealisedLot[], rows: readonly RawRow[]): string[] {
  const unread = rows.filter(({ excluded }) => excluded === UNREAD_LOT).length;
  const told =
    unread === 0
      ? []
      : [
          `${unread === 1 ? 'One row' : `${unread} rows`} of the matched sales could not be read, so the comparison is not complete.`,
        ];
  return [...told, ...contradictions(lots)];
}

/** Lots whose profit is not what they brought less what they cost. */
function contradictions(lots: readonly RealisedLot[]): string[] {
  const unlike = lots.filter(({ cost, proceeds, profit }) =>
    new Decimal(proceeds).minus(cost).minus(profit).abs().gt('0.02'),
  );
  const [first] = unlike;
  if (first === undefined) return [];
  return [
    `The profit of ${unlike.length === 1 ? 'one lot' : `${unlike.length} lots`} is not its sell value less its buy value, first ${first.symbol} sold on ${dayInWords(first.sold_on)}.`,
  ];
}
