import type { Run } from './job.ts';
import type { JobsWorld } from './jobs-world.ts';

/**
 * Brings each person's income events in line with their ledger, the announcements and their bonds (spec: Scheduler,
 * daily_dividend_enrichment). One person's failure does not keep it from the others; a repeat changes nothing.
 */
export async function enrichDividends(
  world: Pick<JobsWorld, 'identity' | 'income' | 'log'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  let changed = 0;
  let failed: unknown = null;
  for (const user of await world.identity.users.list()) {
    run.signal.throwIfAborted();
    try {
      const found = await world.income.recompute(user.id, { actor: 'job:daily_dividend_enrichment' });
      changed += found.added + found.changed + found.cancelled;
    } catch (error) {
      world.log.error({ err: error, user_id: user.id }, 'income could not be worked out');
      failed ??= error;
    }
  }
  if (failed !== null) throw failed instanceof Error ? failed : new Error('income could not be worked out');
  return `${changed} income events changed`;
}
