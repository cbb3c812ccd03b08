import assert from 'node:assert/strict';
import pg from 'pg';
import { createLog, type Database, openDatabase } from '../../../../core/platform/index.ts';
import { PreparedStatements } from '../../../../core/platform/database/prepared-statements.ts';
import { type TestDatabase, testDatabase } from '../../../support/postgres.ts';
import { PATIENT_LIMITS } from '../../../support/time-limits.ts';

describe('prepared statements', () => {
  const names = (texts: readonly string[], prepared = new PreparedStatements()) =>
    texts.map((text) => prepared.nameOf(text));

  it('a text has a name from its second use on, and always the same', () => {
    assert.deepEqual(names(['select $1', 'select $2', 'select $1', 'select $1', 'select $2']), [
      undefined,
      undefined,
      'munim_1',
      'munim_1',
      'munim_2',
    ]);
  });

  it('what has no plan, is several statements or a long list of rows has none', () => {
    for (const text of [
      'BEGIN;',
      'set local lock_timeout = 5',
      'create table a (b int)',
      'select 1; select 2',
      'copy a from stdin',
      'SAVEPOINT trx2;',
      `insert into a values ${'($1), '.repeat(1000)}($1)`,
    ])
      assert.deepEqual(names([text, text, text]), [undefined, undefined, undefined], text);
  });

  it('a connection keeps a hundred and no more; what it counts has an end too', () => {
    const prepared = new PreparedStatements();
    const texts = Array.from({ length: 150 }, (_, nr) => `select ${nr}`);
    names(texts, prepared);
    const named = names(texts, prepared).filter((name) => name !== undefined);
    assert.equal(new Set(named).size, 100);
    assert.deepEqual(names(texts, prepared).slice(0, 100), named);
    const once = new PreparedStatements();
    names(['select now()', ...Array.from({ length: 1000 }, (_, nr) => `select ${nr}`)], once);
    assert.equal(once.nameOf('select now()'), undefined);
  });

  describe('of the server', () => {
    let data: TestDatabase;
    let database: Database;
    let administrator: pg.Client;
    before(async () => {
      data = await testDatabase();
      database = openDatabase({ ownerUrl: data.url, appUrl: data.appUrl }, createLog('silent'), {
        limits: PATIENT_LIMITS,
        most: { app: 1, system: 1 },
      });
      administrator = new pg.Client({ connectionString: data.url });
      await administrator.connect();
      await administrator.query('create table public.things (id int, name text)');
      await administrator.query("insert into public.things values (1, 'one'), (2, 'two')");
      await administrator.query('grant select on public.things to public');
    });
    after(async () => {
      await database.close();
      await administrator.query('drop table public.things');
      await administrator.end();
      await data.drop();
    });

    const read = (id: number) =>
      database.readAsSystem('a test', (trx) => trx('public.things').where({ id }).select('*'));
    const prepared = async (): Promise<string[]> =>
      await database.asSystem('a test', async (trx) => {
        const { rows } = await trx.raw<{ rows: { statement: string }[] }>(
          "select statement from pg_prepared_statements where statement like '%things%'",
        );
        return rows.map(({ statement }) => statement);
      });

    it('a read is planned once for all its values, and answers each of them', async () => {
      for (let times = 0; times < 8; times += 1) {
        assert.deepEqual(await read(1), [{ id: 1, name: 'one' }]);
        assert.deepEqual(await read(2), [{ id: 2, name: 'two' }]);
        assert.deepEqual(await read(3), []);
      }
      assert.deepEqual(await prepared(), ['select * from "public"."things" where "id" = $1']);
    });

    it('a statement that fails says why each time, in a transaction that goes on and one that does not', async () => {
      for (let times = 0; times < 4; times += 1) {
        await assert.rejects(
          database.readAsSystem('a test', (trx) => trx('public.things').where('wrong', 1)),
          { code: '42703' },
        );
        await assert.rejects(
          database.asSystem('a test', async (trx) => {
            const divided = () => trx.raw('select 1 / ?::int as one', [0]);
            await assert.rejects(divided(), { code: '22012' });
            await divided();
          }),
          { code: '25P02' },
        );
        // Two of the same text at once, before the server has answered the first.
        const both = await database.asSystem('a test', (trx) =>
          Promise.all([1, 2].map((id) => trx('public.things').where({ id }).pluck('name'))),
        );
        assert.deepEqual(both, [['one'], ['two']]);
      }
    });

    it('a table that has other columns by now: one read is to be tried again, and the next has them', async () => {
      for (let times = 0; times < 8; times += 1) await read(1);
      await administrator.query('alter table public.things add column size int default 7');
      await assert.rejects(read(1), { code: 'UNAVAILABLE', status: 503 });
      assert.deepEqual(await read(1), [{ id: 1, name: 'one', size: 7 }]);
    });
  });
});
