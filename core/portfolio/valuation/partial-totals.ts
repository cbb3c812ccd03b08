import { costCode, dayChangePct, type ValuedHolding } from './holding-value.ts';
import { type ChangeDays, dayGap, ofOtherDay } from './day-change.ts';
import { missingHolding, type MissingCode, type Coverage, coverageOf } from './coverage.ts';
import { type Amount, amountToNumber, percentOf } from '../../platform/index.ts';
import type { Measure, PartialTotals } from './view.ts';

type Need = 'value' | 'cost' | 'gain' | 'day';

interface Sums {
  value: Amount;
  cost: Amount;
  dayChange: Amount;
}

/** What each figure needs of a holding, and how it is made of those that have it. */
const FIGURES: readonly { of: Measure; need: Need; figure: (sums: Sums) => number | null }[] = [
  { of: 'current_value', need: 'value', figure: ({ value }) => amountToNumber(value) },
  { of: 'total_invested', need: 'cost', figure: ({ cost }) => amountToNumber(cost) },
  { of: 'total_profit', need: 'gain', figure: ({ value, cost }) => amountToNumber(value - cost) },
  { of: 'total_profit_pct', need: 'gain', figure: ({ value, cost }) => percentOf(value - cost, cost) },
  { of: 'day_change', need: 'day', figure: ({ dayChange }) => amountToNumber(dayChange) },
  { of: 'day_change_pct', need: 'day', figure: ({ value, dayChange }) => dayChangePct(value, dayChange) },
];

/**
 * The totals of the holdings for which they are known, where that is some and not all: a gain takes the value and the cost
 * of the same holdings, and the change of a day those with a price of that day and a previous close.
 */
export function partialTotals(
  holdings: readonly ValuedHolding[],
  in_: 'base' | 'own',
  of: { day: string | null; days: ChangeDays },
): PartialTotals {
  const partial: PartialTotals = {};
  const known = new Map<Need, { part: Coverage; sums: Sums } | null>();
  for (const { of: measure, need, figure } of FIGURES) {
    if (!known.has(need)) known.set(need, partFor(need, holdings, in_, of));
    const found = known.get(need) ?? null;
    const value = found === null ? null : figure(found.sums);
    if (found !== null && value !== null) partial[measure] = { figure: value, ...found.part };
  }
  return partial;
}

function partFor(
  need: Need,
  holdings: readonly ValuedHolding[],
  in_: 'base' | 'own',
  of: { day: string | null; days: ChangeDays },
): { part: Coverage; sums: Sums } | null {
  const sums: Sums = { value: 0n, cost: 0n, dayChange: 0n };
  const codes = holdings.map((one) => lacking(need, one, in_, of));
  // Nothing is missing from most of them.
  if (codes.every((code) => code === null)) return null;
  // Money alone is no part of a session.
  if (
    need === 'day' &&
    !holdings.some(({ holding }, at) => codes[at] === null && holding.asset_class !== 'Cash')
  )
    return null;
  const members = holdings.map((one, at) => {
    const code = codes[at] ?? null;
    const { value, cost, dayChange } = one[in_];
    if (code === null) {
      sums.value += value ?? 0n;
      sums.cost += cost ?? 0n;
      sums.dayChange += dayChange ?? 0n;
    }
    return {
      value: value === null ? null : amountToNumber(value),
      missing:
        code === null
          ? null
          : code === 'OTHER_DAY'
            ? ofOtherDay(one.holding, of.days)
            : missingHolding(one.holding, code),
    };
  });
  const part = coverageOf(members);
  return part === null ? null : { part, sums };
}

function lacking(
  need: Need,
  one: ValuedHolding,
  in_: 'base' | 'own',
  { day, days }: { day: string | null; days: ChangeDays },
): MissingCode | null {
  if (need !== 'cost' && one.own.value === null) return 'NO_PRICE';
  if ((need === 'cost' || need === 'gain') && one.own.cost === null) return costCode(one);
  if (in_ === 'base' && !one.hasRate) return 'NO_RATE';
  return need === 'day' ? dayGap(one, day, days) : null;
}
