import type { BaseCost } from './base-cost.ts';
import type { DayNumber } from './daily-series.ts';
import type { UnitChange } from './engine-input.ts';
import { emptySteps, type Steps, stepBefore } from './steps.ts';

/** The units of a holding as records have them at the end of some days; the last one is of now. */
export interface HeldUnits {
  portfolio: string;
  symbol: string;
  currency: string;
  /** Ascending. */
  days: DayNumber[];
  units: number[];
  /** Cost of one unit in that currency; null where unknown. */
  average: number | null;
}

/**
 * True where two numbers of units differ by rounding alone: splits leave more decimals than are kept, and brokers round units
 * of funds to three decimals. A few units of a dear share are never taken for that.
 */
export const isSameUnits = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(1e-6, Math.min(1e-3, Math.abs(one) * 1e-4));

/**
 * The units of a holding beyond those of its transactions as they are now: negative where the transactions have more. Units
 * of past days differ in the direction of today's difference or not at all, since transactions that were entered later
 * explain the rest.
 * @param inLedger units of the transactions at the end of a day.
 */
export function beyondLedger(held: HeldUnits, inLedger: (day: DayNumber) => number): HeldUnits {
  const units = held.days.map((day, at) => {
    const [recorded, explained] = [held.units[at] ?? 0, inLedger(day)];
    return isSameUnits(recorded, explained) ? 0 : recorded - explained;
  });
  const sign = Math.sign(units.at(-1) ?? 0);
  return { ...held, units: units.map((one) => (Math.sign(one) === sign ? one : 0)) };
}

/** No lot explains these units, so exchange rates made nothing of their cost. */
export const WITHOUT_LOTS: BaseCost = { cost: [], realised: [], realised_so_far: [] };

/**
 * Units beyond the ledger as a line beside those of the ledger. They come and go without money, at their worth on that day;
 * their cost by lots is unknown.
 */
export class RecordedLine {
  readonly portfolio: string;
  readonly symbol: string;
  readonly currency: string;
  readonly state = null;
  readonly steps: Steps = emptySteps();

  /** @param changes of the market: units that a record does not change with them leave on their day, at their worth. */
  constructor(
    { portfolio, symbol, currency, days, units, average }: HeldUnits,
    changes: readonly UnitChange[],
  ) {
    this.portfolio = portfolio;
    this.symbol = symbol;
    this.currency = currency;
    const recorded = new Map(days.map((day, at) => [day, units[at] ?? 0]));
    let before = 0;
    for (const day of [...new Set([...days, ...changes.map((one) => one.day)])].sort((a, b) => a - b)) {
      const held = recorded.get(day) ?? before;
      const kept = changes.reduce((sum, one) => (one.day === day ? sum * one.ratio : sum), before);
      if (held === before && kept === before) continue;
      const nothing = { put_in: 0, taken_out: 0, purchases: 0, sales: 0, income: 0, fees: 0 };
      const step = {
        ...nothing,
        day,
        units: held,
        cost: held === 0 ? 0 : Number.NaN,
        average: held === 0 ? 0 : held * (average ?? Number.NaN),
        realised: 0,
        cash: 0,
        units_in: held - kept,
      };
      for (const [name, figure] of Object.entries(step)) this.steps[name as keyof Steps].push(figure);
      before = held;
    }
  }

  stepBefore(day: DayNumber): number {
    return stepBefore(this.steps, day);
  }
}

/** The spans of days, ascending, on which any of these units are held. */
export function recordedSpans(
  lines: readonly Pick<RecordedLine, 'steps'>[],
  to: DayNumber,
): { from: DayNumber; to: DayNumber }[] {
  const held = lines
    .flatMap(({ steps }) =>
      steps.day.flatMap((day, at) =>
        steps.units[at] === 0 ? [] : [{ from: day, to: (steps.day[at + 1] ?? to + 1) - 1 }],
      ),
    )
    .sort((one, other) => one.from - other.from);
  const spans: { from: DayNumber; to: DayNumber }[] = [];
  for (const one of held) {
    const last = spans.at(-1);
    if (last !== undefined && one.from <= last.to + 1) last.to = Math.max(last.to, one.to);
    else spans.push({ ...one });
  }
  return spans;
}
