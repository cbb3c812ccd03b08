import { DAY_MS } from '../platform/index.ts';
import { readToken, signToken } from './signed-token.ts';

/** How long a session lasts after its last renewal. */
export const SESSION_DAYS = 30;

const ISSUER = 'munim';

/** What a token says: whose it is, which session, until when. */
interface SessionClaims {
  userId: string;
  sessionId: string;
  expiresAt: Date;
}

/** When a session that starts or is renewed now ends, on a whole second, since tokens count in seconds. */
export function sessionExpiry(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 1000) * 1000 + SESSION_DAYS * DAY_MS);
}

/** When a session was renewed last, to the day: no later than its last use. */
export const renewedAt = (expiresAt: Date): Date => new Date(expiresAt.getTime() - SESSION_DAYS * DAY_MS);

export async function signSessionToken(
  key: Uint8Array,
  { userId, sessionId, expiresAt }: SessionClaims,
): Promise<string> {
  return await signToken(key, ISSUER, { subject: userId, id: sessionId, expiresAt });
}

/** The claims of a token that we signed and that has not expired; null for anything else. */
export async function readSessionToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<SessionClaims | null> {
  const claims = await readToken(key, ISSUER, token, now);
  if (claims === null) return null;
  return { userId: claims.subject, sessionId: claims.id, expiresAt: claims.expiresAt };
}
