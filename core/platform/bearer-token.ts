import { createHash, randomBytes } from 'node:crypto';

/** Characters after the prefix: 32 random bytes in base64url. */
const SECRET = /^[\w-]{43}$/;

/** A token that was just drawn. The token itself is shown once; `hash` is what is stored. */
export interface DrawnToken {
  token: string;
  /** SHA-256, in hex. */
  hash: string;
  /** By which a person tells it from others. */
  last4: string;
}

/**
 * Draws a token for a program: the prefix and 256 random bits. That is too much to guess, so a plain hash keeps it safe, and
 * a look-up by the hash tells nothing by its time.
 */
export function drawBearerToken(prefix: string): DrawnToken {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOf(token), last4: token.slice(-4) };
}

/** The hash that a token is stored under; null for text that cannot be a token with this prefix. */
export function bearerTokenHash(prefix: string, token: string): string | null {
  if (!token.startsWith(prefix) || !SECRET.test(token.slice(prefix.length))) return null;
  return hashOf(token);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
