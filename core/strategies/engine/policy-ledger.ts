import { type Charges, deductibleCharges } from '../../finance/charges/index.ts';
import { grandfatheredCost, GRANDFATHERED_ON } from '../../finance/tax-law/index.ts';
import {
  type Amount,
  amountToDecimal,
  divideRounded,
  type Fixed,
  FIXED_ONE,
  fixedToDecimal,
  parseAmount,
} from '../../platform/fixed-point.ts';
import { Decimal } from '../../platform/money.ts';
import {
  type LedgerState,
  NO_CHARGES,
  type SaleOutcome,
  type SaleTerms,
  type SoldGain,
  type TaxFacts,
} from './ledger-state.ts';
import { Position, worthOf } from './position.ts';
import {
  chargesOfPart,
  oldestParts,
  type Purchase,
  purchaseLots,
  type SoldPart,
  takeNewestParts,
  takeOldestParts,
} from './purchase-lots.ts';
import { TaxAccount, TaxRules } from './tax-account.ts';

/** A NAV begins here, in rupees a unit (spec: policy_state). */
export const FIRST_NAV: Fixed = 10n * FIXED_ONE;

/**
 * The books of a policy: cash, FIFO tax lots, costs and taxes, exact. At any time
 *
 *     cash + positions = deposits + dividends + realised + unrealised − costs − tax paid
 *
 * with gains before charges, since the charges stand in `costs`. Quantities are `Fixed`, money is `Amount`.
 */
export class PolicyLedger {
  readonly positions = new Map<number, Position>();
  readonly tax: TaxAccount;
  #cash: Amount;
  #units: Fixed;
  #deposits: Amount;
  #dividends: Amount;
  #realised: Amount;
  #costs: Amount;
  readonly #facts: TaxFacts;
  readonly #rules = new TaxRules();
  /** Sales of a day that were looked at and not made yet, by the charges of their plan. What changes lots makes them void. */
  readonly #foreseen = new Map<Charges, { sale: SaleTerms; outcome: SaleOutcome }>();
  #foreseenOn = '';

  constructor(facts: TaxFacts, state?: LedgerState) {
    this.#facts = facts;
    this.#cash = state?.cash ?? 0n;
    this.#units = state?.units ?? 0n;
    this.#deposits = state?.deposits ?? 0n;
    this.#dividends = state?.dividends ?? 0n;
    this.#realised = state?.realised ?? 0n;
    this.#costs = state?.costs ?? 0n;
    this.tax = new TaxAccount(state?.tax);
    for (const { lots: kept, ...position } of state?.positions ?? []) {
      const lots = purchaseLots();
      for (const { units_left, cost_left, ...purchase } of kept)
        lots.restore(purchase, units_left, cost_left);
      this.positions.set(position.security, new Position(position, lots));
    }
  }

  state(): LedgerState {
    return {
      cash: this.#cash,
      units: this.#units,
      deposits: this.#deposits,
      dividends: this.#dividends,
      realised: this.#realised,
      costs: this.#costs,
      positions: [...this.positions.values()].map((position) => position.state()),
      tax: this.tax.state(),
    };
  }

  get cash(): Amount {
    return this.#cash;
  }

  get units(): Fixed {
    return this.#units;
  }

  get deposits(): Amount {
    return this.#deposits;
  }

  get dividends(): Amount {
    return this.#dividends;
  }

  /** Gains of all sales before charges. */
  get realised(): Amount {
    return this.#realised;
  }

  /** All charges so far. */
  get costs(): Amount {
    return this.#costs;
  }

  /** All positions at their newest closes. */
  positionsValue(): Amount {
    return worthOf(this.positions.values());
  }

  /**
   * Money comes in: units are issued at the NAV net of tax before it (spec: Policy rules 11).
   * @param nav that of before the first sum where several come in at one valuation.
   */
  deposit(amount: Amount, nav: Fixed = this.#navNetOfTax()): Fixed {
    const issued = divideRounded(amount, nav);
    this.#cash += amount;
    this.#deposits += amount;
    this.#units += issued;
    return issued;
  }

  dividend(amount: Amount): void {
    this.#cash += amount;
    this.#dividends += amount;
  }

  /** @param mark what a share is worth at the close of the day; what was paid for it may be another price. */
  buy(
    security: number,
    day: string,
    quantity: Fixed,
    price: Fixed,
    charges: Charges,
    mark: Fixed = price,
  ): void {
    this.#foreseen.clear();
    const value = quantity * price;
    const purchase: Purchase = {
      day,
      units: quantity,
      value,
      charges: charges.total,
      deductible: deductibleCharges(charges),
    };
    let position = this.positions.get(security);
    if (position === undefined) {
      const since = { heldSince: day, price: mark, pricedOn: day, missed: 0 };
      position = new Position({ security, quantity: 0n, cost: 0n, charges: 0n, ...since }, purchaseLots());
      this.positions.set(security, position);
    }
    position.lots.add(purchase);
    position.quantity += quantity;
    position.cost += value;
    position.charges += charges.total;
    this.#cash -= value + charges.total;
    this.#costs += charges.total;
  }

  /** What a sale would realise; nothing is changed. */
  outcomeOf(sale: SaleTerms, day: string): SaleOutcome {
    const outcome = this.#outcome(sale, day, oldestParts(this.#position(sale.security).lots, sale.quantity));
    if (day !== this.#foreseenOn) this.#foreseen.clear();
    this.#foreseenOn = day;
    this.#foreseen.set(sale.charges, { sale, outcome });
    return outcome;
  }

  /** Sells the oldest units. @returns what it realised, and by how much the tax of the year changed. */
  sell(sale: SaleTerms, day: string): SaleOutcome & { tax: Amount } {
    return this.#sell(sale, day, takeOldestParts(this.#position(sale.security).lots, sale.quantity));
  }

  #sell(sale: SaleTerms, day: string, parts: SoldPart[]): SaleOutcome & { tax: Amount } {
    const position = this.#position(sale.security);
    const outcome = this.#foreseenOf(sale, day) ?? this.#outcome(sale, day, parts);
    for (const part of parts) {
      position.cost -= part.cost;
      position.charges -= chargesOfPart(part, 'charges');
    }
    position.quantity -= sale.quantity;
    if (position.quantity === 0n) this.positions.delete(sale.security);
    this.#cash += outcome.value - sale.charges.total;
    this.#costs += sale.charges.total;
    this.#realised += outcome.realised;
    const { value, realised, gain, taxable } = outcome;
    return { value, realised, gain, taxable, tax: this.tax.add(taxable) };
  }

  /**
   * A bonus: the shares given are a lot of their own, which cost nothing and is held from its allotment (section 55(2)(aa)).
   * The part of a share among them is paid out. @returns what was paid for it.
   */
  bonus(
    position: Position,
    { numerator, denominator }: { numerator: bigint; denominator: bigint },
    day: string,
    price: Fixed,
  ): Amount {
    const given = (position.quantity * numerator) / denominator - position.quantity;
    if (given <= 0n) return 0n;
    this.#foreseen.clear();
    position.lots.add({ day, units: given, value: 0n, charges: 0n, deductible: 0n });
    position.quantity += given;
    position.price = (position.price * denominator) / numerator;
    const fraction = position.quantity % FIXED_ONE;
    if (fraction === 0n) return 0n;
    const sale = { security: position.security, quantity: fraction, price, charges: NO_CHARGES };
    return this.#sell(sale, day, takeNewestParts(position.lots, fraction)).value;
  }

  /**
   * A split or consolidation: every share becomes new/old ones. What is no whole share is paid out.
   * @param price of a share after it, at which a fraction is paid out. @returns what was paid for the fraction.
   */
  rescale(
    position: Position,
    ratio: { numerator: bigint; denominator: bigint },
    day: string,
    price: Fixed,
  ): Amount {
    const { numerator, denominator } = ratio;
    const become = (units: Fixed) => (units * numerator) / denominator;
    if (become(position.quantity) === 0n) return 0n;
    this.#foreseen.clear();
    position.lots.rescale(become);
    position.quantity = become(position.quantity);
    position.price = (position.price * denominator) / numerator;
    const fraction = position.quantity % FIXED_ONE;
    if (fraction === 0n) return 0n;
    const sale = { security: position.security, quantity: fraction, price, charges: NO_CHARGES };
    return this.sell(sale, day).value;
  }

  /** Pays the tax that is due out of the cash there is. @returns what was paid. */
  payTax(): Amount {
    const due = this.tax.outstanding;
    const paid = due < this.#cash ? due : this.#cash;
    if (paid <= 0n) return 0n;
    this.tax.pay(paid);
    this.#cash -= paid;
    return paid;
  }

  #foreseenOf({ security, quantity, price, charges }: SaleTerms, day: string): SaleOutcome | undefined {
    const found = this.#foreseen.get(charges);
    if (found === undefined || day !== this.#foreseenOn) return undefined;
    const { sale } = found;
    const isSame = sale.security === security && sale.quantity === quantity && sale.price === price;
    return isSame ? found.outcome : undefined;
  }

  #navNetOfTax(): Fixed {
    if (this.#units === 0n) return FIRST_NAV;
    return divideRounded(this.#cash + this.positionsValue() - this.tax.outstanding, this.#units);
  }

  #position(security: number): Position {
    const position = this.positions.get(security);
    if (position === undefined) throw new RangeError(`nothing is held of share ${security}`);
    return position;
  }

  #outcome({ security, quantity, price, charges }: SaleTerms, day: string, parts: SoldPart[]): SaleOutcome {
    const value = quantity * price;
    const kind = this.#facts.legalKind(security);
    const deductible = deductibleCharges(charges);
    let cost = 0n;
    let gain = value - charges.total;
    let shared = 0n;
    let units = 0n;
    const taxable = parts.map((part): SoldGain => {
      cost += part.cost;
      gain -= part.cost + chargesOfPart(part, 'charges');
      // Rounded on the running sum, so that the parts take all of the charges.
      units += part.units;
      const upTo = (deductible * units) / quantity;
      const net = part.units * price - (upTo - shared);
      shared = upTo;
      const { purchase } = part;
      const { is_112a, term, rate_pct } = this.#rules.ruleOf(kind, purchase.day, day);
      const paid = part.cost + chargesOfPart(part, 'deductible');
      const isGrandfathered = is_112a && term === 'LONG' && purchase.day <= GRANDFATHERED_ON;
      return {
        term,
        rate_pct,
        bought: purchase.day,
        gain: net - (isGrandfathered ? this.#raisedCost(security, part, paid, price) : paid),
      };
    });
    return { value, realised: value - cost, gain, taxable };
  }

  /** Of what was bought by 31 January 2018: the value of that day may stand for the cost. */
  #raisedCost(security: number, part: SoldPart, paid: Amount, price: Fixed): Amount {
    const old = this.#facts.priceOf2018(security);
    const { cost } = grandfatheredCost({
      paid: amountToDecimal(paid),
      full_value: amountToDecimal(part.units * price),
      units: fixedToDecimal(part.units),
      price: old?.price ?? null,
      splits: old?.splits ?? new Decimal(1),
    });
    return parseAmount(cost.toDecimalPlaces(20));
  }
}
