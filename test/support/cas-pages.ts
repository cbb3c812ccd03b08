import PDFDocument from 'pdfkit';
import type { TextRun } from '../../core/portfolio/imports/statements/index.ts';

/** A row of a made-up statement, as it is printed; figures that are left out are blank. */
export interface PrintedRow {
  date: string;
  words: string;
  amount?: string;
  units?: string;
  price?: string;
  balance?: string;
}

/** What is printed of a scheme in a folio. */
export interface PrintedScheme {
  house: string;
  folio: string;
  /** The lines of its name, with its ISIN and adviser, as they are broken. */
  name: readonly string[];
  registrar?: string;
  opening: string | null;
  rows: readonly PrintedRow[];
  /** The closing line, or lines. */
  closing: readonly string[];
}

export interface PrintedStatement {
  issuer?: string;
  title?: string;
  period: string;
  /** Lines of the first page between title and table: summaries, and what registrars write. */
  front?: readonly (readonly [string, string?, string?])[];
  schemes: readonly PrintedScheme[];
}

export interface Printing {
  /** Lines of a page below its header. */
  linesOfPage?: number;
  /** Figures stand so many points higher than their row. */
  raised?: number;
  /** Dates are drawn twice. */
  isBold?: boolean;
  /** Without the header of the columns on any page. */
  hasNoHeader?: boolean;
}

interface Mark {
  text: string;
  /** Where it begins, or where it ends. */
  left?: number;
  right?: number;
  top: number;
  isSideways?: boolean;
}

const ENDS = { amount: 385, units: 435, price: 487, balance: 562 } as const;
const FIGURES = ['amount', 'units', 'price', 'balance'] as const;
const LINE = 9;
const SIZE = 6.5;

/** Where everything stands, page by page, in the shape of the statements of CAMS. */
function marksOf(statement: PrintedStatement, printing: Printing): Mark[][] {
  const { linesOfPage = 62, raised = 0, isBold = false, hasNoHeader = false } = printing;
  const pages: Mark[][] = [];
  let page: Mark[] = [];
  let lines = 0;
  let top = 0;
  const turn = (): void => {
    page = [];
    pages.push(page);
    lines = 0;
    page.push({ text: statement.title ?? 'Consolidated Account Statement', left: 233, top: 40 });
    page.push({ text: statement.period, left: 260, top: 53 });
    if (statement.issuer !== undefined)
      page.push({ text: `${statement.issuer} Version:V3.5`, left: 590, top: 400, isSideways: true });
    page.push({ text: `Page ${pages.length} of 9`, left: 519, top: 780 });
    if (hasNoHeader) {
      top = 80;
      return;
    }
    page.push({ text: 'Date', left: 53, top: 80 }, { text: 'Transaction', left: 96, top: 80 });
    page.push(
      { text: 'Amount', right: ENDS.amount, top: 80 },
      { text: '(INR)', right: ENDS.amount, top: 88 },
    );
    page.push({ text: 'Units', right: ENDS.units, top: 80 }, { text: 'Price', right: ENDS.price, top: 80 });
    page.push({ text: '(INR)', right: ENDS.price, top: 88 }, { text: 'Unit', right: ENDS.balance, top: 80 });
    page.push({ text: 'Balance', right: ENDS.balance, top: 88 });
    top = 104;
  };
  const line = (...marks: Omit<Mark, 'top'>[]): void => {
    if (lines >= linesOfPage) turn();
    lines++;
    for (const mark of marks) page.push({ ...mark, top });
    top += LINE;
  };
  turn();
  for (const [words, cost, value] of statement.front ?? [])
    line(
      { text: words, left: 64 },
      ...(cost === undefined ? [] : [{ text: cost, right: 340 }]),
      ...(value === undefined ? [] : [{ text: value, right: 500 }]),
    );
  let house = '';
  let folio = '';
  for (const scheme of statement.schemes) {
    if (scheme.house !== house) line({ text: scheme.house, left: 53 });
    if (scheme.house !== house || scheme.folio !== folio) {
      line(
        { text: scheme.folio, left: 53 },
        { text: 'PAN: ZZZPZ9999Z', left: 354 },
        { text: 'KYC: OK PAN: OK', left: 480 },
      );
      line({ text: 'Made Up Person', left: 53 });
    }
    ({ house, folio } = scheme);
    scheme.name.forEach((text, index) => {
      const registrar = index > 0 || scheme.registrar === undefined ? [] : [scheme.registrar];
      line({ text, left: 53 }, ...registrar.map((name) => ({ text: `Registrar : ${name}`, left: 490 })));
    });
    line({ text: 'Nominee 1: SOMEBODY ELSE', left: 55 }, { text: 'Nominee 2:', left: 245 });
    if (scheme.opening !== null) line({ text: `Opening Unit Balance: ${scheme.opening}`, right: 562 });
    for (const row of scheme.rows) {
      const [words = '', ...more] = row.words.split('\n');
      line({ text: row.date, left: 53 }, ...(isBold ? [{ text: row.date, left: 53.3 }] : []), {
        text: words,
        left: 96,
      });
      for (const figure of FIGURES) {
        const text = row[figure];
        if (text !== undefined) page.push({ text, right: ENDS[figure], top: top - LINE - raised });
      }
      for (const text of more) line({ text, left: 96 });
    }
    for (const text of scheme.closing) line({ text, left: 53 });
    line({
      text: 'Entry Load : Nil. Exit Load : 1% if redeemed within 365.00 days of 01-Jan-2020 or later.',
      left: 53,
    });
  }
  return pages;
}

/** The statement as runs of text, each letter as wide as the next. */
export function runsOf(statement: PrintedStatement, printing: Printing = {}): TextRun[][] {
  return marksOf(statement, printing).map((page) =>
    page.map(({ text, left, right, top, isSideways = false }) => {
      const width = text.length * 3;
      const from = left ?? (right ?? 0) - width;
      return { text, left: from, right: isSideways ? from : from + width, top };
    }),
  );
}

/** Passwords and the version of a PDF that decides how it is encrypted. */
export type PdfOptions = Pick<PDFKit.PDFDocumentOptions, 'userPassword' | 'ownerPassword' | 'pdfVersion'>;

/** The statement as a PDF. */
export async function pdfOf(
  statement: PrintedStatement,
  printing: Printing = {},
  options: PdfOptions = {},
): Promise<Buffer> {
  return await drawn(options, (document) => {
    for (const page of marksOf(statement, printing)) {
      document.addPage();
      for (const { text, left, right, top, isSideways = false } of page) {
        const at = left ?? (right ?? 0) - document.widthOfString(text);
        if (isSideways) document.save().rotate(-90, { origin: [at, top] });
        document.text(text, at, top, { lineBreak: false });
        if (isSideways) document.restore();
      }
    }
  });
}

/** A PDF with whatever is drawn on it. */
export async function drawn(
  options: PDFKit.PDFDocumentOptions,
  draw: (document: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const document = new PDFDocument({ size: [612, 792], margin: 0, autoFirstPage: false, ...options });
  document.font('Helvetica').fontSize(SIZE);
  const pieces: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', resolve);
    document.on('error', reject);
  });
  draw(document);
  document.end();
  await ended;
  return Buffer.concat(pieces);
}
