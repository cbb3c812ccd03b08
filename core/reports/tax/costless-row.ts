import { possibleRules, type Rule, rulesFor, taxGroupOf, termOf } from '../../finance/tax-law/index.ts';
import { dayInWords, daysBetween, type Decimal } from '../../platform/index.ts';
import { convertOn, numberOf, numberOrNull } from './conversion.ts';
import type { UnknownCostSlice } from './lots.ts';
import {
  type AppliedRule,
  chainShown,
  COST_UNKNOWN,
  knownTerm,
  type Money,
  shown,
  type TaxedSecurity,
} from './rows.ts';
import { provisional } from './undecided.ts';
import type { TaxLot } from './view.ts';

/** A row without a cost, with the exact figures that sums leave out. */
export interface CostlessRow {
  lot: TaxLot;
  part: UnknownCostSlice;
  applied: AppliedRule[];
  /** Where the day of purchase leaves more than one rule open: all of them. */
  possible: Rule[];
  proceeds_base: Decimal | null;
}

/**
 * A part of a sale with unknown cost, as a row of the report: it has proceeds, and no gain. Rules that hold whenever
 * it was bought lack its gain.
 */
export function costlessRow(security: TaxedSecurity, part: UnknownCostSlice, money: Money): CostlessRow {
  const { currency } = security;
  const { buy_date, sell_date, proceeds } = part;
  const group = taxGroupOf(security);
  const converted = convertOn(money.fx, proceeds, currency, money.base, sell_date);
  const term = knownTerm(part, termOf(group, buy_date, sell_date));
  const lot: TaxLot = {
    ...shown(security),
    group,
    currency,
    kind: 'SALE',
    quantity: numberOf(part.quantity),
    buy_date,
    sell_date,
    buy_transaction_id: part.buy_id,
    sell_transaction_id: part.sell_id,
    is_bonus: false,
    is_intraday: false,
    ...chainShown(part.chain),
    held_days: daysBetween(buy_date, sell_date),
    term,
    term_reason:
      term === null ? `They were held on ${dayInWords(buy_date)}; the purchase date is unknown.` : null,
    cost: null,
    proceeds: numberOf(proceeds),
    sale_fee: numberOf(part.fee),
    gain: null,
    cost_reason: COST_UNKNOWN,
    cost_base: null,
    proceeds_base: numberOrNull(converted.amount),
    gain_base: null,
    base_reason: COST_UNKNOWN,
    fx_estimated: converted.estimated,
    provisional_reason: provisional(security, sell_date),
    alternatives: [],
  };
  const of = { kind: security.kind, currency, sold: sell_date };
  const rules = part.is_opening
    ? possibleRules({ ...of, heldOn: buy_date })
    : rulesFor({ ...of, bought: buy_date });
  const isSure = ({ regime }: Rule) =>
    rules.filter((other) => other.regime.jurisdiction === regime.jurisdiction).length === 1;
  const applied = rules.filter(isSure).map((rule) => ({ rule, gain: null, reason: COST_UNKNOWN }));
  const possible = rules.filter((rule) => !isSure(rule));
  return { lot, part, applied, possible, proceeds_base: converted.amount };
}
