import { type Keyring, type SealedColumn, Unreadable } from '../platform/keyring/index.ts';
import type { Door } from '../identity/index.ts';
import type { Context, DbTransaction } from '../platform/index.ts';

/** One person in one chat. */
interface DraftPlace {
  transport: 'telegram' | 'local';
  chatId: string;
  chatUserId: string;
}

/** What the next message of a person is. */
interface Awaited {
  /** Name of the value that the message holds; null when nothing of the kind was asked. */
  name: string | null;
  isHidden: boolean;
  /** The update whose text was taken last. */
  takenFrom: string | null;
}

/**
 * Values that a person enters in a dialogue and that must stand nowhere in the clear: neither in the state of the
 * dialogue nor in the chat. One draft per person and chat, encrypted as one; it lives a day at most.
 */
export interface SecretDrafts {
  /** Begins an empty draft in the place of any other. @returns its id. */
  begin(userId: string, place: DraftPlace): Promise<string>;
  /** The next message of the person is this value; `isHidden` has it taken out of the chat. */
  expect(userId: string, place: DraftPlace, name: string, isHidden: boolean): Promise<void>;
  /** The next message is nothing of the kind; the values stay. */
  expectNothing(userId: string, place: DraftPlace): Promise<void>;
  awaited(userId: string, place: DraftPlace): Promise<Awaited | null>;
  /** Keeps the text as the awaited value; nothing is awaited any more. @param updateKey names the message it came in. */
  take(userId: string, place: DraftPlace, updateKey: string, text: string): Promise<void>;
  /** The values by name; null when there is no such draft, or when it cannot be decrypted any more. */
  values(userId: string, place: DraftPlace, id?: string): Promise<Record<string, string> | null>;
  drop(userId: string, place: DraftPlace, name: string): Promise<void>;
  /** Drafts as doors: they hold credentials. */
  readonly door: Required<Pick<Door, 'list' | 'end'>>;
  /** Forgets the draft. */
  forget(userId: string, place: DraftPlace): Promise<void>;
}

const LIVES_MS = 25 * 3_600_000;

interface Row {
  id: string;
  owner_user_id: string;
  awaits: string | null;
  is_hidden: boolean;
  taken_from: string | null;
  sealed: string | null;
}

const additionalDataOf = ({ owner_user_id, id }: { owner_user_id: string; id: string }) =>
  `chat.secret_drafts\0${owner_user_id}\0${id}`;

/** Where the drafts are kept. */
export const DRAFT_VALUES: SealedColumn = {
  table: 'chat.secret_drafts',
  column: 'sealed',
  key: 'id',
  reads: ['owner_user_id'],
  noun: 'drafts of dialogues',
  context: ({ id = '', owner_user_id = '' }) => additionalDataOf({ id, owner_user_id }),
  named: () => null,
};

export function createSecretDrafts(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  keyring: Keyring,
): SecretDrafts {
  const key = (userId: string, { transport, chatId, chatUserId }: DraftPlace) => ({
    owner_user_id: userId,
    transport,
    chat_id: chatId,
    chat_user_id: chatUserId,
  });
  const find = (trx: DbTransaction, userId: string, place: DraftPlace) =>
    trx('chat.secret_drafts').where(key(userId, place)).first<Row | undefined>();

  async function open(row: Row): Promise<Record<string, string> | null> {
    if (row.sealed === null) return {};
    try {
      return JSON.parse(await keyring.unseal(additionalDataOf(row), row.sealed)) as Record<string, string>;
    } catch (error) {
      if (error instanceof Unreadable) return null;
      throw error;
    }
  }

  /** Changes the values of the draft there is. */
  async function change(
    userId: string,
    place: DraftPlace,
    edit: (values: Record<string, string>, row: Row) => Partial<Row>,
  ): Promise<void> {
    await database.asUser(userId, async (trx) => {
      const row = await find(trx, userId, place).forUpdate();
      if (row === undefined) return;
      const values = (await open(row)) ?? {};
      const changes = edit(values, row);
      const sealed = await keyring.seal(additionalDataOf(row), JSON.stringify(values));
      await trx('chat.secret_drafts')
        .where({ id: row.id })
        .update({ ...changes, sealed, updated_at: clock.now() });
    });
  }

  return {
    async begin(userId, place) {
      const now = clock.now();
      return await database.asUser(userId, async (trx) => {
        await trx('chat.secret_drafts')
          .where(key(userId, place))
          .orWhere('updated_at', '<', new Date(now.getTime() - LIVES_MS))
          .delete();
        const [row] = await trx('chat.secret_drafts')
          .insert({ ...key(userId, place), updated_at: now })
          .returning<{ id: string }[]>('id');
        return row?.id ?? '';
      });
    },
    async expect(userId, place, name, isHidden) {
      await database.asUser(userId, (trx) =>
        trx('chat.secret_drafts')
          .insert({ ...key(userId, place), awaits: name, is_hidden: isHidden, updated_at: clock.now() })
          .onConflict(['owner_user_id', 'transport', 'chat_id', 'chat_user_id'])
          .merge(['awaits', 'is_hidden', 'updated_at']),
      );
    },
    async expectNothing(userId, place) {
      await database.asUser(userId, (trx) =>
        trx('chat.secret_drafts').where(key(userId, place)).update({ awaits: null }),
      );
    },
    async awaited(userId, { transport, chatId, chatUserId }) {
      // Asked for every message: one statement, by the same key that row-level security goes by.
      const { rows } = await database.systemPool.query<Pick<Row, 'awaits' | 'is_hidden' | 'taken_from'>>({
        name: 'chat_secret_awaited',
        text: `select awaits, is_hidden, taken_from from chat.secret_drafts
               where owner_user_id = $1 and transport = $2 and chat_id = $3 and chat_user_id = $4`,
        values: [userId, transport, chatId, chatUserId],
      });
      const [row] = rows;
      return row === undefined
        ? null
        : { name: row.awaits, isHidden: row.is_hidden, takenFrom: row.taken_from };
    },
    async take(userId, place, updateKey, text) {
      await change(userId, place, (values, { awaits }) => {
        if (awaits !== null) values[awaits] = text;
        return { awaits: null, taken_from: updateKey };
      });
    },
    async values(userId, place, id) {
      const since = new Date(clock.now().getTime() - LIVES_MS);
      const row = await database.readAsUser(userId, (trx) =>
        find(trx, userId, place).where('updated_at', '>', since),
      );
      return row === undefined || (id !== undefined && row.id !== id) ? null : await open(row);
    },
    async drop(userId, place, name) {
      await change(userId, place, (values) => {
        Reflect.deleteProperty(values, name);
        return {};
      });
    },
    door: {
      list: async (userId) =>
        (
          await database.readAsUser(userId, (trx) =>
            trx('chat.secret_drafts')
              .where({ owner_user_id: userId })
              .whereNotNull('sealed')
              .orderBy('id')
              .select<{ id: string; transport: string; updated_at: Date }[]>('id', 'transport', 'updated_at'),
          )
        ).map(({ id, transport, updated_at }) => ({
          id,
          name: transport === 'local' ? 'Dashboard' : 'Telegram',
          since: null,
          lastUsedAt: updated_at,
        })),
      end: async (trx, { userId }) =>
        void (await trx('chat.secret_drafts').where({ owner_user_id: userId }).delete()),
    },
    async forget(userId, place) {
      await database.asUser(userId, (trx) => trx('chat.secret_drafts').where(key(userId, place)).delete());
    },
  };
}
