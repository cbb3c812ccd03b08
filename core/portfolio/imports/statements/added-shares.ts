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
  /** Set where nobody knows what the row does: what is held after it is not known either. */
  isUnknown?: boolean;
  /** The row of the entry, whose quantity becomes the ratio of a split. */
  raw: RawRow;
}

/** A ratio that the entries of a statement make. */
export interface WorkedOut {
  symbol: string;
  /** YYYY-MM-DD */
  date: string;
  before: Decimal;
  ratio: string;
}

/**
 * Brokers tell a split by the shares it adds: 18 where 2 were held. The ledger keeps the ratio (20 / 2), so what was held
 * before the day comes from the entries of the statement itself. Where they do not tell it, because the purchase is in an
 * earlier statement, where the ratio that they make is none that companies choose, or where trades of its day may have
 * come before it or after, the row waits for a person to enter the ratio.
 * @returns what was worked out: a person who held more than the statement shows has to correct it.
 */
export function ratioOfAddedShares(entries: readonly Held[]): WorkedOut[] {
  const workedOut: WorkedOut[] = [];
  const held = new Map<string, Decimal>();
  const traded = new Set(entries.filter(({ isSplit }) => !isSplit).map(dayOf));
  // A split happens in the morning, before the trades of its day.
  const inOrder = entries.toSorted(
    (one, other) => compare(one.date, other.date) || Number(other.isSplit) - Number(one.isSplit),
  );
  const unsure = new Set<string>();
  for (const entry of inOrder) {
    const { symbol, units, isSplit, raw } = entry;
    if (entry.isUnknown === true) unsure.add(symbol);
    const before = held.get(symbol) ?? new Decimal(0);
    const after = before.plus(units);
    held.set(symbol, after);
    if (!isSplit) continue;
    const isOpen = traded.has(dayOf(entry));
    const isKnown = before.gt(0) && after.gt(0);
    if (isKnown && !isOpen && !unsure.has(symbol) && isUsual(before, after)) {
      const ratio = toScale(after.div(before)).toFixed();
      raw.fields.quantity = ratio;
      workedOut.push({ symbol, date: entry.date, before, ratio });
      continue;
    }
    delete raw.fields.quantity;
    const why = isOpen
      ? 'trades of the same day may have come before it or after'
      : unsure.has(symbol)
        ? 'another row of this share waits to be corrected'
        : isKnown
          ? `${before.toFixed()} shares that became ${after.toFixed()} make no usual ratio, so more may have been held before than the file shows`
          : 'the file does not say how many were held before';
    raw.undecided = {
      field: 'quantity',
      message:
        `is not known: the split changed the holding by ${units.toFixed()} shares, but ${why}. ` +
        'Enter the new shares per old share, like 2 for a 2-for-1 split.',
    };
  }
  return workedOut;
}

/** Usual ratios: 10 for 1, 3 for 2, 5 for 4, and as a dividend in shares 11 for 10 or 21 for 20. */
const USUAL: readonly (readonly [number, number])[] = [
  ...upTo(100).map((many) => [many, 1] as const),
  ...[2, 3, 4].flatMap((few) => upTo(9).map((many) => [many, few] as const)),
  ...upTo(100).map((few) => [few + 1, few] as const),
].filter(([many, few]) => many > few);

/** Whether companies choose such a ratio. Brokers round fractions of a share to three decimals or more. */
function isUsual(before: Decimal, after: Decimal): boolean {
  const [less, more] = before.lt(after) ? [before, after] : [after, before];
  const decimals = Math.max(before.decimalPlaces(), after.decimalPlaces());
  const rounding = decimals === 0 ? new Decimal(0) : new Decimal(10).pow(-Math.max(decimals, 3));
  return USUAL.some(([many, few]) =>
    more
      .times(few)
      .minus(less.times(many))
      .abs()
      .lte(rounding.times(many + few)),
  );
}

function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, at) => at + 1);
}

const dayOf = ({ symbol, date }: Held): string => `${symbol}\n${date}`;

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
