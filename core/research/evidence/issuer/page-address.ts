/** Longer addresses are made by programs, and without end. */
const LONGEST = 300;
const LONGEST_QUERY = 60;
/** Endings of pages; an address without one is a page too. */
const PAGES = new Set(['htm', 'html', 'xhtml', 'shtml', 'php', 'asp', 'aspx', 'jsp', 'txt']);
/** What only says where a reader came from. */
const TRACES = /^(utm_|fbclid|gclid|sessionid|phpsessid|ref$)/i;

interface SiteAddress {
  url: string;
  kind: 'PAGE' | 'PDF';
}

/**
 * An address of a host as it is asked for: https, without what comes after `#` and without traces. Null for other hosts, and for
 * what is neither a page nor a PDF document.
 */
export function addressOn(host: string, address: string, base?: string): SiteAddress | null {
  if (address.length > 2 * LONGEST || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  const isThere =
    url.protocol === 'https:' &&
    url.hostname === host &&
    url.port === '' &&
    url.username === '' &&
    url.password === '';
  if (!isThere) return null;
  url.hash = '';
  const traces = [...url.searchParams.keys()].filter((name) => TRACES.test(name));
  for (const name of traces) url.searchParams.delete(name);
  if (url.href.length > LONGEST || url.search.length > LONGEST_QUERY) return null;
  const ending = /\.([a-z0-9]{1,8})$/i.exec(url.pathname)?.[1]?.toLowerCase();
  if (ending === 'pdf') return { url: url.href, kind: 'PDF' };
  return ending === undefined || PAGES.has(ending) ? { url: url.href, kind: 'PAGE' } : null;
}

/** What two addresses of one page have in common: one query of each is enough. */
export function pageKey(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${hostname}${pathname.replace(/\/(index\.\w+)?$/, '')}`;
}

/** The folder that a page lies in. */
export function folderKey(url: string): string {
  const key = pageKey(url);
  return key.slice(0, key.lastIndexOf('/') + 1);
}
