import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import pg from 'pg';
import { createLog } from '../../core/platform/index.ts';
import { type TestApi, testApi } from '../support/api-client.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';
import { load, type LoadResult } from './http-load.ts';

const PORTFOLIOS = 10;
const HOLDINGS = 500;
const SECONDS = 4;
const CONNECTIONS = 16;
const RATIO_GOAL = 1 / 3;
const BLOCK_GOAL_MS = 50;
/** Owner's changes a second in the second round: each makes the overview be worked out anew. */
const CHANGES_A_SECOND = 10;
const PEER = 'a bare Koa route doing one indexed select';

async function fill({ core, database }: TestApi): Promise<void> {
  for (let at = 0; at < HOLDINGS; at += 1) {
    const row = {
      portfolio: `Portfolio ${at % PORTFOLIOS}`,
      symbol: `SYMBOL${at}`,
      asset_class: at % 3 === 0 ? 'ETF' : 'Indian Equity',
      currency: at % 20 === 0 ? 'USD' : 'INR',
      sector: `Sector ${at % 12}`,
      quantity: 1 + (at % 40),
      avg_buy_price: 100 + at,
      current_price: 90 + at * 1.1,
      previous_close: 91 + at,
    };
    await core.portfolio.holdings.create('1', row, { actor: 'bench' });
  }
  await core.portfolio.snapshots.take('1');
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query('analyze');
  await pool.end();
}

async function bareKoa(connectionString: string): Promise<{ url: string; close: () => Promise<void> }> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const app = new Koa();
  app.use(async (ctx) => {
    const { rows } = await pool.query({
      name: 'one',
      text: 'select * from portfolio.portfolios where id = $1',
      values: ['2'],
    });
    ctx.body = rows[0];
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
}

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const dir = await mkdtemp(path.join(tmpdir(), 'munim-bench-'));
  const world = await testApi({
    log: createLog('info', path.join(dir, 'munim.log')),
    requestsPerMinute: 1e9,
    checkResponses: false,
  });
  const bare = await bareKoa(world.database.url);
  try {
    await fill(world);
    const client = await world.signedIn();
    const ours = { url: `${world.url}/api/portfolio/v2/dashboard`, headers: { cookie: client.cookie ?? '' } };
    const theirs = { url: bare.url, headers: {} };
    const both = { targets: [ours, theirs], connections: CONNECTIONS };
    await load({ ...both, seconds: 1 });
    const calm = await watched(() => load({ ...both, seconds: SECONDS }));
    let isChanging = true;
    const changes = (async () => {
      while (isChanging) {
        await world.core.database.change('1', ['ledger'], async () => undefined);
        await new Promise((resolve) => setTimeout(resolve, 1000 / CHANGES_A_SECOND));
      }
    })();
    const busy = await watched(() => load({ ...both, seconds: SECONDS }));
    isChanging = false;
    await changes;
    const alone = await watched(() => load({ targets: [theirs], connections: CONNECTIONS, seconds: 2 }));
    const round = (value: number) => Math.round(value * 100) / 100;
    const throughput = (name: string, [mine, other]: LoadResult[]): BenchmarkResult => {
      const ratio = (mine?.per_second ?? 0) / (other?.per_second ?? 1);
      return {
        name,
        value: Math.round(mine?.per_second ?? 0),
        unit: 'requests/s',
        peer: PEER,
        peer_value: Math.round(other?.per_second ?? 0),
        ratio: round(ratio),
        goal: `at least ${round(RATIO_GOAL)} of the peer`,
        met: ratio >= RATIO_GOAL,
      };
    };
    const longest = Math.max(calm.block_ms, busy.block_ms);
    return [
      throughput('overview of 500 holdings', calm.result),
      throughput(`the same while ${CHANGES_A_SECOND} changes a second are made`, busy.result),
      {
        name: 'longest block of the event loop meanwhile',
        value: round(longest),
        unit: 'ms',
        peer: 'the bare route alone: what the machine itself adds',
        peer_value: round(alone.block_ms),
        ratio: round(longest / alone.block_ms),
        goal: `under ${BLOCK_GOAL_MS} ms`,
        met: longest < BLOCK_GOAL_MS,
      },
    ];
  } finally {
    await bare.close();
    await world.close();
    await rm(dir, { recursive: true, force: true });
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = {
  name: 'dashboard',
  run,
};
