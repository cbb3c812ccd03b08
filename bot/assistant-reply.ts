import type { AnswerView } from '../core/assistant/index.ts';
import { type Button, button, type ChatReply } from './chat-reply.ts';
import type { Call, Command } from './command.ts';
import { createLiveEdits } from './live-edits.ts';
import { modelNotice } from './model-notice.ts';
import { refusalOf } from './roles.ts';
import { answerText, growing } from './text/assistant.ts';
import { lines, plain } from './text/lines.ts';
import { tokens } from './typed-command.ts';
import { withUndecidedMark } from './undecided-mark.ts';

const MOST_NEAR = 2;

/** A command as the button that runs it. It answers in a message of its own, and asks for its own confirmation. */
function buttonOf(text: string): Button {
  const [name = '', ...args] = tokens(text.slice(1));
  return button(text, { do: 'run', command: name, args, fresh: true });
}

/** Answers a question in words, shown as it comes; without a provider it says so and offers the nearest commands. */
export async function assistantReply(
  call: Call,
  question: string,
  commands: readonly Command[],
): Promise<ChatReply> {
  const { core, who } = call;
  // a question without a slash is no command, whose row would refuse it
  if (who.role === 'sample') return { text: plain(refusalOf(who.role, {})) };
  if (!(await core.assistant.isReady(who.userId))) return notReady(call, question, commands);
  const notice = await modelNotice(call, { question });
  if (notice !== null) return notice;
  const open = await core.assistant.open(who.userId, { question }, { commands });
  return {
    text: plain('Looking into your records …'),
    async meanwhile(tell) {
      const edits = createLiveEdits((text) => tell({ text: growing(text) }));
      try {
        const view = await open.answer({ onText: edits.tell });
        return await withUndecidedMark(call, null, {
          text: answerText(view),
          buttons: suggested(call, view),
        });
      } finally {
        // An edit that is late would stand above the whole answer.
        await edits.end();
      }
    },
  };
}

const suggested = (call: Call, { suggestions }: AnswerView): Button[][] =>
  suggestions
    .map(buttonOf)
    .filter((one) => call.may(one))
    .map((one) => [one]);

function notReady(call: Call, question: string, commands: readonly Command[]): ChatReply {
  const near = nearest(question, commands)
    .map((name) => buttonOf(`/${name}`))
    .filter((one) => call.may(one));
  return {
    text: lines(
      'I cannot answer in words yet: no AI provider is set up. Add one in the dashboard’s settings.',
      near.length > 0 ? 'This may show what you are looking for:' : '/help lists what I can show.',
    ),
    buttons: near.map((one) => [one]),
  };
}

/** Commands that only read and whose name or summary has most words of a text. */
function nearest(text: string, commands: readonly Command[]): string[] {
  const words = (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/s$/, ''));
  const scored = commands
    .filter(({ changes }) => !changes)
    .map(({ name, summary }) => {
      const [inName, inSummary] = [name, summary.toLowerCase()].map(
        (place) => words.filter((word) => place.includes(word)).length,
      );
      return { name, score: (inName ?? 0) * 2 + (inSummary ?? 0) };
    })
    .filter(({ score }) => score > 0);
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_NEAR)
    .map(({ name }) => name);
}

/** Words that come with a secret, and what looks like one: such a text goes to no model. */
const SECRET_WORDS = /\b(?:pin|otp|totp|passwords?|passcode|secret|token|api key)\b/i;
const SECRET_TOKEN = /(?=\S*\d)(?=\S*[a-z])\S{12,}/i;

/** Whether a text without a slash reads as a question: what may be a secret that came too late does not. */
export const readsAsQuestion = (text: string): boolean =>
  (text.match(/[\p{L}\p{M}]{2,}/gu) ?? []).length >= 2 &&
  !SECRET_WORDS.test(text) &&
  !SECRET_TOKEN.test(text);

/** What no command was found for, where it reads as a question and a model is set up; null else. */
export async function leftToAssistant(
  call: Call,
  text: string,
  commands: readonly Command[],
): Promise<ChatReply | null> {
  const isForIt = readsAsQuestion(text) && (await call.core.assistant.isReady(call.who.userId));
  return isForIt ? await assistantReply(call, text, commands) : null;
}
