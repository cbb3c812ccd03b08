import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { type Asked, LoopbackServer, type Reply } from './loopback.ts';

/** A message as a browser reads it. */
export interface ReadPush {
  text: string;
  headers: Asked['headers'];
  /** Size of the body in bytes. */
  size: number;
  /** Claims of the signature, which the double has verified against the key in it. */
  claims: { aud?: unknown; sub?: unknown; exp?: number };
  publicKey: string;
}

const hmac = (key: Uint8Array, ...parts: (Uint8Array | string)[]): Buffer => {
  const digest = createHmac('sha256', key);
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** Keys of a browser, with the subscription that it sends to the server. */
export class BrowserKeys {
  readonly pair: ECDH = createECDH('prime256v1');
  readonly auth: Buffer = randomBytes(16);
  readonly endpoint: string;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.pair.generateKeys();
  }

  get subscription() {
    const keys = {
      p256dh: this.pair.getPublicKey().toString('base64url'),
      auth: this.auth.toString('base64url'),
    };
    return { endpoint: this.endpoint, keys };
  }

  /** Opens a body step by step as RFC 8291 writes it for the receiver, with HMAC alone. */
  open(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + (body[20] ?? 0));
    const sealed = body.subarray(21 + sender.length);
    const prk = hmac(this.auth, this.pair.computeSecret(sender));
    const ikm = hmac(prk, 'WebPush: info\0', this.pair.getPublicKey(), sender, Uint8Array.of(1));
    const secret = hmac(salt, ikm);
    const key = hmac(secret, 'Content-Encoding: aes128gcm\0', Uint8Array.of(1)).subarray(0, 16);
    const nonce = hmac(secret, 'Content-Encoding: nonce\0', Uint8Array.of(1)).subarray(0, 12);
    const opened = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()]);
    const end = padded.lastIndexOf(2);
    if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('padding that is not zero');
    return padded.subarray(0, end).toString('utf8');
  }
}

const CREATED: Reply = { status: 201, type: 'text/plain', body: '' };

/**
 * A double of all push services. It verifies the signature, decrypts every message for its browser and answers 201, unless
 * `answers` says otherwise for the path.
 */
export class PushService extends LoopbackServer {
  readonly read: ReadPush[];
  readonly answers: Map<string, Reply>;
  readonly #browsers: Map<string, BrowserKeys>;

  constructor() {
    const read: ReadPush[] = [];
    const answers = new Map<string, Reply>();
    const browsers = new Map<string, BrowserKeys>();
    super(async ({ pathname }, { headers, bytes }) => {
      const browser = browsers.get(pathname);
      if (browser === undefined) return { ...CREATED, status: 404 };
      const [, token = '', publicKey = ''] =
        /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
      const point = Buffer.from(publicKey, 'base64url');
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
      const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
      // The clock of the sender may be a test's: only the signature is verified here.
      const { payload: claims } = await jwtVerify(token, key, { currentDate: new Date(0) });
      read.push({ text: browser.open(bytes), headers, size: bytes.length, claims, publicKey });
      return answers.get(pathname) ?? CREATED;
    });
    this.read = read;
    this.answers = answers;
    this.#browsers = browsers;
  }

  /** A browser of that push service. */
  browser(path: string, host = 'fcm.googleapis.com'): BrowserKeys {
    const browser = new BrowserKeys(`https://${host}${path}`);
    this.#browsers.set(path, browser);
    return browser;
  }
}
