import { CLEANUP_RULES, NOTIFICATION_DAYS } from './cleanup-rules.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';
import { DAY_MS } from '../core/platform/index.ts';

/** Deletes expired data, one rule per transaction; a failed rule stops no other. Records the remaining sizes. */
export async function cleanUp(context: JobContext, run: Run): Promise<string> {
  const { clock, database, log } = context;
  const gone: Record<string, number> = {};
  const failures: string[] = [];
  const step = async (what: string, work: () => Promise<number>): Promise<void> => {
    run.signal.throwIfAborted();
    try {
      const rows = await work();
      if (rows > 0) gone[what] = rows;
    } catch (error) {
      log.error({ err: error, what }, 'part of the clean-up failed');
      failures.push(what);
    }
  };
  for (const rule of CLEANUP_RULES) {
    const before = new Date(clock.now().getTime() - rule.days * DAY_MS);
    const condition = rule.and === undefined ? '' : ` and ${rule.and}`;
    await step(rule.what, () =>
      database.asSystem('clean-up', async (trx) => {
        const sql = `delete from ${rule.table} where ${rule.column} < ?${condition}`;
        return (await trx.raw<{ rowCount: number }>(sql, [before])).rowCount;
      }),
    );
  }
  await step('notifications', () => context.notifications.prune(NOTIFICATION_DAYS));
  await step('hourly snapshots', () => context.portfolio.snapshotThinning.run());
  await step('sign-in codes and sessions', () => context.identity.prune());
  await step('rows of options workspaces', () => context.options.pruning.prune());
  await step('documents of research', () => context.research.pruning.documents());
  await step('remembered facts of research', () => context.research.pruning.facts());
  run.signal.throwIfAborted();
  await context.capacity.record();
  if (failures.length > 0) throw new Error(`Not cleaned up: ${failures.join(', ')}.`);
  const parts = Object.entries(gone).map(([what, rows]) => `${rows} ${what}`);
  return parts.length === 0 ? 'nothing to delete' : `deleted ${parts.join(', ')}`;
}
