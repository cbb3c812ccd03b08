import type { AdapterSetting } from '../../core/brokers/adapters/setting.ts';
import { createDhan } from '../../core/brokers/adapters/dhan.ts';
import type { AdapterEntry } from '../../core/brokers/index.ts';
import { createLimiter } from '../../core/platform/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { DhanServer } from '../support/dhan-server.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const TRADES = 5000;
/** Fills one stretch of days that is read at once, as every larger history does again and again. */
const FEW_TRADES = 2000;
/** A trade that is kept takes over 1,000 bytes. */
const BYTES_GOAL = 300;
const BY = { actor: 'bench' };
const TABLES = ['transactions', 'holdings', 'positions'];

/** The heap after each page of trades, and the most that it ever was. */
class Heap {
  peak = 0;
  base = 0;

  begin(): void {
    globalThis.gc?.();
    this.base = process.memoryUsage().heapUsed;
    this.peak = 0;
  }

  async look(): Promise<void> {
    // What a request leaves to be finalised goes in between, not at once.
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 30));
    globalThis.gc?.();
    this.peak = Math.max(this.peak, process.memoryUsage().heapUsed - this.base);
  }
}

/** Dhan without its rate, so that the work is measured and not the waiting. */
function hastyDhan(dhan: DhanServer, heap: Heap | null): AdapterEntry {
  return {
    switchedOnBy: 'DHAN_BASE_URL',
    create(setting: AdapterSetting) {
      const adapter = createDhan({
        ...setting,
        limits: { of: (_, { concurrent }) => createLimiter({ concurrent, perSecond: 100_000 }) },
      });
      return {
        ...adapter,
        async read(access, signal) {
          const reading = await adapter.read(access, signal);
          return {
            ...reading,
            async *trades(range) {
              for await (const page of reading.trades(range)) {
                yield page;
                // The double remembers every request; that is its memory and not the sync's.
                dhan.requests.length = 0;
                await heap?.look();
              }
            },
          };
        },
      };
    },
  };
}

async function connect(world: TestCore, dhan: DhanServer): Promise<() => Promise<void>> {
  const { connections } = world.core;
  const { id } = await connections.create(
    world.owner,
    {
      broker: 'dhan',
      label: 'Dhan',
      role: 'SYNC',
      credentials: { client_id: DhanServer.CLIENT_ID, access_token: dhan.accessToken() },
    },
    BY,
  );
  return async () => {
    const { connection } = await connections.sync(world.owner, id, BY);
    if (connection.sync.state !== 'OK') throw new Error(`The sync is ${connection.sync.reason_code}.`);
  };
}

/** Runs `work` in a core on a database of its own beside a double with so many trades. */
async function withTrades<T>(
  trades: number,
  heap: Heap | null,
  work: (world: TestCore, sync: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const dhan = await new DhanServer(() => new Date('2026-03-02T06:00:00.000Z')).start();
  const world = await testCore({
    environment: { DHAN_BASE_URL: dhan.url },
    adapters: [hastyDhan(dhan, heap)],
  });
  try {
    dhan.reset({ holdings: 7, trades, leftOut: 0 });
    return await work(world, await connect(world, dhan));
  } finally {
    await world.close();
    await dhan.close();
  }
}

async function peakOf(trades: number): Promise<number> {
  const heap = new Heap();
  return await withTrades(trades, heap, async (_world, sync) => {
    heap.begin();
    await sync();
    return heap.peak;
  });
}

/** Rows written to the tables of a portfolio since the statistics began, which come some time after the writing. */
async function written({ core }: TestCore): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return await core.database.asSystem('statistics for a benchmark', async (trx) => {
    await trx.raw('select pg_stat_force_next_flush()');
    const { rows } = await trx.raw<{ rows: { count: string }[] }>(
      `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) as count from pg_stat_user_tables
       where schemaname = 'portfolio' and relname = any(?)`,
      [TABLES],
    );
    return Number(rows[0]?.count);
  });
}

async function repetition(): Promise<BenchmarkResult> {
  return await withTrades(TRADES, null, async (world, sync) => {
    await sync();
    const before = await written(world);
    await sync();
    const again = (await written(world)) - before;
    return {
      name: `brokers: rows written by the second sync of ${TRADES} trades`,
      value: again,
      unit: 'rows',
      peer: null,
      peer_value: null,
      ratio: null,
      goal: 'none',
      met: before >= TRADES && again === 0,
    };
  });
}

async function memory(): Promise<BenchmarkResult> {
  // The first one also makes the code fast, which takes memory of its own.
  await peakOf(TRADES);
  const few = await peakOf(FEW_TRADES);
  const many = await peakOf(TRADES);
  const each = (many - few) / (TRADES - FEW_TRADES);
  return {
    name: `brokers: heap for each further trade of a sync, from ${FEW_TRADES} to ${TRADES}`,
    value: each,
    unit: 'bytes',
    peer: null,
    peer_value: null,
    ratio: null,
    goal: `constant memory: under ${BYTES_GOAL} bytes a trade`,
    met: each < BYTES_GOAL,
  };
}

export const bench: Benchmark = {
  name: 'brokers',
  async run() {
    await openTestRun();
    try {
      return [await repetition(), await memory()];
    } finally {
      await closeTestRun();
    }
  },
};
