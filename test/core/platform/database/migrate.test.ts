import assert from 'node:assert/strict';
import pg from 'pg';
import { prepareDatabase } from '../../../../core/platform/index.ts';
import { emptyDatabase, type TestDatabase, testDatabase } from '../../../support/postgres.ts';

describe('a database that is made ready', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  before(async () => {
    database = await testDatabase();
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  /** What the catalogue says of each table, and who wrote it: it differs after any grant, one that changes nothing too. */
  const catalogue = async (): Promise<unknown> =>
    (await owner.query('select oid, xmin, relacl::text from pg_class where oid > 16383 order by oid')).rows;
  const mayRead = async (table: string): Promise<boolean> => {
    const app = new pg.Client({ connectionString: database.appUrl });
    await app.connect();
    try {
      await app.query(`select from ${table}`);
      return true;
    } catch {
      return false;
    } finally {
      await app.end();
    }
  };

  it('is only looked at where it is ready already, with a login of its own or a given one', async () => {
    const before = await catalogue();
    assert.equal((await prepareDatabase(database.url, null)).appUrl, database.appUrl);
    assert.equal((await prepareDatabase(database.url, database.appUrl)).appUrl, database.appUrl);
    assert.deepEqual(await catalogue(), before);
  });

  it('is granted anew what the restricted login has lost: a table, or a whole schema', async () => {
    const role = new URL(database.appUrl).username;
    await owner.query(`revoke select on portfolio.goals from ${role}`);
    assert.equal(await mayRead('portfolio.goals'), false);
    await prepareDatabase(database.url, null);
    assert.equal(await mayRead('portfolio.goals'), true);
    await owner.query(`revoke usage on schema portfolio from ${role}`);
    assert.equal(await mayRead('portfolio.goals'), false);
    await prepareDatabase(database.url, database.appUrl);
    assert.equal(await mayRead('portfolio.goals'), true);
  });

  it('is refused where a newer Munim has migrated it', async () => {
    await owner.query(
      `insert into public.schema_migration (name, batch, migration_time) values ('999_later', 2, now())`,
    );
    await assert.rejects(prepareDatabase(database.url, null), /999_later/);
    await owner.query(`delete from public.schema_migration where name = '999_later'`);
  });

  it('is migrated where it is empty, by one of two that come at once', async () => {
    const empty = await emptyDatabase();
    try {
      const [one, other] = await Promise.all([
        prepareDatabase(empty.url, null),
        prepareDatabase(empty.url, null),
      ]);
      assert.deepEqual(one, other);
    } finally {
      await empty.drop();
    }
  });
});
