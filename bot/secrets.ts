import { GrammyError, HttpError, type Middleware } from 'grammy';
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
    message.text = TAKEN;
    delete message.entities;
    delete message.link_preview_options;
    if (awaited.isHidden) await takeOut(ctx, message.message_id, log);
    if (Object.keys(ctx.conversation.active()).length > 0) return await next();
    // Delivered again after the dialogue had gone on with it to its end.
    if (isAgain) return;
    // The question was asked in a dialogue that was left.
    await drafts.forget(who.userId, place);
    await ctx.reply('That question has been closed, and what you sent was not kept. Send the command again.');
  };
}

/** Deletes the message with the secret; tells the person to do it where the bot may not. */
async function takeOut(ctx: ChatContext, messageId: number, log: Log): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await ctx.api.deleteMessage(ctx.place.chatId, messageId);
      return;
    } catch (error) {
      if (error instanceof GrammyError && error.description.includes('message to delete not found')) return;
      if (error instanceof HttpError && attempt < 2) continue;
      log.warn({ err: error }, 'a message with a secret could not be deleted');
      await ctx.reply('I could not delete your message. Please delete it yourself: it holds a secret.');
      return;
    }
  }
}
