import { type Fixed, fixedToNumber } from '../../platform/fixed-point.ts';
import { FIRST_NAV } from './policy-ledger.ts';
import type { Session } from './session.ts';

/** Every index begins here. */
export const FIRST_INDEX = 10;

interface Navs {
  navGross: Fixed;
  navNetOfCosts: Fixed;
  navNetOfTax: Fixed;
}

/** Indices of a ledger after a session: what ten rupees became, whatever came in or went out. */
export interface Performance {
  gross: number;
  netOfCosts: number;
  netOfTax: number;
  /** The highest index net of tax so far. */
  peak: number;
  /** Percentage points below it, 0 or more. */
  drawdownPct: number;
  navs: Navs;
}

export const FIRST_PERFORMANCE: Performance = {
  gross: FIRST_INDEX,
  netOfCosts: FIRST_INDEX,
  netOfTax: FIRST_INDEX,
  peak: FIRST_INDEX,
  drawdownPct: 0,
  navs: { navGross: FIRST_NAV, navNetOfCosts: FIRST_NAV, navNetOfTax: FIRST_NAV },
};

/**
 * The indices after a session, compounded by its NAVs over those of the session before. Where money came in, the day is taken
 * in two steps, up to it and from it on, so that a contribution moves no index and resets no drawdown (spec: policy_equity).
 */
export function nextPerformance(
  before: Performance,
  { flow, valuation }: Pick<Session, 'flow' | 'valuation'>,
): Performance {
  let from = before;
  if (flow !== null && flow.before.assets > 0n) from = grown(before, flow.before, flow.after);
  return grown(from, valuation, valuation);
}

/** @param now the NAVs that the indices grow to. @param next those that the next step begins with. */
function grown(before: Performance, now: Navs, next: Navs): Performance {
  const by = (index: number, nav: Fixed, then: Fixed): number =>
    nav === then ? index : index * (fixedToNumber(nav) / fixedToNumber(then));
  const netOfTax = by(before.netOfTax, now.navNetOfTax, before.navs.navNetOfTax);
  const peak = Math.max(before.peak, netOfTax);
  const { navGross, navNetOfCosts, navNetOfTax } = next;
  return {
    gross: by(before.gross, now.navGross, before.navs.navGross),
    netOfCosts: by(before.netOfCosts, now.navNetOfCosts, before.navs.navNetOfCosts),
    netOfTax,
    peak,
    drawdownPct: (1 - netOfTax / peak) * 100,
    navs: { navGross, navNetOfCosts, navNetOfTax },
  };
}
