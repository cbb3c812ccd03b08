/** The value of one unit of a fund on a day, as AMFI publishes it. */
export interface Nav {
  scheme_code: string;
  nav: number;
  /** YYYY-MM-DD */
  as_of: string;
}

/** A scheme as the list names it. */
interface Scheme {
  code: string;
  /** In full, with its plan and option. */
  name: string;
  /** That of growth or payout, that of reinvestment; only those that are ISINs. */
  isins: string[];
}

export interface NavTable {
  byIsin: ReadonlyMap<string, Nav>;
  /** By the full name of the scheme, whatever its case, dashes and spaces; null where several share it. */
  byName(name: string): Nav | null | undefined;
  /** The scheme with a value that goes by a code. */
  scheme(code: string): Scheme | undefined;
  /** Rows with a scheme, usable or not. */
  rows: number;
}

/** Thrown for a document that is not the list of NAVs: moved, an error page, or cut before its end. */
export class NotANavList extends Error {
  override name = 'NotANavList';
}

const ISIN = /^IN[A-Z0-9]{9}\d$/;
const DATE = /^(\d{2})-([A-Z][a-z]{2})-(\d{4})$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Lines an error page may have before its heading would have come. */
const HEADER_WITHIN = 10;
const NO_HEADING = 'the heading of the list is missing';

interface Columns {
  code: number;
  isins: number[];
  /** Parts of the full name: the scheme, and in the newer form its plan and option. */
  name: number[];
  nav: number;
  date: number;
  width: number;
}

/**
 * Reads NAVAll.txt line by line. The form with six columns and that with eight are told apart by their headings; group
 * headings, blank lines and schemes without a value are passed over. Where an ISIN stands twice the newer value counts.
 * @throws NotANavList
 */
export async function readNavs(lines: AsyncIterable<readonly string[]>): Promise<NavTable> {
  const byIsin = new Map<string, Nav>();
  const named: { name: string; nav: Nav }[] = [];
  const schemes = new Map<string, Scheme>();
  let columns: Columns | null = null;
  let before = 0;
  let rows = 0;
  for await (const some of lines) {
    for (const line of some) {
      if (columns === null) {
        columns = columnsOf(line);
        if (columns === null && (before += 1) >= HEADER_WITHIN) throw new NotANavList(NO_HEADING);
        continue;
      }
      const cells = line.split(';');
      if (cells.length !== columns.width) continue;
      rows += 1;
      const nav = navOf(cells, columns);
      if (nav === null) continue;
      const isins = columns.isins.map((at) => (cells[at] ?? '').trim()).filter((isin) => ISIN.test(isin));
      for (const isin of isins) {
        const known = byIsin.get(isin);
        if (known === undefined || known.as_of < nav.as_of) byIsin.set(isin, nav);
      }
      const name = columns.name.map((at) => (cells[at] ?? '').trim()).join(' ');
      named.push({ name, nav });
      schemes.set(nav.scheme_code, { code: nav.scheme_code, name, isins });
    }
  }
  if (columns === null) throw new NotANavList(NO_HEADING);
  if (byIsin.size === 0) throw new NotANavList('the list has no values');
  return { byIsin, byName: byNameOf(named), scheme: (code) => schemes.get(code), rows };
}

/** Names are seldom asked for, so they are put in order at the first question. */
function byNameOf(named: readonly { name: string; nav: Nav }[]): (name: string) => Nav | null | undefined {
  let index: Map<string, Nav | null> | null = null;
  return (name) => {
    if (index === null) {
      index = new Map();
      for (const { name: full, nav } of named) {
        const key = schemeKey(full);
        index.set(key, index.has(key) ? null : nav);
      }
    }
    return index.get(schemeKey(name));
  };
}

/** Names of schemes differ in case, dashes and spaces from one list to the next, and in nothing that matters. */
function schemeKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9&]+/g, ' ')
    .trim();
}

function columnsOf(line: string): Columns | null {
  const names = line
    .replace(/^\uFEFF/, '')
    .split(';')
    .map((name) => name.trim().toLowerCase());
  const at = (name: string) => names.indexOf(name);
  const found = {
    code: at('scheme code'),
    isins: names.flatMap((name, index) => (name.startsWith('isin') ? [index] : [])),
    name: ['scheme name', 'plan', 'option'].map(at).filter((index) => index >= 0),
    nav: at('net asset value'),
    date: at('date'),
    width: names.length,
  };
  const isComplete =
    found.code >= 0 && found.isins.length > 0 && at('scheme name') >= 0 && found.nav >= 0 && found.date >= 0;
  return isComplete ? found : null;
}

function navOf(cells: readonly string[], columns: Columns): Nav | null {
  const text = (cells[columns.nav] ?? '').trim().replaceAll(',', '');
  const nav = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  const as_of = dateOf((cells[columns.date] ?? '').trim());
  if (!(nav > 0) || as_of === null) return null;
  return { scheme_code: (cells[columns.code] ?? '').trim(), nav, as_of };
}

function dateOf(text: string): string | null {
  const [, day, month = '', year] = DATE.exec(text) ?? [];
  const at = MONTHS.indexOf(month) + 1;
  return at === 0 ? null : `${year}-${String(at).padStart(2, '0')}-${day}`;
}
