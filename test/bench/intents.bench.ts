import { createVocabulary, type KnownInstrument, matchIntent } from '../../bot/intents/index.ts';
import { QUESTIONS } from '../bot/intents/questions.ts';
import { WORLD } from '../bot/intents/world.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

const INSTRUMENTS = 2000;
const ROUNDS = 20;
const WARM_UP = 3;
/** Milliseconds that a question may take, on average and at the most. */
const GOAL_MS = 5;

const SYLLABLES = ['ba', 'der', 'kan', 'lo', 'mir', 'pra', 'shu', 'tex', 'vi', 'zon', 'ar', 'gla'];
const KINDS = ['Industries', 'Finance', 'Pharma', 'Textiles', 'Power', 'Bank', 'Motors', 'Chemicals'];

/** Made-up companies, always the same. */
function instruments(): KnownInstrument[] {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const word = () => Array.from({ length: 3 }, () => SYLLABLES[random(SYLLABLES.length)]).join('');
  return Array.from({ length: INSTRUMENTS }, (_, at) => {
    const name = word();
    return {
      symbol: `${name.slice(0, 6).toUpperCase()}${at}`,
      name: `${name} ${word()} ${KINDS[random(KINDS.length)] ?? ''} Ltd`,
      is: at % 3 === 0 ? 'held' : 'listed',
    };
  });
}

async function run(): Promise<BenchmarkResult[]> {
  const vocabulary = createVocabulary({ ...WORLD, instruments: [...WORLD.instruments, ...instruments()] });
  const slowest = QUESTIONS.map(() => 0);
  let spent = 0;
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    for (const [at, { text }] of QUESTIONS.entries()) {
      const before = performance.now();
      matchIntent(text, vocabulary);
      const took = performance.now() - before;
      if (round < WARM_UP) continue;
      spent += took;
      // The best of all rounds: what else the machine does is no part of a question.
      slowest[at] = round === WARM_UP ? took : Math.min(slowest[at] ?? took, took);
    }
  }
  const mean = spent / (ROUNDS * QUESTIONS.length);
  const most = Math.max(...slowest);
  const none = { peer: null, peer_value: null, ratio: null, unit: 'ms' };
  const ms = (value: number) => Math.round(value * 1000) / 1000;
  return [
    {
      ...none,
      name: 'a question in plain words, on average',
      value: ms(mean),
      goal: `under ${GOAL_MS} ms`,
      met: mean < GOAL_MS,
    },
    {
      ...none,
      name: 'a question in plain words, the slowest',
      value: ms(most),
      goal: `under ${GOAL_MS} ms`,
      met: most < GOAL_MS,
    },
  ];
}

export const bench: Benchmark = { name: 'intents', run };
