import {
  type Context,
  invalid,
  type KeyedRequest,
  notFound,
  Problem,
  type DbTransaction,
} from '../platform/index.ts';
import { type DrawChart, servedFile, servedMime } from './chart-file.ts';
import { type ChatMessagesQuery, LARGEST_FILE, LONGEST_TEXT } from './inputs.ts';
import type { AcceptedUpdate, LocalMessage, TextEntity } from './view.ts';

/**
 * What a person does in the local chat, once for each request that says what tells its repeat. Ids are those of the inbox
 * rows; the bot's answers arrive as messages.
 */
export interface LocalChat {
  /** @throws 422 VALIDATION_ERROR for an empty or too long line. */
  say(userId: string, text: string, request?: KeyedRequest): Promise<AcceptedUpdate>;
  /** @throws 404 CHAT_BUTTON_NOT_FOUND when no message has this button any more. */
  press(userId: string, data: string, request?: KeyedRequest): Promise<AcceptedUpdate>;
  /** @throws 413 FILE_TOO_LARGE, 422 for an empty file or name. */
  sendFile(
    userId: string,
    file: { name: string; bytes: Buffer; caption?: string },
    request?: KeyedRequest,
  ): Promise<AcceptedUpdate>;
  /** The newest messages before `before`, oldest first. */
  messages(userId: string, query?: ChatMessagesQuery): Promise<LocalMessage[]>;
  /** @throws 404 CHAT_MESSAGE_NOT_FOUND */
  message(userId: string, id: string): Promise<LocalMessage>;
  /**
   * @param draw draws a chart, of which the chat stores only the configuration.
   * @throws 404 CHAT_ATTACHMENT_NOT_FOUND
   */
  attachment(
    userId: string,
    id: string,
    draw: DrawChart,
  ): Promise<{ name: string; mime: string; bytes: Buffer }>;
  /** True when the bot has dealt with this inbox row; `toast` is what it answered a press with. */
  outcome(userId: string, updateId: string): Promise<{ handled: boolean; toast: string | null }>;
}

interface MessageRow {
  id: string;
  direction: LocalMessage['direction'];
  text: string;
  entities: TextEntity[];
  reply_markup: { inline_keyboard?: { text: string; callback_data: string }[][] } | null;
  attachment_id: string | null;
  attachment_kind: NonNullable<LocalMessage['attachment']>['kind'] | null;
  attachment_name: string | null;
  attachment_mime: string | null;
  silent: boolean;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
}

function toLocalMessage(row: MessageRow): LocalMessage {
  const gone = row.deleted_at !== null;
  const rows = gone ? [] : (row.reply_markup?.inline_keyboard ?? []);
  return {
    id: row.id,
    direction: row.direction,
    text: gone ? '' : row.text,
    entities: gone ? [] : row.entities,
    buttons: rows.map((line) => line.map(({ text, callback_data }) => ({ text, data: callback_data }))),
    attachment:
      gone || row.attachment_id === null || row.attachment_kind === null
        ? null
        : {
            id: row.attachment_id,
            kind: row.attachment_kind,
            name: row.attachment_name ?? 'file',
            mime: servedMime(row.attachment_mime ?? 'application/octet-stream'),
          },
    silent: row.silent,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    deleted: gone,
  };
}

const selectMessages = (trx: DbTransaction) =>
  trx('chat.message as m')
    .leftJoin('chat.attachment as a', 'a.id', 'm.attachment_id')
    .select('m.*', 'a.name as attachment_name', 'a.mime as attachment_mime');

/**
 * The person's side of the local chat, for any process: the dashboard's API and the terminal write here, the bot
 * reads the inbox wherever it runs. New rows announce themselves on `chat_in` and `chat_out`.
 */
export function createLocalChat({
  database,
  clock,
  receipts,
}: Pick<Context, 'database' | 'clock' | 'receipts'>): LocalChat {
  const enqueue = async (
    trx: DbTransaction,
    userId: string,
    body: Record<string, unknown>,
  ): Promise<string> => {
    const [row] = await trx('chat.local_update')
      .insert({ owner_user_id: userId, body: JSON.stringify(body), created_at: clock.now() })
      .returning<{ id: string }[]>('id');
    return row?.id ?? '';
  };
  const insertMessage = async (
    trx: DbTransaction,
    userId: string,
    message: Record<string, unknown>,
  ): Promise<string> => {
    const [row] = await trx('chat.message')
      .insert({ owner_user_id: userId, direction: 'in', created_at: clock.now(), ...message })
      .returning<{ id: string }[]>('id');
    return row?.id ?? '';
  };

  return {
    async say(userId, text, request) {
      if (text.trim() === '') throw invalid([{ field: 'text', message: 'Type a message first.' }]);
      if (text.length > LONGEST_TEXT) {
        throw invalid([
          {
            field: 'text',
            message: `A message has at most ${LONGEST_TEXT} characters. Send longer text as a file.`,
          },
        ]);
      }
      return await receipts.inTransaction(userId, request, async (trx) => {
        const message_id = await insertMessage(trx, userId, { text });
        return { update_id: await enqueue(trx, userId, { kind: 'text', message_id, text }), message_id };
      });
    },
    async press(userId, data, request) {
      return await receipts.inTransaction(userId, request, async (trx) => {
        const row = await trx('chat.message')
          .where({ direction: 'out', deleted_at: null })
          .whereRaw('reply_markup @\\? ?::jsonpath', [
            `$.inline_keyboard[*][*] ? (@.callback_data == ${JSON.stringify(data)})`,
          ])
          .orderBy('id', 'desc')
          .first<Pick<MessageRow, 'id' | 'text' | 'attachment_kind'> | undefined>(
            'id',
            'text',
            'attachment_kind',
          );
        if (row === undefined)
          throw notFound('CHAT_BUTTON', 'This button has expired. Send the command again.');
        const { id, text, attachment_kind } = row;
        const body = { kind: 'callback', message_id: id, text, media: attachment_kind, data };
        return { update_id: await enqueue(trx, userId, body), message_id: row.id };
      });
    },
    async sendFile(userId, { name, bytes, caption = '' }, request) {
      const clean = name
        .replaceAll(/[\r\n]/g, ' ')
        .trim()
        .slice(-200);
      if (clean === '') throw invalid([{ field: 'file', message: 'The file needs a name.' }]);
      if (bytes.length === 0) throw invalid([{ field: 'file', message: 'The file is empty.' }]);
      if (bytes.length > LARGEST_FILE) {
        throw new Problem(
          413,
          'FILE_TOO_LARGE',
          'A file in the chat may have at most 20 MB. Import larger ones on the dashboard.',
        );
      }
      return await receipts.inTransaction(userId, request, async (trx) => {
        const [file] = await trx('chat.attachment')
          .insert({
            owner_user_id: userId,
            name: clean,
            mime: 'application/octet-stream',
            bytes,
            created_at: clock.now(),
          })
          .returning<{ id: string }[]>('id');
        const attachment_id = file?.id ?? '';
        const message_id = await insertMessage(trx, userId, {
          text: caption,
          attachment_id,
          attachment_kind: 'document',
        });
        const body = {
          kind: 'document',
          message_id,
          attachment_id,
          name: clean,
          size: bytes.length,
          caption,
        };
        return { update_id: await enqueue(trx, userId, body), message_id };
      });
    },
    async messages(userId, { before, after, limit = 50 } = {}) {
      const rows = await database.readAsUser(userId, async (trx) => {
        // The owner is named: row-level security alone lets Postgres plan with the rows of an average owner.
        const query = selectMessages(trx)
          .where('m.owner_user_id', userId)
          .whereNull('m.deleted_at')
          .limit(Math.min(limit, 200));
        if (before !== undefined) void query.where('m.id', '<', before);
        if (after !== undefined)
          return (await query.where('m.id', '>', after).orderBy('m.id')) as MessageRow[];
        return ((await query.orderBy('m.id', 'desc')) as MessageRow[]).reverse();
      });
      return rows.map(toLocalMessage);
    },
    async message(userId, id) {
      const row = await database.readAsUser(
        userId,
        async (trx) => (await selectMessages(trx).where('m.id', id).first()) as MessageRow | undefined,
      );
      if (row === undefined) throw notFound('CHAT_MESSAGE');
      return toLocalMessage(row);
    },
    async attachment(userId, id, draw) {
      const row = await database.readAsUser(userId, (trx) =>
        trx('chat.attachment')
          .where({ id })
          .first<{ name: string; mime: string; bytes: Buffer } | undefined>('name', 'mime', 'bytes'),
      );
      if (row === undefined) throw notFound('CHAT_ATTACHMENT');
      return await servedFile(row, draw);
    },
    async outcome(userId, updateId) {
      const row = await database.readAsUser(userId, (trx) =>
        trx('chat.local_update')
          .where({ id: updateId })
          .first<{ handled_at: Date | null; answer: { text?: string } | null } | undefined>(
            'handled_at',
            'answer',
          ),
      );
      return { handled: row?.handled_at !== null && row !== undefined, toast: row?.answer?.text ?? null };
    },
  };
}
