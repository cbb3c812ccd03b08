import type { Message, MessageEntity } from 'grammy/types';
import type { BotApi } from './bot-api.ts';
import { checkKeyboard, checkText, Refusal, wire, type SeenMessage } from './bot-api-messages.ts';

type Payload = Record<string, unknown>;
interface Upload {
  name: string;
  bytes: Buffer;
}

const seconds = () => Math.floor(Date.now() / 1000);
const entitiesOf = (payload: Payload, key: string) => (payload[key] ?? []) as MessageEntity[];

/** Carries out one method of the Bot API, or refuses it as the real server does. */
export function callMethod(api: BotApi, method: string, payload: Payload): unknown {
  const known = METHODS[method];
  if (known === undefined) throw new Refusal(404, `Not Found: method ${method} is not in the double`);
  return known(api, payload);
}

const METHODS: Record<string, (api: BotApi, payload: Payload) => unknown> = {
  getMe: (api) => ({
    ...api.me,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  }),
  deleteWebhook: () => true,
  sendChatAction: () => true,
  setMessageReaction: () => true,
  setMyCommands(api, payload) {
    const commands = (payload['commands'] ?? []) as { command: string; description: string }[];
    if (commands.length > 100) throw new Refusal(400, 'Bad Request: BOT_COMMANDS_TOO_MUCH');
    for (const { command, description } of commands) {
      if (!/^[a-z0-9_]{1,32}$/.test(command)) throw new Refusal(400, 'Bad Request: BOT_COMMAND_INVALID');
      if (description.length < 1 || description.length > 256) {
        throw new Refusal(400, 'Bad Request: BOT_COMMAND_DESCRIPTION_INVALID');
      }
    }
    api.commands = commands;
    return true;
  },
  sendMessage(api, payload) {
    const entities = entitiesOf(payload, 'entities');
    return send(api, payload, { text: checkText(payload['text'], entities, 4096, 'message'), entities });
  },
  sendPhoto(api, payload) {
    const entities = entitiesOf(payload, 'caption_entities');
    const photo = upload(payload['photo'], 10 * 1024 * 1024);
    const png = photo.bytes.subarray(0, 4).toString('latin1') === '\u0089PNG';
    const jpeg = photo.bytes[0] === 0xff && photo.bytes[1] === 0xd8;
    if (!png && !jpeg) throw new Refusal(400, 'Bad Request: IMAGE_PROCESS_FAILED');
    const text = checkText(payload['caption'] ?? '', entities, 1024, 'caption');
    return send(api, payload, { text, entities, photo: photo.bytes });
  },
  sendDocument(api, payload) {
    const entities = entitiesOf(payload, 'caption_entities');
    const document = upload(payload['document'], 50 * 1024 * 1024);
    const text = checkText(payload['caption'] ?? '', entities, 1024, 'caption');
    return send(api, payload, { text, entities, document });
  },
  editMessageText(api, payload) {
    const message = editable(api, payload);
    const entities = entitiesOf(payload, 'entities');
    return edit(api, message, payload, {
      text: checkText(payload['text'], entities, 4096, 'message'),
      entities,
    });
  },
  editMessageCaption(api, payload) {
    const message = editable(api, payload);
    const entities = entitiesOf(payload, 'caption_entities');
    return edit(api, message, payload, {
      text: checkText(payload['caption'] ?? '', entities, 1024, 'caption'),
      entities,
    });
  },
  editMessageMedia(api, payload) {
    const message = editable(api, payload);
    const media = payload['media'] as Payload;
    const entities = entitiesOf(media, 'caption_entities');
    const file = upload(media['media'], 10 * 1024 * 1024);
    return edit(api, message, payload, {
      text: checkText(media['caption'] ?? '', entities, 1024, 'caption'),
      entities,
      ...(media['type'] === 'photo' ? { photo: file.bytes } : { document: file }),
    });
  },
  editMessageReplyMarkup: (api, payload) => edit(api, editable(api, payload), payload, {}),
  deleteMessage: (api, payload) => remove(api, payload, [Number(payload['message_id'])], true),
  deleteMessages: (api, payload) => remove(api, payload, (payload['message_ids'] ?? []) as number[], false),
  answerCallbackQuery(api, payload) {
    const id = String(payload['callback_query_id']);
    if (!api.openQueries.delete(id)) {
      throw new Refusal(
        400,
        'Bad Request: query is too old and response timeout expired or query ID is invalid',
      );
    }
    const text = typeof payload['text'] === 'string' ? payload['text'] : '';
    if (text.length > 200) throw new Refusal(400, 'Bad Request: MESSAGE_TOO_LONG');
    api.answeredQueries.set(id, { text, alert: payload['show_alert'] === true });
    return true;
  },
  getFile(api, payload) {
    const id = String(payload['file_id']);
    const file = api.files.get(id);
    if (file === undefined)
      throw new Refusal(400, 'Bad Request: wrong file_id or the file is temporarily unavailable');
    if (file.bytes.length > 20 * 1024 * 1024) throw new Refusal(400, 'Bad Request: file is too big');
    return { file_id: id, file_unique_id: id, file_size: file.bytes.length, file_path: file.path };
  },
};

function upload(value: unknown, limit: number): Upload {
  const file = value as Upload | undefined;
  if (file === undefined || !Buffer.isBuffer(file.bytes))
    throw new Refusal(400, 'Bad Request: there is no file in the request');
  if (file.bytes.length === 0) throw new Refusal(400, 'Bad Request: file must be non-empty');
  if (file.bytes.length > limit) throw new Refusal(413, 'Request Entity Too Large');
  return file;
}

function send(
  api: BotApi,
  payload: Payload,
  body: { text: string; entities: MessageEntity[]; photo?: Buffer; document?: Upload },
): Message {
  const chatId = Number(payload['chat_id']);
  if (!Number.isFinite(chatId) || chatId === 0) throw new Refusal(400, 'Bad Request: chat not found');
  const message: SeenMessage = {
    id: api.nextMessageId(),
    chatId,
    fromBot: true,
    text: body.text,
    entities: body.entities,
    keyboard: checkKeyboard(payload['reply_markup']),
    photo: body.photo ?? null,
    document: body.document ?? null,
    silent: payload['disable_notification'] === true,
    edits: 0,
    deleted: false,
  };
  api.messages.push(message);
  api.noteSent(message);
  return wire(message, api.me, chatOf(chatId), seconds());
}

function editable(api: BotApi, payload: Payload): SeenMessage {
  const message = api.messages.find(
    (candidate) =>
      candidate.id === Number(payload['message_id']) && candidate.chatId === Number(payload['chat_id']),
  );
  if (message === undefined || message.deleted)
    throw new Refusal(400, 'Bad Request: message to edit not found');
  if (!message.fromBot) throw new Refusal(400, "Bad Request: message can't be edited");
  return message;
}

function edit(api: BotApi, message: SeenMessage, payload: Payload, change: Partial<SeenMessage>): Message {
  const keyboard = checkKeyboard(payload['reply_markup']);
  if ('text' in change && change.photo === undefined && change.document === undefined) {
    const media = message.photo !== null || message.document !== null;
    const textEdit = payload['text'] !== undefined;
    if (textEdit === media) {
      throw new Refusal(400, `Bad Request: there is no ${media ? 'text' : 'caption'} in the message to edit`);
    }
  }
  const next = { ...message, ...change, keyboard };
  const shape = (one: SeenMessage) =>
    JSON.stringify([
      one.text,
      one.entities,
      one.keyboard,
      one.photo?.toString('base64'),
      one.document?.bytes.toString('base64'),
    ]);
  if (shape(next) === shape(message)) {
    throw new Refusal(
      400,
      'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  }
  Object.assign(message, next, { edits: message.edits + 1 });
  return wire(message, api.me, chatOf(message.chatId), seconds());
}

function remove(api: BotApi, payload: Payload, ids: number[], single: boolean): true {
  if (ids.length > 100) throw new Refusal(400, 'Bad Request: too many message identifiers specified');
  const found = api.messages.filter(
    (message) =>
      ids.includes(message.id) && message.chatId === Number(payload['chat_id']) && !message.deleted,
  );
  if (single && found.length === 0) throw new Refusal(400, 'Bad Request: message to delete not found');
  for (const message of found) message.deleted = true;
  return true;
}

/** The wire form of a chat: a negative id is a group, as on the real server. */
export function chatOf(chatId: number): Message['chat'] {
  return (
    chatId < 0
      ? { id: chatId, type: 'group', title: 'Family' }
      : { id: chatId, type: 'private', first_name: `Person ${chatId}` }
  ) as Message['chat'];
}
