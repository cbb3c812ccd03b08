import {
  createPracticeBroker,
  FaultDice,
  PracticeAccount,
  practicePrices,
} from '../../core/brokers/practice/index.ts';
import type { PlanView } from '../../core/policies/index.ts';
import { systemTimers } from '../../core/platform/index.ts';
import { heldClock, testCore } from '../support/core.ts';
import {
  ANSWERER,
  livePolicy,
  liveMarket,
  SYMBOLS,
  TRADING_BEGINS,
  tradingConnection,
} from '../support/live-policy.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { seedPlan } from '../support/seeded-plan.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const TAPS = 21;
const LEGS = 40;
const OPEN_LEGS = 500;
const TAP_GOAL = 150;
const LEG_GOAL = 20;
const ROUND_GOAL = 500;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round = (value: number): number => Math.round(value * 10) / 10;

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const clock = heldClock(TRADING_BEGINS);
  const account = new PracticeAccount({
    clock,
    prices: practicePrices(SYMBOLS.map((symbol) => `${symbol},100`).join('\n')),
    cash: '1000000000',
  });
  const arrived: number[] = [];
  const broker = createPracticeBroker({
    account,
    clock,
    dice: new FaultDice(),
    note: () => void arrived.push(performance.now()),
  });
  await broker.listen(0);
  // Real waits: what is measured is what a person waits for. The book is not read after the orders.
  const world = await testCore({
    at: TRADING_BEGINS,
    environment: {
      ZERODHA_BASE_URL: broker.url,
      DHAN_BASE_URL: broker.url,
      POLICY_ORDER_DELAY_SEC: '0',
    },
    trading: { timers: systemTimers, readAfterMs: [] },
  });
  try {
    await liveMarket(world);
    const connections = [await tradingConnection(world, 'zerodha'), await tradingConnection(world, 'dhan')];
    const policies: string[] = [];
    for (const [nr, connection] of connections.entries())
      policies.push((await livePolicy(world, { connection, tag_code: `BENCHPO${nr}`, capital: 1e9 })).id);
    const [policy = '', connection = ''] = [policies[0], connections[0]];
    const { live } = world.core.policies;
    let nr = 0;
    const approved = async (legs: number, at = 0): Promise<{ begun: number; plan: PlanView }> => {
      nr += 1;
      const id = await seedPlan(world, {
        policy: policies[at] ?? policy,
        connection: connections[at] ?? connection,
        legs,
        nr,
      });
      arrived.length = 0;
      const begun = performance.now();
      const plan = await live.approvals.approve(world.owner, id, {}, ANSWERER);
      await live.settled();
      return { begun, plan };
    };

    const taps: number[] = [];
    for (let tap = 0; tap < TAPS; tap += 1) {
      const { begun } = await approved(1);
      taps.push((arrived[0] ?? Number.NaN) - begun);
    }
    await approved(LEGS);
    const perLeg = ((arrived.at(-1) ?? 0) - (arrived[0] ?? 0)) / (LEGS - 1);

    // Orders that rest at the broker, on both accounts; every round reads each account's book once.
    broker.dice.plan({ name: 'resting' });
    for (const at of connections.keys()) await approved(OPEN_LEGS, at);
    const rounds: number[] = [];
    let reads = 0;
    for (let turn = 0; turn < 5; turn += 1) {
      const before = broker.log.length;
      const begun = performance.now();
      await live.round(new AbortController().signal);
      rounds.push(performance.now() - begun);
      reads = broker.log.slice(before).filter((line) => /^GET .*orders$/.test(line)).length;
    }
    const tapMs = median(taps);
    const roundMs = median(rounds);
    return [
      {
        name: 'from an approval to the first order at the broker',
        value: round(tapMs),
        unit: 'ms, median',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${TAP_GOAL}`,
        met: tapMs < TAP_GOAL,
      },
      {
        name: `each further order of a plan of ${LEGS}, without the delay between orders`,
        value: round(perLeg),
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${LEG_GOAL}`,
        met: perLeg < LEG_GOAL,
      },
      {
        name: `a round over ${OPEN_LEGS * connections.length} open orders of two accounts`,
        value: round(roundMs),
        unit: 'ms',
        peer: 'readings of an orderbook in it',
        peer_value: reads,
        ratio: null,
        goal: `value under ${ROUND_GOAL}, and one reading for each account`,
        met: roundMs < ROUND_GOAL && reads === connections.length,
      },
    ];
  } finally {
    await world.close();
    await broker.close();
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = { name: 'orders', run };
