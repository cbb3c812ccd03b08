import { type Keyring, type SealedColumn, Unreadable } from '../platform/keyring/index.ts';
import { type Context, DAY_MS } from '../platform/index.ts';

/** An update of Telegram that could not be answered at once. */
export interface PendingUpdate {
  updateId: number;
  /** The update as JSON. */
  text: string;
}

/**
 * Updates of linked chats that were taken from Telegram and are not answered yet, because their chat has to be left alone
 * for a while or is still at work on what was sent before. Telegram forgets an update once the next ones are asked for, so
 * these are kept here. Encrypted: what a person writes may be a secret.
 */
export interface PendingUpdates {
  /** Keeps it; once is enough. */
  keep(update: PendingUpdate): Promise<void>;
  /** What was kept within the last day and not released, in the order of its coming. What no key opens is dropped. */
  waiting(): Promise<PendingUpdate[]>;
  /** It has been answered. */
  release(updateId: number): Promise<void>;
}

/** As long as Telegram itself keeps what nobody asks for: an older question is not answered any more. */
const ANSWERED_WITHIN_MS = DAY_MS;

const additionalDataOf = (updateId: number) => `chat.held_updates\0${updateId}`;

/** Where the messages are kept. */
export const PENDING_MESSAGES: SealedColumn = {
  table: 'chat.held_updates',
  column: 'sealed',
  key: 'update_id',
  reads: [],
  noun: 'waiting messages',
  context: ({ update_id }) => additionalDataOf(Number(update_id)),
  named: () => null,
};

export function createPendingUpdates(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  keyring: Keyring,
): PendingUpdates {
  const pool = database.systemPool;

  async function release(updateId: number): Promise<void> {
    await pool.query('delete from chat.held_updates where update_id = $1', [updateId]);
  }

  return {
    release,
    async keep({ updateId, text }) {
      const sealed = await keyring.seal(additionalDataOf(updateId), text);
      await pool.query(
        'insert into chat.held_updates (update_id, sealed, held_at) values ($1, $2, $3) on conflict do nothing',
        [updateId, sealed, clock.now()],
      );
    },
    async waiting() {
      const since = new Date(clock.now().getTime() - ANSWERED_WITHIN_MS);
      const { rows } = await pool.query<{ update_id: string; sealed: string }>(
        'select update_id, sealed from chat.held_updates where held_at > $1 order by held_at, update_id',
        [since],
      );
      const opened: PendingUpdate[] = [];
      for (const { update_id, sealed } of rows) {
        const updateId = Number(update_id);
        try {
          opened.push({ updateId, text: await keyring.unseal(additionalDataOf(updateId), sealed) });
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error;
          log.warn({ update: updateId }, 'a message waiting for its reply can no longer be decrypted');
          await release(updateId);
        }
      }
      return opened;
    },
  };
}
