import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../core/platform/embedded-postgres/embedded-postgres.ts';
import { ensureAppRole, migrateDatabase } from '../../core/platform/index.ts';
import type { PlanView } from '../../core/policies/index.ts';
import { type ToldBrokers, toldBrokers } from '../crash/told-brokers.ts';
import { openTradingSide, type TradingSide } from '../crash/trading-side.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { endServer } from '../support/embedded-postgres-users.ts';
import { leapingTimers } from '../support/leaping-timers.ts';
import {
  ANSWERER,
  firstPlan,
  liveMarket,
  livePolicy,
  TRADING_BEGINS,
  tradingConnection,
} from '../support/live-policy.ts';
import { fastestPlace } from '../support/postgres.ts';
import { meanwhile } from '../support/meanwhile.ts';

/**
 * A Postgres of its own is ended, and starts again on the same data, at every state that an order passes: in turns asked to
 * stop, which breaks off what is under way, and killed, after which it recovers.
 */
describe('Postgres restarted while orders are under way', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let dir: string;
  let postgres: EmbeddedPostgres;
  let brokers: ToldBrokers;
  let world: TestCore;
  let side: TradingSide;
  let connections: string[];
  let restarts = 0;
  let policies = 0;
  /** The step before which the server is restarted, once. */
  let aim: RegExp | null = null;

  before(async () => {
    dir = await mkdtemp(path.join(await fastestPlace(), 'munim-restarted-'));
    await chmod(dir, 0o755);
    // By them one that ends often is not waited for longer each time.
    const timers = leapingTimers();
    postgres = await startEmbeddedPostgres({ dataDir: path.join(dir, 'data'), timers });
    const { url } = postgres;
    await migrateDatabase(url);
    const { appUrl } = await ensureAppRole(url, null);
    const clock = { now: () => world.clock.now() };
    brokers = await toldBrokers(clock);
    const [zerodhaUrl, dhanUrl] = [brokers.of.zerodha.url, brokers.of.dhan.url];
    world = await testCore({
      at: TRADING_BEGINS,
      environment: { ZERODHA_BASE_URL: zerodhaUrl, DHAN_BASE_URL: dhanUrl },
      database: { url, appUrl, drop: () => Promise.resolve() },
    });
    await liveMarket(world);
    connections = [await tradingConnection(world, 'zerodha'), await tradingConnection(world, 'dhan')];
    side = await openTradingSide(
      { databaseUrl: url, dataDir: path.join(dir, 'mark'), appUrl, zerodhaUrl, dhanUrl },
      clock,
      async (step) => {
        if (aim?.test(step) !== true) return;
        aim = null;
        await meanwhile(restart);
      },
    );
  });
  after(async () => {
    await side.close();
    await world.close();
    await brokers.close();
    await postgres.leave();
    await rm(dir, { recursive: true, force: true });
  });
  beforeEach(() => brokers.dice.forget());

  const query = async <Row>(sql: string, values: unknown[]): Promise<Row[]> =>
    (await world.core.database.systemPool.query(sql, values)).rows as Row[];

  /** Ends the server and waits until it answers again. */
  async function restart(): Promise<void> {
    const started = `select pg_postmaster_start_time()::text as at`;
    const [before] = await query<{ at: string }>(started, []);
    restarts += 1;
    await endServer(path.join(dir, 'data'), restarts % 2 === 0 ? 'SIGINT' : 'SIGKILL');
    for (;;) {
      const [now] = await query<{ at: string }>(started, []).catch(() => []);
      if (now !== undefined && now.at !== before?.at) return;
      await sleep(10);
    }
  }

  /** The first plan of a new policy, over either broker in turn. */
  async function planned(): Promise<PlanView> {
    policies += 1;
    const policy = await livePolicy(world, {
      connection: connections[policies % connections.length] ?? '',
      capital: 300_000,
      tag_code: `RESTART${policies}`,
      config: { top_n: 3 },
    });
    return await firstPlan(world, policy.id);
  }
  const approve = async (plan: PlanView): Promise<void> => {
    await side.live.approvals.approve(world.owner, plan.plan_id, {}, ANSWERER);
    await side.live.settled();
  };
  /** Turns a minute apart. One in which the server goes away fails, and the next takes everything up. */
  const rounds = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round += 1) {
      world.clock.pass(1);
      await side.live.round(new AbortController().signal).catch(() => undefined);
      await side.live.settled();
    }
  };
  const stateOf = async ({ plan_id }: PlanView) => await world.core.policies.plans.get(world.owner, plan_id);
  const states = async (plan: PlanView) => (await stateOf(plan)).orders.map(({ state }) => state);
  const requestsOf = (plan: PlanView): number[] =>
    plan.orders.map(({ tag }) => brokers.requests().filter((one) => one.tag === tag).length);

  /** How a plan came out: every order sent once, filled and booked as the broker says, its end told once. */
  async function isWhole(plan: PlanView): Promise<void> {
    assert.deepEqual(
      await states(plan),
      plan.orders.map(() => 'FILLED'),
    );
    assert.equal((await stateOf(plan)).state, 'EXECUTED');
    assert.deepEqual(
      requestsOf(plan),
      plan.orders.map(() => 1),
    );
    await isBookedByBroker(plan);
  }
  async function isBookedByBroker(plan: PlanView): Promise<void> {
    const filled = brokers
      .orders()
      .filter(({ tag, quantityFilled }) => quantityFilled > 0 && plan.orders.some((one) => one.tag === tag))
      .map(({ symbol, quantityFilled }) => `${symbol} ${quantityFilled}`);
    const books = await query<{ trade: string }>(
      `select o.symbol || ' ' || t.quantity::bigint as trade from policy.policy_trades t
       join policy.policy_orders o on o.id = t.order_id where o.plan_id = $1`,
      [plan.plan_id],
    );
    assert.deepEqual(books.map(({ trade }) => trade).toSorted(), filled.toSorted());
    const told = await query('select from notifications.outbox where dedup_key = $1', [
      `plan:${plan.plan_id}:ended`,
    ]);
    assert.equal(told.length, 1);
  }
  /** Restarts at a step of an approved plan. */
  async function restartedAt(step: RegExp): Promise<PlanView> {
    const plan = await planned();
    const before = restarts;
    aim = step;
    await approve(plan);
    assert.equal(restarts, before + 1, 'the server was restarted');
    return plan;
  }

  it('Orders, Postgres restarted: a plan in PENDING_APPROVAL waits on and is sent once when it is approved', async () => {
    const plan = await planned();
    await restart();
    assert.equal((await stateOf(plan)).state, 'PENDING_APPROVAL');
    await approve(plan);
    await rounds(1);
    await isWhole(plan);
  });

  it('Orders, Postgres restarted: an approval that was being written is refused and given again, or it stands', async () => {
    const plan = await planned();
    aim = /^answer a plan: before the commit/;
    const isTold = await approve(plan).then(
      () => true,
      () => false,
    );
    assert.equal(aim, null);
    if (!isTold) {
      assert.equal((await stateOf(plan)).state, 'PENDING_APPROVAL');
      assert.deepEqual(
        requestsOf(plan),
        plan.orders.map(() => 0),
      );
      await approve(plan);
    }
    await rounds(1);
    await isWhole(plan);
  });

  it('Orders, Postgres restarted: an APPROVED plan that was about to be placed is placed once', async () => {
    const plan = await restartedAt(/^begin to place a plan: before the commit/);
    await rounds(2);
    await isWhole(plan);
  });

  for (const [step, when] of [
    ['before', 'before its request'],
    ['answered', 'before the answer is written'],
  ] as const)
    it(`Orders, Postgres restarted: an order in SUBMITTING, ${when}, is found in the book or is absent, and never sent again`, async () => {
      const plan = await restartedAt(new RegExp(`^send an order \\(\\d+\\): ${step}`));
      await rounds(6);
      // What slept too long between its claim and the sending was not sent.
      const [first = 0, ...others] = requestsOf(plan);
      const [state] = await states(plan);
      if (first === 1) return await isWhole(plan);
      assert.deepEqual([step, first, state], ['before', 0, 'ABSENT']);
      assert.deepEqual(
        others,
        others.map(() => 0),
      );
    });

  it('Orders, Postgres restarted: a PLACED order is followed to its fill', async () => {
    const plan = await planned();
    brokers.dice.plan({ name: 'resting', times: 1 });
    await approve(plan);
    assert.equal((await states(plan))[0], 'PLACED');
    await restart();
    await rounds(1);
    assert.equal((await states(plan))[0], 'PLACED');
    for (const broker of Object.values(brokers.of)) {
      const made = broker.account.state.orders.find(({ tag }) => tag === plan.orders[0]?.tag);
      if (made === undefined) continue;
      const { id, side: way, symbol, quantity, limit_price, day, time } = made;
      made.state = 'COMPLETE';
      const fill = { id: `${id}1`, order_id: id, side: way, symbol, quantity, day, time };
      broker.account.state.fills.push({ ...fill, price: limit_price ?? '100' });
    }
    await rounds(2);
    await isWhole(plan);
  });

  it('Orders, Postgres restarted: an order in PLACEMENT_UNKNOWN is found by its tag', async () => {
    const plan = await planned();
    brokers.dice.plan({ name: 'answer_lost', times: 1, hiddenMs: 90_000 });
    await approve(plan);
    assert.equal((await states(plan))[0], 'PLACEMENT_UNKNOWN');
    await restart();
    assert.equal((await states(plan))[0], 'PLACEMENT_UNKNOWN');
    await rounds(4);
    await isWhole(plan);
  });

  it('Orders, Postgres restarted: an ABSENT order waits for the person, was told once, and is not sent again', async () => {
    const plan = await planned();
    brokers.dice.plan({ name: 'dropped', times: 1 });
    await approve(plan);
    await rounds(5);
    const [order] = (await stateOf(plan)).orders;
    assert.equal(order?.state, 'ABSENT');
    await restart();
    await rounds(1);
    assert.equal((await states(plan))[0], 'ABSENT');
    const told = await query('select from notifications.outbox where dedup_key like $1', [
      `plan:${plan.plan_id}:absent:%`,
    ]);
    assert.equal(told.length, 1);
    const body = { settlement: 'MARKED_ABSENT', reason: 'It is not in the app of the broker.' };
    await side.live.settlements.settleOrder(world.owner, order.order_id, body, ANSWERER);
    await side.live.settled();
    await rounds(1);
    assert.deepEqual(
      requestsOf(plan),
      plan.orders.map(() => 1),
    );
    assert.deepEqual(
      await states(plan),
      plan.orders.map((_, nr) => (nr === 0 ? 'ABSENT' : 'FILLED')),
    );
    await isBookedByBroker(plan);
  });

  it('Orders, Postgres restarted: a FILLED order whose booking was broken off is booked once', async () => {
    const plan = await restartedAt(/^book what a broker filled: before the commit/);
    await rounds(2);
    await isWhole(plan);
  });
});
