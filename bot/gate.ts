import { GrammyError, type Middleware, type MiddlewareFn } from 'grammy';
import { asOneErrand, Problem, unavailability } from '../core/platform/index.ts';
import type { ChatContext } from './context.ts';
import type { ChatAccess, Place, Stores, Transport } from './ports.ts';
import { chatKey } from './ports.ts';
import type { Responder } from './respond.ts';
import type { Receipts } from './store/receipts.ts';
import type { ChatSettings } from '../core/chat/index.ts';
import { plain } from './text/lines.ts';

/** Tells the person what went wrong in one sentence; the log has the rest. Never throws. */
export function errorBoundary({ log }: Pick<Stores, 'log'>): MiddlewareFn<ChatContext> {
  const report = async (error: unknown, ctx: ChatContext): Promise<void> => {
    if (error instanceof GrammyError && error.error_code === 403) {
      return log.info({ update: ctx.update.update_id }, 'the bot may not write to this chat any more');
    }
    const told = toldOf(error);
    if (!(error instanceof Problem) || error.status >= 500)
      log.error({ err: error, update: ctx.update.update_id }, 'a chat command failed');
    try {
      if (ctx.callbackQuery !== undefined) await ctx.answerCallbackQuery().catch(() => undefined);
      if (ctx.chat !== undefined) await ctx.api.sendMessage(ctx.chat.id, told.slice(0, 4000));
    } catch (failure) {
      log.warn({ err: failure }, 'the person could not be told of a failure');
    }
  };
  return async (ctx, next) => {
    try {
      await asOneErrand(next);
    } catch (error) {
      await report(error, ctx);
    }
  };
}

/** What a person is told of a failure: what a problem says, or that it was not their fault. */
export function toldOf(error: unknown): string {
  const problem = error instanceof Problem ? error : unavailability(error);
  return problem?.detail ?? 'That did not work, through no fault of yours. Try it again in a moment.';
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
  transport: Transport;
  access: ChatAccess;
  settings: ChatSettings;
  responder: Responder;
}

const HOW_TO_LINK =
  'This chat is not linked to anyone. Open the dashboard, go to Settings, choose "Link a chat", and send me the code like this: /start CODE';
const GROUP_HOW_TO_LINK =
  'I do not know you here yet: open the dashboard, choose "Link a chat" in Settings, and send /start CODE in this group.';

/** Finds out for whom the chat acts: both the person and the chat are looked at, for presses as for messages. */
export function authorise({ transport, access, settings, responder }: GateParts): Middleware<ChatContext> {
  return async (ctx, next) => {
    const place = placeOf(ctx, transport);
    if (place === null) return;
    ctx.place = place;
    ctx.receiptKey = `chat:${chatKey(place)}:${ctx.update.update_id}`;
    const code = /^\/start(?:@\w+)?\s+([A-Za-z0-9]{6,16})\s*$/i.exec(ctx.message?.text ?? '')?.[1];
    if (code !== undefined) return await link(ctx, { access, responder }, place, code);
    const who = await access.resolve(place);
    if (who === null) return await turnAway(ctx, place);
    ctx.who = who;
    ctx.format = await settings.format(who.userId, place);
    await next();
  };
}

function placeOf(ctx: ChatContext, transport: Transport): Place | null {
  const { chat, from } = ctx;
  if (chat === undefined || from === undefined || from.is_bot) return null;
  return {
    transport,
    chatId: String(chat.id),
    chatUserId: String(from.id),
    personName: plainName(from.first_name),
    isGroup: chat.type !== 'private',
  };
}

/** A name that people choose for themselves: one short line without control characters. */
function plainName(name: string): string {
  return name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 40);
}

async function link(
  ctx: ChatContext,
  { access, responder }: Pick<GateParts, 'access' | 'responder'>,
  place: Place,
  code: string,
): Promise<void> {
  const who = await access.redeem(place, code);
  if (who === null) {
    await ctx.reply(
      'That code is wrong, used or expired. Make a new one in the dashboard under Settings, "Link a chat".',
    );
    return;
  }
  const may =
    who.role === 'owner'
      ? 'You can read everything and make changes.'
      : 'You can read everything; changes need the owner.';
  const text = plain(`Linked to ${who.name}. ${may} Send /help to see what I can do.`);
  await responder.send({ api: ctx.api, who, place, receiptKey: ctx.receiptKey }, { text });
}

async function turnAway(ctx: ChatContext, place: Place): Promise<void> {
  if (ctx.callbackQuery !== undefined) {
    await ctx
      .answerCallbackQuery({
        text: 'You are not linked, so this button does nothing for you.',
        show_alert: true,
      })
      .catch(() => undefined);
    return;
  }
  if (!place.isGroup) {
    await ctx.reply(HOW_TO_LINK);
    return;
  }
  // Talk that is not for the bot is none of its business.
  if (ctx.message?.text?.startsWith('/') === true) await ctx.reply(GROUP_HOW_TO_LINK);
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
