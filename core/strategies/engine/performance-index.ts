import { type Fixed, fixedToNumber } from '../../platform/fixed-point.ts';
import type { Flow } from './contributions.ts';
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

type Moment = Pick<Flow, 'before' | 'after'>;

/**
 * The indices after a session, compounded by its NAVs over those of the session before. Where money came in, the day is taken
 * in two steps, up to it and from it on, so that a contribution moves no index and resets no drawdown (spec: policy_equity).
 */
export function nextPerformance(
  before: Performance,
  { flow, valuation }: { flow: Moment | null; valuation: Session['valuation'] },
): Performance {
  const start = flow === null ? before : throughFlow(before, flow);
  const { gross, netOfCosts, netOfTax } = grown(start, valuation, start.navs);
  // Of the session's end alone: no day ended at the level before its trades.
  const peak = Math.max(before.peak, netOfTax);
  return {
    gross,
    netOfCosts,
    netOfTax,
    peak,
    drawdownPct: (1 - netOfTax / peak) * 100,
    navs: navsOf(valuation),
  };
}

/**
 * The indices at the moment in which money came in: grown up to it, and from the NAVs after it on. Peak and drawdown are those
 * of the session before. The capital that a policy begins with moves nothing.
 */
export function throughFlow(before: Performance, { before: until, after }: Moment): Performance {
  if (until.assets <= 0n) return before;
  return { ...before, ...grown(before, until, before.navs), navs: navsOf(after) };
}

const navsOf = ({ navGross, navNetOfCosts, navNetOfTax }: Navs): Navs => ({
  navGross,
  navNetOfCosts,
  navNetOfTax,
});

type Levels = Pick<Performance, 'gross' | 'netOfCosts' | 'netOfTax'>;

/** Levels that grow as some NAVs did. */
function grown({ gross, netOfCosts, netOfTax }: Levels, now: Navs, then: Navs): Levels {
  return {
    gross: leveled(gross, now.navGross, then.navGross),
    netOfCosts: leveled(netOfCosts, now.navNetOfCosts, then.navNetOfCosts),
    netOfTax: leveled(netOfTax, now.navNetOfTax, then.navNetOfTax),
  };
}

function leveled(index: number, now: Fixed, then: Fixed): number {
  return now === then ? index : index * (fixedToNumber(now) / fixedToNumber(then));
}
