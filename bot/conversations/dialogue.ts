import type { Conversation, ConversationBuilder } from '@grammyjs/conversations';
import type { Log } from '../../core/platform/index.ts';
import type { FormattedString } from '@grammyjs/parse-mode';
import { button, rows, type ChatReply } from '../chat-reply.ts';
import { type Argument, type Option, WrongArgument } from '../arguments.ts';
import type { Call } from '../command.ts';
import type { ChatContext } from '../context.ts';
import type { Responder } from '../respond.ts';
import { isSlashed, TAKEN, takeOut } from '../secrets.ts';
import type { Buttons } from '../store/buttons.ts';
import { bold, lines, type Line } from '../text/lines.ts';

/** What a dialogue needs of the bot around it. */
interface DialogueParts {
  call: (ctx: ChatContext) => Call;
  responder: Responder;
  buttons: Buttons;
  /** Reads the bytes of a file that was sent to the chat. */
  readFile: (ctx: ChatContext, fileId: string) => Promise<Buffer>;
  log: Log;
  /** See `Dialogue`. */
  isPrivate: boolean;
}

/**
 * Questions asked one after the other. A dialogue only fills a form and ends with a card that a button confirms: it
 * is replayed from its start for every answer, so nothing in it may change anything but what may happen twice.
 */
export interface Dialogue {
  name: string;
  /** Asks for what is only the person's own, and so never in a group. */
  isPrivate?: boolean;
  /** True for one that approvers may begin too; all else is the owner's. */
  forApprovers?: true;
  build(parts: DialogueParts): ConversationBuilder<ChatContext, ChatContext>;
}

type Talk = Conversation<ChatContext, ChatContext>;

/** A question whose answer must not stand in the state of the dialogue. */
interface Confidential {
  question: string;
  /** Lines under the question. */
  hint?: Line[];
  /** Whether the answer is taken out of the chat too. */
  isHidden: boolean;
  /** Buttons that answer instead. */
  instead?: { label: string; word: string }[];
}

/**
 * What came of an answer, as the dialogue keeps it: the value that it stands for, or why it does not fit. What was typed is
 * not in it unless it fits.
 */
type Outcome = { kind: 'value'; value: unknown } | { kind: 'wrong'; wrong: string; meant: readonly Option[] };
/** What the person did while a question waited. */
type Reply = Outcome | { kind: 'command' } | { kind: 'other' } | { kind: 'stale' };
type Read = (word: string, made: Call) => Promise<Outcome> | Outcome;

const isOutcome = (reply: Reply): reply is Outcome => reply.kind === 'value' || reply.kind === 'wrong';

/** What a dialogue does. All of it touches the outside only through `external`, which a replay does not repeat. */
export function talk(conversation: Talk, parts: DialogueParts) {
  const { call, responder } = parts;
  const send = async (make: (made: Call) => Promise<ChatReply> | ChatReply): Promise<void> => {
    await conversation.external(async (ctx) => {
      const { api, who, place, receiptKey } = ctx;
      await responder.send({ api, who, place, receiptKey }, await make(call(ctx)));
      return null;
    });
  };
  /** Does something outside. What it answers is kept with the dialogue: JSON, and nothing secret. */
  const work = <T>(run: (made: Call) => Promise<T> | T): Promise<T> =>
    conversation.external((ctx) => run(call(ctx)));
  /** The same with a file that was sent to the chat. */
  const workWithFile = <T>(fileId: string, run: (made: Call, bytes: Buffer) => Promise<T>): Promise<T> =>
    conversation.external(async (ctx) => await run(call(ctx), await parts.readFile(ctx, fileId)));
  let heard: number | null = null;
  const wait = async (field: string, read: Read): Promise<Outcome> => {
    for (;;) {
      const { update_id } = (await conversation.wait()).update;
      // Delivered again, after a crash between the state of the dialogue and the receipt: it has been an answer already.
      const isAgain = update_id === heard;
      heard = update_id;
      if (isAgain) continue;
      const reply = await conversation.external((ctx) => replyOf(ctx, field, read, parts));
      if (isOutcome(reply)) return reply;
      // A new command leaves the dialogue behind; buttons and files of other messages are none of its business.
      if (reply.kind === 'command') await conversation.halt({ next: true });
      if (reply.kind === 'other') await conversation.skip({ next: true });
    }
  };
  return {
    send,
    work,
    workWithFile,
    /** Asks for one argument until the answer fits. `given` is tried first. */
    ask: async <T>(field: string, argument: Argument<T>, question: string, given?: string): Promise<T> => {
      const read = (word: string, made: Call) => readAs(argument, word, made);
      let outcome = given === undefined ? null : await work((made) => read(given, made));
      while (outcome?.kind !== 'value') {
        const { wrong = null, meant = [] } = outcome ?? {};
        await send(async ({ world }) => {
          const options = meant.length > 0 ? meant : ((await argument.options?.(world)) ?? []);
          const choices = options
            .slice(0, 12)
            .map(({ label, value }) => button(label, { do: 'say', field, text: value }));
          return { text: lines(wrong, bold(question)), buttons: rows(choices, 3) };
        });
        outcome = await wait(field, read);
      }
      return outcome.value as T;
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
      const read: Read = (word) =>
        word === TAKEN || instead.some((one) => one.word === word)
          ? { kind: 'value', value: word }
          : { kind: 'wrong', wrong: '', meant: [] };
      for (;;) {
        const reply = await wait(field, read);
        if (reply.kind !== 'value') continue;
        if (reply.value === TAKEN) return null;
        await work(({ core, who, place }) => core.chat.drafts.expectNothing(who.userId, place));
        return reply.value as string;
      }
    },
  };
}

async function readAs(argument: Argument<unknown>, word: string, { world }: Call): Promise<Outcome> {
  try {
    return { kind: 'value', value: await argument.parse(word, world) };
  } catch (error) {
    if (!(error instanceof WrongArgument)) throw error;
    return { kind: 'wrong', wrong: error.plainly, meant: error.meant };
  }
}

async function replyOf(ctx: ChatContext, field: string, read: Read, parts: DialogueParts): Promise<Reply> {
  const { buttons, call } = parts;
  const text = (ctx.said ?? ctx.message?.text)?.trim();
  if (text !== undefined && isSlashed(text)) return { kind: 'command' };
  if (text !== undefined) {
    const outcome = await read(text, call(ctx));
    return outcome.kind === 'wrong' ? await withdrawn(ctx, outcome, parts) : outcome;
  }
  const data = ctx.callbackQuery?.data;
  const found = data === undefined ? null : await buttons.find(ctx.who, ctx.place, data);
  if (found === null || found.action.do !== 'say') return { kind: 'other' };
  const answers = found.action.field === field && found.record.state === 'open';
  await ctx
    .answerCallbackQuery(answers ? {} : { text: 'That question is already answered.' })
    .catch(() => undefined);
  if (!answers) return { kind: 'stale' };
  const { text: word } = found.action;
  const outcome = await read(word, call(ctx));
  await buttons.finish(ctx.who, found.record.id, word);
  await ctx.editMessageText(`${ctx.callbackQuery?.message?.text ?? ''}\n${word}`).catch(() => undefined);
  return outcome;
}

/**
 * An answer that does not fit may be a secret that was sent to the wrong question. Where credentials are asked for it is taken
 * out of the chat, and out of the local one always: that stands in this database.
 */
async function withdrawn(
  ctx: ChatContext,
  outcome: Outcome & { kind: 'wrong' },
  { isPrivate, log }: DialogueParts,
): Promise<Outcome> {
  if (!isPrivate && ctx.place.transport !== 'local') return outcome;
  if (!(await takeOut(ctx, log)) || !isPrivate) return outcome;
  return {
    ...outcome,
    wrong: `${outcome.wrong} I deleted your message in case it was a secret.`,
  };
}
