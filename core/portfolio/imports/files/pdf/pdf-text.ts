import type { TextRun } from '../../statements/index.ts';
import { createPdfReader } from './pdf-reader.ts';

/** One for the process: PDFs are read one after the other, whoever sends them. */
const reader = createPdfReader();

/**
 * The runs of text of each page of a PDF, in the order in which they are drawn. The password is used and forgotten.
 * @throws PdfFault
 */
export async function readPdf(
  bytes: Buffer,
  password: string | null,
): Promise<readonly (readonly TextRun[])[]> {
  return await reader.read(bytes, password);
}

/** Ends the thread that reads PDFs; it ends by itself a minute after the last one. */
export async function closePdfReader(): Promise<void> {
  await reader.close();
}
