import { createNumberCheck } from '../../core/research/checks/index.ts';
import { AS_OF, CORPUS, FACTS } from '../core/research/checks/corpus/index.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const LOAD = { words: 5000, facts: 5000 };
const GOAL_MS = 50;
const TIMES = 25;
/** So many times before it is measured: meanwhile the engine compiles it, as it has in a process that was up for some minutes. */
const WARM_UP = 50;

const round = (value: number) => Math.round(value * 10) / 10;
const wordsIn = (text: string): number => text.split(/\s+/).length;

/** The middle of several times, in milliseconds of one core. */
function cost(work: () => unknown): number {
  for (let nr = 0; nr < WARM_UP; nr += 1) work();
  const taken = Array.from({ length: TIMES }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return taken.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? Number.POSITIVE_INFINITY;
}

function run(): Promise<BenchmarkResult[]> {
  const made = Object.values(FACTS);
  const facts = Array.from({ length: LOAD.facts }, (_, at) => {
    const fact = made[at % made.length] as (typeof made)[number];
    return { ...fact, value: String(Number(fact.value) * (1 + at / 10_000)) };
  });
  let dossier = '';
  for (let at = 0; wordsIn(dossier) < LOAD.words; at += 1) dossier += `${CORPUS[at % CORPUS.length]?.text} `;
  const check = cost(() => createNumberCheck(facts, AS_OF)(dossier));
  // What any check has to do at the least: find the digits.
  const digits = cost(() => [...dossier.matchAll(/\d[\d,.]*/g)]);
  return Promise.resolve([
    {
      name: `numbers: a dossier of ${LOAD.words} words against ${LOAD.facts} facts, median`,
      value: round(check),
      unit: 'ms of one core',
      peer: 'finding its digits',
      peer_value: round(digits),
      ratio: round(check / digits),
      goal: `under ${GOAL_MS} ms`,
      met: check < GOAL_MS,
    },
  ]);
}

export const bench: Benchmark = { name: 'numbers', run };
