import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  type ChangeTopics,
  type Topic,
  TOPICS,
  type DbTransaction,
} from '../../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { gate } from '../../../support/gate.ts';
import { comesToWait } from '../../../support/row-locks.ts';
import { meanwhile } from '../../../support/meanwhile.ts';

/** A change that is held open by hand. */
interface OpenChange {
  /** Its topics are taken. */
  begun: Promise<void>;
  /** Lets it go on to its end. */
  finish: () => Promise<void>;
}

describe('changes by topic', () => {
  let world: TestCore;
  let owner: string;
  before(async () => {
    world = await testCore();
    ({ owner } = world);
  });
  after(() => world.close());

  const db = () => world.core.database;
  const revision = async (...topics: Topic[]) => await db().revision(owner, topics);
  const touch = async (...topics: Topic[]) => await db().change(owner, topics, async () => undefined);
  const total = async (userId = owner): Promise<number> => {
    const { rows } = await db().systemPool.query<{ revision: string }>(
      'select revision from portfolio.revisions where owner_user_id = $1',
      [userId],
    );
    return Number(rows[0]?.revision ?? 0);
  };
  function held(topics: ChangeTopics): OpenChange {
    const { reached, pass, open } = gate();
    const work = db().change(owner, topics, pass);
    return {
      begun: Promise.race([reached, work]),
      async finish() {
        open();
        await work;
      },
    };
  }
  for (const topic of TOPICS)
    it(`a change of ${topic} changes its revision, and that of no other topic`, async () => {
      const others = TOPICS.filter((one) => one !== topic);
      const before = [await revision(topic), await revision(...others)];
      await touch(topic);
      assert.notEqual(await revision(topic), before[0]);
      assert.equal(await revision(...others), before[1]);
      assert.equal(await db().revision(world.stranger, TOPICS), TOPICS.map(() => '0').join('.'));
    });

  it('a revision does not depend on the order in which its topics are named', async () => {
    await touch('goals');
    assert.equal(await revision('goals', 'ledger'), await revision('ledger', 'goals'));
  });

  it('what is asked in one turn shares one query, whatever the topics and persons', async () => {
    const pool = db().systemPool;
    const query = pool.query.bind(pool);
    let asked = 0;
    pool.query = ((...args: Parameters<typeof query>) => {
      asked += 1;
      return query(...args);
    }) as typeof pool.query;
    try {
      const all = TOPICS.flatMap((topic) => [revision(topic), db().revision(world.stranger, [topic])]);
      assert.equal((await Promise.all(all)).length, TOPICS.length * 2);
      assert.equal(asked, 1);
    } finally {
      pool.query = query as typeof pool.query;
    }
  });

  it('writers of one topic queue up; those of another one do not wait', async () => {
    const order: string[] = [];
    const first = held(['ledger']);
    await first.begun;
    const second = touch('ledger', 'income').then(() => order.push('second'));
    assert.equal(await comesToWait(db().systemPool, second), true);
    await touch('watchlist', 'goals');
    order.push('others');
    await first.finish();
    await second;
    assert.deepEqual(order, ['others', 'second']);
  });

  it('a topic that is only held keeps its writers out, and its revision stays', async () => {
    const before = await revision('ledger');
    const holder = held({ writes: ['income'], holds: ['ledger'] });
    await holder.begun;
    const writer = touch('ledger');
    assert.equal(await comesToWait(db().systemPool, writer), true);
    assert.equal(await revision('ledger'), before);
    await holder.finish();
    await writer;
    assert.equal(await revision('ledger'), String(Number(before) + 1));
  });

  it('a change of which nobody needs to hear, or that fails, leaves every revision as it was', async () => {
    const state = async () => [await revision(...TOPICS), await total()];
    const before = await state();
    await db().change(
      owner,
      ['ledger', 'prices'],
      async () => 1,
      () => false,
    );
    await assert.rejects(
      db().change(owner, ['goals'], async () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.deepEqual(await state(), before);
  });

  it('reads of one moment see nothing of what comes in between, and write nothing', async () => {
    const count = (trx: DbTransaction) =>
      trx('portfolio.portfolios').where({ owner_user_id: owner }).count('* as n').first();
    const [first, second] = await db().atOneMoment(owner, async (trx) => {
      const before = await count(trx);
      await meanwhile(() =>
        world.core.portfolio.portfolios.create(owner, { name: 'Between' }, { actor: 'test' }),
      );
      return [before, await count(trx)];
    });
    assert.deepEqual(second, first);
    await assert.rejects(
      db().atOneMoment(owner, (trx) => trx.raw(`update portfolio.portfolios set name = 'x'`)),
      /read-only/,
    );
  });

  it('any number of writers with any topics end, each is counted once, and what is announced only rises', async () => {
    const told: number[] = [];
    const off = world.core.listener.on('portfolio_changed', ({ user_id, revision: count }) => {
      if (user_id === owner) told.push(Number(count));
    });
    const topics = fc.shuffledSubarray([...TOPICS], { minLength: 1, maxLength: 4 });
    const writer = fc.record({ writes: topics, holds: fc.shuffledSubarray([...TOPICS], { maxLength: 3 }) });
    const numberOf = async (topic: Topic) => Number(await revision(topic));
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(writer, { minLength: 25, maxLength: 40 }), async (writers) => {
          const before = await Promise.all(TOPICS.map(numberOf));
          const from = await total();
          const seen = told.length;
          // No deadlock: Postgres would end one of them with an error.
          const ends = await Promise.allSettled(
            writers.map((one) =>
              db().change(owner, one, async (trx) => await trx.raw('select pg_sleep(0.001)')),
            ),
          );
          assert.deepEqual(
            ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : [])),
            [],
          );
          const after = await Promise.all(TOPICS.map(numberOf));
          assert.deepEqual(
            after.map((count, index) => count - (before[index] ?? 0)),
            TOPICS.map((topic) => writers.filter(({ writes }) => writes.includes(topic)).length),
          );
          assert.equal(await total(), from + writers.length);
          while (told.length < seen + writers.length) await new Promise((resolve) => setTimeout(resolve, 5));
        }),
        { numRuns: 4, endOnFailure: true },
      );
    } finally {
      off();
    }
    assert.deepEqual(
      told,
      told.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(told).size, told.length);
  });
});
