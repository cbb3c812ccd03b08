import assert from 'node:assert/strict';
import pg from 'pg';
import { prepareDatabase } from '../../../../core/platform/database/migrate.ts';
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

  it('research/Versioning 3: one that later migrations were applied to takes 051, 052 and 073 all the same', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(`
        drop schema research cascade;
        alter table evidence.events drop constraint events_of_research;
        alter table evidence.events drop column pillar;
        alter table policy.policy_promotions drop column ai_research_dossier_ids;
        -- Those from 100 to 104 build on them: a database without the first has none of them either.
        delete from public.schema_migration where (name >= '100' and name < '105') or name in
          ('051_ai_research', '052_research_events', '073_ai_research_evaluation')`);
      await prepareDatabase(database.url, database.appUrl);
      const { rows } = await client.query<{ tables: number; pillar: number }>(
        `select (select count(*)::int from information_schema.tables where table_schema = 'research') as tables,
           (select count(*)::int from information_schema.columns
            where table_schema = 'evidence' and column_name = 'pillar') as pillar`,
      );
      assert.deepEqual(rows, [{ tables: 18, pillar: 1 }]);
      assert.equal(await mayRead('research.ai_research_runs'), true);
    } finally {
      await client.end();
    }
  });

  it('research/Evaluation records: judgements are only added, and a verdict stands; both go with their person', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const refused = async (sql: string) => await assert.rejects(client.query(sql), /only added/);
    try {
      await client.query(`
        insert into identity.users (id, login, name) overriding system value values (777, 'judge', 'Judge');
        insert into research.ai_research_evaluation_cases (owner_user_id, tier, seed, inputs, inputs_hash, created_at)
          values (777, 'premium', 1, '{}', 'x', now());
        insert into research.ai_research_evaluation_judgements
          (case_id, owner_user_id, judge, ordering, latency_ms, prompt_hash, scorecard, created_at)
          select id, 777, 'one', 'FORWARD', 1, 'x', '{}', now() from research.ai_research_evaluation_cases;
        update research.ai_research_evaluation_cases set verdict = 'PASS', decided_at = now()`);
      await refused(`update research.ai_research_evaluation_cases set verdict = 'FAIL'`);
      await refused(`delete from research.ai_research_evaluation_cases`);
      await refused(`update research.ai_research_evaluation_judgements set judge = 'two'`);
      await refused(`delete from research.ai_research_evaluation_judgements`);
      await client.query('delete from identity.users where id = 777');
      const { rowCount } = await client.query('select from research.ai_research_evaluation_judgements');
      assert.equal(rowCount, 0);
    } finally {
      await client.end();
    }
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
