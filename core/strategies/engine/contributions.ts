import { type Amount, divideRounded, type Fixed } from '../../platform/fixed-point.ts';
import type { AllocationMode } from '../contribution-schedule.ts';
import type { PolicyLedger } from './policy-ledger.ts';
import { type Valuation, valuationOf } from './valuation.ts';

/** Money of a schedule that comes in. */
export interface Contribution {
  /** Rupees. */
  amount: Amount;
  allocationMode: AllocationMode;
}

/** What a ledger was worth right before and right after money came in. */
export interface Flow {
  before: Valuation;
  after: Valuation;
  /** Units that were issued for each contribution, in their order; empty for the capital that a policy begins with. */
  units: readonly Fixed[];
}

/**
 * Takes in the contributions of one day, one after the other, all at the NAV net of tax before the first of them (spec:
 * Policy rules 10 and 11).
 * @returns null, and nothing is taken, where there is no such NAV above 0, or a sum is too small for the smallest unit.
 */
export function takeContributions(
  ledger: PolicyLedger,
  contributions: readonly Pick<Contribution, 'amount'>[],
  day: string,
): Flow | null {
  const before = valuationOf(ledger, day);
  const nav = before.navNetOfTax;
  if (nav <= 0n || contributions.some(({ amount }) => divideRounded(amount, nav) <= 0n)) return null;
  const units = contributions.map(({ amount }) => ledger.deposit(amount, nav));
  return { before, after: valuationOf(ledger, day), units };
}
