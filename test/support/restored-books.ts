import { rm } from 'node:fs/promises';
import path from 'node:path';
import { beginGeneration } from '../../core/platform/backup/index.ts';
import { type DifferenceView, expireRestoredPlans } from '../../core/policies/index.ts';
import type { LiveWorld } from './live-policy.ts';

/**
 * Remembers the books at this moment. @returns what puts them back as a restore does it: with a new generation, and without
 * plans to send. The time goes on, and the broker has what it has.
 */
export async function restorePoint(world: LiveWorld): Promise<() => Promise<void>> {
  const { core, broker } = world;
  const backup_made_at = core.clock.now();
  const putBack = await world.save();
  return async () => {
    const [now, account] = [core.clock.now(), structuredClone(broker.account.state)];
    await putBack();
    world.at(now.toISOString());
    Object.assign(broker.account.state, account);
    await core.database.asSystem('restore in a test', async (trx) => {
      const of = { began_at: now, origin: 'RESTORE', backup_made_at, backup_name: 'a.backup' } as const;
      await expireRestoredPlans(trx, await beginGeneration(trx, of), now);
    });
  };
}

/** How often the tag that was sent most often was sent. */
export function mostSent({ broker }: LiveWorld): number {
  const count = new Map<string, number>();
  for (const { tag } of broker.account.state.requests) count.set(tag ?? '', (count.get(tag ?? '') ?? 0) + 1);
  return Math.max(0, ...count.values());
}

export const namedAt = async ({ core, owner }: LiveWorld): Promise<DifferenceView[]> =>
  (await core.policies.live.reads.differences(owner, { open: true })).items;

/** The rows of the next test are those of before, which is just what the file beside the database is to notice. */
export async function forgetSeenBooks({ core }: LiveWorld): Promise<void> {
  await rm(path.join(core.config.DATA_DIR, 'books.mark'), { force: true });
}
