import { GrammyError, type Middleware, type MiddlewareFn } from 'grammy';
import { countUnexpected, withWaitBudget, Problem, unavailability } from '../core/platform/index.ts';
import type { ChatContext } from './context.ts';
import type { ChatAccess, Stores, Transport, Who } from './ports.ts';
import { ROLE_SENTENCES } from './roles.ts';
import type { Responder } from './respond.ts';
import type { Receipts } from './store/receipts.ts';
import type { ChatSettings } from '../core/chat/index.ts';
import type { Notifications } from '../core/notifications/index.ts';
import type { UnlinkedChats } from './unlinked-chats.ts';
import { plain } from './text/lines.ts';

/** Tells the person what went wrong in one sentence; the log has the rest. Never throws. */
export function errorBoundary({ log }: Pick<Stores, 'log'>): MiddlewareFn<ChatContext> {
  const report = async (error: unknown, ctx: ChatContext): Promise<void> => {
    if (error instanceof GrammyError && error.error_code === 403) {
      return log.info({ update: ctx.update.update_id }, 'the bot can no longer write to this chat');
    }
    const told = errorReply(error);
    if (!(error instanceof Problem) && unavailability(error) === null) countUnexpected('chat');
    if (!(error instanceof Problem) || error.status >= 500)
      log.error({ err: error, update: ctx.update.update_id }, 'a chat command failed');
    try {
      if (ctx.callbackQuery !== undefined) await ctx.answerCallbackQuery().catch(() => undefined);
      if (ctx.chat !== undefined) await ctx.api.sendMessage(ctx.chat.id, told.slice(0, 4000));
    } catch (failure) {
      log.warn({ err: failure }, 'a failure could not be reported to the user');
    }
  };
  return async (ctx, next) => {
    try {
      await withWaitBudget(next);
    } catch (error) {
      await report(error, ctx);
    }
  };
}

/** What a person is told of a failure: what a problem says, or that it was not their fault. */
export function errorReply(error: unknown): string {
  const problem = error instanceof Problem ? error : unavailability(error);
  return problem?.detail ?? 'Something went wrong on my side. Try again in a moment.';
}

/** Lets each update through once. The receipt is written when it has been handled: killed before, it comes again. */
export function handleOnce(transport: Transport, receipts: Receipts): Middleware<ChatContext> {
  return async (ctx, next) => {
    const id = ctx.update.update_id;
    if (await receipts.handled(transport, id)) return;
    await next();
    await receipts.record(transport, id);
  };
}

interface GateParts {
  access: ChatAccess;
  notifications: Pick<Notifications, 'settings'>;
  settings: ChatSettings;
  responder: Responder;
  strangers: Pick<UnlinkedChats, 'turnAway'>;
}

/** Finds out for whom the chat acts: both the person and the chat are looked at, for presses as for messages. */
export function authorise({
  access,
  notifications,
  settings,
  responder,
  strangers,
}: GateParts): Middleware<ChatContext> {
  /** After a kill between link and answer the code arrives again, already used. Its sender learns that the chat is linked. */
  const linkedTo = async ({ userId, name, role }: Who, linking: 'made' | 'refused'): Promise<string> => {
    if (linking === 'refused')
      return `That code is wrong, used or expired. This chat is already linked to ${name}.`;
    const { sentence } = await notifications.settings(userId);
    return `Linked to ${name}. ${ROLE_SENTENCES[role]} Send /help to see what I can do.\n\n${sentence} Change it: /notifications`;
  };
  return async (ctx, next) => {
    const { api, linking, place, receiptKey } = ctx;
    const who = await access.resolve(place);
    if (who === null) return await strangers.turnAway(ctx);
    if (linking !== null) {
      await responder.send({ api, who, place, receiptKey }, { text: plain(await linkedTo(who, linking)) });
      return;
    }
    ctx.who = who;
    ctx.format = await settings.format(who, place);
    await next();
  };
}

/** While `reason` says why, nothing runs: the one switch that stops every command at once. */
export function killSwitch(reason: () => string | null): Middleware<ChatContext> {
  return async (ctx, next) => {
    const why = reason();
    if (why === null) return await next();
    if (ctx.callbackQuery !== undefined)
      await ctx.answerCallbackQuery({ text: why.slice(0, 200) }).catch(() => undefined);
    else await ctx.reply(why);
  };
}
