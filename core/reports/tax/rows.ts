import {
  type GrandfatheredCost,
  grandfatheredCost,
  GRANDFATHERED_ON,
  type LegalKind,
  legalKindOf,
  type Security,
  taxGroupOf,
  type Rule,
  rulesFor,
  type Term,
  termOf,
} from '../../finance/tax-law/index.ts';
import { dayInWords, daysBetween, Decimal } from '../../platform/index.ts';
import type { LotStep, UndecidedAction } from '../../portfolio/index.ts';
import { chainWords, oldPriceOf, type OldPrice } from './old-share.ts';
import { provisional } from './undecided.ts';
import { convertOn, type DayFx, minus, numberOf, numberOrNull } from './conversion.ts';
import { type SoldSlice, type UnmatchedSlice } from './lots.ts';
import type { LotAlternative, TaxLot, UnmatchedSell } from './view.ts';

/** A security in a portfolio. */
export interface TaxedSecurity extends Security {
  portfolio: string;
  kind: LegalKind | null;
  /** Asked for only where something was bought by 31 January 2018. */
  old_price: OldPrice;
  /** The same of shares that became this one since, by their symbols. */
  former_prices: ReadonlyMap<string, OldPrice>;
  /** Corporate actions of it that wait for a decision. */
  undecided: readonly UndecidedAction[];
}

/** What amounts are converted with. */
export interface Money {
  base: string;
  fx: DayFx;
}

/** What a rule makes of a lot, exact. */
export interface AppliedRule {
  rule: Rule;
  /** In rupees or dollars, as the rule's law counts; null where something is unknown. */
  gain: Decimal | null;
  /** Why. */
  reason: string | null;
}

/** A row with the exact figures that sums are made of. */
export interface SoldRow {
  /** As the report shows it: made when it is first read, since a page shows few of them. */
  readonly lot: TaxLot;
  term: Term | null;
  is_intraday: boolean;
  fx_estimated: boolean;
  part: SoldSlice;
  security: TaxedSecurity;
  cost_base: Decimal | null;
  proceeds_base: Decimal | null;
  applied: AppliedRule[];
  /** Only for what the value of 31 January 2018 may count for. */
  old: GrandfatheredCost | null;
}

const INTRADAY =
  'Bought and sold on one day: speculative business income, neither short-term nor long-term (section 43(5)).';
const NOT_SOLD = 'A reversed purchase is neither short-term nor long-term.';

/** The security of a ledger, with what the law takes it for. */
export function taxedSecurity(
  portfolio: string,
  security: Security,
  undecided: readonly UndecidedAction[] = [],
): TaxedSecurity {
  return {
    ...security,
    portfolio,
    kind: legalKindOf(security),
    old_price: { price: null, reason: null },
    former_prices: new Map(),
    undecided,
  };
}

/** One part of a sale as a row of the report. */
export function soldRow(security: TaxedSecurity, part: SoldSlice, money: Money): SoldRow {
  const { currency } = security;
  const { buy_date, sell_date, cost, proceeds } = part;
  const group = taxGroupOf(security);
  const isSale = part.kind !== 'PURCHASE_CANCELLED';
  const costBase = convertOn(money.fx, cost, currency, money.base, buy_date);
  const proceedsBase = convertOn(money.fx, proceeds, currency, money.base, sell_date);
  const isIntraday = part.is_intraday && isDelivered(security);
  const isGain = isSale && !isIntraday;
  const rules = isGain ? rulesFor({ kind: security.kind, currency, bought: buy_date, sold: sell_date }) : [];
  const old = oldCost(security, part, rules);
  const applied = rules.map((rule) => apply(rule, security, part, old, money));
  const term = isGain ? termOf(group, buy_date, sell_date) : null;
  const fx_estimated = costBase.estimated || proceedsBase.estimated;
  const shownLot = (): TaxLot => ({
    ...shown(security),
    group,
    currency,
    kind: part.kind,
    quantity: numberOf(part.quantity),
    buy_date,
    sell_date,
    buy_transaction_id: part.buy_id,
    sell_transaction_id: part.sell_id,
    is_bonus: part.is_bonus,
    is_intraday: isIntraday,
    ...chainShown(part.chain),
    held_days: daysBetween(buy_date, sell_date),
    term,
    term_reason: isGain ? null : isSale ? INTRADAY : NOT_SOLD,
    cost: numberOf(cost),
    proceeds: numberOf(proceeds),
    sale_fee: numberOf(part.fee),
    gain: numberOf(proceeds.minus(cost)),
    cost_reason: null,
    cost_base: numberOrNull(costBase.amount),
    proceeds_base: numberOrNull(proceedsBase.amount),
    gain_base: numberOrNull(minus(proceedsBase.amount, costBase.amount)),
    base_reason: withoutRate(currency, money.base, [
      ...(costBase.amount === null ? [`the purchase on ${dayInWords(buy_date)}`] : []),
      ...(proceedsBase.amount === null ? [`the sale on ${dayInWords(sell_date)}`] : []),
    ]),
    fx_estimated,
    provisional_reason: provisional(security, sell_date),
    alternatives: applied.map((one) => alternativeOf(one, part, old)),
  });
  let lot: TaxLot | null = null;
  return {
    get lot() {
      lot ??= shownLot();
      return lot;
    },
    term,
    is_intraday: isIntraday,
    fx_estimated,
    part,
    security,
    cost_base: costBase.amount,
    proceeds_base: proceedsBase.amount,
    applied,
    old,
  };
}

/** Shares and ETFs that are traded in India against delivery: what section 43(5) calls speculative when nothing is delivered. */
function isDelivered({ asset_class, currency, kind }: TaxedSecurity): boolean {
  const isTraded = asset_class === null || asset_class === 'Indian Equity' || asset_class === 'ETF';
  return isTraded && currency === 'INR' && kind !== 'FOREIGN_SHARE';
}

export const COST_UNKNOWN =
  'The cost of these units is unknown. Record it under Data quality, Opening positions, to include them.';

/** Units that were there on a day may be older: long-term by that day is long-term, and short-term is not known. */
export function knownTerm({ is_opening }: { is_opening: boolean }, term: Term): Term | null {
  return is_opening && term === 'SHORT' ? null : term;
}

/** Why a figure is not in the currency of the report. @param of what has no rate, in words. */
export function withoutRate(currency: string, base: string, of: readonly string[]): string | null {
  if (of.length === 0) return null;
  return `There is no exchange rate from ${currency} to ${base} for ${of.join(' and ')}.`;
}

/** Cost by the value of 31 January 2018; null where that day does not matter for the lot. */
function oldCost(security: TaxedSecurity, part: SoldSlice, rules: readonly Rule[]): GrandfatheredCost | null {
  const counts = rules.some(({ taxed }) => taxed.is_112a === true);
  if (!counts || part.buy_date > GRANDFATHERED_ON) return null;
  // Taking a sale back is the sale with a minus.
  const sign = part.quantity.isNegative() ? -1 : 1;
  const found = grandfatheredCost({
    paid: part.cost.times(sign),
    full_value: part.proceeds.plus(part.fee).times(sign),
    units: part.quantity.times(sign),
    price: oldPriceOf(security, part).price,
    splits: part.old?.ratio ?? new Decimal(1),
  });
  if (sign === 1) return found;
  const { capped, cost, fmv } = found;
  return { cost: cost.neg(), fmv: fmv?.neg() ?? null, capped: capped?.neg() ?? null };
}

function apply(
  rule: Rule,
  security: TaxedSecurity,
  part: SoldSlice,
  old: GrandfatheredCost | null,
  { fx }: Money,
): AppliedRule {
  const { currency } = security;
  if (needsOldPrice(rule, old)) return { rule, gain: null, reason: oldPriceOf(security, part).reason };
  const cost = old !== null && rule.taxed.is_112a === true ? old.cost : part.cost;
  const to = rule.regime.jurisdiction === 'US' ? 'USD' : 'INR';
  const paid = convertOn(fx, cost, currency, to, part.buy_date).amount;
  const got = convertOn(fx, part.proceeds, currency, to, part.sell_date).amount;
  const gain = minus(got, paid);
  return {
    rule,
    gain,
    reason: gain === null ? `There is no exchange rate from ${currency} to ${to}.` : null,
  };
}

function needsOldPrice(rule: Rule, old: GrandfatheredCost | null): boolean {
  return rule.taxed.is_112a === true && old !== null && old.fmv === null;
}

/** As a row shows it, in the currency of the lot. */
function alternativeOf(
  { rule, reason }: AppliedRule,
  part: SoldSlice,
  old: GrandfatheredCost | null,
): LotAlternative {
  const isOld = old !== null && rule.taxed.is_112a === true;
  const cost = needsOldPrice(rule, old) ? null : isOld ? old.cost : part.cost;
  return {
    rule: rule.key,
    term: rule.term,
    rate_pct: rule.taxed.rate_pct,
    cost: numberOrNull(cost),
    gain: numberOrNull(minus(part.proceeds, cost)),
    is_grandfathered: isOld,
    reason: cost === null ? reason : null,
  };
}

/** What was sold without a known purchase, as a row of the report. */
export function unmatchedSell(security: TaxedSecurity, part: UnmatchedSlice): UnmatchedSell {
  const { id, quantity, sell_date } = part;
  return {
    ...shown(security),
    currency: security.currency,
    transaction_id: id,
    sell_date,
    quantity: numberOf(quantity),
    proceeds: numberOf(part.proceeds),
    reason: `No purchase is recorded for ${quantity.toString()} of the ${security.symbol} sold on ${dayInWords(sell_date)}. Import the missing purchases, or add an opening position under Data quality. Until then, totals exclude the sale.`,
    provisional_reason: provisional(security, sell_date),
  };
}

/** The chain of a lot as a row shows it. */
export function chainShown(chain: readonly LotStep[]): Pick<TaxLot, 'chain' | 'chain_words'> {
  const steps = chain.map(({ new_shares, old_shares, ...step }) => ({
    ...step,
    new_shares: Number(new_shares),
    old_shares: Number(old_shares),
  }));
  return { chain: steps, chain_words: chainWords(chain) };
}

export function shown({ portfolio, symbol, name, isin, asset_class }: TaxedSecurity) {
  return { portfolio, symbol, name, isin, asset_class };
}
