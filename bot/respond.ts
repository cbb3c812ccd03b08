import { GrammyError, HttpError, InputFile, type Api } from 'grammy';
import type { Message } from 'grammy/types';
import { FormattedString } from '@grammyjs/parse-mode';
import type { ChatReply } from './chat-reply.ts';
import { chartUpload } from './drawing.ts';
import type { Place, Stores, Who } from './ports.ts';
import type { Buttons, Keyboard } from './store/buttons.ts';
import type { PlanCards } from './store/plan-cards.ts';
import type { SentMessages } from './store/sent-messages.ts';
import { CAPTION_LIMIT, splitText } from './text/split.ts';

/** More pieces than this are a file: nobody reads a chat that scrolls for a minute. */
const MOST_PIECES = 4;
const RETRY_AFTER_MS = 300;

/** Where an answer goes and on whose behalf. */
export interface Target {
  api: Api;
  who: Who;
  place: Place;
  receiptKey: string;
  silent?: boolean;
}

/** The pressed message, as far as editing it needs to know. */
export interface PressedMessage {
  message_id: number;
  photo?: unknown;
  document?: unknown;
}

/** Turns answers into messages. */
export interface Responder {
  /** Sends an answer: split, with its picture, file and keyboard. @returns what stands there after its `meanwhile`, as far as that was waited for. */
  send(target: Target, answer: ChatReply): Promise<ChatReply>;
  /** Shows an answer in the place of a message that was sent before; sends it anew where that cannot be. @returns as `send` */
  replace(target: Target, message: PressedMessage, answer: ChatReply): Promise<ChatReply>;
}

/** What turns answers into messages, without the work that an answer may begin. @returns the last message of the answer. */
export interface Writer {
  send(target: Target, answer: ChatReply): Promise<PressedMessage | null>;
  replace(target: Target, message: PressedMessage, answer: ChatReply): Promise<PressedMessage | null>;
}

export function createWriter(
  stores: Stores,
  buttons: Buttons,
  sent: SentMessages,
  cards: Pick<PlanCards, 'inTurn' | 'note'>,
): Writer {
  const { log } = stores;

  const keyboardOf = async (target: Target, answer: ChatReply): Promise<Keyboard | undefined> => {
    const rows = answer.buttons?.filter((row) => row.length > 0) ?? [];
    return rows.length === 0
      ? undefined
      : await buttons.keyboard(target.who, target.place, target.receiptKey, rows, answer.waitsUntil);
  };

  const draw = async ({ place }: Target, { photo }: ChatReply): Promise<InputFile | null> => {
    if (photo === undefined) return null;
    try {
      const { bytes, name } = await chartUpload({ ...photo, config: photo.config() }, place.transport);
      return new InputFile(bytes, name);
    } catch (error) {
      log.error({ err: error, chart: photo.name }, 'a chart could not be drawn; the text is sent alone');
      return null;
    }
  };

  const follow = async (
    { who, place }: Target,
    message: PressedMessage | null,
    { follows }: ChatReply,
  ): Promise<void> => {
    if (follows !== undefined && message !== null) await cards.note(who, place, message.message_id, follows);
  };

  const send = async (
    target: Target,
    answer: ChatReply,
    photo: InputFile | null,
  ): Promise<PressedMessage | null> => {
    const { api, place } = target;
    const quiet = target.silent === true ? { disable_notification: true } : {};
    const done: Message[] = [];
    const note = (message: Message) => void done.push(message);
    const keyboard = await keyboardOf(target, answer);
    const markup = keyboard === undefined ? {} : { reply_markup: keyboard };
    const { pieces, overflow, isCaption: captioned } = piecesOf(answer.text, photo !== null);
    if (photo !== null) {
      const under = captioned ? captionOf(pieces[0]) : {};
      note(
        await insist(() =>
          api.sendPhoto(place.chatId, photo, { ...under, ...quiet, ...(captioned ? markup : {}) }),
        ),
      );
      if (captioned) pieces.length = 0;
    }
    const isUnderFile = answer.file !== undefined && overflow === undefined && keyboard === undefined;
    const caption = isUnderFile ? takeCaption(pieces) : undefined;
    for (const [index, piece] of pieces.entries()) {
      const last = index === pieces.length - 1;
      const options = {
        ...quiet,
        entities: piece.entities,
        ...(last ? markup : {}),
        link_preview_options: { is_disabled: true },
      };
      note(await insist(() => api.sendMessage(place.chatId, piece.text, options)));
    }
    for (const file of [overflow, answer.file]) {
      if (file === undefined) continue;
      const options = file === answer.file ? { ...captionOf(caption), ...quiet } : quiet;
      note(await insist(() => api.sendDocument(place.chatId, new InputFile(file.bytes, file.name), options)));
    }
    await sent.note(
      target.who,
      place,
      done.map(({ message_id }) => message_id),
    );
    const last = done.at(-1) ?? null;
    await follow(target, last, answer);
    return last;
  };

  return {
    send: async (target, answer) => await send(target, answer, await draw(target, answer)),
    async replace(target, message, answer) {
      if (answer.follows === undefined) return await replace(target, message, answer);
      const spot = { chatId: target.place.chatId, messageId: message.message_id };
      return await cards.inTurn(spot, () => replace(target, message, answer));
    },
  };

  async function replace(
    target: Target,
    message: PressedMessage,
    answer: ChatReply,
  ): Promise<PressedMessage | null> {
    const { api, place } = target;
    const hadPhoto = message.photo !== undefined;
    const photo = await draw(target, answer);
    const { pieces, overflow, isCaption } = piecesOf(answer.text, photo !== null);
    const first = pieces[0];
    const fits =
      pieces.length === 1 &&
      (photo === null || isCaption) &&
      overflow === undefined &&
      answer.file === undefined &&
      message.document === undefined;
    if (!fits || first === undefined || hadPhoto !== (photo !== null)) {
      await ignoringStale(() => api.editMessageReplyMarkup(place.chatId, message.message_id));
      return await send(target, answer, photo);
    }
    const keyboard = await keyboardOf(target, answer);
    const markup = keyboard === undefined ? {} : { reply_markup: keyboard };
    const edited = await ignoringStale(() =>
      photo === null
        ? api.editMessageText(place.chatId, message.message_id, first.text, {
            entities: first.entities,
            ...markup,
            link_preview_options: { is_disabled: true },
          })
        : api.editMessageMedia(
            place.chatId,
            message.message_id,
            { type: 'photo', media: photo, ...captionOf(first) },
            markup,
          ),
    );
    if (!edited) return await send(target, answer, photo);
    await follow(target, message, answer);
    return message;
  }
}

/** The only piece, where it is short enough to be a caption: a file that is sent on keeps what stands under it. */
function takeCaption(pieces: FormattedString[]): FormattedString | undefined {
  const [only] = pieces;
  const isShort = pieces.length === 1 && only !== undefined && only.rawText.length <= CAPTION_LIMIT;
  return isShort ? pieces.pop() : undefined;
}

function captionOf(piece: FormattedString | undefined) {
  return piece === undefined ? {} : { caption: piece.caption, caption_entities: piece.caption_entities };
}

/** One piece when it fits a caption or message, several messages when not, and a file past what one would read. */
function piecesOf(
  text: FormattedString,
  hasPhoto: boolean,
): {
  pieces: FormattedString[];
  overflow?: { name: string; bytes: Buffer };
  /** The only piece goes under the picture; what fits a message may still be too long for that. */
  isCaption: boolean;
} {
  if (hasPhoto && text.rawText.length <= CAPTION_LIMIT && text.rawEntities.length <= 100)
    return { pieces: [text], isCaption: true };
  const pieces = splitText(text);
  if (pieces.length <= MOST_PIECES) return { pieces, isCaption: false };
  const head = splitText(text, 1500)[0] ?? text;
  const told = FormattedString.join([head, 'The full reply is in the file.'], '\n\n');
  return {
    pieces: [told],
    overflow: { name: 'answer.txt', bytes: Buffer.from(text.rawText, 'utf8') },
    isCaption: false,
  };
}

/** A send whose connection broke is tried once more: an answer told twice is better than none. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return await call();
  }
}

/** Edits that change nothing are done; false where the message cannot be edited any more. */
async function ignoringStale(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await insist(call);
    return true;
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    if (error.description.includes('message is not modified')) return true;
    if (
      /message to edit not found|message can't be edited|MESSAGE_ID_INVALID|there is no (text|caption)/.test(
        error.description,
      )
    )
      return false;
    throw error;
  }
}
