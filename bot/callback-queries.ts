import type { Middleware } from 'grammy';
import { digestOf, isConflict, type KeyedRequest, Problem } from '../core/platform/index.ts';
import type { Action, ChatReply } from './chat-reply.ts';
import { type Call, type Command, commandNamed, type Confirmation } from './command.ts';
import type { ChatContext } from './context.ts';
import { runCommand } from './runner.ts';
import { audienceOf, type Catalogue, mayUse, refusalOf } from './roles.ts';
import type { Responder } from './respond.ts';
import type { ButtonRecord, Buttons } from './store/buttons.ts';
import { plain } from './text/lines.ts';
import { moment } from './text/times.ts';

interface Parts {
  commands: readonly Command[];
  confirmations: readonly Confirmation[];
  dialogues: Catalogue['dialogues'];
  buttons: Buttons;
  responder: Responder;
  call: (ctx: ChatContext, changes: { page?: number; request?: KeyedRequest }) => Call;
  /** Starts the dialogue that an answer leads to. */
  follow: (ctx: ChatContext, answer: ChatReply) => Promise<void>;
}

/** "by Asha, 5 Jan 2024, 15:45 IST": who pressed, and when. */
export function signature(call: Call): string {
  const person = call.place.personName === '' ? call.who.name : call.place.personName;
  return `by ${person}, ${moment(call.core.clock.now())}`;
}

/** Handles every press on the bot's own buttons. The stored record decides what happens; the button only names it. */
export function callbackQueries({
  commands,
  confirmations,
  dialogues,
  buttons,
  responder,
  call,
  follow,
}: Parts): Middleware<ChatContext> {
  return async (ctx, next) => {
    const query = ctx.callbackQuery;
    if (query === undefined) return await next();
    const message = query.message;
    const found = await buttons.find(ctx.who, ctx.place, query.data ?? '');
    if (found === null || message === undefined)
      return await say(ctx, 'This button has expired. Send the command again.');
    const { record, action } = found;
    const target = { api: ctx.api, who: ctx.who, place: ctx.place, receiptKey: ctx.receiptKey };
    if (record.expired) return await say(ctx, 'This button has expired. Send the command again.');

    const audience = audienceOf(action, { commands, confirmations, dialogues });
    const isAllowed = mayUse(ctx.who.role, audience);
    // In a group the message is everybody's: what one may not do leaves it as it is.
    const refuse = async () => await say(ctx, refusalOf(ctx.who.role, audience));

    if (action.do === 'run') {
      const row = commandNamed(commands, action.command);
      if (!isAllowed) return await refuse();
      await say(ctx);
      if (row === undefined) return;
      const answer = await runCommand(row, action.args, call(ctx, { page: action.page ?? 0 }));
      const shown =
        action.fresh === true
          ? await responder.send(target, answer)
          : await responder.replace(target, message, answer);
      return await follow(ctx, shown);
    }
    if (record.state === 'done') return await say(ctx, `Already answered: ${record.outcome ?? 'done'}`);
    if (action.do === 'say') return await say(ctx, 'This question is closed. Send the command again.');

    if (!isAllowed) return await refuse();
    if (action.do === 'enter') {
      await say(ctx);
      return await follow(ctx, { text: plain(''), enter: action });
    }
    const made = call(ctx, { request: pressOf(record, action) });
    let answer: ChatReply;
    try {
      if (action.do === 'dismiss') {
        await closeQuestion(made);
        answer = { text: plain(`${action.say} ${capital(signature(made))}`) };
      } else {
        const confirmation = confirmations.find((candidate) => candidate.name === action.name);
        if (confirmation === undefined)
          return await say(ctx, 'This button has expired. Send the command again.');
        answer = await carryOut(confirmation, made, action.payload);
      }
    } catch (error) {
      if (!isConflict(error)) throw error;
      // The message shows what the other button did, or is about to: it stays as it is.
      return await say(ctx, 'Another button in this message was pressed first. Nothing else changed.');
    }
    // The effect carries the record's own key and the button is closed last: killed anywhere before, the repeated press
    // finds the effect done and shows it.
    await say(ctx);
    const shown = await responder.replace(target, message, answer);
    await buttons.finish(ctx.who, record.id, answer.outcome ?? answer.text.text.split('\n')[0] ?? 'done');
    await follow(ctx, shown);
  };
}

/**
 * Closes a question with nothing done: after it no other button of the message does anything.
 * @throws 409 IDEMPOTENCY_CONFLICT where another one did.
 */
export async function closeQuestion({ actor, core, who }: Call): Promise<void> {
  await core.receipts.inTransaction(who.userId, actor.request, () => Promise.resolve(null));
}

/**
 * The request of a press: a question is answered once, by one of its buttons, also where it was sent twice. Its key is that
 * of the message it came from, which may have asked several things and changed something itself.
 */
function pressOf(
  { actions, receiptKey }: ButtonRecord,
  action: Extract<Action, { do: 'confirm' | 'dismiss' }>,
): KeyedRequest {
  const { do: what, ...said } = action;
  return {
    idempotencyKey: `${receiptKey}:press:${digestOf(actions).slice(0, 16)}`,
    name: what === 'confirm' ? `press ${action.name}` : 'press dismiss',
    digest: digestOf(said),
  };
}

/** What is refused is told in the pressed message, so that it is clear that nothing happened. */
async function carryOut(
  confirmation: Confirmation,
  call: Call,
  payload: Record<string, unknown>,
): Promise<ChatReply> {
  try {
    return await confirmation.run(call, payload);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error;
    if (isConflict(error)) throw error;
    return { text: plain(`${error.detail} Nothing was changed.`) };
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Answers the press itself, so that the button stops turning. A press too old to be answered is no failure. */
async function say(ctx: ChatContext, text?: string): Promise<void> {
  try {
    await ctx.answerCallbackQuery(
      text === undefined ? {} : { text: text.slice(0, 200), show_alert: text.length > 60 },
    );
  } catch {
    // The time to answer has passed, or the connection broke: what the press does counts, not its echo.
  }
}
