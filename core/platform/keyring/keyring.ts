import type { Config } from '../config.ts';
import { drawKeyFile, readKeyFile } from './key-file.ts';
import { keyFromText } from './key-text.ts';
import { type Key, keyIdOf, seal, Unreadable, unseal } from './sealing.ts';

export type KeySettings = Pick<
  Config,
  'BROKER_SECRET_KEY' | 'PORTFOLIO_SECRET_KEY' | 'BROKER_SECRET_KEY_OLD' | 'DATA_DIR'
>;

/**
 * The keys of this server. New text is encrypted with BROKER_SECRET_KEY, else PORTFOLIO_SECRET_KEY, else the key in the
 * file, which the first use draws. Older text opens with BROKER_SECRET_KEY_OLD and every key of the file as well.
 */
export interface Keyring {
  seal(context: string, text: string): Promise<string>;
  /** @throws Unreadable when no key of this server opens it. */
  unseal(context: string, sealed: string): Promise<string>;
  /** The key that new text is encrypted with. */
  current(): Promise<Key>;
  /** @throws Unreadable when no key of this server has that name. */
  named(id: string): Promise<Key>;
}

export function createKeyring(settings: KeySettings): Keyring {
  const given = settings.BROKER_SECRET_KEY ?? settings.PORTFOLIO_SECRET_KEY;
  const old = settings.BROKER_SECRET_KEY_OLD;

  // The file is read each time: a rotation by another process must be seen by the next encryption.
  const current = async (): Promise<Key> => {
    if (given !== null) return await keyFromText(given);
    const [first] = await readKeyFile(settings.DATA_DIR);
    if (first !== undefined) return first;
    const [drawn] = await drawKeyFile(settings.DATA_DIR);
    if (drawn === undefined) throw new Error('no key could be generated');
    return drawn;
  };

  const find = async (id: string): Promise<Key> => {
    for (const text of [given, old]) {
      if (text === null) continue;
      const key = await keyFromText(text);
      if (key.id === id) return key;
    }
    const key = (await readKeyFile(settings.DATA_DIR)).find((one) => one.id === id);
    if (key === undefined) throw new Unreadable(`no key of this server is named ${id}`);
    return key;
  };

  return {
    current,
    named: find,
    seal: async (context, text) => seal(await current(), context, text),
    unseal: async (context, sealed) => unseal(await find(keyIdOf(sealed)), context, sealed),
  };
}
