import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  CONDITION_CODES,
  type ConditionCode,
  decide,
  DIMENSION_IDS,
  DIMENSIONS,
  type Judgement,
  judgeResult,
  type Scores,
  type TierLimits,
  TIERS,
} from '../../../../core/research/evaluation/verdict/index.ts';
import { judgements, type Opinion, scores } from '../../../support/evaluations.ts';

const LIMITS: TierLimits = TIERS.standard;
const OPEN_GATE: readonly string[] = [];

function decided(opinions: readonly Partial<Opinion>[], gate = OPEN_GATE, limits = LIMITS) {
  const all = opinions.flatMap((one, at) => judgements(`judge ${at}`, one));
  const results = opinions.map((_, at) => judgeResult(`judge ${at}`, all));
  return decide({ gate, results, limits });
}
const codesOf = (...given: Parameters<typeof decided>): string[] =>
  decided(...given).reasons.map(({ code }) => code);
const thrice = (given: Partial<Opinion>): Partial<Opinion>[] => [given, given, given];

describe('the rubric', () => {
  it('weighs .25 .20 .15 .15 .15 .10, which is 1, and its first three dimensions are critical', () => {
    assert.deepEqual(
      DIMENSIONS.map(({ id, weight, is_critical }) => [id, weight, is_critical]),
      [
        ['factual_accuracy', '0.25', true],
        ['source_integrity', '0.20', true],
        ['risk_balance', '0.15', true],
        ['reasoning', '0.15', false],
        ['completeness', '0.15', false],
        ['clarity', '0.10', false],
      ],
    );
    assert.equal(
      DIMENSIONS.reduce((sum, { weight }) => sum + Math.round(Number(weight) * 100), 0),
      100,
    );
  });

  it('tiers ask for more from one to the next', () => {
    const tiers = Object.values(TIERS);
    for (const [at, tier] of tiers.entries()) {
      const next = tiers[at + 1];
      if (next === undefined) continue;
      assert.ok(Number(tier.total_minimum) < Number(next.total_minimum));
      assert.ok(Number(tier.critical_minimum) < Number(next.critical_minimum));
      assert.ok(Number(tier.critical_spread_maximum) > Number(next.critical_spread_maximum));
      assert.ok(Number(tier.regression_maximum) > Number(next.regression_maximum));
    }
  });
});

describe('research/States and transitions rules 8: verdicts', () => {
  it('three judges who find the candidate good and prefer it pass it', () => {
    const { verdict, exit_code, reasons } = decided(thrice({}));
    assert.deepEqual([verdict, exit_code, reasons], ['PASS', 0, []]);
  });

  it('fewer than three valid judges always need a review', () => {
    for (const opinions of [[], [{}], [{}, {}]]) {
      const { verdict, exit_code, reasons } = decided(opinions);
      assert.deepEqual([verdict, exit_code, reasons[0]?.code], ['REVIEW_REQUIRED', 2, 'TOO_FEW_JUDGES']);
    }
  });

  it('medians are across judges, of the mean of each judge’s two orders', () => {
    const cards = (judge: string, forward: number, reverse: number): Judgement[] =>
      judgements(judge).map((one) => {
        const points = one.ordering === 'FORWARD' ? forward : reverse;
        const scorecard = { ...one.scorecard!, first: scores(points), second: scores(points) };
        return { ...one, scorecard, invalid_reason: null };
      });
    const all = [...cards('a', 3, 4), ...cards('b', 5, 5), ...cards('c', 2, 4), ...cards('d', 4, 5)];
    const results = ['a', 'b', 'c', 'd'].map((judge) => judgeResult(judge, all));
    const { figures } = decide({ gate: [], results, limits: LIMITS });
    // Means 3.5, 5, 3 and 4.5: the middle two are 3.5 and 4.5, so the median is 4.
    assert.equal(figures?.medians.left.clarity.toString(), '4');
    assert.equal(figures?.totals.left.toString(), '4');
    assert.equal(figures?.spread.points.toString(), '2');
  });

  it('the total is the weighted sum of the medians, without an error of binary fractions', () => {
    const uneven = {
      factual_accuracy: 4,
      source_integrity: 3,
      risk_balance: 3,
      reasoning: 4,
      completeness: 4,
      clarity: 5,
    };
    const { figures } = decided(thrice({ left: uneven }));
    // 4 × .25 + 3 × .20 + 3 × .15 + 4 × .15 + 4 × .15 + 5 × .10 = 1 + .6 + .45 + .6 + .6 + .5
    assert.equal(figures?.totals.left.toString(), '3.75');
  });

  describe('limits are inclusive', () => {
    const low = (id: keyof Scores, points: number) => scores(4, { [id]: points });
    for (const [what, at, beyond, code] of [
      // Standard: total 3.5.
      [
        'total',
        thrice({ left: scores(3.5), right: scores(3.5) }),
        thrice({ left: scores(3.49), right: scores(3.5) }),
        'TOTAL_MINIMUM',
      ],
      [
        'critical minimum',
        thrice({ left: low('risk_balance', 3) }),
        thrice({ left: low('risk_balance', 2.99) }),
        'CRITICAL_MINIMUM',
      ],
      // 4 and 4.25 are a quarter of a point apart.
      ['regression', thrice({ right: scores(4.25) }), thrice({ right: scores(4.26) }), 'REGRESSION'],
      [
        'spread',
        [{ left: low('source_integrity', 3) }, {}, { left: low('source_integrity', 4.5) }],
        [{ left: low('source_integrity', 3) }, {}, { left: low('source_integrity', 4.51) }],
        'CRITICAL_SPREAD',
      ],
    ] as const)
      it(what, () => {
        assert.deepEqual(codesOf(at), []);
        assert.deepEqual(codesOf(beyond), [code]);
      });

    it('a dimension that is not critical has no minimum and no spread of its own', () => {
      assert.deepEqual(
        // Both medians of clarity are 1, so both totals 4 − 3 × .10 = 3.7.
        codesOf([1, 5, 1].map((points) => ({ left: low('clarity', points), right: low('clarity', 1) }))),
        [],
      );
    });

    it('a spread over the reference needs a review as well', () => {
      const right = (points: number) => ({ right: scores(4, { factual_accuracy: points }) });
      assert.deepEqual(codesOf([right(2), right(4), right(4)]), ['CRITICAL_SPREAD']);
    });
  });

  describe('decisions/Evaluation harness: precedence', () => {
    // What makes each condition hold, as far as it can beside the others.
    const BIASED: Partial<Opinion> = { prefers: 'FIRST' };
    const parts: Readonly<
      Record<
        Exclude<ConditionCode, 'GATE' | 'TOO_FEW_JUDGES'>,
        (one: Partial<Opinion>, at: number) => Partial<Opinion>
      >
    > = {
      CRITICAL_SPREAD: (one, at) =>
        at === 0 ? { ...one, right: { ...(one.right ?? scores(4)), source_integrity: 1 } } : one,
      NO_MAJORITY: (one) => ({ ...one, ...BIASED }),
      CRITICAL_MINIMUM: (one) => ({ ...one, left: { ...(one.left ?? scores(4)), risk_balance: 2 } }),
      TOTAL_MINIMUM: (one) => ({
        ...one,
        left: { ...(one.left ?? scores(4)), reasoning: 2, completeness: 2, clarity: 1 },
      }),
      REGRESSION: (one) => ({
        ...one,
        right: {
          ...(one.right ?? scores(4)),
          factual_accuracy: 5,
          reasoning: 5,
          clarity: 5,
          completeness: 5,
        },
      }),
    };
    const opinionsWith = (codes: readonly ConditionCode[]): Partial<Opinion>[] =>
      Array.from({ length: codes.includes('TOO_FEW_JUDGES') ? 2 : 3 }, (_, at) =>
        codes.reduce<Partial<Opinion>>(
          (one, code) => (code === 'GATE' || code === 'TOO_FEW_JUDGES' ? one : parts[code](one, at)),
          {},
        ),
      );
    const VERDICT: Readonly<Record<ConditionCode, readonly [string, number]>> = {
      GATE: ['FAIL', 1],
      TOO_FEW_JUDGES: ['REVIEW_REQUIRED', 2],
      CRITICAL_SPREAD: ['REVIEW_REQUIRED', 2],
      NO_MAJORITY: ['REVIEW_REQUIRED', 2],
      CRITICAL_MINIMUM: ['FAIL', 1],
      TOTAL_MINIMUM: ['FAIL', 1],
      REGRESSION: ['FAIL', 1],
    };

    it('is gate, judges, spread, majority, critical minimum, total, regression', () => {
      assert.deepEqual(CONDITION_CODES, Object.keys(VERDICT));
    });

    for (const [at, first] of CONDITION_CODES.entries())
      for (const other of CONDITION_CODES.slice(at))
        it(first === other ? `${first} decides` : `${first} comes before ${other}`, () => {
          const codes = [first, other];
          const gate = codes.includes('GATE') ? ['Candidate: it is broken.'] : [];
          const { verdict, exit_code, reasons } = decided(opinionsWith(codes), gate);
          const held = reasons.map(({ code }) => code);
          assert.equal(held[0], first, held.join());
          // Behind a closed gate nobody is asked, so nothing else is known.
          if (first !== 'GATE') assert.ok(held.includes(other), held.join());
          assert.deepEqual([verdict, exit_code], VERDICT[first]);
        });
  });

  describe('judges of the place', () => {
    const both = (one: string, other: string): Judgement[] =>
      judgements('judge').map((given) => ({
        ...given,
        scorecard: {
          ...given.scorecard!,
          preferred: (given.ordering === 'FORWARD' ? one : other) as 'FIRST',
        },
        invalid_reason: null,
      }));

    for (const [forward, reverse, vote, isExcluded] of [
      // The candidate is shown first in FORWARD and second in REVERSE.
      ['FIRST', 'SECOND', 'LEFT', false],
      ['SECOND', 'FIRST', 'RIGHT', false],
      ['FIRST', 'FIRST', null, true],
      ['SECOND', 'SECOND', null, true],
      ['NEITHER', 'NEITHER', 'NEITHER', false],
      ['FIRST', 'NEITHER', 'NEITHER', false],
      ['NEITHER', 'FIRST', 'NEITHER', false],
    ] as const)
      it(`${forward}, then ${reverse} is ${isExcluded ? 'excluded' : `a vote for ${vote}`}`, () => {
        const result = judgeResult('judge', both(forward, reverse));
        assert.deepEqual([result.vote, result.is_excluded], [vote, isExcluded]);
        assert.notEqual(result.points, null);
      });

    it('are excluded from the majority, and their scores count', () => {
      const { majority, valid, verdict } = decided([
        { prefers: 'left' },
        { prefers: 'left' },
        { prefers: 'FIRST' },
        { prefers: 'right' },
      ]);
      assert.deepEqual(majority, { preferred: 'LEFT', votes: { LEFT: 2, RIGHT: 1, NEITHER: 0 } });
      assert.deepEqual([valid, verdict], [4, 'PASS']);
    });

    it('half is no majority', () => {
      assert.deepEqual(
        codesOf([{ prefers: 'left' }, { prefers: 'left' }, { prefers: 'right' }, { prefers: 'neither' }]),
        ['NO_MAJORITY'],
      );
    });

    it('more than half for neither is a majority: equal reports can pass', () => {
      assert.deepEqual(codesOf(thrice({ prefers: 'neither' })), []);
    });
  });

  it('a judge without a valid scorecard in one order is not valid, and in no figure', () => {
    const all: Judgement[] = [
      ...judgements('a'),
      ...judgements('b'),
      ...judgements('c'),
      ...judgements('d', { left: scores(1) }).map((one): Judgement =>
        one.ordering === 'REVERSE' ? { ...one, scorecard: null, invalid_reason: 'It was cut off.' } : one,
      ),
    ];
    const results = ['a', 'b', 'c', 'd'].map((judge) => judgeResult(judge, all));
    const { verdict, valid, figures } = decide({ gate: [], results, limits: LIMITS });
    assert.deepEqual([verdict, valid, figures?.spread.points.toString()], ['PASS', 3, '0']);
    assert.deepEqual(results[3]?.invalid, [{ ordering: 'REVERSE', reason: 'It was cut off.' }]);
  });

  describe('properties', () => {
    const points = fc.record(
      Object.fromEntries(DIMENSION_IDS.map((id) => [id, fc.integer({ min: 2, max: 10 }).map((n) => n / 2)])),
    ) as fc.Arbitrary<Scores>;
    const anOpinion: fc.Arbitrary<Opinion> = fc.record({
      left: points,
      right: points,
      prefers: fc.constantFrom('left', 'right', 'neither', 'FIRST', 'SECOND'),
    });
    const plain = (given: ReturnType<typeof decide>) => JSON.stringify(given);

    it('the order of judges makes no difference', () => {
      fc.assert(
        fc.property(
          fc
            .array(anOpinion, { maxLength: 7 })
            .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
          ([all, shuffled]) => assert.equal(plain(decided(shuffled)), plain(decided(all))),
        ),
      );
    });

    it('the exit code follows from the first condition, and PASS needs none', () => {
      fc.assert(
        fc.property(
          fc.array(anOpinion, { minLength: 3, maxLength: 6 }),
          fc.constantFrom(...Object.values(TIERS)),
          (all, limits) => {
            const { verdict, exit_code, reasons } = decided(all, [], limits);
            assert.equal(verdict === 'PASS', reasons.length === 0);
            assert.equal(exit_code, { PASS: 0, FAIL: 1, REVIEW_REQUIRED: 2 }[verdict]);
          },
        ),
      );
    });

    it('a better candidate never falls from PASS', () => {
      fc.assert(
        fc.property(fc.array(anOpinion, { minLength: 3, maxLength: 5 }), (all) => {
          // The same judges with half a point more for the candidate in what is not critical.
          const better = all.map((one) => ({
            ...one,
            left: { ...one.left, reasoning: Math.min(5, one.left.reasoning + 0.5) },
          }));
          if (decided(all).verdict === 'PASS') assert.equal(decided(better).verdict, 'PASS');
        }),
      );
    });

    it('medians and totals keep within the scale, and exchanging the reports exchanges them', () => {
      fc.assert(
        fc.property(fc.array(anOpinion, { minLength: 1, maxLength: 6 }), (all) => {
          const { figures } = decided(all);
          const exchanged = decided(
            all.map(({ left, right, prefers }) => ({ left: right, right: left, prefers })),
          );
          assert.ok(figures && figures.totals.left.gte(1) && figures.totals.left.lte(5));
          assert.equal(exchanged.figures?.totals.right.toString(), figures.totals.left.toString());
          assert.equal(exchanged.figures?.regression.toString(), figures.regression.neg().toString());
        }),
      );
    });
  });
});
