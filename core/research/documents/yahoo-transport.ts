import { cookiesOf } from '../../market/actions/index.ts';
import { type Http, OutsideError } from '../../platform/index.ts';
import { askPlainly } from './plain-transport.ts';
import type { Transport } from './transport.ts';

/** What wants a cookie and the crumb that goes with it. */
const WANTS_CRUMB = /^\/v10\/finance\/quoteSummary\//;
const CRUMB = '/v1/test/getcrumb';
/** What the page that hands out cookies may answer: its content is nobody's concern. */
const ANY_ANSWER = [400, 401, 403, 404, 405, 500, 502, 503];

interface Pass {
  cookie: string | null;
  crumb: string;
}

/**
 * Yahoo's paths. Profiles are given to those who bring a cookie and its crumb, which are fetched once and again when Yahoo
 * wants new ones; neither is ever part of a kept path.
 * @param entry the page that hands out cookies, by another client of the same pace
 */
export function createYahooTransport(http: Http, entry: Http): Transport {
  let pass: Pass | null = null;

  async function fetchPass(signal: AbortSignal | undefined): Promise<Pass> {
    const waiting = signal === undefined ? {} : { signal };
    const { headers } = await entry.bytes('/', { accept: /./, alsoAnswers: ANY_ANSWER, ...waiting });
    const cookie = cookiesOf(headers);
    const { body } = await http.text(CRUMB, {
      accept: /^(text\/plain|application\/json)\b/i,
      headers: cookie === null ? {} : { cookie },
      ...waiting,
    });
    const crumb = body.trim();
    if (!/^[\w./-]{4,40}$/.test(crumb)) throw new OutsideError('Yahoo', 'malformed', 'sent no crumb.');
    return { cookie, crumb };
  }

  return {
    async ask(request, signal) {
      if (!WANTS_CRUMB.test(request.path)) return await askPlainly(http, request, {}, signal);
      for (let attempt = 0; ; attempt += 1) {
        const used: Pass = pass ?? (await fetchPass(signal));
        pass = used;
        const crumb = `crumb=${encodeURIComponent(used.crumb)}`;
        const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${crumb}`;
        try {
          const headers: Record<string, string> = used.cookie === null ? {} : { cookie: used.cookie };
          return await askPlainly(http, { ...request, path }, headers, signal);
        } catch (error) {
          const status = error instanceof OutsideError ? error.status : null;
          if (attempt > 0 || (status !== 401 && status !== 403)) throw error;
          if (pass === used) pass = null;
        }
      }
    },
  };
}
