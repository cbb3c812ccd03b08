import type { NumberedRow } from '../../rows/index.ts';
import { LEFT_OUT } from '../left-out.ts';
import { amountIn, pushTo } from '../table.ts';
import { ibkrSymbol, knownFields } from './instruments.ts';
import { dataOf, type SectionRecord, type Sections } from './sections.ts';

type Transfer = ReturnType<typeof transferOf>;

/** Shares that came from another broker have no price; those that left are told of, and between accounts nothing moves. */
export function transfers(sections: Sections): NumberedRow[] {
  const fieldsOf = knownFields(sections);
  const all = dataOf(sections, 'Transfers', 'assetcategory').map(transferOf);
  const otherSides = pairs(all);
  return all.map(({ row, category, symbol, date, currency, units, isIn }) => {
    const leftOut = (excluded: string) => ({ row, raw: { fields: {}, excluded } });
    if (!/^(?:stocks?|mutual funds?)\b/i.test(category) || units === null || units.isZero())
      return leftOut(LEFT_OUT.cash(`Transfer ${category}`.trim()));
    const other = otherSides.get(row);
    if (other !== undefined) return leftOut(LEFT_OUT.movedWithin(other));
    if (!isIn) return leftOut(LEFT_OUT.movedOut(`Transfer of ${symbol}`, units.toFixed()));
    const fields = { type: 'TRANSFER_IN', date, quantity: units.toFixed(), currency, symbol };
    return { row, raw: { fields: { ...fieldsOf(symbol, currency), ...fields } } };
  });
}

function transferOf({ row, cell }: SectionRecord) {
  const units = amountIn(cell('qty') || cell('quantity'));
  return {
    row,
    category: cell('assetcategory'),
    symbol: ibkrSymbol(cell('symbol')),
    date: cell('date'),
    currency: cell('currency'),
    units: units?.abs() ?? null,
    isIn: /^in/i.test(cell('direction')) && units?.isNegative() !== true,
  };
}

/** The row of the other side, of those that left one account of the statement for another of it. */
function pairs(all: readonly Transfer[]): ReadonlyMap<number, number> {
  const left = new Map<string, Transfer[]>();
  const keyOf = ({ symbol, date, units }: Transfer) => `${symbol}\n${date}\n${units?.toFixed()}`;
  for (const one of all) if (!one.isIn) pushTo(left, keyOf(one), one);
  const found = new Map<number, number>();
  for (const come of all) {
    const from = come.isIn ? left.get(keyOf(come))?.pop() : undefined;
    if (from !== undefined) found.set(come.row, from.row).set(from.row, come.row);
  }
  return found;
}
