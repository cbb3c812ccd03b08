import type { ImportReading } from '../rows/index.ts';
import { statementOf, type TextRun, unreadStatement } from '../statements/index.ts';
import { wholeFile } from './first-bytes.ts';
import type { ImportLimits } from './limits.ts';
import { PdfFault, type PdfFaultReason, readPdf } from './pdf/index.ts';
import type { ReadOptions } from './read-options.ts';
import { readPdfStatement } from './read-statement.ts';
import { ImportRefusal, type RefusalCode } from './refusal.ts';
import { BEGINNING } from './text-statement.ts';

const LARGEST = 32 * 2 ** 20;

/**
 * Reads a PDF that is a statement of a known format.
 * @throws ImportRefusal
 */
export async function readPdfFile(
  bytes: AsyncGenerator<Uint8Array>,
  options: ReadOptions,
  limits: ImportLimits,
): Promise<ImportReading> {
  const file = await wholeFile(bytes, Math.min(LARGEST, limits.bytes));
  const pages = await refusing(() => readPdf(file, options.password ?? null));
  const beginning = pages.slice(0, BEGINNING.pages);
  const format = statementOf('pages', { pages: beginning });
  if (format === null) throw new ImportRefusal('PDF_UNKNOWN', unreadStatement(beginning));
  return await readPdfStatement(format, { pages }, options, limits);
}

const CODES: Readonly<Record<PdfFaultReason, RefusalCode>> = {
  PASSWORD_NEEDED: 'PDF_PASSWORD_NEEDED',
  WRONG_PASSWORD: 'PDF_WRONG_PASSWORD',
  UNREADABLE: 'PDF_UNREADABLE',
  NO_TEXT: 'PDF_IS_PICTURE',
  TOO_MANY_PAGES: 'PDF_TOO_LARGE',
  TOO_LARGE: 'PDF_TOO_LARGE',
  TOO_SLOW: 'PDF_TOO_LARGE',
  CLOSED: 'PDF_UNREADABLE',
};

const NEXT: Readonly<Record<PdfFaultReason, string>> = {
  PASSWORD_NEEDED:
    'Enter its password with the file: for a statement of CAMS or KFintech the one you chose when you asked for it, for ' +
    'MFCentral and the monthly statement your PAN in capitals.',
  WRONG_PASSWORD:
    'It is the one you chose when you asked for the statement, or for MFCentral and the monthly statement your PAN in ' +
    'capitals.',
  UNREADABLE: 'Download it again, and check that it opens in a PDF reader.',
  NO_TEXT: 'Munim cannot read scans. Import the PDF as it came by e-mail, not a print or a photo of it.',
  TOO_MANY_PAGES: 'Request statements for shorter periods and import them one by one.',
  TOO_LARGE: 'Request a statement for a shorter period.',
  TOO_SLOW: 'Try again, or request a statement for a shorter period.',
  CLOSED: '',
};

async function refusing(read: () => Promise<readonly (readonly TextRun[])[]>) {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error;
    throw new ImportRefusal(CODES[error.reason], `${error.message} ${NEXT[error.reason]}`.trim(), {
      cause: error,
    });
  }
}
