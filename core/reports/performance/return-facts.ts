import type { PriceSessions } from '../../market/calendar/index.ts';
import { dayInWords, type Context, daysBetween, istDate, istInstant, DAY_MS } from '../../platform/index.ts';
import {
  type PartialSnapshot,
  type PortfolioArea,
  type SnapshotFields,
  type SnapshotView,
  type TotalState,
  TRADE_SOURCE,
} from '../../portfolio/index.ts';
import type { Cached } from '../cached.ts';
import { USUAL_CARRY_DAYS, type Values } from '../../performance/engine/index.ts';
import {
  type AsKnown,
  calculatedLine,
  endLimits,
  lastValuedDay,
  lineCoverage,
  type LineLimits,
  recordedLine,
  type ValueLine,
} from '../measures/index.ts';
import type { PortfolioTotals } from '../../finance/returns/index.ts';

/** The valuation of a portfolio on a day, with its XIRR since inception. */
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

/** Data that both performance and risk are calculated from. */
export interface ReturnFacts {
  /**
   * The daily line of a portfolio, Networth where none is named: calculated from the books as they are now, or, as known
   * then, of the recorded values.
   * @throws 404 PORTFOLIO_NOT_FOUND; 503 CALCULATION_FAILED.
   */
  daily(userId: string, portfolio: string | null, asKnown?: AsKnown): Promise<ValueLine>;
  /**
   * Limits of the days of a line, and of the value of today.
   * @param to the last day that is asked for; null for today.
   */
  limits(userId: string, line: ValueLine, to: string | null): Promise<LineLimits>;
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

/** The last instant of a day in India. */
const endOf = (day: string): Date => new Date(istInstant(day, '00:00').getTime() + DAY_MS - 1);

interface PricedHolding {
  asset_class: string;
  price_source?: string | null;
}

/** True of what has a market price: money and shares valued by hand have none. */
const isListed = ({ asset_class }: PricedHolding): boolean =>
  asset_class !== 'Cash' && asset_class !== 'Unlisted';

/** Priced by a paper or trade of the person. */
const isOwn = ({ price_source = null }: PricedHolding): boolean =>
  price_source !== null && [TRADE_SOURCE, 'CSV', 'STATEMENT'].includes(price_source);

/** Longer ago than a close counts: the value of the day rests on a price that counts for years. */
const isLongAgo = ({ days }: ValueLine, day: string): boolean =>
  daysBetween(days.at(-1)?.day ?? day, day) > USUAL_CARRY_DAYS;

export function createReturnFacts(
  { clock }: Pick<Context, 'clock'>,
  parts: {
    portfolio: Pick<PortfolioArea, 'recordedDays' | 'snapshots' | 'holdingsValuation'>;
    values: Pick<Values, 'read'>;
    sessions: Pick<PriceSessions, 'isOfLastSession'>;
    cached: Cached;
  },
): ReturnFacts {
  const { portfolio, values, cached } = parts;

  const daily = cached(
    'facts of returns',
    async (userId: string, query: { portfolio: string | null; as_known: AsKnown }) => {
      const calculated = await values.read(userId, query.portfolio);
      if (query.as_known === 'now') return calculatedLine(calculated);
      return recordedLine(await portfolio.recordedDays.read(userId, query.portfolio), calculated);
    },
  );

  /** True if a line ends before the last session that is over by an instant, though something is held. */
  function endsEarly({ currency, days }: ValueLine, at: Date): boolean {
    const last = days.findLast(({ value }) => value !== null);
    if (last === undefined || last.value === 0) return false;
    // Funds are priced a session later than shares.
    const priced = { asset_class: 'Mutual Fund', currency, price_as_of: last.day, priced_at: null };
    return !parts.sessions.isOfLastSession(priced, at);
  }

  const current = cached('facts of standings', async (userId: string, query: { portfolio: string }) => {
    return await portfolio.snapshots.current(userId, query.portfolio);
  });

  return {
    daily: async (userId, name, as_known = 'now') => await daily.read(userId, { portfolio: name, as_known }),

    async limits(userId, line, to) {
      const isPast = to !== null && to < istDate(clock.now());
      const { holdings, freshness } = await portfolio.holdingsValuation.read(userId, {
        portfolio: line.portfolio,
      });
      const today = isPast ? null : line.carried;
      // Prices of papers and trades count for years: today's value may rest on them although no day has had one since.
      const isValued = today !== null && (freshness.age === null || isLongAgo(line, today.day));
      const isAwaited = (one: PricedHolding) => isListed(one) && (today === null || !isOwn(one));
      const ends = {
        ends_early:
          !isValued && holdings.some(isAwaited) && endsEarly(line, isPast ? endOf(to) : clock.now()),
        freshness: isPast ? null : freshness,
      };
      return {
        ...ends,
        coverage: lineCoverage(line, holdings),
        limits: endLimits(ends, lastValuedDay(line)),
      };
    },

    async standings(userId, name, to) {
      const today = istDate(clock.now());
      if (to === null || to >= today) {
        const now = await current.read(userId, { portfolio: name });
        return datedValuations(today, now, now.partial);
      }
      const { items } = await portfolio.snapshots.list(userId, {
        portfolio: name,
        to: endOf(to).toISOString(),
        limit: 1,
      });
      const [last] = items;
      const reason =
        last === undefined
          ? `No snapshot is recorded up to ${dayInWords(to)}.`
          : last.source === 'FROM_CLOSES'
            ? 'No snapshot was taken on that day. Its value is from closes.'
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
