import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { openSqlite } from '../../../core/platform/index.ts';

describe('Knex over SQLite', () => {
  let folder: string;
  let stores: Knex[];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'munim-sqlite-'));
    stores = [1, 2].map(() => openSqlite(path.join(folder, 'counts.sqlite')));
    await stores[0]?.raw('create table counts (n integer not null)');
    await stores[0]?.('counts').insert({ n: 0 });
    // Both are open before they compete.
    await stores[1]?.raw('select 1');
  });
  after(async () => {
    for (const store of stores) await store.destroy();
    await rm(folder, { recursive: true });
  });

  it('a transaction has the right to write from its beginning: one that reads first is not refused for what another wrote', async () => {
    // Each reads before the other has written, were it let.
    const add = async (store: Knex): Promise<void> =>
      await store.transaction(async (trx) => {
        const { n } = await trx<{ n: number }>('counts')
          .first('n')
          .then((row) => row ?? assert.fail());
        await new Promise((resolve) => setImmediate(resolve));
        await trx('counts').update({ n: n + 1 });
      });
    await Promise.all(Array.from({ length: 10 }, (_, nr) => add(stores[nr % 2] ?? assert.fail())));
    assert.deepEqual(await stores[0]?.('counts').select('n'), [{ n: 10 }]);
  });
});
