import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ACTIONS, parseLegacyReport, RATINGS } from '../../../../core/research/publication/index.ts';
import { compareTheses, type Thesis, thesisOf } from '../../../../core/research/thesis/index.ts';
import { publication } from '../../../support/publication.ts';
import { type Fact, factOf, thesis } from './theses.ts';

const LATER = '2027-06-01T04:00:00.000Z';
const compared = (before: Partial<Thesis>, now: Partial<Thesis>) =>
  compareTheses(thesis(before), thesis({ as_of: LATER, ...now }));
/** Classification, and points for and against. */
const outcome = (before: Partial<Thesis>, now: Partial<Thesis>) => {
  const { classification, reasons } = compared(before, now);
  const sums = /^Points for the share: (\d+)\. Points against it: (\d+)\./.exec(reasons.at(-1) ?? '');
  assert.ok(sums !== null, reasons.join('\n'));
  return [classification, Number(sums[1]), Number(sums[2])];
};

describe('research/States and transitions rules 7: a report against its baseline', () => {
  it('without a baseline, or without a report of the run, there is INSUFFICIENT_EVIDENCE', () => {
    assert.deepEqual(compareTheses(null, thesis()), {
      classification: 'INSUFFICIENT_EVIDENCE',
      reasons: ['No report of this share is pinned as its baseline.'],
    });
    assert.deepEqual(compareTheses(thesis(), null), {
      classification: 'INSUFFICIENT_EVIDENCE',
      reasons: ['This run has no report to compare.'],
    });
    assert.equal(compareTheses(null, null).classification, 'INSUFFICIENT_EVIDENCE');
  });

  /** Figures by hand, from the table of points. */
  const CASES: readonly [
    title: string,
    before: Partial<Thesis>,
    now: Partial<Thesis>,
    wanted: [string, number, number],
  ][] = [
    ['the same again', {}, {}, ['UNCHANGED', 0, 0]],
    ['one step up', { rating: 'HOLD' }, { rating: 'OVERWEIGHT' }, ['STRENGTHENING', 2, 0]],
    ['one step down', { rating: 'HOLD' }, { rating: 'UNDERWEIGHT' }, ['WEAKENING', 0, 2]],
    ['four steps down', { rating: 'BUY' }, { rating: 'SELL' }, ['WEAKENING', 0, 8]],
    // A rating that is not known is never taken for HOLD.
    ['no rating now', { rating: 'BUY' }, { rating: 'NOT_RATED', action: 'EXIT' }, ['UNCHANGED', 0, 0]],
    ['no rating before', { rating: 'NOT_RATED' }, { rating: 'BUY', action: 'ADD' }, ['UNCHANGED', 0, 0]],
    ['advice alone is too little', { action: 'HOLD' }, { action: 'EXIT' }, ['UNCHANGED', 0, 1]],
    ['HOLD and WATCH are one place', { action: 'HOLD' }, { action: 'WATCH' }, ['UNCHANGED', 0, 0]],
    ['15 points of confidence', { confidence: 0.45 }, { confidence: 0.6 }, ['UNCHANGED', 1, 0]],
    ['14.9 points of confidence', { confidence: 0.451 }, { confidence: 0.6 }, ['UNCHANGED', 0, 0]],
    ['nobody said how sure', { confidence: null }, { confidence: 0.9 }, ['UNCHANGED', 0, 0]],
    [
      'more confidence in SELL counts against the share',
      { rating: 'SELL', confidence: 0.5 },
      { rating: 'SELL', confidence: 0.9 },
      ['UNCHANGED', 0, 1],
    ],
    [
      'confidence in HOLD has no side',
      { rating: 'HOLD', confidence: 0.2 },
      { rating: 'HOLD', confidence: 0.9 },
      ['UNCHANGED', 0, 0],
    ],
    [
      'advice and confidence together',
      { action: 'HOLD', confidence: 0.5 },
      { action: 'ADD', confidence: 0.7 },
      ['STRENGTHENING', 2, 0],
    ],
    [
      'a tie is UNCHANGED',
      { rating: 'HOLD', facts: [margin('2026-03-31', '12'), debt('2026-03-31', '0.3')] },
      { rating: 'OVERWEIGHT', facts: [margin('2027-03-31', '9'), debt('2027-03-31', '0.6')] },
      ['UNCHANGED', 2, 2],
    ],
    [
      'too little evidence: the rating does not count, confirmed figures do',
      { rating: 'BUY', facts: [margin('2026-03-31', '12'), debt('2026-03-31', '0.3')] },
      {
        rating: 'SELL',
        verdict: 'REVIEW_REQUIRED',
        facts: [margin('2027-03-31', '13'), debt('2027-03-31', '0.1')],
      },
      ['STRENGTHENING', 2, 0],
    ],
    [
      'what would prove it wrong came true',
      { invalidations: ['Net margin falls below 8%'], facts: [margin('2026-03-31', '8.5')] },
      { facts: [margin('2027-03-31', '7.9')] },
      // The move of 0.6 points is below the threshold of its own.
      ['WEAKENING', 0, 2],
    ],
    [
      'words that no figure can meet are left to the reader',
      { invalidations: ['A large customer leaves', 'Revenue falls and margins shrink'] },
      {},
      ['UNCHANGED', 0, 0],
    ],
  ];
  for (const [title, before, now, wanted] of CASES)
    it(`${title}: ${wanted[0]}`, () => assert.deepEqual(outcome(before, now), wanted));

  const MOVES: readonly [metric: Parameters<typeof factOf>[0], from: string, to: string, points: number][] = [
    ['revenue_growth_pct', '10', '12', 1],
    ['revenue_growth_pct', '10', '11.9', 0],
    ['revenue_growth_pct', '10', '-5', -1],
    ['net_margin_pct', '10', '11', 1],
    ['net_margin_pct', '10', '9.1', 0],
    ['return_on_equity_pct', '10', '8', -1],
    ['debt_to_equity', '0.3', '0.4', -1],
    ['debt_to_equity', '0.3', '0.39', 0],
    ['debt_to_equity', '0.4', '0.3', 1],
    // Of 20 a share 5% is 1; a loss that halves is better by half.
    ['eps_ttm', '20', '21', 1],
    ['eps_ttm', '20', '20.9', 0],
    ['eps_ttm', '-10', '-5', 1],
    // Nothing has no percentage.
    ['eps_ttm', '0', '5', 0],
    // What counts is the figure's share of something, not the amount itself.
    ['revenue', '100', '900', 0],
  ];
  for (const [metric, from, to, points] of MOVES)
    it(`${metric} from ${from} to ${to} comes to ${points}`, () => {
      const [, better, worse] = outcome(
        { facts: [factOf(metric, '2026-03-31', from)] },
        { facts: [factOf(metric, '2027-03-31', to)] },
      );
      assert.equal(Number(better) - Number(worse), points);
    });

  it('a figure counts once, where it is confirmed, newer, of the same kind, and came out after the baseline', () => {
    const before = [margin('2026-03-31', '12')];
    const points = (...facts: Fact[]) => outcome({ facts: before }, { facts }).slice(1);
    assert.deepEqual(points(margin('2027-03-31', '9')), [0, 1]);
    assert.deepEqual(points(margin('2026-03-31', '9')), [0, 0]);
    assert.deepEqual(points(margin('2027-03-31', '9', { is_validated: false })), [0, 0]);
    assert.deepEqual(points(margin('2027-03-31', '9', { scope: 'standalone' })), [0, 0]);
    assert.deepEqual(points(margin('2027-03-31', '9', { unit: 'ratio' })), [0, 0]);
    assert.deepEqual(points(margin('2027-03-31', '9', { value: 'none' })), [0, 0]);
    const quarter = { key: 'FY2027Q1', start: '2026-04-01', end: '2026-06-30' };
    assert.deepEqual(points(margin('2026-06-30', '9', { period: quarter })), [0, 0]);
    // Of a year that the baseline could have known, but did not cite.
    assert.deepEqual(points(margin('2026-05-31', '9', { published_at: '2026-05-31T10:00:00.000Z' })), [0, 0]);
    assert.deepEqual(
      points(margin('2027-03-31', '9'), margin('2027-03-31', '8', { scope: 'standalone' })),
      [0, 1],
    );
  });

  it('a second quarter is held against a second quarter, so that the season does not count', () => {
    const q = (year: number, part: number, value: string) =>
      margin(`${year - 1}-${part === 2 ? '09-30' : '12-31'}`, value, {
        period: {
          key: `FY${year}Q${part}`,
          start: null,
          end: `${year - 1}-${part === 2 ? '09-30' : '12-31'}`,
        },
      });
    assert.deepEqual(
      outcome({ facts: [q(2026, 2, '10'), q(2026, 3, '20')] }, { facts: [q(2027, 2, '12')] }),
      ['UNCHANGED', 1, 0],
    );
  });

  it('guidance counts where it was raised or cut for the same year, by the middle of its range', () => {
    const guided = (low: string, high: string | null, year = '2027') =>
      factOf('guidance_revenue_growth_pct', `${year}-03-31`, low, { scope: 'company', value_high: high });
    const points = (before: Fact, now: Fact) => outcome({ facts: [before] }, { facts: [now] }).slice(1);
    // 15 in the middle, then 16.
    assert.deepEqual(points(guided('14', '16'), guided('15', '17')), [1, 0]);
    assert.deepEqual(points(guided('14', '16'), guided('13', '15')), [0, 1]);
    assert.deepEqual(points(guided('14', '16'), guided('15', null)), [0, 0]);
    // Of another year it says nothing of this one.
    assert.deepEqual(points(guided('14', '16'), guided('20', '22', '2028')), [0, 0]);
  });

  it('the reasons name figures with their times, and end in their points', () => {
    const { reasons } = compared(
      {
        rating: 'OVERWEIGHT',
        invalidations: ['Debt to equity rises above 0.5.'],
        facts: [margin('2026-03-31', '12.4'), debt('2026-03-31', '0.3')],
      },
      {
        rating: 'HOLD',
        action: 'TRIM',
        qa: 'UNAVAILABLE',
        facts: [margin('2027-03-31', '9.84'), debt('2027-03-31', '0.62')],
      },
    );
    assert.deepEqual(reasons, [
      'The rating fell from OVERWEIGHT (1 Jun 2026) to HOLD (1 Jun 2027). (−2)',
      'The advice changed from HOLD to TRIM. (−1)',
      'Net margin fell from 12.4% in FY2026 to 9.84% in FY2027. (−1)',
      'Debt to equity rose from 0.3 on 31 Mar 2026 to 0.62 on 31 Mar 2027. (−1)',
      'What the baseline said would prove it wrong came true: “Debt to equity rises above 0.5.” Debt to equity is 0.62 on 31 Mar 2027, after 0.3 on 31 Mar 2026. (−2)',
      'The checks of this report ended as UNAVAILABLE. Read it before you act on this.',
      'Points for the share: 0. Points against it: 7. A lead of 2 counts as drift.',
    ]);
  });

  it('a report that looks back to before the baseline holds no news', () => {
    const { classification, reasons } = compareTheses(
      thesis({ rating: 'BUY' }),
      thesis({ rating: 'SELL', as_of: '2025-06-01T04:00:00.000Z' }),
    );
    assert.equal(classification, 'UNCHANGED');
    assert.deepEqual(reasons, [
      'This report looks back to 1 Jun 2025, before the baseline of 1 Jun 2026, so it adds nothing new.',
    ]);
  });

  it('research/Versioning 1: a report of the first version is held against one of the second by what it has', () => {
    const report = parseLegacyReport({
      rating: 'BUY',
      action: 'ADD',
      confidence: 0.9,
      thesis: 'Pumps.',
      bull: [],
      bear: [],
      catalysts: [],
      risks: [],
      invalidations: ['Net margin falls below 8%'],
    });
    const old = thesisOf({ version: '1.0', report }, '2026-06-01T04:00:00.000Z');
    const now = thesisOf(
      { version: '2.0', publication: publication({ as_of: '2027-06-01T04:00:00.000Z' }) },
      'never read',
    );
    const { classification, reasons } = compareTheses(old, now);
    // One step down, and 30 points less confidence.
    assert.equal(classification, 'WEAKENING');
    assert.match(
      reasons[0] ?? '',
      /^The rating fell from BUY \(1 Jun 2026\) to OVERWEIGHT \(1 Jun 2027\)\. \(−2\)$/,
    );
    assert.equal(compareTheses(now, old).classification, 'UNCHANGED');
    assert.equal(compareTheses(now, { ...old, as_of: LATER }).classification, 'STRENGTHENING');
  });

  it('it always comes to one of the four, the same for the same reports, and turned round where only ratings count', () => {
    const any = fc.record({
      rating: fc.constantFrom(...RATINGS),
      action: fc.constantFrom(...ACTIONS),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      invalidations: fc.array(fc.string(), { maxLength: 3 }),
      verdict: fc.constantFrom('SUFFICIENT' as const, null),
    });
    const turned = { STRENGTHENING: 'WEAKENING', WEAKENING: 'STRENGTHENING' } as Record<string, string>;
    fc.assert(
      fc.property(any, any, (one, other) => {
        const [there, back] = [thesis(one), thesis(other)];
        const found = compareTheses(there, back);
        assert.deepEqual(compareTheses(there, back), found);
        const { classification } = found;
        assert.equal(compareTheses(back, there).classification, turned[classification] ?? classification);
      }),
    );
  });
});

function margin(end: string, value: string, change: Partial<Fact> = {}): Fact {
  return factOf('net_margin_pct', end, value, change);
}
function debt(end: string, value: string): Fact {
  return factOf('debt_to_equity', end, value, { unit: 'ratio' });
}
