import assert from 'node:assert/strict';
import path from 'node:path';
import { createOptionsStore, type OptionsStore } from '../../../../core/options/store/index.ts';
import { createLog, parseConfig, TIME_LIMITS } from '../../../../core/platform/index.ts';
import { backUpAll, rehearseAll, restoreAll } from '../../../../core/backups/index.ts';
import { heldClock } from '../../../support/core.ts';
import { dataFolder } from '../../../support/data-folder.ts';
import {
  everyOptionsRow,
  everyRow,
  fillEveryOptionsTable,
  fillEveryTable,
} from '../../../support/full-database.ts';
import { STORES, type StoreKind } from '../../../support/options-world.ts';
import { query } from '../../../support/plain-database.ts';
import { type TestDatabase, testDatabase } from '../../../support/postgres.ts';

const log = createLog('silent');

/** An installation on which nothing runs, with this main database. */
async function installation(kind: StoreKind, { url }: TestDatabase) {
  const options = kind === 'postgres' ? await testDatabase() : null;
  const folder = dataFolder();
  const config = parseConfig({
    DATA_DIR: folder.path,
    BROKER_SECRET_KEY: 'one key for both installations',
    DATABASE_URL: url,
    OPTIONS_DATABASE_URL: options?.url ?? '',
  });
  return {
    place: { config, log, server: { ownerUrl: url, embedded: true } },
    async withStore<T>(work: (store: OptionsStore) => Promise<T>): Promise<T> {
      const store = createOptionsStore(
        { config, log, clock: heldClock('2026-03-02T04:00:00Z') },
        TIME_LIMITS,
      );
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
    async close() {
      await Promise.all([options?.drop(), folder.remove()]);
    },
  };
}

describe('a backup of every table', function () {
  this.timeout(600_000);
  /** Full from the beginning, and empty before the first restore. */
  let source: TestDatabase;
  let target: TestDatabase;
  const opened: Awaited<ReturnType<typeof installation>>[] = [];
  const open = async (kind: StoreKind, database: TestDatabase) => {
    const made = await installation(kind, database);
    opened.push(made);
    return made;
  };
  before(async () => {
    [source, target] = [await testDatabase(), await testDatabase()];
    await fillEveryTable(source.url);
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  after(async () => {
    for (const database of [source, target]) await database.drop();
  });

  it('is tried with rows in each of them', async () => {
    // A table that the filling forgot would be compared with nothing.
    const all = await everyRow(source.url, 'all');
    assert.deepEqual(
      Object.keys(all).filter((name) => (all[name] as unknown[]).length === 0),
      // Its rows end with the transaction that writes them.
      ['market.data_changes'],
    );
  });

  for (const [nr, kind] of STORES.entries()) {
    it(`brings back each row, with options in ${kind}`, async () => {
      const from = await open(kind, source);
      await from.withStore(fillEveryOptionsTable);
      const file = path.join(from.place.config.DATA_DIR, 'backups', 'full.backup');
      await backUpAll(from.place, file);
      const kept = withoutSecrets(await everyRow(source.url, 'in a backup'));
      const options = await from.withStore((store) => everyOptionsRow(store, 'in a backup'));

      const into = await open(kind, target);
      const isFull = nr > 0;
      if (isFull) {
        await query(
          target.url,
          `update identity.users set name = 'changed'; delete from policy.policy_promotions`,
        );
        await into.withStore(fillEveryOptionsTable);
        await assert.rejects(restoreAll(into.place, file, false), /already holds data/);
      }
      await restoreAll(into.place, file, isFull);
      assert.deepEqual(withoutSecrets(await everyRow(target.url, 'all')), kept);
      const [newest] = await query(
        target.url,
        'select origin from platform.books_generations order by id desc limit 1',
      );
      assert.deepEqual(newest, { origin: 'RESTORE' });
      assert.deepEqual(await into.withStore((store) => everyOptionsRow(store, 'all')), options);

      if (isFull) return;
      const { problems } = await rehearseAll(from.place, file);
      // The rows are made up, so only the positions may disagree.
      assert.deepEqual(
        problems.filter((one) => !one.includes('do not add up to the positions')),
        [],
      );
    });
  }
});

/** The login of the restricted role stays that of each server, and each restore adds a generation. */
function withoutSecrets(rows: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(rows).filter(
      ([name]) => name !== 'platform.server_secrets' && name !== 'platform.books_generations',
    ),
  );
}
