import type { Timers } from '../clock.ts';
import { createThreadQueue, type ThreadEnded, type ThreadLimits, type ThreadQueue } from '../thread-queue.ts';
import { threadBeside } from '../worker-thread.ts';
import { WorkbookFault } from './fault.ts';
import { WORKBOOK_LIMITS, type WorkbookLimits } from './limits.ts';
import type { OldExcelAnswer, OldExcelQuestion, OldExcelSheet } from './old-excel-thread.ts';
import type { Workbook } from './workbook.ts';

const THREAD = threadBeside(import.meta.url, 'old-excel-thread');
/** Rows handed out at a time. */
const BATCH = 1000;
/** The format has 65,536 rows of 256 columns at most. */
const THREAD_LIMITS: ThreadLimits = { heapMb: 384, deadlineMs: 30_000, idleMs: 60_000 };

interface OldExcelReader {
  /** Opens a workbook in memory. @throws WorkbookFault */
  open: (bytes: Buffer, limits?: WorkbookLimits) => Promise<Workbook>;
  /** Ends the thread. What is not read yet fails; a later workbook starts it again. */
  close: () => Promise<void>;
}

/**
 * Reads workbooks of Excel 97 to 2003 (XLS), one after the other, by a library in a thread with bounds of its own, so that a
 * hostile one holds nobody up and ends nothing else.
 */
export function createOldExcelReader(options: { timers?: Timers } = {}): OldExcelReader {
  const queue = createThreadQueue<OldExcelQuestion, OldExcelAnswer>({
    thread: THREAD,
    limits: THREAD_LIMITS,
    explain: faultOf,
    ...options,
  });
  return {
    async open(bytes, limits = WORKBOOK_LIMITS) {
      if (bytes.length > limits.bytes)
        throw new WorkbookFault('too_large', `It is larger than ${Math.floor(limits.bytes / 2 ** 20)} MB.`);
      const sheets = await sheetsOf(queue, bytes, limits);
      if (sheets.length === 0) throw new WorkbookFault('broken', 'It has no sheets.');
      return {
        sheets: sheets.map(({ name }) => name),
        async *rows(sheet) {
          const { rows } = sheets[sheet] ?? missingSheet();
          for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
        },
        close: () => undefined,
      };
    },
    close: queue.close,
  };
}

/** One for the process. */
const reader = createOldExcelReader();

/** See OldExcelReader. */
export const openOldExcel: OldExcelReader['open'] = (bytes, limits) => reader.open(bytes, limits);

/** Ends the thread that reads old workbooks; it ends by itself a minute after the last one. */
export async function closeOldExcelReader(): Promise<void> {
  await reader.close();
}

async function sheetsOf(
  queue: ThreadQueue<OldExcelQuestion, OldExcelAnswer>,
  bytes: Buffer,
  limits: WorkbookLimits,
): Promise<OldExcelSheet[]> {
  const sheets: OldExcelSheet[] = [];
  return await queue.run<OldExcelSheet[]>({
    ask: (post) => {
      // A copy, which is handed over whole: the caller keeps what it has.
      const body = new Uint8Array(bytes);
      post({ body, limits }, [body.buffer]);
    },
    take: (answer, post) => {
      if ('fault' in answer) return { error: new WorkbookFault(answer.fault, answer.message) };
      if ('isDone' in answer) return { result: sheets };
      if ('sheet' in answer) sheets.push({ name: answer.sheet, rows: [] });
      else {
        sheets.at(-1)?.rows.push(...answer.rows);
        post('more');
      }
      return undefined;
    },
  });
}

function faultOf(cause: ThreadEnded): WorkbookFault {
  switch (cause.reason) {
    case 'OUT_OF_MEMORY':
      return new WorkbookFault('too_large', 'It needs more memory than Munim allows.', { cause });
    case 'TOO_SLOW':
      return new WorkbookFault('too_large', 'Reading it takes too long.', { cause });
    case 'CLOSED':
      return new WorkbookFault('broken', 'The program is shutting down.', { cause });
    case 'FAILED':
      return new WorkbookFault('broken', 'It is damaged or incomplete.', { cause });
  }
}

function missingSheet(): never {
  throw new RangeError('the workbook has no such sheet');
}
