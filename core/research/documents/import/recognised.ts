import type { DocumentSource } from '../../port/index.ts';

/** A document that a file holds. */
export interface Recognised {
  source: DocumentSource;
  /** As its source is asked for it. */
  path: string;
  body: Buffer;
  mediaType: string;
  publishedAt: string | null;
}

/** What a file turned out to be, or why it is not taken. */
export type Recognition =
  | { what: string; documents: readonly Recognised[]; leftOut: readonly string[]; problem: null }
  | { documents: null; problem: string };

export const refused = (problem: string): Recognition => ({ documents: null, problem });
export const taken = (
  what: string,
  documents: readonly Recognised[],
  leftOut: readonly string[] = [],
): Recognition => ({ what, documents, leftOut, problem: null });

export const JSON_TYPE = 'application/json';
export const document = (
  source: DocumentSource,
  path: string,
  body: Buffer | string,
  mediaType: string,
  publishedAt: string | null = null,
): Recognised => ({
  source,
  path,
  body: typeof body === 'string' ? Buffer.from(body) : body,
  mediaType,
  publishedAt,
});

const HOSTS: Readonly<Record<string, DocumentSource>> = {
  'data.sec.gov': 'sec_data',
  'www.sec.gov': 'sec_archive',
  'www.nseindia.com': 'nse_site',
  'nsearchives.nseindia.com': 'nse_archive',
  'api.bseindia.com': 'bse',
  'query1.finance.yahoo.com': 'yahoo',
  'query2.finance.yahoo.com': 'yahoo',
  'news.google.com': 'news',
};
const SHAPES: readonly (readonly [RegExp, DocumentSource])[] = [
  [/^\/(api\/xbrl|submissions)\//, 'sec_data'],
  [/^\/(files|Archives)\//, 'sec_archive'],
  [/^\/BseIndiaAPI\//, 'bse'],
  [/^\/(v\d+\/finance|ws)\//, 'yahoo'],
  [/^\/(content|products|corporate|archives)\//, 'nse_archive'],
  [/^\/rss\//, 'news'],
  [/^\/api\//, 'nse_site'],
];
const NAMES: readonly (readonly [RegExp, DocumentSource])[] = [
  [/^sec\b/i, 'sec_data'],
  [/^nse\b/i, 'nse_site'],
  [/^bse\b/i, 'bse'],
  [/^yahoo\b/i, 'yahoo'],
];

/** Of which source a path is: by its host, by its shape, by the name of the file that holds it; null for none of them. */
export function sourceOf(path: string, file: string): { source: DocumentSource; path: string } | null {
  if (/^https?:\/\//i.test(path)) {
    if (!URL.canParse(path)) return null;
    const url = new URL(path);
    const source = HOSTS[url.hostname];
    return source === undefined ? { source: 'issuer', path } : { source, path: url.pathname + url.search };
  }
  if (!path.startsWith('/') || path.startsWith('//') || path.length > 2000) return null;
  const found = SHAPES.find(([shape]) => shape.test(path)) ?? NAMES.find(([name]) => name.test(file));
  return found === undefined ? null : { source: found[1], path };
}
