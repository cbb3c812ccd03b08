import { Decimal } from '../../platform/index.ts';
import type { TotalState } from '../../portfolio/index.ts';
import { shown } from '../explain.ts';
import { NullableSum, numberOf, numberOrNull } from './conversion.ts';
import type { LeftOut } from './view.ts';

const REASONS = {
  COST: 'The cost or the purchase of these units is unknown. Record it under Data quality, or import the older trades.',
  SALE: 'No sale of these units is on record. Record it under Transactions, dated no later than their transfer out.',
  BOTH: 'The cost, the purchase or the sale of these units is unknown. Record the cost under Data quality, or import the older trades; record the sale under Transactions, dated no later than the transfer out.',
} as const;

export interface ExcludedUnits {
  units: Decimal;
  /** In the currency of the report; null without a rate, or where nothing was sold. */
  proceeds: Decimal | null;
  /** Certainly part of this total; others may belong to another one. */
  isOwn: boolean;
  lacks: 'COST' | 'SALE';
}

/** Adds up the units that a total cannot count, since their cost or their sale is unknown. */
export class LeftOutSum {
  #lots = 0;
  #units = new Decimal(0);
  readonly #proceeds = new NullableSum();
  /** Some of them belong to this total for sure; others may belong to another one. */
  #isOwn = false;
  #lacks: keyof typeof REASONS | null = null;

  add({ units, proceeds, isOwn, lacks }: ExcludedUnits): void {
    this.#lots += 1;
    this.#units = this.#units.plus(units);
    this.#proceeds.add(proceeds);
    this.#isOwn ||= isOwn;
    this.#lacks = this.#lacks === null || this.#lacks === lacks ? lacks : 'BOTH';
  }

  /** True if a total of so many counted lots has no part that could be shown. */
  isAllOf(counted: number): boolean {
    return counted === 0 && this.#isOwn;
  }

  get view(): LeftOut | null {
    if (this.#lacks === null) return null;
    return {
      lots: this.#lots,
      units: numberOf(this.#units),
      proceeds: numberOrNull(this.#proceeds.value),
      reason: REASONS[this.#lacks],
    };
  }
}

/** "Partial: excludes 20 units sold for ₹2,960.00. …"; null for a total that excludes nothing. */
export function partialSentence({ left_out }: { left_out: LeftOut | null }, currency: string): string | null {
  if (left_out === null) return null;
  const { proceeds, reason, units } = left_out;
  const sold = proceeds === null ? '' : ` with proceeds of ${currency} ${shown(proceeds, currency, 2)}`;
  return `Partial: excludes ${shown(units)} ${units === 1 ? 'unit' : 'units'}${sold}. ${reason}`;
}

/** The state of a total: unknown, of a part, at a substitute rate, or whole. */
export function stateOf(total: Decimal | null, leftOut: LeftOut | null, isEstimated: boolean): TotalState {
  if (total === null) return 'UNAVAILABLE';
  if (leftOut !== null) return 'PARTIAL';
  return isEstimated ? 'ESTIMATED' : 'AVAILABLE';
}
