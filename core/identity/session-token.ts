import { errors, jwtVerify, SignJWT } from 'jose';

/** How long a session lasts. */
export const SESSION_HOURS = 12;

const ISSUER = 'munim';

/** What a token says: whose it is, which session, until when. */
export interface SessionClaims {
  userId: string;
  sessionId: string;
  expiresAt: Date;
}

/** When a session that starts now ends, on a whole second, since tokens count in seconds. */
export function sessionExpiry(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 1000) * 1000 + SESSION_HOURS * 3_600_000);
}

export async function signSessionToken(key: Uint8Array, claims: SessionClaims, now: Date): Promise<string> {
  return await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(claims.userId)
    .setJti(claims.sessionId)
    .setIssuedAt(now)
    .setExpirationTime(claims.expiresAt)
    .sign(key);
}

/** The claims of a token that we signed and that has not expired; null for anything else. */
export async function readSessionToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<SessionClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      requiredClaims: ['sub', 'jti', 'exp'],
      currentDate: now,
    });
    if (payload.sub === undefined || payload.jti === undefined || payload.exp === undefined) return null;
    return { userId: payload.sub, sessionId: payload.jti, expiresAt: new Date(payload.exp * 1000) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
