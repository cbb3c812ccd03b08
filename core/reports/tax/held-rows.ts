import { longTermFrom, taxGroupOf, termOf } from '../../finance/tax-law/index.ts';
import { dayInWords, type Decimal } from '../../platform/index.ts';
import { type UndecidedAction, undecidedReason } from '../../portfolio/index.ts';
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
import { undecidedAt } from './undecided.ts';
import type { RemainingLot } from './view.ts';

/** Units that are left, with the exact figures that sums are made of. */
export interface HeldRow {
  security: TaxedSecurity;
  part: HeldSlice;
  /** Actions that bear on what is left. */
  undecided: readonly UndecidedAction[];
  /** In the currency of the report; null where the cost or the rate is unknown. */
  cost_base: Decimal | null;
  fx_estimated: boolean;
}

export function heldRow(security: TaxedSecurity, part: HeldSlice, money: Money, asOf: string): HeldRow {
  const { amount, estimated } =
    part.cost === null
      ? { amount: null, estimated: false }
      : convertOn(money.fx, part.cost, security.currency, money.base, part.buy_date);
  const undecided = undecidedAt(security, asOf);
  return { security, part, undecided, cost_base: amount, fx_estimated: estimated };
}

/** A row as the report shows it. @param base currency of the report. */
export function remainingLot(row: HeldRow, base: string, asOf: string): RemainingLot {
  const { security, part, cost_base } = row;
  const group = taxGroupOf(security);
  const { currency } = security;
  const unknown = cost_base === null ? [`the purchase on ${dayInWords(part.buy_date)}`] : [];
  return {
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
    cost_base: numberOrNull(cost_base),
    base_reason: part.cost === null ? COST_UNKNOWN : withoutRate(currency, base, unknown),
    fx_estimated: row.fx_estimated,
    provisional_reason: undecidedReason(row.undecided),
    long_term_from: longTermFrom(group, part.buy_date),
    term: knownTerm(part, termOf(group, part.buy_date, asOf)),
  };
}
