import type { TestApi } from '../support/api-client.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';
import { price, withApi } from './report-routes.bench.ts';
import { fill } from './reports-service.ts';
import { workload } from './reports-workload.ts';

const HOUSEHOLD = { transactions: 14_400, symbols: 500, years: 10 };
const GOAL_MS = 150;
const TIMES = 15;

/** Questions that ask for few sections and for many. */
const QUESTIONS = [
  'How am I doing?',
  'Why did my portfolio fall this week?',
  'Which of my shares is worst, how risky is it, and what about tax, income, goals and my loans?',
];

async function measure(world: TestApi): Promise<BenchmarkResult[]> {
  const { userId } = await world.signedIn();
  const { core } = world;
  await fill(core, userId, workload(HOUSEHOLD));
  await price(core);
  core.reports.values.warm();
  const results: BenchmarkResult[] = [];
  for (const text of QUESTIONS) {
    const ask = async () => await core.assistant.buildPack(userId, { text, page: null });
    const begun = performance.now();
    const pack = await ask();
    const first = performance.now() - begun;
    const taken: number[] = [];
    const { block_ms } = await watched(async () => {
      for (let time = 0; time < TIMES; time += 1) {
        const at = performance.now();
        await ask();
        taken.push(performance.now() - at);
      }
    });
    const worst = Math.max(...taken);
    process.stderr.write(
      `${text}: ${pack.sections.length} sections, ${pack.tokens} tokens; first ${Math.round(first)} ms, block ${Math.round(block_ms)} ms\n`,
    );
    results.push({
      name: `data for "${text}", ${HOUSEHOLD.symbols} holdings and ${HOUSEHOLD.years} years, warm`,
      value: Math.round(worst * 10) / 10,
      unit: `ms, the slowest of ${TIMES}`,
      peer: null,
      peer_value: null,
      ratio: null,
      goal: `value under ${GOAL_MS}`,
      met: worst < GOAL_MS,
    });
  }
  return results;
}

export const bench: Benchmark = { name: 'assistant', run: () => withApi(measure) };
