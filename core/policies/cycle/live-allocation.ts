import { type Amount, type Context, type Fixed, istDate, nearestFixed } from '../../platform/index.ts';
import type { Fallback, PricePanel } from '../../strategies/index.ts';
import { PolicyMarket } from '../../strategies/index.ts';
import type { PolicyToRun } from './cycle-store.ts';
import type { FinishedSession } from './finished-session.ts';
import { withSmallest } from './live-session.ts';
import { createPolicyPanels } from './policy-panel.ts';
import { type CycleParts, createPolicyWork } from './policy-work.ts';
import type { QuotedPrices } from './quoted-prices.ts';
import { type PolicySession, startSession, type StoredTargets } from './run-session.ts';
import type { StoredLedger } from './stored-ledger.ts';

/** Money that is to be put into the targets of the newest rebalance. */
interface MoneyForTargets {
  amount: Amount;
  targets: StoredTargets | null;
}

/** The purchases with it, or why there are none. */
export type TriedAllocation =
  | { finished: FinishedSession; fallback: null }
  | { finished: null; fallback: Fallback };

/**
 * Plans at once what contributed money of a policy that trades buys, between two sessions (spec: buy_only_current_targets).
 * The books are opened on the session of today, or on the newest one where today is none, as the next session would open
 * them, and thrown away afterwards. Nothing is written.
 */
export function createLiveAllocation(context: Context, parts: CycleParts) {
  const { clock } = context;
  const { calendar, loader } = parts;
  const { quotes } = createPolicyWork(context, parts);

  /** The session whose prices count at this moment; null while the books have not been through the one before it. */
  function dayFor({ day: last }: StoredLedger): string | null {
    const today = istDate(clock.now());
    if (last === null || last < calendar.previousSession('NSE', today)) return null;
    return last >= today ? last : calendar.sessionOnOrBefore('NSE', today);
  }

  async function tried(
    policy: PolicyToRun,
    stored: StoredLedger,
    day: string,
    { amount, targets }: MoneyForTargets,
    signal: AbortSignal,
  ): Promise<TriedAllocation> {
    const instead = (code: Fallback['code'], reason: string): TriedAllocation => ({
      finished: null,
      fallback: { code, reason },
    });
    const cash = stored.state.cash;
    // What was spent of it meanwhile, or moved into the liquid fund, buys nothing more.
    const money = amount < cash ? amount : cash;
    if (money <= 0n) return instead('NOTHING_TO_BUY', 'The policy has no cash left to buy with.');
    const held = stored.positions.map(({ instrument_id }) => instrument_id);
    const panel = await createPolicyPanels(loader)({
      config: policy.config,
      from: calendar.previousSession('NSE', day),
      to: day,
      held,
    });
    const wanted = placesOf(panel, [
      ...held,
      ...(targets?.shares ?? []).map(({ instrument_id }) => instrument_id),
    ]);
    const found = await pricesFor(policy, panel, wanted, day, signal);
    const session: PolicySession = {
      panel,
      config: policy.config,
      stored,
      day,
      isRebalance: false,
      isYearEnd: false,
      deposit: null,
      pendingAllocation: money,
      targets,
      lastPrices: found.prices,
    };
    const finished = startSession(withSmallest(session)).finish(new Map());
    const { allocation } = finished.session;
    if (allocation === null) throw new Error('money was to be put into the targets');
    if (allocation.fallback !== null) return { finished: null, fallback: allocation.fallback };
    // The targets are parts of what the policy is worth: nobody knows that without the price of everything it holds.
    const unpriced = placesOf(panel, held).filter((security) => found.unknown.has(security));
    if (unpriced.length > 0)
      return instead(
        'PRICE_UNAVAILABLE',
        `There is no price for ${unpriced.map((security) => panel.securities[security]?.symbol).join(', ')}.`,
      );
    const reference = (security: number) =>
      found.quoted.has(security) ? ('LTP' as const) : ('CLOSE' as const);
    // A dividend of this morning is in the books only once they go through it.
    return {
      finished: { ...finished, cashBefore: cash, sources: { ...finished.sources, reference } },
      fallback: null,
    };
  }

  /**
   * Prices in the place of closes that a session has not yet: a quote of the day, else the close before it, which no
   * corporate action of the morning has overtaken.
   */
  async function pricesFor(
    policy: PolicyToRun,
    panel: PricePanel,
    wanted: readonly number[],
    day: string,
    signal: AbortSignal,
  ): Promise<{ prices: QuotedPrices; quoted: QuotedPrices; unknown: ReadonlySet<number> }> {
    const at = panel.days.indexOf(day);
    const closeOn = (security: number, session: number) =>
      panel.closes[security * panel.days.length + session] ?? Number.NaN;
    const missing = wanted.filter((security) => Number.isNaN(closeOn(security, at)));
    const quoted = await quotes(policy, panel, missing, day, signal);
    const prices = new Map<number, Fixed>(quoted);
    const unknown = new Set<number>();
    const isRunning = day === istDate(clock.now());
    const overtaken = new Set(new PolicyMarket(panel).actionsOn(at).map(({ security }) => security));
    for (const security of missing) {
      if (prices.has(security)) continue;
      const close = closeOn(security, at - 1);
      const before =
        isRunning && !overtaken.has(security) && !Number.isNaN(close) ? nearestFixed(String(close)) : null;
      if (before === null) unknown.add(security);
      else prices.set(security, before);
    }
    return { prices, quoted, unknown };
  }

  return { dayFor, tried };
}

const placesOf = ({ securities }: PricePanel, instruments: readonly string[]): number[] => {
  const wanted = new Set(instruments);
  return securities.flatMap(({ instrument_id }, place) =>
    instrument_id !== null && wanted.has(instrument_id) ? [place] : [],
  );
};
