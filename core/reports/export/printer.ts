/**
 * Pages as PDF. Shaping letters and cutting fonts down to what a page needs is pure computing, so it happens in a
 * worker thread (print-thread.ts) and never holds up the process that answers people.
 */
import { createThreadQueue, Problem, threadBeside, type ThreadLimits } from '../../platform/index.ts';
import type { PrintedPage } from './page.ts';
import type { PrintAnswer } from './print-thread.ts';

const LIMITS: ThreadLimits = { heapMb: 512, deadlineMs: 30_000, idleMs: 60_000 };
const MOST_WAITING = 32;

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
export function createPrinter({ limits = LIMITS, thread = THREAD } = {}): Printer {
  const queue = createThreadQueue<PrintedPage, PrintAnswer>({ thread, limits });
  return {
    async print(page) {
      if (queue.waiting() >= MOST_WAITING)
        throw failed('Too many pages are waiting to be printed. Try again in a moment.');
      try {
        return await queue.run<Buffer>({
          ask: (post) => post(page),
          take: (answer) => {
            // Thrown, so that the thread ends: half a page may be left in it.
            if ('error' in answer) throw new Error(answer.error);
            const { buffer, byteOffset, byteLength } = answer.pdf;
            return { result: Buffer.from(buffer, byteOffset, byteLength) };
          },
        });
      } catch (error) {
        throw failed('The page could not be printed. Try again, or use format=csv.', error);
      }
    },
  };
}
