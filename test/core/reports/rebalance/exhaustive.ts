import { Decimal } from '../../../../core/platform/index.ts';
import type { Held } from '../../../../core/reports/held.ts';
import { bucketsOf } from '../../../../core/reports/rebalance/buckets.ts';
import { type Plan, planTrades } from '../../../../core/reports/rebalance/trades.ts';

/** The plan for these holdings, whose values make the whole portfolio. */
export function planFor(targets: Readonly<Record<string, number>>, holdings: readonly Held[]): Plan {
  const { buckets } = bucketsOf(targets, holdings);
  const total = holdings.reduce((sum, { value }) => sum.plus(value ?? 0), new Decimal(0));
  return planTrades({ buckets, total });
}

/** Trades as `SELL 2 TCS`. */
export const told = ({ trades }: Plan): string[] =>
  trades.map(({ side, quantity, held }) => `${side} ${quantity.toString()} ${held.symbol}`);

/** How far a portfolio is from its targets: all drifts together, and the largest. */
export interface Distance {
  sum: number;
  largest: number;
}

/**
 * A portfolio of whole units and one pot of money, worked out anew for every set of quantities. Its buckets are those
 * of the targets by asset class, and money, with its target or none.
 */
export class SmallPortfolio {
  readonly total: number;
  private readonly traded: Held[];

  constructor(
    private readonly targets: Readonly<Record<string, number>>,
    holdings: readonly Held[],
  ) {
    this.total = holdings.reduce((sum, { value }) => sum + (value ?? 0), 0);
    this.traded = holdings.filter(({ asset_class }) => asset_class !== 'Cash');
  }

  /** With these quantities; the money is what the rest of the portfolio leaves. */
  distance(quantities: readonly number[]): Distance & { money: number } {
    const classes = [...new Set([...Object.keys(this.targets), 'Cash'])];
    const worth = (of: (held: Held) => boolean) =>
      this.traded.reduce(
        (sum, held, at) => sum + (of(held) ? (quantities[at] ?? 0) * (held.price ?? 0) : 0),
        0,
      );
    const money = this.total - worth(() => true);
    const drifts = classes.map((name) => {
      const value = name === 'Cash' ? money : worth(({ asset_class }) => asset_class === name);
      return Math.abs(value - (this.total * (this.targets[name] ?? 0)) / 100);
    });
    return { sum: drifts.reduce((all, one) => all + one, 0), largest: Math.max(...drifts), money };
  }

  now(): Distance {
    return this.distance(this.traded.map(({ quantity }) => quantity));
  }

  after(plan: Plan): Distance & { money: number } {
    return this.distance(
      this.traded.map(({ id, quantity }) =>
        plan.trades
          .filter(({ held }) => held.id === id)
          .reduce((sum, one) => sum + (one.side === 'BUY' ? 1 : -1) * one.quantity.toNumber(), quantity),
      ),
    );
  }

  /** Every set of quantities that the whole portfolio pays for; what no target names stays as it is. */
  *all(at = 0, chosen: number[] = [], left = this.total): Generator<Distance> {
    if (left < -1e-9) return;
    const held = this.traded[at];
    if (held === undefined) {
      yield this.distance(chosen);
      return;
    }
    const price = held.price ?? 0;
    const isNamed = this.targets[held.asset_class] !== undefined;
    const most = Math.floor(left / price + 1e-9);
    for (let quantity = isNamed ? 0 : held.quantity; quantity <= (isNamed ? most : held.quantity); quantity++)
      yield* this.all(at + 1, [...chosen, quantity], left - quantity * price);
  }

  /** The dearest among the cheapest holdings of the buckets: how finely the coarsest can be fitted. */
  unit(): number {
    const cheapest = new Map<string, number>();
    for (const { asset_class, price } of this.traded)
      if (this.targets[asset_class] !== undefined)
        cheapest.set(asset_class, Math.min(price ?? 0, cheapest.get(asset_class) ?? Infinity));
    return Math.max(0, ...cheapest.values());
  }
}
