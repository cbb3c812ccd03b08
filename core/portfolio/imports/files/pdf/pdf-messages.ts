import type { PdfFaultReason } from './pdf-fault.ts';
import type { PdfLimits } from './pdf-limits.ts';

/** What the thread is asked to read. */
export interface PdfToRead {
  body: Uint8Array;
  password: string | null;
  limits: PdfLimits;
}

/** The text of one page as it travels between threads. */
export interface PackedPage {
  texts: string[];
  /** Left, right and top of each text, one after the other. */
  places: Float32Array;
}

/** Pages come one by one, so that nobody has to take in a long document at once. */
export type PdfAnswer = { page: PackedPage } | { isDone: true } | { fault: PdfFaultReason; message: string };
