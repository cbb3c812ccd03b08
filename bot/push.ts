import { FormattedString } from '@grammyjs/parse-mode';
import { type Api, GrammyError, HttpError, InputFile } from 'grammy';
import type { ChartToKeep } from '../core/chat/index.ts';
import type { Claim, Notifications } from '../core/notifications/index.ts';
import {
  createOutboxWorker,
  type Listener,
  type OutboxWorker,
  type SendFailure,
} from '../core/platform/index.ts';
import { chartUpload } from './drawing.ts';
import type { Stores, Transport } from './ports.ts';
import type { Keyboard } from './store/buttons.ts';
import type { SentMessages } from './store/sent-messages.ts';
import { bold } from './text/lines.ts';
import { CAPTION_LIMIT, splitText } from './text/split.ts';
import {
  deleteLocalMessages,
  editLocalMessage,
  type Upload,
  writeLocalMessage,
} from './transports/local-methods.ts';
import { editable, tryEdit, SendUnconfirmed, sendOnce } from './updated-message.ts';

const LONGEST_ERROR = 200;

interface PushParts {
  stores: Stores;
  listener: Listener;
  notifications: Pick<
    Notifications,
    | 'claimDeliveries'
    | 'nextDueAt'
    | 'withLease'
    | 'beginMessage'
    | 'messageRefused'
    | 'delivered'
    | 'failed'
    | 'release'
    | 'deliverWithin'
  >;
  channel: Transport;
  /** The chart of a notification; null when there is nothing to draw. */
  chart: (claim: Claim) => Promise<ChartToKeep | null>;
  send: (
    claim: Claim,
    pieces: FormattedString[],
    photo: Upload | null,
    keyboard: Keyboard | null,
  ) => Promise<void>;
  /** What can be pressed under a notification; null for nothing. */
  keyboard?: (claim: Claim) => Promise<Keyboard | null>;
  /** A last line, such as where to act when nothing can be pressed; null for none. */
  lastLine?: (claim: Claim) => string | null;
}

export type Push = OutboxWorker;

/** Takes due deliveries of one channel from the outbox to the chats. */
export function createPush(parts: PushParts): Push {
  const { stores, listener, notifications, channel, send } = parts;
  const { clock, log } = stores;

  /** A picture that cannot be drawn is left out: the text is what matters. */
  const picture = async (claim: Claim): Promise<Upload | null> => {
    if (claim.chart === null) return null;
    try {
      const chart = await parts.chart(claim);
      return chart === null ? null : await chartUpload(chart, channel);
    } catch (error) {
      log.error(
        { err: error, chart: claim.chart },
        'the chart of a notification could not be drawn; the text is sent alone',
      );
      return null;
    }
  };
  const deliver = async (claim: Claim): Promise<void> => {
    try {
      const keyboard = (await parts.keyboard?.(claim)) ?? null;
      await send(
        claim,
        splitText(textOf(claim, parts.lastLine?.(claim) ?? '')),
        await picture(claim),
        keyboard,
      );
    } catch (error) {
      const failure = failureOf(error);
      log.warn(
        { err: error, delivery: claim.id, retryable: failure.retryable },
        'a notification could not be sent',
      );
      await notifications.failed(claim, failure);
    }
  };

  return createOutboxWorker<Claim>({
    claim: (limit) => notifications.claimDeliveries([channel], limit),
    nextDueAt: () => notifications.nextDueAt([channel]),
    release: notifications.release,
    // A chat that Telegram does not answer for holds up no other chat.
    laneOf: ({ chat_id, user_id }) => chat_id ?? user_id,
    withLease: notifications.withLease,
    deliver,
    dueChannel: 'deliveries_due',
    listener,
    clock,
    log,
  });
}

function textOf(claim: Claim, lastLine: string): FormattedString {
  return FormattedString.join(
    [bold(claim.title), claim.body, lastLine].filter((part) => part !== ''),
    '\n',
  );
}

/** Whether trying again can help, and what the other side asked to wait. */
function failureOf(error: unknown): SendFailure {
  if (error instanceof SendUnconfirmed) return { error: error.message, retryable: false };
  if (error instanceof GrammyError) {
    const { error_code, description, parameters } = error;
    // A refused token (401, 404) is mended by whoever runs the server; the message is still worth sending then.
    const retryable = [401, 404, 429].includes(error_code) || error_code >= 500;
    const wait = parameters.retry_after;
    return {
      error: description.slice(0, LONGEST_ERROR),
      retryable,
      ...(wait === undefined ? {} : { retryAfter: wait }),
    };
  }
  if (error instanceof HttpError) return { error: 'Telegram could not be reached.', retryable: true };
  return {
    error: (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR),
    retryable: true,
  };
}

/** Notifications that were sent in part and wait for their next attempt; more are sent anew. */
const MOST_PARTS = 1000;

/**
 * Sends to a Telegram chat, then settles: a process killed in between sends it twice, never not at all. What fails in the
 * middle goes on from there at its next attempt: a chat that takes one message at a time gets each of them once.
 *
 * An updated notice edits its message. If it makes a sound, or the message cannot be edited, the message is deleted and a new
 * one sent. After two messages without an answer from Telegram no third is sent.
 */
export function sendToTelegram(
  api: Api,
  { notifications, sent }: { notifications: PushParts['notifications']; sent: SentMessages },
): PushParts['send'] {
  const parts = new Map<string, Map<string, number>>();
  const edit = (chatId: string, claim: Claim, text: FormattedString, keyboard: Keyboard | null) =>
    api.editMessageText(chatId, claim.message_ids[0] ?? 0, text.text, optionsOf(text, keyboard));
  return async (claim, pieces, photo, keyboard) => {
    const chatId = claim.chat_id;
    if (chatId === null) throw new Error('a Telegram delivery without a chat');
    const quiet = { disable_notification: claim.silent };
    const text = editable(claim, pieces, photo);
    if (text !== null && (await tryEdit(() => edit(chatId, claim, text, keyboard))))
      return await notifications.delivered(claim, claim.message_ids);
    const key = `${claim.id}:${claim.revision}`;
    const ids = parts.get(key) ?? new Map<string, number>();
    if (parts.size >= MOST_PARTS) parts.clear();
    parts.set(key, ids);
    const sendPart = async (part: string, make: () => Promise<{ message_id: number }>): Promise<void> => {
      if (!ids.has(part)) ids.set(part, (await make()).message_id);
    };
    const sendAll = async (): Promise<void> => {
      const first = pieces[0];
      const captioned =
        photo !== null && pieces.length === 1 && first !== undefined && first.rawText.length <= CAPTION_LIMIT;
      if (photo !== null) {
        const caption = captioned ? { caption: first.caption, caption_entities: first.caption_entities } : {};
        await sendPart('photo', () =>
          api.sendPhoto(chatId, new InputFile(photo.bytes, photo.name), { ...caption, ...quiet }),
        );
      }
      for (const [index, piece] of (captioned ? [] : pieces).entries()) {
        const options = { ...optionsOf(piece, index === pieces.length - 1 ? keyboard : null), ...quiet };
        await sendPart(`text ${index}`, () => api.sendMessage(chatId, piece.text, options));
      }
    };
    // A message that was sent but could not be recorded is not sent again.
    if (claim.is_updated && ids.size === 0) {
      await sendOnce(notifications, claim, async () => {
        const { message_ids: earlier } = claim;
        if (earlier.length > 0) await tryEdit(() => api.deleteMessages(chatId, earlier));
        await sendAll();
      });
    } else await sendAll();
    // Noted first: once it counts as sent, /clear must find it.
    await sent.note({ userId: claim.user_id }, { transport: 'telegram', chatId }, [...ids.values()]);
    await notifications.delivered(claim, [...ids.values()]);
    parts.delete(key);
  };
}

const optionsOf = (piece: FormattedString, keyboard: Keyboard | null) => ({
  entities: piece.entities,
  ...(keyboard === null ? {} : { reply_markup: keyboard }),
  link_preview_options: { is_disabled: true },
});

/** Writes into the local chat in the transaction that settles the delivery: exactly once. */
export function writeToLocalChat(
  { clock }: Stores,
  { notifications }: { notifications: PushParts['notifications'] },
): PushParts['send'] {
  return async (claim, pieces, photo, keyboard) => {
    const first = pieces[0];
    const captioned =
      photo !== null && pieces.length === 1 && first !== undefined && first.rawText.length <= CAPTION_LIMIT;
    const text = editable(claim, pieces, photo);
    await notifications.deliverWithin(claim, async (trx) => {
      const now = clock.now();
      const { silent, user_id: userId, message_ids: earlier } = claim;
      if (
        text !== null &&
        (await tryEdit(() => editLocalMessage(trx, userId, earlier[0] ?? 0, text, keyboard, now)))
      )
        return earlier;
      if (earlier.length > 0) await deleteLocalMessages(trx, earlier, now);
      const ids: number[] = [];
      if (photo !== null) {
        const [caption, entities] = captioned ? [first.text, first.entities] : ['', []];
        const message = { text: caption, entities, photo, silent, keyboard: null };
        ids.push(await writeLocalMessage(trx, userId, message, now));
      }
      for (const [index, piece] of (captioned ? [] : pieces).entries()) {
        const { text: own, entities } = piece;
        const message = {
          text: own,
          entities,
          photo: null,
          silent,
          keyboard: index === pieces.length - 1 ? keyboard : null,
        };
        ids.push(await writeLocalMessage(trx, userId, message, now));
      }
      return ids;
    });
  };
}
