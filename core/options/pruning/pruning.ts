import { addDays, type Context, DAY_MS, istDate } from '../../platform/index.ts';
import { hasSamplesBefore, pruneSamples, SAMPLE_DAYS } from '../broker-health/index.ts';
import { foldDay } from '../funnel/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';

/** A comparison of strategies is kept so many days (portfolio/Option-workspace storage). */
const BATTLE_LOG_DAYS = 60;
/** A signal is kept so many days; what its day came to stays. */
const SIGNAL_DAYS = 180;

export interface Pruning {
  /**
   * Deletes what has had its time from everybody's workspace, a day at a time. The ids of records stay: one that was
   * deleted and is sent again is a duplicate. May be killed and repeated at any line.
   * @returns how many rows are gone
   * @throws Problem 503 OPTIONS_UNAVAILABLE
   */
  prune(): Promise<number>;
}

export function createPruning({ clock }: Pick<Context, 'clock'>, store: OptionsStore): Pruning {
  /** The days before `first` on which there is something in the table, oldest first. */
  async function oldDays(userId: string, table: 'signals' | 'strategy_battle_log', first: string) {
    const rows = await store.read(
      userId,
      async (workspace) =>
        await workspace.rows<{ day: string }>(table).where('day', '<', first).distinct('day').orderBy('day'),
    );
    return rows.map(({ day }) => day);
  }

  async function pruneOne(userId: string): Promise<number> {
    const now = clock.now();
    const first = (days: number) => addDays(istDate(now), -days);
    let gone = 0;
    const each = async (
      table: 'signals' | 'strategy_battle_log',
      days: number,
      take: (workspace: Workspace, day: string) => Promise<number>,
    ) => {
      for (const day of await oldDays(userId, table, first(days)))
        gone += await store.change(userId, async (workspace) => await take(workspace, day), {
          ofShutOut: true,
        });
    };
    await each(
      'strategy_battle_log',
      BATTLE_LOG_DAYS,
      async (workspace, day) => await workspace.rows('strategy_battle_log').where({ day }).delete(),
    );
    await each('signals', SIGNAL_DAYS, async (workspace, day) => await foldDay(workspace, day, now));
    const oldest = new Date(now.getTime() - SAMPLE_DAYS * DAY_MS);
    if (await store.read(userId, async (workspace) => await hasSamplesBefore(workspace, oldest)))
      gone += await store.change(userId, async (workspace) => await pruneSamples(workspace, oldest), {
        ofShutOut: true,
      });
    return gone;
  }

  return {
    async prune() {
      const people = await store.asSystem('what is old in everybody’s workspace', async (knex) =>
        (await knex<{ owner_user_id: string | number }>('workspace_revisions').select('owner_user_id')).map(
          ({ owner_user_id }) => String(owner_user_id),
        ),
      );
      let gone = 0;
      for (const userId of people) gone += await pruneOne(userId);
      return gone;
    },
  };
}
