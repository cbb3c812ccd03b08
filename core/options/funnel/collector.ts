import { type Context, istDate } from '../../platform/index.ts';
import type { AfterBatch } from '../ingest/index.ts';
import type { OptionsStore } from '../store/index.ts';
import type { Watcher } from '../watch/index.ts';
import { countDay, markFresh } from './count-day.ts';

/** The running day is written down so often; a day that is over, with the next look. */
const CHECKPOINT_MS = 30 * 60_000;

/**
 * Keeps the funnel of each day (portfolio/Measurement rules 3). A signal is on the disk before it is acknowledged, and every
 * count is worked out from the signals by their own IST days: nothing is counted in memory, so nothing is lost with a
 * process, a new day begins at nothing by itself, and a late signal corrects the day that it belongs to. What is written
 * down at each checkpoint is the summary of a day, which outlives its signals.
 */
interface Collector {
  /** Notes the days of new signals, in the transaction that takes them. */
  readonly afterBatch: AfterBatch;
  /** Writes down each day that is due: every half hour the running one, and at once one that is over. */
  readonly watcher: Watcher;
  /** Writes down every day with signals that are not in its summary yet. @returns how many days */
  checkpoint(userId: string): Promise<number>;
  /** The checkpoint of a process that stops, for everybody whose signals it took. */
  close(): Promise<void>;
}

export function createCollector(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  store: OptionsStore,
): Collector {
  /** Whose signals this process took. */
  const people = new Set<string>();

  async function freshDays(userId: string): Promise<{ day: string; counted_at: string | null }[]> {
    return await store.read(
      userId,
      async (workspace) =>
        await workspace
          .rows<{ day: string; counted_at: string | null; is_counted: number }>('funnel_days')
          .where({ is_counted: 0 })
          .orderBy('day')
          .select('day', 'counted_at'),
    );
  }

  /** A change for each day, so that nobody who reports waits for all of them. */
  async function write(userId: string, days: readonly { day: string }[]): Promise<number> {
    for (const { day } of days)
      await store.change(userId, async (workspace) => await countDay(workspace, day, clock.now()));
    return days.length;
  }

  const checkpoint = async (userId: string) => await write(userId, await freshDays(userId));

  return {
    async afterBatch(workspace, { kinds, days }) {
      if (!kinds.has('signal')) return;
      people.add(workspace.userId);
      await markFresh(workspace, [...days]);
    },
    watcher: {
      name: 'funnel checkpoint',
      async look(userId, now) {
        const today = istDate(now);
        const lately = new Date(now.getTime() - CHECKPOINT_MS).toISOString();
        const due = (await freshDays(userId)).filter(
          ({ day, counted_at }) => day !== today || counted_at === null || counted_at <= lately,
        );
        await write(userId, due);
        return [];
      },
    },
    checkpoint,
    async close() {
      for (const userId of people)
        try {
          await checkpoint(userId);
        } catch (error) {
          // The signals are there: the next checkpoint counts them.
          log.error({ err: error }, 'the funnel could not be written down at the end');
        }
      people.clear();
    },
  };
}
