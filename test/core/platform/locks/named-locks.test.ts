import assert from 'node:assert/strict';
import { createLog, createNamedLocks } from '../../../../core/platform/index.ts';
import { emptyDatabase } from '../../../support/postgres.ts';

describe('named locks', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  before(async () => {
    database = await emptyDatabase();
  });
  after(() => database.drop());
  const open = () => createNamedLocks(database.url, createLog('silent'));

  it('are held by one at a time, in one process and across several', async () => {
    const [here, there] = [open(), open()];
    const release = await here.tryTake('a');
    assert.ok(release);
    assert.equal(await here.tryTake('a'), null);
    assert.equal(await there.tryTake('a'), null);
    const other = await there.tryTake('b');
    assert.ok(other);
    await release();
    const again = await there.tryTake('a');
    assert.ok(again);
    await again();
    await other();
    await Promise.all([here.close(), there.close()]);
  });

  it('are free once the connection that held them is gone', async () => {
    const [here, there] = [open(), open()];
    assert.ok(await here.tryTake('a'));
    await here.close();
    const release = await there.tryTake('a');
    assert.ok(release);
    await release();
    await there.close();
  });

  it('come back after a database that could not be reached', async () => {
    const locks = createNamedLocks('postgres://nobody@127.0.0.1:1/none', createLog('silent'));
    await assert.rejects(locks.tryTake('a'), { code: 'UNAVAILABLE' });
    await assert.rejects(locks.tryTake('a'), { code: 'UNAVAILABLE' });
    await locks.close();
  });
});
