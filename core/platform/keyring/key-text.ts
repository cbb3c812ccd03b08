import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { createCache } from '../cache/index.ts';
import { type Key, keyOf } from './sealing.ts';

const derive = promisify<string, string, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** One salt for every installation: the phrase is this installation's own, and each server must come to the same key. */
const SALT = 'munim broker credentials 1';
/** A tenth of a second and 32 MB a guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

/** A process knows its own keys, and while they are changed those before. */
const keys = createCache<Key>({ most: 8 });

/**
 * The key that a setting stands for: 32 bytes as 64 hexadecimal digits or as base64 are the key itself, anything else is
 * a phrase that the key is derived from.
 */
export async function keyFromText(text: string): Promise<Key> {
  const bytes = keyBytes(text);
  if (bytes !== null) return keyOf(bytes);
  return await keys.read(text, '', async () => keyOf(await derive(text, SALT, 32, COST)));
}

function keyBytes(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/]{43}=?$/.test(text) || /^[\w-]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  return null;
}
