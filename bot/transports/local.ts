import type { Bot } from 'grammy';
import type { ApiClientOptions } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { Core } from '../../core/assembly/index.ts';
import type { ChatContext } from '../context.ts';
import type { Stores } from '../ports.ts';
import { callLocal, LocalRefusal, type Payload } from './local-methods.ts';
import { parseMultipart } from './multipart.ts';

/** The bot as the local chat knows it; no server is asked. */
export const LOCAL_BOT: UserFromGetMe = {
  id: 1,
  is_bot: true,
  first_name: 'Munim',
  username: 'munim',
  can_join_groups: false,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
} as UserFromGetMe;

/** A client for grammY whose calls end in this process: the Bot API's methods on the tables of the local chat. */
export function localClient(stores: Stores): ApiClientOptions {
  const answer = async (url: string, init: { body?: unknown; headers?: Record<string, string> }) => {
    const method = url.split('/').at(-1) ?? '';
    try {
      const payload = await decode(init.body, init.headers?.['content-type'] ?? '');
      return { ok: true, result: await callLocal(stores, method, payload) };
    } catch (error) {
      if (!(error instanceof LocalRefusal)) throw error;
      return { ok: false, error_code: error.status, description: error.message };
    }
  };
  const client = async (url: unknown, init: unknown) => {
    const body = await answer(
      String(url),
      (init ?? {}) as { body?: unknown; headers?: Record<string, string> },
    );
    return { json: () => Promise.resolve(body) };
  };
  return { apiRoot: 'http://local.chat', fetch: client as unknown as NonNullable<ApiClientOptions['fetch']> };
}

async function decode(body: unknown, contentType: string): Promise<Payload> {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string') return JSON.parse(body) as Payload;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const parts = parseMultipart(Buffer.concat(chunks), contentType);
  const files = new Map(
    parts
      .filter((part) => part.filename !== null)
      .map((part) => [`attach://${part.name}`, { name: part.filename ?? 'file', bytes: part.bytes }]),
  );
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string') return files.get(value) ?? value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  };
  const fields = parts
    .filter((part) => part.filename === null)
    .map((part) => [part.name, part.bytes.toString('utf8')] as const);
  return Object.fromEntries(fields.map(([name, text]) => [name, resolve(fieldValue(name, text))]));
}

/** Texts stay texts whatever they look like; the other fields of a multipart call are JSON. */
function fieldValue(name: string, text: string): unknown {
  if (name === 'text' || name === 'caption') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface InboxRow {
  id: string;
  owner_user_id: string;
  body: {
    kind: 'text' | 'callback' | 'document';
    message_id: string;
    text?: string;
    data?: string;
    attachment_id?: string;
    name?: string;
    size?: number;
    caption?: string;
    media?: 'photo' | 'document' | null;
  };
  created_at: Date;
}

/** Until what could not be read is looked for again. */
const RETRY_MS = 500;

/** Feeds the inbox of the local chat to the bot: each person's messages in order, different people side by side. */
interface LocalInbox {
  start(): Promise<void>;
  /** Takes nothing new and waits for what is in hand. */
  stop(): Promise<void>;
}

/** @param isUrgent whether a line waits for none of the person's other messages. */
export function createLocalInbox(
  core: Core,
  bot: Bot<ChatContext>,
  isUrgent: (text: string) => boolean = () => false,
): LocalInbox {
  const { database, listener, log } = core;
  const lanes = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const inHand = new Set<string>();
  /** Urgent messages that are handled beside the others. */
  const beside = new Set<Promise<void>>();
  const unsubscribe: (() => void)[] = [];
  let stopping = false;

  const next = async (userId: string): Promise<InboxRow | undefined> => {
    const { rows } = await database.systemPool.query<InboxRow>({
      name: 'chat_inbox_next',
      text: `select id, owner_user_id, body, created_at from chat.local_update
             where owner_user_id = $1 and handled_at is null and id <> all($2::bigint[]) order by id limit 1`,
      values: [userId, [...inHand]],
    });
    return rows[0];
  };
  const handle = async (row: InboxRow): Promise<void> => {
    // Found in the moment in which somebody else took it up.
    if (inHand.has(row.id)) return;
    inHand.add(row.id);
    try {
      await bot.handleUpdate(toUpdate(row, await nameOf(core, row.owner_user_id)));
    } catch (error) {
      log.error({ err: error, update: row.id }, 'a message of the local chat could not be handled');
    }
    try {
      await database.systemPool.query('update chat.local_update set handled_at = now() where id = $1', [
        row.id,
      ]);
    } finally {
      inHand.delete(row.id);
    }
  };
  /** What is urgent is handled at once, whatever the person's lane is busy with. */
  const handleUrgent = async (updateId: string): Promise<void> => {
    const { rows } = await database.systemPool.query<InboxRow>({
      name: 'chat_inbox_one',
      text: `select id, owner_user_id, body, created_at from chat.local_update where id = $1 and handled_at is null`,
      values: [updateId],
    });
    const [row] = rows;
    if (row !== undefined && row.body.kind === 'text' && isUrgent(row.body.text ?? '')) await handle(row);
  };
  const drain = async (userId: string): Promise<void> => {
    while (!stopping) {
      again.delete(userId);
      const row = await next(userId);
      if (row !== undefined) await handle(row);
      else if (!again.has(userId)) return;
    }
  };
  const wake = (userId: string): void => {
    again.add(userId);
    if (stopping || lanes.has(userId)) return;
    const lane = drain(userId)
      .catch((error: unknown) => {
        log.error({ err: error }, 'the inbox of the local chat could not be read; trying again');
        again.add(userId);
      })
      .finally(() => {
        lanes.delete(userId);
        if (again.has(userId) && !stopping) setTimeout(() => wake(userId), RETRY_MS).unref();
      });
    lanes.set(userId, lane);
  };
  const sweep = async (): Promise<void> => {
    const { rows } = await database.systemPool.query<{ owner_user_id: string }>(
      'select distinct owner_user_id from chat.local_update where handled_at is null',
    );
    for (const { owner_user_id } of rows) wake(owner_user_id);
  };
  const sweepQuietly = () =>
    void sweep().catch((error: unknown) => {
      log.warn({ err: error }, 'the inbox of the local chat could not be swept; trying again');
      if (!stopping) setTimeout(sweepQuietly, RETRY_MS).unref();
    });

  return {
    async start() {
      stopping = false;
      unsubscribe.push(
        listener.on('chat_in', (payload) => {
          const userId = String(payload['user_id']);
          if (lanes.has(userId) && !stopping) {
            const work = handleUrgent(String(payload['update_id']))
              .catch((error: unknown) => log.warn({ err: error }, 'an urgent message waits for its turn'))
              .finally(() => beside.delete(work));
            beside.add(work);
          }
          wake(userId);
        }),
        listener.onGap(sweepQuietly),
      );
      await sweep();
    },
    async stop() {
      stopping = true;
      for (const off of unsubscribe.splice(0)) off();
      await Promise.all([...lanes.values(), ...beside]);
    },
  };
}

async function nameOf(core: Core, userId: string): Promise<string> {
  const { rows } = await core.database.systemPool.query<{ name: string }>({
    name: 'chat_user_name',
    text: 'select name from identity.users where id = $1',
    values: [userId],
  });
  return rows[0]?.name ?? 'You';
}

/** An inbox row as the update that Telegram would have sent. */
function toUpdate(row: InboxRow, name: string): Update {
  const id = Number(row.owner_user_id);
  const chat = { id, type: 'private', first_name: name };
  const from = { id, is_bot: false, first_name: name };
  const { body } = row;
  const date = Math.floor(row.created_at.getTime() / 1000);
  const message = { message_id: Number(body.message_id), date, chat };
  const inner =
    body.kind === 'callback'
      ? {
          callback_query: {
            id: row.id,
            from,
            chat_instance: row.owner_user_id,
            data: body.data,
            message: { ...message, ...shown(body) },
          },
        }
      : body.kind === 'document'
        ? {
            message: {
              ...message,
              from,
              caption: body.caption,
              document: {
                file_id: body.attachment_id,
                file_unique_id: body.attachment_id,
                file_name: body.name,
                file_size: body.size,
              },
            },
          }
        : { message: { ...message, from, text: body.text } };
  return { update_id: Number(row.id), ...inner } as unknown as Update;
}

/** What the pressed message shows decides how it can be edited. */
function shown(body: InboxRow['body']): object {
  const file = { file_id: 'shown', file_unique_id: 'shown' };
  if (body.media === 'photo') return { caption: body.text, photo: [{ ...file, width: 0, height: 0 }] };
  return body.media === 'document' ? { caption: body.text, document: file } : { text: body.text };
}
