import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import {
  createLog,
  type Database,
  type DbTransaction,
  openDatabase,
  parseConfig,
} from '../../../../core/platform/index.ts';
import { prepareDatabase } from '../../../../core/platform/database/migrate.ts';
import { backup, restore } from '../../../../core/platform/backup/backup.ts';
import { rehearseAll } from '../../../../core/backups/index.ts';
import { storeResult } from '../../../support/backtest-rows.ts';
import { dataFolder } from '../../../support/data-folder.ts';
import { everyRow, fillEveryTable } from '../../../support/full-database.ts';
import { query } from '../../../support/plain-database.ts';
import { emptyDatabase } from '../../../support/postgres.ts';
import { share } from '../../../support/price-panel.ts';
import { PATIENT_LIMITS } from '../../../support/time-limits.ts';

const TENANT_TABLES = `select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as forced,
    (select array_agg(polname::text order by polname) from pg_policy where polrelid = c.oid) as policies
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and exists
    (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_user_id' and not a.attisdropped)
  order by 1`;

/**
 * Tries to read, change and delete the rows of the first person in each table, and leaves what it could in a setting. No
 * right to a table at all, or a column that only the database writes, is no leak.
 */
const leaksIn = (tables: readonly string[]): string => {
  const attempt = (what: string, sql: string): string => `
    begin
      execute format('${sql}', t);
      get diagnostics n = row_count;
      if n > 0 then leaks := leaks || '${what} ' || t || E'\\n'; end if;
    exception
      when insufficient_privilege or generated_always then null;
      when others then leaks := leaks || '${what} ' || t || ': ' || sqlerrm || E'\\n';
    end;`;
  return `do $$ declare t text; n int; leaks text := ''; begin
    foreach t in array array['${tables.join("', '")}'] loop
      ${attempt('reads', 'select 1 from %s where owner_user_id = 1')}
      ${attempt('changes', 'update %s set owner_user_id = 2 where owner_user_id = 1')}
      ${attempt('deletes', 'delete from %s where owner_user_id = 1')}
    end loop;
    perform set_config('rls_test.leaks', leaks, true);
  end $$`;
};

/** The word that every role of this file begins with: roles belong to the server and not to one database. */
const RUN = `rls_${randomBytes(4).toString('hex')}`;

describe('the separation of people in the database', function () {
  this.timeout(600_000);
  /** Reached by its superuser; the tables belong to a role that is none, as at a hosting company. */
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let ownerUrl: string;
  let name: string;
  const urlOf = (role: string): string => {
    const url = new URL(database.url);
    [url.username, url.password] = [role, 'secret'];
    return url.href;
  };
  const roleOf = (kind: string): string => `${RUN}_${kind}`;
  const ask = async (sql: string) => await query(database.url, sql);
  before(async () => {
    database = await emptyDatabase();
    name = new URL(database.url).pathname.slice(1);
    ownerUrl = urlOf(roleOf('owner'));
    await ask(`create role ${roleOf('owner')} login createrole createdb password 'secret';
      alter database ${name} owner to ${roleOf('owner')}`);
    await prepareDatabase(ownerUrl, null);
    await fillEveryTable(database.url);
  });
  after(async () => {
    const made = await ask(`select value as name from platform.server_secrets where name = 'app_role'`);
    await database.drop();
    const other = await emptyDatabase();
    const roles = await query(
      other.url,
      `select rolname as name from pg_roles where starts_with(rolname, '${RUN}')`,
    );
    for (const role of [...made, ...roles])
      await query(other.url, `drop role if exists "${String(role['name'])}"`);
    await other.drop();
  });

  const opened = async (appUrl: string, work: (db: Database) => Promise<void>): Promise<void> => {
    const db = openDatabase({ ownerUrl, appUrl }, createLog('silent'), { limits: PATIENT_LIMITS });
    try {
      await work(db);
    } finally {
      await db.close();
    }
  };

  /** What the second person gets at of the first, in every table; empty where they are separated. */
  const leaksOf = async (appUrl: string, only?: string): Promise<string[]> => {
    const tables = only ? [only] : (await ask(TENANT_TABLES)).map((row) => String(row['name']));
    const undone = new Error('undone');
    let leaks = '';
    await opened(appUrl, async (db) => {
      const tried = db.asUser('2', async (trx) => {
        await trx.raw(leaksIn(tables));
        const { rows } = await trx.raw<{ rows: { leaks: string }[] }>(
          `select current_setting('rls_test.leaks') as leaks`,
        );
        leaks = rows[0]?.leaks ?? assert.fail('nothing was looked at');
        throw undone;
      });
      await assert.rejects(tried, undone);
    });
    return leaks.split('\n').filter((line) => line !== '');
  };

  it('holds under a role of Munim’s own, and under the owner itself, whatever let that in', async () => {
    const { appUrl } = await prepareDatabase(ownerUrl, null);
    assert.deepEqual(await leaksOf(appUrl), []);
    assert.deepEqual(await leaksOf(ownerUrl), []);
    const table = 'notifications.preferences';
    await ask(`alter table ${table} no force row level security`);
    const found = await leaksOf(ownerUrl, table);
    await ask(`alter table ${table} force row level security`);
    assert.deepEqual(found[0], `reads ${table}`, 'a table that is not separated is found');
    await opened(ownerUrl, async (db) => {
      const own = await db.asUser(
        '2',
        async (trx) => await trx('portfolio.holdings').select('owner_user_id'),
      );
      assert.deepEqual(own, [{ owner_user_id: '2' }]);
      const all = await db.asSystem(
        'test',
        async (trx) => await trx('portfolio.holdings').pluck('owner_user_id'),
      );
      assert.deepEqual(new Set(all), new Set(['1', '2']));
      const named = await db.asSystem(
        { why: 'test', owner: '2' },
        async (trx) => await trx('portfolio.holdings').pluck('owner_user_id'),
      );
      assert.deepEqual(named, ['2'], 'system work that names its owner sees the rows of that person alone');
    });
  });

  const kinds: [kind: string, sql: (role: string, owner: string) => string, refusal: RegExp][] = [
    ['superuser', (role) => `alter role ${role} superuser`, /is a superuser.*plain login role/],
    ['copying', (role) => `alter role ${role} replication`, /has REPLICATION/],
    ['bypassing', (role) => `alter role ${role} bypassrls`, /has BYPASSRLS/],
    ['member', (role, owner) => `grant ${owner} to ${role}`, /is a member of \S+_owner, which owns .*revoke/],
    [
      'asking',
      (role, owner) => `alter role ${role} noinherit; grant ${owner} to ${role}`,
      /is a member of \S+_owner, which owns/,
    ],
    [
      'chained',
      (role, owner) =>
        `create role ${role}_a; create role ${role}_b noinherit; grant ${owner} to ${role}_b;
         grant ${role}_b to ${role}_a; grant ${role}_a to ${role}`,
      /is a member of \S+_owner, which owns/,
    ],
    [
      'of_bypassing',
      (role) => `create role ${role}_a bypassrls; grant ${role}_a to ${role}`,
      /is a member of \S+_a, which has BYPASSRLS/,
    ],
    [
      'of_files',
      (role) => `grant pg_read_server_files to ${role}`,
      /may use files and programs of the server/,
    ],
    [
      'owning_schema',
      (role) => `grant create on database ${name} to ${role}; alter schema strategy owner to ${role}`,
      /owns schema strategy/,
    ],
  ];
  for (const [kind, sql, refusal] of kinds)
    it(`refuses to start with a role that can get past it: ${kind}`, async () => {
      const role = roleOf(kind);
      await ask(`create role ${role} login password 'secret'; ${sql(role, roleOf('owner'))}`);
      await assert.rejects(prepareDatabase(ownerUrl, urlOf(role)), refusal);
      const [rights] = await ask(
        `select count(*)::int as n from information_schema.role_table_grants where grantee = '${role}'`,
      );
      assert.deepEqual(rights, { n: 0 });
      await ask(
        `alter schema strategy owner to ${roleOf('owner')}; revoke all on database ${name} from ${role}`,
      );
    });

  it('refuses the owner itself, a wrong password, and the role of Munim once it was given more', async () => {
    await assert.rejects(
      prepareDatabase(ownerUrl, ownerUrl),
      /_owner owns .*Set DATABASE_APP_URL to a plain/,
    );
    const wrong = new URL(ownerUrl);
    [wrong.username, wrong.password] = [roleOf('nobody'), 'x'];
    await assert.rejects(prepareDatabase(ownerUrl, wrong.href), /Cannot log in as the restricted role/);
    const { appUrl } = await prepareDatabase(ownerUrl, null);
    const role = new URL(appUrl).username;
    await ask(`create role ${roleOf('more')} bypassrls; grant ${roleOf('more')} to "${role}"`);
    await assert.rejects(prepareDatabase(ownerUrl, null), /is a member of \S+_more, which has BYPASSRLS/);
    await ask(`revoke ${roleOf('more')} from "${role}"`);
    await prepareDatabase(ownerUrl, null);
  });

  it('starts with a plain role, also one that may read all data, and separates people under it', async () => {
    for (const kind of ['plain', 'reading'] as const) {
      const role = roleOf(kind);
      await ask(`create role ${role} login password 'secret'`);
      if (kind === 'reading') await ask(`grant pg_read_all_data, pg_write_all_data to ${role}`);
      const urls = await prepareDatabase(ownerUrl, urlOf(role));
      assert.deepEqual(await leaksOf(urls.appUrl), []);
    }
  });

  it('starts beside tables of another program, and whatever path names are looked up by', async () => {
    const other = roleOf('other');
    await ask(`create role ${other}; create schema shop authorization ${other}; create table shop.orders (id int);
      alter table shop.orders enable row level security, force row level security, owner to ${other};
      alter database ${name} set search_path = platform, public`);
    const { appUrl } = await prepareDatabase(ownerUrl, null);
    assert.deepEqual(await leaksOf(appUrl), []);
    await ask(`drop schema shop cascade; alter database ${name} reset search_path`);
  });

  it('refuses to start where a table is not separated any more', async () => {
    for (const [undo, redo] of [
      [
        'alter table portfolio.holdings no force row level security',
        'alter table portfolio.holdings force row level security',
      ],
      ['create policy more on portfolio.holdings using (true)', 'drop policy more on portfolio.holdings'],
    ] as const) {
      await ask(undo);
      await assert.rejects(
        prepareDatabase(ownerUrl, null),
        /does not separate people in portfolio\.holdings\. Remove the policies/,
      );
      await ask(redo);
    }
    await prepareDatabase(ownerUrl, null);
  });

  it('refuses to start where policies are in place and one person reaches a row of another all the same', async () => {
    const [{ body = '' } = {}] = (await ask(
      `select pg_get_functiondef('platform.current_user_id'::regproc) as body`,
    )) as { body?: string }[];
    const before = await ask('select * from notifications.preferences order by 1, 2');
    await ask(
      `create or replace function platform.current_user_id() returns bigint language sql stable as 'select 1::bigint'`,
    );
    await assert.rejects(prepareDatabase(ownerUrl, null), /does not keep people apart/);
    await ask(body);
    await prepareDatabase(ownerUrl, null);
    assert.deepEqual(await ask('select * from notifications.preferences order by 1, 2'), before);
  });

  it('lets the owner, who is no superuser, store the rows of a backtest, which go when their person deletes it', async () => {
    const { appUrl } = await prepareDatabase(ownerUrl, null);
    const run = { id: '77', owner_user_id: '1' };
    const event = {
      date: '2024-01-01',
      security: 0,
      kind: 'ENTERED',
      message: 'AAA entered.',
      amount: null,
    } as const;
    await opened(appUrl, async (db) => {
      const stored = async (trx: DbTransaction) =>
        await trx('strategy.run_results').where({ run_id: run.id }).pluck('section');
      await db.asSystem('store a backtest', async (trx) => {
        await trx.raw(`insert into strategy.research_runs (id, owner_user_id, name, status, config, from_day, to_day,
            initial_capital, failure, finished_at)
          values (77, 1, 'One', 'FAILED', '{}', '2024-01-01', '2024-02-01', 1, 'none', now())`);
        await storeResult(trx, run, { events: [event] }, [share('AAA')]);
        assert.deepEqual(await stored(trx), ['EVENTS']);
      });
      await db.asUser('2', async (trx) => await trx('strategy.research_runs').where({ id: run.id }).delete());
      assert.equal((await db.asSystem('look', stored)).length, 1);
      await db.asUser('1', async (trx) => await trx('strategy.research_runs').where({ id: run.id }).delete());
      assert.deepEqual(await db.asSystem('look', stored), []);
    });
  });

  it('leaves backup, check and restore to the owner, who is no superuser', async () => {
    const folder = dataFolder();
    const file = path.join(folder.path, 'owner.backup');
    const target = await emptyDatabase();
    try {
      await backup({ url: ownerUrl, file });
      const config = parseConfig({ DATA_DIR: folder.path, DATABASE_URL: ownerUrl });
      const place = { config, log: createLog('silent'), server: { ownerUrl, embedded: false } };
      const { problems } = await rehearseAll(place, file);
      // The rows are made up, so only the positions may disagree.
      assert.deepEqual(
        problems.filter((one) => !one.includes('do not add up')),
        [],
      );
      const expected = await everyRow(database.url, 'in a backup');
      const other = new URL(target.url);
      [other.username, other.password] = [roleOf('owner'), 'secret'];
      await query(target.url, `alter database ${other.pathname.slice(1)} owner to ${roleOf('owner')}`);
      await restore({ url: other.href, file });
      // A restore adds its own row to the generations of the books.
      const { 'platform.books_generations': generations, ...found } = await everyRow(target.url, 'all');
      const { 'platform.books_generations': before, ...others } = expected;
      assert.deepEqual(found, { ...others, 'platform.server_secrets': [] });
      assert.equal((generations as unknown[]).length, (before as unknown[]).length + 1);
      assert.deepEqual(
        (await query(target.url, TENANT_TABLES)).filter(({ forced }) => forced !== true),
        [],
      );
      // A role that sees its own part only writes no backup with holes.
      const { appUrl } = await prepareDatabase(ownerUrl, null);
      await assert.rejects(
        backup({ url: appUrl, file: `${file}.part` }),
        /permission denied|does not see every row/,
      );
    } finally {
      await target.drop();
      await folder.remove();
    }
  });

  it('goes on when the tables are given to another role', async () => {
    const next = roleOf('next');
    await ask(
      `create role ${next} login createrole password 'secret'; reassign owned by ${roleOf('owner')} to ${next}`,
    );
    const before = ownerUrl;
    ownerUrl = urlOf(next);
    try {
      const role = roleOf('plain_again');
      await ask(`create role ${role} login password 'secret'`);
      await prepareDatabase(ownerUrl, urlOf(role));
      await opened(urlOf(role), async (db) => {
        const all = await db.asSystem(
          'test',
          async (trx) => await trx('portfolio.holdings').pluck('owner_user_id'),
        );
        assert.equal(all.length, 2);
      });
    } finally {
      await ask(`reassign owned by ${next} to ${roleOf('owner')}`);
      ownerUrl = before;
    }
  });
});
