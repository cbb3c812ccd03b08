import { type Context, istDate, istInstant, DAY_MS } from '../../platform/index.ts';
import type {
  PartialSnapshot,
  PortfolioArea,
  PositionName,
  SnapshotFields,
  SnapshotView,
  TotalState,
} from '../../portfolio/index.ts';
import type { Cached } from '../cached.ts';
import type { Values } from '../../performance/engine/index.ts';
import { type BasedDaily, basedDaily } from '../measures/index.ts';
import { readCoveredDaily, type CoveredDaily } from './covered-daily.ts';
import type { PortfolioTotals } from '../../finance/returns/index.ts';

/** What a portfolio came to on a day, with its XIRR since inception. */
export interface ValuationOnDay extends PortfolioTotals {
  day: string;
  state: TotalState | null;
  /** Percentage points a year; a reason beside a rate tells which others would do as well. */
  xirr: number | null;
  /** Other rates that fit the same flows, the nearest to no return first. */
  xirr_alternatives: number[];
  /** Of the holdings for which a figure is known; null for a day in the past. */
  partial: PartialSnapshot | null;
}

/** What performance and risk are both worked out from. */
export interface ReturnFacts {
  /** @throws 404 PORTFOLIO_NOT_FOUND. */
  daily(userId: string, portfolio: string | null): Promise<BasedDaily>;
  /** The holdings known throughout, for figures that the whole does not give; null where there are none. */
  part(userId: string, daily: BasedDaily): Promise<CoveredDaily | null>;
  /** What everything but some positions comes to now. */
  standingsWithout(
    userId: string,
    portfolio: string,
    excluded: readonly PositionName[],
  ): Promise<ValuationOnDay>;
  /** As of now, or as the last snapshot of a past day has it. */
  standings(userId: string, portfolio: string, to: string | null): Promise<ValuationOnDay>;
}

const RECORDED = ['xirr', 'current_value', 'total_invested', 'total_profit', 'total_dividends'] as const;

/** A snapshot keeps figures and no reasons. */
function reasonsOf(snapshot: SnapshotView | undefined, reason: string): PortfolioTotals['reasons'] {
  return Object.fromEntries(
    RECORDED.filter((field) => (snapshot?.[field] ?? null) === null).map((field) => [field, reason]),
  );
}

/** A snapshot taken now as what a portfolio comes to. */
export function datedValuations(
  day: string,
  now: SnapshotFields,
  partial: PartialSnapshot | null,
): ValuationOnDay {
  const { state, xirr, xirr_alternatives, current_value, total_invested, total_profit, total_dividends } =
    now;
  const figures = { current_value, total_invested, total_profit, total_dividends };
  return { day, state, xirr, xirr_alternatives, ...figures, reasons: now.reasons, partial };
}

/** @param values the engine, where it is there: days before the first snapshot are filled in from it. */
export function createReturnFacts(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  parts: {
    portfolio: Pick<PortfolioArea, 'daily' | 'snapshots' | 'holdingsValuation'>;
    values: Pick<Values, 'read'> | null;
    cached: Cached;
  },
): ReturnFacts {
  const { portfolio, values, cached } = parts;

  /** Money moved before the first snapshot that holds anything: there are days to fill in. */
  function isOlderThan({ payments, recorded_from }: BasedDaily): boolean {
    return payments.first_day !== null && (recorded_from === null || payments.first_day < recorded_from);
  }

  const daily = cached('facts of returns', async (userId: string, query: { portfolio: string | null }) => {
    const recorded = await portfolio.daily.read(userId, query.portfolio);
    // Without a transaction there is nothing before the snapshots, and nothing to compare them with.
    if (values === null || recorded.payments.first_day === null) return basedDaily(recorded, null);
    // What is recorded must not be lost because the rest could not be worked out.
    const ledger = await values.read(userId, recorded.portfolio).catch((error: unknown) => {
      log.warn({ err: error }, 'values by the ledger could not be calculated');
      return null;
    });
    return basedDaily(recorded, ledger);
  });

  const part = cached('facts of the known part', async (userId: string, of: { portfolio: string }) => {
    if (values === null) return null;
    // The whole stays as it is known where its part could not be worked out.
    return await readCoveredDaily({ portfolio, values }, userId, of).catch((error: unknown) => {
      log.warn({ err: error }, 'the partial figures of a portfolio could not be calculated');
      return null;
    });
  });

  const current = cached('facts of standings', async (userId: string, query: { portfolio: string }) => {
    return await portfolio.snapshots.current(userId, query.portfolio);
  });

  return {
    daily: async (userId, name) => await daily.read(userId, { portfolio: name }),

    async part(userId, whole) {
      const isRecorded = whole.days.every(({ value }) => value !== null);
      // What was recorded all along and in whole needs nothing from the ledger.
      if (isRecorded && !isOlderThan(whole)) return null;
      return await part.read(userId, { portfolio: whole.portfolio });
    },

    async standingsWithout(userId, name, excluded) {
      const fields = await portfolio.snapshots.currentWithout(userId, name, excluded);
      return datedValuations(istDate(clock.now()), fields, null);
    },

    async standings(userId, name, to) {
      const today = istDate(clock.now());
      if (to === null || to >= today) {
        const now = await current.read(userId, { portfolio: name });
        return datedValuations(today, now, now.partial);
      }
      const end = new Date(istInstant(to, '00:00').getTime() + DAY_MS - 1).toISOString();
      const { items } = await portfolio.snapshots.list(userId, { portfolio: name, to: end, limit: 1 });
      const [last] = items;
      const reason =
        last === undefined
          ? `No snapshot is recorded up to ${to}.`
          : 'It was unknown when the snapshot of that day was taken.';
      return {
        day: last === undefined ? to : istDate(new Date(last.recorded_at)),
        state: (last?.state as TotalState | undefined) ?? null,
        xirr: last?.xirr ?? null,
        // A snapshot keeps the one that was shown.
        xirr_alternatives: [],
        current_value: last?.current_value ?? null,
        total_invested: last?.total_invested ?? null,
        total_profit: last?.total_profit ?? null,
        total_dividends: last?.total_dividends ?? null,
        reasons: reasonsOf(last, reason),
        partial: null,
      };
    },
  };
}
