import type { ChangeDay } from '../../market/calendar/index.ts';
import { type ChangeDays, dayGap, dayOfChange } from './day-change.ts';
import { dayChangePct, isUnlisted, numberOf, type ValuedHolding } from './holding-value.ts';
import { partialTotals } from './partial-totals.ts';
import type { Measure, Totals, TotalState } from './view.ts';
import { dayInWords, type Amount, percentOf } from '../../platform/index.ts';

/**
 * Adds up holdings in the base currency, or in their own when all of them share it.
 *
 * - The value of a PARTIAL total is the value of what is priced; what was invested is the cost of everything, so
 *   gains, which would compare the two, are null.
 * - The day's change is that of one day (`dayOfChange`), and called by it. It is null as soon as one valued holding has
 *   no price of that day or no previous close.
 * - Such a gain and such a change are in `partial`, of the holdings for which they are known.
 * - No holdings at all are worth nothing and known: AVAILABLE with zeros, and percentages null.
 */
export function totalsOf(
  holdings: readonly ValuedHolding[],
  { currency, in_, days }: { currency: string; in_: 'base' | 'own'; days: ChangeDays },
): Totals {
  const day = dayOfChange(holdings, in_, days);
  const ofDay = days.changeOf(day);
  const totals = new Sums(in_, ofDay.day_change_label);
  for (const holding of holdings) totals.add(holding, dayGap(holding, day, days));
  return { ...totals.view(currency), ...ofDay, partial: partialTotals(holdings, in_, { day, days }) };
}

export { type ChangeDays, changeDays } from './day-change.ts';

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
  readonly #ofOtherDays: string[] = [];
  readonly #unlisted: string[] = [];
  readonly #day: string;

  /** @param day what the day of the change is called. */
  constructor(in_: 'base' | 'own', day: string) {
    this.#in = in_;
    this.#day = day === 'Today' ? 'today' : day;
  }

  /** @param gap why the holding is missing from the day's change. */
  add(valued: ValuedHolding, gap: ReturnType<typeof dayGap>): void {
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
    if (gap === 'NO_PREVIOUS_CLOSE') this.#closeless.push(symbol);
    else if (gap === 'OTHER_DAY')
      (isUnlisted(valued.holding) ? this.#unlisted : this.#ofOtherDays).push(symbol);
    else this.#dayChange += dayChange ?? 0n;
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
    const dayChange = known('day_change', this.#dayChange, nothingValued ? unvalued : this.#dayReason());

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

  #dayReason(): string | null {
    const reasons = [
      this.#closeless.length === 0 ? null : `No previous close for ${list(this.#closeless)}.`,
      this.#ofOtherDays.length === 0
        ? null
        : `No price of ${dayInWords(this.#day)} for ${list(this.#ofOtherDays)}.`,
      this.#unlisted.length === 0 ? null : `Unlisted shares have no daily change: ${list(this.#unlisted)}.`,
    ].filter((reason) => reason !== null);
    return reasons.length === 0 ? null : reasons.join(' ');
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
