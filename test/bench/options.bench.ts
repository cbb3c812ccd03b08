import assert from 'node:assert/strict';
import { closedTrade } from '../support/options-world.ts';
import { type TestApi, testApi } from '../support/api-client.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const RECORDS = 100_000;
const BATCH = 1_000;
/** Batches that a process has under way at once: the next is read while the last is written. */
const IN_FLIGHT = 2;
const TRADES = 50_000;
const READS = 200;
const GOAL = { recordsASecond: 10_000, coldMs: 500, warmMs: 50, keptMb: 30 };
const NOW = '2026-06-15T10:00:00.000Z';

const round = (value: number) => Math.round(value * 100) / 100;

/** The records of a busy fortnight: mostly signals and executions. */
function recordsOf(count: number): object[] {
  return Array.from({ length: count }, (_, nr) => {
    const at = new Date(Date.UTC(2026, 5, 1, 4) + nr * 10).toISOString();
    return nr % 4 === 0
      ? {
          id: `fill-${nr}`,
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
          id: `signal-${nr}`,
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
    const world = await testApi({ clock: { now: () => new Date(NOW) } });
    const results: BenchmarkResult[] = [];
    try {
      const { userId } = await world.signedIn('owner');
      const { token } = await world.core.options.tokens.create(userId, 'a benchmark');
      const records = recordsOf(RECORDS);
      const batches = Array.from({ length: RECORDS / BATCH }, (_, nr) =>
        JSON.stringify({ records: records.slice(nr * BATCH, (nr + 1) * BATCH) }),
      );
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
      return results;
    } finally {
      await world.close();
      await closeTestRun();
    }
  },
};
