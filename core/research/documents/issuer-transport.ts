import {
  type Clock,
  type Config,
  OutsideError,
  type OutwardAnswer,
  outwardRequest,
  type SharedLimits,
} from '../../platform/index.ts';
import { NotAllowedByRobots } from '../port/index.ts';
import { LARGEST_DOCUMENT } from './document-store.ts';
import { createIssuerRobots, ROBOTS_BYTES } from './issuer-robots.ts';
import type { Transport, TransportParts } from './transport.ts';

const SYSTEM = 'The company’s site';
const USER_AGENT = 'Munim (self-hosted portfolio; reads investor pages)';
const PACE = { concurrent: 1, perSecond: 1 } as const;
const TIMEOUT_MS = 20_000;
const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The longest pause that a site may ask for, in seconds: a run has its time too. */
const LONGEST_DELAY = 10;

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

/**
 * Sites of companies: those on the operator's list alone, never by a redirect off it, never inward, and no page that the
 * site's robots.txt does not allow.
 */
export function createIssuerTransport(
  domains: Config['RESEARCH_ISSUER_DOMAINS'],
  { limits, clock }: { limits: SharedLimits; clock: Clock },
  {
    timeoutMs = TIMEOUT_MS,
    reach = (url) => ({ url, allowInward: false }),
    get = outwardRequest,
  }: TransportParts,
): Transport {
  const robots = createIssuerRobots(async (first, signal) => {
    const { status, contentType, body, isCut } = (
      await follow(first, { maxBytes: ROBOTS_BYTES, isCutToSize: true }, signal, async () => null)
    ).answer;
    return { status, body, mediaType: contentType, isCut };
  }, clock);

  /** Asks for an address and for those that it leads to, each after the pause that its site wants. */
  async function follow(
    first: URL,
    size: { maxBytes: number; isCutToSize?: boolean },
    signal: AbortSignal | undefined,
    delayOf: (url: URL) => Promise<number | null>,
  ): Promise<{ url: URL; answer: OutwardAnswer }> {
    let url = first;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      if (!isIssuerPage(url, domains))
        throw new OutsideError(
          SYSTEM,
          'http',
          hop === 0
            ? 'was not asked: its address is not on the list in RESEARCH_ISSUER_DOMAINS.'
            : `leads to ${url.host.slice(0, 100)}, which is not on the list in RESEARCH_ISSUER_DOMAINS.`,
        );
      const delay = await delayOf(url);
      const { url: asked, allowInward } = reach(url);
      const limiter = limits.of(`issuer/${url.hostname}`, PACE);
      const answer = await limiter.run(async () => {
        try {
          return await get(asked, {
            system: SYSTEM,
            headers: {
              'user-agent': USER_AGENT,
              accept: 'text/html, text/plain, application/xml, application/pdf',
            },
            ...size,
            timeoutMs,
            allowInward,
            ...(signal === undefined ? {} : { signal }),
          });
        } finally {
          if (delay !== null && delay > 1) limiter.pause(Math.min(delay, LONGEST_DELAY) * 1000);
        }
      }, signal);
      const { status, location } = answer;
      if (!(REDIRECTS.has(status) && location !== null && URL.canParse(location, url.href)))
        return { url, answer };
      url = new URL(location, url);
      url.hash = '';
    }
    throw new OutsideError(SYSTEM, 'http', 'redirects too many times.');
  }

  async function permitted(url: URL, signal: AbortSignal | undefined): Promise<number | null> {
    const { robots: rules } = await robots.of(url.hostname, signal);
    if (!rules.allows(url.pathname + url.search)) throw new NotAllowedByRobots(url.href);
    return rules.crawlDelay;
  }

  return {
    async ask({ path, accept, maxBytes = LARGEST_DOCUMENT }, signal) {
      const first = new URL(path);
      const isRobots = first.pathname === '/robots.txt' && isIssuerPage(first, domains);
      const { url, answer } = isRobots
        ? { url: first, answer: (await robots.of(first.hostname, signal)).answer }
        : received(await follow(first, { maxBytes }, signal, async (one) => await permitted(one, signal)));
      const { status, mediaType, body } = answer;
      if (status === 429)
        throw new OutsideError(SYSTEM, 'rate_limited', 'received too many requests.', { status });
      if (status < 200 || status > 299)
        throw new OutsideError(SYSTEM, 'http', `answered (status ${status}).`, { status });
      if (!isRobots && !accept.test(mediaType))
        throw new OutsideError(SYSTEM, 'content_type', 'returned an unexpected type of document.', {
          status,
        });
      return { body, mediaType, ...(url.href === first.href ? {} : { path: url.href }) };
    },
  };
}

const received = ({ url, answer }: { url: URL; answer: OutwardAnswer }) => ({
  url,
  answer: { ...answer, mediaType: answer.contentType },
});
