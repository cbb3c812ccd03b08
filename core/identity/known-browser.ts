import { errors, jwtVerify, SignJWT } from 'jose';

/** How long a browser that has signed in is known again. */
export const BROWSER_DAYS = 400;

/** Another issuer than that of sessions, so that neither token is ever taken for the other. */
const ISSUER = 'munim browser';

/** A browser in which somebody has signed in. */
export interface KnownBrowser {
  userId: string;
  /** Random, and the same for as long as the browser is known. */
  id: string;
}

/** The token by which a browser is known again for `BROWSER_DAYS`. It opens nothing by itself. */
export async function signBrowserToken(key: Uint8Array, browser: KnownBrowser, now: Date): Promise<string> {
  return await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(browser.userId)
    .setJti(browser.id)
    .setExpirationTime(new Date(now.getTime() + BROWSER_DAYS * 86_400_000))
    .sign(key);
}

/** The browser of a token that we signed and that has not expired; null for anything else. */
export async function readBrowserToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<KnownBrowser | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      requiredClaims: ['sub', 'jti', 'exp'],
      currentDate: now,
    });
    if (payload.sub === undefined || payload.jti === undefined) return null;
    return { userId: payload.sub, id: payload.jti };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
