import { longTermFrom, taxGroupOf, termOf } from '../../finance/tax-law/index.ts';
import type { Decimal } from '../../platform/index.ts';
import type { UndecidedAction } from '../../portfolio/index.ts';
import { convertOn, numberOf, numberOrNull } from './conversion.ts';
import type { HeldSlice } from './lots.ts';
import {
  chainShown,
  COST_UNKNOWN,
  knownTerm,
  type Money,
  shown,
  type TaxedSecurity,
  withoutRate,
} from './rows.ts';
import { provisional, undecidedAt } from './undecided.ts';
import type { RemainingLot } from './view.ts';

export interface HeldRow {
  lot: RemainingLot;
  part: HeldSlice;
  undecided: readonly UndecidedAction[];
  cost_base: Decimal | null;
}

/** Units that are left, as a row of the report. */
export function heldRow(security: TaxedSecurity, part: HeldSlice, money: Money, asOf: string): HeldRow {
  const group = taxGroupOf(security);
  const { currency } = security;
  const { amount, estimated } =
    part.cost === null
      ? { amount: null, estimated: false }
      : convertOn(money.fx, part.cost, currency, money.base, part.buy_date);
  return {
    part,
    undecided: undecidedAt(security, asOf),
    cost_base: amount,
    lot: {
      ...shown(security),
      group,
      currency,
      quantity: numberOf(part.quantity),
      buy_date: part.buy_date,
      buy_transaction_id: part.buy_id,
      is_bonus: part.is_bonus,
      ...chainShown(part.chain),
      unit_cost: numberOrNull(part.unit_cost),
      cost: numberOrNull(part.cost),
      cost_reason: part.cost === null ? COST_UNKNOWN : null,
      cost_base: numberOrNull(amount),
      base_reason:
        part.cost === null
          ? COST_UNKNOWN
          : withoutRate(currency, money.base, amount === null ? [`the purchase on ${part.buy_date}`] : []),
      fx_estimated: estimated,
      provisional_reason: provisional(security, asOf),
      long_term_from: longTermFrom(group, part.buy_date),
      term: knownTerm(part, termOf(group, part.buy_date, asOf)),
    },
  };
}
