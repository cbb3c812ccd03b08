import { type ChargedKind, chargesOf, mostAffordable } from '../../finance/charges/index.ts';
import { type Amount, type Fixed, FIXED_ONE, nearestFixed } from '../../platform/fixed-point.ts';
import type { StrategyConfig } from '../config.ts';
import { liquidSweepOf } from '../liquid-sweep-of.ts';
import type { LedgerEvent } from './corporate-actions.ts';
import type { PolicyMarket } from './market.ts';
import type { PolicyLedger } from './policy-ledger.ts';
import type { TaxableGain } from './tax-account.ts';

/*
 * The liquid sweep (spec: Policy rules 4), for policies that turn it on: cash that waits stands in a liquid fund.
 *
 * The fund is money, not a position of the strategy. It belongs to no universe, so it is never ranked; the planner neither
 * sells it nor counts it for places, caps, the turnover budget or hysteresis, and what is moved into it or out of it is no
 * turnover. It is part of the value and of the NAV, has tax lots and charges like any fund, and what all of it would bring is
 * money that purchases are planned with.
 *
 * A cycle trades in this order: sales, a redemption, purchases, a sweep.
 *  - Redemption: what the purchases at their fills, with charges, and the tax that is owed need beyond the cash. The fewest
 *    whole units whose proceeds, after their own charges and tax, cover it; never more than are held. Since every cycle leaves
 *    the tax owed in cash, the end of a financial year, which may have no cycle, finds it there.
 *  - Sweep: where the cash that is not owed as tax comes to the minimum, whole units for what is above half of it, charges
 *    included. A cycle in which nothing else is traded sweeps as well, one that redeemed does not.
 * Without a price of the fund nothing is moved, purchases are planned with the cash alone, and an event says so.
 */

/** The fund on a session. Amounts are rupees. */
export interface LiquidFund {
  /** Its index in the panel. */
  security: number;
  kind: ChargedKind;
  /** Below this no cash is swept; half of it stays cash. */
  min: Amount;
  /** The reference price; null where there is none today, so that nothing is moved. */
  price: Fixed | null;
}

/** The fund of a policy that sweeps; null for all others. @param price the reference price of a share. */
export function liquidFundOf(
  market: PolicyMarket,
  config: StrategyConfig,
  price: (security: number) => Fixed | null,
): LiquidFund | null {
  const sweep = liquidSweepOf(config);
  const security = market.panel.liquid?.security;
  if (sweep === null || security === undefined) return null;
  const min = (nearestFixed(String(sweep.min)) ?? 0n) * FIXED_ONE;
  return { security, kind: market.chargedKinds[security] ?? 'OTHER_ETF', min, price: price(security) };
}

/** What tells that nothing can be moved today; none where the fund has a price. */
export function withoutFund(market: PolicyMarket, { security, price }: LiquidFund): LedgerEvent[] {
  if (price !== null) return [];
  const symbol = market.symbol(security);
  const isKnown = market.panel.securities[security]?.instrument_id !== null;
  const why = isKnown ? `${symbol} has no price today` : `${symbol} is not a fund or share that Munim knows`;
  const message = `${why}, so no cash is moved into it or out of it.`;
  return [{ security, kind: 'SWEEP_SKIPPED', message, amount: null }];
}

/** A fund that can be sold of on a day, after other sales of which the ledger does not know yet. */
interface Seller {
  ledger: PolicyLedger;
  fund: Pick<LiquidFund, 'security' | 'kind'>;
  price: Fixed;
  day: string;
  earlier?: readonly TaxableGain[];
}

/** What so many units would bring after their charges and the tax that they add; below 0 where those take more. */
function broughtBy({ ledger, fund, price, day, earlier = [] }: Seller, quantity: Fixed): Amount {
  if (quantity === 0n) return 0n;
  const { security, kind } = fund;
  const charges = chargesOf({ side: 'SELL', kind, day, value: quantity * price });
  const { taxable } = ledger.outcomeOf({ security, quantity, price, charges }, day);
  const tax = ledger.tax.outstandingAfter([...earlier, ...taxable]) - ledger.tax.outstandingAfter(earlier);
  return quantity * price - charges.total - tax;
}

const wholeUnits = ({ ledger, fund }: Seller): bigint =>
  (ledger.positions.get(fund.security)?.quantity ?? 0n) / FIXED_ONE;

/** What all of the fund would bring: money that can be spent. */
export function redeemable(seller: Seller): Amount {
  const brought = broughtBy(seller, wholeUnits(seller) * FIXED_ONE);
  return brought > 0n ? brought : 0n;
}

/**
 * The fewest whole units that bring a shortfall; all that are held where those do not. 0 where there is no shortfall, or
 * charges would take whatever they bring.
 */
export function redemption(seller: Seller, shortfall: Amount): Fixed {
  if (shortfall <= 0n || redeemable(seller) === 0n) return 0n;
  let [tooFew, enough] = [0n, wholeUnits(seller)];
  while (enough - tooFew > 1n) {
    const middle = (tooFew + enough) / 2n;
    if (broughtBy(seller, middle * FIXED_ONE) >= shortfall) enough = middle;
    else tooFew = middle;
  }
  return enough * FIXED_ONE;
}

/** Whole units that are bought of the fund with cash that nobody needs; 0 where too little is left of it. */
export function sweep(
  { kind, min }: Pick<LiquidFund, 'kind' | 'min'>,
  { free, price, day }: { free: Amount; price: Fixed; day: string },
): Fixed {
  return free < min || free <= 0n ? 0n : mostAffordable({ cash: free - min / 2n, price, kind, day });
}
