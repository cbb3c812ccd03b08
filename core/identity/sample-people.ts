import { announce, type Context, DAY_MS, type DbTransaction } from '../platform/index.ts';
import { UserModel } from './models.ts';
import { deletePerson } from './people-store.ts';

/** A half-made sample of a process that ended is deleted after this. */
const UNFINISHED_MS = DAY_MS;

/**
 * Made-up people. Each belongs to a real person, whose sessions show it from the moment at which it is ready until it is
 * removed. It has no login that anybody can use, and no job works for it.
 */
export function createSamplePeople({ clock, database }: Context, forgetPerson: (userId: string) => void) {
  const readOf = async (trx: DbTransaction, userId: string) =>
    await UserModel.query(trx).findOne({ sample_of: userId });
  /** Processes, sockets and windows of the person learn that other figures are shown. */
  const tell = (trx: DbTransaction, userId: string) =>
    announce(trx, { channel: 'sample_changed', payload: { user_id: userId } });

  return {
    /** The sample of a person, ready or not; null without one. */
    async of(userId: string): Promise<{ id: string; isReady: boolean } | null> {
      const sample = await database.readAsSystem('find a sample', (trx) => readOf(trx, userId));
      return sample === undefined ? null : { id: sample.id, isReady: sample.sample_ready_at !== null };
    },

    /** A sample without records, not shown yet. The person has none. @returns its id */
    async begin(userId: string, name: string): Promise<string> {
      // The blanks keep it apart from all logins that people can have.
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

    /** Removes the sample of a person with everything of it. May be repeated. */
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
