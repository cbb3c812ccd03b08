import * as yup from 'yup';
import { priceDay, type ReadAction, readActionText } from '../../../market/actions/index.ts';
import { isSameIssuer } from '../../../market/instruments/index.ts';
import { istInstant } from '../../../platform/index.ts';
import type { ResearchSubject } from '../../port/index.ts';

/** A row of an exchange's list of corporate actions. */
export interface ListedAction {
  symbol: string;
  isin: string | null;
  series: string | null;
  ex_date: string;
  /** The exchange's words; empty where it gives none. */
  words: string;
  /** When the exchange sent it out; null where the list does not say. */
  announced_at: Date | null;
  actions: readonly ReadAction[];
}

/** What a list of actions holds: rows, and how many of them could not even be dated. */
export interface ActionList {
  rows: ListedAction[];
  undated: number;
}

const text = yup.string().nullable();
const nseRow = yup.object({
  symbol: text,
  isin: text,
  series: text,
  subject: text,
  exDate: text,
  faceVal: yup.mixed().nullable(),
  caBroadcastDate: text,
});
const bseRow = yup.object({
  scrip_code: yup.mixed().nullable(),
  short_name: text,
  Purpose: text,
  Ex_date: text,
  exdate: text,
});
/** More rows than the lists of a few years have that somebody imported. */
const MOST_ROWS = 50_000;

/** NSE's list. @throws TypeError for a body that is no such list. */
export function readNseActions(body: unknown): ActionList {
  return readRows(body, (row) => {
    const { symbol, isin, series, subject, exDate, faceVal, caBroadcastDate } = nseRow.cast(row, {
      assert: false,
    });
    const day = priceDay(textOf(exDate));
    if (day === null) return null;
    const face = textOf(faceVal);
    const words = textOf(subject);
    return {
      symbol: textOf(symbol).toUpperCase(),
      isin: textOf(isin).toUpperCase() || null,
      series: textOf(series).toUpperCase() || null,
      ex_date: day,
      words,
      announced_at: istMoment(textOf(caBroadcastDate)),
      // The face value is that of today already: an announcement in percent of it would be read wrongly after a split.
      actions: readActionText(words, /%/.test(words) ? null : face || null),
    };
  });
}

/** BSE's list. @throws TypeError for a body that is no such list. */
export function readBseActions(body: unknown): ActionList {
  return readRows(body, (row) => {
    const { scrip_code, Purpose, Ex_date, exdate } = bseRow.cast(row, { assert: false });
    const day = priceDay(textOf(exdate)) ?? priceDay(textOf(Ex_date));
    if (day === null) return null;
    const words = textOf(Purpose);
    return {
      symbol: textOf(scrip_code),
      isin: null,
      series: null,
      ex_date: day,
      words,
      announced_at: null,
      actions: readActionText(words, null),
    };
  });
}

function readRows(body: unknown, read: (row: object) => ListedAction | null): ActionList {
  if (!Array.isArray(body)) throw new TypeError('the answer is not a list of actions');
  if (body.length > MOST_ROWS) throw new TypeError('the list of actions is too long');
  const list: ActionList = { rows: [], undated: 0 };
  for (const row of body as unknown[]) {
    if (row === null || typeof row !== 'object') throw new TypeError('the answer is not a list of actions');
    const found = read(row);
    if (found === null) list.undated += 1;
    else list.rows.push(found);
  }
  return list;
}

/** Whether an NSE row is of the subject: by its symbol of then or now, and an ISIN of the same issuer where both are known. */
export function isOfSubject(row: ListedAction, subject: ResearchSubject): boolean {
  const named = [subject.symbol, ...subject.former_symbols].some((one) => one.toUpperCase() === row.symbol);
  const isins = [subject.isin, ...subject.former_isins].filter((one) => one !== null);
  if (row.isin === null || isins.length === 0) return named;
  return isins.some((one) => isSameIssuer(one, row.isin ?? ''));
}

/** The actions of a list by their day, each once: two lists of two days name the same one, and the first told of it first. */
export function eachOnce(rows: readonly ListedAction[]): ListedAction[] {
  const found = new Map<string, ListedAction>();
  const at = ({ announced_at }: ListedAction) => announced_at?.toISOString() ?? '9999';
  for (const row of rows.toSorted((one, other) => at(one).localeCompare(at(other)))) {
    const key = [row.ex_date, row.symbol, row.series, row.words].join('\0');
    if (!found.has(key)) found.set(key, row);
  }
  return [...found.values()].toSorted(
    (one, other) => one.ex_date.localeCompare(other.ex_date) || other.words.localeCompare(one.words),
  );
}

function textOf(value: unknown): string {
  const said = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const clean = said.replace(/\s+/g, ' ').trim();
  return clean === '-' ? '' : clean;
}

/** `04-Feb-2026 18:11:02` on an Indian clock. */
function istMoment(words: string): Date | null {
  const [day = '', time = ''] = words.split(' ');
  const date = priceDay(day);
  if (date === null || !/^\d{2}:\d{2}(:\d{2})?$/.test(time)) return null;
  const seconds = Number(time.slice(6) || '00');
  return new Date(istInstant(date, time.slice(0, 5)).getTime() + seconds * 1000);
}
