import { type Config, OutsideError, outwardGet, type SharedLimits } from '../../platform/index.ts';
import { LARGEST_DOCUMENT } from './document-store.ts';
import type { Transport, TransportParts } from './transport.ts';

const SYSTEM = 'The company’s site';
const USER_AGENT = 'Munim (self-hosted portfolio; reads investor pages)';
const PACE = { concurrent: 1, perSecond: 1 } as const;
const TIMEOUT_MS = 20_000;
const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Whether an address is a page of a host on the operator's list: https, on its usual port, and without a login. */
export function isIssuerPage(url: URL, domains: Config['RESEARCH_ISSUER_DOMAINS']): boolean {
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    domains.some(({ host }) => host === url.hostname)
  );
}

/** Sites of companies: those on the operator's list alone, never by a redirect off it, and never inward. */
export function createIssuerTransport(
  domains: Config['RESEARCH_ISSUER_DOMAINS'],
  limits: SharedLimits,
  {
    timeoutMs = TIMEOUT_MS,
    reach = (url) => ({ url, allowInward: false }),
    get = outwardGet,
  }: TransportParts,
): Transport {
  return {
    async ask({ path, accept, maxBytes = LARGEST_DOCUMENT }, signal) {
      let url = new URL(path);
      for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
        if (!isIssuerPage(url, domains))
          throw new OutsideError(
            SYSTEM,
            'http',
            'was not asked: its address is not on the list in RESEARCH_ISSUER_DOMAINS.',
          );
        const { url: asked, allowInward } = reach(url);
        const answer = await limits.of(`issuer/${url.hostname}`, PACE).run(
          () =>
            get(asked, {
              system: SYSTEM,
              headers: { 'user-agent': USER_AGENT, accept: 'text/html, text/plain, application/pdf' },
              maxBytes,
              timeoutMs,
              allowInward,
              ...(signal === undefined ? {} : { signal }),
            }),
          signal,
        );
        const { status, contentType, location, body } = answer;
        if (REDIRECTS.has(status) && location !== null && URL.canParse(location, url.href)) {
          url = new URL(location, url);
          continue;
        }
        if (status === 429)
          throw new OutsideError(SYSTEM, 'rate_limited', 'received too many requests.', { status });
        if (status < 200 || status > 299)
          throw new OutsideError(SYSTEM, 'http', `answered (status ${status}).`, { status });
        if (!accept.test(contentType))
          throw new OutsideError(SYSTEM, 'content_type', 'returned an unexpected type of document.', {
            status,
          });
        return { body, mediaType: contentType };
      }
      throw new OutsideError(SYSTEM, 'http', 'points elsewhere again and again.');
    },
  };
}
