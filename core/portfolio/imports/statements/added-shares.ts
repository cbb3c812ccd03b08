import { Decimal, toScale } from '../../../platform/index.ts';
import type { RawRow } from '../rows/index.ts';

/** An entry of a statement as far as it changes what is held. */
export interface Held {
  symbol: string;
  /** YYYY-MM-DD */
  date: string;
  /** Units that come (+) or go (−); of a split the units that it adds, or takes away. */
  units: Decimal;
  isSplit: boolean;
  /** The row of the entry, whose quantity becomes the ratio of a split. */
  raw: RawRow;
}

/**
 * Brokers tell a split by the shares it adds: 18 where 2 were held. The ledger keeps the ratio (20 / 2), so what was held
 * before the day comes from the entries of the statement itself. Where they do not tell it, because the purchase is in an
 * earlier statement, or where trades of its day may have come before it or after, the row waits for a person to enter the
 * ratio.
 */
export function ratioOfAddedShares(entries: readonly Held[]): void {
  const held = new Map<string, Decimal>();
  const traded = new Set(entries.filter(({ isSplit }) => !isSplit).map(dayOf));
  // A split happens in the morning, before the trades of its day.
  const inOrder = entries.toSorted(
    (one, other) => compare(one.date, other.date) || Number(other.isSplit) - Number(one.isSplit),
  );
  for (const entry of inOrder) {
    const { symbol, units, isSplit, raw } = entry;
    const before = held.get(symbol) ?? new Decimal(0);
    const after = before.plus(units);
    held.set(symbol, after);
    if (!isSplit) continue;
    const isOpen = traded.has(dayOf(entry));
    if (before.gt(0) && after.gt(0) && !isOpen) {
      raw.fields.quantity = toScale(after.div(before)).toFixed();
      continue;
    }
    delete raw.fields.quantity;
    const why = isOpen
      ? 'trades of the same day may have come before it or after'
      : 'the file does not say how many were held before';
    raw.undecided = {
      field: 'quantity',
      message:
        `is not known: the split changed the holding by ${units.toFixed()} shares, but ${why}. ` +
        'Enter the new shares per old share, like 2 for a 2-for-1 split.',
    };
  }
}

const dayOf = ({ symbol, date }: Held): string => `${symbol}\n${date}`;

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
