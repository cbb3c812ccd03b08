import { istHour } from '../core/platform/index.ts';
import { freshenPrices, isPriceTime, priceDeadline } from './fresh-prices.ts';
import type { Run } from './job.ts';
import type { JobsWorld } from './jobs-world.ts';

/**
 * Records every portfolio's value of this hour (spec: Resources "Snapshot"), at fresh prices while markets move. An hour that has passed is never filled in
 * afterwards: its value was not measured.
 */
export async function takeHourlySnapshots(world: JobsWorld, run: Run): Promise<string> {
  const { clock, log } = world;
  const pricesMove = isPriceTime(world, run);
  const prices = { signal: run.signal, deadline: priceDeadline(world) };
  let taken = 0;
  let failed: unknown = null;
  for (const user of await world.identity.users.list()) {
    run.signal.throwIfAborted();
    if (istHour(clock.now()).getTime() !== istHour(run.dueAt).getTime()) {
      return `${taken} recorded; the hour ended before the rest were`;
    }
    try {
      if (pricesMove) await freshenPrices(world, user.id, prices);
      await world.portfolio.snapshots.take(user.id);
      taken += 1;
    } catch (error) {
      log.error({ err: error, user_id: user.id }, 'a snapshot could not be taken');
      failed ??= error;
    }
  }
  if (failed !== null) throw failed instanceof Error ? failed : new Error('a snapshot could not be taken');
  return `${taken} recorded`;
}
