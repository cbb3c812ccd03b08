import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { backup, restore } from '../../../../core/platform/backup/backup.ts';
import { BackupError, decode, encode } from '../../../../core/platform/backup/format.ts';
import { query } from '../../../support/plain-database.ts';
import { testDatabase } from '../../../support/postgres.ts';
import { contents, fillWith } from './backed-up-books.ts';

/** Text that every careless format breaks on. */
const ODD = 'tab\t, "quote", \\., \\N, back\\slash\nline\r\n₹ हिन्दी 🧾';

describe('a backup and its restore', function limited(this: Mocha.Suite) {
  this.timeout(600_000);

  it('bring back every row of every table and the counters, and leave triggers and row-level security in force', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'munim-backup-test-'));
    const file = path.join(dir, 'kept', 'munim.backup');
    const [source, target] = await Promise.all([testDatabase(), testDatabase()]);
    try {
      await fillWith(source.url, ODD);
      const written = await backup({ url: source.url, file });
      const read = await restore({ url: target.url, file });
      assert.deepEqual(await contents(target.url), await contents(source.url));
      assert.equal(read.rows, written.rows);
      assert.equal(read.tables, written.tables);
      assert.equal(written.bytes, (await stat(file)).size);
      const [row] = await query(target.url, `select name from identity.users where login = 'asha'`);
      assert.deepEqual(row, { name: ODD });
      const guards = `select
        (select count(*)::int from pg_trigger where not tgisinternal and tgenabled = 'O') as triggers,
        (select count(*)::int from pg_policies) as policies,
        (select count(*)::int from pg_class where relrowsecurity) as secured`;
      assert.deepEqual(await query(target.url, guards), await query(source.url, guards));
      // The source gave out id 1 to 3; a restored counter goes on at 4.
      const [next] = await query(
        target.url,
        `insert into identity.users (login, name) values ('new', 'New') returning id`,
      );
      assert.deepEqual(next, { id: '4' });
      // A changed file whose checksum is right.
      const before = await contents(target.url);
      await writeFile(file, gzipSync(await withRows(file, 'identity.users', 'x\n')));
      await assert.rejects(restore({ url: target.url, file, force: true }), (error: Error) => {
        assert.ok(error instanceof BackupError);
        assert.match(
          error.message,
          /munim\.backup has rows of identity\.users that no database of Munim could/,
        );
        return true;
      });
      assert.deepEqual(await contents(target.url), before);
    } finally {
      await Promise.all([source.drop(), target.drop(), rm(dir, { recursive: true, force: true })]);
    }
  });
});

/** The text of a backup with other rows of a table. */
async function withRows(file: string, table: string, rows: string): Promise<Buffer> {
  const kept = new Map<string, Buffer>();
  const { header } = await decode(file, {
    async table({ name }, pieces) {
      const all: Buffer[] = [];
      for await (const piece of pieces) all.push(Buffer.from(piece));
      const bytes = Buffer.concat(all);
      kept.set(name, name === table ? Buffer.from(rows) : bytes);
      return bytes.toString().split('\n').length - 1;
    },
  });
  const written: Buffer[] = [];
  const parts = encode(
    header,
    async function* ({ name }) {
      yield kept.get(name) ?? Buffer.alloc(0);
    },
    () => undefined,
  );
  for await (const part of parts) written.push(part);
  return Buffer.concat(written);
}
