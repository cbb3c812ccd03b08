import { createECDH } from 'node:crypto';
import { CURVE, type PushKeys } from './push-encryption.ts';

/** Hosts of the push services of Chrome and Android, Firefox, Safari, and Edge. Names below them count too. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'notify.windows.com',
] as const;
export const LONGEST_ENDPOINT = 1024;

/**
 * The address of a subscription, which a client names and the server contacts; null for any that is not https, on port 443,
 * without a login, at a known push service.
 */
export function pushEndpoint(text: string): URL | null {
  if (text.length > LONGEST_ENDPOINT || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.port === '' && url.username === '' && url.password === '' && url.hash === '';
  const isKnown = PUSH_SERVICES.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return url.protocol === 'https:' && isPlain && isKnown ? url : null;
}

/** Name of the first unusable key of a subscription; null if both can be used. */
export function wrongKey({ p256dh, auth }: PushKeys): keyof PushKeys | null {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return 'p256dh';
  try {
    const pair = createECDH(CURVE);
    pair.generateKeys();
    pair.computeSecret(point);
  } catch {
    return 'p256dh';
  }
  return Buffer.from(auth, 'base64url').length === 16 ? null : 'auth';
}
