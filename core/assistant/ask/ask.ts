import type { Chain, Llm, Message } from '../../llm/port/index.ts';
import { type Log, parseInput, Problem } from '../../platform/index.ts';
import type { BuildPack, ContextPack } from '../context/index.ts';
import { askInput, type AnswerView } from '../view.ts';
import { cancelled, notConfigured, problemOf, usageOf } from './calls.ts';
import { askGrounded, sourcesOf } from './grounded.ts';
import { PROMPT_VERSION, questionMessage, SYSTEM } from './prompt-v1.ts';
import type { KnownCommand } from './read-answer.ts';
import { createShownStream } from './shown-stream.ts';

/** Whose usage and whose chain it is. */
export const FEATURE = 'assistant';
const LONGEST_OUTPUT_TOKENS = 1_200;
/** Of an earlier answer in the same conversation. */
const LONGEST_EARLIER = 1_500;
const LEFT_OUT = '(This answer is left out, because it was made with amounts.)';

/** What an earlier question came to, oldest first. */
export interface EarlierTurn {
  question: string;
  answer: string;
  /** It was answered from data with amounts. */
  hasAmounts: boolean;
}

/** Where questions and answers are kept. */
export interface Turns {
  /** Writes a question down before anything is asked. @returns the id of the turn */
  begin(userId: string, asked: { question: string; page: string | null; version: string }): Promise<string>;
  /** Writes down what came of it, once; an erased turn stays erased. */
  settle(userId: string, id: string, outcome: Outcome): Promise<void>;
  /** The last answered turns of a conversation that is still going on, oldest first. */
  earlier(userId: string): Promise<EarlierTurn[]>;
}

export type Outcome =
  | { state: 'ANSWERED'; answer: AnswerView; pack: ContextPack }
  | { state: 'FAILED' | 'INTERRUPTED'; reason: string };

interface AskParts {
  llm: Llm;
  buildPack: BuildPack;
  turns: Turns;
  log: Log;
  /** A word that no data can know; new for each question. */
  mark: (this: void) => string;
  /** For the whole of an answer. */
  deadlineMs: number;
}

interface AskOptions {
  /** Every command that an answer may suggest. */
  commands: readonly KnownCommand[];
}

interface AnswerOptions {
  /** Ends the call of the model; the turn is then an interrupted one. */
  signal?: AbortSignal | undefined;
  /** Told the answer as it comes, without its marks. The final one may differ from it. */
  onText?: ((this: void, piece: string) => void) | undefined;
}

/** A question that was taken: it is on record, and waits to be answered. */
export interface OpenQuestion {
  /** @throws Problem 503 AI_UNAVAILABLE, AI_BAD_ANSWER, 429 AI_COST_CAP, 409 AI_CANCELLED, AI_NOT_CONFIGURED */
  answer(this: void, options?: AnswerOptions): Promise<AnswerView>;
}

interface Ask {
  /** Whether somebody has a model to ask. */
  isReady(this: void, userId: string): Promise<boolean>;
  /** Takes a question. @throws Problem 422 VALIDATION_ERROR, 409 AI_NOT_CONFIGURED; then nothing is on record */
  open(this: void, userId: string, body: unknown, options: AskOptions): Promise<OpenQuestion>;
}

/** Answers questions about a person's own books. It reads, and it changes nothing but its own history. */
export function createAsk({ llm, buildPack, turns, log, mark, deadlineMs }: AskParts): Ask {
  const chainOf = async (userId: string): Promise<Chain> => await llm.chainFor({ userId }, FEATURE);

  async function answerWith(
    chain: Chain,
    userId: string,
    asked: { question: string; page: string | null },
    { commands, signal, onText }: AskOptions & AnswerOptions,
  ): Promise<{ answer: AnswerView; pack: ContextPack }> {
    const { question, page } = asked;
    const earlier = await turns.earlier(userId);
    const pack = await buildPack(userId, { text: wordsOf(question, earlier), page });
    signal?.throwIfAborted();
    const shown = onText === undefined ? null : createShownStream(pack.names, onText);
    const grounded = await askGrounded({
      chain,
      pack,
      question,
      commands,
      request: {
        system: SYSTEM,
        messages: [
          ...messagesOf(earlier, pack),
          { role: 'user', text: questionMessage(pack, question, page, commands, mark()) },
        ],
        maxOutputTokens: LONGEST_OUTPUT_TOKENS,
        usage: { userId, feature: FEATURE },
        deadlineMs,
        ...(signal === undefined ? {} : { signal }),
        ...(shown === null ? {} : { onText: shown.tell }),
      },
    });
    shown?.end();
    const isBatch = onText !== undefined && !chain.providers.some(({ canStream }) => canStream);
    return {
      pack,
      answer: {
        answer: grounded.text,
        sources: sourcesOf(grounded, pack).map(({ title, href, command }) => ({ title, href, command })),
        suggestions: grounded.suggestions,
        unverified: grounded.unverified,
        usage: usageOf(grounded.calls),
        degraded: degradedOf(pack, { isBatch, isCut: grounded.isCut }),
      },
    };
  }

  /** An answer is there whether or not it can be kept: without that its turn is shown as interrupted. */
  const settle = async (userId: string, id: string, outcome: Outcome): Promise<void> => {
    try {
      await turns.settle(userId, id, outcome);
    } catch (error) {
      log.error({ err: error }, 'what came of a question to the assistant could not be kept');
    }
  };

  return {
    isReady: async (userId) => (await chainOf(userId)).providers.length > 0,
    async open(userId, body, { commands }) {
      const input = parseInput(askInput, body);
      const asked = { question: input.question.trim(), page: input.page ?? null };
      const chain = await chainOf(userId);
      if (chain.providers.length === 0) throw notConfigured();
      const id = await turns.begin(userId, { ...asked, version: PROMPT_VERSION });
      return {
        async answer(options = {}) {
          try {
            const made = await answerWith(chain, userId, asked, { commands, ...options });
            await settle(userId, id, { state: 'ANSWERED', ...made });
            return made.answer;
          } catch (error) {
            const isGone = options.signal?.aborted === true;
            const problem = isGone ? cancelled() : problemOf(error);
            const reason =
              problem instanceof Problem ? problem.detail : 'Something went wrong while answering.';
            const isCancelled = problem instanceof Problem && problem.code === 'AI_CANCELLED';
            await settle(userId, id, { state: isCancelled ? 'INTERRUPTED' : 'FAILED', reason });
            throw problem;
          }
        },
      };
    },
  };
}

/** Where amounts are left out, so are answers that were made with them. */
const messagesOf = (earlier: readonly EarlierTurn[], { isWithoutAmounts }: ContextPack): Message[] =>
  earlier.flatMap(({ question, answer, hasAmounts }) => [
    { role: 'user' as const, text: question },
    {
      role: 'assistant' as const,
      text: isWithoutAmounts === true && hasAmounts ? LEFT_OUT : answer.slice(0, LONGEST_EARLIER),
    },
  ]);

/** A follow-up such as "and last year?" says too little by itself: the question before it counts as well. */
const SHORT_QUESTION = 40;
const wordsOf = (question: string, earlier: readonly EarlierTurn[]): string =>
  question.length > SHORT_QUESTION ? question : `${question}\n${earlier.at(-1)?.question ?? ''}`.trim();

function degradedOf(
  pack: ContextPack,
  { isBatch, isCut }: { isBatch: boolean; isCut: boolean },
): string | null {
  const parts = [
    ...(isCut ? ['The answer reached its length limit and was cut off. Ask a narrower question.'] : []),
    ...(isBatch ? ['The provider cannot stream an answer, so it came all at once.'] : []),
    ...(pack.missing.length > 0
      ? [`Answered without: ${pack.missing.map(({ title }) => title.toLowerCase()).join(', ')}.`]
      : []),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}
