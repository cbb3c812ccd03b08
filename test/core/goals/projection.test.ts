import assert from 'node:assert/strict';
import fc from 'fast-check';
import { progressOf } from '../../../core/goals/progress.ts';
import { project, type ProjectionInput } from '../../../core/goals/projection.ts';
import { normal, spreadOf } from '../../../core/finance/risk/lognormal-sum.ts';

const near = (found: number | null | undefined, wanted: number, within = 0.005) =>
  assert.ok(
    found !== null && found !== undefined && Math.abs(found - wanted) <= within,
    `${found}, not ${wanted}`,
  );

const input = (change: Partial<ProjectionInput> = {}): ProjectionInput => ({
  today: '2025-01-01',
  target_date: '2027-01-01',
  value: 100_000,
  target: 150_000,
  inflation_pct: 0,
  expected_return_pct: 10,
  contributions: [],
  volatility_pct: null,
  ...change,
});

describe('what a goal comes to', () => {
  it('portfolio/Resources, Goal: value and target grow over the years to its day, on Act/365', () => {
    // 2025 and 2026 have 365 days each: two years. 100,000 x 1.1^2 = 121,000; 150,000 x 1.06^2 = 168,540
    const found = project(input({ inflation_pct: 6 }));
    near(found.projected, 121_000);
    near(found.inflated_target, 168_540);
    near(found.surplus, 121_000 - 168_540);
  });

  it('portfolio/Resources, Goal: less than a month before its day no monthly payment is left, and the reason says so', () => {
    const of = (target_date: string) =>
      progressOf(
        { type: 'CORPUS', target: 1000, target_date, inflation_pct: 0, expected_return_pct: 10 },
        {
          now: new Date('2025-01-01T06:00:00.000Z'),
          value: 100,
          unpriced: [],
          freshness: null,
          provisional_reason: null,
          year_income: null,
          contributions: [],
          planned_monthly: 0,
          volatility: { pct: null, reason: 'Too few days.' },
        },
      );
    const near_by = of('2025-01-20');
    assert.deepEqual([near_by.state, near_by.required_monthly], ['BEHIND', null]);
    assert.match(near_by.reason ?? '', /less than a month away/);
    // on 1 February there is one: 900 and what 100 do not grow
    assert.deepEqual([of('2025-02-01').reason, of('2025-02-01').required_monthly !== null], [null, true]);
  });

  it('portfolio/Goal and SIP rules 1: a payment grows from its own day on; one before today or after the day counts nothing', () => {
    // 10,000 a year before the end grow to 11,000
    const found = project(
      input({
        contributions: [
          { date: '2026-01-01', amount: 10_000 },
          { date: '2025-01-01', amount: 999 },
          { date: '2027-01-02', amount: 999 },
        ],
      }),
    );
    near(found.from_contributions, 11_000);
    near(found.projected, 132_000);
  });

  it('portfolio/Resources, Goal: without a return the missing sum is spread over the months that are left', () => {
    // 24 months to go: 50,000 / 24; with 24 planned payments of 1,000, 26,000 / 24 more
    const bare = project(input({ expected_return_pct: 0 }));
    near(bare.required_monthly, 50_000 / 24);
    const planned = project(
      input({
        expected_return_pct: 0,
        contributions: Array.from({ length: 24 }, (_, month) => ({
          date: `${2025 + Math.floor((month + 1) / 12)}-${String(((month + 1) % 12) + 1).padStart(2, '0')}-01`,
          amount: 1000,
        })),
      }),
    );
    near(planned.additional_monthly, 26_000 / 24);
    near(planned.required_monthly, 50_000 / 24);
  });

  it('portfolio/Resources, Goal: what is needed a month reaches the target to the paisa', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 1_000_000, max: 9_000_000 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 2026, max: 2060 }),
        (value, target, expected_return_pct, inflation_pct, year) => {
          const asked = input({
            value,
            target,
            expected_return_pct,
            inflation_pct,
            target_date: `${year}-06-15`,
          });
          const { required_monthly } = project(asked);
          assert.ok(required_monthly !== null);
          const contributions = Array.from({ length: 12 * 40 }, (_, index) => {
            const at = new Date(Date.UTC(2025, index + 1, 1)).toISOString().slice(0, 10);
            return { date: at, amount: required_monthly };
          });
          const { surplus, additional_monthly } = project({ ...asked, contributions });
          if (required_monthly > 0) near(surplus, 0, target * 1e-9);
          else assert.ok(surplus >= 0);
          near(additional_monthly, 0, 0.01);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('portfolio/Resources, Goal: with less than a month left no monthly amount is made up', () => {
    const found = project(input({ target_date: '2025-01-20' }));
    assert.equal(found.required_monthly, null);
    assert.equal(found.additional_monthly, null);
  });

  it('portfolio/Resources, Goal: the fan begins with today, ends on the day, and its middle is the expected sum', () => {
    const { fan, projected, spread } = project(
      input({
        target_date: '2045-01-01',
        volatility_pct: 15,
        contributions: [{ date: '2030-01-01', amount: 5000 }],
      }),
    );
    assert.deepEqual([fan[0]?.date, fan.at(-1)?.date], ['2025-01-01', '2045-01-01']);
    assert.ok(fan.length <= 61);
    near(fan[0]?.expected, 100_000);
    near(fan[0]?.p10, 100_000);
    near(fan.at(-1)?.expected, projected);
    near(fan.at(-1)?.p90, spread?.p90 ?? 0);
    assert.equal(fan.at(-1)?.paid_in, 105_000);
    for (const { expected, p10, p90 } of fan.slice(1))
      assert.ok((p10 ?? 0) < expected && expected < (p90 ?? 0));
  });
});

describe('how likely it is', () => {
  it('portfolio/Resources, Goal: one amount is lognormal: its mean is the expected sum, and the median lies below it', () => {
    // sigma 20 % over 4 years: s = 0.4; median = 100 exp(-0.08) = 92.3116; p90 = median exp(1.2815516 x 0.4) = 154.13
    const found = spreadOf([{ expected: 100, years: 4 }], 0.2, 92.3116346);
    near(found?.p50, 92.3116346, 1e-6);
    near(found?.p90, 92.3116346 * Math.exp(0.4 * 1.2815515655), 1e-6);
    near(found?.p10, 92.3116346 / Math.exp(0.4 * 1.2815515655), 1e-6);
    near(found?.probability_pct, 50, 1e-4);
  });

  it('portfolio/Resources, Goal: two amounts on one path, against the sum written out', () => {
    // E = 150; E[S^2] = 100^2 e^(.04x4) + 50^2 e^(.04x1) + 2x100x50 e^(.04x1)
    const square = 10_000 * Math.exp(0.16) + 2_500 * Math.exp(0.04) + 10_000 * Math.exp(0.04);
    const s2 = Math.log(square / 22_500);
    const found = spreadOf(
      [
        { expected: 50, years: 1 },
        { expected: 100, years: 4 },
      ],
      0.2,
      1,
    );
    near(found?.p50, 150 * Math.exp(-s2 / 2), 1e-9);
  });

  it('portfolio/Resources, Goal: it agrees with walks drawn at random', () => {
    // 4,000 walks of a sum now and one half-way, seeded; the share that reaches the target, within three standard errors
    let seed = 42;
    const uniform = () => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return (seed + 0.5) / 4_294_967_296;
    };
    const draw = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const growth = 1.1;
    const sigma = 0.18;
    const target = 260;
    let reached = 0;
    const walks = 4000;
    for (let index = 0; index < walks; index += 1) {
      const half = () => growth ** 5 * Math.exp(sigma * Math.sqrt(5) * draw() - (sigma * sigma * 5) / 2);
      if ((100 * half() + 40) * half() >= target) reached += 1;
    }
    const found = spreadOf(
      [
        { expected: 100 * growth ** 10, years: 10 },
        { expected: 40 * growth ** 5, years: 5 },
      ],
      sigma,
      target,
    );
    near(found?.probability_pct, (reached / walks) * 100, 2.5);
  });

  it('portfolio/Resources, Goal: without any swing it is certain; of nothing there is no chance to speak of', () => {
    assert.equal(spreadOf([{ expected: 100, years: 4 }], 0, 99)?.probability_pct, 100);
    assert.equal(spreadOf([{ expected: 100, years: 4 }], 0, 101)?.probability_pct, 0);
    assert.equal(spreadOf([], 0.2, 100), null);
    assert.equal(spreadOf([{ expected: 0, years: 3 }], 0.2, 100), null);
  });

  // values from published tables of the standard normal distribution
  for (const [x, share] of [
    [0, 0.5],
    [1, 0.8413447],
    [-1.959964, 0.025],
    [2.326348, 0.99],
    [-6, 0],
  ] as const)
    it(`portfolio/Resources, Goal: the normal distribution at ${x}`, () => near(normal(x), share, 2e-7));
});
