import {
  createThreadQueue,
  threadBeside,
  type ThreadEnded,
  type ThreadLimits,
  type Timers,
} from '../../../../platform/index.ts';
import type { TextRun } from '../../statements/index.ts';
import { PdfFault } from './pdf-fault.ts';
import { PDF_LIMITS, type PdfLimits } from './pdf-limits.ts';
import type { PackedPage, PdfAnswer, PdfToRead } from './pdf-messages.ts';

const THREAD = threadBeside(import.meta.url, 'pdf-thread');

export const PDF_THREAD_LIMITS: ThreadLimits = { heapMb: 384, deadlineMs: 30_000, idleMs: 60_000 };

type Pages = readonly (readonly TextRun[])[];

export interface PdfReader {
  /** The runs of text of each page. @throws PdfFault */
  read: (bytes: Uint8Array, password: string | null) => Promise<Pages>;
  /** Ends the thread. What is not read yet fails; a later PDF starts it again. */
  close: () => Promise<void>;
}

/** Reads PDFs in a thread of its own, one after the other. */
export function createPdfReader({
  limits = PDF_LIMITS,
  threadLimits = PDF_THREAD_LIMITS,
  ...options
}: {
  timers?: Timers;
  limits?: PdfLimits;
  threadLimits?: ThreadLimits;
} = {}): PdfReader {
  const queue = createThreadQueue<PdfToRead, PdfAnswer>({
    thread: THREAD,
    limits: threadLimits,
    explain: (ended) => faultOf(ended, threadLimits),
    ...options,
  });
  return {
    async read(bytes, password) {
      const pages: TextRun[][] = [];
      return await queue.run<Pages>({
        ask: (post) => {
          // A copy, which is handed over whole: the caller keeps what it has.
          const body = new Uint8Array(bytes);
          post({ body, password, limits }, [body.buffer]);
        },
        take: (answer) => {
          if ('fault' in answer) return { error: new PdfFault(answer.fault, answer.message) };
          if ('isDone' in answer) return { result: pages };
          pages.push(unpacked(answer.page));
          return undefined;
        },
      });
    },
    close: queue.close,
  };
}

function faultOf(cause: ThreadEnded, { deadlineMs }: ThreadLimits): PdfFault {
  switch (cause.reason) {
    case 'OUT_OF_MEMORY':
      return new PdfFault('TOO_LARGE', 'This PDF needs more memory than Munim allows.', { cause });
    case 'TOO_SLOW': {
      const seconds = Math.round(deadlineMs / 1000);
      return new PdfFault('TOO_SLOW', `Reading this PDF took longer than ${seconds} seconds.`, { cause });
    }
    case 'CLOSED':
      return new PdfFault('CLOSED', 'Munim is shutting down. Import the file again later.', { cause });
    case 'FAILED':
      return new PdfFault('UNREADABLE', 'This PDF cannot be read.', { cause });
  }
}

function unpacked({ texts, places }: PackedPage): TextRun[] {
  return texts.map((text, at) => ({
    text,
    left: places[3 * at] ?? 0,
    right: places[3 * at + 1] ?? 0,
    top: places[3 * at + 2] ?? 0,
  }));
}
