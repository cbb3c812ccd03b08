import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import type { Core } from '../../core/assembly/index.ts';
import { parseAmount } from '../../core/platform/fixed-point.ts';
import type { StrategyConfig } from '../../core/strategies/index.ts';
import { runBacktest, sessionMarks } from '../../core/strategies/engine/index.ts';
import type { PricePanel } from '../../core/strategies/panel/index.ts';
import { testCore } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { calendar, randomPanel } from '../support/price-panel.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { indexMarket } from './index-market.ts';

const [FROM, TO] = ['2014-01-01', '2023-12-29'];
const PASS_GOAL = 12;
const SECONDS_GOAL = 1.5;
const MEMORY_GOAL_MB = 400;
/** Four times the closes in at most so many times four times the time. */
const LINEAR_GOAL = 1.5;
const GRID = 50;
const GRID_GOAL_SECONDS = 8;

const CONFIG: StrategyConfig = {
  strategy: 'momentum_12_1',
  universe: 'NIFTY500',
  top_n: 20,
  rebalance: 'monthly',
  weighting: 'equal',
};

function backtestOf(panel: PricePanel) {
  const marks = sessionMarks(calendar, panel.days, CONFIG.rebalance);
  const task = { panel, marks, from: FROM, to: TO, initialCapital: parseAmount('1000000') };
  let nr = 0;
  // Ranks are kept for the next backtest by the same strategy: by turns there are two of them, so that each one ranks.
  return () => runBacktest({ ...task, config: { ...CONFIG, params: { skip_sessions: 21 + (nr++ % 2) } } });
}

/** The least that anything which looks at every close has to do. */
function passOver({ closes }: PricePanel): number {
  let sum = 0;
  for (let at = 0; at < closes.length; at += 1) {
    const close = closes[at] ?? Number.NaN;
    if (close === close) sum += close;
  }
  return sum;
}

/** The best of many: what a busy machine adds is no part of it. Milliseconds. */
function best(work: () => unknown, rounds: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    work();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** As one of the two lanes of the jobs role does. */
async function workOff({ strategies }: Core): Promise<void> {
  while (await strategies.worker.next(new AbortController().signal));
}

/** Fifty backtests over the same history, as a person asks for them: stored, by the worker. @returns seconds. */
async function grid(): Promise<number> {
  const world = await testCore({ at: '2024-07-08T12:00:00.000Z' });
  const { core, owner } = world;
  const client = new pg.Client({ connectionString: core.database.urls.ownerUrl });
  await client.connect();
  try {
    await indexMarket(client, {
      shares: 500,
      sessions: core.calendar.sessionsBetween('NSE', '2013-01-01', TO),
    });
    const begun = performance.now();
    for (let nr = 0; nr < GRID; nr += 1) {
      const config = {
        ...CONFIG,
        top_n: 5 + (nr % 10) * 5,
        params: { skip_sessions: 5 + Math.floor(nr / 10) * 8 },
      };
      const body = { config, from: FROM, to: TO, initial_capital: 1_000_000 };
      await core.strategies.runs.create(owner, body, { actor: 'bench' });
      if (nr % 15 === 14 || nr === GRID - 1) await Promise.all([1, 2].map(() => workOff(core)));
    }
    const seconds = (performance.now() - begun) / 1000;
    const { rows } = await client.query(
      "select count(*)::int as n from strategy.research_runs where status = 'COMPLETED'",
    );
    if (rows[0]?.n !== GRID) throw new Error(`${rows[0]?.n} of ${GRID} backtests were completed`);
    return seconds;
  } finally {
    await client.end();
    await world.close();
  }
}

/** What a process that does nothing but backtests needs at most, in MB. */
async function memory(): Promise<number> {
  const child = fork(new URL(import.meta.url), ['memory'], { execArgv: ['--import', 'tsx/esm'] });
  const [mb] = (await once(child, 'message')) as [number];
  return mb;
}

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  const whole = randomPanel({ seed: 1, shares: 500, from: FROM, to: TO, trouble: 0.3 });
  const part = randomPanel({ seed: 1, shares: 250, from: '2019-01-01', to: TO, trouble: 0.3 });
  const [pass, backtest, quarter] = [() => passOver(whole), backtestOf(whole), backtestOf(part)];
  for (const work of [pass, backtest, quarter]) best(work, 8);
  const passMs = best(pass, 40);
  const ms = best(backtest, 25);
  const quarterMs = best(quarter, 25);
  if (backtest().orders.filter(({ order }) => order.quantity > 0n).length < 500)
    throw new Error('the backtest hardly traded');
  const mb = await memory();
  if (ownRun) await openTestRun();
  let seconds: number;
  try {
    seconds = await grid();
  } finally {
    if (ownRun) await closeTestRun();
  }
  const closes = whole.closes.length;
  return [
    {
      name: `backtest of ${closes} closes (500 shares, ten years), monthly momentum top 20, costs and taxes included`,
      value: round(ms),
      unit: 'ms',
      peer: 'a bare pass over the same closes',
      peer_value: round(passMs),
      ratio: round(ms / passMs),
      goal: `ratio at most ${PASS_GOAL}, and under ${SECONDS_GOAL} s`,
      met: ms / passMs <= PASS_GOAL && ms < SECONDS_GOAL * 1000,
    },
    {
      name: 'the same against one of a quarter of the closes',
      value: round(ms),
      unit: 'ms',
      peer: 'four times the quarter',
      peer_value: round(quarterMs * 4),
      ratio: round(ms / (quarterMs * 4)),
      goal: `ratio at most ${LINEAR_GOAL}`,
      met: ms / (quarterMs * 4) <= LINEAR_GOAL,
    },
    {
      name: 'memory of a process that makes and runs it',
      value: round(mb),
      unit: 'MB',
      peer: null,
      peer_value: null,
      ratio: null,
      goal: `value under ${MEMORY_GOAL_MB}`,
      met: mb < MEMORY_GOAL_MB,
    },
    {
      name: `${GRID} backtests over the same history, asked for, calculated and stored`,
      value: round(seconds),
      unit: 's',
      peer: null,
      peer_value: null,
      ratio: null,
      goal: `value under ${GRID_GOAL_SECONDS}`,
      met: seconds < GRID_GOAL_SECONDS,
    },
  ];
}

if (process.argv[2] === 'memory' && process.send !== undefined) {
  const backtest = backtestOf(randomPanel({ seed: 1, shares: 500, from: FROM, to: TO, trouble: 0.3 }));
  for (let nr = 0; nr < 5; nr += 1) backtest();
  process.send(process.resourceUsage().maxRSS / 1024);
}

export const bench: Benchmark = { name: 'backtest', run };
