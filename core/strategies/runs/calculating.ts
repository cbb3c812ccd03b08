/** Backtests in a thread of their own (backtest-thread.ts), so that the process which does them is never held up. */
import { Worker } from 'node:worker_threads';
import { onAbort, threadBeside, threadLoader } from '../../platform/index.ts';
import type { PricePanel } from '../panel/index.ts';
import type { PanelQuestion, ResultRows, RunSummary, ThreadReply, ThreadRequest } from './thread-messages.ts';

/** The thread ended, or could not do what it was asked. */
export class CalculationFailed extends Error {
  override name = 'CalculationFailed';
  /** Whether what it calculated did not fit into its memory. */
  readonly isTooLarge: boolean;

  constructor(
    message: string,
    { isTooLarge = false, ...options }: ErrorOptions & { isTooLarge?: boolean } = {},
  ) {
    super(message, options);
    this.isTooLarge = isTooLarge;
  }
}

export interface Calculating {
  /** Hands a panel over, under a name; its numbers move to the thread, which keeps the last panels. */
  keep(key: string, panel: PricePanel): Promise<void>;
  /**
   * @returns null where the thread does not have the panel.
   * @param signal ends the calculation, and the thread with it.
   * @throws CalculationFailed, or the signal's reason.
   */
  calculate(
    key: string,
    question: PanelQuestion,
    options: { signal: AbortSignal; onProgress: (pct: number) => void },
  ): Promise<RunSummary | null>;
  /** The rows of what was calculated last, piece by piece. */
  rows(): AsyncGenerator<ResultRows>;
  close(): Promise<void>;
}

interface CalculatingOptions {
  /** The program of the thread, for tests. */
  thread?: URL;
  /** It ends after so long without work, and all that it keeps is given back. */
  idleMs?: number;
  /** What its objects may take; arrays of numbers lie beside the heap. */
  heapMb?: number;
}

const THREAD = threadBeside(import.meta.url, 'backtest-thread');
const IDLE_MS = 10 * 60_000;
const MOST_HEAP_MB = 1024;

interface Waiting {
  resolve(reply: ThreadReply): void;
  reject(error: unknown): void;
  onProgress?: ((pct: number) => void) | undefined;
}

type Question = ThreadRequest extends infer R ? (R extends ThreadRequest ? Omit<R, 'id'> : never) : never;

/** A thread that starts with the first question and keeps no process alive while nothing is asked of it. */
export function createCalculating({
  thread = THREAD,
  idleMs = IDLE_MS,
  heapMb = MOST_HEAP_MB,
}: CalculatingOptions = {}): Calculating {
  let worker: Worker | null = null;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting>();

  async function end(reason: unknown): Promise<void> {
    const ended = worker;
    worker = null;
    clearTimeout(idle);
    for (const one of waiting.values()) one.reject(reason);
    waiting.clear();
    ended?.removeAllListeners();
    // A dying thread may still report an error, which would end the process if nobody listened.
    ended?.on('error', () => undefined);
    await ended?.terminate();
  }

  function settle(reply: ThreadReply): void {
    const one = waiting.get(reply.id);
    if (one === undefined) return;
    if ('progress' in reply) {
      one.onProgress?.(reply.progress);
      return;
    }
    waiting.delete(reply.id);
    if (waiting.size === 0) {
      worker?.unref();
      idle = setTimeout(() => void end(new CalculationFailed('the thread was idle')), idleMs).unref();
    }
    if ('error' in reply) one.reject(new CalculationFailed(reply.error));
    else one.resolve(reply);
  }

  function current(): Worker {
    if (worker !== null) return worker;
    worker = new Worker(thread, {
      execArgv: threadLoader(thread),
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.on('message', settle);
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      void end(new CalculationFailed('the thread of backtests failed', { cause: error, isTooLarge }));
    });
    worker.on(
      'exit',
      (code) => void end(new CalculationFailed(`the thread of backtests ended (exit code ${code})`)),
    );
    return worker;
  }

  function ask(
    question: Question,
    { moved = [], onProgress }: { moved?: ArrayBuffer[]; onProgress?: (pct: number) => void } = {},
  ): Promise<ThreadReply> {
    clearTimeout(idle);
    return new Promise((resolve, reject) => {
      const asked = current();
      const id = ++lastId;
      waiting.set(id, { resolve, reject, onProgress });
      asked.ref();
      asked.postMessage({ ...question, id } as ThreadRequest, moved);
    });
  }

  return {
    async keep(key, panel) {
      const arrays = panel.benchmark === null ? [panel.closes] : [panel.closes, panel.benchmark.closes];
      await ask({ kind: 'panel', key, panel }, { moved: arrays.map(({ buffer }) => buffer as ArrayBuffer) });
    },
    async calculate(key, question, { signal, onProgress }) {
      signal.throwIfAborted();
      const asked = ask({ kind: 'calculate', key, question }, { onProgress });
      // A calculation hears nothing while it runs: it is ended with its thread.
      const forget = onAbort(signal, () => void end(signal.reason));
      try {
        const reply = await asked;
        return 'summary' in reply ? reply.summary : null;
      } finally {
        forget();
      }
    },
    async *rows() {
      for (;;) {
        const reply = await ask({ kind: 'rows' });
        const next = 'next' in reply ? reply.next : null;
        if (next === null) return;
        yield next;
      }
    },
    close: () => end(new CalculationFailed('the process is stopping')),
  };
}
