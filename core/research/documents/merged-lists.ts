import { priceDay } from '../../market/actions/index.ts';
import { canonicalJson, type DocumentSource } from '../port/index.ts';

/**
 * Lists that come in several kept versions, of several companies or of several moments. None of them stands for the others:
 * what is read is all of their rows, so that an import never takes away what an earlier one brought.
 */
type Merge = (bodies: readonly string[], place: string) => string | null;
type Values = Record<string, unknown>;

const MERGED: readonly (readonly [DocumentSource, RegExp, Merge])[] = [
  [
    'nse_site',
    /^\/api\/(integrated-filing-results|corporates-financial-results|corporates-corporateActions|corporate-announcements)$/,
    mergeJson,
  ],
  ['bse', /^\/BseIndiaAPI\/api\/(DefaultData|AnnSubCategoryGetData)\/w$/, mergeJson],
  ['sec_data', /^\/api\/xbrl\/companyfacts\//, mergeJson],
  ['sec_data', /^\/submissions\//, mergeSubmissions],
  ['nse_archive', /\.csv(\.zip)?$/i, mergeDayFiles],
  ['news', /^search$/, mergeFeeds],
];

/** How versions of a list are put together; null for a document of which one version stands for the others. */
export function mergeOf(
  source: DocumentSource,
  place: string,
): ((bodies: readonly string[]) => string | null) | null {
  const merge = MERGED.find(([one, shape]) => one === source && shape.test(place))?.[2];
  return merge === undefined ? null : (bodies) => merge(bodies, place);
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const areObjects = (values: readonly unknown[]): values is Values[] => values.every(isObject);

/** Values of JSON; null where one of them is none. */
function parsed(bodies: readonly string[]): unknown[] | null {
  try {
    return bodies.map((body) => JSON.parse(body.replace(/^\uFEFF/, '')) as unknown);
  } catch {
    return null;
  }
}

function mergeJson(bodies: readonly string[]): string | null {
  const values = parsed(bodies);
  if (values === null) return null;
  const merged = union(values);
  if (isObject(merged)) recount(merged, values.filter(isObject));
  return JSON.stringify(merged);
}

/** Lists of objects have the rows of all; of anything else the first stands. */
function union(values: readonly unknown[]): unknown {
  const [first] = values;
  if (Array.isArray(first)) {
    const lists = values.filter((value): value is unknown[] => Array.isArray(value));
    if (!lists.every(areObjects)) return first;
    const rows = new Map(lists.flat().map((row) => [canonicalJson(row), row]));
    return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }
  if (!isObject(first)) return first;
  const objects = values.filter(isObject);
  const keys = new Set(objects.flatMap(Object.keys));
  return Object.fromEntries(
    [...keys].map((key) => [key, union(objects.flatMap((one) => (key in one ? [one[key]] : [])))]),
  );
}

/** How many rows the exchange counts: those that are here, and those that the shortest version lacked. */
function recount(merged: Values, versions: readonly Values[]): void {
  const rowsOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);
  const all = (rows: string, total: (version: Values) => unknown) => {
    const lacked = versions.flatMap((one) => {
      const count = total(one);
      return typeof count === 'number' ? [count - rowsOf(one[rows])] : [];
    });
    return rowsOf(merged[rows]) + Math.max(0, ...lacked);
  };
  if ('totalCount' in merged) merged.totalCount = all('data', ({ totalCount }) => totalCount);
  const count = ({ Table1 }: Values) =>
    Array.isArray(Table1) && isObject(Table1[0]) ? Table1[0].ROWCNT : null;
  if ('Table1' in merged) merged.Table1 = [{ ROWCNT: all('Table', count) }];
}

/** Filings lie in columns there: they are put together by accession number, the newest first. */
function mergeSubmissions(bodies: readonly string[]): string | null {
  const values = (parsed(bodies) ?? []).filter(isObject);
  const recentOf = (value: Values): Record<string, readonly unknown[]> | null => {
    // A further list of older filings is the columns themselves.
    const recent = isObject(value.filings) ? value.filings.recent : value;
    return isObject(recent) && Array.isArray(recent.accessionNumber)
      ? (recent as Record<string, readonly unknown[]>)
      : null;
  };
  const newestOf = (value: Values): string => {
    const moments = recentOf(value)?.acceptanceDateTime ?? [];
    return moments.map(String).toSorted().at(-1) ?? '';
  };
  const ordered = values.toSorted((one, other) => newestOf(other).localeCompare(newestOf(one)));
  const [newest] = ordered;
  const columns = newest === undefined ? null : recentOf(newest);
  if (newest === undefined || columns === null || ordered.some((one) => recentOf(one) === null)) return null;
  const filings = new Map<string, Values>();
  for (const recent of ordered.map(recentOf))
    for (const [at, accession] of (recent?.accessionNumber ?? []).entries())
      if (!filings.has(String(accession)))
        filings.set(
          String(accession),
          Object.fromEntries(Object.keys(columns).map((name) => [name, recent?.[name]?.[at] ?? ''])),
        );
  const rows = [...filings.values()].toSorted((one, other) =>
    String(other.acceptanceDateTime).localeCompare(String(one.acceptanceDateTime)),
  );
  const recent = Object.fromEntries(Object.keys(columns).map((name) => [name, rows.map((row) => row[name])]));
  if (!isObject(newest.filings)) return JSON.stringify({ ...newest, ...recent });
  const files = union(ordered.map(({ filings: one }) => (isObject(one) ? (one.files ?? []) : [])));
  return JSON.stringify({ ...newest, filings: { ...newest.filings, recent, files } });
}

/**
 * Rows of one day by what their first two columns name; the fuller file is the better one. Rows of another day, and one that
 * is cut short, say nothing of it. Null for packed files.
 */
function mergeDayFiles(bodies: readonly string[], place: string): string | null {
  const files = bodies
    .map((body) => body.replace(/^\uFEFF/, '').split(/\r?\n/))
    .toSorted((one, other) => other.length - one.length || (one.join() < other.join() ? -1 : 1));
  const [heading = ''] = files[0] ?? [];
  if (heading.startsWith('PK') || files.some(([first]) => first !== heading)) return null;
  const names = cellsOf(heading);
  // BhavCopy of the newer columns begins with the day; every other file with what it is about.
  const named = heading.startsWith('TradDt') ? names.indexOf('TckrSymb') : 0;
  const [day, at] = [dayOfPlace(place), names.findIndex((name) => DAY_COLUMNS.has(name))];
  const rows = new Map<string, string>();
  for (const line of files.flatMap(([, ...lines]) => lines)) {
    const cells = cellsOf(line);
    if (line.trim() === '' || cells.length < names.length) continue;
    if (day !== null && at >= 0 && priceDay(cells[at] ?? '') !== day) continue;
    const key = cells.slice(named, named + 2).join();
    if (!rows.has(key)) rows.set(key, line);
  }
  return rows.size === 0 ? null : `${[heading, ...rows.values()].join('\n')}\n`;
}

const DAY_COLUMNS: ReadonlySet<string> = new Set(['DATE1', 'TradDt', 'Index Date', 'TIMESTAMP']);
const cellsOf = (line: string): string[] => line.split(',').map((cell) => cell.trim());

/** The day that the name of a file tells, as YYYY-MM-DD. */
function dayOfPlace(place: string): string | null {
  const [, date, month, year] = /_(\d{2})(\d{2})(\d{4})\.csv$/.exec(place) ?? [];
  if (year !== undefined) return `${year}-${month}-${date}`;
  const [, y, m, d] = /_(\d{4})(\d{2})(\d{2})_F_\d+\.csv\.zip$/.exec(place) ?? [];
  return y === undefined ? null : `${y}-${m}-${d}`;
}

/** Items of a feed, each once. */
function mergeFeeds(bodies: readonly string[]): string | null {
  const ITEM = /<item[\s>][\s\S]*?<\/item>/g;
  const items = new Set(bodies.flatMap((body) => body.match(ITEM) ?? []));
  const [first = ''] = bodies;
  const at = first.indexOf('</channel>');
  if (at < 0) return null;
  const rest = `${first.slice(0, at).replace(ITEM, '')}${[...items].toSorted().join('\n')}${first.slice(at)}`;
  return rest;
}
