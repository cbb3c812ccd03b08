import type { DocumentSource } from '../port/index.ts';

/** A path as documents are found by: order, spelling and secrets of a query make no difference. */
export interface DocumentKey {
  /** The path without its query, decoded. */
  place: string;
  /** Parameters by their name in lower case, without empty ones. */
  params: ReadonlyMap<string, string>;
}

/** Parameters that open a door for a while: no part of a document's name, and never kept. */
const SECRETS = new Set(['crumb', 'apikey', 'api_key', 'token', 'access_token']);
/** Which part of a longer answer is wanted, and its first values. */
const PAGING = new Set(['page', 'pageno', 'pageindex', 'offset', 'start', 'from']);
const FIRST_PAGES = new Set(['0', '1']);
/** Several values in one, of which an answer with some is an answer too. */
const LISTS = new Set(['modules', 'type']);

/** From when and up to when a list is, as YYYYMMDD: BSE's is asked for up to another day every day. */
const SPAN = { from: 'strprevdate', to: 'strtodate' } as const;

/** What a document of a source is found by. */
export function documentKey(source: DocumentSource, path: string): DocumentKey {
  const url = new URL(path, 'https://source.invalid');
  const params = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    const key = name.toLowerCase();
    if (SECRETS.has(key) || value.trim() === '') continue;
    params.set(key, source === 'news' && key === 'q' ? searchWords(value) : value.trim());
  }
  return { place: placeOf(source, url), params };
}

/** As one line, the same for all spellings. */
export function keyText({ place, params }: DocumentKey): string {
  const query = [...params]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return query === '' ? place : `${place}?${query}`;
}

/** A path without what opens a door. */
export function withoutSecrets(path: string): string {
  const at = path.indexOf('?');
  if (at < 0) return path;
  const kept = path
    .slice(at + 1)
    .split('&')
    .filter((pair) => !SECRETS.has(decoded(pair.split('=', 1)[0] ?? '').toLowerCase()));
  return kept.length === 0 ? path.slice(0, at) : `${path.slice(0, at)}?${kept.join('&')}`;
}

/**
 * Whether a file that was recorded under fewer parameters answers a request: everything it names is asked for, and no later
 * page is.
 */
export function isServedBy(asked: DocumentKey, recorded: DocumentKey): boolean {
  if (asked.place !== recorded.place) return false;
  for (const [name, value] of recorded.params) {
    const wanted = asked.params.get(name);
    if (wanted === undefined) return false;
    if (wanted !== value && !(LISTS.has(name) && isPartOf(value, wanted))) return false;
  }
  return [...asked.params].every(
    ([name, value]) => recorded.params.has(name) || !PAGING.has(name) || FIRST_PAGES.has(value),
  );
}

function placeOf(source: DocumentSource, url: URL): string {
  if (source === 'issuer') return `https://${url.host}${decoded(url.pathname)}`;
  const place = decoded(url.pathname);
  // A filing's file has one name, wherever a list says that it lies.
  const file = /([^/]+\.xml)$/i.exec(place)?.[1];
  if (source === 'nse_archive' && file !== undefined) return `xbrl:${file}`;
  // The address of the search is a setting.
  return source === 'news' ? 'search' : place;
}

/**
 * Whether a list up to another day may stand for the one that is asked for, where nobody can be asked: it is the same list
 * otherwise, and begins no later.
 */
export function isOfAnotherDay(asked: DocumentKey, recorded: DocumentKey): boolean {
  const [wanted, from] = [asked.params.get(SPAN.from), recorded.params.get(SPAN.from)];
  if (wanted === undefined || from === undefined || !recorded.params.has(SPAN.to)) return false;
  return from <= wanted && keyText(withoutSpan(asked)) === keyText(withoutSpan(recorded));
}

function withoutSpan({ place, params }: DocumentKey): DocumentKey {
  return { place, params: new Map([...params].filter(([name]) => name !== SPAN.from && name !== SPAN.to)) };
}

const isPartOf = (value: string, wanted: string): boolean => {
  const words = wanted.split(',').map((word) => word.trim());
  return value.split(',').every((word) => words.includes(word.trim()));
};

/** The words of a search without quotes and without the span of time that it is narrowed to. */
function searchWords(query: string): string {
  return query
    .replaceAll('"', ' ')
    .replaceAll(/\b(when|after|before):\S+/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
