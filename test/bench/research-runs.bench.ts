import { setTimeout as pause } from 'node:timers/promises';
import { withArguedRuns } from './argued-run.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';

const SIZE = { facts: 5_000, packets: 200 };
const WARM_UP = 3;
const RUNS = 5;
const GROWTHS = 3;
const AT_ONCE = 10;
const MEGABYTE = 1024 * 1024;
const GOAL = { workMs: 3_000, megabytes: 300, blockedMs: 50 };

const round = (value: number) => Math.round(value * 10) / 10;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
const collect = async (): Promise<void> => {
  (globalThis as { gc?: () => void }).gc?.();
  await pause(50);
};

/**
 * Processor time of this process while `run` lasts, its threads included, in milliseconds. Nothing is collected by force before:
 * the engine would drop compiled code with it, and compile it again on the run's account.
 */
async function workOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** By how many megabytes the heap grew at the most while `run` lasted. */
async function growthOf(run: () => Promise<unknown>): Promise<number> {
  await collect();
  const held = process.memoryUsage().heapUsed;
  let most = held;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 5);
  await run();
  clearInterval(watch);
  return (most - held) / MEGABYTE;
}

async function run(): Promise<BenchmarkResult[]> {
  return await withArguedRuns(SIZE, async ({ run: runs, world }) => {
    for (let nr = 0; nr < WARM_UP; nr += 1) await runs(1);
    const works: number[] = [];
    for (let nr = 0; nr < RUNS; nr += 1) works.push(await workOf(async () => await runs(1)));
    const growths: number[] = [];
    for (let nr = 0; nr < GROWTHS; nr += 1) growths.push(await growthOf(async () => await runs(1)));
    const { rows } = await world.core.database.systemPool.query<{ bytes: string }>(
      `select length(content::text)::int as bytes from research.ai_research_packets
       where run_id = (select max(run_id) from research.ai_research_packets)`,
    );
    const bytes = rows.reduce((sum, one) => sum + Number(one.bytes), 0);
    // What a run has to do at the least: take its evidence in and write it out once for each stage.
    const text = 'x'.repeat(bytes);
    const bare = await workOf(async () => {
      for (let stage = 0; stage < 19; stage += 1) JSON.parse(JSON.stringify({ text }));
      await Promise.resolve();
    });
    const { block_ms } = await watched(async () => await runs(AT_ONCE));
    const work = median(works);
    const megabytes = median(growths);
    const size = `19 stages, ${SIZE.facts} facts, ${SIZE.packets} packets`;
    return [
      {
        name: `research runs: a run of ${size} without the time of models, median`,
        value: round(work),
        unit: 'ms of one core',
        peer: 'JSON of its evidence, 19 times',
        peer_value: round(bare),
        ratio: round(work / bare),
        goal: `under ${GOAL.workMs} ms`,
        met: work < GOAL.workMs,
      },
      {
        name: 'research runs: by how much the heap grows meanwhile at the most, median',
        value: round(megabytes),
        unit: 'MB',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `under ${GOAL.megabytes} MB`,
        met: megabytes < GOAL.megabytes,
      },
      {
        name: `research runs: the longest time that ${AT_ONCE} such runs at once leave the process deaf`,
        value: round(block_ms),
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `under ${GOAL.blockedMs} ms`,
        met: block_ms < GOAL.blockedMs,
      },
    ];
  });
}

export const bench: Benchmark = { name: 'research-runs', run };
