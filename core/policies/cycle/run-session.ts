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
  taxFacts,
} from '../../strategies/index.ts';
import type { QuotedPrices } from './quoted-prices.ts';
import type { FinishedSession } from './finished-session.ts';
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
  /** Quotes in the place of closes that are missing today. */
  lastPrices?: QuotedPrices;
}

/** A session on its way: planned, and waiting for the prices of its fills. */
export interface StartedSession {
  /** Shares of which something is to be traded, by index. */
  traded: number[];
  finish(fills: QuotedPrices): FinishedSession;
}

/** Begins a session: everything up to its plan. Pure; nothing is written. */
export function startSession(of: PolicySession): StartedSession {
  const { panel, at, ledger, market, lastPrices } = opened(of);
  const task: SessionTask = {
    at,
    isRebalance: of.isRebalance,
    isYearEnd: of.isYearEnd,
    ...(of.deposit === null ? {} : { deposit: of.deposit }),
    isOpened: of.stored.openedOn === of.day,
  };
  const begun = beginSession(market, ledger, of.config, task);
  return waiting(of, { panel, at, ledger, market, lastPrices }, task, begun, true);
}

/**
 * A rebalance at the closes of a session that the books went through already: what a person asks for between two of the
 * policy's own days.
 */
export function startRebalance(of: PolicySession): StartedSession {
  const found = opened(of);
  const { market, ledger, at } = found;
  const begun = { flow: null, events: [], plan: planAt(market, ledger, of.config, at) };
  // The tax of a year that ends on this session was paid when it was gone through.
  return waiting(of, found, { at, isRebalance: true, isYearEnd: false }, begun, false);
}

/** The books of a session as they are worked on. */
export interface Opened {
  panel: PricePanel;
  at: number;
  market: PolicyMarket;
  ledger: PolicyLedger;
  lastPrices: QuotedPrices;
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
  return { panel, at, market, ledger, lastPrices };
}

function waiting(
  { stored, day, config }: PolicySession,
  { panel, at, market, ledger, lastPrices }: Opened,
  task: SessionTask,
  begun: BegunSession,
  isWholeDay: boolean,
): StartedSession {
  const cashBefore = ledger.cash;
  const taxPaidBefore = ledger.tax.paid;
  const planned = begun.plan?.orders.filter(({ quantity }) => quantity > 0n) ?? [];
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
