import assert from 'node:assert/strict';
import { query } from '../../../support/plain-database.ts';
import { testDatabase } from '../../../support/postgres.ts';

const TENANT_TABLES = `select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as forced,
    (select array_agg(polname::text order by polname) from pg_policy where polrelid = c.oid) as policies
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and exists
    (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_user_id' and not a.attisdropped)
  order by 1`;

/** Tables of `identity` are read before the owner is known: their keys are unique across all people. */
const KEYS_WITHOUT_OWNER = `select i.indexrelid::regclass::text as name
  from pg_index i join pg_class c on c.oid = i.indrelid
  join pg_namespace n on n.oid = c.relnamespace and n.nspname <> 'identity'
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_user_id' and not a.attisdropped
  where i.indisunique and not a.attnum = any(i.indkey)`;

/** References without the owner between two tables by owner. */
const REFERENCES_WITHOUT_OWNER = `select f.conrelid::regclass || ' ' || f.conname as name
  from pg_constraint f
  join pg_attribute a on a.attrelid = f.conrelid and a.attname = 'owner_user_id' and not a.attisdropped
  join pg_attribute b on b.attrelid = f.confrelid and b.attname = 'owner_user_id' and not b.attisdropped
  where f.contype = 'f' and f.confrelid <> 'identity.users'::regclass and not (a.attnum = any(f.conkey) and b.attnum = any(f.confkey))`;

/** Shared tables with a reference to a table by owner, which a database spread by owner cannot keep. */
const SHARED_REFERENCES = `select f.conrelid::regclass || ' ' || f.conname as name
  from pg_constraint f
  join pg_attribute b on b.attrelid = f.confrelid and b.attname = 'owner_user_id' and not b.attisdropped
  where f.contype = 'f' and f.confrelid <> 'identity.users'::regclass and not exists (
    select from pg_attribute a where a.attrelid = f.conrelid and a.attname = 'owner_user_id' and not a.attisdropped)`;

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

  it('every unique key and every reference of such a table carries the owner, as a database spread by owner needs', async () => {
    const database = await testDatabase();
    const found = await Promise.all(
      [KEYS_WITHOUT_OWNER, REFERENCES_WITHOUT_OWNER, SHARED_REFERENCES].map((sql) =>
        query(database.url, sql),
      ),
    );
    await database.drop();
    assert.deepEqual(
      found.map((rows) => rows.map(({ name }) => name)),
      [[], [], []],
    );
  });
});
