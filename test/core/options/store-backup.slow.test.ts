import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { RECORD_KINDS } from '../../../core/options/index.ts';
import { createIngest } from '../../../core/options/ingest/index.ts';
import {
  createOptionsStore,
  type OptionsStore,
  storeBackup,
  TABLES,
} from '../../../core/options/store/index.ts';
import { createLog, parseConfig, TIME_LIMITS } from '../../../core/platform/index.ts';
import { heldClock } from '../../support/core.ts';
import { dataFolder } from '../../support/data-folder.ts';
import { testDatabase } from '../../support/postgres.ts';
import { backup, restore } from '../../../core/platform/backup/backup.ts';
import {
  closedTrade,
  freshId,
  newOptionsWorld,
  type OptionsWorld,
  type StoreKind,
} from '../../support/options-world.ts';

const NOW = '2026-06-15T10:00:00.000Z';

describe('backup of the options workspace', () => {
  let folder: string;
  const closing: (() => Promise<void>)[] = [];
  before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'munim-backup-'))));
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  after(() => rm(folder, { recursive: true }));

  const open = async (kind: StoreKind): Promise<OptionsWorld> => {
    const world = await newOptionsWorld(kind, { at: NOW });
    closing.push(() => world.close());
    return world;
  };
  const contents = async (store: OptionsStore, owner: string) =>
    await store.read(owner, async (workspace) => {
      const found: Record<string, string[]> = {};
      for (const table of TABLES)
        if (table !== 'ingest_tokens')
          found[table] = (await workspace.rows(table)).map((row) => JSON.stringify(row)).toSorted();
      return found;
    });
  const write = async (world: OptionsWorld, name: string) =>
    await backup({
      url: world.core.config.DATABASE_URL ?? '',
      file: path.join(folder, name),
      attached: storeBackup(world.core.options.store),
    });
  /** A database and a store on which nothing runs. */
  const stopped = async (kind: StoreKind) => {
    const database = await testDatabase();
    const postgres = kind === 'postgres' ? await testDatabase() : null;
    const data = dataFolder();
    const store = createOptionsStore(
      {
        config: parseConfig({ DATA_DIR: data.path, OPTIONS_DATABASE_URL: postgres?.url ?? '' }),
        log: createLog('silent'),
        clock: heldClock(NOW),
      },
      TIME_LIMITS,
    );
    closing.push(async () => {
      await store.close();
      await database.drop();
      await postgres?.drop();
      await data.remove();
    });
    return {
      store,
      database,
      restore: async (name: string, force = false) =>
        await restore({
          url: database.url,
          file: path.join(folder, name),
          force,
          attached: storeBackup(store),
        }),
    };
  };

  for (const [from, to] of [
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ] as const)
    it(`everything comes back, from ${from} into ${to}, but for the tokens that open it`, async () => {
      const world = await open(from);
      await world.take(...RECORD_KINDS.map(({ example }) => example));
      await world.take(
        ...Array.from({ length: 1_200 }, (_, nr) => ({
          id: freshId('signal'),
          kind: 'signal',
          at: NOW,
          mode: 'DRY_RUN',
          strategy: 'iron_condor',
          outcome: 'SEEN',
          detail: nr % 3 === 0 ? 'a line\nand a \\ backslash, a ₹ and a "quote"' : null,
        })),
      );
      await world.core.options.tokens.create(world.owner, 'a process');
      const before = await contents(world.core.options.store, world.owner);
      const { rows } = await write(world, `${from}-${to}`);
      assert.ok(rows > 2_400, 'records and their register');
      const target = await stopped(to);
      assert.equal((await target.restore(`${from}-${to}`)).rows, rows);
      assert.deepEqual(await contents(target.store, world.owner), before);
      const tokens = await target.store.read(world.owner, async (own) => await own.rows('ingest_tokens'));
      assert.deepEqual(tokens, []);
    });

  it('a workspace that holds something is replaced only with force, and stays as it is where the restore fails or the backup is of a Munim without one', async () => {
    const world = await open('sqlite');
    await world.take(closedTrade('kept', NOW));
    await write(world, 'one');
    await backup({ url: world.core.config.DATABASE_URL ?? '', file: path.join(folder, 'without') });
    const other = await stopped('sqlite');
    const ingest = createIngest({ clock: heldClock(NOW) }, other.store);
    await ingest('1', [closedTrade('mine', NOW)]);
    const before = await contents(other.store, '1');
    await assert.rejects(other.restore('one'), /already holds data \(options\./);
    assert.deepEqual(await contents(other.store, '1'), before);
    await other.restore('without');
    assert.deepEqual(await contents(other.store, '1'), before);
    // Refused by the database, when the store is emptied already.
    const client = new pg.Client({
      connectionString: other.database.url,
      application_name: 'munim elsewhere:1',
    });
    await client.connect();
    await assert.rejects(other.restore('one', true), /Munim is running on this database/);
    await client.end();
    assert.deepEqual(await contents(other.store, '1'), before);
    await other.restore('one', true);
    assert.deepEqual(
      await contents(other.store, world.owner),
      await contents(world.core.options.store, world.owner),
    );
  });
});
