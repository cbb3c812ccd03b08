import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startMarketCatchUp } from '../../jobs/market-catch-up.ts';
import { daysBetween } from '../../core/platform/index.ts';
import type { ValueHistory } from '../../core/reports/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { weekdays } from '../support/market-sources.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { tradebook } from '../support/tradebook.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { AT, BOOK, FROM, priceOn, TO } from './first-value-world.ts';

const ONLINE_GOAL_S = 10;
const OFFLINE_GOAL_S = 2;

/** From the end of the import to a chart of all its history. @returns seconds. */
async function untilChart({ core, owner }: TestCore): Promise<number> {
  const book = tradebook(BOOK);
  const loop = startMarketCatchUp(core);
  try {
    const { import_id } = await core.portfolio.imports.stage(owner, Readable.from([Buffer.from(book.csv)]), {
      file_name: 'tradebook.csv',
    });
    const followed = core.catchUps.follow(owner, () => undefined, {
      signal: new AbortController().signal,
      patienceMs: 60_000,
    });
    await core.portfolio.imports.commit(owner, { import_id }, { actor: 'bench' });
    const begun = performance.now();
    await followed;
    check(await core.reports.valueHistory.read(owner, {}), book.fills[0]?.date ?? '');
    return (performance.now() - begun) / 1000;
  } finally {
    await loop.stop();
  }
}

/** The measure is worth nothing where the chart does not reach over the whole ledger. */
function check({ points }: ValueHistory, first: string): void {
  const valued = points.filter(({ value }) => value !== null);
  const from = valued[0]?.date ?? 'never';
  if (valued.length < 300 || daysBetween(first, from) > 7)
    throw new Error(`${valued.length} of ${points.length} days have a value, the first on ${from}`);
}

async function online(): Promise<number> {
  const file = fileURLToPath(new URL('./market-sources-process.ts', import.meta.url));
  const sources: ChildProcess = fork(file, { execArgv: ['--import', 'tsx/esm'] });
  const [environment] = (await once(sources, 'message')) as [Record<string, string>];
  const world = await testCore({ at: AT, environment });
  try {
    return await untilChart(world);
  } finally {
    await world.close();
    sources.disconnect();
  }
}

async function offline(): Promise<number> {
  const world = await testCore({ at: AT });
  try {
    const { core } = world;
    const shares = new Map(tradebook(BOOK).fills.map(({ symbol, isin }) => [symbol, isin]));
    const { rows } = await core.database.systemPool.query<{ id: string; symbol: string }>(
      `insert into market.instruments (exchange, symbol, isin, asset_class, series)
       select 'NSE', symbol, isin, 'Indian Equity', 'EQ' from unnest($1::text[], $2::text[]) as s (symbol, isin)
       returning id::text, symbol`,
      [[...shares.keys()], [...shares.values()]],
    );
    const days = weekdays(FROM, TO);
    for (const { id, symbol } of rows)
      await core.history.store(
        days.map((day) => ({ instrument_id: id, day, close: priceOn(symbol, day) })),
        { source: 'FILE' },
      );
    return await untilChart(world);
  } finally {
    await world.close();
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;

const result = (name: string, value: number, goal: number): BenchmarkResult => ({
  name,
  value: round(value),
  unit: 's',
  peer: null,
  peer_value: null,
  ratio: null,
  goal: `< ${goal} s`,
  met: value < goal,
});

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  try {
    return [
      result('import of 1,409 rows to the chart, sources at 50 ms', await online(), ONLINE_GOAL_S),
      result('import of 1,409 rows to the chart, offline with closes', await offline(), OFFLINE_GOAL_S),
    ];
  } finally {
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = { name: 'first-value', run };
