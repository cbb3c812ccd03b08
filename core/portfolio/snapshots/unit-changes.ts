import { Decimal } from '../../platform/index.ts';

/** A snapshot's day with the units behind its value, by position or symbol; null where they were not kept. */
export interface UnitsOfDay {
  day: string;
  units: Readonly<Record<string, string>> | null;
}

/** Units that came or went on a day by the ledger as it is now; `is_paid` where money moved with them. */
export interface UnitChange {
  day: string;
  key: string;
  units: Decimal;
  is_paid: boolean;
}

/**
 * What explains the units of one snapshot and the next. LEDGER: they changed as the ledger says. NO_CHANGE: the ledger has
 * trades that were entered after the later snapshot. RECORDS: the books were changed in between, or hold a split or
 * another change of units that the snapshots did not know: their values cannot be compared.
 */
export type UnitsTell = 'LEDGER' | 'NO_CHANGE' | 'RECORDS';

/** Units are stored with ten decimals, and splits leave more; brokers round units of funds to three. */
const [ROUNDING, ROUNDED] = [new Decimal('0.000001'), new Decimal('0.001')];
/** The part of the units that such rounding may be: a few units of a dear share are never taken for it. */
const ROUNDED_PART = '0.0001';
const NOTHING = new Decimal(0);

const isSame = (one: Decimal, other: Decimal): boolean =>
  one
    .minus(other)
    .abs()
    .lte(Decimal.max(ROUNDING, Decimal.min(ROUNDED, one.abs().times(ROUNDED_PART))));

/** Compares the units of snapshots with those of the ledger as it is now. @param changes in any order. */
export function compareUnits(changes: readonly UnitChange[]) {
  const sorted = changes.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));

  function sums(after: string | null, until: string): Map<string, Omit<UnitChange, 'day' | 'key'>> {
    const found = new Map<string, Omit<UnitChange, 'day' | 'key'>>();
    for (let at = after === null ? 0 : firstAfter(sorted, after); at < sorted.length; at += 1) {
      const one = sorted[at];
      if (one === undefined || one.day > until) break;
      const sum = found.get(one.key);
      found.set(one.key, {
        units: one.units.plus(sum?.units ?? 0),
        is_paid: one.is_paid && (sum?.is_paid ?? true),
      });
    }
    return found;
  }

  return {
    /** Null where the units of either day were not kept. */
    between(from: UnitsOfDay, to: UnitsOfDay): UnitsTell | null {
      if (from.units === null || to.units === null) return null;
      const ledger = sums(from.day, to.day);
      let [isLate, isMoved] = [false, false];
      for (const key of new Set([...Object.keys(from.units), ...Object.keys(to.units), ...ledger.keys()])) {
        const [before = '0', after = '0'] = [from.units[key], to.units[key]];
        const counted = ledger.get(key);
        if (before === after && counted === undefined) continue;
        const change = new Decimal(after).minus(before);
        if (isSame(change, counted?.units ?? NOTHING)) isMoved ||= counted !== undefined;
        else if (isSame(change, NOTHING) && counted?.is_paid === true) isLate = true;
        else return 'RECORDS';
      }
      // Whose money counts and whose does not would differ by symbol.
      if (isLate && isMoved) return 'RECORDS';
      return isLate ? 'NO_CHANGE' : 'LEDGER';
    },

    /**
     * Of some snapshots in their order: the keys whose units are other ones than the ledger gives the day; null where the
     * units were not kept. Days with the same keys share one list.
     * @param without keys that are not compared.
     */
    unlikeLedger(
      records: readonly UnitsOfDay[],
      without: ReadonlySet<string> = new Set(),
    ): (readonly string[] | null)[] {
      const [counted, unlike] = [new Map<string, Decimal>(), new Set<string>()];
      let seen: NonNullable<UnitsOfDay['units']> = {};
      let keys: readonly string[] = [];
      let next = 0;
      return records.map(({ day, units }) => {
        const touched = new Set<string>();
        for (; next < sorted.length; next += 1) {
          const one = sorted[next];
          if (one === undefined || one.day > day) break;
          counted.set(one.key, one.units.plus(counted.get(one.key) ?? NOTHING));
          touched.add(one.key);
        }
        const now = units ?? seen;
        // Days on which nothing moved share their units.
        if (now !== seen)
          for (const key of [...Object.keys(seen), ...Object.keys(now)])
            if (seen[key] !== now[key]) touched.add(key);
        let hasChanged = false;
        for (const key of touched) {
          if (without.has(key)) continue;
          const isUnlike = !isSame(new Decimal(now[key] ?? 0), counted.get(key) ?? NOTHING);
          if (isUnlike === unlike.has(key)) continue;
          hasChanged = true;
          if (isUnlike) unlike.add(key);
          else unlike.delete(key);
        }
        if (hasChanged) keys = [...unlike].sort();
        seen = now;
        return units === null ? null : keys;
      });
    },
  };
}

function firstAfter(changes: readonly UnitChange[], day: string): number {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.day ?? '') <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
