import type { Context } from '../../platform/index.ts';
import type { Notice, Notifications } from '../../notifications/index.ts';
import type { OptionsStore } from '../store/index.ts';

/**
 * Looks at a person's workspace for what to tell them, and brings up to date what follows from the time alone. It may be
 * killed and repeated at any line: what it writes is the same the second time, and each notice has a key of its own.
 */
export interface Watcher {
  /** For the log. */
  readonly name: string;
  look(userId: string, now: Date): Promise<readonly Notice[]>;
}

export interface Watch {
  /**
   * Lets every watcher look at every workspace that has ever been written to, unless its person is paused. A watcher that fails hinders no other.
   * @returns how many workspaces were looked at, how many notices are new, and how often a watcher failed
   */
  round(signal: AbortSignal): Promise<{ workspaces: number; told: number; failed: number }>;
}

export function createWatch(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  store: OptionsStore,
  notifications: Pick<Notifications, 'notify'>,
  watchers: readonly Watcher[],
  isAdmitted: (userId: string) => Promise<boolean> = () => Promise.resolve(true),
): Watch {
  return {
    async round(signal) {
      const people = await store.asSystem('everybody who has a workspace', async (knex) =>
        (
          await knex<{ owner_user_id: string | number }>('workspace_revisions')
            .orderBy('owner_user_id')
            .select('owner_user_id')
        ).map(({ owner_user_id }) => String(owner_user_id)),
      );
      let told = 0;
      let failed = 0;
      for (const userId of people) {
        if (!(await isAdmitted(userId))) continue;
        for (const watcher of watchers) {
          if (signal.aborted) return { workspaces: people.length, told, failed };
          try {
            for (const notice of await watcher.look(userId, clock.now()))
              if ((await notifications.notify(userId, notice)).created) told += 1;
          } catch (error) {
            failed += 1;
            log.error({ err: error, watcher: watcher.name }, 'the options workspace could not be looked at');
          }
        }
      }
      return { workspaces: people.length, told, failed };
    },
  };
}
