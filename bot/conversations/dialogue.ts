import type { Conversation, ConversationBuilder } from '@grammyjs/conversations';
import type { FormattedString } from '@grammyjs/parse-mode';
import { button, rows, type Answer } from '../answer.ts';
import { type Argument, type Option, WrongArgument } from '../arguments.ts';
import type { Call } from '../command.ts';
import type { ChatContext } from '../context.ts';
import type { Responder } from '../respond.ts';
import { TAKEN } from '../secrets.ts';
import type { Buttons } from '../store/buttons.ts';
import { bold, lines, type Line } from '../text/lines.ts';

/** What a dialogue needs of the bot around it. */
export interface DialogueParts {
  call: (ctx: ChatContext) => Call;
  responder: Responder;
  buttons: Buttons;
}

/**
 * Questions asked one after the other. A dialogue only fills a form and ends with a card that a button confirms: it
 * is replayed from its start for every answer, so nothing in it may change anything but what may happen twice.
 */
export interface Dialogue {
  name: string;
  /** Asks for what is only the person's own, and so never in a group. */
  isPrivate?: boolean;
  build(parts: DialogueParts): ConversationBuilder<ChatContext, ChatContext>;
}

type Talk = Conversation<ChatContext, ChatContext>;

/** A question whose answer must not stand in the state of the dialogue. */
export interface Confidential {
  question: string;
  /** Lines under the question. */
  hint?: Line[];
  /** Whether the answer is taken out of the chat too. */
  isHidden: boolean;
  /** Buttons that answer instead. */
  instead?: { label: string; word: string }[];
}

/** What the person did while a question waited. */
type Reply = { kind: 'word'; word: string } | { kind: 'command' } | { kind: 'other' } | { kind: 'stale' };
type Outcome = { ok: true; value: unknown } | { ok: false; wrong: string; meant: readonly Option[] };

/** What a dialogue does. All of it touches the outside only through `external`, which a replay does not repeat. */
export function talk(conversation: Talk, { call, responder, buttons }: DialogueParts) {
  const send = async (make: (made: Call) => Promise<Answer> | Answer): Promise<void> => {
    await conversation.external(async (ctx) => {
      const { api, who, place, receiptKey } = ctx;
      await responder.send({ api, who, place, receiptKey }, await make(call(ctx)));
      return null;
    });
  };
  /** Does something outside. What it answers is kept with the dialogue: JSON, and nothing secret. */
  const work = <T>(run: (made: Call) => Promise<T> | T): Promise<T> =>
    conversation.external((ctx) => run(call(ctx)));
  const read = (word: string, argument: Argument<unknown>): Promise<Outcome> =>
    conversation.external(async (ctx): Promise<Outcome> => {
      try {
        return { ok: true, value: await argument.parse(word, call(ctx).world) };
      } catch (error) {
        if (!(error instanceof WrongArgument)) throw error;
        return { ok: false, wrong: error.message, meant: error.meant };
      }
    });
  const wait = async (field: string): Promise<string> => {
    for (;;) {
      await conversation.wait();
      const reply = await conversation.external((ctx) => replyOf(ctx, field, buttons));
      if (reply.kind === 'word') return reply.word;
      // A new command leaves the dialogue behind; buttons and files of other messages are none of its business.
      if (reply.kind === 'command') await conversation.halt({ next: true });
      if (reply.kind === 'other') await conversation.skip({ next: true });
    }
  };
  return {
    send,
    work,
    /** Asks for one argument until the answer fits. `given` is tried first. */
    ask: async <T>(field: string, argument: Argument<T>, question: string, given?: string): Promise<T> => {
      let word = given;
      let wrong: string | null = null;
      let meant: readonly Option[] = [];
      for (;;) {
        if (word !== undefined) {
          const outcome = await read(word, argument);
          if (outcome.ok) return outcome.value as T;
          ({ wrong, meant } = outcome);
        }
        const told = wrong;
        const offered = meant;
        await send(async ({ world }) => {
          const options = offered.length > 0 ? offered : ((await argument.options?.(world)) ?? []);
          const choices = options
            .slice(0, 12)
            .map(({ label, value }) => button(label, { do: 'say', field, text: value }));
          return { text: lines(told, bold(question)), buttons: rows(choices, 3) };
        });
        word = await wait(field);
      }
    },
    /**
     * Asks for something that goes into the encrypted draft under this name and nowhere else. Answers null once it is
     * there, or the word of the button that was pressed instead.
     */
    askInConfidence: async (
      field: string,
      { question, hint = [], isHidden, instead = [] }: Confidential,
      told: string | FormattedString | null = null,
    ): Promise<string | null> => {
      await send(async ({ core, who, place }) => {
        await core.chat.drafts.expect(who.userId, place, field, isHidden);
        const choices = instead.map(({ label, word }) => button(label, { do: 'say', field, text: word }));
        return { text: lines(told, bold(question), ...hint), buttons: rows(choices, 3) };
      });
      for (;;) {
        const word = await wait(field);
        if (word === TAKEN) return null;
        if (!instead.some((one) => one.word === word)) continue;
        await work(({ core, who, place }) => core.chat.drafts.expectNothing(who.userId, place));
        return word;
      }
    },
  };
}

async function replyOf(ctx: ChatContext, field: string, buttons: Buttons): Promise<Reply> {
  const text = ctx.message?.text?.trim();
  if (text !== undefined) return text.startsWith('/') ? { kind: 'command' } : { kind: 'word', word: text };
  const data = ctx.callbackQuery?.data;
  const found = data === undefined ? null : await buttons.find(ctx.who, ctx.place, data);
  if (found === null || found.action.do !== 'say') return { kind: 'other' };
  const answers = found.action.field === field && found.record.state === 'open';
  await ctx
    .answerCallbackQuery(answers ? {} : { text: 'That question is answered already.' })
    .catch(() => undefined);
  if (!answers) return { kind: 'stale' };
  const { text: word } = found.action;
  await buttons.finish(ctx.who, found.record.id, word);
  await ctx.editMessageText(`${ctx.callbackQuery?.message?.text ?? ''}\n${word}`).catch(() => undefined);
  return { kind: 'word', word };
}
