import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { backgroundTimers, threadBeside, threadLoader, type Timers } from '../../platform/index.ts';
import { canonicalJson } from '../port/index.ts';
import type { StoredReport } from '../publication/index.ts';
import { whyUnprintable } from './preflight.ts';
import type { PrintedReport, PrintReport } from './printed-report.ts';
import type { PrintAnswer, PrintTask } from './report-thread.ts';

const THREAD = threadBeside(import.meta.url, 'report-thread');

export interface PrintingLimits {
  /** Longest report, in characters of JSON: many times what a run may write. */
  maxChars: number;
  /** Reports that wait behind the one that is printed. */
  maxWaiting: number;
  /** Largest heap of the thread. */
  heapMb: number;
  /** Longest time for one report, the start of the thread included. */
  deadlineMs: number;
  /** After so long without a report the thread ends, and gives its memory back. */
  idleMs: number;
}

export const PRINTING_LIMITS: PrintingLimits = {
  maxChars: 4_000_000,
  maxWaiting: 32,
  heapMb: 512,
  deadlineMs: 60_000,
  idleMs: 60_000,
};

/** A report was not printed. Its message says for people why. */
export class UnprintedReport extends Error {
  override name = 'UnprintedReport';
  readonly reason: 'INCOMPLETE' | 'TOO_LARGE' | 'TOO_SLOW' | 'BUSY' | 'FAILED' | 'CLOSED';

  constructor(reason: UnprintedReport['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface ReportPrinter {
  /** @throws UnprintedReport */
  print: PrintReport;
  /** Ends the thread. What is not printed yet fails. */
  close: () => Promise<void>;
}

interface Waiting {
  task: PrintTask;
  resolve: (pdf: Uint8Array) => void;
  reject: (error: UnprintedReport) => void;
}

/**
 * Prints reports in a thread of its own, one after the other, so that nobody else is held up. The thread starts with the first
 * report and again with the next one after it ended; one that fails or takes too long is refused alone.
 */
export function createReportPrinter({
  timers = backgroundTimers,
  limits = PRINTING_LIMITS,
  thread = THREAD,
}: {
  timers?: Timers;
  limits?: PrintingLimits;
  thread?: URL;
} = {}): ReportPrinter {
  const waiting: Waiting[] = [];
  let active: Waiting | null = null;
  let worker: Worker | null = null;
  /** The end of what is waited for: of the active report, or of the idle thread. */
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
    const ended = (error: UnprintedReport): void => {
      // One that was ended for its time has been replaced already.
      if (worker !== started) return;
      worker = null;
      settle((one) => one.reject(error));
    };
    started.on('message', (answer: PrintAnswer) => {
      if (worker === started) settle((one) => deliver(one, answer));
    });
    started.on('error', (error: NodeJS.ErrnoException) =>
      ended(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new UnprintedReport('TOO_LARGE', 'The report needs more memory than printing may use.')
          : new UnprintedReport('FAILED', `The printing thread failed (${error.message}). Try again.`),
      ),
    );
    started.on('exit', () =>
      ended(new UnprintedReport('FAILED', 'The printing thread ended early. Try again.')),
    );
    return started;
  }

  function next(): void {
    if (active !== null) return;
    active = waiting.shift() ?? null;
    if (active === null) {
      // It keeps no process alive while nothing is printed.
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
        one.reject(
          new UnprintedReport('TOO_SLOW', `Printing the report took longer than ${seconds} s. Try again.`),
        ),
      );
    });
    worker.postMessage(active.task);
  }

  function settle(tell: (one: Waiting) => void): void {
    const one = active;
    timer.abort();
    active = null;
    if (one !== null) tell(one);
    next();
  }

  async function print(report: PrintedReport): Promise<Uint8Array> {
    if (isClosed) throw closed();
    const why = whyUnprintable(report.stored);
    if (why !== null) throw new UnprintedReport('INCOMPLETE', why);
    if (waiting.length >= limits.maxWaiting)
      throw new UnprintedReport('BUSY', 'Too many reports are waiting to be printed. Try again in a moment.');
    // One text is handed over faster than the many objects that it holds.
    const json = JSON.stringify(report);
    if (json.length > limits.maxChars)
      throw new UnprintedReport(
        'TOO_LARGE',
        `The report has ${json.length} characters; at most ${limits.maxChars} can be printed.`,
      );
    const task = { json, payload_hash: hashOf(report.stored) };
    return await new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      next();
    });
  }

  return {
    print,
    async close() {
      isClosed = true;
      timer.abort();
      for (const one of [...(active === null ? [] : [active]), ...waiting.splice(0)]) one.reject(closed());
      active = null;
      await endThread();
    },
  };
}

const closed = (): UnprintedReport =>
  new UnprintedReport('CLOSED', 'Munim is about to stop, so the report was not printed. Try again later.');

/** A report of the first version carries no hash, so it is named by that of its own text. */
function hashOf(stored: StoredReport): string {
  if (stored.version === '2.0') return stored.publication.payload_hash;
  return `sha256:${createHash('sha256').update(canonicalJson(stored.report)).digest('hex')}`;
}

function deliver({ resolve, reject }: Waiting, answer: PrintAnswer): void {
  if ('pdf' in answer) resolve(answer.pdf);
  else reject(new UnprintedReport('FAILED', `The pages could not be drawn (${answer.error}).`));
}
