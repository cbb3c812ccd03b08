import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOrderGateways, type OrderGateways } from '../../core/brokers/orders/index.ts';
import type { PracticeBroker } from '../../core/brokers/practice/index.ts';
import { systemTimers } from '../../core/platform/index.ts';
import { heldClock, testCore, type TestCore } from '../support/core.ts';
import { ANSWERER, BY, livePolicy, liveMarket, practiceBroker } from '../support/live-policy.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { seedPlan } from '../support/seeded-plan.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const ACCOUNTS = 20;
const LEGS = 5;
const GOAL_MS = 10_000;
/** A Thursday with a session: ten minutes before the open, and the open. */
const [MORNING, OPEN] = ['2024-05-02T03:35:00.000Z', '2024-05-02T03:45:00.000Z'];
const SIGNAL = new AbortController().signal;

/** A connection that trades, with a session. */
async function connectionOf({ core, owner }: TestCore, nr: number): Promise<string> {
  const credentials = {
    client_id: `AB${1000 + nr}`,
    api_key: `practicekey${nr}`,
    api_secret: 'practicesecret',
  };
  const account = { broker: 'zerodha', label: `Account ${nr}`, role: 'TRADING', credentials } as const;
  const { id } = await core.connections.create(owner, account, BY);
  await core.connections.login(owner, id, `token-${nr}`, BY);
  return id;
}

/**
 * Plans of twenty accounts, approved before the open, beside one account whose broker never answers. Measures from the start
 * of the round at the open until the last of the twenty has sent its first order.
 */
async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const clock = heldClock(MORNING);
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  const brokers = Array.from({ length: ACCOUNTS }, () => practiceBroker(clock));
  for (const broker of brokers) await broker.listen(0);
  const urls = new Map<string, string>();
  const gateways: OrderGateways = {
    async open(owner, id) {
      const config = { ...world.core.config, ZERODHA_BASE_URL: urls.get(id) ?? null };
      return await createOrderGateways({ ...world.core, config }).open(owner, id);
    },
  };
  const world = await testCore({
    at: MORNING,
    environment: { POLICY_ORDER_DELAY_SEC: '0', ZERODHA_BASE_URL: brokers[0]?.url ?? '' },
    trading: { timers: systemTimers, gateways },
  });
  const { live } = world.core.policies;
  try {
    await liveMarket(world);
    for (const [nr, broker] of [...brokers, null].entries()) {
      const connection = await connectionOf(world, nr);
      urls.set(connection, broker?.url ?? `http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
      const { id } = await livePolicy(world, {
        connection,
        tag_code: `OPENACC${String.fromCodePoint(65 + nr)}`,
        capital: 1e6,
      });
      const plan = await seedPlan(world, { policy: id, connection, legs: LEGS, nr });
      if (broker !== null) await live.approvals.approve(world.owner, plan, {}, ANSWERER);
      else
        await world.core.database.systemPool.query(
          `with plan as (update policy.policy_order_plans set state = 'APPROVED' where id = ${plan})
           update policy.policy_orders set state = 'APPROVED' where plan_id = ${plan}`,
        );
    }
    await live.settled();
    [clock.at, world.clock.at] = [new Date(OPEN), new Date(OPEN)];
    const begun = performance.now();
    const round = live.round(SIGNAL);
    const times = await Promise.all(brokers.map(async (broker) => await firstOrderOf(broker)));
    await round;
    const last = Math.max(...times) - begun;
    return [
      {
        name: `the last of ${ACCOUNTS} accounts sends its first order after the open, beside a broker that never answers`,
        value: Math.round(last),
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${GOAL_MS}`,
        met: last < GOAL_MS,
      },
    ];
  } finally {
    silent.closeAllConnections();
    silent.close();
    await world.close();
    for (const broker of brokers) await broker.close();
    if (ownRun) await closeTestRun();
  }
}

/** The moment of its first order; never after two goals. */
async function firstOrderOf(broker: PracticeBroker): Promise<number> {
  const until = performance.now() + 2 * GOAL_MS;
  while (broker.account.state.requests.length === 0 && performance.now() < until) await systemTimers.sleep(5);
  return performance.now();
}

export const bench: Benchmark = { name: 'market-open', run };
