import { type Amount, divideRounded, type Fixed } from '../../platform/fixed-point.ts';
import type { PolicyLedger } from './policy-ledger.ts';

/** What a ledger is worth at the close of a session. Amounts are rupees, NAVs rupees a unit. */
export interface Valuation {
  day: string;
  cash: Amount;
  positions: Amount;
  /** The part of it that is told by a close of an earlier day. */
  stale: Amount;
  assets: Amount;
  navGross: Fixed;
  navNetOfCosts: Fixed;
  navNetOfTax: Fixed;
  costs: Amount;
  taxAccrued: Amount;
  taxPaid: Amount;
}

/** NAVs by Policy rules 11: gross adds the costs back, net of tax takes off what is accrued and not paid. */
export function valuationOf(ledger: PolicyLedger, day: string): Valuation {
  const { cash, costs, tax, units } = ledger;
  const positions = ledger.positionsValue();
  let stale = 0n;
  for (const position of ledger.positions.values())
    if (position.missed > 0) stale += position.quantity * position.price;
  const assets = cash + positions;
  const navNetOfCosts = navOf(assets, units);
  const due = tax.outstanding;
  return {
    day,
    cash,
    positions,
    stale,
    assets,
    navGross: costs === 0n ? navNetOfCosts : navOf(assets + costs, units),
    navNetOfCosts,
    navNetOfTax: due === 0n ? navNetOfCosts : navOf(assets - due, units),
    costs,
    taxAccrued: tax.accrued,
    taxPaid: tax.paid,
  };
}

function navOf(amount: Amount, units: Fixed): Fixed {
  return units === 0n ? 0n : divideRounded(amount, units);
}
