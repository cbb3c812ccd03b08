import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { backup, restore } from '../../../../core/platform/backup/backup.ts';
import { SCHEMAS } from '../../../../core/platform/backup/catalogue.ts';
import { migrateUpTo, query } from '../../../support/plain-database.ts';
import { emptyDatabase, type TestDatabase, testDatabase } from '../../../support/postgres.ts';
import { contents, fillWith } from './backed-up-books.ts';

describe('backup and restore', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let dir: string;
  let file: string;
  let source: TestDatabase;
  let target: TestDatabase;

  const open = async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-backup-test-'));
    file = path.join(dir, 'kept', 'munim.backup');
    [source, target] = [await testDatabase(), await testDatabase()];
  };
  const close = async () => {
    for (const database of [source, target]) await database.drop();
    await rm(dir, { recursive: true, force: true });
  };

  describe('of books that grow, into empty databases', () => {
    before(open);
    after(close);

    it('know every schema that migrations make', async () => {
      const rows = await query(
        source.url,
        `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`,
      );
      assert.deepEqual(rows.map((row) => row['name']).sort(compare), [...SCHEMAS].sort(compare));
      const loose = await query(
        source.url,
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm') order by 1`,
      );
      assert.deepEqual(loose, [{ name: 'schema_migration' }, { name: 'schema_migration_lock' }]);
    });

    it('remove what killed backups have left, and nothing else', async () => {
      const folder = path.dirname(file);
      await mkdir(folder);
      const gone = spawnSync(process.execPath, ['--version']).pid;
      const left = [`munim.backup.partial-${gone}`, `munim-20261122T101112.backup.partial-${gone}`];
      const kept = [
        'munim-20261122T101112.backup',
        `munim.backup.partial-${process.ppid}`, // Its process is at it.
        `another's.backup.partial-${gone}`,
        `munimXbackup.partial-${gone}`,
      ];
      for (const name of [...left, ...kept]) await writeFile(path.join(folder, name), 'rows');
      // In a container every process has the same number: this one's is older than the process itself.
      const ours = path.join(folder, `munim-20261122T101113.backup.partial-${process.pid}`);
      await writeFile(ours, 'rows');
      await utimes(ours, new Date(0), new Date(0));
      await backup({ url: source.url, file });
      assert.deepEqual(
        (await readdir(folder)).toSorted(compare),
        [...kept, 'munim.backup'].toSorted(compare),
      );
      for (const name of kept) await rm(path.join(folder, name));
    });

    it('take a backup over an older one of the same name, keep it to its owner without a draft, and find nothing in a database that has no tables yet', async () => {
      assert.deepEqual(await readdir(path.dirname(file)), ['munim.backup']);
      await fillWith(source.url, 'Asha');
      await backup({ url: source.url, file });
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      assert.deepEqual(await readdir(path.dirname(file)), ['munim.backup']);
      const fresh = await emptyDatabase();
      try {
        const none = path.join(dir, 'none');
        await assert.rejects(backup({ url: fresh.url, file: none }), /nothing to back up/);
        assert.deepEqual(await readdir(dir), ['kept']);
      } finally {
        await fresh.drop();
      }
    });

    it('refuse while Munim runs on the database, and leave a backup possible', async () => {
      const running = new pg.Client({
        connectionString: source.url,
        application_name: 'munim:api+bot+jobs:1',
      });
      await running.connect();
      try {
        await backup({ url: source.url, file });
        await assert.rejects(
          restore({ url: source.url, file, force: true }),
          /Munim is running on this database\. Stop it/,
        );
      } finally {
        await running.end();
      }
    });

    it('bring a backup of an older Munim up to date, in a database that has no tables yet', async () => {
      const [old, fresh] = [await emptyDatabase(), await emptyDatabase()];
      try {
        await migrateUpTo(old.url, 2);
        await query(
          old.url,
          `insert into identity.users (login, name) values ('asha', 'Asha');
          insert into portfolio.portfolios (owner_user_id, name) values (1, 'Networth')`,
        );
        await backup({ url: old.url, file });
        await restore({ url: fresh.url, file });
        assert.deepEqual(await query(fresh.url, 'select name from portfolio.portfolios'), [
          { name: 'Networth' },
        ]);
        const levels = 'select name from public.schema_migration order by name';
        assert.deepEqual(await query(fresh.url, levels), await query(source.url, levels));
        // The tables were made once, not made, dropped and made again.
        const numbers = 'select count(*)::int as levels, max(id) as last from public.schema_migration';
        const [made] = await query(fresh.url, numbers);
        assert.equal(made?.['last'], made?.['levels']);
        const tables = `select table_schema, table_name from information_schema.tables where table_schema = any('{${SCHEMAS.join()}}') order by 1, 2`;
        assert.deepEqual(await query(fresh.url, tables), await query(source.url, tables));
      } finally {
        for (const database of [old, fresh]) await database.drop();
      }
    });

    it('see one moment, however busy the database is', async () => {
      const writer = new pg.Client({ connectionString: source.url });
      await writer.connect();
      let busy = true;
      // Both rows or none: a backup that reads its tables at different moments would tear pairs apart.
      const writing = (async () => {
        for (let pair = 0; busy; pair += 1) {
          await writer.query(`begin; insert into identity.users (login, name) values ('pair${pair}', 'P');
            insert into evidence.events (owner_user_id, at, actor, kind, subject, data) select id, now(), 'test', 'test', 'user', '{}' from identity.users where login = 'pair${pair}'; commit`);
        }
      })();
      await backup({ url: source.url, file });
      busy = false;
      await writing;
      await writer.end();
      await restore({ url: target.url, file, force: true });
      const [count] = await query(
        target.url,
        `select (select count(*) from identity.users where login like 'pair%') as users,
                (select count(*) from evidence.events where kind = 'test') as events`,
      );
      assert.equal(count?.['users'], count?.['events']);
    });
  });

  describe('from one set of books into another', () => {
    before(async () => {
      await open();
      await fillWith(source.url, 'Asha');
      await fillWith(target.url, 'Binod');
    });
    after(close);

    it('change nothing when the file is cut off, altered, or something else', async () => {
      await backup({ url: source.url, file });
      const before = await contents(target.url);
      const whole = await readFile(file);
      const refused = async (bytes: Buffer, reason: RegExp): Promise<void> => {
        const other = path.join(dir, 'other');
        await writeFile(other, bytes);
        await assert.rejects(restore({ url: target.url, file: other, force: true }), reason);
      };
      await refused(whole.subarray(0, whole.length - 1), /cut off or damaged/);
      await refused(whole.subarray(0, whole.length >> 1), /cut off or damaged/);
      await refused(Buffer.alloc(0), /cut off or damaged/);
      await refused(Buffer.from('symbol,quantity\nTCS,1\n'), /not a backup/);
      await refused(gzipSync('{"something":"else"}\n'), /not a backup/);
      // A hand that opens the file, changes a name and closes it again.
      const edited = gunzipSync(whole).toString('utf8').replace('Asha', 'Esha');
      await refused(gzipSync(edited), /cut off or damaged/);
      await assert.rejects(restore({ url: target.url, file: path.join(dir, 'missing') }), /There is no file/);
      assert.deepEqual(await contents(target.url), before);
    });

    it('change nothing when the rows do not fit the tables', async () => {
      await query(source.url, 'alter table identity.users add column nickname text');
      await backup({ url: source.url, file });
      const before = await contents(target.url);
      await assert.rejects(
        restore({ url: target.url, file, force: true }),
        /identity\.users in a form that no version of Munim has used/,
      );
      assert.deepEqual(await contents(target.url), before);
      await query(source.url, 'alter table identity.users drop column nickname');
    });

    it('refuse a backup of a newer Munim', async () => {
      await query(source.url, `insert into public.schema_migration (name, batch) values ('999_later', 9)`);
      await backup({ url: source.url, file });
      await assert.rejects(
        restore({ url: target.url, file, force: true }),
        /newer Munim.*Update Munim first/,
      );
      await query(source.url, `delete from public.schema_migration where name = '999_later'`);
    });

    it('refuse to replace data without --force, and keep each server’s own secrets', async () => {
      const secrets = `select name, value from platform.server_secrets order by name`;
      await query(
        source.url,
        `insert into platform.server_secrets values ('session_key', 'from the source');
        update platform.server_secrets set value = 'elsewhere' where name = 'app_password'`,
      );
      const own = await query(target.url, secrets);
      await query(
        target.url,
        `insert into platform.server_secrets values ('session_key', 'from before the restore')`,
      );
      await backup({ url: source.url, file });
      const before = await contents(target.url);
      await assert.rejects(
        restore({ url: target.url, file }),
        /already holds data \(identity\.users, .*--force/,
      );
      assert.deepEqual(await contents(target.url), before);
      await restore({ url: target.url, file, force: true });
      assert.deepEqual(await contents(target.url), await contents(source.url));
      assert.deepEqual(await query(target.url, secrets), own);
    });
  });
});

const compare = (one: unknown, other: unknown): number => String(one).localeCompare(String(other));
