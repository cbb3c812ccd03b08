import { type Benchmarks, comparePeriod, compareSince } from '../../performance/index.ts';
import { addDays, addMonths, type Context, istDate } from '../../platform/index.ts';
import type { PortfolioArea } from '../../portfolio/index.ts';
import type { CachedReport } from '../cached.ts';
import { lineCoverage, within } from '../measures/index.ts';
import type { ReturnFacts } from '../performance/index.ts';
import type { Todos } from '../todos/index.ts';
import type { UpcomingQuery, UpcomingView } from '../upcoming/index.ts';
import { type HoldingWeeksParts, readHoldingWeeks } from './holding-weeks.ts';
import { letterMovers } from './letter-movers.ts';
import type { LetterQuery, LetterView } from './view.ts';

const WEEK_DAYS = 7;
/** Extra days of index closes beyond a year: both its first and its last close may be a week old. */
const LOOK_BACK_DAYS = 21;

interface LetterParts extends HoldingWeeksParts {
  portfolio: HoldingWeeksParts['portfolio'] & Pick<PortfolioArea, 'dashboard'>;
  benchmarks: Pick<Benchmarks, 'against'>;
  facts: Pick<ReturnFacts, 'daily'>;
  calendar: CachedReport<UpcomingQuery, UpcomingView>;
  todos: Todos;
}

/**
 * A person's week: value, gain, comparison, movers, due dates and open tasks. Every figure comes from the report that shows it
 * elsewhere.
 */
export function createLetter(context: Pick<Context, 'clock' | 'database'>, parts: LetterParts) {
  const { portfolio, benchmarks, facts, calendar, todos } = parts;
  return {
    /** The seven days up to a day; up to today by default. */
    async read(userId: string, query: LetterQuery = {}): Promise<LetterView> {
      const now = context.clock.now();
      const today = istDate(now);
      const to = query.to !== undefined && query.to < today ? query.to : today;
      const from = addDays(to, -WEEK_DAYS);
      const next = { from: today, to: addDays(today, WEEK_DAYS - 1) };
      const [overview, whole, held, due, waiting] = await Promise.all([
        portfolio.dashboard.read(userId),
        facts.daily(userId, null),
        portfolio.holdings.all(userId),
        calendar.read(userId, next),
        todos.read(userId),
      ]);
      const line = within(whole, null, to);
      const { benchmark, closes } = await benchmarks.against(
        undefined,
        line.currency,
        addDays(addMonths(to, -12), -LOOK_BACK_DAYS),
      );
      // No figure here needs daily returns.
      const week = compareSince(from, line, closes, benchmark, []);
      const year = comparePeriod('1Y', line, closes, benchmark, []);
      const { total, freshness } = overview;
      const days = held
        .filter((one) => one.quantity !== 0 && one.priced_at !== null && one.asset_class !== 'Cash')
        .map((one) => one.day_change_date)
        .toSorted();
      return {
        calculated_at: now.toISOString(),
        from,
        to,
        currency: line.currency,
        provisional_reason: overview.provisional_reason,
        holdings_count: total.holdings_count,
        value: {
          amount: total.current_value,
          valued_count: total.valued_count,
          priced_at: freshness.valuation_timestamp,
          prices_from: days[0] ?? null,
          prices_to: days.at(-1) ?? null,
          age_message: freshness.age_message,
          reason: total.reasons.current_value ?? null,
        },
        week: {
          ...comparedOf(week),
          start_value: week.start_value,
          end_value: week.end_value,
          gain: week.gain,
          net_flow: week.net_flow === null ? null : week.net_flow - (week.net_joined ?? 0),
          dividends: week.dividends,
          coverage: lineCoverage(within(line, week.from ?? from, to), held),
        },
        year: comparedOf(year),
        benchmark: benchmark.name,
        ...letterMovers(
          await readHoldingWeeks(context, parts, userId, held, { from, to, currency: line.currency }),
          { from, to },
        ),
        due: { ...next, items: due.items },
        todo: waiting.items[0] ?? null,
        todos_count: waiting.items.length,
      };
    },
  };
}

const comparedOf = ({
  from,
  to,
  return_pct,
  benchmark_return_pct,
  reasons,
}: Pick<ReturnType<typeof comparePeriod>, keyof LetterView['year']>): LetterView['year'] => ({
  from,
  to,
  return_pct,
  benchmark_return_pct,
  reasons: {
    ...(reasons.return_pct === undefined ? {} : { return_pct: reasons.return_pct }),
    ...(reasons.benchmark_return_pct === undefined
      ? {}
      : { benchmark_return_pct: reasons.benchmark_return_pct }),
  },
});

/** True if a letter has news: a person without holdings has none, and a first week may have none. */
export const isWorthSending = ({ holdings_count, week, movers, due, todo }: LetterView): boolean =>
  holdings_count > 0 &&
  (week.return_pct !== null || movers.length > 0 || due.items.length > 0 || todo !== null);
