import type { Series, Side } from './xirr-series.ts';

const DAYS_A_YEAR = 365;

/**
 * The series discounted at one growth rate `u` = ln(1 + rate). `received` and `paid` are logarithms of the two present
 * values, so their difference `gap` is 0 exactly where the net present value is 0 and never overflows. The two times are
 * the mean years, each weighted by present value: they are the slopes of the logarithms with the sign turned.
 */
export interface Point {
  u: number;
  gap: number;
  received: number;
  paid: number;
  receivedTime: number;
  paidTime: number;
}

/** Slope of `gap` at a point. */
export const slopeAt = (point: Point): number => point.paidTime - point.receivedTime;

/** Discounting of one series at any rate, by tables of powers: a day costs two look-ups and no exponential. */
export class Curve {
  readonly #series: Series;
  readonly #bits: number;
  readonly #near: Float64Array;
  readonly #far: Float64Array;

  /** `series` needs at least one day of each sign. */
  constructor(series: Series) {
    this.#series = series;
    this.#bits = Math.ceil(Math.log2(Math.sqrt(series.span + 1)));
    this.#near = new Float64Array(1 << this.#bits);
    this.#far = new Float64Array((series.span >> this.#bits) + 1);
  }

  at(u: number): Point {
    this.#tabulate(u);
    const { received, paid } = this.#series;
    const inflow = this.#presentValue(received, u);
    const outflow = this.#presentValue(paid, u);
    return {
      u,
      gap: Math.log(inflow.sum / outflow.sum) - u * (inflow.anchor - outflow.anchor),
      received: Math.log(inflow.sum) - u * inflow.anchor,
      paid: Math.log(outflow.sum) - u * outflow.anchor,
      receivedTime: inflow.time,
      paidTime: outflow.time,
    };
  }

  /**
   * Whether the balance of the investment, compounded at the rate `root`, never changes its sign. Then `root` is the only
   * one: with B(k) the discounted sum up to day k, and B at the last day 0, the present value at root + v is
   * Σ B(k) · (exp(-v t(k)) - exp(-v t(k+1))), and every bracket has the sign of v. Sums are taken from the nearer end,
   * and one smaller than its rounding counts as 0. `false` says nothing: several roots are possible, or one.
   */
  neverTurns(root: number): boolean {
    const { span, received, paid } = this.#series;
    // Beyond this a weight may vanish and with it the sign of a balance.
    if ((Math.abs(root) * span) / DAYS_A_YEAR > 600) return false;
    this.#tabulate(root);
    const net = new Float64Array(span + 1);
    const total = this.#enter(received, root, net, 1) + this.#enter(paid, root, net, -1);
    const front = balanceFrom(net, 0, 1, total / 2);
    const back = balanceFrom(net, span, -1, total / 2);
    // What comes after a day is what came before it with the sign turned.
    return front.sign * back.sign <= 0 && !front.turned && !back.turned;
  }

  /** Adds a side to the days of `net`, discounted at `u`, and returns the sum of its amounts. */
  #enter({ days, amounts }: Side, u: number, net: Float64Array, sign: 1 | -1): number {
    let sum = 0;
    for (let index = 0; index < days.length; index++) {
      const day = days[index] ?? 0;
      const distance = u < 0 ? this.#series.span - day : day;
      const near = this.#near[distance & (this.#near.length - 1)] ?? 0;
      const weight = (amounts[index] ?? 0) * near * (this.#far[distance >> this.#bits] ?? 0);
      net[day] = sign * weight;
      sum += weight;
    }
    return sum;
  }

  #tabulate(u: number): void {
    const rate = -Math.abs(u) / DAYS_A_YEAR;
    const block = 1 << this.#bits;
    for (let index = 0; index < this.#near.length; index++) this.#near[index] = Math.exp(rate * index);
    for (let index = 0; index < this.#far.length; index++) this.#far[index] = Math.exp(rate * index * block);
  }

  /**
   * Present value of one side, measured at its own first day, or at its last below zero: no weight is above 1 and one is
   * exactly 1, so the sum is neither infinite nor 0. `anchor` is that day and `time` the mean time, both in years.
   */
  #presentValue({ days, amounts }: Side, u: number): { sum: number; anchor: number; time: number } {
    const near = this.#near;
    const far = this.#far;
    const bits = this.#bits;
    const mask = near.length - 1;
    const direction = u < 0 ? -1 : 1;
    const anchor = days[u < 0 ? days.length - 1 : 0] ?? 0;
    let sum = 0;
    let moment = 0;
    for (let index = 0; index < days.length; index++) {
      const distance = ((days[index] ?? 0) - anchor) * direction;
      const weight = (amounts[index] ?? 0) * (near[distance & mask] ?? 0) * (far[distance >> bits] ?? 0);
      sum += weight;
      moment += weight * distance;
    }
    return {
      sum,
      anchor: anchor / DAYS_A_YEAR,
      time: (anchor + (direction * moment) / sum) / DAYS_A_YEAR,
    };
  }
}

/** Largest rounding error of a sum of doubles, as a fraction of the amounts in it, with a margin. */
const ROUNDING = 1e-13;

/** Sign of the running sum from one end until half of the money has gone by, and whether it ever turned. */
function balanceFrom(
  net: Float64Array,
  start: number,
  step: 1 | -1,
  half: number,
): { sign: number; turned: boolean } {
  let balance = 0;
  let gross = 0;
  let sign = 0;
  for (let day = start; gross < half && day >= 0 && day < net.length; day += step) {
    const amount = net[day] ?? 0;
    balance += amount;
    gross += Math.abs(amount);
    if (Math.abs(balance) <= gross * ROUNDING) continue;
    const now = balance > 0 ? 1 : -1;
    if (now === -sign) return { sign, turned: true };
    sign = now;
  }
  return { sign, turned: false };
}
