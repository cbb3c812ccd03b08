import { GrammyError, HttpError, type Middleware } from 'grammy';
import type { Message } from 'grammy/types';
import type { SecretDrafts } from '../core/chat/index.ts';
import type { Log } from '../core/platform/index.ts';
import type { ChatContext } from './context.ts';

/** What stands for a value that was taken: dialogues see this, and so does everything they keep. */
export const TAKEN = '•••';

/**
 * Takes what was asked for in confidence out of an update before any dialogue sees it, since a dialogue keeps every
 * message it was answered with. The value goes into the encrypted draft, the message out of the chat, and TAKEN stands in
 * its place. Commands are let through: they leave the question behind.
 */
export function takeSecrets(
  drafts: SecretDrafts,
  isCommand: (text: string, me: string) => boolean,
  log: Log,
): Middleware<ChatContext> {
  return async (ctx, next) => {
    const { message, place, who } = ctx;
    if (message?.text === undefined) return await next();
    const awaited = await drafts.awaited(who.userId, place);
    const isAgain = awaited?.takenFrom === ctx.receiptKey;
    if (awaited === null || (awaited.name === null && !isAgain)) return await next();
    if (!isAgain) {
      if (isCommand(message.text, ctx.me.username)) {
        await drafts.forget(who.userId, place);
        return await next();
      }
      await drafts.take(who.userId, place, ctx.receiptKey, message.text);
    }
    blank(message);
    if (awaited.isHidden) await takeOut(ctx, log);
    if (Object.keys(ctx.conversation.active()).length > 0) return await next();
    // Delivered again after the dialogue had gone on with it to its end.
    if (isAgain) return;
    // The question was asked in a dialogue that was left.
    await drafts.forget(who.userId, place);
    await ctx.reply('That question is closed, and your message was not stored. Send the command again.');
  };
}

/**
 * Takes what answers a dialogue out of the update, into `ctx.said`: the dialogue keeps the update as long as it lasts, and
 * what was typed may be a secret that nobody asked for. It reads `said` and keeps what fits. Commands end it and stay whole.
 */
export const hideAnswers: Middleware<ChatContext> = async (ctx, next) => {
  const { message } = ctx;
  const isWaiting = Object.keys(ctx.conversation.active()).length > 0;
  if (isWaiting && message?.text !== undefined && message.text !== TAKEN && !isSlashed(message.text)) {
    ctx.said = message.text;
    blank(message);
  }
  await next();
};

/** Whether a line is meant as a command, known or not. */
export const isSlashed = (text: string): boolean => text.trim().startsWith('/');

/** Leaves nothing of what was typed, nor of what it was a reply to. */
function blank(message: Message): void {
  const { message_id, date, chat, from } = message;
  for (const name of Object.keys(message)) Reflect.deleteProperty(message, name);
  Object.assign(message, { message_id, date, chat, from, text: TAKEN });
}

/** Deletes the message, which may hold a secret; tells the person to do it where the bot may not. @returns whether it is gone. */
export async function takeOut(ctx: ChatContext, log: Log): Promise<boolean> {
  const messageId = ctx.message?.message_id;
  if (messageId === undefined) return false;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await ctx.api.deleteMessage(ctx.place.chatId, messageId);
      return true;
    } catch (error) {
      if (error instanceof GrammyError && error.description.includes('message to delete not found'))
        return true;
      if (error instanceof HttpError && attempt < 2) continue;
      log.warn({ err: error }, 'a message with a secret could not be deleted');
      await ctx.reply('I could not delete your message. Please delete it yourself; it may contain a secret.');
      return false;
    }
  }
}
