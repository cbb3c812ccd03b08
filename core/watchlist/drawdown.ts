import { type DailyValues } from '../portfolio/index.ts';
import type { Reading } from './alert-state.ts';
import { amountsUntil } from '../finance/returns/index.ts';

/** Values of a portfolio by day with the money that moved, as the reports know them. */
interface ValuedDays extends Pick<DailyValues, 'days' | 'flows'> {
  /** Why days before the first snapshot could not be worked out; null where they could, or where there are none. */
  ledger_reason: string | null;
}

/** Where they come from. @param portfolio its name; null for all of them together. @throws 404 PORTFOLIO_NOT_FOUND. */
export type ReadValuedDays = (userId: string, portfolio: string | null) => Promise<ValuedDays>;

/**
 * How far a portfolio stands below its highest point on record, in percentage points, day by day: by its last snapshot,
 * and before the first one by what transactions and closes say.
 * Money put in or taken out is no gain and no loss: what is compared is the growth of one rupee that stayed in,
 * (value + taken out) ⁄ (value before + put in), day after day, as the reports have it. Days without a whole value are
 * passed over, and what moved on them counts to the next known one.
 */
export function drawdownOf({ days, flows, ledger_reason }: ValuedDays): Reading {
  let before: { day: string; value: number } | null = null;
  let growth = 1;
  let peak = 1;
  const movedUntil = amountsUntil(flows);
  for (const { day, value } of days) {
    if (value === null) continue;
    const { came, went } = movedUntil(day);
    const base = before === null ? 0 : before.value + came;
    if (base > 0) {
      growth *= Math.max(0, (value + went) / base);
      // Everything sold: what comes afterwards is another portfolio.
      if (value <= 0) growth = peak = 1;
      peak = Math.max(peak, growth);
    }
    before = { day, value };
  }
  if (before === null)
    return {
      value: null,
      day: null,
      reason: `No value of the portfolio is recorded yet.${ledger_reason === null ? '' : ` ${ledger_reason}`}`,
    };
  return { value: tidy((1 - growth / peak) * 100), day: before.day, reason: null };
}

const tidy = (value: number): number => Math.round(value * 1e9) / 1e9;
