import type { Calendar } from '../../market/calendar/index.ts';
import { CsvFault, csvRecords, isCalendarDate, istInstant } from '../../platform/index.ts';
import { EVENT_CATEGORIES, SEVERITIES } from '../records/index.ts';
import type { CalendarEntry } from './built-in-events.ts';
import { type Category, dayOf, EVENT_DEFAULTS } from './event-defaults.ts';

export const EVENT_COLUMNS = [
  'name',
  'category',
  'severity',
  'date',
  'starts_at',
  'ends_at',
  'underlying',
  'source',
  'id',
  'cancelled',
] as const;
const MOST_EVENTS = 5_000;
/** Of a file, in characters. */
export const LARGEST_FILE = 2_000_000;

/** A row that cannot be taken; the others are. */
interface RowError {
  /** As in the file: the first row after the header is row 2; of JSON the first event is row 1. */
  row: number;
  code: string;
  message: string;
}

interface EventFile {
  entries: CalendarEntry[];
  errors: RowError[];
}

type Cells = Readonly<Record<string, string>>;
class RowFault extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Reads a file of events: CSV with a header, or JSON (a list of events, or an object with `events`). A row that is wrong is
 * named by itself. An event is known by its `id`; without one by category, underlying, day and name.
 */
export function readEventFile(content: string, calendar: Calendar): EventFile {
  const rows = rowsOf(content);
  if ('code' in rows) return { entries: [], errors: [{ row: 0, ...rows }] };
  const entries = new Map<string, { row: number; entry: CalendarEntry }>();
  const errors: RowError[] = [];
  for (const { row, cells } of rows.rows)
    try {
      if (cells === null) throw new RowFault('ROW_INVALID', 'This is not an event: it has no named fields.');
      const entry = entryOf(cells, calendar);
      const known = entries.get(entry.id);
      if (known !== undefined && JSON.stringify(known.entry) !== JSON.stringify(entry))
        throw new RowFault('ROW_TWICE', `Row ${known.row} has the same event with other content.`);
      entries.set(entry.id, { row: known?.row ?? row, entry });
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      errors.push({ row, code: error.code, message: error.message });
    }
  return { entries: [...entries.values()].map(({ entry }) => entry), errors };
}

type Fault = { code: string; message: string };
type Rows = { rows: { row: number; cells: Cells | null }[] };

function rowsOf(content: string): Rows | Fault {
  if (content.length > LARGEST_FILE)
    return {
      code: 'FILE_TOO_LARGE',
      message: `A file of events may have at most ${LARGEST_FILE} characters.`,
    };
  const text = content.replace(/^\uFEFF/, '').trim();
  if (text === '') return { code: 'FILE_EMPTY', message: 'The file is empty.' };
  const rows = /^[[{]/.test(text) ? jsonRows(text) : csvRows(text);
  if ('rows' in rows && rows.rows.length > MOST_EVENTS)
    return { code: 'FILE_TOO_LARGE', message: `A file may have at most ${MOST_EVENTS} events. Split it.` };
  return rows;
}

function jsonRows(text: string): Rows | Fault {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { code: 'FILE_INVALID', message: 'The file starts like JSON but is not valid JSON.' };
  }
  const list = Array.isArray(value) ? value : (value as { events?: unknown }).events;
  if (!Array.isArray(list))
    return {
      code: 'FILE_INVALID',
      message: 'The JSON has to be a list of events, or an object with "events".',
    };
  return {
    rows: list.map((one: unknown, nr) => ({
      row: nr + 1,
      cells:
        typeof one !== 'object' || one === null || Array.isArray(one)
          ? null
          : Object.fromEntries(
              Object.entries(one).flatMap(([key, cell]: [string, unknown]) =>
                cell === null || cell === ''
                  ? []
                  : [[key.toLowerCase(), typeof cell === 'string' ? cell.trim() : JSON.stringify(cell)]],
              ),
            ),
    })),
  };
}

function csvRows(text: string): Rows | Fault {
  let records: string[][];
  try {
    records = csvRecords(text);
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return {
      code: 'FILE_INVALID',
      message: 'A quoted cell is never closed. Add the missing quotation mark.',
    };
  }
  const [header = [], ...rows] = records;
  const names = header.map((cell) => cell.trim().toLowerCase());
  const missing = ['name', 'category'].filter((name) => !names.includes(name));
  if (!names.includes('date') && !names.includes('starts_at')) missing.push('date or starts_at');
  if (missing.length > 0)
    return {
      code: 'COLUMNS_MISSING',
      message: `The header row is missing: ${missing.join(', ')}. The columns are ${EVENT_COLUMNS.join(', ')}.`,
    };
  return {
    rows: rows.flatMap((cells, nr) =>
      cells.every((cell) => cell.trim() === '')
        ? []
        : [
            {
              row: nr + 2,
              cells: Object.fromEntries(
                cells.flatMap((cell, column) =>
                  cell.trim() === '' ? [] : [[names[column] ?? `column ${column + 1}`, cell.trim()]],
                ),
              ),
            },
          ],
    ),
  };
}

function entryOf(cells: Cells, calendar: Calendar): CalendarEntry {
  const name = cells['name'] ?? '';
  if (name === '' || name.length > 200)
    throw new RowFault('NAME_INVALID', 'An event needs a name of at most 200 characters.');
  const category = choiceOf('CATEGORY_INVALID', 'category', EVENT_CATEGORIES, cells['category'] ?? '');
  const underlying = underlyingOf(cells['underlying'], category);
  const { starts_at, ends_at } = windowOf(cells, category, calendar);
  const source = cells['source'] ?? 'import';
  if (source.length > 500)
    throw new RowFault('SOURCE_INVALID', 'The source may have at most 500 characters.');
  return {
    id: idOf(cells['id'], `${category}:${underlying ?? ''}:${dayOf(starts_at)}:${name.toLowerCase()}`),
    name,
    category,
    severity:
      cells['severity'] === undefined
        ? EVENT_DEFAULTS[category].severity
        : choiceOf('SEVERITY_INVALID', 'severity', SEVERITIES, cells['severity']),
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    underlying,
    source,
    is_cancelled: isYes(cells['cancelled']),
    is_verified: null,
    note: null,
  };
}

function idOf(given: string | undefined, natural: string): string {
  if (given === undefined) return `import:${natural}`;
  if (!/^[\w.:/-]{1,100}$/.test(given))
    throw new RowFault('ID_INVALID', 'An id has 1 to 100 characters: letters, digits and . : / - _');
  return `import:#${given}`;
}

function choiceOf<T extends string>(code: string, field: string, choices: readonly T[], given: string): T {
  const found = choices.find((choice) => choice === given.toUpperCase());
  if (found !== undefined) return found;
  throw new RowFault(code, `The ${field} must be one of ${choices.join(', ')}, not "${given.slice(0, 40)}".`);
}

function underlyingOf(given: string | undefined, category: Category): string | null {
  if (given === undefined) {
    if (category !== 'RESULTS') return null;
    throw new RowFault(
      'UNDERLYING_MISSING',
      'Results of a company need its symbol in the column underlying.',
    );
  }
  const symbol = given.toUpperCase();
  if (/^[A-Z0-9][A-Z0-9&_-]{0,29}$/.test(symbol)) return symbol;
  throw new RowFault('UNDERLYING_INVALID', 'An underlying is a symbol such as NIFTY or M&M.');
}

function windowOf(cells: Cells, category: Category, calendar: Calendar): { starts_at: Date; ends_at: Date } {
  const { date, starts_at: starts, ends_at: ends } = cells;
  if (starts === undefined && ends === undefined) {
    if (date === undefined)
      throw new RowFault('DATE_MISSING', 'An event needs a date, or starts_at and ends_at.');
    if (!isDay(date))
      throw new RowFault('DATE_INVALID', `"${date.slice(0, 40)}" is not a date such as 2026-12-04.`);
    return EVENT_DEFAULTS[category].window(date, calendar);
  }
  if (starts === undefined || ends === undefined)
    throw new RowFault('WINDOW_INVALID', 'Give both starts_at and ends_at, or only a date.');
  const window = { starts_at: momentOf(starts), ends_at: momentOf(ends) };
  if (window.ends_at < window.starts_at)
    throw new RowFault('WINDOW_INVALID', 'An event cannot end before it starts.');
  return window;
}

/** Of this age: a calendar of exchanges ends somewhere. */
const isDay = (text: string): boolean => isCalendarDate(text) && text >= '1995-01-01' && text < '2100-01-01';

/** `2026-12-04 09:45` on an Indian clock, or ISO-8601 with an offset. */
function momentOf(text: string): Date {
  const [, day = '', time = '', seconds = '', offset = ''] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  const at = offset === '' ? istInstant(day, time) : new Date(`${day}T${time}${seconds}${offset}`);
  if (isDay(day) && !Number.isNaN(at.getTime())) return at;
  throw new RowFault(
    'TIME_INVALID',
    `"${text.slice(0, 40)}" is not a time such as 2026-12-04 09:45 (IST) or 2026-12-04T09:45:00+05:30.`,
  );
}

function isYes(given: string | undefined): boolean {
  const word = (given ?? 'no').toLowerCase();
  if (['yes', 'true', '1'].includes(word)) return true;
  if (['no', 'false', '0'].includes(word)) return false;
  throw new RowFault('CANCELLED_INVALID', 'cancelled is yes or no.');
}
