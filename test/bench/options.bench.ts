import assert from 'node:assert/strict';
import { closedTrade } from '../support/options-world.ts';
import { type TestApi, testApi } from '../support/api-client.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { load } from './http-load.ts';
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

/** The records of a busy fortnight: mostly signals and executions. */
function recordsOf(count: number, run = ''): object[] {
  return Array.from({ length: count }, (_, nr) => {
    const at = new Date(Date.UTC(2026, 5, 1, 4) + nr * 10).toISOString();
    return nr % 4 === 0
      ? {
          id: `${run}fill-${nr}`,
          kind: 'execution',
          at,
          mode: 'DRY_RUN',
          strategy: 'iron_condor',
          tag: `trade-${nr % 500}`,
          underlying: 'NIFTY',
          symbol: 'NIFTY26JUN24000PE',
          instrument: 'PE',
          strike: 24_000,
          expiry: '2026-06-25',
          side: 'SELL',
          quantity: 75,
          price: 100.05,
        }
      : {
          id: `${run}signal-${nr}`,
          kind: 'signal',
          at,
          mode: 'DRY_RUN',
          strategy: 'iron_condor',
          underlying: 'NIFTY',
          outcome: 'FILTERED',
          reason: 'IV_RANK_LOW',
          detail: 'IV rank 18, needs 30',
        };
  });
}

const batchesOf = (records: readonly object[]): string[] =>
  Array.from({ length: RECORDS / BATCH }, (_, nr) =>
    JSON.stringify({ records: records.slice(nr * BATCH, (nr + 1) * BATCH) }),
  );

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

/** The same while records come in as fast as they are taken, until the asking has ended. */
async function askDuringIngest(world: TestApi, token: string): Promise<{ p99: number; rate: number }> {
  let isAsking = true;
  const asked = askPermission(world, token).finally(() => {
    isAsking = false;
  });
  let [taken, seconds] = [0, 0];
  for (let run = 0; isAsking; run += 1) {
    seconds += await ingest(world, batchesOf(recordsOf(RECORDS, `run-${run}-`)), token);
    taken += RECORDS;
  }
  return { p99: await asked, rate: taken / seconds };
}

async function ingest(world: TestApi, batches: readonly string[], token: string): Promise<number> {
  const began = performance.now();
  const left = [...batches];
  const send = async (): Promise<void> => {
    const body = left.shift();
    if (body === undefined) return;
    const answer = await fetch(`${world.url}/api/options/ingest`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body,
    });
    const { rejected } = (await answer.json()) as { rejected: unknown[] };
    assert.deepEqual([answer.status, rejected], [200, []]);
    await send();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, send));
  return (performance.now() - began) / 1_000;
}

/** Bytes of the heap that something still holds. */
function heapOf(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** What the same batches cost without Munim: read as JSON, and no more. */
function parseAlone(batches: readonly string[]): number {
  const began = performance.now();
  let count = 0;
  for (const body of batches) count += (JSON.parse(body) as { records: unknown[] }).records.length;
  assert.equal(count, RECORDS);
  return (performance.now() - began) / 1_000;
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
      const records = recordsOf(RECORDS);
      const batches = batchesOf(records);
      const alone = RECORDS / parseAlone(batches);
      const heapBefore = heapOf();
      for (const [name, what] of [
        ['ingest', 'records taken through HTTP'],
        ['ingest again', 'the same ones once more'],
      ] as const) {
        const rate = RECORDS / (await ingest(world, batches, token));
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
        await world.core.options.ingest(
          userId,
          recordsOf(1).map((one) => ({ ...one, id: `again-${nr}` })),
        );
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
