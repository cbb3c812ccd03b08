import { errors, jwtVerify, SignJWT } from 'jose';

/** What a token of ours says. */
interface TokenClaims {
  subject: string;
  id: string;
  expiresAt: Date;
}

/**
 * A token that only this server could have signed (JWT, HS256).
 * @param issuer another one for each kind of token, so that none is ever taken for one of another kind.
 */
export async function signToken(key: Uint8Array, issuer: string, claims: TokenClaims): Promise<string> {
  return await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(claims.subject)
    .setJti(claims.id)
    .setExpirationTime(claims.expiresAt)
    .sign(key);
}

/** The claims of a token of this kind that we signed and that has not expired; null for anything else. */
export async function readToken(
  key: Uint8Array,
  issuer: string,
  token: string,
  now: Date,
): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      requiredClaims: ['sub', 'jti', 'exp'],
      currentDate: now,
    });
    const { sub: subject, jti: id, exp } = payload;
    if (subject === undefined || id === undefined || exp === undefined) return null;
    return { subject, id, expiresAt: new Date(exp * 1000) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
