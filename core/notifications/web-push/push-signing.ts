import { createECDH, hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { CURVE } from './push-encryption.ts';

/** Order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Push services allow 24 hours; a shorter life tolerates a wrong clock. */
const VALID_MS = 12 * 3_600_000;
/** A signature is reused until this long before it expires. */
const SPARE_MS = 3_600_000;
const MOST_KEPT = 50;

/** Signs requests to push services in the name of this installation (VAPID, RFC 8292). */
export interface PushSigner {
  /** Point on P-256, base64url. Browsers subscribe with it. */
  publicKey: string;
  /** The Authorization header of a request to that origin. */
  authorization(origin: string, now: Date): Promise<string>;
}

/**
 * Makes the key pair that follows from a secret of the installation, so that every process has the same.
 * @param contact mailto: or https:, for the operators of push services
 */
export function createPushSigner(secret: string, contact: string): PushSigner {
  // More bits than the order has, so that each key is equally likely and none is invalid (FIPS 186-5, A.2.1).
  const bits = Buffer.from(hkdfSync('sha256', secret, '', 'web push', 48)).toString('hex');
  const scalar = (BigInt(`0x${bits}`) % (ORDER - 1n)) + 1n;
  const pair = createECDH(CURVE);
  pair.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
  const point = pair.getPublicKey();
  const publicKey = point.toString('base64url');
  const key = {
    kty: 'EC',
    crv: 'P-256',
    d: pair.getPrivateKey().toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const kept = new Map<string, { header: string; until: number }>();
  return {
    publicKey,
    async authorization(origin, now) {
      const known = kept.get(origin);
      if (known !== undefined && known.until > now.getTime()) return known.header;
      const end = now.getTime() + VALID_MS;
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setAudience(origin)
        .setExpirationTime(Math.floor(end / 1000))
        .setSubject(contact)
        .sign(key);
      const header = `vapid t=${token}, k=${publicKey}`;
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(origin, { header, until: end - SPARE_MS });
      return header;
    },
  };
}
