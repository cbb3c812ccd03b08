import type { FormattedString } from '@grammyjs/parse-mode';
import { GrammyError, HttpError } from 'grammy';
import type { Claim, Notifications } from '../core/notifications/index.ts';
import { LocalRefusal, type Upload } from './transports/local-methods.ts';

/** Earlier sends had no answer: the message may be in the chat, so it is not sent again. */
export class SendUnconfirmed extends Error {
  override name = 'SendUnconfirmed';
}

/** Errors of a connection that was never made. */
const NEVER_SENT = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True where Telegram answered with an error or was never reached: the call had no effect. */
function hadNoEffect(error: unknown): boolean {
  if (error instanceof GrammyError) return true;
  const cause: unknown = error instanceof HttpError ? (error.error as { cause?: unknown }).cause : null;
  return NEVER_SENT.has(String((cause as { code?: unknown } | null)?.code));
}

/**
 * Sends a message that is to be in the chat once. An attempt without an answer is counted before it is made, so that a killed
 * process counts too; one that had no effect does not count.
 * @throws SendUnconfirmed once two attempts had no answer, and whatever `send` throws
 */
export async function sendOnce(
  { beginMessage, messageRefused }: Pick<Notifications, 'beginMessage' | 'messageRefused'>,
  claim: Claim,
  send: () => Promise<void>,
): Promise<void> {
  if (!(await beginMessage(claim)))
    throw new SendUnconfirmed(
      'Telegram left two messages of this notice without an answer. It is not sent a third time.',
    );
  try {
    await send();
  } catch (error) {
    if (hadNoEffect(error)) await messageRefused(claim);
    throw error;
  }
}

/**
 * Edits or deletes an earlier message.
 * @returns false where that message is gone or can no longer be changed; true also where a repeat after a kill changes nothing.
 * @throws all that is not about the message
 */
export async function tryEdit(edit: () => Promise<unknown>): Promise<boolean> {
  try {
    await edit();
    return true;
  } catch (error) {
    if (error instanceof LocalRefusal || (error instanceof GrammyError && error.error_code === 400))
      return error.message.includes('message is not modified');
    throw error;
  }
}

/** The text that the earlier message is edited to; null for what sounds, has a picture or is several messages. */
export const editable = (
  { is_updated: isUpdated, silent, message_ids: earlier }: Claim,
  pieces: readonly FormattedString[],
  photo: Upload | null,
): FormattedString | null =>
  isUpdated && silent && earlier.length === 1 && pieces.length === 1 && photo === null
    ? (pieces[0] ?? null)
    : null;
