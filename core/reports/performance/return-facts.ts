import type { Context } from '../../context.ts';
import { istDate, istInstant } from '../../platform/index.ts';
import type { DailyValues, PortfolioArea, SnapshotView, TotalState } from '../../portfolio/index.ts';
import type { Cached } from '../cached.ts';
import type { Values } from '../engine/index.ts';
import { type BasedDaily, basedDaily, type Standings } from '../measures/index.ts';

/** What a portfolio came to on a day, with its XIRR since inception. */
export interface DatedStandings extends Standings {
  day: string;
  state: TotalState | null;
  /** Percentage points a year; a reason beside a rate tells which others would do as well. */
  xirr: number | null;
  /** What the rate leaves out, in a sentence; null where it counts everything, or where nobody can tell any more. */
  xirr_leaves_out: string | null;
}

/** What performance and risk are both worked out from. */
export interface ReturnFacts {
  /** @throws 404 PORTFOLIO_NOT_FOUND. */
  daily(userId: string, portfolio: string | null): Promise<BasedDaily>;
  /** As of now, or as the last snapshot of a past day has it. */
  standings(userId: string, portfolio: string, to: string | null): Promise<DatedStandings>;
}

const DAY_MS = 86_400_000;
const RECORDED = ['xirr', 'current_value', 'total_invested', 'total_profit', 'total_dividends'] as const;

/** A snapshot keeps figures and no reasons. */
function reasonsOf(snapshot: SnapshotView | undefined, reason: string): Standings['reasons'] {
  return Object.fromEntries(
    RECORDED.filter((field) => (snapshot?.[field] ?? null) === null).map((field) => [field, reason]),
  );
}

/** @param values the engine, where it is there: days before the first snapshot are filled in from it. */
export function createReturnFacts(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  parts: {
    portfolio: Pick<PortfolioArea, 'daily' | 'snapshots' | 'standing'>;
    values: Pick<Values, 'read'> | null;
    cached: Cached;
  },
): ReturnFacts {
  const { portfolio, values, cached } = parts;

  /** The first trade lies before the first snapshot that holds anything: there are days to fill in. */
  async function isOlderThan(userId: string, recorded: DailyValues): Promise<boolean> {
    const { first_date } = await portfolio.standing.heaviest(userId, {
      portfolio: recorded.portfolio,
      types: ['BUY', 'SELL', 'TRANSFER_IN'],
      limit: 0,
    });
    const since = recorded.days.find(({ value }) => value !== null && value > 0)?.day;
    return first_date !== null && (since === undefined || first_date < since);
  }

  const daily = cached('facts of returns', async (userId: string, query: { portfolio: string | null }) => {
    const recorded = await portfolio.daily.read(userId, query.portfolio);
    if (values === null || !(await isOlderThan(userId, recorded))) return basedDaily(recorded, null);
    // What is recorded must not be lost because the rest could not be worked out.
    const ledger = await values.read(userId, recorded.portfolio).catch((error: unknown) => {
      log.warn({ err: error }, 'the days before the first snapshot could not be worked out');
      return null;
    });
    return basedDaily(recorded, ledger);
  });

  const current = cached('facts of standings', async (userId: string, query: { portfolio: string }) => {
    return await portfolio.snapshots.current(userId, query.portfolio);
  });

  return {
    daily: async (userId, name) => await daily.read(userId, { portfolio: name }),

    async standings(userId, name, to) {
      const today = istDate(clock.now());
      if (to === null || to >= today) {
        const now = await current.read(userId, { portfolio: name });
        return {
          day: today,
          state: now.state,
          xirr: now.xirr,
          xirr_leaves_out: now.xirr_leaves_out,
          current_value: now.current_value,
          total_invested: now.total_invested,
          total_profit: now.total_profit,
          total_dividends: now.total_dividends,
          reasons: now.reasons,
        };
      }
      const end = new Date(istInstant(to, '00:00').getTime() + DAY_MS - 1).toISOString();
      const { items } = await portfolio.snapshots.list(userId, { portfolio: name, to: end, limit: 1 });
      const [last] = items;
      const reason =
        last === undefined
          ? `No snapshot is recorded up to ${to}.`
          : 'It was not known when the snapshot of that day was taken.';
      return {
        day: last === undefined ? to : istDate(new Date(last.recorded_at)),
        state: (last?.state as TotalState | undefined) ?? null,
        xirr: last?.xirr ?? null,
        xirr_leaves_out: null,
        current_value: last?.current_value ?? null,
        total_invested: last?.total_invested ?? null,
        total_profit: last?.total_profit ?? null,
        total_dividends: last?.total_dividends ?? null,
        reasons: reasonsOf(last, reason),
      };
    },
  };
}
