import { type Clock, DAY_MS, OutsideError } from '../../platform/index.ts';
import { NO_ROBOTS, readRobots, type Robots } from './robots.ts';

/** What sites know Munim by in their robots.txt. */
const AGENT = 'munim';
/** As much of a robots.txt as is read. */
export const ROBOTS_BYTES = 500 * 1024;
const KEPT_MS = DAY_MS;
/** How long nobody asks again after a robots.txt could not be read. */
const FAILED_MS = 10 * 60_000;

/** An answer to the request for a robots.txt, redirects followed. */
interface RobotsAnswer {
  status: number;
  body: Buffer;
  mediaType: string;
  /** Whether more came than is read. */
  isCut: boolean;
}

interface SiteRobots {
  robots: Robots;
  /** As it came. */
  answer: RobotsAnswer;
}

/**
 * The robots.txt of each site, read once a day. What is not there asks for nothing; where it cannot be read, no page of the
 * site is asked for (RFC 9309, 2.3.1).
 */
export function createIssuerRobots(
  ask: (url: URL, signal: AbortSignal | undefined) => Promise<RobotsAnswer>,
  clock: Clock,
) {
  const known = new Map<string, { until: number; site: SiteRobots | OutsideError }>();

  async function read(host: string, signal: AbortSignal | undefined): Promise<SiteRobots> {
    const answer = await ask(new URL(`https://${host}/robots.txt`), signal);
    const { status, body, isCut } = answer;
    if (status === 429) throw unread('it received too many requests', 'rate_limited', status);
    if (status >= 400 && status < 500) return { robots: NO_ROBOTS, answer };
    if (status < 200 || status > 299) throw unread(`it answered with status ${status}`, 'http', status);
    const text = body.toString('utf8');
    // Half a line may say something else than the whole one.
    const whole = isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
    return { robots: readRobots(whole, AGENT), answer };
  }

  return {
    /** @throws OutsideError where it cannot be read */
    async of(host: string, signal?: AbortSignal): Promise<SiteRobots> {
      const now = clock.now().getTime();
      const found = known.get(host);
      if (found !== undefined && now < found.until) {
        if (found.site instanceof OutsideError) throw found.site;
        return found.site;
      }
      try {
        const site = await read(host, signal);
        known.set(host, { until: now + KEPT_MS, site });
        return site;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof OutsideError) known.set(host, { until: now + FAILED_MS, site: error });
        throw error;
      }
    },
  };
}

const unread = (why: string, kind: 'http' | 'rate_limited', status: number): OutsideError =>
  new OutsideError('The company’s site', kind, `did not give its robots.txt: ${why}.`, { status });
