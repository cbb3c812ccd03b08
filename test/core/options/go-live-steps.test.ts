import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  decide,
  INTERVAL,
  isUp,
  meanInterval,
  STEPS,
  targetOf,
} from '../../../core/options/go-live/index.ts';
import { deepestFall } from '../../../core/options/go-live/gate-evidence.ts';
import type { Mode } from '../../../core/options/records/index.ts';

const ACTIONS = ['promote', 'shadow', 'revert'] as const;
const outcome = (action: (typeof ACTIONS)[number], from: Mode, present: Mode): string => {
  try {
    return decide({ action, from, present }) ?? 'nothing';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('steps between dry run and live', () => {
  it('portfolio/Go-live state machine: what each action comes to, for the mode that was seen and the one that is', () => {
    const table: Record<(typeof ACTIONS)[number], Record<Mode, Record<Mode, string>>> = {
      promote: {
        DRY_RUN: { DRY_RUN: 'SHADOW', SHADOW: 'nothing', LIVE: 'MODE_CHANGED' },
        SHADOW: { DRY_RUN: 'MODE_CHANGED', SHADOW: 'LIVE', LIVE: 'nothing' },
        LIVE: { DRY_RUN: 'ALREADY_LIVE', SHADOW: 'ALREADY_LIVE', LIVE: 'ALREADY_LIVE' },
      },
      shadow: {
        DRY_RUN: { DRY_RUN: 'SHADOW', SHADOW: 'nothing', LIVE: 'MODE_CHANGED' },
        SHADOW: { DRY_RUN: 'MODE_CHANGED', SHADOW: 'nothing', LIVE: 'MODE_CHANGED' },
        LIVE: { DRY_RUN: 'MODE_CHANGED', SHADOW: 'nothing', LIVE: 'SHADOW' },
      },
      revert: {
        DRY_RUN: { DRY_RUN: 'nothing', SHADOW: 'DRY_RUN', LIVE: 'DRY_RUN' },
        SHADOW: { DRY_RUN: 'nothing', SHADOW: 'DRY_RUN', LIVE: 'DRY_RUN' },
        LIVE: { DRY_RUN: 'nothing', SHADOW: 'DRY_RUN', LIVE: 'DRY_RUN' },
      },
    };
    for (const action of ACTIONS)
      for (const from of STEPS)
        for (const present of STEPS)
          assert.equal(
            outcome(action, from, present),
            table[action][from][present],
            `${action}, ${from} seen, ${present} is`,
          );
  });

  it('portfolio/Go-live state machine: no action goes up two steps, whatever was seen', () => {
    const mode = fc.constantFrom(...STEPS);
    fc.assert(
      fc.property(fc.constantFrom(...ACTIONS), mode, mode, (action, from, present) => {
        const to = outcome(action, from, present);
        const at = STEPS.indexOf(to as Mode);
        assert.ok(at <= STEPS.indexOf(present) + 1);
      }),
    );
    assert.equal(targetOf('promote', 'DRY_RUN'), 'SHADOW');
    assert.ok(!isUp('LIVE', 'SHADOW') && isUp('SHADOW', 'LIVE'));
  });
});

/** The same generator in whole numbers of any size, by the published formula of mulberry32. */
function* slowNumbers(seed: number): Generator<number> {
  const word = (value: bigint) => BigInt.asUintN(32, value);
  let state = BigInt(seed);
  for (;;) {
    state = word(state + 0x6d2b79f5n);
    let t = word((state ^ (state >> 15n)) * (state | 1n));
    t = word(t ^ word(t + word((t ^ (t >> 7n)) * (t | 61n))));
    yield Number(t ^ (t >> 14n)) / 2 ** 32;
  }
}

/** Draws whole samples, averages each, sorts the averages and counts in from both ends. */
function slowInterval(values: readonly number[]): { low: number; high: number } {
  const numbers = slowNumbers(20_260_101);
  const ordered = values.toSorted((a, b) => a - b);
  const averages: number[] = [];
  for (let nr = 0; nr < 2_000; nr += 1) {
    const sample = ordered.map(() => ordered[Math.floor(Number(numbers.next().value) * ordered.length)] ?? 0);
    averages.push(sample.reduce((sum, one) => sum + one, 0) / sample.length);
  }
  averages.sort((a, b) => a - b);
  return { low: averages[99] ?? 0, high: averages[1_900] ?? 0 };
}

describe('90% interval of an average', () => {
  it('decisions/Options workspace: known answers', async () => {
    assert.equal(await meanInterval([]), null);
    assert.deepEqual(await meanInterval([500]), { low: 500, high: 500 });
    assert.deepEqual(await meanInterval([7, 7, 7, 7]), { low: 7, high: 7 });
    // Of two trades a quarter of the samples is twice the worse one, and a quarter twice the better one.
    assert.deepEqual(await meanInterval([-100, 300]), { low: -100, high: 300 });
    // Nine trades of +100 and one of −200. A sample has k losses with the odds of a binomial distribution of 10 and 0.1:
    // none 34.9%, 3 or more 7.0%, 4 or more 1.3%. The worst 5% begin with 3 losses: (7 × 100 − 3 × 200) / 10 = 10; the
    // best 5% have none: 100.
    assert.deepEqual(await meanInterval([...Array.from({ length: 9 }, () => 100), -200]), {
      low: 10,
      high: 100,
    });
    // With a loss of 500 instead: (700 − 1,500) / 10 = −80. Its average is still above 0: (900 − 500) / 10 = 40.
    assert.equal((await meanInterval([-500, ...Array.from({ length: 9 }, () => 100)]))?.low, -80);
  });

  it('a second calculation with the published generator in large whole numbers agrees exactly', async () => {
    assert.deepEqual(INTERVAL, { level_pct: 90, resamples: 2_000, seed: 20_260_101 });
    const values = fc.array(fc.integer({ min: -50_000_000, max: 50_000_000 }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const [fast, slow] = [await meanInterval(given), slowInterval(given)];
        assert.deepEqual(fast, slow);
        assert.deepEqual(await meanInterval(given.toReversed()), fast);
      }),
      { numRuns: 8 },
    );
  });
});

describe('deepest fall of trades', () => {
  it('portfolio/Measurement rules 1: below the highest sum before, and below 0 where there was none', () => {
    // Sums 700, −250, −675, 25: 1,375 below 700.
    assert.equal(deepestFall([700, -950, -425, 700]), 1_375);
    assert.equal(deepestFall([-950, 2_000]), 950);
    assert.equal(deepestFall([]), 0);
  });

  it('every pair of moments compared gives the same', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000, max: 1_000 }), { maxLength: 40 }), (nets) => {
        const sums = [0, ...nets.map((_, nr) => nets.slice(0, nr + 1).reduce((sum, one) => sum + one, 0))];
        let deepest = 0;
        for (let from = 0; from < sums.length; from += 1)
          for (let to = from; to < sums.length; to += 1)
            deepest = Math.max(deepest, (sums[from] ?? 0) - (sums[to] ?? 0));
        assert.equal(deepestFall(nets), deepest);
      }),
    );
  });
});
