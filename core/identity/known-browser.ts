import { readToken, signToken } from './signed-token.ts';
import { DAY_MS } from '../platform/index.ts';

/** How long a browser that has signed in is known again. */
export const BROWSER_DAYS = 400;

const ISSUER = 'munim browser';

/** A browser in which somebody has signed in. */
export interface KnownBrowser {
  userId: string;
  /** Random, and the same for as long as the browser is known. */
  id: string;
}

/** The token by which a browser is known again for `BROWSER_DAYS`. It opens nothing by itself. */
export async function signBrowserToken(
  key: Uint8Array,
  { userId, id }: KnownBrowser,
  now: Date,
): Promise<string> {
  const expiresAt = new Date(now.getTime() + BROWSER_DAYS * DAY_MS);
  return await signToken(key, ISSUER, { subject: userId, id, expiresAt });
}

/** The browser of a token that we signed and that has not expired; null for anything else. */
export async function readBrowserToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<KnownBrowser | null> {
  const claims = await readToken(key, ISSUER, token, now);
  return claims === null ? null : { userId: claims.subject, id: claims.id };
}
