import { testCore, type TestCore } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { spent } from './spent.ts';

/** After the last close of the workload, 23:05 in India. */
const AT = '2026-03-02T17:35:00.000Z';

interface Measured<T> {
  /** Fills the books. @returns the work that is measured. */
  prepare: (world: TestCore) => Promise<() => Promise<T>>;
  /** Says what was measured. @throws Error for a wrong answer. */
  nameOf: (result: T) => string;
  goalSeconds: number;
}

/** A benchmark of one answer from large books, in processor seconds; the test run is its own where none is open. */
export function booksBench<T>(name: string, { prepare, nameOf, goalSeconds }: Measured<T>): Benchmark {
  async function measure(): Promise<BenchmarkResult[]> {
    const world = await testCore({ at: AT });
    try {
      const work = await prepare(world);
      const { seconds, result } = await spent(work);
      const measured = nameOf(result);
      const again = await spent(work);
      return [
        {
          name: measured,
          value: Math.round(seconds * 100) / 100,
          unit: `processor seconds (${Math.round(again.seconds * 100) / 100} when nothing has changed since)`,
          peer: null,
          peer_value: null,
          ratio: null,
          goal: `value under ${goalSeconds}`,
          met: seconds < goalSeconds,
        },
      ];
    } finally {
      await world.close();
    }
  }
  return {
    name,
    async run() {
      const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
      if (ownRun) await openTestRun();
      try {
        return await measure();
      } finally {
        if (ownRun) await closeTestRun();
      }
    },
  };
}
