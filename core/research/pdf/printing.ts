import { createHash } from 'node:crypto';
import {
  createThreadQueue,
  threadBeside,
  type ThreadEnded,
  type ThreadLimits,
  type Timers,
} from '../../platform/index.ts';
import { canonicalJson } from '../port/index.ts';
import type { StoredReport } from '../publication/index.ts';
import { whyUnprintable } from './preflight.ts';
import type { PrintedReport, PrintReport } from './printed-report.ts';
import type { PrintAnswer, PrintTask } from './report-thread.ts';

const THREAD = threadBeside(import.meta.url, 'report-thread');

export interface PrintingLimits extends ThreadLimits {
  /** Longest report, in characters of JSON: many times what a run may write. */
  maxChars: number;
  /** Reports that wait behind the one that is printed. */
  maxWaiting: number;
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

/**
 * Prints reports in a thread of its own, one after the other, so that nobody else is held up. The thread starts with the first
 * report and again with the next one after it ended; one that fails or takes too long is refused alone.
 */
export function createReportPrinter({
  limits = PRINTING_LIMITS,
  thread = THREAD,
  ...options
}: {
  timers?: Pick<Timers, 'sleep'>;
  limits?: PrintingLimits;
  thread?: URL;
} = {}): ReportPrinter {
  const queue = createThreadQueue<PrintTask, PrintAnswer>({
    thread,
    limits,
    explain: (ended) => unprinted(ended, limits),
    ...options,
  });
  let isClosed = false;

  async function print(report: PrintedReport): Promise<Uint8Array> {
    if (isClosed) throw closed();
    const why = whyUnprintable(report.stored);
    if (why !== null) throw new UnprintedReport('INCOMPLETE', why);
    if (queue.waiting() >= limits.maxWaiting)
      throw new UnprintedReport('BUSY', 'Too many reports are waiting to be printed. Try again in a moment.');
    // One text is handed over faster than the many objects that it holds.
    const json = JSON.stringify(report);
    if (json.length > limits.maxChars)
      throw new UnprintedReport(
        'TOO_LARGE',
        `The report has ${json.length} characters; at most ${limits.maxChars} can be printed.`,
      );
    const task = { json, payload_hash: hashOf(report.stored) };
    return await queue.run<Uint8Array>({ ask: (post) => post(task), take: outcomeOf });
  }

  return {
    print,
    async close() {
      isClosed = true;
      await queue.close();
    },
  };
}

function outcomeOf(answer: PrintAnswer): { result: Uint8Array } | { error: UnprintedReport } {
  if ('pdf' in answer) return { result: answer.pdf };
  return { error: new UnprintedReport('FAILED', `The pages could not be drawn (${answer.error}).`) };
}

function unprinted({ reason, message }: ThreadEnded, { deadlineMs }: PrintingLimits): UnprintedReport {
  switch (reason) {
    case 'OUT_OF_MEMORY':
      return new UnprintedReport(
        'TOO_LARGE',
        'The report is too large: printing it needs more memory than Munim allows.',
      );
    case 'TOO_SLOW': {
      const seconds = Math.round(deadlineMs / 1000);
      return new UnprintedReport(
        'TOO_SLOW',
        `Printing the report took longer than ${seconds} seconds. Try again.`,
      );
    }
    case 'CLOSED':
      return closed();
    case 'FAILED':
      return new UnprintedReport('FAILED', `The report could not be printed: ${message}. Try again.`);
  }
}

const closed = (): UnprintedReport =>
  new UnprintedReport('CLOSED', 'Munim is about to stop, so the report was not printed. Try again later.');

/** A report of the first version carries no hash, so it is named by that of its own text. */
function hashOf(stored: StoredReport): string {
  if (stored.version === '2.0') return stored.publication.payload_hash;
  return `sha256:${createHash('sha256').update(canonicalJson(stored.report)).digest('hex')}`;
}
