import type { DocumentSource } from '../../core/research/index.ts';
import { type Asked, LoopbackServer, type Reply } from './loopback.ts';

/** Where each source lies on the double. */
const PREFIXES: Readonly<Record<Exclude<DocumentSource, 'issuer'>, string>> = {
  sec_data: '/sec-data',
  sec_archive: '/sec-archive',
  nse_site: '/nse-site',
  nse_archive: '/nse-archive',
  bse: '/bse',
  yahoo: '/yahoo',
  news: '/news',
};
const PAGE = '/companies-listing/corporate-filings-actions';
const CRUMB = 'Ab1.cd/2';
const html = (status: number, words: string): Reply => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<!DOCTYPE html><html><body>${words}</body></html>`,
});

/** A document that the double serves. */
export interface Served {
  body: string;
  type?: string;
}

/**
 * A double of all sources of evidence, with their manners: NSE's site wants the cookies of its page, SEC an agent that names
 * somebody, BSE its own page as origin, Yahoo a cookie and a crumb for profiles. Bodies stand by `source path`.
 */
export class EvidenceServer extends LoopbackServer {
  readonly bodies: Map<string, Served>;
  #session = 1;

  constructor(bodies: Record<string, Served> = {}) {
    const known = new Map(Object.entries(bodies));
    super((url, asked) => this.#answer(url, asked));
    this.bodies = known;
  }

  /** Settings under which every source is this server. */
  get environment(): Record<string, string> {
    const at = (source: keyof typeof PREFIXES): string => this.url + PREFIXES[source];
    return {
      SEC_DATA_BASE_URL: at('sec_data'),
      SEC_ARCHIVE_BASE_URL: at('sec_archive'),
      SEC_CONTACT: 'tests@munim.example',
      NSE_SITE_BASE_URL: at('nse_site'),
      NSE_ARCHIVE_BASE_URL: at('nse_archive'),
      BSE_BASE_URL: at('bse'),
      YAHOO_BASE_URL: at('yahoo'),
      NEWS_RSS_BASE_URL: `${at('news')}/rss/search`,
      RESEARCH_ISSUER_DOMAINS: 'KAVFLOW=www.kaveriflowtech.example',
    };
  }

  /** Where the site of a company is really asked. */
  readonly reach = (url: URL): { url: URL; allowInward: boolean } => ({
    url: new URL(`${this.url}/issuer/${url.host}${url.pathname}${url.search}`),
    allowInward: true,
  });

  /** Cookies and crumbs that were handed out are good no more. */
  endSessions(): void {
    this.#session += 1;
  }

  /** Requests for documents of a source, without those for cookies and crumbs. */
  askedOf(source: DocumentSource): { path: string; at: number }[] {
    const prefix = source === 'issuer' ? '/issuer' : PREFIXES[source];
    return this.requests
      .filter(({ path }) => path.startsWith(`${prefix}/`) && !/filings-actions$|getcrumb$/.test(path))
      .filter(({ path }) => path !== `${prefix}/`);
  }

  #answer(url: URL, { headers }: Asked): Reply {
    const [, place = '', ...rest] = url.pathname.split('/');
    const path = `/${rest.join('/')}`;
    if (place === 'issuer')
      return this.#body('issuer', `https://${rest[0] ?? ''}/${rest.slice(1).join('/')}`, url);
    const source = (Object.keys(PREFIXES) as (keyof typeof PREFIXES)[]).find(
      (one) => PREFIXES[one] === `/${place}`,
    );
    if (source === undefined) return html(404, 'Not found');
    const session = `session-${this.#session}`;
    const cookie = headers.cookie ?? '';
    switch (source) {
      case 'sec_data':
      case 'sec_archive':
        if (!/^Munim \S+@\S+$/.test(headers['user-agent'] ?? ''))
          return html(403, 'Your Request Originates from an Undeclared Automated Tool');
        break;
      case 'nse_site':
        if (path === PAGE)
          return {
            ...html(200, 'Corporate actions'),
            headers: { 'set-cookie': [`nsit=${session}; Path=/; HttpOnly`] },
          };
        if (!cookie.includes(`nsit=${session}`) || !(headers.referer ?? '').endsWith(PAGE))
          return html(401, 'Unauthorized');
        break;
      case 'bse':
        if (headers.referer !== 'https://www.bseindia.com/' || headers.origin !== 'https://www.bseindia.com')
          return html(403, 'Access denied');
        break;
      case 'yahoo':
        if (path === '/')
          return { ...html(404, 'Nothing'), headers: { 'set-cookie': [`A3=${session}; Path=/`] } };
        if (path === '/v1/test/getcrumb')
          return cookie.includes(`A3=${session}`)
            ? { status: 200, type: 'text/plain', body: CRUMB }
            : { status: 401, type: 'text/plain', body: 'Invalid Cookie' };
        if (
          path.startsWith('/v10/') &&
          !(url.searchParams.get('crumb') === CRUMB && cookie.includes(`A3=${session}`))
        )
          return {
            status: 401,
            type: 'application/json',
            body: '{"finance":{"error":{"code":"Unauthorized"}}}',
          };
        break;
      default:
    }
    return this.#body(source, path, url);
  }

  #body(source: DocumentSource, path: string, url: URL): Reply {
    url.searchParams.delete('crumb');
    const query = [...url.searchParams]
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    const found =
      this.bodies.get(`${source} ${path}${query === '' ? '' : `?${query}`}`) ??
      this.bodies.get(`${source} ${path}`);
    if (found === undefined) return html(404, 'Not found');
    return { status: 200, type: found.type ?? 'application/json', body: found.body };
  }
}
