import assert from 'node:assert/strict';
import { withReceipt } from '../../../core/identity/index.ts';
import { identityWorld, type IdentityWorld } from './world.ts';

describe('core/identity receipts', () => {
  let world: IdentityWorld;
  beforeEach(async () => {
    world = await identityWorld();
  });
  afterEach(() => world.close());

  const run = (key: string, work: () => Promise<unknown>, userId = '1') =>
    world.database.asUser(userId, (trx) => withReceipt(trx, userId, key, work));

  it('a repeated command gets the first result and is not carried out again', async () => {
    let done = 0;
    const work = async () => ({ done: (done += 1) });
    assert.deepEqual(await run('chat:1', work), { done: 1 });
    assert.deepEqual(await run('chat:1', work), { done: 1 });
    assert.deepEqual(await run('chat:2', work), { done: 2 });
  });

  it('the same command in two processes at once is carried out once', async () => {
    let done = 0;
    const results = await Promise.all(
      Array.from({ length: 6 }, () => run('chat:1', async () => ({ done: (done += 1) }))),
    );
    assert.equal(done, 1);
    assert.ok(results.every((result) => JSON.stringify(result) === '{"done":1}'));
  });

  it('a command that failed can be tried again', async () => {
    await assert.rejects(run('chat:1', () => Promise.reject(new Error('the disk is full'))));
    assert.equal(await run('chat:1', async () => 'done'), 'done');
  });

  it('a command without a result is remembered too', async () => {
    let done = 0;
    const work = async () => void (done += 1);
    await run('chat:1', work);
    assert.equal(await run('chat:1', work), null);
    assert.equal(done, 1);
  });

  it('receipts of two people with the same key are two receipts', async () => {
    const asha = await world.identity.users.create('asha', 'Asha');
    assert.equal(await run('chat:1', async () => 'mine'), 'mine');
    assert.equal(await run('chat:1', async () => 'hers', asha.id), 'hers');
  });
});
