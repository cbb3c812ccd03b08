import {
  addDays,
  type Context,
  dayAfter,
  type DbTransaction,
  invalid,
  istDate,
  istInstant,
} from '../../platform/index.ts';
import type { Prices } from '../catalogue/index.ts';
import { capsOf } from './meter.ts';
import { countedOn, underWayOn } from './reservations.ts';
import type { UsageQuery, UsageSummaryView } from './view.ts';

/** What a person's calls of models took. */
export interface UsageReports {
  /** @throws Problem 422 VALIDATION_ERROR */
  summary(this: void, userId: string, query?: UsageQuery): Promise<UsageSummaryView>;
}

const USUAL_DAYS = 30;
/** As many years as anybody looks back. */
const MOST_DAYS = 3660;

interface Sums {
  calls: number;
  input_tokens: number | null;
  output_tokens: number | null;
  cached_tokens: number | null;
  cost_usd: number | null;
  unpriced: boolean;
  usage_unknown_calls: number;
}

/** A sum over nothing but unknowns is unknown, which is what SQL makes of it. */
const SUMS = `
  count(*)::int as calls,
  sum(input_tokens)::float8 as input_tokens,
  sum(output_tokens)::float8 as output_tokens,
  sum(cached_tokens)::float8 as cached_tokens,
  sum(cost_usd)::float8 as cost_usd,
  bool_or(is_unpriced) as unpriced,
  (count(*) filter (where input_tokens is null or output_tokens is null))::int as usage_unknown_calls`;
const DAY = `to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`;

export function createUsageReports(
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  prices: Prices,
): UsageReports {
  const caps = capsOf(config);
  return {
    async summary(userId, query = {}) {
      const today = istDate(clock.now());
      const to = query.to ?? today;
      const from = query.from ?? addDays(to, 1 - USUAL_DAYS);
      if (from > to) throw invalid([{ field: 'from', message: 'must not be after to.' }]);
      if (addDays(from, MOST_DAYS) < to)
        throw invalid([{ field: 'from', message: 'must be at most ten years before to.' }]);
      const rows = async <T>(trx: DbTransaction, by: string, order: string): Promise<(T & Sums)[]> =>
        (await trx('portfolio.llm_usage')
          .where('owner_user_id', userId)
          .where('created_at', '>=', istInstant(from, '00:00'))
          .where('created_at', '<', istInstant(dayAfter(to), '00:00'))
          .select(trx.raw(`${by}, ${SUMS}`))
          .groupByRaw(by.replace(/ as \w+$/, ''))
          .orderByRaw(order)) as (T & Sums)[];
      return await database.atOneMoment(userId, async (trx) => {
        const used = await countedOn(trx, userId, today);
        return {
          from,
          to,
          items: await rows<{ provider: string; model: string }>(
            trx,
            'provider, model',
            'calls desc, provider, model',
          ),
          by_feature: await rows<{ feature: string }>(trx, 'feature', 'calls desc, feature'),
          by_day: await rows<{ day: string }>(trx, `${DAY} as day`, 'day'),
          prices_as_of: prices.asOf,
          prices_from: prices.from,
          today: {
            cost_usd: { limit: caps.costUsd, used: used.costUsd },
            tokens: { limit: caps.tokens, used: used.tokens },
            unsettled_calls: await underWayOn(trx, userId, today),
            ends_at: istInstant(dayAfter(today), '00:00').toISOString(),
          },
        };
      });
    },
  };
}
