import * as yup from 'yup';
import { dayInWords } from '../../platform/index.ts';
import { readDay } from './day.ts';
import { EXCHANGES, type Exchange, MARKET_OF } from './exchange.ts';
import { readCsv } from './extra-csv.ts';

const EXTRA_KINDS = ['closed', 'session', 'settlement_closed', 'curated_until'] as const;
type ExtraKind = (typeof EXTRA_KINDS)[number];

/**
 * One line of an operator's file. It speaks for every exchange of the same country.
 * - `closed`: no session, and nothing settles.
 * - `session`: trading; `open` and `close` give its hours. On a weekday it settles unless `settlement_closed` says no.
 * - `settlement_closed`: nothing settles; trading is left as it is.
 * - `curated_until`: with the file, all closures and settlement holidays are known up to and with this date.
 */
export interface ExtraEntry {
  date: string;
  exchange: Exchange;
  kind: ExtraKind;
  reason: string;
  open: string | null;
  close: string | null;
}

/** `row` counts the entries from 1 (in CSV without the header); null when the file as a whole is at fault. */
interface ExtraError {
  row: number | null;
  field: string | null;
  message: string;
}

export interface ExtraEntries {
  entries: ExtraEntry[];
  errors: ExtraError[];
}

const MOST_ROWS = 10_000;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

const cell = (label: string) => yup.string().typeError(`${label} must be text.`);
const time = (label: string) =>
  cell(label)
    .matches(CLOCK, `${label} must be a time such as 09:15, in the exchange's time zone.`)
    .nullable();

const row = yup
  .object({
    date: cell('date')
      .required('date is missing.')
      .test('date', 'date must be a date such as 2027-01-26.', (value) => readDay(value) !== null),
    exchange: cell('exchange')
      .oneOf(EXCHANGES, `exchange must be one of ${EXCHANGES.join(', ')}.`)
      .required('exchange is missing.'),
    kind: cell('kind')
      .oneOf(EXTRA_KINDS, `kind must be one of ${EXTRA_KINDS.join(', ')}.`)
      .required('kind is missing.'),
    reason: cell('reason')
      .trim('reason must not begin or end with a space.')
      .required('reason is missing.')
      .max(200, 'reason may have at most 200 characters.'),
    open: time('open'),
    close: time('close'),
  })
  .noUnknown(({ unknown }) => `Unknown field: ${unknown}.`)
  .typeError('Each entry must be an object with date, exchange, kind and reason.')
  .test('hours', 'Give both open and close, with open before close.', ({ open, close }) =>
    inOrder(open, close),
  )
  .test(
    'hours-of',
    'Only a session can have open and close.',
    ({ kind, open }) => kind === 'session' || !open,
  );

function inOrder(open: string | null | undefined, close: string | null | undefined): boolean {
  if (!open || !close) return !open && !close;
  // A time that is no time has its own message.
  return !CLOCK.test(open) || !CLOCK.test(close) || open < close;
}

/**
 * Reads an operator's calendar: CSV with the columns date, exchange, kind, reason and, if wanted, open and close; or
 * JSON, an array of objects with those fields. Good rows come back as entries, each bad one as an error with its row.
 */
export function parseExtraEntries(text: string, format: 'csv' | 'json'): ExtraEntries {
  const read = format === 'json' ? readJson(text) : readCsv(text);
  if (typeof read === 'string') return { entries: [], errors: [{ row: null, field: null, message: read }] };
  return readEntries(read);
}

/** The same of rows that are records already. */
export function readEntries(read: readonly unknown[]): ExtraEntries {
  if (read.length > MOST_ROWS) {
    const message = `The file has ${read.length} entries; the maximum is ${MOST_ROWS}.`;
    return { entries: [], errors: [{ row: null, field: null, message }] };
  }
  const found: ExtraEntries = { entries: [], errors: [] };
  const seen = new Map<string, ExtraEntry>();
  read.forEach((value, index) => {
    const checked = checkRow(value, index + 1);
    if ('errors' in checked) return found.errors.push(...checked.errors);
    const message = contradiction(checked.entry, seen);
    if (message !== null) return found.errors.push({ row: index + 1, field: 'kind', message });
    return found.entries.push(checked.entry);
  });
  return found;
}

function readJson(text: string): unknown[] | string {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return Array.isArray(value) ? value : 'The file must be a JSON array of entries.';
  } catch {
    return 'The file is not JSON.';
  }
}

function checkRow(value: unknown, number: number): { entry: ExtraEntry } | { errors: ExtraError[] } {
  try {
    const { date, exchange, kind, reason, open, close } = row.validateSync(value, {
      strict: true,
      abortEarly: false,
    });
    return { entry: { date, exchange, kind, reason, open: open ?? null, close: close ?? null } };
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    const causes = error.inner.length > 0 ? error.inner : [error];
    return {
      errors: causes.map(({ path, message }) => ({
        row: number,
        field: path === '' ? null : (path ?? null),
        message,
      })),
    };
  }
}

/** What the entry contradicts among the earlier ones, in words; remembers it otherwise. */
function contradiction(entry: ExtraEntry, seen: Map<string, ExtraEntry>): string | null {
  // Being a session or closed is one question, settlement another, the range a third.
  const question = entry.kind === 'closed' ? 'session' : entry.kind;
  const key = `${MARKET_OF[entry.exchange]} ${entry.date} ${question}`;
  const earlier = seen.get(key);
  if (earlier === undefined) {
    seen.set(key, entry);
    return null;
  }
  const same = earlier.kind === entry.kind && earlier.open === entry.open && earlier.close === entry.close;
  return same
    ? null
    : `${dayInWords(entry.date)} already has an entry (${earlier.kind}) with a different kind or hours.`;
}
