import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { PdfFault } from './pdf-fault.ts';
import type { PdfLimits } from './pdf-limits.ts';
import type { PackedPage, PdfToRead } from './pdf-messages.ts';

/** Writers end a file with this; some programs that pass it on add a few bytes. */
const END = '%%EOF';
const END_WITHIN = 4096;
/** A picture of a page may carry a stamp or a page number. */
const LETTERS_OF_TEXT = 40;
/** What PDF.js throws where a password is missing or wrong. */
const NEEDS_PASSWORD = 'PasswordException';
const PAN = /^[a-z]{5}\d{4}[a-z]$/i;

type PdfJs = typeof import('unpdf/pdfjs');

/**
 * The text of a PDF, page by page. Nothing of the file is run and none of the files in it are opened: its text alone is
 * read, so that a script in it does nothing.
 * @param isTooLarge whether a part has been given up for its size
 * @throws PdfFault, or whatever PDF.js says of a damaged file
 */
export async function* readPages(
  { body, password, limits }: PdfToRead,
  isTooLarge: () => boolean,
): AsyncGenerator<PackedPage> {
  const end = Buffer.from(body.buffer, body.byteOffset, body.byteLength).subarray(-END_WITHIN);
  if (!end.includes(END))
    throw new PdfFault('UNREADABLE', 'This PDF is cut off: its end is missing, so text may be missing too.');
  const pdfjs = await import('unpdf/pdfjs');
  const task = await opened(pdfjs, body, password);
  try {
    const document = await task.promise;
    if (document.numPages > limits.pages)
      throw new PdfFault(
        'TOO_MANY_PAGES',
        `This PDF has ${document.numPages.toLocaleString('en-IN')} pages; the maximum is ${limits.pages}.`,
      );
    yield* pagesOf(document, limits, isTooLarge);
  } catch (error) {
    if (isTooLarge()) throw tooLarge();
    throw error;
  } finally {
    await task.destroy();
  }
}

/** Tries without the password first: a file whose owner alone has one opens so, whatever was typed. */
async function opened(
  pdfjs: PdfJs,
  body: Uint8Array,
  password: string | null,
): Promise<PDFDocumentLoadingTask> {
  for (const candidate of [null, ...spellings(password)]) {
    const task = pdfjs.getDocument({
      // Handed over whole each time, so each try has a copy.
      data: new Uint8Array(body),
      ...(candidate === null ? {} : { password: candidate }),
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      enableXfa: false,
      stopAtErrors: true,
      verbosity: 0,
    });
    try {
      await task.promise;
      return task;
    } catch (error) {
      await task.destroy();
      if (!(error instanceof Error && error.name === NEEDS_PASSWORD)) throw error;
    }
  }
  if (password === null || password === '')
    throw new PdfFault('PASSWORD_NEEDED', 'This PDF is protected by a password.');
  throw new PdfFault('WRONG_PASSWORD', 'The password does not open this PDF.');
}

/** What people may have meant: spaces are copied along, and a PAN is in capitals. */
function spellings(password: string | null): string[] {
  if (password === null || password === '') return [];
  const trimmed = password.trim();
  return [...new Set([password, trimmed, PAN.test(trimmed) ? trimmed.toUpperCase() : trimmed])];
}

async function* pagesOf(
  document: PDFDocumentProxy,
  limits: PdfLimits,
  isTooLarge: () => boolean,
): AsyncGenerator<PackedPage> {
  let characters = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const packed = await textOf(page, limits.runsOfPage);
    page.cleanup();
    if (isTooLarge()) throw tooLarge();
    for (const text of packed.texts) characters += text.length;
    if (characters > limits.characters) throw tooLarge();
    yield packed;
  }
  if (characters < LETTERS_OF_TEXT)
    throw new PdfFault('NO_TEXT', 'This PDF has pictures of its pages, but no text.');
}

/** The runs of a page with letters in them, by where they stand from its top left. */
async function textOf(page: PDFPageProxy, most: number): Promise<PackedPage> {
  const { transform } = page.getViewport({ scale: 1 });
  const texts: string[] = [];
  const places: number[] = [];
  const reader = page
    .streamTextContent({ includeMarkedContent: false, disableNormalization: false })
    .getReader() as ReadableStreamDefaultReader<{ items: TextItem[] }>;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) {
      if (item.str.trim() === '') continue;
      if (texts.length >= most) throw tooLarge();
      const [a, b, , , e, f] = product(transform, item.transform);
      const isUpright = Math.abs(b) <= Math.abs(a) / 100 && a > 0;
      texts.push(item.str);
      places.push(e, isUpright ? e + item.width : e, f);
    }
  }
  return { texts, places: Float32Array.from(places) };
}

interface TextItem {
  str: string;
  /** Where the text begins on its baseline, in the page's own units from its foot. */
  transform: readonly number[];
  width: number;
}

type Matrix = [number, number, number, number, number, number];

/** Two changes of place as one: `inner` first, then `outer`. */
function product(outer: readonly number[], inner: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function tooLarge(): PdfFault {
  return new PdfFault('TOO_LARGE', 'This PDF holds more than a statement does.');
}
