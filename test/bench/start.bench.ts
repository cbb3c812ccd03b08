import { tmpdir } from 'node:os';
import { MunimFamily } from '../support/munim-process.ts';
import { builtProgram } from './built-program.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const ROUNDS = 3;
const FIRST_GOAL_S = 10;
const AGAIN_GOAL_S = 4;

/** Seconds from the command to the line that says it is ready, with all roles; it is stopped again. */
async function start(family: MunimFamily): Promise<number> {
  const begun = performance.now();
  const munim = family.spawn(['start'], { program: builtProgram() });
  await munim.ready();
  const seconds = (performance.now() - begun) / 1000;
  const { code, errors } = await munim.stop();
  if (code !== 0) throw new Error(`it stopped with ${code}: ${errors}`);
  return seconds;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const round = (value: number): number => Math.round(value * 100) / 100;

async function run(): Promise<BenchmarkResult[]> {
  const first: number[] = [];
  const again: number[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    // On the disk, where a newcomer's data lie, not in memory as in the tests.
    const family = await MunimFamily.open({}, tmpdir());
    try {
      first.push(await start(family));
      again.push(await start(family));
    } finally {
      await family.close();
    }
  }
  const result = (name: string, seconds: number, goal: number): BenchmarkResult => ({
    name,
    value: round(seconds),
    unit: 's from the command to the ready line',
    peer: null,
    peer_value: null,
    ratio: null,
    goal: `value under ${goal}`,
    met: seconds < goal,
  });
  return [
    result('first start on an empty folder', median(first), FIRST_GOAL_S),
    result('start after that', median(again), AGAIN_GOAL_S),
  ];
}

export const bench: Benchmark = {
  name: 'start',
  run,
};
