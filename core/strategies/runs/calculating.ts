/** Backtests in a thread of their own (backtest-thread.ts), so that the process which does them is never held up. */
import { createThreadQueue, threadBeside, type ThreadEnded } from '../../platform/index.ts';
import type { PricePanel } from '../panel/index.ts';
import type { CalculatedRun, PanelQuestion, ThreadReply, ThreadRequest } from './thread-messages.ts';

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
  ): Promise<CalculatedRun | null>;
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

/** A thread that starts with the first question and keeps no process alive while nothing is asked of it. */
export function createCalculating({
  thread = THREAD,
  idleMs = IDLE_MS,
  heapMb = MOST_HEAP_MB,
}: CalculatingOptions = {}): Calculating {
  // A backtest takes as long as it takes; who does not want to wait gives it up by its signal.
  const limits = { idleMs, heapMb, deadlineMs: Infinity };
  const queue = createThreadQueue<ThreadRequest, ThreadReply>({ thread, limits, explain });

  async function ask(
    question: ThreadRequest,
    { moved = [], signal, onProgress }: Asking = {},
  ): Promise<FinalReply> {
    return await queue.run<FinalReply>({
      ask: (post) => post(question, moved),
      take: (reply) => {
        if ('error' in reply) return { error: new CalculationFailed(reply.error) };
        if (!('progress' in reply)) return { result: reply };
        onProgress?.(reply.progress);
        return undefined;
      },
      signal,
    });
  }

  return {
    async keep(key, panel) {
      const arrays = panel.benchmark === null ? [panel.closes] : [panel.closes, panel.benchmark.closes];
      await ask({ kind: 'panel', key, panel }, { moved: arrays.map(({ buffer }) => buffer as ArrayBuffer) });
    },
    // A calculation hears nothing while it runs: it is ended with its thread.
    async calculate(key, question, options) {
      const reply = await ask({ kind: 'calculate', key, question }, options);
      return 'result' in reply ? reply.result : null;
    },
    close: queue.close,
  };
}

function explain(cause: ThreadEnded): CalculationFailed {
  const isTooLarge = cause.reason === 'OUT_OF_MEMORY';
  return new CalculationFailed(`the thread of backtests ended: ${cause.message}`, { cause, isTooLarge });
}

type FinalReply = Exclude<ThreadReply, { progress: number } | { error: string }>;

interface Asking {
  moved?: ArrayBuffer[];
  signal?: AbortSignal;
  onProgress?: (pct: number) => void;
}
