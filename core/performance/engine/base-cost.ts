import type { DayNumber } from './daily-series.ts';
import type { PositionLine } from './position-line.ts';

/** What exchange rates did to the cost of a position in another currency; one entry for each of its steps. */
export interface BaseCost {
  /** Cost of the open lots at the end of the step, each at the rate of the day on which it was bought. */
  cost: number[];
  /** Of the step: realised by the change of rates between purchase and sale. */
  realised: number[];
  /** The sum of `realised` up to and with the step. */
  realised_so_far: number[];
}

/**
 * Splits the gain on a part of a lot in two: what it had cost, times the change of the rate since then, was made by the
 * rate; the gain in the position's own currency, at the rate of the end, was made by the price.
 * @param rate of every day, index 0 being `origin`.
 */
export function baseCost(line: PositionLine, rate: Float64Array, origin: DayNumber): BaseCost {
  const { steps, moves } = line;
  const result: BaseCost = { cost: [], realised: [], realised_so_far: [] };
  const cost = createSum();
  const soFar = createSum();
  let move = 0;
  for (let step = 0; step < steps.day.length; step += 1) {
    const rateNow = rate[(steps.day[step] ?? 0) - origin] ?? Number.NaN;
    let realised = 0;
    for (; moves.step[move] === step; move += 1) {
      const rateThen = rate[(moves.lotDay[move] ?? 0) - origin] ?? Number.NaN;
      const moved = moves.cost[move] ?? 0;
      cost.add(moved * rateThen);
      realised += moved * (rateThen - rateNow);
    }
    // Nothing is left but the rounding of doubles.
    if (steps.cost[step] === 0) cost.clear();
    soFar.add(realised);
    result.cost.push(cost.value());
    result.realised.push(realised);
    result.realised_so_far.push(soFar.value());
  }
  return result;
}

/** A running sum that keeps what each addition loses (Neumaier). */
export function createSum() {
  let sum = 0;
  let lost = 0;
  return {
    add(value: number): void {
      const next = sum + value;
      lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
      sum = next;
    },
    value: () => sum + lost,
    clear(): void {
      sum = 0;
      lost = 0;
    },
  };
}
