import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Core } from '../../core/assembly/index.ts';
import { createValues, type EngineInput } from '../../core/performance/engine/index.ts';
import { testCore } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';

const WARM_GOAL_MS = 150;
const BLOCK_GOAL_MS = 50;
const COLD_RATIO = 6;
const CHANGED_RATIO = 0.2;
const WARM_READS = 200;
const PORTFOLIO = 'Main';

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** The household as it lies in the database. */
export async function fill(core: Core, owner: string, { transactions, prices }: EngineInput): Promise<void> {
  const ids = await core.database.asSystem('instruments for a benchmark', async (trx) => {
    const rows = (await trx('market.instruments')
      .insert(prices.map(({ symbol }) => ({ exchange: 'NSE', symbol, asset_class: 'Indian Equity' })))
      .returning(['id', 'symbol'])) as { id: string; symbol: string }[];
    return new Map(rows.map(({ id, symbol }) => [symbol, id]));
  });
  const client = new pg.Client({ connectionString: core.database.urls.ownerUrl });
  await client.connect();
  try {
    for (const { symbol, days, closes } of prices)
      await client.query(
        `insert into portfolio.price_history (instrument_id, day, close, source)
         select $1, date '1970-01-01' + d, c, 'NSE' from unnest($2::int[], $3::float8[]) as t (d, c)`,
        [ids.get(symbol), Array.from(days), Array.from(closes)],
      );
    await client.query('vacuum analyze portfolio.price_history');
  } finally {
    await client.end();
  }
  const header = 'Portfolio,Symbol,Date,Type,Quantity,Price,Fee_Tax,Currency,Asset_Class\n';
  const lines = transactions.map(({ portfolio, symbol, date, type, quantity, price, fee_tax }) =>
    [portfolio, symbol, date, type, quantity, price, fee_tax, 'INR', 'Indian Equity'].join(','),
  );
  const file = Readable.from([Buffer.from(header + lines.join('\n'))]);
  const { import_id } = await core.portfolio.imports.stage(owner, file);
  const { imported } = await core.portfolio.imports.commit(owner, { import_id }, { actor: 'bench' });
  if (imported < transactions.length * 0.99) throw new Error(`only ${imported} transactions were imported`);
}

/** Daily values by a new thread without data, and without those in the database. The caller closes it. */
export function freshValues(core: Core) {
  return createValues(core, {
    history: core.history,
    instruments: core.instruments,
    readUndecided: () => Promise.resolve([]),
    kept: {
      read: () => Promise.resolve(null),
      isLarge: () => false,
      keep: () => undefined,
      keepOn: () => undefined,
      idle: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  });
}

/**
 * The peer: time of Postgres alone to return the same closes and transactions.
 * @param owner limits it to this person's data
 * @returns milliseconds.
 */
export async function copyOut(core: Core, owner?: string): Promise<number> {
  const own = owner === undefined ? '' : ` where owner_user_id = ${Number(owner)}`;
  const held = `select i.id from market.instruments i join portfolio.positions p on p.symbol = i.symbol${own}`;
  const client = new pg.Client({ connectionString: core.database.urls.ownerUrl });
  await client.connect();
  try {
    const begun = performance.now();
    for (const what of [
      `select instrument_id, day, close from portfolio.price_history where instrument_id in (${held}) order by 1, 2`,
      `select * from portfolio.transactions${own} order by portfolio_id, symbol, trade_date, id`,
    ]) {
      for await (const _ of client.query(copyTo(`copy (${what}) to stdout`)));
    }
    return performance.now() - begun;
  } finally {
    await client.end();
  }
}

async function measure(core: Core, owner: string, input: EngineInput): Promise<BenchmarkResult[]> {
  await fill(core, owner, input);
  const timed = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  // The thread begins with the first question in its life, which is another one's here.
  const startMs = await timed(() => core.reports.values.read(owner));
  const copyMs = Math.min(await copyOut(core), await copyOut(core));
  const other = freshValues(core);
  const cold = await watched(() => timed(() => other.read(owner)));
  const view = await other.read(owner);
  if (view.days.length < 4000 || view.daily.value.at(-1) === null)
    throw new Error(
      `${view.days.length} days, the last ${view.daily.value.at(-1)}: ${JSON.stringify(view.reasons[0])}`,
    );
  const warm = await watched(async () => {
    const times: number[] = [];
    for (let at = 0; at < WARM_READS; at += 1) times.push(await timed(() => other.read(owner)));
    return times.sort((a, b) => a - b)[Math.floor(WARM_READS * 0.99)] ?? 0;
  });
  const symbol = input.prices[0]?.symbol ?? '';
  const changes: number[] = [];
  const changed = await watched(async () => {
    for (let at = 1; at <= 8; at += 1) {
      const row = {
        portfolio: PORTFOLIO,
        symbol,
        date: '2026-02-02',
        type: 'BUY',
        quantity: at,
        price: 9,
        currency: 'INR',
      };
      await core.portfolio.transactions.create(owner, row, { actor: 'bench' });
      changes.push(await timed(() => other.read(owner)));
    }
  });
  await other.close();
  const bare = await timed(() => core.database.revision(owner, ['ledger', 'prices']));
  const middle = changes.sort((a, b) => a - b)[4] ?? 0;
  const block_ms = Math.max(cold.block_ms, warm.block_ms, changed.block_ms);
  return [
    {
      name: 'the same from Postgres, nothing of it known before',
      value: round(cold.result),
      unit: `ms from the question to the series (${round(startMs)} with the start of the thread)`,
      peer: 'COPY of the same closes and transactions to nowhere',
      peer_value: round(copyMs),
      ratio: round(cold.result / copyMs),
      goal: `ratio at most ${COLD_RATIO}`,
      met: cold.result / copyMs <= COLD_RATIO,
    },
    {
      name: 'asked again, p99',
      value: round(warm.result),
      unit: 'ms',
      peer: 'the look at the revision alone',
      peer_value: round(bare),
      ratio: round(warm.result / bare),
      goal: `value under ${WARM_GOAL_MS}`,
      met: warm.result < WARM_GOAL_MS,
    },
    {
      name: 'asked after a transaction was added',
      value: round(middle),
      unit: 'ms',
      peer: 'the first time',
      peer_value: round(cold.result),
      ratio: round(middle / cold.result),
      goal: `ratio at most ${CHANGED_RATIO}`,
      met: middle / cold.result <= CHANGED_RATIO,
    },
    {
      name: 'longest block of the event loop meanwhile',
      value: round(block_ms),
      unit: 'ms',
      peer: null,
      peer_value: null,
      ratio: null,
      goal: `value under ${BLOCK_GOAL_MS}`,
      met: block_ms < BLOCK_GOAL_MS,
    },
  ];
}

/** The service on a real Postgres with the large household. */
export async function serviceRows(input: EngineInput): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  const world = await testCore();
  try {
    return await measure(world.core, world.owner, input);
  } finally {
    await world.close();
    if (ownRun) await closeTestRun();
  }
}
