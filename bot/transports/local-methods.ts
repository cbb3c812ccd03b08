import { chartMime } from '../../core/chat/index.ts';
import { type DbTransaction, announce } from '../../core/platform/index.ts';
import type { MessageEntity } from 'grammy/types';
import type { Stores } from '../ports.ts';
import type { Keyboard } from '../store/buttons.ts';
import { CAPTION_LIMIT, ENTITY_LIMIT, MESSAGE_LIMIT } from '../text/split.ts';

/** A file of a multipart call. */
export interface Upload {
  name: string;
  bytes: Buffer;
}

export type Payload = Record<string, unknown>;

/** What the in-process Bot API answers for a call it refuses: the words of the real one, which callers look for. */
export class LocalRefusal extends Error {
  readonly status: number;
  constructor(status: number, description: string) {
    super(description);
    this.status = status;
  }
}

interface Stored {
  id: string;
  text: string;
  entities: MessageEntity[];
  reply_markup: unknown;
  attachment_id: string | null;
  attachment_kind: 'photo' | 'document' | null;
}

type Method = (trx: DbTransaction, userId: string, payload: Payload, now: Date) => Promise<unknown>;

const NOT_MODIFIED =
  'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';

function textOf(value: unknown, entities: MessageEntity[], limit: number, what: string): string {
  const text = typeof value === 'string' ? value : '';
  if (limit === MESSAGE_LIMIT && text.trim() === '')
    throw new LocalRefusal(400, 'Bad Request: message text is empty');
  if (text.length > limit) throw new LocalRefusal(400, `Bad Request: ${what} is too long`);
  if (entities.length > ENTITY_LIMIT) throw new LocalRefusal(400, 'Bad Request: too many entities');
  return text;
}

const message = (payload: Payload) => {
  const entities = (payload['entities'] ?? []) as MessageEntity[];
  return { text: textOf(payload['text'], entities, MESSAGE_LIMIT, 'message'), entities };
};
const caption = (payload: Payload) => {
  const entities = (payload['caption_entities'] ?? []) as MessageEntity[];
  return { text: textOf(payload['caption'], entities, CAPTION_LIMIT, 'message caption'), entities };
};

function wire(row: Stored, userId: string, now: Date): Payload {
  const media = row.attachment_kind !== null;
  return {
    message_id: Number(row.id),
    date: Math.floor(now.getTime() / 1000),
    chat: { id: Number(userId), type: 'private', first_name: 'You' },
    ...(media
      ? { caption: row.text, caption_entities: row.entities }
      : { text: row.text, entities: row.entities }),
    ...(row.attachment_kind === 'photo'
      ? { photo: [{ file_id: row.attachment_id, file_unique_id: row.attachment_id, width: 0, height: 0 }] }
      : {}),
    ...(row.attachment_kind === 'document'
      ? { document: { file_id: row.attachment_id, file_unique_id: row.attachment_id } }
      : {}),
  };
}

async function attach(
  trx: DbTransaction,
  userId: string,
  value: unknown,
  kind: 'photo' | 'document',
  now: Date,
): Promise<string> {
  const file = value as Upload | undefined;
  if (file === undefined || !Buffer.isBuffer(file.bytes))
    throw new LocalRefusal(400, 'Bad Request: there is no file in the request');
  if (file.bytes.length === 0) throw new LocalRefusal(400, 'Bad Request: file must be non-empty');
  const [row] = await trx('chat.attachment')
    .insert({
      owner_user_id: userId,
      name: file.name,
      mime: mimeOf(file, kind),
      bytes: file.bytes,
      created_at: now,
    })
    .returning<{ id: string }[]>('id');
  return row?.id ?? '';
}

function mimeOf(file: Upload, kind: 'photo' | 'document'): string {
  const chart = kind === 'photo' ? chartMime(file.bytes) : null;
  if (chart !== null) return chart;
  if (file.bytes.subarray(1, 4).toString('latin1') === 'PNG') return 'image/png';
  if (file.bytes[0] === 0xff && file.bytes[1] === 0xd8) return 'image/jpeg';
  if (kind === 'photo') throw new LocalRefusal(400, 'Bad Request: IMAGE_PROCESS_FAILED');
  if (/\.csv$/i.test(file.name)) return 'text/csv; charset=utf-8';
  return /\.txt$/i.test(file.name) ? 'text/plain; charset=utf-8' : 'application/octet-stream';
}

async function insert(
  trx: DbTransaction,
  userId: string,
  payload: Payload,
  now: Date,
  body: Payload,
): Promise<unknown> {
  const [row] = await trx('chat.message')
    .insert({
      owner_user_id: userId,
      direction: 'out',
      silent: payload['disable_notification'] === true,
      created_at: now,
      reply_markup: payload['reply_markup'] === undefined ? null : JSON.stringify(payload['reply_markup']),
      ...body,
      entities: JSON.stringify(body['entities'] ?? []),
    })
    .returning<Stored[]>('*');
  if (row === undefined) throw new LocalRefusal(400, 'Bad Request: chat not found');
  return wire(row, userId, now);
}

async function edit(
  trx: DbTransaction,
  userId: string,
  payload: Payload,
  now: Date,
  body: Payload,
): Promise<unknown> {
  const old = await trx('chat.message')
    .where({ id: Number(payload['message_id']), direction: 'out', deleted_at: null })
    .first<Stored | undefined>();
  if (old === undefined) throw new LocalRefusal(400, 'Bad Request: message to edit not found');
  const markup = payload['reply_markup'] ?? null;
  const next = {
    text: body['text'] ?? old.text,
    entities: body['entities'] ?? old.entities,
    attachment_id: body['attachment_id'] ?? old.attachment_id,
  };
  const before = JSON.stringify([old.text, old.entities, old.attachment_id, keys(old.reply_markup)]);
  if (JSON.stringify([next.text, next.entities, next.attachment_id, keys(markup)]) === before)
    throw new LocalRefusal(400, NOT_MODIFIED);
  const [row] = await trx('chat.message')
    .where({ id: old.id })
    .update({
      ...next,
      entities: JSON.stringify(next.entities),
      reply_markup: markup === null ? null : JSON.stringify(markup),
      edited_at: now,
    })
    .returning<Stored[]>('*');
  return wire(row ?? old, userId, now);
}

/** Labels and data in order: jsonb gives its keys back in another order than they were written. */
function keys(markup: unknown): string {
  const rows =
    (markup as { inline_keyboard?: { text: string; callback_data?: string }[][] } | null)?.inline_keyboard ??
    [];
  return JSON.stringify(rows.map((row) => row.map((button) => [button.text, button.callback_data])));
}

/** Deleted is gone: neither the message nor the inbox keeps its text. */
const remove = async (trx: DbTransaction, ids: unknown[], now: Date): Promise<true> => {
  const messages = ids.map(Number);
  await trx('chat.message')
    .whereIn('id', messages)
    .whereNull('deleted_at')
    .update({ deleted_at: now, reply_markup: null, text: '', entities: '[]' });
  await trx('chat.local_update')
    .whereRaw(`body ->> 'message_id' = any(?)`, [messages.map(String)])
    .update({ body: trx.raw(`body || '{"text": ""}'`) });
  return true;
};

/** The methods of the Bot API that the bot uses, written into the local chat's tables. */
const METHODS = {
  sendMessage: async (trx, userId, payload, now) => await insert(trx, userId, payload, now, message(payload)),
  async sendPhoto(trx, userId, payload, now) {
    const attachment_id = await attach(trx, userId, payload['photo'], 'photo', now);
    return await insert(trx, userId, payload, now, {
      ...caption(payload),
      attachment_id,
      attachment_kind: 'photo',
    });
  },
  async sendDocument(trx, userId, payload, now) {
    const attachment_id = await attach(trx, userId, payload['document'], 'document', now);
    return await insert(trx, userId, payload, now, {
      ...caption(payload),
      attachment_id,
      attachment_kind: 'document',
    });
  },
  editMessageText: async (trx, userId, payload, now) =>
    await edit(trx, userId, payload, now, message(payload)),
  editMessageCaption: async (trx, userId, payload, now) =>
    await edit(trx, userId, payload, now, caption(payload)),
  editMessageReplyMarkup: async (trx, userId, payload, now) => await edit(trx, userId, payload, now, {}),
  async editMessageMedia(trx, userId, payload, now) {
    const media = payload['media'] as Payload;
    const attachment_id = await attach(trx, userId, media['media'], 'photo', now);
    return await edit(trx, userId, payload, now, { ...caption(media), attachment_id });
  },
  deleteMessage: async (trx, _userId, payload, now) => await remove(trx, [payload['message_id']], now),
  deleteMessages: async (trx, _userId, payload, now) =>
    await remove(trx, (payload['message_ids'] ?? []) as unknown[], now),
} satisfies Record<string, Method>;

/** Text with its buttons, as the methods take it. */
const textPayload = (
  { text, entities }: Pick<Stored, 'text' | 'entities'>,
  keyboard: Keyboard | null,
): Payload => ({
  text,
  entities,
  ...(keyboard === null ? {} : { reply_markup: keyboard }),
});

/** Writes one message into the local chat within a transaction of the caller's. @returns its id */
export async function writeLocalMessage(
  trx: DbTransaction,
  userId: string,
  message: {
    text: string;
    entities: MessageEntity[];
    /** A picture, or a chart that is drawn when it is opened. */
    photo: Upload | null;
    silent: boolean;
    /** Only under a text. */
    keyboard: Keyboard | null;
  },
  now: Date,
): Promise<number> {
  const { text, entities, photo, silent } = message;
  const quiet: Payload = { disable_notification: silent };
  const written =
    photo === null
      ? await METHODS.sendMessage(trx, userId, { ...quiet, ...textPayload(message, message.keyboard) }, now)
      : await METHODS.sendPhoto(
          trx,
          userId,
          { ...quiet, caption: text, caption_entities: entities, photo },
          now,
        );
  return (written as { message_id: number }).message_id;
}

/** Edits a text in the local chat within a transaction of the caller's. @throws LocalRefusal for a message that is gone */
export async function editLocalMessage(
  trx: DbTransaction,
  userId: string,
  messageId: number,
  text: { text: string; entities: MessageEntity[] },
  keyboard: Keyboard | null,
  now: Date,
): Promise<void> {
  await METHODS.editMessageText(trx, userId, { message_id: messageId, ...textPayload(text, keyboard) }, now);
}

/** Deletes messages of the local chat within the caller's transaction; messages that are already gone are skipped. */
export async function deleteLocalMessages(
  trx: DbTransaction,
  messageIds: readonly number[],
  now: Date,
): Promise<void> {
  await remove(trx, [...messageIds], now);
}

const idOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Methods without a chat: nothing to write, or nothing to do here. */
const WITHOUT_CHAT: Record<string, unknown> = { setMyCommands: true, deleteWebhook: true };

/** Carries out one call of the bot. */
export async function callLocal(
  { database, clock }: Stores,
  method: string,
  payload: Payload,
): Promise<unknown> {
  if (method in WITHOUT_CHAT) return WITHOUT_CHAT[method];
  if (method === 'answerCallbackQuery') return await answerPress({ database, clock } as Stores, payload);
  if (method === 'sendChatAction') return true;
  const run = (METHODS as Record<string, Method>)[method];
  if (run === undefined)
    throw new LocalRefusal(404, `Not Found: method ${method} is unknown to the local chat`);
  const userId = idOf(payload['chat_id']);
  if (!/^\d+$/.test(userId)) throw new LocalRefusal(400, 'Bad Request: chat not found');
  return await database.asUser(userId, (trx) => run(trx, userId, payload, clock.now()));
}

/** What a press is answered with, shown for a moment where the person pressed. */
async function answerPress({ database }: Stores, payload: Payload): Promise<true> {
  const text = typeof payload['text'] === 'string' ? payload['text'] : '';
  if (text === '') return true;
  return await database.asSystem('answer a press in the local chat', async (trx) => {
    const [row] = await trx('chat.local_update')
      .where({ id: String(payload['callback_query_id']) })
      .update({ answer: JSON.stringify({ text }) })
      .returning<{ owner_user_id: string; id: string }[]>(['owner_user_id', 'id']);
    if (row !== undefined) {
      await announce(trx, {
        channel: 'chat_out',
        payload: { user_id: row.owner_user_id, update_id: row.id, toast: text },
      });
    }
    return true as const;
  });
}
