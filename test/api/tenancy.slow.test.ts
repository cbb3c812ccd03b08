import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Model, type ModelClass } from 'objection';
import { ROUTES } from '../../api/routes/index.ts';
import { scriptedLlm } from '../support/scripted-chain.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { attempts } from './tenancy-attempts.ts';
import { type AshasIds, digest, furnish, MARK, ownedTables, workspaceRows } from './tenancy-world.ts';

/** Routes that speak to strangers: a code may be asked for in anybody's name. */
const OPEN = new Set(['POST /api/auth/request-code', 'POST /api/auth/verify']);

/** All tables are read after this many routes: after each of them it would take half of the time. */
const ROUTES_A_LOOK = 20;

describe('tenancy', () => {
  let world: TestApi;
  let asha: ApiClient & { userId: string };
  let ravi: ApiClient & { userId: string };
  let ids: AshasIds;
  let tables: string[];
  before(async () => {
    world = await testApi({
      llm: scriptedLlm({ answers: ({ messages }) => messages.at(-1)?.text ?? '' }),
      environment: {
        PORTFOLIO_AI_RESEARCH_ENABLED: '1',
        PORTFOLIO_CHAT_ENABLED: '1',
        PORTFOLIO_CHAT_BOT_TOKEN: '123456:abcdefghijklmnopqrstuvwxyz',
      },
    });
    asha = await world.signedIn('asha');
    ravi = await world.signedIn('ravi');
    ids = await furnish(world, asha.userId);
    tables = await ownedTables(world.core.database.systemPool);
  });
  after(() => world.close());

  it('every owned table has a row of hers to try for, and row-level security', async () => {
    const { rows } = await world.core.database.systemPool.query<{
      name: string;
      secured: boolean;
      policies: string;
    }>(
      `select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as secured,
         (select count(*) from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c join pg_namespace n on n.oid = c.relnamespace`,
    );
    for (const table of tables) {
      const found = rows.find(({ name }) => name === table);
      assert.deepEqual([found?.secured, found?.policies], [true, '2'], table);
    }
    for (const line of await digest(world.core.database.systemPool, tables, asha.userId))
      assert.doesNotMatch(line, / 0$/, `furnish() gives no row: ${line}`);
    assert.ok(tables.length >= 20);
  });

  it('every route of the table is tried', () => {
    const known = new Set([...Object.keys(attempts(ids)), ...OPEN]);
    const there = ROUTES.map(({ method, path: at }) => `${method} ${at}`);
    assert.deepEqual(
      there.filter((one) => !known.has(one)),
      [],
      'say in attempts() how a stranger would misuse these routes',
    );
    assert.deepEqual(
      [...known].filter((one) => !there.includes(one)),
      [],
      'these are no routes any more',
    );
  });

  it('through no route can another person read or change her rows', async () => {
    const pool = world.core.database.systemPool;
    const before = await digest(pool, tables, asha.userId);
    const workspace = await workspaceRows(world.core, asha.userId);
    assert.ok(workspace.length >= 15, 'her options workspace has rows to try for');
    const unchanged = async (names: readonly string[]): Promise<void> => {
      const what = `one of these changed something of hers: ${names.join(', ')}`;
      assert.deepEqual(await digest(pool, tables, asha.userId), before, what);
      assert.deepEqual(await workspaceRows(world.core, asha.userId), workspace, what);
    };
    let tried: string[] = [];
    for (const [name, tries] of Object.entries(attempts(ids))) {
      const method = name.split(' ')[0] ?? '';
      for (const { path: at, body, headers, right = [404] } of tries) {
        const needsBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
        const answer = await ravi.request(method, at, {
          ...(needsBody ? { body: body ?? {} } : {}),
          ...(headers === undefined ? {} : { headers }),
        });
        assert.ok(
          right.includes(answer.status),
          `${method} ${at} answered ${answer.status}: ${answer.text.slice(0, 300)}`,
        );
        const isEcho = new RegExp(MARK, 'i').test(at);
        if (!isEcho)
          assert.doesNotMatch(answer.text, new RegExp(MARK, 'i'), `${method} ${at} shows what is hers`);
      }
      tried.push(name);
      if (tried.length < ROUTES_A_LOOK) continue;
      await unchanged(tried);
      tried = [];
    }
    await unchanged(tried);
  });

  /** Runs statements under the restricted role. @returns how many rows each touched, or why it was refused. */
  async function triedBy(
    userId: string,
    statements: readonly string[],
  ): Promise<{ sql: string; touched: number; refusal: string | null }[]> {
    return await world.core.database.asUser(userId, async (trx) => {
      await trx.raw("select set_config('tried.statements', ?, true)", [JSON.stringify(statements)]);
      // One that fails is undone by itself, and the others go on.
      await trx.raw(`do $$ declare one text; touched bigint; refusal text; found jsonb := '[]';
        begin
          for one in select jsonb_array_elements_text(current_setting('tried.statements')::jsonb) loop
            touched := 0;
            refusal := null;
            begin
              execute one;
              get diagnostics touched = row_count;
            exception when others then refusal := sqlerrm;
            end;
            found := found || jsonb_build_object('sql', one, 'touched', touched, 'refusal', refusal);
          end loop;
          perform set_config('tried.found', found::text, true);
        end $$`);
      const { rows } = await trx.raw<{ rows: { found: string }[] }>(
        "select current_setting('tried.found') as found",
      );
      const found = JSON.parse(rows[0]?.found ?? '[]') as {
        sql: string;
        touched: number;
        refusal: string | null;
      }[];
      assert.equal(found.length, statements.length);
      return found;
    });
  }

  it('under the restricted role another person sees none of her rows and can change none, in any table', async () => {
    const { database } = world.core;
    const before = await digest(database.systemPool, tables, asha.userId);
    const { rows } = await database.systemPool.query<{ one: string; row: Record<string, unknown> }>(
      tables
        .map(
          (table) =>
            `(select '${table}' as one, to_jsonb(t) as row from ${table} t where owner_user_id = $1 limit 1)`,
        )
        .join(' union all '),
      [asha.userId],
    );
    const [his, hers] = [ravi.userId, asha.userId];
    const tries = tables.flatMap((table) => {
      const row = rows.find(({ one }) => one === table)?.row ?? {};
      const columns = Object.keys(row)
        .filter((column) => column !== 'id')
        .join(', ');
      const json = JSON.stringify(row).replaceAll("'", "''");
      return [
        `select 1 from ${table} where owner_user_id = ${hers}`,
        `delete from ${table} where owner_user_id = ${hers}`,
        `update ${table} set owner_user_id = ${his} where owner_user_id = ${hers}`,
        `update ${table} set owner_user_id = ${hers} where owner_user_id = ${hers}`,
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, '${json}'::jsonb)`,
      ];
    });
    const refusals = /permission denied|row-level security|violates|cannot insert|can only be updated/;
    for (const { sql, touched, refusal } of await triedBy(his, tries)) {
      if (refusal !== null) assert.match(refusal, refusals, sql);
      assert.equal(touched, 0, sql);
    }
    assert.deepEqual(await digest(database.systemPool, tables, asha.userId), before);
  });

  it('without a user the restricted role sees nothing at all', async () => {
    // She herself sees rows.
    const own = await triedBy(
      asha.userId,
      tables.map((table) => `select 1 from ${table}`),
    );
    assert.ok(own.filter(({ touched }) => touched > 0).length >= 20);
    for (const { sql, touched, refusal } of await triedBy(
      '',
      tables.map((table) => `select 1 from ${table}`),
    )) {
      if (refusal !== null) assert.match(refusal, /permission denied/, sql);
      assert.equal(touched, 0, sql);
    }
  });

  it('through no Objection model can another person read or change her rows', async () => {
    const { database } = world.core;
    const models = await allModels();
    assert.ok(models.length >= 15);
    const before = await digest(database.systemPool, tables, asha.userId);
    for (const model of models) {
      assert.ok(
        tables.includes(model.tableName),
        `${model.name} stands for ${model.tableName}, which belongs to nobody`,
      );
      const run = (what: string, work: (query: ReturnType<typeof model.query>) => PromiseLike<unknown>) =>
        database
          .asUser(ravi.userId, async (trx) => await work(model.query(trx)))
          .catch((error: Error) => {
            assert.match(error.message, /permission denied/, `${what} ${model.name}`);
            return [];
          });
      const seen = await run('read', (query) => query.select('owner_user_id'));
      assert.ok(!JSON.stringify(seen).includes(`"${asha.userId}"`), model.name);
      const isUsers = model.tableName === 'identity.users';
      const column = isUsers ? 'id' : 'owner_user_id';
      const change = isUsers ? { name: 'Stolen' } : { owner_user_id: asha.userId };
      const changed = await run('change', (query) => query.where(column, asha.userId).patch(change as never));
      assert.ok(
        changed === 0 || JSON.stringify(changed) === '[]',
        `${model.name} ${JSON.stringify(changed)}`,
      );
      const deleted = await run('delete', (query) => query.where(column, asha.userId).delete());
      assert.ok(deleted === 0 || JSON.stringify(deleted) === '[]', model.name);
    }
    assert.deepEqual(await digest(database.systemPool, tables, asha.userId), before);
  });
});

/** Every model of every area, found by the files' name. */
async function allModels(): Promise<ModelClass<Model>[]> {
  const core = path.resolve(import.meta.dirname, '../../core');
  const found = new Set<ModelClass<Model>>();
  for (const file of await readdir(core, { recursive: true })) {
    if (path.basename(file) !== 'models.ts') continue;
    const exports = Object.values((await import(path.join(core, file))) as Record<string, unknown>);
    for (const value of exports.flat()) {
      if (typeof value === 'function' && value.prototype instanceof Model)
        found.add(value as ModelClass<Model>);
    }
  }
  return [...found];
}
