import type { ChangeDay, DatedPrice, PriceSessions } from '../../market/calendar/index.ts';
import { dayChangePct, numberOf, type ValuedHolding } from './holding-value.ts';
import { partialTotals } from './partial-totals.ts';
import type { Measure, Totals, TotalState } from './view.ts';
import { type Amount, percentOf } from '../../platform/index.ts';

/**
 * Adds up holdings in the base currency, or in their own when all of them share it.
 *
 * - The value of a PARTIAL total is the value of what is priced; what was invested is the cost of everything, so
 *   gains, which would compare the two, are null.
 * - The day's change is null as soon as one valued holding has no previous close. It is of the newest session that a
 *   holding's price is of, and called by it.
 * - Such a gain and such a change are in `partial`, of the holdings for which they are known.
 * - No holdings at all are worth nothing and known: AVAILABLE with zeros, and percentages null.
 */
export function totalsOf(
  holdings: readonly ValuedHolding[],
  { currency, in_, days }: { currency: string; in_: 'base' | 'own'; days: ChangeDays },
): Totals {
  const totals = new Sums(in_);
  let newest: string | null = null;
  for (const holding of holdings) {
    totals.add(holding);
    const date = holding.own.value === null ? null : days.dateOf(holding.holding);
    if (date !== null && (newest === null || date > newest)) newest = date;
  }
  return { ...totals.view(currency), ...days.changeOf(newest), partial: partialTotals(holdings, in_) };
}

/** Which session a holding's price is of, and what the change of a session is called now. */
export interface ChangeDays {
  dateOf(holding: DatedPrice): string | null;
  changeOf(date: string | null): ChangeDay;
}

export function changeDays(sessions: PriceSessions, now: Date): ChangeDays {
  return { dateOf: sessions.datesOf(), changeOf: (date) => sessions.changeOf(date, now) };
}

class Sums {
  readonly #in: 'base' | 'own';
  #value: Amount = 0n;
  #cost: Amount = 0n;
  #dayChange: Amount = 0n;
  #count = 0;
  #valued = 0;
  #converted = 0;
  readonly #unpriced: string[] = [];
  readonly #unconverted = new Set<string>();
  readonly #costless: string[] = [];
  readonly #partlyCostless: string[] = [];
  readonly #closeless: string[] = [];

  constructor(in_: 'base' | 'own') {
    this.#in = in_;
  }

  add(valued: ValuedHolding): void {
    const { symbol, currency } = valued.holding;
    const { value, cost, dayChange } = valued[this.#in];
    this.#count++;
    if (valued.own.value === null) this.#unpriced.push(symbol);
    if (valued.own.cost === null)
      (isPartlyCostless(valued) ? this.#partlyCostless : this.#costless).push(symbol);
    if (this.#in === 'base' && !valued.hasRate) this.#unconverted.add(currency);
    // A cost without a value is converted too.
    if (this.#in === 'base' && valued.isConverted && (value ?? cost) !== null) this.#converted++;
    if (cost !== null) this.#cost += cost;
    if (value === null) return;
    this.#value += value;
    this.#valued++;
    if (dayChange === null) this.#closeless.push(symbol);
    else this.#dayChange += dayChange;
  }

  view(currency: string): Omit<Totals, keyof ChangeDay | 'partial'> {
    const reasons: Totals['reasons'] = {};
    const noRate =
      this.#unconverted.size === 0 ? null : `No exchange rate for ${list([...this.#unconverted])}.`;
    const unpriced = this.#unpriced.length === 0 ? null : `No price for ${list(this.#unpriced)}.`;
    const unvalued = [unpriced, noRate].filter((reason) => reason !== null).join(' ');
    const known = <T>(measure: Measure, value: T, reason: string | null): T | null => {
      if (reason === null) return value;
      reasons[measure] = reason;
      return null;
    };

    const nothingValued = this.#count > 0 && this.#valued === 0;
    const value = known('current_value', this.#value, nothingValued ? unvalued : null);
    const costless = this.#costlessReason();
    const invested = known('total_invested', this.#cost, costless ?? noRate);
    const scope = unvalued === '' ? costless : unvalued;
    const profit = known('total_profit', this.#value - this.#cost, scope);
    const closeless = this.#closeless.length === 0 ? null : `No previous close for ${list(this.#closeless)}.`;
    const dayChange = known('day_change', this.#dayChange, nothingValued ? unvalued : closeless);

    const profitPct = profit === null ? null : percentOf(profit, this.#cost);
    if (profitPct === null) reasons.total_profit_pct = reasons.total_profit ?? 'Nothing was invested.';
    const dayPct = dayChangePct(this.#value, dayChange);
    if (dayPct === null)
      reasons.day_change_pct = reasons.day_change ?? 'Nothing was held at the previous close.';

    return {
      state: this.#state(),
      currency,
      is_estimated: this.#converted > 0,
      current_value: numberOf(value),
      total_invested: numberOf(invested),
      total_profit: numberOf(profit),
      total_profit_pct: profitPct,
      day_change: numberOf(dayChange),
      day_change_pct: dayPct,
      holdings_count: this.#count,
      valued_count: this.#valued,
      reasons,
    };
  }

  #costlessReason(): string | null {
    const reasons = [
      this.#costless.length === 0 ? null : `The cost of ${list(this.#costless)} is unknown.`,
      this.#partlyCostless.length === 0
        ? null
        : `The cost of some units of ${list(this.#partlyCostless)} is unknown. Record it under Data quality, Opening positions.`,
    ].filter((reason) => reason !== null);
    return reasons.length === 0 ? null : reasons.join(' ');
  }

  #state(): TotalState {
    if (this.#valued < this.#count) return this.#valued === 0 ? 'UNAVAILABLE' : 'PARTIAL';
    return this.#converted > 0 ? 'ESTIMATED' : 'AVAILABLE';
  }
}

/** Held before the records begin, at an unknown cost. */
function isPartlyCostless({ holding }: ValuedHolding): boolean {
  return Number(holding.unknown_cost_quantity ?? 0) > 0;
}

const NAMED = 3;

/** The first few names and how many more there are: 'A, B, C and 4 more'. */
export function list(names: readonly string[]): string {
  const unique = [...new Set(names)];
  const shown = unique.slice(0, NAMED).join(', ');
  return unique.length > NAMED ? `${shown} and ${unique.length - NAMED} more` : shown;
}
