import { type Context, istDate, pageWindow } from '../../platform/index.ts';
import type { OptionsStore } from '../store/index.ts';
import type { BattleLogPage, BattleLogQuery, BattleSummary } from './battle-view.ts';
import { type BattleRow, type Candidate, daySummary } from './day-summary.ts';

/** A summary is good for so long (portfolio/Option endpoints: 60-second cache). */
const SUMMARY_MS = 60_000;
/** Summaries of people that are kept at once. */
const MOST_KEPT = 100;

/** How strategies scored against each other. */
export interface Battle {
  /** The choices of a day, today's unless told, newest first. */
  log(userId: string, query: BattleLogQuery): Promise<BattleLogPage>;
  /** Each day of the log in figures, as of at most 60 seconds ago. */
  summary(userId: string): Promise<BattleSummary>;
}

export function createBattle({ clock }: Pick<Context, 'clock'>, store: OptionsStore): Battle {
  const kept = new Map<string, { at: number; answer: Promise<BattleSummary> }>();

  async function summarise(userId: string, now: Date): Promise<BattleSummary> {
    return await store.read(userId, async (workspace) => {
      const days = await workspace.select<{ day: string }>(
        'select distinct day from strategy_battle_log where owner_user_id = :owner order by day desc',
      );
      const summaries: BattleSummary['days'] = [];
      // One day after the other, so that others have their turn between them.
      for (const { day } of days) {
        const rows = await workspace.select<BattleRow>(
          'select chosen, regime, candidates_json from strategy_battle_log where owner_user_id = :owner and day = :day',
          { day },
        );
        if (rows.length > 0) summaries.push(daySummary(day, rows));
      }
      return { as_of: now.toISOString(), days: summaries };
    });
  }

  return {
    log: async (userId, query) =>
      await store.read(userId, async (workspace) => {
        const { page, page_size, offset } = pageWindow(query);
        const date = query.date ?? istDate(clock.now());
        const [count] = await workspace.select<{ total: number }>(
          'select count(*) as total from strategy_battle_log where owner_user_id = :owner and day = :date',
          { date },
        );
        const rows = await workspace.select<
          BattleRow & { record_id: string; at: string; underlying: string | null }
        >(
          `select record_id, at, underlying, chosen, regime, candidates_json from strategy_battle_log
           where owner_user_id = :owner and day = :date
           order by at desc, record_id desc limit ${page_size} offset ${offset}`,
          { date },
        );
        const items = rows.map(({ record_id, at, underlying, chosen, regime, candidates_json }) => ({
          id: record_id,
          at,
          underlying,
          chosen,
          regime,
          candidates: (JSON.parse(candidates_json) as Candidate[])
            .map(({ strategy, score, reason }) => ({ strategy, score, reason: reason ?? null }))
            .toSorted((a, b) => b.score - a.score || (a.strategy < b.strategy ? -1 : 1)),
        }));
        return { date, items, page, page_size, total: count?.total ?? 0 };
      }),
    async summary(userId) {
      const now = clock.now();
      const age = now.getTime() - (kept.get(userId)?.at ?? Number.NEGATIVE_INFINITY);
      const known = kept.get(userId);
      // A clock that stepped back makes no summary younger.
      if (known !== undefined && age >= 0 && age < SUMMARY_MS) return await known.answer;
      kept.delete(userId);
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
      const one = { at: now.getTime(), answer: summarise(userId, now) };
      kept.set(userId, one);
      try {
        return await one.answer;
      } catch (error) {
        // A failure is nothing to keep.
        if (kept.get(userId) === one) kept.delete(userId);
        throw error;
      }
    },
  };
}
