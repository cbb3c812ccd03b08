import { baseFirst, type Decimal } from '../platform/index.ts';
import type { IncomeSum } from './view.ts';

/** Sums of one month, symbol and currency, as they come from the store. */
export interface IncomeCell {
  /** 2026-03 */
  month: string;
  symbol: string;
  currency: string;
  paid: Decimal;
  withheld_tax: Decimal;
  expected: Decimal;
  unrecorded: Decimal;
  events: number;
}

const FIGURES = ['paid', 'withheld_tax', 'expected', 'unrecorded'] as const;

/** Adds cells up by a word of each and its currency; in the order in which the words come up. */
function summed(cells: readonly IncomeCell[], wordOf: (cell: IncomeCell) => string): [string, IncomeSum][] {
  const sums = new Map<string, { word: string; cell: IncomeCell }>();
  for (const cell of cells) {
    const word = wordOf(cell);
    const key = `${word}\n${cell.currency}`;
    const known = sums.get(key);
    if (known === undefined) {
      sums.set(key, { word, cell: { ...cell } });
      continue;
    }
    for (const figure of FIGURES) known.cell[figure] = known.cell[figure].plus(cell[figure]);
    known.cell.events += cell.events;
  }
  return Array.from(sums.values(), ({ word, cell }) => [
    word,
    {
      currency: cell.currency,
      paid: cell.paid.toNumber(),
      withheld_tax: cell.withheld_tax.toNumber(),
      expected: cell.expected.toNumber(),
      unrecorded: cell.unrecorded.toNumber(),
      events: cell.events,
    },
  ]);
}

/**
 * Income by currency, year, month and symbol. Every cell is in each of the four, so each adds up to the same.
 * @param cells by month, ascending.
 * @param base the currency that comes first.
 */
export function summarise(cells: readonly IncomeCell[], base: string) {
  const size = ({ paid, expected, unrecorded }: IncomeSum) => paid + expected + unrecorded;
  return {
    by_currency: summed(cells, () => '')
      .map(([, sum]) => sum)
      .toSorted(baseFirst(base)),
    by_year: summed(cells, ({ month }) => month.slice(0, 4)).map(([year, sum]) => ({
      year: Number(year),
      ...sum,
    })),
    by_month: summed(cells, ({ month }) => month).map(([month, sum]) => ({ month, ...sum })),
    by_symbol: summed(cells, ({ symbol }) => symbol)
      .map(([symbol, sum]) => ({ symbol, ...sum }))
      .toSorted((a, b) => size(b) - size(a) || (a.symbol < b.symbol ? -1 : 1)),
  };
}
