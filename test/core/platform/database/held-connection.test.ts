import assert from 'node:assert/strict';
import { createLog, openHeldConnection } from '../../../../core/platform/index.ts';
import { emptyDatabase } from '../../../support/postgres.ts';

describe('locks of the held connection', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  before(async () => {
    database = await emptyDatabase();
  });
  after(() => database.drop());
  const open = (url = database.url) => openHeldConnection(url, 'munim:test', createLog('silent'));
  const key = (name: string) => ({ kind: 'named', name }) as const;

  it('are held by one at a time, in one process and across several', async () => {
    const [here, there] = [open(), open()];
    const lock = await here.tryTake(key('a'));
    assert.ok(lock);
    assert.equal(await here.tryTake(key('a')), null);
    assert.equal(await there.tryTake(key('a')), null);
    const other = await there.tryTake(key('b'));
    assert.ok(other);
    await lock.release();
    const again = await there.tryTake(key('a'));
    assert.ok(again);
    await again.release();
    await other.release();
    await Promise.all([here.close(), there.close()]);
  });

  it('are free once their connection is gone, and their holder learns of it', async () => {
    const [here, there] = [open(), open()];
    const lost = await here.tryTake(key('a'));
    assert.ok(lost);
    await here.close();
    await lost.lost;
    const lock = await there.tryTake(key('a'));
    assert.ok(lock);
    // A lost lock is not released on the new connection.
    await here.session();
    await lost.release();
    assert.equal(await here.tryTake(key('a')), null);
    await lock.release();
    await Promise.all([here.close(), there.close()]);
  });

  it('can be taken again after the database could not be reached', async () => {
    const locks = open('postgres://nobody@127.0.0.1:1/none');
    await assert.rejects(locks.tryTake(key('a')), { code: 'UNAVAILABLE' });
    await assert.rejects(locks.tryTake(key('a')), { code: 'UNAVAILABLE' });
    await locks.close();
  });
});
