import { Decimal, parseDate } from '../../../../platform/index.ts';
import { amountIn } from '../table.ts';
import { type Columns, columnsAt, type Figures, FIGURES, figuresOf, isHeader } from './columns.ts';
import type { Line } from './lines.ts';
import { schemeIn, type SchemeName } from './scheme-line.ts';
import { isFurniture, periodIn } from './marks.ts';

/** A row of a scheme: figures are exact, brackets are a minus, and null is a figure that is not there. */
export interface CasRow {
  page: number;
  /** YYYY-MM-DD */
  date: string;
  words: string;
  amount: Decimal | null;
  units: Decimal | null;
  price: Decimal | null;
  balance: Decimal | null;
}

/** What a folio holds of one scheme, and its rows. */
export interface CasScheme extends SchemeName {
  folio: string;
  /** The fund house whose heading stands above. */
  house: string | null;
  page: number;
  opening: Decimal | null;
  rows: CasRow[];
  closing: Closing | null;
}

interface Closing {
  units: Decimal | null;
  /** What the units cost, and what they are worth, where the statement tells. */
  cost: Decimal | null;
  value: Decimal | null;
  /** The price of a unit and its day, YYYY-MM-DD. */
  nav: { day: string; price: Decimal } | null;
}

export interface CasStatement {
  /** The first and the last day of the statement. */
  period: { from: string; to: string } | null;
  schemes: CasScheme[];
  /** What the statement says the funds of each house, and all, are worth. */
  summary: { houses: Map<string, Decimal>; total: Decimal | null };
}

const DATE = /^(\d{1,2}-[A-Za-z]{3}-\d{4})(?:\1)?$/;
const OPENING = /opening unit balance\s*:?\s*(\(?-?[\d,.]+\)?)?/i;
const CLOSING = /closing unit balance/i;
const AMOUNT = String.raw`(?:INR|Rs\.?|₹)?\s*(\(?-?[\d,]*\d(?:\.\d+)?\)?)`;
const CLOSING_UNITS = new RegExp(String.raw`closing unit balance\s*:?\s*${AMOUNT}`, 'i');
const COST = new RegExp(String.raw`total cost value\s*:?\s*${AMOUNT}`, 'i');
const VALUE = new RegExp(String.raw`(?:market value|valuation) on\s+[\dA-Za-z-]+\s*:?\s*${AMOUNT}`, 'i');
const NAV = new RegExp(String.raw`\bnav (?:as )?on\s+(\d{1,2}-[A-Za-z]{3}-\d{4})\s*:?\s*${AMOUNT}`, 'i');
const REST_OF_CLOSING = /^(?:nav|valuation|market value|total cost|cost value)\b|:\s*(?:INR\s*)?[\d,.]+$/i;
const HOUSE = /^.{2,80}\b(?:mutual fund|MF)$/i;
const SUMMARY = /^(.{2,80}\b(?:mutual fund|MF)|total)\s+([\d,.]+)\s+([\d,.]+)$/i;
/** What stands above a scheme has so many lines at most; words of a row are cut where nobody writes so many. */
const LINES_ABOVE = 20;
const LONGEST_WORDS = 500;
/** A description goes on so close below. */
const LINE_HEIGHT = 12;

/** Reads the lines of a statement, one after the other, into the schemes of its folios. Nothing is judged here. */
export class BlockReader {
  readonly statement: CasStatement = {
    period: null,
    schemes: [],
    summary: { houses: new Map(), total: null },
  };
  private columns: Columns | null = null;
  private folio = '';
  private house: string | null = null;
  /** The scheme whose rows come; it stays open over a page break, though the page repeats its names. */
  private scheme: CasScheme | null = null;
  /** Lines that may name the next scheme. */
  private above: Line[] = [];
  private lastLine: Line | null = null;
  /** The text of a closing line that may go on. */
  private closing: { scheme: CasScheme; text: string; lines: number } | null = null;

  read(lines: readonly Line[], at: number): void {
    const line = lines[at] as Line;
    const { text } = line;
    this.columns = columnsAt(lines, at) ?? this.columns;
    this.statement.period ??= periodIn(text);
    if (isHeader(line) || isFurniture(text)) return;
    const date = DATE.exec(line.words[0]?.text ?? '')?.[1];
    if (date !== undefined && this.readRow(line, date)) return;
    if (/folio\s*no/i.test(text)) this.openFolio(text);
    else if (CLOSING.test(text)) this.close(text);
    else if (OPENING.test(text)) this.openScheme(line);
    else if (this.goesOn(line)) this.goOn(line);
    else if (this.closing !== null && this.closing.lines < 3 && REST_OF_CLOSING.test(text)) this.close(text);
    else this.readOther(line);
  }

  private openFolio(text: string): void {
    const found = /folio\s*no\s*\.?\s*:?\s*(.+?)(?=\s+(?:PAN|KYC)\b|$)/i.exec(text)?.[1] ?? '';
    this.folio = found
      .replace(/\s*\/\s*/g, '/')
      .replace(/\s+/g, ' ')
      .slice(0, 40);
    this.above = [];
    this.closing = null;
    this.lastLine = null;
  }

  private openScheme(line: Line): void {
    const found = OPENING.exec(line.text);
    const before = line.text.slice(0, found?.index ?? 0).trim();
    if (before !== '') this.above.push({ ...line, text: before });
    this.scheme = this.start(line.page, found?.[1] === undefined ? null : amountIn(found[1]));
    this.lastLine = null;
  }

  private start(page: number, opening: Decimal | null): CasScheme {
    const named = schemeIn(this.above) ?? { name: '', isin: null };
    const scheme: CasScheme = {
      ...named,
      folio: this.folio,
      house: this.house,
      page,
      opening,
      rows: [],
      closing: null,
    };
    this.statement.schemes.push(scheme);
    this.above = [];
    this.closing = null;
    return scheme;
  }

  /** Whether the line is a row: dates also stand elsewhere. */
  private readRow(line: Line, date: string): boolean {
    const parsed = parseDate(date, 'dmy');
    if ('problem' in parsed || (this.scheme === null && this.folio === '')) return false;
    // Rows without an opening balance: its line is lost, and the sums of the scheme will not agree.
    this.scheme ??= this.start(line.page, null);
    const rest = line.words.slice(DATE.test(line.words[1]?.text ?? '') ? 2 : 1);
    const row = rowOf(line.page, parsed.value, figuresOf(rest, this.columns));
    const before = this.scheme.rows.at(-1);
    if (before !== undefined && before.page < row.page && isRepeated(before, row)) {
      before.words = longer(before.words, row.words);
      before.page = row.page;
    } else this.scheme.rows.push(row);
    this.above = [];
    this.lastLine = line;
    return true;
  }

  /** Whether a line without a date belongs to the row above: right of its date, and close below. */
  private goesOn(line: Line): boolean {
    const { scheme, lastLine } = this;
    const left = line.words[0]?.left ?? 0;
    return (
      scheme !== null &&
      lastLine !== null &&
      line.page === lastLine.page &&
      line.top - lastLine.top <= LINE_HEIGHT &&
      left >= (lastLine.words[0]?.right ?? 0) - 1
    );
  }

  private goOn(line: Line): void {
    const row = this.scheme?.rows.at(-1);
    if (row === undefined || row.words.length > LONGEST_WORDS) return;
    const figures = figuresOf(line.words, this.columns);
    const more = rowOf(line.page, row.date, figures);
    if (FIGURES.some((figure) => row[figure] !== null && more[figure] !== null)) row.words += ` ${line.text}`;
    else {
      for (const figure of FIGURES) row[figure] ??= more[figure];
      row.words = `${row.words} ${more.words}`.trim();
    }
    // The next line is measured from here, and by the date of the row.
    if (this.lastLine !== null) this.lastLine = { ...this.lastLine, top: line.top };
  }

  private close(text: string): void {
    if (this.closing === null || CLOSING.test(text)) {
      if (this.scheme === null) this.scheme = this.start(this.above.at(-1)?.page ?? 1, null);
      this.closing = { scheme: this.scheme, text, lines: 1 };
    } else {
      this.closing.text += ` ${text}`;
      this.closing.lines++;
    }
    const { scheme, text: all } = this.closing;
    scheme.closing = {
      units: numberIn(CLOSING_UNITS, all),
      cost: numberIn(COST, all),
      value: numberIn(VALUE, all),
      nav: navIn(all),
    };
    this.scheme = null;
    this.above = [];
    this.lastLine = null;
  }

  private readOther(line: Line): void {
    const { text } = line;
    this.lastLine = null;
    if (this.folio === '') this.readSummary(text);
    if (HOUSE.test(text)) {
      this.house = text;
      return;
    }
    this.above.push(line);
    if (this.above.length > LINES_ABOVE) this.above.shift();
  }

  private readSummary(text: string): void {
    const { summary } = this.statement;
    const [, whose, , value] = SUMMARY.exec(text) ?? [];
    const amount = value === undefined ? null : amountIn(value);
    if (whose === undefined || amount === null) return;
    if (/^total$/i.test(whose)) summary.total ??= amount;
    else summary.houses.set(whose, amount);
  }
}

function rowOf(page: number, date: string, figures: Figures): CasRow {
  const number = (text: string | null) => (text === null ? null : amountIn(text));
  return {
    page,
    date,
    words: figures.words,
    amount: number(figures.amount),
    units: number(figures.units),
    price: number(figures.price),
    balance: number(figures.balance),
  };
}

/** A page break in the midst of a row shows it on both pages. Its balance after it tells it from another row. */
function isRepeated(one: CasRow, other: CasRow): boolean {
  return (
    one.date === other.date &&
    one.units !== null &&
    one.balance !== null &&
    FIGURES.every((figure) => String(one[figure]) === String(other[figure]))
  );
}

function longer(one: string, other: string): string {
  if (other.startsWith(one)) return other;
  return one.includes(other) ? one : `${one} ${other}`;
}

function numberIn(pattern: RegExp, text: string): Decimal | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : amountIn(found);
}

function navIn(text: string): Closing['nav'] {
  const found = NAV.exec(text);
  const day = parseDate(found?.[1] ?? '', 'dmy');
  const price = amountIn(found?.[2] ?? '');
  return 'problem' in day || price === null || price.lte(0) ? null : { day: day.value, price };
}
