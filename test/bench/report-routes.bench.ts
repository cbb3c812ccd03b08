import type { Core } from '../../core/assembly/index.ts';
import { type TestApi, testApi, type TestApiOptions } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';
import { load, type LoadResult } from './http-load.ts';
import { copyOut, fill } from './reports-service.ts';
import { workload } from './reports-workload.ts';

const HOUSEHOLD = { transactions: 14_400, symbols: 250, years: 12 };
/** The day after the last close of the household. */
export const TODAY = '2026-03-03T06:00:00.000Z';
const CLIENTS = 20;
const SECONDS = 1;
const P99_GOAL_MS = 150;
/** All that lies in the database is read and worked out; a reader may wait for it once after a start. */
const FIRST_RATIO = 6;
const BLOCK_GOAL_MS = 50;
const FIRST_BLOCK_GOAL_MS = 100;

const BASE = '/api/portfolio/reports';
const REPORTS = [
  '/performance',
  '/performance?explain=true',
  '/risk',
  '/monthly-returns',
  '/attribution',
  '/diversification',
  '/rebalance',
  '/overlap',
  '/income-projection',
  '/dividend-yield',
  '/calendar',
  '/tax-lots?fy=2024-25',
  '/networth',
  '/activity',
  '/snapshots',
  '/export?report=performance&format=csv',
  '/definitions',
];

/** Prices of the last day, as a refresh would have left them. */
export async function price(core: Core): Promise<void> {
  await core.database.asSystem('prices for a benchmark', async (trx) => {
    await trx.raw(
      `update portfolio.holdings h set current_price = c.close, previous_close = c.close, priced_at = ?, price_source = 'NSE'
         from (select distinct on (i.symbol) i.symbol, p.close
                 from market.instruments i join portfolio.price_history p on p.instrument_id = i.id
                order by i.symbol, p.day desc) c
        where c.symbol = h.symbol`,
      [TODAY],
    );
  });
}

async function measure(world: TestApi): Promise<BenchmarkResult[]> {
  const client = await world.signedIn();
  await fill(world.core, client.userId, workload(HOUSEHOLD));
  await price(world.core);
  // As a start does; by the first question the thread is there.
  world.core.reports.values.warm();
  const copyMs = Math.min(await copyOut(world.core), await copyOut(world.core));
  const headers = { cookie: client.cookie ?? '' };
  const first: number[] = [];
  const firstBlocks: number[] = [];
  for (const path of REPORTS) {
    const { result, block_ms } = await watched(async () => {
      const begun = performance.now();
      const { status, text } = await client.get(BASE + path);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
      return performance.now() - begun;
    });
    first.push(result);
    firstBlocks.push(block_ms);
  }
  const rows: { path: string; warm: LoadResult; block_ms: number }[] = [];
  for (const path of REPORTS) {
    const { result, block_ms } = await watched(() =>
      load({ targets: [{ url: world.url + BASE + path, headers }], connections: CLIENTS, seconds: SECONDS }),
    );
    rows.push({
      path,
      warm: result[0] ?? { per_second: 0, median_ms: 0, p99_ms: Number.NaN, refused: 0 },
      block_ms,
    });
  }
  const health = await load({
    targets: [{ url: `${world.url}/healthz`, headers }],
    connections: CLIENTS,
    seconds: SECONDS,
  });
  const round = (value: number) => Math.round(value * 100) / 100;
  const bare = health[0]?.p99_ms ?? Number.NaN;
  const slowest = rows.reduce((worst, row) => (row.warm.p99_ms > worst.warm.p99_ms ? row : worst));
  for (const [at, { path, warm, block_ms }] of rows.entries())
    process.stderr.write(
      `${path}: first ${round(first[at] ?? 0)} ms, block ${round(firstBlocks[at] ?? 0)} ms, then p99 ${round(warm.p99_ms)} ms, ${Math.round(warm.per_second)}/s, block ${round(block_ms)} ms\n`,
    );
  const longest = Math.max(...rows.map(({ block_ms }) => block_ms));
  const longestFirst = Math.max(...firstBlocks);
  const slowestFirst = Math.max(...first);
  return [
    {
      name: `the slowest of ${REPORTS.length} reports, warm, ${CLIENTS} clients`,
      value: round(slowest.warm.p99_ms),
      unit: `ms p99 (${slowest.path})`,
      peer: '/healthz, asked in the same way',
      peer_value: round(bare),
      ratio: round(slowest.warm.p99_ms / bare),
      goal: `value under ${P99_GOAL_MS}`,
      met: slowest.warm.p99_ms < P99_GOAL_MS,
    },
    {
      name: 'the slowest of them, asked for the first time by one client',
      value: round(slowestFirst),
      unit: `ms (${REPORTS[first.indexOf(slowestFirst)] ?? ''})`,
      peer: 'COPY of the closes and transactions to nowhere',
      peer_value: round(copyMs),
      ratio: round(slowestFirst / copyMs),
      goal: `ratio at most ${FIRST_RATIO}`,
      met: slowestFirst / copyMs <= FIRST_RATIO,
    },
    {
      name: 'longest block of the event loop, warm',
      value: round(longest),
      unit: 'ms',
      peer: null,
      peer_value: null,
      ratio: null,
      goal: `value under ${BLOCK_GOAL_MS}`,
      met: longest < BLOCK_GOAL_MS,
    },
    {
      name: 'longest block while each is worked out for the first time, by code that never ran before',
      value: round(longestFirst),
      unit: 'ms',
      peer: null,
      peer_value: null,
      ratio: null,
      goal: `value under ${FIRST_BLOCK_GOAL_MS}`,
      met: longestFirst < FIRST_BLOCK_GOAL_MS,
    },
  ];
}

/** Measures a server of its own, with the day of the workload and no limit of requests. */
export async function withApi(
  measure: (world: TestApi) => Promise<BenchmarkResult[]>,
  options: TestApiOptions = {},
): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const world = await testApi({
    clock: heldClock(TODAY),
    requestsPerMinute: 1e9,
    checkResponses: false,
    ...options,
  });
  try {
    return await measure(world);
  } finally {
    await world.close();
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = {
  name: 'report-routes',
  run: () => withApi(measure),
};
