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
import { testDatabase } from '../../../support/postgres.ts';

const log = createLog('silent');

/** An installation on which nothing runs. */
async function installation(kind: StoreKind) {
  const [database, options] = [await testDatabase(), kind === 'postgres' ? await testDatabase() : null];
  const folder = dataFolder();
  const config = parseConfig({
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    OPTIONS_DATABASE_URL: options?.url ?? '',
  });
  return {
    place: { config, log, server: { ownerUrl: database.url, embedded: true } },
    url: database.url,
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
      await Promise.all([database.drop(), options?.drop(), folder.remove()]);
    },
  };
}

describe('a backup of every table', function () {
  this.timeout(600_000);
  const opened: Awaited<ReturnType<typeof installation>>[] = [];
  const open = async (kind: StoreKind) => {
    const made = await installation(kind);
    opened.push(made);
    return made;
  };
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  for (const kind of STORES) {
    it(`brings back each row, with options in ${kind}`, async () => {
      const source = await open(kind);
      await fillEveryTable(source.url);
      const all = await everyRow(source.url, 'all');
      // A table that the filling forgot would be compared with nothing.
      const empty = Object.keys(all).filter((name) => (all[name] as unknown[]).length === 0);
      assert.deepEqual(empty, []);
      await source.withStore(fillEveryOptionsTable);
      const file = path.join(source.place.config.DATA_DIR, 'backups', 'full.backup');
      await backUpAll(source.place, file);
      const kept = withoutSecrets(await everyRow(source.url, 'in a backup'));
      const options = await source.withStore((store) => everyOptionsRow(store, 'in a backup'));

      const target = await open(kind);
      const isFull = kind === 'postgres';
      if (isFull) {
        await fillEveryTable(target.url);
        await query(
          target.url,
          `update identity.users set name = 'changed'; delete from policy.policy_promotions`,
        );
        await target.withStore(fillEveryOptionsTable);
        await assert.rejects(restoreAll(target.place, file, false), /already holds data/);
      }
      await restoreAll(target.place, file, isFull);
      assert.deepEqual(withoutSecrets(await everyRow(target.url, 'all')), kept);
      assert.deepEqual(await target.withStore((store) => everyOptionsRow(store, 'all')), options);

      if (isFull) return;
      const { problems } = await rehearseAll(source.place, file);
      // The rows are made up, so only the positions may disagree.
      assert.deepEqual(
        problems.filter((one) => !one.includes('do not add up to the positions')),
        [],
      );
    });
  }
});

/** The login of the restricted role stays that of each server. */
function withoutSecrets(rows: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rows).filter(([name]) => name !== 'platform.server_secrets'));
}
