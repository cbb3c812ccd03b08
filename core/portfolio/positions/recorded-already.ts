import type { LedgerTransaction } from '../ledger/index.ts';
import type { AppliedAction } from './applied-action.ts';
import { type Fixed, FixedPointError, FIXED_ONE, parseFixed, daysApart } from '../../platform/index.ts';

/** A broker books a split within days. */
const SPLIT_DAYS = 15;
/** Bonus shares may be credited weeks after the ex-date. */
const BONUS_DAYS = 60;
/** Shares of another company come when it is listed, which may take months. */
const TRANSFER_DAYS = 120;

/**
 * Recorded rows that say the same as an action, so that it must not count twice: a SPLIT of its ratio or free shares of its
 * number near the ex-date. Whole shares count as the same number where the action gives a fraction.
 * @param rows recorded rows of the symbol on which the action acts.
 * @param held units at the end of the day before the ex-date.
 */
export function recordedAlready(
  rows: readonly LedgerTransaction[],
  action: Pick<AppliedAction, 'kind' | 'ex_date' | 'new_shares' | 'old_shares'>,
  held: Fixed,
): LedgerTransaction[] {
  const { kind, ex_date } = action;
  if (kind === 'RENAME' || kind === 'MERGER' || kind === 'DEMERGER') return [];
  const [to, from] = [fixed(action.new_shares), fixed(action.old_shares)];
  if (to === null || from === null || held <= 0n) return [];
  const near = rows.filter(
    (row) =>
      !row.action_id && daysApart(row.date, ex_date) <= (row.type === 'SPLIT' ? SPLIT_DAYS : BONUS_DAYS),
  );
  const splits = near.filter((row) => row.type === 'SPLIT' && isRatio(fixed(row.quantity), to, from));
  if (splits.length > 0) return splits.slice(0, 1);
  if (to <= from) return [];
  // Whoever held more or less on the day of the credit had other units before: the ex-date decides.
  const free = near.filter((row) => row.type === 'BUY' && fixed(row.price) === 0n && row.date >= ex_date);
  const due = (held * (to - from)) / from;
  const single = free.filter((row) => isSameUnits(fixed(row.quantity), due));
  if (single.length > 0) return single.slice(0, 1);
  const sum = free.reduce((total, row) => total + (fixed(row.quantity) ?? 0n), 0n);
  return free.length > 1 && isSameUnits(sum, due) ? free : [];
}

/**
 * Recorded free shares of the other company after a merger or demerger: the broker has booked it already.
 * @param rows recorded rows of the share that comes.
 * @param due units that the action gives.
 */
export function deliveredAlready(
  rows: readonly LedgerTransaction[],
  action: Pick<AppliedAction, 'ex_date'>,
  due: Fixed,
): LedgerTransaction[] {
  return rows
    .filter(
      (row) =>
        !row.action_id &&
        row.date >= action.ex_date &&
        daysApart(row.date, action.ex_date) <= TRANSFER_DAYS &&
        ((row.type === 'BUY' && fixed(row.price) === 0n) || row.type === 'TRANSFER_IN') &&
        isSameUnits(fixed(row.quantity), due),
    )
    .slice(0, 1);
}

/** Ratios are written with few decimals: within a thousandth they are one. */
function isRatio(ratio: Fixed | null, to: Fixed, from: Fixed): boolean {
  if (ratio === null || ratio <= 0n) return false;
  const difference = ratio * from - to * FIXED_ONE;
  return 1000n * (difference < 0n ? -difference : difference) < to * FIXED_ONE;
}

function isSameUnits(units: Fixed | null, due: Fixed): boolean {
  if (units === null || due <= 0n) return false;
  const difference = units > due ? units - due : due - units;
  return difference < FIXED_ONE && units > 0n;
}

function fixed(value: LedgerTransaction['quantity'] | null): Fixed | null {
  if (value === null) return null;
  try {
    return parseFixed(value);
  } catch (error) {
    if (error instanceof FixedPointError) return null;
    throw error;
  }
}
