import { Worker } from 'node:worker_threads';
import { backgroundTimers, onAbort, threadBeside, threadLoader, type Timers } from '../../platform/index.ts';
import type { DocumentRead, DocumentToRead, ParserName } from './document-parser.ts';
import { MalformedDocument, UnreadDocument } from './malformed.ts';

const THREAD = threadBeside(import.meta.url, 'parsing-thread');

export interface ParsingLimits {
  /** Largest document. The facts of the largest companies are some ten MB. */
  maxBytes: number;
  /** Longest answer, in characters: it is read by the thread that everybody waits for. */
  maxAnswer: number;
  /** Largest heap of the thread. */
  heapMb: number;
  /** Longest time for one document, the start of the thread included. */
  deadlineMs: number;
  /** After so long without a document the thread ends, and gives its memory back. */
  idleMs: number;
}

export const PARSING_LIMITS: ParsingLimits = {
  maxBytes: 64 * 2 ** 20,
  maxAnswer: 16 * 2 ** 20,
  heapMb: 768,
  deadlineMs: 60_000,
  idleMs: 60_000,
};

/** Reads large documents in a thread of its own, one after the other, so that nobody else is held up. */
export interface Parsing {
  /**
   * @param args what JSON can hold
   * @throws MalformedDocument where the parser throws, UnreadDocument where the document passes a limit or the thread ends;
   * the signal's reason where it is aborted. The documents that wait behind it are read all the same.
   */
  read: <Args, Result>(
    parser: ParserName<Args, Result>,
    body: Uint8Array,
    args: Args,
    signal?: AbortSignal,
  ) => Promise<Result>;
  /** Ends the thread. What is not read yet fails. */
  close: () => Promise<void>;
}

interface Waiting {
  asked: DocumentToRead;
  resolve: (json: string) => void;
  reject: (error: unknown) => void;
}

/** The thread starts with the first document, and again with the next one after it ended. */
export function createParsing({
  timers = backgroundTimers,
  limits = PARSING_LIMITS,
  thread = THREAD,
}: {
  timers?: Timers;
  limits?: ParsingLimits;
  thread?: URL;
} = {}): Parsing {
  const waiting: Waiting[] = [];
  let active: Waiting | null = null;
  let worker: Worker | null = null;
  /** The end of what is waited for: of the active document, or of the idle thread. */
  let timer = new AbortController();
  let isClosed = false;

  function after(ms: number, act: () => void): void {
    timer.abort();
    timer = new AbortController();
    timers.sleep(ms, timer.signal).then(act, () => undefined);
  }

  async function endThread(): Promise<void> {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  function start(): Worker {
    const started = new Worker(thread, {
      execArgv: threadLoader(thread),
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    const ended = (error: UnreadDocument): void => {
      // One that was ended for its time has been replaced already.
      if (worker !== started) return;
      worker = null;
      settle((one) => one.reject(error));
    };
    started.on('message', (answer: DocumentRead) => {
      if (worker === started) settle((one) => deliver(one, answer));
    });
    started.on('error', (error: NodeJS.ErrnoException) =>
      ended(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new UnreadDocument('TOO_LARGE', 'The document needs more memory than Munim allows for one.')
          : new UnreadDocument('THREAD_ENDED', `The thread that reads documents failed: ${error.message}`),
      ),
    );
    started.on('exit', () =>
      ended(new UnreadDocument('THREAD_ENDED', 'The thread that reads documents ended.')),
    );
    return started;
  }

  function next(): void {
    if (active !== null) return;
    active = waiting.shift() ?? null;
    if (active === null) {
      // It keeps no process alive while nothing is asked.
      worker?.unref();
      if (worker !== null) after(limits.idleMs, () => void endThread());
      return;
    }
    worker ??= start();
    worker.ref();
    after(limits.deadlineMs, () => {
      void endThread();
      const seconds = Math.round(limits.deadlineMs / 1000);
      settle((one) =>
        one.reject(new UnreadDocument('TOO_SLOW', `Reading the document took longer than ${seconds} s.`)),
      );
    });
    worker.postMessage(active.asked, [active.asked.body.buffer as ArrayBuffer]);
  }

  function settle(tell: (one: Waiting) => void): void {
    const one = active;
    timer.abort();
    active = null;
    if (one !== null) tell(one);
    next();
  }

  /** The document is no longer wanted. */
  function drop(one: Waiting, reason: unknown): void {
    const at = waiting.indexOf(one);
    if (at >= 0) waiting.splice(at, 1);
    one.reject(reason);
    if (active !== one) return;
    void endThread();
    settle(() => undefined);
  }

  return {
    async read<Args, Result>(
      parser: ParserName<Args, Result>,
      body: Uint8Array,
      args: Args,
      signal?: AbortSignal,
    ) {
      signal?.throwIfAborted();
      if (isClosed) throw new UnreadDocument('CLOSED', 'Munim is about to stop.');
      if (body.byteLength > limits.maxBytes)
        throw new UnreadDocument('TOO_LARGE', `The document is too large: it has ${body.byteLength} bytes.`);
      // A copy, which is handed over whole: the caller keeps what it has.
      const asked: DocumentToRead = {
        parser: parser.name,
        body: new Uint8Array(body),
        // A parser without arguments has none.
        args: JSON.stringify(args ?? null),
        maxAnswer: limits.maxAnswer,
      };
      let forget = (): void => undefined;
      const json = await new Promise<string>((resolve, reject) => {
        const one: Waiting = { asked, resolve, reject };
        waiting.push(one);
        forget = onAbort(signal, () => drop(one, signal?.reason));
        next();
      }).finally(() => forget());
      return JSON.parse(json) as Result;
    },
    async close() {
      isClosed = true;
      timer.abort();
      const closed = new UnreadDocument('CLOSED', 'Munim is about to stop.');
      for (const one of [...(active === null ? [] : [active]), ...waiting.splice(0)]) one.reject(closed);
      active = null;
      await endThread();
    },
  };
}

function deliver({ resolve, reject }: Waiting, answer: DocumentRead): void {
  if ('json' in answer) resolve(answer.json);
  else if ('malformed' in answer) reject(new MalformedDocument(answer.malformed));
  else reject(new UnreadDocument('TOO_LARGE', `The document is too large: ${answer.too_large}.`));
}
