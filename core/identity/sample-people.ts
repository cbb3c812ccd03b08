import { announce, type Context, DAY_MS, type DbTransaction } from '../platform/index.ts';
import { UserModel } from './models.ts';
import { deletePerson } from './people-store.ts';

/** An unfinished sample of a killed process is deleted after this time. */
const UNFINISHED_MS = DAY_MS;

/**
 * Made-up people. Each belongs to a real person, whose sessions show it from when it is ready until it is removed. Its login
 * cannot be used, and no job works for it.
 */
export function createSamplePeople({ clock, database }: Context, forgetPerson: (userId: string) => void) {
  const readOf = async (trx: DbTransaction, userId: string) =>
    await UserModel.query(trx).findOne({ sample_of: userId });
  /** Notifies the person's processes, sockets and windows that other figures are shown now. */
  const tell = (trx: DbTransaction, userId: string) =>
    announce(trx, { channel: 'sample_changed', payload: { user_id: userId } });

  return {
    /** The sample of a person, ready or not; null without one. */
    async of(userId: string): Promise<{ id: string; isReady: boolean } | null> {
      const sample = await database.readAsSystem('find a sample', (trx) => readOf(trx, userId));
      return sample === undefined ? null : { id: sample.id, isReady: sample.sample_ready_at !== null };
    },

    /** Makes a sample without records, which is not shown yet. The person must have none. @returns its id */
    async begin(userId: string, name: string): Promise<string> {
      // People's logins have no blanks.
      const row = { login: `sample of ${userId}`, name, sample_of: userId };
      return (await database.asSystem('begin a sample', (trx) => UserModel.query(trx).insert(row))).id;
    },

    /** Shows a sample in place of the person's own figures, in all their sessions. */
    async show(userId: string, sampleId: string): Promise<void> {
      await database.asSystem('show a sample', async (trx) => {
        await UserModel.query(trx).findById(sampleId).patch({ sample_ready_at: clock.now() });
        await tell(trx, userId);
      });
      forgetPerson(userId);
    },

    /** Removes the sample of a person with all its records. May be repeated. */
    async remove(userId: string): Promise<void> {
      await database.asSystem('remove a sample', async (trx) => {
        const sample = await readOf(trx, userId);
        if (sample === undefined) return;
        await deletePerson(trx, sample.id);
        await tell(trx, userId);
      });
      forgetPerson(userId);
    },
  };
}

/** Deletes unfinished samples. @returns how many */
export const pruneSamples = async (trx: DbTransaction, now: Date): Promise<number> =>
  await UserModel.query(trx)
    .delete()
    .whereNotNull('sample_of')
    .whereNull('sample_ready_at')
    .where('created_at', '<', new Date(now.getTime() - UNFINISHED_MS));
