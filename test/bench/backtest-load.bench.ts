import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createPanelLoader } from '../../core/strategies/data/index.ts';
import { testCore } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';
import { indexMarket } from './index-market.ts';

const SHARES = 500;
const FROM = '2014-01-01';
const TO = '2023-12-31';
const ROUNDS = 3;
const RATIO_GOAL = 3;
const BLOCK_GOAL = 50;

/** The peer: what it takes to have the same rows as text, from the same table over the same socket. @returns milliseconds. */
async function copyOut(client: pg.Client): Promise<number> {
  const begun = performance.now();
  const rows = client.query(
    copyTo(
      `copy (select instrument_id, day, close from portfolio.price_history
         where day between '${FROM}' and '${TO}') to stdout`,
    ),
  );
  for await (const _ of rows);
  return performance.now() - begun;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const round = (value: number): number => Math.round(value * 100) / 100;

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const world = await testCore({ at: '2024-07-08T12:00:00.000Z' });
  const { core } = world;
  const client = new pg.Client({ connectionString: core.database.urls.ownerUrl });
  await client.connect();
  try {
    const sessions = core.calendar.sessionsBetween('NSE', FROM, TO);
    const stored = await indexMarket(client, { shares: SHARES, sessions });
    const loader = createPanelLoader(core);
    const ours: number[] = [];
    const theirs: number[] = [];
    let block_ms = 0;
    for (let nr = 0; nr < ROUNDS; nr += 1) {
      theirs.push(await copyOut(client));
      const begun = performance.now();
      const seen = await watched(() => loader.load({ universe: 'NIFTY500', from: FROM, to: TO, warmup: 0 }));
      ours.push(performance.now() - begun);
      block_ms = Math.max(block_ms, seen.block_ms);
      const { closes } = seen.result.panel;
      let read = 0;
      for (const close of closes) if (!Number.isNaN(close)) read += 1;
      if (read !== stored) throw new Error(`${read} of ${stored} closes were read`);
    }
    const [value, peer_value] = [median(ours), median(theirs)];
    return [
      {
        name: `price panel of ${SHARES} shares and ten years, ${stored} closes, cold from Postgres`,
        value: round(value),
        unit: 'ms with members, actions and revision',
        peer: 'COPY of the same closes as text to nowhere',
        peer_value: round(peer_value),
        ratio: round(value / peer_value),
        goal: `ratio at most ${RATIO_GOAL}`,
        met: value / peer_value <= RATIO_GOAL,
      },
      {
        name: 'longest block of the event loop while a price panel is loaded',
        value: round(block_ms),
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${BLOCK_GOAL}`,
        met: block_ms < BLOCK_GOAL,
      },
    ];
  } finally {
    await client.end();
    await world.close();
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = {
  name: 'backtest-load',
  run,
};
