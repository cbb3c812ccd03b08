import assert from 'node:assert/strict';
import {
  type Actor,
  createReceipts,
  type KeyedRequest,
  type Receipts,
  stepOf,
} from '../../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { migrateUpTo, query } from '../../../support/plain-database.ts';
import { emptyDatabase } from '../../../support/postgres.ts';
import { refused } from '../../../support/problems.ts';

describe('core/platform receipts', () => {
  let world: TestCore;
  let receipts: Receipts;
  let nth = 0;
  before(async () => {
    world = await testCore();
    receipts = world.core.receipts;
  });
  after(() => world.close());
  let key: string;
  beforeEach(() => {
    key = `chat:${(nth += 1)}`;
  });

  const run = (work: () => Promise<unknown>, more: Partial<KeyedRequest> = {}, userId = world.owner) =>
    receipts.inTransaction(userId, { idempotencyKey: key, ...more }, work);
  const isConflict = async (work: Promise<unknown>, words: RegExp) => {
    const { detail } = await refused(work, 409, 'IDEMPOTENCY_CONFLICT');
    assert.match(detail, words);
  };

  it('a repeated request gets the first result and is not carried out again', async () => {
    let done = 0;
    const work = async () => ({ done: (done += 1) });
    assert.deepEqual(await run(work), { done: 1 });
    assert.deepEqual(await run(work), { done: 1 });
    key = 'chat:another';
    assert.deepEqual(await run(work), { done: 2 });
  });

  it('the same request in two processes at once is carried out once', async () => {
    const neighbour = createReceipts(world.core.database);
    let done = 0;
    const work = async () => ({ done: (done += 1) });
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        (n % 2 === 0 ? receipts : neighbour).inTransaction(world.owner, { idempotencyKey: key }, work),
      ),
    );
    assert.equal(done, 1);
    assert.ok(results.every((result) => JSON.stringify(result) === '{"done":1}'));
  });

  it('a request that failed leaves its key free', async () => {
    await assert.rejects(run(() => Promise.reject(new Error('the disk is full')), { name: 'one' }));
    assert.equal(await run(async () => 'done', { name: 'another' }), 'done');
  });

  it('a request without a result is remembered too', async () => {
    let done = 0;
    const work = async () => void (done += 1);
    await run(work);
    assert.equal(await run(work), null);
    assert.equal(done, 1);
  });

  it('receipts of two people with the same key are two receipts', async () => {
    assert.equal(await run(async () => 'mine'), 'mine');
    assert.equal(await run(async () => 'theirs', { name: 'another' }, world.stranger), 'theirs');
  });

  it('another request under the key is refused and does nothing, whichever step it begins with', async () => {
    let done = 0;
    const work = async () => (done += 1);
    const first = { name: 'PUT /a/1', digest: 'd1' };
    await run(work, { ...first, step: 'undo' });
    await isConflict(run(work, { ...first, name: 'PUT /a/2' }), /belongs to PUT \/a\/1\. Use a new key/);
    await isConflict(run(work, { ...first, digest: 'd2' }), /different contents/);
    await isConflict(run(work, {}), /belongs to PUT \/a\/1/);
    assert.equal(done, 1);
    assert.equal(await run(work, { ...first, step: 'redo' }), 2, 'another step of the same request');
    assert.equal(await run(work, { ...first, step: 'undo' }), 1);
  });

  it('steps of a request have names of their own, and a request without a key has none', () => {
    const actor: Actor = { actor: 'test', request: { idempotencyKey: key } };
    assert.equal(stepOf(stepOf(actor, 'actions'), 'round1').request?.step, 'actions.round1');
    assert.deepEqual(stepOf({ actor: 'test' }, 'undo'), { actor: 'test' });
  });

  it('a request of several changes is answered with its first answer; what cannot be kept is not lost', async () => {
    const actor = { actor: 'test', request: { idempotencyKey: key, name: 'all' } };
    let done = 0;
    const work = async () => ({ done: (done += 1) });
    assert.deepEqual(await receipts.answerOnce(world.owner, actor, work), { done: 1 });
    assert.deepEqual(await receipts.answerOnce(world.owner, actor, work), { done: 1 });
    const other = { actor: 'test', request: { idempotencyKey: key, name: 'other' } };
    await isConflict(receipts.answerOnce(world.owner, other, work), /belongs to all/);
    // Two at once both do what does no harm twice, and tell the same.
    const twin = { actor: 'test', request: { idempotencyKey: `${key}:twins` } };
    const told = await Promise.all([1, 2].map(() => receipts.answerOnce(world.owner, twin, work)));
    assert.deepEqual(told[0], told[1]);
    // Taken by another request while it was at work: it is done, and says so.
    const late = { actor: 'test', request: { idempotencyKey: `${key}:late`, name: 'slow' } };
    const answer = receipts.answerOnce(world.owner, late, async () => {
      await receipts.inTransaction(world.owner, { ...late.request, name: 'quick' }, async () => 'quick');
      return 'slow';
    });
    assert.equal(await answer, 'slow');
  });

  it('what was sent cannot be tried out from the table', async () => {
    await run(async () => null, { digest: 'of 1234' });
    const [row] = await query(
      world.core.database.urls.ownerUrl,
      `select digest from identity.command_receipts where key = '${key}'`,
    );
    assert.match(String(row?.['digest']), /^[0-9a-f]{64}$/);
    const { createHash } = await import('node:crypto');
    assert.notEqual(row?.['digest'], createHash('sha256').update('of 1234').digest('hex'));
  });

  it('receipts of an older Munim, which know no ids, answer nothing any more and keep their keys', async () => {
    const empty = await emptyDatabase();
    const { url } = empty;
    await migrateUpTo(url, 24);
    const put = (old: string) =>
      `insert into identity.command_receipts (owner_user_id, key, result) select id, '${old}', '{"id": "1"}' from u`;
    await query(
      url,
      `with u as (insert into identity.users (login, name) values ('owner', 'Owner') returning id),
            a as (${put('api:PUT /api/portfolio/holdings/:id/ltp:a-key-of-16-chars')} returning 1),
            b as (${put('api:POST /api/portfolio/holdings:a-key-of-16-chars')} returning 1),
            c as (${put('api:POST /api/portfolio/transactions:key:with.colons:1')} returning 1)
       ${put('chat:telegram:1:2')}`,
    );
    await migrateUpTo(url, 1);
    const rows = await query(
      url,
      'select key, step, request from identity.command_receipts order by key, step',
    );
    await empty.drop();
    assert.deepEqual(
      rows.map(({ key: name, request }) => [name, request]),
      [
        ['api:a-key-of-16-chars', null],
        ['api:a-key-of-16-chars', null],
        ['api:key:with.colons:1', null],
        ['chat:telegram:1:2', null],
      ],
    );
    await world.core.database.asSystem('a receipt of before', (trx) =>
      trx('identity.command_receipts').insert({ owner_user_id: world.owner, key, result: '{"id":"1"}' }),
    );
    await isConflict(
      run(async () => 'new'),
      /before Munim was updated/,
    );
  });
});
