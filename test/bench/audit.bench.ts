import { testCore } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { fill } from './reports-service.ts';
import { workload } from './reports-workload.ts';
import { spent } from './spent.ts';

const SIZE = { transactions: 14_400, symbols: 250, years: 10 };
const PORTFOLIOS = 12;
const GOAL_SECONDS = 3;
/** After the last close of the workload, 23:05 in India. */
const AT = '2026-03-02T17:35:00.000Z';

async function measure(): Promise<BenchmarkResult[]> {
  const world = await testCore({ at: AT });
  try {
    const { core, owner } = world;
    const input = workload(SIZE);
    await fill(core, owner, {
      ...input,
      // Each symbol has its own portfolio: its trades belong together.
      transactions: input.transactions.map((row) => ({
        ...row,
        portfolio: `Account ${(Number(row.symbol.replaceAll(/\D/g, '')) % PORTFOLIOS) + 1}`,
      })),
    });
    await core.closes.priceEverybody();
    await core.portfolio.snapshots.take(owner);
    // The thread of the engine begins with the first question of its life, and what runs first is compiled then.
    await core.reports.values.read(world.stranger);
    await core.quality.audit.run(world.stranger);
    const { seconds, result } = await spent(() => core.quality.audit.run(owner));
    const agreeing = result.identities.filter(({ state }) => state === 'AGREES').length;
    if (result.findings.length > 0 || agreeing < result.identities.length)
      throw new Error(
        `${agreeing} identities agree: ${JSON.stringify(result.identities.filter(({ state }) => state !== 'AGREES'))}`,
      );
    const again = await spent(() => core.quality.audit.run(owner));
    return [
      {
        name: `audit of ${SIZE.transactions} transactions, ${SIZE.symbols} holdings and ${PORTFOLIOS} portfolios over ${SIZE.years} years`,
        value: Math.round(seconds * 100) / 100,
        unit: `processor seconds (${Math.round(again.seconds * 100) / 100} when nothing has changed since)`,
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${GOAL_SECONDS}`,
        met: seconds < GOAL_SECONDS,
      },
    ];
  } finally {
    await world.close();
  }
}

/** The audit of a large household's books, of which nothing is known before. */
export const bench: Benchmark = {
  name: 'audit',
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
