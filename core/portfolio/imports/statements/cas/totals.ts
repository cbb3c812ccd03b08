import { Decimal } from '../../../../platform/index.ts';
import type { StatedTotal } from '../../rows/index.ts';
import type { CasScheme, CasStatement } from './blocks.ts';
import type { Entry } from './entries.ts';

const ZERO = new Decimal(0);
const RUPEE = new Decimal(1);
const UNITS_CLOSE = new Decimal('0.001');

/** The closing units of a scheme in a folio, and what they cost where all its purchases are in the statement. */
export function totalsOfScheme(scheme: CasScheme, entries: readonly Entry[]): StatedTotal[] {
  const { closing, name, folio, opening } = scheme;
  const of = `${name} in folio ${folio}`;
  const totals: StatedTotal[] = [];
  if (closing !== null && closing.units !== null) {
    const read = entries.reduce((sum, { units }) => sum.plus(units ?? ZERO), opening ?? ZERO);
    totals.push({
      what: `Units of ${of} at the end`,
      stated: closing.units.toFixed(),
      read: read.toFixed(),
      agrees: read.minus(closing.units).abs().lte(UNITS_CLOSE),
    });
  }
  const cost = opening === null || opening.gt(0) ? null : costOf(entries);
  if (closing !== null && closing.cost !== null && cost !== null) {
    const agrees = cost.minus(closing.cost).abs().lte(RUPEE);
    totals.push({
      what: `Cost of ${of} at the end`,
      stated: closing.cost.toFixed(2),
      read: cost.toFixed(2),
      agrees,
      ...(agrees
        ? {}
        : { reason: 'Registrars differ in which purchases a sale takes, and in counting stamp duty.' }),
    });
  }
  return totals;
}

/** What the funds of each house, and all funds, are worth by the summary, against the sum of their own lines. */
export function totalsOfSummary({ summary, schemes }: CasStatement): StatedTotal[] {
  const worth = (some: readonly CasScheme[]): Decimal =>
    some.reduce((sum, { closing }) => sum.plus(closing?.value ?? ZERO), ZERO);
  const total = (what: string, stated: Decimal, some: readonly CasScheme[]): StatedTotal => {
    const read = worth(some);
    const agrees = read.minus(stated).abs().lte(RUPEE);
    return {
      what,
      stated: stated.toFixed(2),
      read: read.toFixed(2),
      agrees,
      ...(agrees
        ? {}
        : { reason: 'Funds may be missing from the part with transactions, or be held in demat form.' }),
    };
  };
  const houses = [...summary.houses].map(([house, stated]) =>
    total(
      `Value of the funds of ${house}`,
      stated,
      schemes.filter((one) => one.house?.toLowerCase() === house.toLowerCase()),
    ),
  );
  return summary.total === null ? houses : [...houses, total('Value of all funds', summary.total, schemes)];
}

/** What the units that are left cost, the oldest having been sold first; null where units came without a cost. */
function costOf(entries: readonly Entry[]): Decimal | null {
  const lots: { units: Decimal; cost: Decimal }[] = [];
  const lotOf = new Map<Entry, (typeof lots)[number]>();
  let oldest = 0;
  for (const entry of entries) {
    const { units, amount, charges, undoes, type } = entry;
    if (units === null) continue;
    if (type === 'TRANSFER_IN' || (entry.kind === 'reversal' && type === 'SELL')) return null;
    if (units.gt(0)) {
      const lot = { units, cost: (amount ?? ZERO).plus(charges) };
      lots.push(lot);
      lotOf.set(entry, lot);
      continue;
    }
    const undone = undoes === null ? undefined : lotOf.get(undoes);
    if (undone !== undefined) {
      Object.assign(undone, { units: ZERO, cost: ZERO });
      continue;
    }
    let left = units.abs();
    while (left.gt(0)) {
      const lot = lots[oldest];
      if (lot === undefined) return null;
      const taken = Decimal.min(left, lot.units);
      if (!lot.units.isZero()) lot.cost = lot.cost.minus(lot.cost.times(taken).div(lot.units));
      lot.units = lot.units.minus(taken);
      left = left.minus(taken);
      if (lot.units.isZero()) oldest++;
    }
  }
  return lots.reduce((sum, { cost }) => sum.plus(cost), ZERO);
}
