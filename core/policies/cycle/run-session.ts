import { type Amount, type Fixed, fixedToNumber } from '../../platform/index.ts';
import {
  type BegunSession,
  beginSession,
  endSession,
  nextPerformance,
  type Performance,
  planAt,
  type PlannedOrder,
  PolicyLedger,
  PolicyMarket,
  type PricePanel,
  type SessionTask,
  type StrategyConfig,
  type Targets,
  taxFacts,
} from '../../strategies/index.ts';
import type { QuotedPrices } from './quoted-prices.ts';
import type { DueContribution, FinishedSession, ValuedPosition } from './finished-session.ts';
import { stateOn, type StoredLedger } from './stored-ledger.ts';

/** The level at which every index begins. */
const FIRST_INDEX = 10;

/** One session of a policy that is to be gone through. */
export interface PolicySession {
  panel: PricePanel;
  config: StrategyConfig;
  stored: StoredLedger;
  day: string;
  isRebalance: boolean;
  isYearEnd: boolean;
  /** Rupees that come in first. */
  deposit: Amount | null;
  /** Money of its schedule, which comes in after that. */
  contributions?: readonly DueContribution[];
  /** Money that came in before and is still to be put into the current targets. */
  pendingAllocation?: Amount;
  /** Instruments that the newest rebalance ranked within top_n, by rank; null where there was none. */
  targets?: StoredTargets | null;
  /** Quotes in the place of closes that are missing today. */
  lastPrices?: QuotedPrices;
}

/** What a rebalance ranked highest, by instrument. */
export interface StoredTargets extends Omit<Targets, 'shares'> {
  shares: readonly { instrument_id: string; rank: number }[];
}

/** A session on its way: planned, and waiting for the prices of its fills. */
interface StartedSession {
  /** Shares of which something is to be traded, by index. */
  traded: number[];
  finish(fills: QuotedPrices): FinishedSession;
}

/** Begins a session: everything up to its plan. Pure; nothing is written. */
export function startSession(of: PolicySession): StartedSession {
  const { panel, at, ledger, market, lastPrices, places } = opened(of);
  const { contributions = [], targets = null, pendingAllocation = 0n } = of;
  const task: SessionTask = {
    at,
    isRebalance: of.isRebalance,
    isYearEnd: of.isYearEnd,
    ...(of.deposit === null ? {} : { deposit: of.deposit }),
    contributions,
    pendingAllocation,
    targets: targets === null ? null : targetsOn(targets, places),
    isOpened: of.stored.openedOn === of.day,
  };
  const begun = beginSession(market, ledger, of.config, task);
  return waiting(of, { panel, at, ledger, market, lastPrices, places }, task, begun, true);
}

/**
 * A rebalance at the closes of a session that the books went through already: what a person asks for between two of the
 * policy's own days.
 */
export function startRebalance(of: PolicySession): StartedSession {
  const found = opened(of);
  const { market, ledger, at } = found;
  const begun = { flow: null, events: [], plan: planAt(market, ledger, of.config, at), allocation: null };
  // The tax of a year that ends on this session was paid when it was gone through.
  // Money comes in with a session that is gone through, not between two of them.
  return waiting(
    { ...of, contributions: [] },
    found,
    { at, isRebalance: true, isYearEnd: false },
    begun,
    false,
  );
}

/** The books of a session as they are worked on. */
interface Opened {
  panel: PricePanel;
  at: number;
  market: PolicyMarket;
  ledger: PolicyLedger;
  lastPrices: QuotedPrices;
  /** Index of each instrument. */
  places: ReadonlyMap<string, number>;
}

/** Targets on a panel; an instrument that it lacks has left the universe. */
function targetsOn({ shares, ...of }: StoredTargets, places: ReadonlyMap<string, number>): Targets {
  return {
    ...of,
    shares: shares.flatMap(({ instrument_id, rank }) => {
      const security = places.get(instrument_id);
      return security === undefined ? [] : [{ security, rank }];
    }),
  };
}

/** Opens the stored books on the panel of a session; nothing of the session happens yet. */
export function opened({
  panel: read,
  stored,
  day,
  lastPrices = new Map(),
}: Pick<PolicySession, 'panel' | 'stored' | 'day' | 'lastPrices'>): Opened {
  const at = read.days.indexOf(day);
  if (at < 0) throw new Error(`the panel lacks the session of ${day}`);
  const panel = withQuotes(read, at, lastPrices);
  const places = new Map(
    panel.securities.flatMap(({ instrument_id }, nr) =>
      instrument_id === null ? [] : [[instrument_id, nr]],
    ),
  );
  const market = new PolicyMarket(panel);
  const ledger = new PolicyLedger(
    taxFacts(market, () => at),
    stateOn(stored, places),
  );
  return { panel, at, market, ledger, lastPrices, places };
}

function waiting(
  { stored, day, config, contributions = [] }: PolicySession,
  { panel, at, market, ledger, lastPrices }: Opened,
  task: SessionTask,
  begun: BegunSession,
  isWholeDay: boolean,
): StartedSession {
  const cashBefore = ledger.cash;
  const taxPaidBefore = ledger.tax.paid;
  const orders = begun.plan?.orders ?? begun.allocation?.orders ?? [];
  const planned = orders.filter(({ quantity }) => quantity > 0n);
  // As they were when money came in: the orders change them.
  const pricedAs = [...ledger.positions.values()].map(
    ({ security, quantity, price, pricedOn, missed }): ValuedPosition => ({
      security,
      quantity,
      price,
      pricedOn,
      missed,
    }),
  );
  const liquid = begun.plan?.liquid ?? null;
  // How much of the fund is moved follows from the other fills.
  const fund = liquid === null || liquid.price === null ? [] : [liquid.security];
  return {
    traded: [...planned.map(({ security }) => security), ...fund],
    finish(fills) {
      const priceOf = (order: PlannedOrder): Fixed | null => fills.get(order.security) ?? order.price;
      const session = endSession(market, ledger, task, begun, priceOf);
      const performance: Performance = nextPerformance(stored.performance, session);
      const level = panel.benchmark?.closes[at] ?? Number.NaN;
      const base = stored.benchmarkBase ?? (Number.isNaN(level) ? null : level);
      return {
        day,
        session,
        performance,
        benchmarkBase: base,
        benchmark: base === null || Number.isNaN(level) ? null : (level / base) * FIRST_INDEX,
        market,
        ledger,
        config,
        isWholeDay,
        cashBefore,
        taxPaidBefore,
        pricedAs,
        contributions,
        sources: {
          reference: (security) => (lastPrices.has(security) ? 'LTP' : 'CLOSE'),
          fill: (security) => (fills.has(security) ? 'QUOTE' : 'REFERENCE'),
        },
      };
    },
  };
}

/** The panel with quotes where the day's close is missing. */
function withQuotes(panel: PricePanel, at: number, quotes: QuotedPrices): PricePanel {
  if (quotes.size === 0) return panel;
  const closes = panel.closes.slice();
  for (const [security, price] of quotes) {
    const place = security * panel.days.length + at;
    if (Number.isNaN(closes[place] ?? Number.NaN)) closes[place] = fixedToNumber(price);
  }
  return { ...panel, closes };
}
