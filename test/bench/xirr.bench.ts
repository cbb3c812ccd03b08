import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { xirr as webcarrot } from '@webcarrot/xirr';
import { array, mixed, number, object, string } from 'yup';
import { type DatedAmount, xirr } from '../../core/finance/returns/xirr.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { isRight, OWN_VECTORS, type Vector } from './xirr-vectors.ts';
import { DAY_MS } from '../../core/platform/index.ts';

/** It ships no types. */
const nodejsXirr = createRequire(import.meta.url)('xirr') as (
  flows: readonly { amount: number; when: Date }[],
) => number;

const YEARS = 12;
const FIRST = Date.UTC(2013, 0, 1);
/** Milliseconds allowed for so many flows. */
const GOALS = [
  [1_000, 0.3],
  [10_000, 4],
] as const;

/** Purchases, part sales and dividends over the years, and at the end what is held. Always the same. */
function workload(count: number): { date: string; amount: number }[] {
  let state = 42;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  let held = 0;
  let last = 0;
  const days = YEARS * 365;
  const flows = Array.from({ length: count - 1 }, (_, index) => {
    const at = Math.floor((index / count) * days);
    held *= 1.1 ** ((at - last) / 365);
    last = at;
    const kind = random();
    const size = Math.round(random() * 1_000_000) / 100;
    let amount = -size;
    if (kind >= 0.95) amount = size / 50;
    else if (kind >= 0.7) amount = Math.min(size, held / 2);
    // What is held is no less for a dividend: the rate ends a little above the growth.
    held -= kind >= 0.95 ? 0 : amount;
    return { date: new Date(FIRST + at * DAY_MS).toISOString().slice(0, 10), amount };
  });
  return [...flows, { date: new Date(FIRST + days * DAY_MS).toISOString().slice(0, 10), amount: held }];
}

interface Solver {
  name: string;
  /** What a row beside it is called after. */
  row: string;
  /** The rate as a fraction; what throws or gives no number refuses. */
  solve: (flows: Prepared) => number | null;
}

/** The same flows as each solver wants them, made beforehand: only solving is measured, our reading of dates included. */
interface Prepared {
  ours: DatedAmount[];
  nodejs: { amount: number; when: Date }[];
  webcarrot: { amount: number; date: Date }[];
}

function prepared(flows: readonly { date: string; amount: number }[]): Prepared {
  return {
    ours: flows.map(({ date, amount }) => ({ date, amount })),
    nodejs: flows.map(({ date, amount }) => ({ amount, when: new Date(date) })),
    webcarrot: flows.map(({ date, amount }) => ({ amount, date: new Date(date) })),
  };
}

const ours: Solver = {
  name: 'ours',
  row: '',
  solve({ ours: flows }) {
    const { value } = xirr(flows);
    return value === null ? null : value / 100;
  },
};

const PEERS: readonly Solver[] = [
  { name: 'npm package xirr 1.1.0', row: '', solve: ({ nodejs }) => nodejsXirr(nodejs) },
  {
    name: 'npm package @webcarrot/xirr 3.0.1',
    row: '-webcarrot',
    solve: ({ webcarrot: flows }) => webcarrot(flows),
  },
];

/** Milliseconds of one call on one processor, at its best: others are at work on the machine too. */
function best(work: () => void, batch: number): number {
  let least = Infinity;
  for (let round = 0; round < 40; round++) {
    const start = process.cpuUsage();
    for (let call = 0; call < batch; call++) work();
    const { user, system } = process.cpuUsage(start);
    // The first rounds are the compiler's.
    if (round >= 10) least = Math.min(least, (user + system) / 1000 / batch);
  }
  return least;
}

function speed([count, allowed]: readonly [number, number]): BenchmarkResult[] {
  const flows = prepared(workload(count));
  const rate = ours.solve(flows);
  assert.ok(rate !== null && rate > 0.09 && rate < 0.13, `rate of the workload: ${rate}`);
  const batch = Math.max(1, Math.round(20_000 / count));
  const value = best(() => void ours.solve(flows), batch);
  return PEERS.map((peer) => {
    const peerRate = answerOf(peer, flows);
    const peerValue = best(() => void answerOf(peer, flows), Math.max(1, batch / 4));
    const isSame = peerRate !== null && Math.abs(peerRate - rate) < 1e-6;
    return {
      name: `xirr-${count}${peer.row}`,
      value,
      unit: `ms for ${count} flows, dates read from text`,
      peer: `${peer.name}, dates given as Date${isSame ? '' : ', without finding the rate'}`,
      peer_value: peerValue,
      ratio: value / peerValue,
      goal: `value below ${allowed}`,
      met: value < allowed,
    };
  });
}

function answerOf(solver: Solver, flows: Prepared): number | null {
  try {
    const rate = solver.solve(flows);
    return rate !== null && Number.isFinite(rate) ? rate : null;
  } catch {
    return null;
  }
}

function rightOf(solver: Solver, vectors: readonly Vector[]): number {
  return vectors.filter((one) => isRight(one, answerOf(solver, prepared(one.cashflows)))).length;
}

function correctness(name: string, vectors: readonly Vector[]): BenchmarkResult[] {
  const value = rightOf(ours, vectors);
  return PEERS.map((peer) => {
    const peerValue = rightOf(peer, vectors);
    return {
      name: `${name}${peer.row}`,
      value,
      unit: `right of ${vectors.length}`,
      peer: peer.name,
      peer_value: peerValue,
      ratio: value / Math.max(1, peerValue),
      goal: 'every one right',
      met: value === vectors.length,
    };
  });
}

const FILE = object({
  vectors: array(
    object({
      name: string().required(),
      cashflows: array(object({ date: string().required(), amount: number().required() })).required(),
      // A number, null for none, or a number with words behind it.
      expected: mixed<number | string>().nullable(),
      decimals: number().nullable(),
    }),
  ).required(),
});

/** Vectors of a file in the published shape; a rate with words behind it is exact. */
function published(file: string): Vector[] {
  const { vectors } = FILE.validateSync(JSON.parse(readFileSync(file, 'utf8')));
  return vectors.map(({ name, cashflows, expected, decimals }) => ({
    name,
    cashflows,
    expected: typeof expected === 'string' ? Number.parseFloat(expected) : (expected ?? null),
    decimals: typeof expected === 'string' ? 6 : (decimals ?? 6),
  }));
}

async function run(): Promise<BenchmarkResult[]> {
  const file = process.env.BENCH_XIRR_VECTORS;
  return await Promise.resolve([
    ...GOALS.flatMap(speed),
    ...correctness('xirr-right', OWN_VECTORS),
    ...(file === undefined ? [] : correctness('xirr-right-published', published(file))),
  ]);
}

export const bench: Benchmark = {
  name: 'xirr',
  run,
};
