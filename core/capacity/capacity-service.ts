import { statfs } from 'node:fs/promises';
import type { Identity } from '../identity/index.ts';
import { addDays, type Context, istDate, ownMemory, Problem } from '../platform/index.ts';
import { capacityOf, GROWTH_DAYS, JOBS_OF_PEOPLE, type Measured, RUNS_MS } from './capacity.ts';
import { readEarlierSizes, readRuns, readServer, readTables, recordSizes } from './capacity-store.ts';
import type { CapacityView } from './view.ts';

export type Capacity = ReturnType<typeof createCapacity>;

/** Load, limits and growth of this server, by a few statements that count no table. */
export function createCapacity(
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  { users }: { users: Pick<Identity['users'], 'ensureOwner' | 'count'> },
) {
  return {
    /** @throws Problem 403 OWNER_ONLY */
    async read(this: void, userId: string): Promise<CapacityView> {
      const { id } = await users.ensureOwner();
      if (id !== userId)
        throw new Problem(
          403,
          'OWNER_ONLY',
          'Figures of the server are for its owner. Ask the owner of this installation.',
        );
      const now = clock.now();
      const since = new Date(now.getTime() - RUNS_MS);
      const found = await database.readAsSystem('read the load and sizes of the server', async (trx) => ({
        ...(await readServer(trx)),
        tables: await readTables(trx),
        earlier: await readEarlierSizes(trx, addDays(istDate(now), -GROWTH_DAYS)),
        runs: await readRuns(
          trx,
          JOBS_OF_PEOPLE.map(({ job }) => job),
          since,
        ),
      }));
      return capacityOf({
        ...found,
        now,
        people: await users.count(),
        memory: { used: process.memoryUsage.rss(), most: ownMemory() },
        disk: await disk(config),
      });
    },

    /** Records today's sizes, from which growth follows; a repeat changes nothing. @returns rows written. */
    async record(this: void): Promise<number> {
      const day = istDate(clock.now());
      return await database.asSystem('record the sizes of the day', (trx) => recordSizes(trx, day));
    },
  };
}

/** Free bytes on the disk of the embedded database. */
async function disk({ DATABASE_URL, DATA_DIR }: Context['config']): Promise<Measured['disk']> {
  if (DATABASE_URL !== null)
    return { unknown: 'The database is on the server of DATABASE_URL, whose disk cannot be seen from here.' };
  try {
    const { bavail, bsize } = await statfs(DATA_DIR);
    return { free: bavail * bsize };
  } catch (error) {
    return { unknown: `The disk of DATA_DIR cannot be read (${(error as NodeJS.ErrnoException).code}).` };
  }
}
