import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backup, restore } from '../../../../core/platform/backup/backup.ts';
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
    } finally {
      await Promise.all([source.drop(), target.drop(), rm(dir, { recursive: true, force: true })]);
    }
  });
});
