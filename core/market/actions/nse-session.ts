import { type Http, OutsideError } from '../../platform/index.ts';

const PAGE = '/companies-listing/corporate-filings-actions';
/** What the site says to whom it wants to see its page first. */
const WITHOUT_COOKIES = new Set([401, 403]);

/** How NSE's site wants to be asked for its lists. */
interface NseSession {
  /**
   * Asks with the headers that the site wants. Where it wants to see its page first, that is fetched, and the question is
   * put once more. @throws what `ask` throws
   */
  ask<T>(ask: (headers: Record<string, string>) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** The site answers those who bring the cookies of its page, which are fetched when it asks for them and kept until it asks again. */
export function createNseSession(http: Http, baseUrl: string): NseSession {
  let cookies: string | null = null;

  async function fetchCookies(signal: AbortSignal | undefined): Promise<void> {
    const { headers } = await http.text(PAGE, {
      accept: /html/i,
      ...(signal === undefined ? {} : { signal }),
    });
    cookies = cookiesOf(headers);
  }

  const headers = (): Record<string, string> => ({
    accept: 'application/json',
    'accept-language': 'en-IN,en;q=0.9',
    referer: new URL(PAGE, baseUrl).href,
    ...(cookies === null ? {} : { cookie: cookies }),
  });

  return {
    async ask(ask, signal) {
      const brought = cookies;
      try {
        return await ask(headers());
      } catch (error) {
        if (!wantsCookies(error)) throw error;
        // Somebody else may have fetched new ones meanwhile.
        if (cookies === brought) await fetchCookies(signal);
        return await ask(headers());
      }
    },
  };
}

/** Without its cookies the site refuses, or answers with a page in the place of the list. */
function wantsCookies(error: unknown): boolean {
  if (!(error instanceof OutsideError)) return false;
  return error.kind === 'content_type' || WITHOUT_COOKIES.has(error.status ?? 0);
}

/** Names and values alone, as a browser would send them back. */
export function cookiesOf(headers: Headers): string | null {
  const pairs = headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
  return pairs.length === 0 ? null : pairs.join('; ');
}
