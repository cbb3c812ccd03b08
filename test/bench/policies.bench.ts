import pg from 'pg';
import type { Core } from '../../core/assembly/index.ts';
import type { StrategyConfig } from '../../core/strategies/index.ts';
import { testApi } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';
import { paperPolicy } from '../support/paper-policy.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';
import { load, type LoadResult } from './http-load.ts';
import { indexMarket } from './index-market.ts';

const [FROM, TO] = ['2012-12-03', '2023-12-29'];
const POLICIES = 50;
const CYCLE_GOAL_SECONDS = 5;
const BLOCK_GOAL_MS = 50;
const CLIENTS = 20;
const SECONDS = 1;
const P99_GOAL_MS = 80;
const READS = [
  '',
  '/equity',
  '/holdings',
  '/holdings?date=2018-03-15',
  '/trades?page=5',
  '/signals',
  '/signals?date=2016-01-01',
  '/cycles',
  '/orders?page=20',
  '/universe-events',
  '/tracking',
];

const CONFIG: StrategyConfig = {
  strategy: 'momentum_12_1',
  universe: 'NIFTY500',
  top_n: 20,
  rebalance: 'monthly',
  weighting: 'equal',
};
const NEVER = new AbortController().signal;
const round = (value: number): number => Math.round(value * 100) / 100;

/** A day on which all of many policies rebalance. */
async function dayOfAll(core: Core, owner: string, clock: { at: Date }) {
  // The rebalance of the first session of a month, after one session that takes the deposits.
  for (let nr = 0; nr < POLICIES; nr += 1)
    await paperPolicy(core, owner, {
      config: { ...CONFIG, top_n: 10 + nr },
      starts_on: '2023-11-30',
      tag_code: `BENCH${String(nr).padStart(3, '0')}`,
    });
  clock.at = new Date('2023-11-30T15:00:00.000Z');
  await core.policies.cycles.advanceAll(NEVER);
  clock.at = new Date('2023-12-01T15:00:00.000Z');
  const begun = performance.now();
  const { result, block_ms } = await watched(() => core.policies.cycles.advanceAll(NEVER));
  if (result.cycles !== POLICIES) throw new Error(`${result.cycles} of ${POLICIES} policies rebalanced`);
  return { seconds: (performance.now() - begun) / 1000, block_ms };
}

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const clock = heldClock('2024-01-01T06:00:00.000Z');
  const world = await testApi({ clock, requestsPerMinute: 1e9, checkResponses: false });
  const { core } = world;
  const db = new pg.Client({ connectionString: core.database.urls.ownerUrl });
  await db.connect();
  try {
    await indexMarket(db, { shares: 500, sessions: core.calendar.sessionsBetween('NSE', FROM, TO) });
    const client = await world.signedIn();
    const day = await dayOfAll(core, client.userId, clock);
    const old = await paperPolicy(core, client.userId, {
      config: CONFIG,
      starts_on: '2014-01-01',
      tag_code: 'TENYEARS',
    });
    clock.at = new Date('2024-01-01T06:00:00.000Z');
    const done = await core.policies.cycles.advance(old, { requestedBy: 'bench' });
    if ((done?.sessions ?? 0) < 2000) throw new Error(`only ${done?.sessions} sessions were gone through`);
    await db.query('vacuum analyze');
    const headers = { cookie: client.cookie ?? '' };
    const rows: { path: string; seen: LoadResult }[] = [];
    for (const path of READS) {
      const url = `${world.url}/api/policies/${old}${path}`;
      const { status, text } = await client.get(`/api/policies/${old}${path}`);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
      const [seen] = await load({ targets: [{ url, headers }], connections: CLIENTS, seconds: SECONDS });
      if (seen !== undefined) rows.push({ path, seen });
    }
    for (const { path, seen } of rows)
      process.stderr.write(`${path}: p99 ${round(seen.p99_ms)} ms, ${Math.round(seen.per_second)}/s\n`);
    const slowest = rows.reduce((worst, row) => (row.seen.p99_ms > worst.seen.p99_ms ? row : worst));
    return [
      {
        name: `a day on which ${POLICIES} policies of 500 shares rebalance`,
        value: round(day.seconds),
        unit: 's',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${CYCLE_GOAL_SECONDS}`,
        met: day.seconds < CYCLE_GOAL_SECONDS,
      },
      {
        name: 'longest block of the event loop meanwhile',
        value: round(day.block_ms),
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${BLOCK_GOAL_MS}`,
        met: day.block_ms < BLOCK_GOAL_MS,
      },
      {
        name: `the slowest of ${READS.length} reads of a policy with ten years behind it, ${CLIENTS} clients`,
        value: round(slowest.seen.p99_ms),
        unit: `ms p99 (${slowest.path})`,
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${P99_GOAL_MS}`,
        met: slowest.seen.p99_ms < P99_GOAL_MS,
      },
    ];
  } finally {
    await db.end();
    await world.close();
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = { name: 'policies', run };
