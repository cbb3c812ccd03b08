import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createKeyring, type KeySettings } from '../keyring/index.ts';
import type { Signature } from './format.ts';

/**
 * OURS: signed by a key of this installation. CHANGED: it names such a key, but the signature does not match. FOREIGN: the key
 * is not known here, or cannot be read. UNSIGNED: made by an older Munim, without a readable key, or stripped of its signature.
 */
export type Origin = 'OURS' | 'CHANGED' | 'FOREIGN' | 'UNSIGNED';

/** Signs and verifies backups with the keys of the credentials, each through a key of its own derived from it. */
export interface BackupSigner {
  /** @throws Error when the key cannot be read or drawn */
  sign(this: void, sha256: string): Promise<Signature>;
  /** Draws no key. */
  verify(sha256: string, signature: Signature | null): Promise<Origin>;
}

const LABEL = 'munim backup signature 1';

export function createBackupSigner(settings: KeySettings): BackupSigner {
  const keyring = createKeyring(settings);
  return {
    async sign(sha256) {
      const { id, bytes } = await keyring.current();
      return { key: id, hmac: hmacOf(bytes, sha256).toString('hex') };
    },
    async verify(sha256, signature) {
      if (signature === null) return 'UNSIGNED';
      // A key file that cannot be read must not keep a backup from being restored: its keys are as good as lost.
      const key = await keyring.named(signature.key).catch(() => null);
      if (key === null) return 'FOREIGN';
      return timingSafeEqual(hmacOf(key.bytes, sha256), Buffer.from(signature.hmac, 'hex'))
        ? 'OURS'
        : 'CHANGED';
    },
  };
}

function hmacOf(key: Buffer, sha256: string): Buffer {
  const derived = Buffer.from(hkdfSync('sha256', key, '', LABEL, 32));
  return createHmac('sha256', derived).update(sha256).digest();
}
