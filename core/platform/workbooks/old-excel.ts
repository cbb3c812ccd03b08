import { Worker } from 'node:worker_threads';
import { backgroundTimers, type Timers } from '../clock.ts';
import { threadBeside, threadLoader } from '../worker-thread.ts';
import { WorkbookFault } from './fault.ts';
import { WORKBOOK_LIMITS, type WorkbookLimits } from './limits.ts';
import type { OldExcelAnswer, OldExcelFile, OldExcelSheet } from './old-excel-thread.ts';
import type { Workbook } from './workbook.ts';

const THREAD = threadBeside(import.meta.url, 'old-excel-thread');
/** Rows handed out at a time. */
const BATCH = 1000;
/** The format has 65,536 rows of 256 columns at most. */
const HEAP_MB = 384;
const DEADLINE_MS = 30_000;

/**
 * Opens a workbook of Excel 97 to 2003 (XLS) in memory. It is read by a library, in a thread with bounds of its own, so that a
 * hostile one holds nobody up and ends nothing else.
 * @throws WorkbookFault
 */
export async function openOldExcel(
  bytes: Buffer,
  limits: WorkbookLimits = WORKBOOK_LIMITS,
  { timers = backgroundTimers, deadlineMs = DEADLINE_MS }: { timers?: Timers; deadlineMs?: number } = {},
): Promise<Workbook> {
  if (bytes.length > limits.bytes)
    throw new WorkbookFault('too_large', `It is larger than ${Math.floor(limits.bytes / 2 ** 20)} MB.`);
  const sheets = await readSheets({ body: new Uint8Array(bytes), limits }, timers, deadlineMs);
  if (sheets.length === 0) throw new WorkbookFault('broken', 'It has no sheets.');
  return {
    sheets: sheets.map(({ name }) => name),
    async *rows(sheet) {
      const { rows } = sheets[sheet] ?? missingSheet();
      for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
    },
    close: () => undefined,
  };
}

async function readSheets(file: OldExcelFile, timers: Timers, deadlineMs: number): Promise<OldExcelSheet[]> {
  const worker = new Worker(THREAD, {
    execArgv: threadLoader(THREAD),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    workerData: file,
    transferList: [file.body.buffer as ArrayBuffer],
  });
  const deadline = new AbortController();
  try {
    return await new Promise<OldExcelSheet[]>((resolve, reject) => {
      const sheets: OldExcelSheet[] = [];
      worker.on('message', (answer: OldExcelAnswer) => {
        if ('sheet' in answer) sheets.push({ name: answer.sheet, rows: [] });
        else if ('rows' in answer) sheets.at(-1)?.rows.push(...answer.rows);
        else if ('isDone' in answer) resolve(sheets);
        else reject(new WorkbookFault(answer.fault, answer.message));
      });
      worker.on('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new WorkbookFault('too_large', 'It needs more memory than Munim allows for one.', {
                cause: error,
              })
            : new WorkbookFault('broken', 'It is damaged or incomplete.', { cause: error }),
        ),
      );
      worker.on('exit', () => reject(new WorkbookFault('broken', 'It is damaged or incomplete.')));
      timers
        .sleep(deadlineMs, deadline.signal)
        .then(() => reject(new WorkbookFault('too_large', 'Reading it takes too long.')))
        .catch(() => undefined);
    });
  } finally {
    deadline.abort();
    await worker.terminate();
  }
}

function missingSheet(): never {
  throw new RangeError('the workbook has no such sheet');
}
