import assert from 'node:assert/strict';
import { chmod, mkdir, rmdir, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPTION_MIGRATIONS } from '../../../migrations/options/index.ts';
import {
  createOptionsStore,
  type OptionsStore,
  STORE_FILE,
  TABLES,
} from '../../../core/options/store/index.ts';
import { Problem } from '../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../support/core.ts';
import { type OptionsWorld, optionsWorld, STORES } from '../../support/options-world.ts';

const token = (nr: number) => ({
  token_hash: `hash-${nr}`,
  label: 'a process',
  last4: 'abcd',
  created_at: '2026-03-02T06:00:00.000Z',
});

for (const kind of STORES)
  describe(`options store, in ${kind}`, () => {
    let world: OptionsWorld;
    let store: OptionsStore;
    before(async () => {
      world = await optionsWorld(kind);
      ({ store } = world.core.options);
    });
    beforeEach(() => world.anew());
    after(() => world.close());

    it('has every table of the workspace, each with the person whose row it is', async () => {
      assert.equal(store.dialect, kind);
      await store.read(world.owner, async (workspace) => {
        for (const table of TABLES) assert.deepEqual(await workspace.rows(table), [], table);
      });
      const there = await store.asSystem('the tables of the store', async (knex) =>
        kind === 'sqlite'
          ? ((await knex('sqlite_master').where({ type: 'table' }).pluck('name')) as string[])
          : ((await knex('pg_tables').where({ schemaname: 'options' }).pluck('tablename')) as string[]),
      );
      assert.deepEqual(
        there.filter((name) => name !== 'schema_migration' && !name.startsWith('sqlite_')).toSorted(),
        [...TABLES].toSorted(),
      );
    });

    it('a change is whole or nothing, and counts the revision up', async () => {
      const before = await store.revision(world.owner);
      await assert.rejects(
        store.change(world.owner, async (workspace) => {
          await workspace.insert('ingest_tokens', [token(1)]);
          throw new Error('broken off');
        }),
        /broken off/,
      );
      assert.equal(await store.revision(world.owner), before);
      await store.change(
        world.owner,
        async (workspace) => await workspace.insert('ingest_tokens', [token(1)]),
      );
      assert.equal(await store.revision(world.owner), before + 1);
      assert.equal((await store.read(world.owner, async (own) => await own.rows('ingest_tokens'))).length, 1);
    });

    it('changes of one person at the same time come one after the other: what one read, nobody else has written since', async () => {
      // As a second process, with connections of its own.
      const other = createOptionsStore(world.core, world.core.database.limits);
      const add = async (via: OptionsStore) =>
        await via.change(world.owner, async (workspace) => {
          const [row] = await workspace.rows<{ settings_json: string }>('workspace_settings');
          const count = Number(row?.settings_json ?? 0) + 1;
          await workspace.insert(
            'workspace_settings',
            [{ settings_json: String(count), updated_at: 'now' }],
            { key: [], columns: ['settings_json'] },
          );
        });
      await Promise.all(Array.from({ length: 40 }, (_, nr) => add(nr % 2 === 0 ? store : other)));
      const [row] = await store.read(
        world.owner,
        async (own) => await own.rows<{ settings_json: string }>('workspace_settings'),
      );
      assert.equal(row?.settings_json, '40');
      await other.close();
    });

    // A wait of ten milliseconds, told in the wrong unit, was enough for every test but not for two batches at once.
    it('a change waits for as long as another process needs for its own', async () => {
      const other = createOptionsStore(world.core, world.core.database.limits);
      await other.check();
      const order: string[] = [];
      let begun = () => undefined as void;
      const isBegun = new Promise<void>((resolve) => (begun = resolve));
      const slow = store.change(world.owner, async (workspace) => {
        await workspace.insert('ingest_tokens', [token(2)]);
        begun();
        await sleep(400);
        order.push('slow');
      });
      await isBegun;
      await other.change(world.owner, async (workspace) => {
        await workspace.insert('ingest_tokens', [token(3)]);
        order.push('quick');
      });
      await slow;
      assert.deepEqual(order, ['slow', 'quick']);
      await other.close();
    });

    it('a statement that does not say whose rows it reads is refused', async () => {
      await assert.rejects(
        store.read(world.owner, async (workspace) => await workspace.select('select * from ingest_tokens')),
        RangeError,
      );
    });

    it('a second start finds everything done, and several at once migrate once', async () => {
      const others = Array.from({ length: 3 }, () =>
        createOptionsStore(world.core, world.core.database.limits),
      );
      assert.deepEqual(await Promise.all(others.map(async (one) => await one.check())), [null, null, null]);
      const applied = await store.asSystem(
        'what was applied',
        async (knex) => await knex('schema_migration'),
      );
      assert.equal(applied.length, OPTION_MIGRATIONS.length);
      for (const one of others) await one.close();
    });

    it('a store of a newer Munim is left alone, and says so', async () => {
      await store.asSystem('a migration of the future', async (knex) => {
        await knex('schema_migration').insert({ name: '999_future', applied_at: 'later' });
      });
      const other = createOptionsStore(world.core, world.core.database.limits);
      assert.match((await other.check()) ?? '', /newer Munim \(999_future\)/);
      await other.close();
      await store.asSystem('and away with it', async (knex) => {
        await knex('schema_migration').where({ name: '999_future' }).delete();
      });
    });

    it('migrations go down and up again', async () => {
      await store.asSystem('down and up', async (knex) => {
        await knex.transaction(async (trx) => {
          for (const [, { down }] of OPTION_MIGRATIONS.toReversed()) await down(trx);
          for (const [, { up }] of OPTION_MIGRATIONS) await up(trx);
        });
      });
      assert.equal(await store.check(), null);
    });
  });

describe('options store that is away', () => {
  let world: TestCore;
  let file: string;
  beforeEach(async () => {
    world = await testCore();
    file = path.join(world.core.config.DATA_DIR, STORE_FILE);
    await mkdir(path.dirname(file), { recursive: true });
  });
  afterEach(() => world.close());

  it('portfolio/Isolation 2: the portfolio works without it, and nothing opens it', async () => {
    await writeFile(file, 'this is no database, and was never one'.repeat(100));
    const { core, owner } = world;
    await core.portfolio.portfolios.create(owner, { name: 'Long term' }, { actor: 'api:owner' });
    assert.ok((await core.portfolio.portfolios.list(owner)).some(({ name }) => name === 'Long term'));
    assert.match((await core.options.store.check()) ?? '', /damaged .*restore a backup/);
    await assert.rejects(core.options.performance.read(owner, 'LIVE'), (error: unknown) => {
      assert.ok(error instanceof Problem);
      assert.deepEqual([error.status, error.code], [503, 'OPTIONS_UNAVAILABLE']);
      return true;
    });
  });

  it('a file whose pages are damaged is found when it is opened', async () => {
    const { core, owner } = world;
    await core.options.tokens.create(owner, 'a process');
    await core.options.close();
    const { size } = await stat(file);
    await truncate(file, Math.floor(size / 2));
    const store = createOptionsStore(core, core.database.limits);
    assert.match((await store.check()) ?? '', /damaged/);
    await store.close();
  });

  it('a folder that cannot be written says what to look at', async () => {
    await chmod(path.dirname(file), 0o500);
    const store = createOptionsStore(world.core, world.core.database.limits);
    // Root may write everywhere.
    const words = await store.check();
    if (process.getuid?.() !== 0)
      assert.match(words ?? '', /cannot be opened .*folder exists and can be written/);
    await store.close();
    await chmod(path.dirname(file), 0o700);
  });

  it('is tried again after a while, and is there again', async () => {
    const { core, clock } = world;
    await mkdir(file);
    const store = createOptionsStore(core, core.database.limits);
    assert.match((await store.check()) ?? '', /cannot be opened/);
    await rmdir(file);
    assert.match((await store.check()) ?? '', /cannot be opened/, 'not at every question');
    clock.pass(1);
    assert.equal(await store.check(), null);
    await store.close();
  });
});
