import { csvCells } from '../../../platform/index.ts';
import { document, type Recognised, type Recognition, refused, taken } from './recognised.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MOST_DAYS = 4000;

interface Layout {
  what: string;
  /** Heading of the column with the day. */
  day: string;
  isHeading(cells: readonly string[]): boolean;
  path(year: string, month: string, date: string): string;
}

const LAYOUTS: readonly Layout[] = [
  {
    what: 'closing prices of NSE',
    day: 'DATE1',
    isHeading: (cells) => ['SYMBOL', 'SERIES', 'DATE1', 'CLOSE_PRICE'].every((one) => cells.includes(one)),
    path: (year, month, date) => `/products/content/sec_bhavdata_full_${date}${month}${year}.csv`,
  },
  {
    what: 'closes of NSE’s indexes',
    day: 'Index Date',
    isHeading: (cells) =>
      ['Index Name', 'Index Date', 'Closing Index Value'].every((one) => cells.includes(one)),
    path: (year, month, date) => `/content/indices/ind_close_all_${date}${month}${year}.csv`,
  },
  {
    what: 'closing prices of NSE in the newer columns',
    day: 'TradDt',
    isHeading: (cells) => ['TradDt', 'TckrSymb', 'ClsPric'].every((one) => cells.includes(one)),
    path: (year, month, date) => `/content/cm/BhavCopy_NSE_CM_0_0_0_${year}${month}${date}_F_0000.csv.zip`,
  },
];

/** The day files of an exchange: one of them, or all days under one heading, which are taken apart. */
export function recogniseDays(body: Buffer): Recognition {
  const [heading = '', ...lines] = body
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  const names = cellsOf(heading);
  const layout = LAYOUTS.find((one) => one.isHeading(names));
  if (layout === undefined) return refused('its header is not that of a day file');
  const column = names.indexOf(layout.day);
  const byPath = new Map<string, string[]>();
  const leftOut: string[] = [];
  lines.forEach((line, at) => {
    if (line.trim() === '') return;
    const day = dayOf(cellsOf(line)[column] ?? '');
    if (day === null) {
      leftOut.push(`line ${at + 2}: it has no day`);
      return;
    }
    const path = layout.path(...day);
    const rows = byPath.get(path) ?? [];
    rows.push(line);
    byPath.set(path, rows);
  });
  if (byPath.size === 0) return refused('it has no row with a day');
  if (byPath.size > MOST_DAYS)
    return refused(`it has ${byPath.size} days; at most ${MOST_DAYS} can be imported at once`);
  const documents = [...byPath].map(([path, rows]): Recognised =>
    document('nse_archive', path, `${[heading, ...rows].join('\n')}\n`, 'text/csv'),
  );
  const days = documents.length === 1 ? '1 day' : `${documents.length} days`;
  return taken(`${layout.what}, ${days}`, documents, leftOut);
}

const cellsOf = (line: string): string[] => csvCells(line).map((cell) => cell.trim());

/** Year, month and date of `02-Jun-2025`, `02-06-2025` or `2025-06-02`. */
function dayOf(text: string): [string, string, string] | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso !== null) return checked(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const [, date = '', name = '', year = ''] = /^(\d{2})-(\d{2}|[A-Za-z]{3})-(\d{4})$/.exec(text) ?? [];
  if (year === '') return null;
  const month = /^\d/.test(name) ? name : String(MONTHS.indexOf(name.toLowerCase()) + 1).padStart(2, '0');
  return checked(year, month, date);
}

function checked(year: string, month: string, date: string): [string, string, string] | null {
  const at = new Date(`${year}-${month}-${date}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${year}-${month}-${date}`);
  return isDay ? [year, month, date] : null;
}
