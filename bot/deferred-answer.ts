import { Problem } from '../core/platform/index.ts';
import type { ChatReply } from './chat-reply.ts';
import { errorReply } from './auth-middleware.ts';
import type { Stores } from './ports.ts';
import type { PressedMessage, Responder, Target, Writer } from './respond.ts';
import { plain } from './text/lines.ts';

/** As long as nothing else is waiting for it, a chat waits for its own work; after that it answers other messages. */
const PATIENCE_MS = 5000;

/** Work that goes on behind answers which are out already. */
export interface Background {
  add(work: Promise<unknown>): void;
  /** The bot is stopping: what only watches ends. */
  readonly stopping: AbortSignal;
  stop(): void;
  /** Resolves when all of it has ended, or after so long. */
  settled(withinMs: number): Promise<void>;
}

export function createBackground(): Background {
  const running = new Set<Promise<unknown>>();
  const ending = new AbortController();
  return {
    stopping: ending.signal,
    stop: () => ending.abort(),
    add(work) {
      const tracked = work.finally(() => running.delete(tracked));
      running.add(tracked);
    },
    async settled(withinMs) {
      await within(Promise.all(running), withinMs);
    },
  };
}

/** Answers as messages, and the work that begins with some of them. */
export function withMeanwhile(
  writer: Writer,
  { log }: Pick<Stores, 'log'>,
  background: Background,
  patienceMs: number = PATIENCE_MS,
): Responder {
  async function goOn(target: Target, shown: PressedMessage | null, answer: ChatReply): Promise<ChatReply> {
    const { meanwhile } = answer;
    if (meanwhile === undefined) return answer;
    let at = shown;
    const show = async (next: ChatReply): Promise<void> => {
      at = at === null ? await writer.send(target, next) : await writer.replace(target, at, next);
    };
    const work = (async () => {
      const outcome = await meanwhile(show, background.stopping).catch((error: unknown) => told(error));
      await show(outcome);
      return outcome;
    })();
    const quiet = work.catch((error: unknown) => {
      log.warn({ err: error }, 'the result of a command could not be shown');
      return null;
    });
    background.add(quiet);
    return (await within(quiet, patienceMs)) ?? { text: answer.text };
  }

  function told(error: unknown): ChatReply {
    if (!(error instanceof Problem)) log.error({ err: error }, 'work behind a chat command failed');
    return { text: plain(errorReply(error)) };
  }

  return {
    send: async (target, answer) => await goOn(target, await writer.send(target, answer), answer),
    replace: async (target, message, answer) =>
      await goOn(target, await writer.replace(target, message, answer), answer),
  };
}

/** What it comes to, or undefined when that takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
