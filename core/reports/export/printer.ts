/**
 * Pages as PDF. Shaping letters and cutting fonts down to what a page needs is pure computing, so it happens in a
 * worker thread (print-thread.ts) and never holds up the process that answers people.
 */
import { Worker } from 'node:worker_threads';
import { Problem, threadBeside, threadLoader } from '../../platform/index.ts';
import type { PrintedPage } from './page.ts';
import type { PrintAnswer, PrintTask } from './print-thread.ts';

/** Milliseconds that one page may take, the thread's start included. */
const PATIENCE_MS = 30_000;
const MOST_WAITING = 32;

interface Waiting {
  task: PrintTask;
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
}

interface Printer {
  /**
   * One A4 page. The same page gives the same bytes: no time of making and no drawn ids are in them.
   * @throws Problem 503 UNAVAILABLE where too many wait, or the page could not be made.
   */
  print(page: PrintedPage): Promise<Buffer>;
}

const failed = (detail: string, cause?: unknown): Problem =>
  new Problem(503, 'UNAVAILABLE', detail, { cause });

const THREAD = threadBeside(import.meta.url, 'print-thread');

/**
 * A printer with its own thread, which starts with the first page and keeps no process alive. Pages are printed one at
 * a time; one that fails or takes too long is refused alone, and the next one gets a fresh thread.
 */
export function createPrinter({ patienceMs = PATIENCE_MS, thread = THREAD } = {}): Printer {
  const queue: Waiting[] = [];
  let worker: Worker | null = null;
  let current: (Waiting & { timer: NodeJS.Timeout }) | null = null;
  let lastId = 0;

  function finish(settle: (waiting: Waiting) => void): void {
    if (current === null) return;
    const done = current;
    clearTimeout(done.timer);
    current = null;
    worker?.unref();
    settle(done);
    next();
  }

  function fail(cause: unknown): void {
    const dropped = worker;
    worker = null;
    dropped?.removeAllListeners();
    // a dying thread may still report an error, which would end the process if nobody listened
    dropped?.on('error', () => undefined);
    void dropped?.terminate();
    finish(({ reject }) =>
      reject(failed('The page could not be printed. Try again, or use format=csv.', cause)),
    );
  }

  function start(): Worker {
    const started = new Worker(thread, { execArgv: threadLoader(thread) });
    started.on('message', (answer: PrintAnswer) => {
      if (answer.id !== current?.task.id) return;
      if ('error' in answer) return fail(new Error(answer.error));
      finish(({ resolve }) =>
        resolve(Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength)),
      );
    });
    started.on('error', fail);
    started.on('exit', (code) => fail(new Error(`The printing thread ended (exit code ${code})`)));
    return started;
  }

  function next(): void {
    if (current !== null) return;
    const waiting = queue.shift();
    if (waiting === undefined) return;
    current = {
      ...waiting,
      timer: setTimeout(() => fail(new Error(`A page took longer than ${patienceMs} ms`)), patienceMs),
    };
    try {
      worker ??= start();
      worker.ref();
      worker.postMessage(waiting.task);
    } catch (error) {
      // A machine without room for another thread throws here, maybe in the event of another page.
      fail(error);
    }
  }

  return {
    print(page) {
      return new Promise((resolve, reject) => {
        if (queue.length >= MOST_WAITING) {
          reject(failed('Too many pages are waiting to be printed. Try again in a moment.'));
          return;
        }
        queue.push({ task: { id: ++lastId, page }, resolve, reject });
        next();
      });
    },
  };
}
