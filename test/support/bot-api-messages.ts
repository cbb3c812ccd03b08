import type { InlineKeyboardMarkup, Message, MessageEntity } from 'grammy/types';

/** What the Bot API answers for a call it refuses. */
export class Refusal extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;
  constructor(status: number, description: string, retryAfter?: number) {
    super(description);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** A message as the chat holds it: what a person would see, plus the bytes behind photos and documents. */
export interface SeenMessage {
  id: number;
  chatId: number;
  fromBot: boolean;
  text: string;
  entities: MessageEntity[];
  keyboard: InlineKeyboardMarkup['inline_keyboard'];
  photo: Buffer | null;
  document: { name: string; bytes: Buffer } | null;
  silent: boolean;
  edits: number;
  deleted: boolean;
}

/** Buttons of a message, row by row, as their labels. */
export const labels = (message: SeenMessage): string[] =>
  message.keyboard.flat().map((button) => button.text);

/** Refuses text the real server would refuse, and entities it would silently cut. */
export function checkText(
  text: unknown,
  entities: MessageEntity[],
  limit: number,
  what: 'message' | 'caption',
): string {
  if (typeof text !== 'string') throw new Refusal(400, `Bad Request: ${what} text is empty`);
  if (what === 'message' && text.trim() === '') throw new Refusal(400, 'Bad Request: message text is empty');
  if (text.length > limit) {
    throw new Refusal(
      400,
      what === 'message' ? 'Bad Request: message is too long' : 'Bad Request: message caption is too long',
    );
  }
  if (entities.length > 100)
    throw new Refusal(400, 'Bad Request: too many entities (the server would drop the rest)');
  for (const entity of entities) {
    const end = entity.offset + entity.length;
    if (entity.offset < 0 || entity.length <= 0 || end > text.length) {
      throw new Refusal(
        400,
        `Bad Request: entity ${entity.type} at ${entity.offset}+${entity.length} lies outside the text`,
      );
    }
  }
  return text;
}

/** Refuses keyboards the real server would refuse. */
export function checkKeyboard(markup: unknown): InlineKeyboardMarkup['inline_keyboard'] {
  if (markup === undefined || markup === null) return [];
  const rows = (markup as InlineKeyboardMarkup).inline_keyboard ?? [];
  if (rows.flat().length > 100) throw new Refusal(400, 'Bad Request: reply markup is too long');
  for (const row of rows) {
    if (row.length > 8) throw new Refusal(400, 'Bad Request: too many buttons in a row');
    for (const button of row) {
      if (button.text === '') throw new Refusal(400, 'Bad Request: inline keyboard button text is empty');
      const data = 'callback_data' in button ? button.callback_data : undefined;
      if (data !== undefined && (Buffer.byteLength(data) > 64 || data === '')) {
        throw new Refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
      }
    }
  }
  return rows;
}

/** The entities a client adds by itself: a command at the start of what a person typed. */
export function commandEntities(text: string): MessageEntity[] {
  const command = /^\/[A-Za-z0-9_]+(@\w+)?/.exec(text)?.[0];
  return command === undefined ? [] : [{ type: 'bot_command', offset: 0, length: command.length }];
}

/** The wire form of a message. */
export function wire(
  message: SeenMessage,
  bot: Message['from'],
  chat: Message['chat'],
  date: number,
): Message {
  const media = message.photo !== null || message.document !== null;
  const body: Record<string, unknown> = {
    message_id: message.id,
    date,
    chat,
    from: bot,
    ...(media
      ? { caption: message.text, caption_entities: message.entities }
      : { text: message.text, entities: message.entities }),
  };
  if (message.edits > 0) body['edit_date'] = date;
  if (message.keyboard.length > 0) body['reply_markup'] = { inline_keyboard: message.keyboard };
  if (message.photo !== null) {
    body['photo'] = [
      {
        file_id: `photo-${message.id}`,
        file_unique_id: `p${message.id}`,
        width: 800,
        height: 400,
        file_size: message.photo.length,
      },
    ];
  }
  if (message.document !== null) {
    body['document'] = {
      file_id: `document-${message.id}`,
      file_unique_id: `d${message.id}`,
      file_name: message.document.name,
      file_size: message.document.bytes.length,
    };
  }
  return body as unknown as Message;
}
