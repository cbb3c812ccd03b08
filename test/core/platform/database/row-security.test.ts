import assert from 'node:assert/strict';
import { query } from '../../../support/plain-database.ts';
import { testDatabase } from '../../../support/postgres.ts';

const TENANT_TABLES = `select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as forced,
    (select array_agg(polname::text order by polname) from pg_policy where polrelid = c.oid) as policies
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and exists
    (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_user_id' and not a.attisdropped)
  order by 1`;

/** What the separation keeps apart, and which roles may not get past it, is in `row-security.slow.test.ts`. */
describe('the separation of people in the database', () => {
  it('every table with rows of people is forced on the role that owns it', async () => {
    const database = await testDatabase();
    const tables = await query(database.url, TENANT_TABLES);
    await database.drop();
    assert.ok(tables.length > 90);
    for (const { name: table, forced, policies } of tables)
      assert.deepEqual([table, forced, policies], [table, true, ['own_rows', 'system_rows']]);
  });
});
