import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { drawKeyFile, KEY_FILE, newKey, readKeyFile } from '../../../../core/platform/keyring/key-file.ts';
import { keyFromText } from '../../../../core/platform/keyring/key-text.ts';
import { createKeyring, type KeySettings } from '../../../../core/platform/keyring/keyring.ts';
import { seal, Unreadable, unseal } from '../../../../core/platform/keyring/sealing.ts';

describe('broker secrets', () => {
  describe('a ciphertext', () => {
    it('portfolio/Authentication 4: opens to what was encrypted, and looks different each time', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
          const key = newKey();
          const sealed = seal(key, context, text);
          assert.equal(unseal(key, context, sealed), text);
          assert.notEqual(seal(key, context, text), sealed);
          assert.match(sealed, /^v1\.[0-9a-f]{12}\.[\w-]{16}\.[\w-]{22,}$/);
        }),
      );
    });

    it('opens for no other row, with no other key, and not when a single character is changed', () => {
      const key = newKey();
      const sealed = seal(key, 'broker.connections\x001\x007', '{"pin":"4821"}');
      const refuses = (work: () => unknown) => assert.throws(work, Unreadable);
      refuses(() => unseal(key, 'broker.connections\x001\x008', sealed));
      refuses(() => unseal(key, 'broker.connections\x002\x007', sealed));
      refuses(() => unseal({ ...newKey(), id: key.id }, 'broker.connections\x001\x007', sealed));
      for (let at = sealed.lastIndexOf('.') + 1; at < sealed.length - 1; at += 1) {
        const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
        refuses(() => unseal(key, 'broker.connections\x001\x007', changed));
      }
      for (const end of [1, 10, 30])
        refuses(() => unseal(key, 'broker.connections\x001\x007', sealed.slice(0, -end)));
    });
  });

  describe('the key', () => {
    let dir: string;
    beforeEach(async () => {
      dir = await mkdtemp(path.join(tmpdir(), 'munim-keys-'));
    });
    afterEach(() => rm(dir, { recursive: true, force: true }));
    const settings = (over: Partial<KeySettings> = {}): KeySettings => ({
      BROKER_SECRET_KEY: null,
      PORTFOLIO_SECRET_KEY: null,
      BROKER_SECRET_KEY_OLD: null,
      DATA_DIR: dir,
      ...over,
    });
    const HEX = 'ab'.repeat(32);

    it('32 bytes are the same key as hexadecimal digits and as base64; a phrase is stretched into another', async () => {
      const bytes = Buffer.from(HEX, 'hex');
      const keys = await Promise.all(
        [HEX, bytes.toString('base64'), bytes.toString('base64url')].map(keyFromText),
      );
      for (const key of keys) assert.deepEqual(key.bytes, bytes);
      const phrase = await keyFromText('a phrase that nobody guesses');
      assert.equal(phrase.bytes.length, 32);
      assert.notDeepEqual(phrase.id, keys[0]?.id);
    });

    it('is the broker setting, else the portfolio one, else a file of mode 0600 that is drawn once', async () => {
      const both = createKeyring(settings({ BROKER_SECRET_KEY: HEX, PORTFOLIO_SECRET_KEY: 'cd'.repeat(32) }));
      assert.equal((await both.current()).id, (await keyFromText(HEX)).id);
      const other = createKeyring(settings({ PORTFOLIO_SECRET_KEY: HEX }));
      assert.equal((await other.current()).id, (await keyFromText(HEX)).id);
      assert.deepEqual(await readdir(dir), []);

      const file = createKeyring(settings());
      const drawn = await file.current();
      assert.deepEqual(await readdir(dir), [KEY_FILE]);
      assert.equal((await stat(path.join(dir, KEY_FILE))).mode & 0o777, 0o600);
      assert.equal((await file.current()).id, drawn.id);
      assert.equal((await createKeyring(settings()).current()).id, drawn.id);
    });

    it('many processes that draw at once come to one key, and leave no draft', async () => {
      const keys = await Promise.all(Array.from({ length: 20 }, () => drawKeyFile(dir)));
      assert.equal(new Set(keys.map(([key]) => key?.id)).size, 1);
      assert.deepEqual(await readdir(dir), [KEY_FILE]);
    });

    it('a damaged file is said to be damaged and is not overwritten', async () => {
      const file = path.join(dir, KEY_FILE);
      await writeFile(file, 'abc\n');
      await assert.rejects(createKeyring(settings()).current(), /damaged.*Restore/);
      assert.equal(await readFile(file, 'utf8'), 'abc\n');
    });

    it('older text opens with the key before, and with what is left in the file; else it is unreadable', async () => {
      const before = createKeyring(settings());
      const sealed = await before.seal('row', 'hello');
      const after = createKeyring(settings({ BROKER_SECRET_KEY: HEX }));
      assert.equal(await after.unseal('row', sealed), 'hello');
      const [key] = await readKeyFile(dir);
      await rm(path.join(dir, KEY_FILE));
      await assert.rejects(after.unseal('row', sealed), Unreadable);
      const old = key?.bytes.toString('hex') ?? null;
      const third = createKeyring(settings({ BROKER_SECRET_KEY: HEX, BROKER_SECRET_KEY_OLD: old }));
      assert.equal(await third.unseal('row', sealed), 'hello');
      assert.match(await third.seal('row', 'x'), new RegExp(`^v1\\.${(await keyFromText(HEX)).id}\\.`));
    });
  });
});
