/** The calculation in a thread of its own (calculator-thread.ts), so that the process which answers people is never held up. */
import { Worker } from 'node:worker_threads';
import { memoryShare, Problem, threadBeside, threadLoader } from '../../platform/index.ts';
import type { CalculatorReply, Feed, Message, CalculatorRequest, ScopeFigures } from './messages.ts';

export interface CalculatingThread {
  /** Grows with every thread that is lost, and with it all that it was fed. */
  readonly generation: number;
  /** The bytes of the rates move to the thread. */
  feed(feed: Feed): void;
  /** Starts it where it is not there, so that the first question finds it ready. */
  warm(): void;
  /**
   * @returns null where the thread does not have the state of which the question speaks.
   * @throws Problem 503 CALCULATION_FAILED where the thread ended, took too long or could not do it.
   */
  ask(question: Omit<CalculatorRequest, 'kind' | 'id'>): Promise<ScopeFigures | null>;
  forget(owner: string): void;
  /** Gives it back: the thread ends when nobody has it. */
  release(): Promise<void>;
}

interface ThreadOptions {
  /** The program of the worker thread, for tests. */
  thread?: URL;
  timeoutMs?: number;
}

interface Waiting {
  resolve(figures: ScopeFigures | null): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

const THREAD = threadBeside(import.meta.url, 'calculator-thread');
const TIMEOUT_MS = 60_000;
/** Arrays of numbers do not count: they lie beside the heap, and the calculator bounds them itself. */
const MOST_HEAP_MB = 768;
/** Memory of the states between questions; the state used longest ago is dropped first. */
const MOST_BYTES = memoryShare({ of: 16, least: 64, most: 128 });

/** A thread that starts with the first question, or when it is told to. It does not keep the process alive while nothing is asked of it. */
export function createCalculatingThread({
  thread = THREAD,
  timeoutMs = TIMEOUT_MS,
}: ThreadOptions = {}): CalculatingThread {
  let worker: Worker | null = null;
  let generation = 0;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  function drop(): Promise<unknown> {
    const dropped = worker;
    worker = null;
    dropped?.removeAllListeners();
    // A dying thread may still report an error, which would end the process if nobody listened.
    dropped?.on('error', () => undefined);
    return dropped?.terminate() ?? Promise.resolve();
  }

  function fail(cause: unknown): void {
    generation += 1;
    void drop();
    for (const one of waiting.values()) {
      clearTimeout(one.timer);
      one.reject(failed(cause));
    }
    waiting.clear();
  }

  function settle(answer: CalculatorReply): void {
    const one = waiting.get(answer.id);
    if (one === undefined) return;
    waiting.delete(answer.id);
    clearTimeout(one.timer);
    if (waiting.size === 0) worker?.unref();
    if ('figures' in answer) one.resolve(answer.figures);
    else if ('isLost' in answer) one.resolve(null);
    else one.reject(failed(new Error(answer.error)));
  }

  function current(): Worker {
    if (worker !== null) return worker;
    worker = new Worker(thread, {
      execArgv: threadLoader(thread),
      workerData: MOST_BYTES,
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    });
    worker.on('message', settle);
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`the calculating thread ended (exit code ${code})`)));
    if (waiting.size === 0) worker.unref();
    return worker;
  }

  return {
    get generation() {
      return generation;
    },
    feed(feed) {
      current().postMessage(feed satisfies Message, buffersOf(feed));
    },
    warm() {
      current();
    },
    ask(question) {
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        const timer = setTimeout(() => fail(new Error(`it took longer than ${timeoutMs} ms`)), timeoutMs);
        waiting.set(id, { resolve, reject, timer });
        const asked = current();
        asked.ref();
        asked.postMessage({ ...question, kind: 'question', id } satisfies Message);
      });
    },
    forget(owner) {
      worker?.postMessage({ kind: 'forget', owner } satisfies Message);
    },
    async release() {
      const ended = drop();
      fail(new Error('the process is stopping'));
      await ended;
    },
  };
}

/** A thread that nobody holds any more ends after this: who comes soon after finds it warm. */
const IDLE_MS = 10_000;
let shared: { thread: CalculatingThread; users: number; ending: NodeJS.Timeout | undefined } | null = null;

/** The one thread of this process; every service that takes it must release it. */
export function shareCalculatingThread(): CalculatingThread {
  shared ??= { thread: createCalculatingThread(), users: 0, ending: undefined };
  const taken = shared;
  clearTimeout(taken.ending);
  taken.users += 1;
  let isReleased = false;
  return {
    get generation() {
      return taken.thread.generation;
    },
    feed: (feed) => taken.thread.feed(feed),
    warm: () => taken.thread.warm(),
    ask: (question) => taken.thread.ask(question),
    forget: (owner) => taken.thread.forget(owner),
    async release() {
      if (isReleased) return;
      isReleased = true;
      taken.users -= 1;
      if (taken.users > 0) return;
      taken.ending = setTimeout(() => {
        if (shared === taken) shared = null;
        void taken.thread.release();
      }, IDLE_MS).unref();
    },
  };
}

function failed(cause: unknown): Problem {
  return new Problem(
    503,
    'CALCULATION_FAILED',
    'The figures could not be calculated. Try again in a moment.',
    { cause, retryAfter: 1 },
  );
}

/** Buffers of the rates, which move to the thread; closes are in shared memory. */
function buffersOf({ rates = [] }: Feed): ArrayBuffer[] {
  const buffers = rates
    .flatMap(({ days, figures }) => [days, figures])
    .flatMap(({ buffer, byteLength }) =>
      buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [],
    );
  return [...new Set(buffers)];
}
