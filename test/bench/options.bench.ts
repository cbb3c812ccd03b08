import assert from 'node:assert/strict';
import { closedTrade } from '../support/options-world.ts';
import { type TestApi, testApi } from '../support/api-client.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { load } from './http-load.ts';
import { ingestLoad, recordsOf } from './ingest-load.ts';
import { journalMeasures } from './options-journal.ts';

const RECORDS = 100_000;
const BATCH = 1_000;
/** Batches that a process has under way at once: the next is read while the last is written. */
const IN_FLIGHT = 2;
const TRADES = 50_000;
const READS = 200;
const GOAL = { recordsASecond: 10_000, coldMs: 500, warmMs: 50, permissionMs: 10, keptMb: 30 };
const ASKING_SECONDS = 5;
const NOW = '2026-06-15T10:00:00.000Z';

const round = (value: number) => Math.round(value * 100) / 100;

/** A trading process asks before each entry, one question after the other, from a process of its own. */
async function askPermission(world: TestApi, token: string): Promise<number> {
  const url = `${world.url}/api/options/permission?strategy=iron_condor&underlying=NIFTY`;
  const [result] = await load({
    targets: [{ url, headers: { Authorization: `Bearer ${token}` } }],
    connections: 1,
    seconds: ASKING_SECONDS,
  });
  return result?.p99_ms ?? Number.POSITIVE_INFINITY;
}

/** The same while records come in as fast as they are taken, which takes longer than the asking. */
async function askDuringIngest(world: TestApi, token: string): Promise<{ p99: number; rate: number }> {
  const [p99, { recordsASecond: rate }] = await Promise.all([
    askPermission(world, token),
    ingest(world, token, 'during-'),
  ]);
  return { p99, rate };
}

const ingest = async (world: TestApi, token: string, run: string) =>
  await ingestLoad({ url: world.url, token, records: RECORDS, batch: BATCH, inFlight: IN_FLIGHT, run });

/** Bytes of the heap that something still holds. */
function heapOf(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

export const bench: Benchmark = {
  name: 'options',
  async run() {
    await openTestRun();
    const world = await testApi({
      clock: { now: () => new Date(NOW) },
      requestsPerMinute: 1e9,
      checkResponses: false,
    });
    const results: BenchmarkResult[] = [];
    try {
      const { userId, cookie } = await world.signedIn('owner');
      const { token } = await world.core.options.tokens.create(userId, 'a benchmark');
      const heapBefore = heapOf();
      for (const [name, what] of [
        ['ingest', 'records taken through HTTP'],
        ['ingest again', 'the same ones once more'],
      ] as const) {
        const { recordsASecond: rate, parsedASecond: alone } = await ingest(world, token, '');
        results.push({
          name: `options: ${name} (${what})`,
          value: Math.round(rate),
          unit: 'records/s',
          peer: 'JSON.parse of the same batches',
          peer_value: Math.round(alone),
          ratio: round(rate / alone),
          goal: `at least ${GOAL.recordsASecond} records/s`,
          met: rate >= GOAL.recordsASecond,
        });
      }
      const grown = round((heapOf() - heapBefore) / 2 ** 20);
      results.push({
        name: `options: memory kept after ${2 * RECORDS} records`,
        value: grown,
        unit: 'MB',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `under ${GOAL.keptMb} MB`,
        met: grown < GOAL.keptMb,
      });
      const trades = Array.from({ length: TRADES }, (_, nr) =>
        closedTrade(`trade-${nr}`, new Date(Date.UTC(2024, 0, 1, 4) + nr * 1_500_000).toISOString(), {
          exit: 80 + (nr % 40),
          strategy: `strategy-${nr % 5}`,
        }),
      );
      for (let from = 0; from < TRADES; from += BATCH) {
        const { rejected } = await world.core.options.ingest(userId, trades.slice(from, from + BATCH));
        assert.deepEqual(rejected, []);
      }
      const read = async () => {
        const began = performance.now();
        const { trades: found } = await world.core.options.performance.read(userId, 'LIVE');
        assert.equal(found.closed, TRADES);
        return performance.now() - began;
      };
      const cold: number[] = [];
      for (let nr = 0; nr < 10; nr += 1) {
        await world.core.options.ingest(userId, recordsOf(1, `again-${nr}-`));
        cold.push(await read());
      }
      const warm: number[] = [];
      for (let nr = 0; nr < READS; nr += 1) warm.push(await read());
      for (const [name, times, goal] of [
        ['cold', cold, GOAL.coldMs],
        ['warm', warm, GOAL.warmMs],
      ] as const) {
        const p99 =
          times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
        results.push({
          name: `options: performance over ${TRADES} closed trades, ${name} p99`,
          value: round(p99),
          unit: 'ms',
          peer: null,
          peer_value: null,
          ratio: null,
          goal: `under ${goal} ms`,
          met: p99 < goal,
        });
      }
      const idle = await askPermission(world, token);
      const { p99: busy, rate } = await askDuringIngest(world, token);
      for (const [name, p99] of [
        ['idle', idle],
        [`during ingest of ${Math.round(rate)} records/s`, busy],
      ] as const)
        results.push({
          name: `options: permission to enter, ${name}, p99`,
          value: round(p99),
          unit: 'ms',
          peer: null,
          peer_value: null,
          ratio: null,
          goal: `under ${GOAL.permissionMs} ms`,
          met: p99 < GOAL.permissionMs,
        });
      results.push(...(await journalMeasures(world, { cookie: cookie ?? '', trades: TRADES })));
      return results;
    } finally {
      await world.close();
      await closeTestRun();
    }
  },
};
