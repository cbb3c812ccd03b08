import { coveredSeries, createEngine, type EngineInput } from '../../core/performance/engine/index.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { serviceRows } from './reports-service.ts';
import { dateOf, workload } from './reports-workload.ts';

const LARGE = { transactions: 14_400, symbols: 250, years: 12 };
const SMALL = { transactions: 1900, symbols: 40, years: 8 };
const DOUBLE = { transactions: 28_800, symbols: 500, years: 12 };
const GOAL_MS = { large: 300, small: 40, append: 20 };
const GOAL_MB = 400;
const LINEAR = 1.5;

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Processor milliseconds, the collector's threads included: the clock on the wall would measure who else is at work. */
function spent(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function best(runs: number, work: () => void): number {
  globalThis.gc?.();
  work();
  return Math.min(...Array.from({ length: runs }, () => spent(work)));
}

/** What a reader of the report sees: series and positions. */
function calculate(input: EngineInput): number {
  const engine = createEngine(input);
  const { value } = engine.series(null);
  return (value.at(-1) ?? 0) + engine.positions(null).length;
}

/** The floor: for each day the closes of all symbols times a number, added up; no ledger, no gaps, no currencies. */
function bareSum({ prices, to }: EngineInput): number {
  const first = prices[0]?.days[0] ?? to;
  const sums = new Float64Array(to - first + 1);
  for (const { days, closes } of prices) {
    let next = 0;
    let close = 0;
    for (let at = 0; at < sums.length; at += 1) {
      if (days[next] === first + at) close = closes[next++] ?? 0;
      sums[at] = (sums[at] ?? 0) + 10 * close;
    }
  }
  return sums.at(-1) ?? 0;
}

function timed(name: string, value: number, goal: number, floor: number, what: string): BenchmarkResult {
  return {
    name,
    value: round(value),
    unit: 'ms of one core',
    peer: what,
    peer_value: round(floor),
    ratio: round(value / floor),
    goal: `value under ${goal}`,
    met: value < goal,
  };
}

function engineRows(): BenchmarkResult[] {
  const small = workload(SMALL);
  const smallMs = best(15, () => calculate(small));
  const smallFloor = best(15, () => bareSum(small));
  const large = workload(LARGE);
  const largeMs = best(7, () => calculate(large));
  const largeFloor = best(7, () => bareSum(large));
  const kept = createEngine(large);
  kept.series(null);
  // One symbol in ten has no close at all, and one in ten none after the first half of the days.
  const half =
    (large.prices[0]?.days[0] ?? large.to) + (large.to - (large.prices[0]?.days[0] ?? large.to)) / 2;
  const holed = createEngine({
    ...large,
    prices: large.prices.flatMap((one, at) => {
      if (at % 10 === 0) return [];
      const known = one.days.filter((day) => at % 10 !== 1 || day < half).length;
      return [{ ...one, days: one.days.slice(0, known), closes: one.closes.slice(0, known) }];
    }),
  });
  holed.series(null);
  const coveredMs = best(7, () => coveredSeries(holed, null, 0)?.excluded.length ?? 0);
  const rssMb = process.memoryUsage().rss / 1e6;

  const days: number[] = [];
  const rows: number[] = [];
  const olds: number[] = [];
  const last = large.transactions.at(-1);
  let { prices } = large;
  for (let at = 1; at <= 20 && last !== undefined; at += 1) {
    const to = large.to + at;
    prices = prices.map((one) => ({
      ...one,
      days: Int32Array.of(...one.days, to),
      closes: Float64Array.of(...one.closes, 100 + at),
    }));
    days.push(spent(() => (kept.advance({ to, prices }), kept.series(null))));
    rows.push(
      spent(() => (kept.append([{ ...last, id: `9${at}00000`, date: dateOf(to) }]), kept.series(null))),
    );
    olds.push(
      spent(
        () => (kept.append([{ ...last, id: `8${at}00000`, date: dateOf(to - 2000) }]), kept.series(null)),
      ),
    );
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const whole = 'the whole calculation';
  const doubled = workload(DOUBLE);
  const doubleMs = best(4, () => calculate(doubled));
  const ratio = doubleMs / (2 * largeMs);
  return [
    timed(
      'daily values, lots and gains of 14,400 transactions, 250 symbols, 12 years',
      largeMs,
      GOAL_MS.large,
      largeFloor,
      'adding up the same closes day by day',
    ),
    timed(
      'the covered part of the large one, with a fifth of the symbols unknown on some days',
      coveredMs,
      100,
      largeMs,
      'the whole calculation',
    ),
    timed(
      'the same of 1,900 transactions, 40 symbols, 8 years',
      smallMs,
      GOAL_MS.small,
      smallFloor,
      'adding up the same closes day by day',
    ),
    {
      name: 'memory of the process that holds the large calculation',
      value: round(rssMb),
      unit: 'MB',
      peer: null,
      peer_value: null,
      ratio: null,
      goal: `value under ${GOAL_MB}`,
      met: rssMb < GOAL_MB,
    },
    timed('a day more, with a close of each symbol', median(days), GOAL_MS.append, largeMs, whole),
    timed('a transaction more, of today', median(rows), GOAL_MS.append, largeMs, whole),
    timed('a transaction more, five years old', median(olds), GOAL_MS.append, largeMs, whole),
    {
      name: 'cost in transactions plus symbols times days',
      value: round(doubleMs),
      unit: 'ms of one core for twice the transactions and symbols',
      peer: 'twice the large one',
      peer_value: round(2 * largeMs),
      ratio: round(ratio),
      goal: `ratio at most ${LINEAR}`,
      met: ratio <= LINEAR,
    },
  ];
}

async function run(): Promise<BenchmarkResult[]> {
  return [...engineRows(), ...(await serviceRows(workload(LARGE)))];
}

export const bench: Benchmark = {
  name: 'reports',
  run,
};
