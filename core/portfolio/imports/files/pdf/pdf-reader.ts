import { Worker } from 'node:worker_threads';
import { backgroundTimers, threadBeside, threadLoader, type Timers } from '../../../../platform/index.ts';
import type { TextRun } from '../../statements/index.ts';
import { PdfFault } from './pdf-fault.ts';
import { PDF_LIMITS, type PdfLimits } from './pdf-limits.ts';
import type { PackedPage, PdfAnswer, PdfToRead } from './pdf-messages.ts';

const THREAD = threadBeside(import.meta.url, 'pdf-thread');

export interface PdfThreadLimits {
  /** Largest heap of the thread. */
  heapMb: number;
  /** Longest time for one PDF, the start of the thread included. */
  deadlineMs: number;
  /** After so long without a PDF the thread ends, and gives its memory back. */
  idleMs: number;
}

export const PDF_THREAD_LIMITS: PdfThreadLimits = { heapMb: 384, deadlineMs: 30_000, idleMs: 60_000 };

type Pages = readonly (readonly TextRun[])[];

interface Waiting {
  bytes: Uint8Array;
  password: string | null;
  pages: TextRun[][];
  resolve: (pages: Pages) => void;
  reject: (fault: PdfFault) => void;
}

export interface PdfReader {
  /** The runs of text of each page. @throws PdfFault */
  read: (bytes: Uint8Array, password: string | null) => Promise<Pages>;
  /** Ends the thread. What is not read yet fails; a later PDF starts it again. */
  close: () => Promise<void>;
}

/**
 * Reads PDFs in a thread of its own, one after the other, so that nobody else is held up and a hostile one ends nothing but
 * the thread. It starts with the first PDF, and again with the next one after it ended.
 */
export function createPdfReader({
  timers = backgroundTimers,
  limits = PDF_LIMITS,
  threadLimits = PDF_THREAD_LIMITS,
  thread = THREAD,
}: {
  timers?: Timers;
  limits?: PdfLimits;
  threadLimits?: PdfThreadLimits;
  thread?: URL;
} = {}): PdfReader {
  const waiting: Waiting[] = [];
  let active: Waiting | null = null;
  let worker: Worker | null = null;
  /** The end of what is waited for: of the active PDF, or of the idle thread. */
  let timer = new AbortController();

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
      resourceLimits: { maxOldGenerationSizeMb: threadLimits.heapMb },
    });
    const ended = (fault: PdfFault): void => {
      // One that was ended for its time has been replaced already.
      if (worker !== started) return;
      worker = null;
      settle((one) => one.reject(fault));
    };
    started.on('message', (answer: PdfAnswer) => {
      if (worker !== started || active === null) return;
      if ('page' in answer) active.pages.push(unpacked(answer.page));
      else if ('isDone' in answer) settle((one) => one.resolve(one.pages));
      else settle((one) => one.reject(new PdfFault(answer.fault, answer.message)));
    });
    started.on('error', (error: NodeJS.ErrnoException) =>
      ended(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new PdfFault('TOO_LARGE', 'This PDF needs more memory than Munim allows for one.')
          : new PdfFault('UNREADABLE', 'This PDF cannot be read.'),
      ),
    );
    started.on('exit', () => ended(new PdfFault('UNREADABLE', 'This PDF cannot be read.')));
    return started;
  }

  function next(): void {
    if (active !== null) return;
    active = waiting.shift() ?? null;
    if (active === null) {
      // It keeps no process alive while nothing is read.
      worker?.unref();
      if (worker !== null) after(threadLimits.idleMs, () => void endThread());
      return;
    }
    worker ??= start();
    worker.ref();
    after(threadLimits.deadlineMs, () => {
      void endThread();
      const seconds = Math.round(threadLimits.deadlineMs / 1000);
      settle((one) =>
        one.reject(new PdfFault('TOO_SLOW', `Reading this PDF took longer than ${seconds} seconds.`)),
      );
    });
    // A copy, which is handed over whole: the caller keeps what it has.
    const body = new Uint8Array(active.bytes);
    const asked: PdfToRead = { body, password: active.password, limits };
    worker.postMessage(asked, [body.buffer]);
  }

  function settle(tell: (one: Waiting) => void): void {
    const one = active;
    timer.abort();
    active = null;
    if (one !== null) tell(one);
    next();
  }

  return {
    read: async (bytes, password) =>
      await new Promise<Pages>((resolve, reject) => {
        waiting.push({ bytes, password, pages: [], resolve, reject });
        next();
      }),
    async close() {
      timer.abort();
      const closed = new PdfFault('CLOSED', 'Munim is shutting down. Import the file again later.');
      for (const one of [...(active === null ? [] : [active]), ...waiting.splice(0)]) one.reject(closed);
      active = null;
      await endThread();
    },
  };
}

function unpacked({ texts, places }: PackedPage): TextRun[] {
  return texts.map((text, at) => ({
    text,
    left: places[3 * at] ?? 0,
    right: places[3 * at + 1] ?? 0,
    top: places[3 * at + 2] ?? 0,
  }));
}
