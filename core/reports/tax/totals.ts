import { Decimal } from '../../platform/index.ts';
import { convertOn, NullableSum, minus, numberOf, numberOrNull } from './conversion.ts';
import { type ExcludedUnits, LeftOutSum, stateOf } from './left-out.ts';
import type { HeldRow } from './held-rows.ts';
import type { Money, SoldRow } from './rows.ts';
import { undecidedAt } from './undecided.ts';
import { type DividendSum, type UndecidedAction, undecidedReason } from '../../portfolio/index.ts';
import type { RemainingTotals, TaxDividends, TaxSum, TermTotals } from './view.ts';

const NO_RATE = (currencies: Iterable<string>, base: string) =>
  `There is no exchange rate in ${base} for ${[...new Set(currencies)].sort().join(', ')} on some of the days. The totals by currency are complete.`;

/** Adds up rows of one term. */
export class TermSum {
  readonly #base: string;
  readonly #cost = new NullableSum();
  readonly #proceeds = new NullableSum();
  readonly #byCurrency = new Map<string, { lots: number; cost: Decimal; proceeds: Decimal }>();
  readonly #missing = new Set<string>();
  readonly #undecided = new Set<UndecidedAction>();
  readonly #leftOut = new LeftOutSum();
  #lots = 0;
  #isEstimated = false;

  constructor(base: string) {
    this.#base = base;
  }

  add({ part, security, cost_base, proceeds_base, fx_estimated }: SoldRow): void {
    const { currency } = security;
    for (const one of undecidedAt(security, part.sell_date)) this.#undecided.add(one);
    this.#lots += 1;
    this.#cost.add(cost_base);
    this.#proceeds.add(proceeds_base);
    if (cost_base === null || proceeds_base === null) this.#missing.add(currency);
    this.#isEstimated ||= fx_estimated;
    const sum = this.#byCurrency.get(currency) ?? {
      lots: 0,
      cost: new Decimal(0),
      proceeds: new Decimal(0),
    };
    this.#byCurrency.set(currency, {
      lots: sum.lots + 1,
      cost: sum.cost.plus(part.cost),
      proceeds: sum.proceeds.plus(part.proceeds),
    });
  }

  /** Units that the total cannot count. */
  exclude(units: ExcludedUnits, undecided: readonly UndecidedAction[]): void {
    this.#leftOut.add(units);
    for (const one of undecided) this.#undecided.add(one);
  }

  totals(): TermTotals {
    const left_out = this.#leftOut.view;
    const isUnknown = this.#leftOut.isAllOf(this.#lots);
    const cost = isUnknown ? null : this.#cost.value;
    const proceeds = isUnknown ? null : this.#proceeds.value;
    const gain = minus(proceeds, cost);
    return {
      state: stateOf(gain, left_out, this.#isEstimated),
      left_out,
      lots: this.#lots,
      cost: numberOrNull(cost),
      proceeds: numberOrNull(proceeds),
      gain: numberOrNull(gain),
      fx_estimated: this.#isEstimated,
      by_currency: [...this.#byCurrency]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, sum]): TaxSum => ({
          currency,
          lots: sum.lots,
          cost: numberOf(sum.cost),
          proceeds: numberOf(sum.proceeds),
          gain: numberOf(sum.proceeds.minus(sum.cost)),
        })),
      reason:
        gain !== null ? null : isUnknown ? (left_out?.reason ?? null) : NO_RATE(this.#missing, this.#base),
      provisional_reason: undecidedReason([...this.#undecided]),
    };
  }
}

/** Adds up what is left. */
export class HeldSum {
  readonly #base: string;
  readonly #cost = new NullableSum();
  readonly #byCurrency = new Map<string, { lots: number; cost: Decimal }>();
  readonly #missing = new Set<string>();
  readonly #undecided = new Set<UndecidedAction>();
  readonly #leftOut = new LeftOutSum();
  #lots = 0;
  #isEstimated = false;

  constructor(base: string) {
    this.#base = base;
  }

  /** Units of unknown cost are excluded. */
  add({ security, part, undecided, cost_base, fx_estimated }: HeldRow): void {
    for (const one of undecided) this.#undecided.add(one);
    if (part.cost === null) {
      this.#leftOut.add({ units: part.quantity, proceeds: null, isOwn: true, lacks: 'COST' });
      return;
    }
    this.#lots += 1;
    this.#cost.add(cost_base);
    const { currency } = security;
    if (cost_base === null) this.#missing.add(currency);
    this.#isEstimated ||= fx_estimated;
    const sum = this.#byCurrency.get(currency) ?? { lots: 0, cost: new Decimal(0) };
    this.#byCurrency.set(currency, { lots: sum.lots + 1, cost: sum.cost.plus(part.cost) });
  }

  totals(): RemainingTotals {
    const left_out = this.#leftOut.view;
    const isUnknown = this.#leftOut.isAllOf(this.#lots);
    const cost = isUnknown ? null : this.#cost.value;
    return {
      state: stateOf(cost, left_out, this.#isEstimated),
      left_out,
      lots: this.#lots,
      cost: numberOrNull(cost),
      fx_estimated: this.#isEstimated,
      by_currency: [...this.#byCurrency]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, sum]) => ({ currency, lots: sum.lots, cost: numberOf(sum.cost) })),
      reason:
        cost !== null ? null : isUnknown ? (left_out?.reason ?? null) : NO_RATE(this.#missing, this.#base),
      provisional_reason: undecidedReason([...this.#undecided]),
    };
  }
}

/** The dividends of the year, by currency and in all. */
export function dividendTotals(sums: readonly DividendSum[], { base, fx }: Money): TaxDividends {
  const byCurrency = new Map<string, { payments: number; gross: Decimal; withheld: Decimal }>();
  const gross = new NullableSum();
  const withheld = new NullableSum();
  const missing = new Set<string>();
  let isEstimated = false;
  for (const one of sums) {
    const { currency, day, payments } = one;
    const sum = byCurrency.get(currency) ?? {
      payments: 0,
      gross: new Decimal(0),
      withheld: new Decimal(0),
    };
    byCurrency.set(currency, {
      payments: sum.payments + payments,
      gross: sum.gross.plus(one.gross),
      withheld: sum.withheld.plus(one.withheld),
    });
    const converted = convertOn(fx, new Decimal(one.gross), currency, base, day);
    if (converted.amount === null) missing.add(currency);
    isEstimated ||= converted.estimated;
    gross.add(converted.amount);
    withheld.add(convertOn(fx, new Decimal(one.withheld), currency, base, day).amount);
  }
  return {
    by_currency: [...byCurrency].map(([currency, sum]) => ({
      currency,
      payments: sum.payments,
      gross: numberOf(sum.gross),
      withheld: numberOf(sum.withheld),
      net: numberOf(sum.gross.minus(sum.withheld)),
    })),
    gross: numberOrNull(gross.value),
    withheld: numberOrNull(withheld.value),
    net: numberOrNull(minus(gross.value, withheld.value)),
    fx_estimated: isEstimated,
    reason: gross.value === null ? NO_RATE(missing, base) : null,
  };
}
