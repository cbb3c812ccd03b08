import { createNseSession } from '../../market/actions/index.ts';
import { type Context, createHttp, type Http, PACES } from '../../platform/index.ts';
import type { DocumentSource } from '../port/index.ts';
import { LARGEST_DOCUMENT } from './document-store.ts';
import { createIssuerTransport } from './issuer-transport.ts';
import { askPlainly, plainTransport } from './plain-transport.ts';
import { createSec } from './sec-transport.ts';
import type { SwitchedOff, Transport, TransportParts } from './transport.ts';
import { createYahooTransport } from './yahoo-transport.ts';

type Transports = Readonly<Record<DocumentSource, Transport | SwitchedOff>>;

const TIMEOUT_MS = 30_000;
/** Hands out the cookie that Yahoo's own hosts ask for. */
const YAHOO_ENTRY = 'https://fc.yahoo.com';
const YAHOO_HOST = /^query\d\.finance\.yahoo\.com$/;
const BSE_SITE = 'https://www.bseindia.com';

const NO_CONTACT = 'The SEC answers only requests with a contact: set SEC_CONTACT to your e-mail address';

const off = (switchedOff: string): SwitchedOff => ({ switchedOff });
const offBy = (name: string): SwitchedOff => off(`${name} is off`);

/** How each source is asked, or which setting switches it off. Nobody is asked before a run wants it. */
export function createTransports(
  { config, clock, limits }: Pick<Context, 'config' | 'clock' | 'limits'>,
  parts: TransportParts = {},
): Transports {
  const client = (system: string, baseUrl: string, pace: keyof typeof PACES): Http =>
    createHttp({
      system,
      baseUrl,
      limiter: limits.of(pace, PACES[pace]),
      clock,
      timeoutMs: parts.timeoutMs ?? TIMEOUT_MS,
      maxBytes: LARGEST_DOCUMENT,
      retries: 1,
      ...(parts.timers === undefined ? {} : { timers: parts.timers }),
    });
  const of = (
    baseUrl: string | null,
    setting: string,
    make: (baseUrl: string) => Transport | SwitchedOff,
  ): Transport | SwitchedOff => (baseUrl === null ? offBy(setting) : make(baseUrl));
  const { SEC_CONTACT, SEC_DATA_BASE_URL, SEC_ARCHIVE_BASE_URL, RESEARCH_ISSUER_DOMAINS } = config;
  const sec = SEC_CONTACT === null ? null : createSec(SEC_CONTACT, clock);
  const ofSec = (baseUrl: string | null, setting: string) =>
    of(baseUrl, setting, (address) => sec?.(client('SEC', address, 'sec')) ?? off(NO_CONTACT));

  return {
    sec_data: ofSec(SEC_DATA_BASE_URL, 'SEC_DATA_BASE_URL'),
    sec_archive: ofSec(SEC_ARCHIVE_BASE_URL, 'SEC_ARCHIVE_BASE_URL'),
    nse_site: of(config.NSE_SITE_BASE_URL, 'NSE_SITE_BASE_URL', (baseUrl) => {
      const http = client('NSE', baseUrl, 'nse-site');
      const session = createNseSession(http, baseUrl);
      return {
        ask: async (request, signal) =>
          await session.ask(async (headers) => await askPlainly(http, request, headers, signal), signal),
      };
    }),
    nse_archive: of(config.NSE_ARCHIVE_BASE_URL, 'NSE_ARCHIVE_BASE_URL', (baseUrl) =>
      plainTransport(client('NSE archive', baseUrl, 'nse-archive'), {
        accept: '*/*',
        'accept-language': 'en-IN,en;q=0.9',
      }),
    ),
    bse: of(config.BSE_BASE_URL, 'BSE_BASE_URL', (baseUrl) =>
      plainTransport(client('BSE', baseUrl, 'bse'), {
        accept: 'application/json',
        origin: BSE_SITE,
        referer: `${BSE_SITE}/`,
      }),
    ),
    yahoo: of(config.YAHOO_BASE_URL, 'YAHOO_BASE_URL', (baseUrl) => {
      const entry = YAHOO_HOST.test(new URL(baseUrl).hostname) ? YAHOO_ENTRY : baseUrl;
      return createYahooTransport(client('Yahoo', baseUrl, 'yahoo'), client('Yahoo', entry, 'yahoo'));
    }),
    news: of(config.NEWS_RSS_BASE_URL, 'NEWS_RSS_BASE_URL', newsTransport),
    issuer:
      RESEARCH_ISSUER_DOMAINS.length === 0
        ? off('RESEARCH_ISSUER_DOMAINS names no site of a company')
        : createIssuerTransport(RESEARCH_ISSUER_DOMAINS, { limits, clock }, parts),
  };

  /** The address of the search is the setting's; only what is searched for comes with the request. */
  function newsTransport(address: string): Transport {
    const search = new URL(address);
    const http = client('News', search.origin, 'news');
    return {
      async ask(request, signal) {
        const query = new URLSearchParams(search.searchParams);
        for (const [name, value] of new URL(request.path, search).searchParams) query.set(name, value);
        const path = `${search.pathname}?${query.toString()}`;
        return await askPlainly(http, { ...request, path }, {}, signal);
      },
    };
  }
}
