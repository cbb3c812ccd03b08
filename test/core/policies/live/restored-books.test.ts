import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beginGeneration } from '../../../../core/platform/backup/index.ts';
import { orderTag } from '../../../../core/policies/cycle/index.ts';
import { isOlder } from '../../../../core/policies/live/put-back.ts';
import {
  ANSWERER,
  type LiveWorld,
  liveWorlds,
  loginAgain,
  type Planned,
  plannedAt,
  preparedWorlds,
} from '../../../support/live-policy.ts';
import { forgetSeenBooks, mostSent, namedAt, restorePoint } from '../../../support/restored-books.ts';

const held = async ({ core, owner }: LiveWorld) => (await core.policies.live.pause.state(owner)).held;
const titles = async ({ core, owner }: LiveWorld): Promise<string[]> =>
  (await core.notifications.list(owner, { page_size: 100 })).items.map(({ title }) => title);

describe('books that were restored', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  // With closes of the days to come, so that fills of the next session can be booked.
  const worlds = liveWorlds('10000000', '2024-05-14');
  const anew = {
    zerodha: preparedWorlds(worlds, async (world) => await plannedAt(world, 'zerodha')),
    dhan: preparedWorlds(worlds, async (world) => await plannedAt(world, 'dhan')),
  };

  let world: LiveWorld;
  let prepared: Planned;
  const open = async (broker: 'zerodha' | 'dhan') => ({ world, prepared } = await anew[broker]());
  afterEach(async () => await forgetSeenBooks(world));

  for (const broker of ['zerodha', 'dhan'] as const)
    it(`orders/Promises 1: a plan at ${broker} that was approved and filled after the backup is not sent again: its orders are found by tag, booked and named`, async () => {
      await open(broker);
      const { core, owner } = world;
      const { plan, policy } = prepared;
      const restore = await restorePoint(world);
      assert.equal((await world.approve(plan)).state, 'EXECUTED');
      await restore();

      const after = await core.policies.plans.get(owner, plan.plan_id);
      assert.equal(after.state, 'EXPIRED');
      assert.match(
        after.note ?? '',
        /^These books were restored on 2 May 2024 from the backup of 2 May 2024, 11:30 IST\./,
      );
      assert.match((await held(world))[0]?.reason ?? '', /plans and sends nothing until Munim has compared/);
      await assert.rejects(
        core.policies.live.approvals.approve(owner, plan.plan_id, { digest: plan.digest }, ANSWERER),
        { code: 'PLAN_EXPIRED' },
      );

      await world.rounds(1);
      const kinds = (await namedAt(world)).map(({ kind, subject }) => `${kind} ${subject}`).toSorted();
      assert.deepEqual(kinds, plan.orders.map(({ tag }) => `LATE_ORDER ${tag}`).toSorted());
      await world.rounds(2);
      assert.deepEqual(await held(world), []);
      assert.deepEqual(await world.states(plan.plan_id), ['FILLED', 'FILLED']);
      const { items: trades } = await core.policies.books.trades(owner, policy.id, { mode: 'LIVE' });
      assert.equal(trades.length, 2);
      // The books have what the broker filled, so shares and cash agree.
      assert.deepEqual(
        (await namedAt(world)).map(({ kind }) => kind),
        ['LATE_ORDER', 'LATE_ORDER'],
      );
      assert.equal(world.broker.account.state.requests.length, plan.orders.length);
      const told = await titles(world);
      assert.equal(told.filter((title) => title === 'LIVE · The books were restored').length, 1);
      assert.equal(told.filter((title) => title.includes('2 differences with the broker after')).length, 1);
    });

  it('orders/Promises 1: a plan that was approved before the backup and waited for the open is not sent by restored books', async () => {
    await open('zerodha');
    const { core, owner, broker } = world;
    const { plan, connection } = prepared;
    // The evening before: approved, and sent when the market opens.
    world.at('2024-05-02T14:00:00.000Z');
    await world.approve(plan);
    const restore = await restorePoint(world);
    world.at('2024-05-03T04:30:00.000Z');
    await loginAgain(world, connection);
    await world.rounds(3);
    assert.equal(broker.account.state.requests.length, 2);
    await restore();
    assert.equal((await core.policies.plans.get(owner, plan.plan_id)).state, 'EXPIRED');
    await world.rounds(1);
    // The session of the backup has ended: the reason says that a login is missing, and nothing is compared without one.
    assert.match((await held(world))[0]?.reason ?? '', /login/i);
    await loginAgain(world, connection);
    await world.rounds(4);
    assert.deepEqual([broker.account.state.requests.length, mostSent(world)], [2, 1]);
    assert.deepEqual(await held(world), []);
    assert.deepEqual(await world.states(plan.plan_id), ['FILLED', 'FILLED']);
  });

  it('orders/Promises 1: restored twice, and from a backup that was made after a restore: nothing is sent again', async () => {
    await open('dhan');
    const { broker } = world;
    const { plan } = prepared;
    const first = await restorePoint(world);
    await world.approve(plan);
    await first();
    await world.rounds(3);
    assert.deepEqual(await held(world), []);
    const second = await restorePoint(world);
    await world.rounds(1);
    for (const restore of [second, first, second]) {
      await restore();
      assert.equal((await held(world)).length, 1);
      await world.rounds(3);
      assert.deepEqual(await held(world), []);
      assert.deepEqual(await world.states(plan.plan_id), ['FILLED', 'FILLED']);
    }
    assert.deepEqual([broker.account.state.requests.length, mostSent(world)], [2, 1]);
  });

  it('orders/Promises 1: a stop between the restore and the end of its plans leaves none that can be sent', async () => {
    await open('zerodha');
    const { core, broker } = world;
    const { plan } = prepared;
    await core.database.asSystem('a restore that was cut off', (trx) =>
      beginGeneration(trx, { began_at: core.clock.now(), origin: 'RESTORE' }),
    );
    // Somebody answers before the first round.
    await world.approve(plan);
    assert.equal(broker.account.state.requests.length, 0);
    await world.rounds(2);
    assert.deepEqual(await world.states(plan.plan_id), ['EXPIRED', 'EXPIRED']);
    assert.equal(broker.account.state.requests.length, 0);
    assert.deepEqual(await held(world), []);
    assert.ok((await titles(world)).some((title) => /books and broker agree after the restore/.test(title)));
  });

  it('orders/Promises 1: a database that is older than it was is noticed by the file beside it, and its plans expire', async () => {
    await open('dhan');
    const { core, owner, broker } = world;
    const { plan } = prepared;
    await world.approve(plan);
    await world.rounds(1);
    const file = path.join(core.config.DATA_DIR, 'books.mark');
    const seen = JSON.parse(await readFile(file, 'utf8')) as { steps: string };
    await writeFile(file, JSON.stringify({ ...seen, steps: String(Number(seen.steps) + 3) }));
    await world.rounds(1);
    const notices = (await core.notifications.list(owner, { page_size: 100 })).items;
    const told = notices.find(({ title }) => title === 'LIVE · The books were restored');
    assert.match(told?.body ?? '', /noticed that the database is older than it was/);
    await world.rounds(3);
    assert.deepEqual([await held(world), broker.account.state.requests.length], [[], 2]);
  });

  it('orders/Second witness: shares that an order of an earlier day would explain are named, and a person takes the order over', async () => {
    await open('zerodha');
    const { core, owner, broker } = world;
    const { plan, policy, connection } = prepared;
    const restore = await restorePoint(world);
    await world.approve(plan);
    world.at('2024-05-03T04:30:00.000Z');
    await restore();
    await loginAgain(world, connection);
    await world.rounds(2);
    assert.deepEqual(await held(world), []);
    const late = (await namedAt(world)).filter(({ kind }) => kind === 'LATE_ORDER');
    assert.deepEqual(
      late.map(({ subject }) => subject).toSorted(),
      plan.orders.map(({ tag }) => tag).toSorted(),
    );
    assert.match(late[0]?.message ?? '', /that these restored books hold as not sent would explain/);
    for (const { order_id, found } of late) {
      assert.ok(order_id !== null);
      const fill = plan.orders.find((order) => order.order_id === order_id);
      const body = {
        settlement: 'ADOPTED',
        filled_quantity: parseInt(found, 10),
        average_price: fill?.reference_price,
        reason: 'As on the contract note.',
      };
      await core.policies.live.settlements.settleOrder(owner, order_id, body, ANSWERER);
      await core.policies.live.settled();
    }
    await world.rounds(2);
    assert.deepEqual(await world.states(plan.plan_id), ['FILLED', 'FILLED']);
    const { items: trades } = await core.policies.books.trades(owner, policy.id, { mode: 'LIVE' });
    assert.equal(trades.length, 2);
    assert.deepEqual(
      (await namedAt(world)).filter(({ kind }) => kind === 'LATE_ORDER'),
      [],
    );
    assert.equal(broker.account.state.requests.length, 2);
  });

  it('orders/Second witness: which books are older than those that were seen', () => {
    const seen = { generation: 'B', steps: '10', at: '2026-11-28T06:00:00.000Z' };
    const began = (at: string) => ({ began_at: new Date(at) });
    const [before, after] = [began('2026-11-27T06:00:00.000Z'), began('2026-11-29T06:00:00.000Z')];
    const books = (generation: string | null, steps: string) => ({ generation, steps });
    const cases: [boolean, ReturnType<typeof books>, { began_at: Date } | null, string[]][] = [
      [false, books('B', '10'), before, ['A', 'B']],
      [true, books('B', '9'), before, ['A', 'B']],
      // Restored by Munim since: from a later backup, and from one of before the restore that was seen.
      [false, books('C', '5'), after, ['A', 'B', 'C']],
      [false, books('C', '5'), after, ['A', 'C']],
      // Put back to before that restore.
      [true, books('A', '20'), before, ['A']],
      [true, books(null, '20'), null, []],
    ];
    for (const [expected, found, generation, marks] of cases)
      assert.equal(isOlder(found, { generation, marks }, seen), expected, JSON.stringify(found));
    assert.equal(
      isOlder(books('A', '1'), { generation: after, marks: ['A'] }, { ...seen, generation: null }),
      false,
    );
  });

  it('orders/Protocol: restored books give out ids of plans again, and never a tag', () => {
    const order = { policy_id: '1', cycle_date: '2026-11-27', mode: 'LIVE', plan_id: '7', nr: 1 };
    const tags = ['0', '1796000000', '1796000001'].map((books_generation) =>
      orderTag('LIVEMOMO', { ...order, books_generation }),
    );
    assert.equal(new Set(tags).size, 3);
  });
});
