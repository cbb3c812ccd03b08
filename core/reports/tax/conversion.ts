import { Decimal } from '../../platform/index.ts';
import type { PortfolioArea } from '../../portfolio/index.ts';

/** Rates by day, as the portfolio area converts with them. */
export type DayFx = Awaited<ReturnType<PortfolioArea['rates']>>;

/** An amount in another currency; null without a rate. */
interface Converted {
  amount: Decimal | null;
  estimated: boolean;
}

/** An amount of a day at the rate of that day. */
export function convertOn(fx: DayFx, amount: Decimal, from: string, to: string, day: string): Converted {
  if (from === to) return { amount, estimated: false };
  const found = fx(from, to, day);
  return found === null
    ? { amount: null, estimated: false }
    : { amount: amount.times(found.rate), estimated: found.estimated };
}

/** The difference of two amounts; null where one is unknown. */
export function minus(one: Decimal | null, other: Decimal | null): Decimal | null {
  return one === null || other === null ? null : one.minus(other);
}

/** As the number of an answer; never a negative zero. */
export function numberOf(amount: Decimal): number {
  return amount.toNumber() + 0;
}

export function numberOrNull(amount: Decimal | null): number | null {
  return amount === null ? null : numberOf(amount);
}

/** A sum that is unknown as soon as one of its parts is. */
export class NullableSum {
  #sum = new Decimal(0);
  /** Parts without a figure. */
  missing = 0;

  add(amount: Decimal | null): void {
    if (amount === null) this.missing += 1;
    else this.#sum = this.#sum.plus(amount);
  }

  /** Of the parts that have a figure. */
  get known(): Decimal {
    return this.#sum;
  }

  get value(): Decimal | null {
    return this.missing > 0 ? null : this.#sum;
  }
}
