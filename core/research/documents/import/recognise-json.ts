import {
  document,
  JSON_TYPE,
  type Recognised,
  type Recognition,
  refused,
  sourceOf,
  taken,
} from './recognised.ts';

type Values = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Filings by their dates, as a list of submissions names them. */
export interface FiledDocument {
  form: string;
  /** Where the filing's documents lie: `/Archives/edgar/data/…/…`. */
  folder: string;
  primary: string | null;
  days: readonly string[];
}

/** What a JSON file holds. */
export function recogniseJson(name: string, body: Buffer): Recognition {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return refused('its JSON cannot be read');
  }
  if (Array.isArray(value)) return listOf(value, body);
  if (!isObject(value)) return refused('it holds no evidence that Munim knows');
  const keys = Object.keys(value);
  if (isObject(value.facts) && value.cik !== undefined)
    return ofSec(
      value.cik,
      body,
      (cik) => `/api/xbrl/companyfacts/CIK${cik}.json`,
      'figures of a company at SEC',
    );
  if (isObject(value.filings) && value.cik !== undefined)
    return ofSec(value.cik, body, (cik) => `/submissions/CIK${cik}.json`, 'list of filings with SEC');
  if (isObject(value.timeseries)) return timeseriesOf(value.timeseries, body);
  if (Array.isArray(value.data) && 'totalCount' in value)
    return single(
      'nse_site',
      '/api/integrated-filing-results?index=equities',
      body,
      'list of results at NSE',
    );
  if (keys.length > 0 && keys.every((key) => /\.xml$/i.test(key))) return xbrlFiles(value);
  if (keys.some((key) => /^(\/|https?:\/\/)/.test(key))) return bodies(name, value);
  return refused('it holds no evidence that Munim knows');
}

const single = (source: Recognised['source'], path: string, body: Buffer, what: string): Recognition =>
  taken(what, [document(source, path, body, JSON_TYPE)]);

function listOf(rows: readonly unknown[], body: Buffer): Recognition {
  const first = rows.find(isObject);
  if (first === undefined) return refused('its list is empty');
  const has = (...names: string[]): boolean => names.every((name) => name in first);
  if (has('subject', 'exDate', 'series'))
    return single(
      'nse_site',
      '/api/corporates-corporateActions?index=equities',
      body,
      'corporate actions of NSE',
    );
  if (has('an_dt', 'attchmntText'))
    return single('nse_site', '/api/corporate-announcements?index=equities', body, 'announcements at NSE');
  if (has('xbrl', 'fromDate', 'toDate'))
    return single(
      'nse_site',
      '/api/corporates-financial-results?index=equities',
      body,
      'older list of results at NSE',
    );
  if (has('scrip_code', 'Purpose')) {
    const codes = new Set(rows.filter(isObject).map((row) => String(row.scrip_code)));
    const [code = ''] = codes;
    if (codes.size !== 1 || !/^\d{6}$/.test(code)) return refused('its rows belong to several companies');
    return single(
      'bse',
      `/BseIndiaAPI/api/DefaultData/w?scripcode=${code}`,
      body,
      'corporate actions of BSE',
    );
  }
  return refused('it holds no list that Munim knows');
}

function ofSec(cik: unknown, body: Buffer, path: (cik: string) => string, what: string): Recognition {
  const digits = typeof cik === 'number' || typeof cik === 'string' ? String(cik) : '';
  if (!/^\d{1,10}$/.test(digits)) return refused('it does not give the SEC number of a company');
  return single('sec_data', path(digits.padStart(10, '0')), body, what);
}

function timeseriesOf(timeseries: Values, body: Buffer): Recognition {
  const results: unknown = timeseries.result;
  const symbols = new Set<unknown>();
  for (const one of Array.isArray(results) ? results : [])
    if (isObject(one) && isObject(one.meta) && Array.isArray(one.meta.symbol))
      symbols.add(one.meta.symbol[0]);
  const [symbol] = symbols;
  if (symbols.size !== 1 || typeof symbol !== 'string')
    return refused('its rows belong to several companies');
  const path = `/ws/fundamentals-timeseries/v1/finance/timeseries/${encodeURIComponent(symbol)}`;
  return single('yahoo', path, body, 'figures of statements at Yahoo');
}

function xbrlFiles(files: Values): Recognition {
  const documents: Recognised[] = [];
  const leftOut: string[] = [];
  for (const [name, xml] of Object.entries(files)) {
    if (typeof xml === 'string' && isXbrl(name, xml))
      documents.push(document('nse_archive', xbrlPath(name), xml, 'application/xml'));
    else leftOut.push(`${name}: it is not an XBRL filing`);
  }
  return taken('filings in XBRL at NSE', documents, leftOut);
}

function bodies(name: string, answers: Values): Recognition {
  const documents: Recognised[] = [];
  const leftOut: string[] = [];
  for (const [asked, answer] of Object.entries(answers)) {
    const known = sourceOf(asked, name);
    if (known === null) leftOut.push(`${asked.slice(0, 100)}: no source has such a path`);
    else if (known.source === 'issuer')
      leftOut.push(`${asked.slice(0, 100)}: put pages into files of their own`);
    else
      documents.push(
        document(
          known.source,
          known.path,
          textOf(answer),
          typeof answer === 'string' ? 'text/plain' : JSON_TYPE,
        ),
      );
  }
  return taken('answers by their path', documents, leftOut);
}

/** Whether a file is a filing, by its name and by its beginning. */
export function isXbrl(name: string, text: string): boolean {
  return (
    /^[\w.-]+\.xml$/i.test(name) &&
    /^(INDAS|NONINDAS|BANKING|NBFC|INTEGRATED_FILING)_/i.test(name) &&
    /<(?:\w+:)?xbrl[\s>]/.test(text.slice(0, 4000))
  );
}

/** Where NSE's archive has a filing's file. */
export const xbrlPath = (name: string): string => `/corporate/xbrl/${name}`;

/** Symbols and filings that a folder's JSON files name: what its pages belong to. */
export function namedIn(body: Buffer): { symbols: string[]; filed: FiledDocument[] } {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return { symbols: [], filed: [] };
  }
  if (!isObject(value)) return { symbols: [], filed: [] };
  const symbols = Object.keys(value).flatMap((key) => /[?&]symbol=([A-Za-z0-9&.-]+)/.exec(key)?.[1] ?? []);
  if (Array.isArray(value.tickers))
    symbols.push(...value.tickers.filter((one): one is string => typeof one === 'string'));
  return { symbols: symbols.map((one) => one.toUpperCase()), filed: filedIn(value) };
}

function filedIn({ cik, filings }: Values): FiledDocument[] {
  const recent: unknown = isObject(filings) ? filings.recent : null;
  if (!isObject(recent) || (typeof cik !== 'string' && typeof cik !== 'number')) return [];
  const column = (name: string): readonly unknown[] => {
    const values: unknown = recent[name];
    return Array.isArray(values) ? values : [];
  };
  const [forms, primaries, reported, filed] = ['form', 'primaryDocument', 'reportDate', 'filingDate'].map(
    column,
  );
  return column('accessionNumber').flatMap((accession, at): FiledDocument[] => {
    const form = forms?.[at];
    if (typeof accession !== 'string' || typeof form !== 'string') return [];
    const primary = primaries?.[at];
    const folder = `/Archives/edgar/data/${String(cik).replace(/^0+/, '')}/${accession.replaceAll('-', '')}`;
    const days = [reported?.[at], filed?.[at]].filter(
      (day): day is string => typeof day === 'string' && day !== '',
    );
    return [{ form, folder, primary: typeof primary === 'string' && primary !== '' ? primary : null, days }];
  });
}
