import { Decimal } from '../platform/index.ts';
import { settledUnits, type Trade } from '../portfolio/index.ts';
import type { IncomeFacts } from './event.ts';
import type { Settles } from './settlement-days.ts';

/** What a holding says, and since when (YYYY-MM-DD) it is on record. */
export interface HeldUnits {
  quantity: Decimal;
  since: string;
}

/** How many units are entitled on a day to the event of a name, and how that is known. */
type UnitsOf = (
  day: string,
  reference: string,
) => Pick<IncomeFacts, 'confidence'> & {
  quantity: Decimal;
  /** Goes behind the note of the event; may be empty. */
  because: string;
};

const NONE = new Decimal(0);

/** As the ledger replays it (spec: Income rules 1). @param days in any order; the only ones that may be asked for. */
export function unitsOfLedger(
  { trades, settles }: { trades: readonly Trade[]; settles: Settles },
  days: readonly string[],
): UnitsOf {
  const sorted = [...new Set(days)].sort();
  const units = settledUnits(trades, sorted, settles);
  const unitsOn = new Map(sorted.map((day, at) => [day, units[at] ?? NONE]));
  return (day) => ({ quantity: unitsOn.get(day) ?? NONE, confidence: 'ANNOUNCED', because: '' });
}

/**
 * Without transactions there is nothing to replay: what the holding says stands for it, with less confidence. Of days
 * before it was on record nothing is known. What was counted for a day that has come stays, whatever comes later.
 * @param counted units of the events on record, by name.
 */
export function unitsOfHolding(
  held: HeldUnits | null,
  counted: ReadonlyMap<string, Decimal | null>,
  today: string,
): UnitsOf {
  return (day, reference) => {
    const known = day <= today ? counted.get(reference) : null;
    const quantity = known ?? (held !== null && day >= held.since ? held.quantity : NONE);
    const because = `. It has no transactions, so this uses the ${quantity.toFixed()} units of the holding.`;
    return { quantity, confidence: 'INFERRED', because };
  };
}
