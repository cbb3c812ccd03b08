import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A key of 32 bytes with the name that ciphertexts know it by; the name tells nothing about the key. */
export interface Key {
  id: string;
  bytes: Buffer;
}

/** A ciphertext that no key at hand opens, or that was changed, or that belongs to another row. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function keyOf(bytes: Buffer): Key {
  if (bytes.length !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes`);
  return {
    id: createHash('sha256').update('munim key name\0').update(bytes).digest('hex').slice(0, 12),
    bytes,
  };
}

/**
 * Encrypts text with AES-256-GCM: `v1.<key>.<iv>.<ciphertext and tag>`, a new iv each time.
 * @param context what the text belongs to; it opens with the very same context only, so it cannot be moved elsewhere.
 */
export function seal({ id, bytes }: Key, context: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, bytes, iv).setAAD(Buffer.from(`${VERSION}\0${id}\0${context}`));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, id, iv.toString('base64url'), sealed.toString('base64url')].join('.');
}

/** Name of the key that a ciphertext was made with. @throws Unreadable for what is no ciphertext. */
export function keyIdOf(sealed: string): string {
  const [version, id = '', ...rest] = sealed.split('.');
  if (version !== VERSION || rest.length !== 2) throw new Unreadable('not a ciphertext of this version');
  return id;
}

/** @throws Unreadable when it was changed, or belongs elsewhere. */
export function unseal({ id, bytes }: Key, context: string, sealed: string): string {
  const [, , iv = '', body = ''] = sealed.split('.');
  const all = Buffer.from(body, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, bytes, Buffer.from(iv, 'base64url'), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(`${VERSION}\0${id}\0${context}`))
      .setAuthTag(all.subarray(all.length - TAG_BYTES));
    return Buffer.concat([
      decipher.update(all.subarray(0, all.length - TAG_BYTES)),
      decipher.final(),
    ]).toString();
  } catch (error) {
    throw new Unreadable('the ciphertext was changed or belongs elsewhere', { cause: error });
  }
}
