import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addMonths } from '../../../core/platform/dates.ts';
import { project } from '../../../core/goals/projection.ts';
import { instalments, monthlyAmount, nextInstalment, type SipTerms } from '../../../core/goals/sip-plan.ts';
import { decimal, DAY_MS, dayBefore } from '../../../core/platform/index.ts';

const plan = (terms: Partial<SipTerms> = {}): SipTerms => ({
  amount: decimal(1000),
  frequency: 'monthly',
  start_date: '2026-01-31',
  end_date: null,
  step_up_pct: null,
  step_up_frequency: 'yearly',
  ...terms,
});
const shown = (terms: SipTerms, after: string, until: string) =>
  instalments(terms, after, until).map(({ date, amount }) => `${date} ${amount.toFixed()}`);

describe('SIP plans', () => {
  for (const [date, months, then] of [
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -13, '2024-12-15'],
  ] as const)
    it(`portfolio/Resources, SIP plan: ${months} months after ${date} is ${then}`, () => {
      assert.equal(addMonths(date, months), then);
    });

  it('portfolio/Goal and SIP rules 1: no instalment lies before the start', () => {
    assert.deepEqual(shown(plan({ start_date: '2026-06-10' }), '2026-01-01', '2026-07-31'), [
      '2026-06-10 1000',
      '2026-07-10 1000',
    ]);
    assert.deepEqual(shown(plan({ start_date: '2026-06-10' }), '2026-01-01', '2026-06-09'), []);
  });

  it('portfolio/Goal and SIP rules 1: a plan without an end is not over after a hundred years', () => {
    // 126 steps of 1 % since January 1900: 1,000 × 1.01^126 = 3,503.427…
    const old = plan({ start_date: '1900-01-31', step_up_pct: 1 });
    assert.deepEqual(shown(old, '2026-01-30', '2026-02-28'), ['2026-01-31 3503.43', '2026-02-28 3503.43']);
    assert.equal(nextInstalment({ ...old, frequency: 'quarterly' }, '2026-03-01')?.date, '2026-04-30');
  });

  it('portfolio/Report rules 12: a quarterly instalment is three times the monthly amount', () => {
    assert.deepEqual(shown(plan({ frequency: 'quarterly' }), '2026-01-01', '2026-08-01'), [
      '2026-01-31 3000',
      '2026-04-30 3000',
      '2026-07-31 3000',
    ]);
  });

  it('portfolio/Report rules 12: step-ups compound at their frequency', () => {
    // 10 % a half-year on 1,000: 1,000 for six months, then 1,100, then 1,210
    const amounts = instalments(
      plan({ start_date: '2026-01-05', step_up_pct: 10, step_up_frequency: 'half_yearly' }),
      '2025-12-31',
      '2027-01-31',
    );
    assert.deepEqual(
      amounts.map(({ amount, is_step_up }) => `${amount.toFixed()}${is_step_up ? ' step' : ''}`),
      [...Array<string>(6).fill('1000'), '1100 step', ...Array<string>(5).fill('1100'), '1210 step'],
    );
    // quarterly payments with a step a year: the fifth payment is the first one after it
    const quarterly = plan({ frequency: 'quarterly', start_date: '2026-01-05', step_up_pct: 10 });
    assert.deepEqual(
      instalments(quarterly, '2025-12-31', '2027-02-01').map(({ amount }) => amount.toFixed()),
      ['3000', '3000', '3000', '3000', '3300'],
    );
  });

  it('portfolio/Resources, SIP plan: amounts are rounded to the paisa, half up', () => {
    // 333.33 x 1.05 = 349.9965
    const terms = plan({ amount: decimal('333.33'), start_date: '2026-01-05', step_up_pct: 5 });
    assert.equal(instalments(terms, '2026-12-31', '2027-01-31')[0]?.amount.toFixed(), '350');
  });

  it('portfolio/Resources, SIP plan: nothing comes after its end', () => {
    const terms = plan({ start_date: '2026-01-05', end_date: '2026-03-04' });
    assert.deepEqual(shown(terms, '2025-12-31', '2026-12-31'), ['2026-01-05 1000', '2026-02-05 1000']);
    assert.equal(nextInstalment(terms, '2026-02-06'), null);
    assert.equal(monthlyAmount(terms, '2026-02-06'), null);
  });

  it('portfolio/Resources, SIP plan: the next instalment may be today', () => {
    const terms = plan({ start_date: '2026-01-05', frequency: 'quarterly' });
    assert.equal(nextInstalment(terms, '2026-01-05')?.date, '2026-01-05');
    assert.equal(nextInstalment(terms, '2026-01-06')?.date, '2026-04-05');
    assert.equal(nextInstalment(terms, '2020-01-01')?.date, '2026-01-05');
    assert.equal(monthlyAmount(terms, '2026-02-01')?.toFixed(), '1000');
  });

  it('portfolio/Goal and SIP rules 1: whatever the plan, two spans side by side are the span of both', () => {
    const day = fc
      .integer({ min: 0, max: 9000 })
      .map((days) => new Date(Date.UTC(2020, 0, 1) + days * DAY_MS).toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        fc.tuple(day, day, day).map((days) => [...days].sort()),
        day,
        fc.constantFrom('monthly', 'quarterly'),
        fc.constantFrom('quarterly', 'half_yearly', 'yearly'),
        fc.option(fc.integer({ min: 0, max: 30 })),
        ([from = '', middle = '', to = ''], start_date, frequency, step_up_frequency, step_up_pct) => {
          const terms = plan({ start_date, frequency, step_up_frequency, step_up_pct });
          const whole = shown(terms, from, to);
          assert.deepEqual([...shown(terms, from, middle), ...shown(terms, middle, to)], whole);
          assert.ok(whole.every((one) => one.slice(0, 10) >= start_date));
        },
      ),
    );
  });

  const terms = fc
    .tuple(
      fc.integer({ min: 1, max: 90 }).map((months) => addMonths('2026-01-15', months)),
      fc.constantFrom('monthly' as const, 'quarterly' as const),
      fc.constantFrom('quarterly' as const, 'half_yearly' as const, 'yearly' as const),
      fc.integer({ min: 0, max: 25 }),
      fc.integer({ min: 100, max: 50_000 }),
    )
    .map(([start_date, frequency, step_up_frequency, step_up_pct, amount]) =>
      plan({ start_date, frequency, step_up_frequency, step_up_pct, amount: decimal(amount) }),
    );

  it('portfolio/Report rules 12: whatever the plan, each amount is the first one with all full steps since the start', () => {
    const months = { quarterly: 3, half_yearly: 6, yearly: 12 } as const;
    fc.assert(
      fc.property(terms, (one) => {
        const every = one.frequency === 'monthly' ? 1 : 3;
        const first = one.amount.times(every).toNumber();
        const found = instalments(one, '2026-01-01', '2036-01-01');
        for (const [at, { amount, is_step_up }] of found.entries()) {
          const steps = Math.floor((at * every) / months[one.step_up_frequency]);
          const expected = first * (1 + (one.step_up_pct ?? 0) / 100) ** steps;
          assert.ok(Math.abs(amount.toNumber() - expected) <= 0.005 + expected * 1e-12, `${at}`);
          const before = found[at - 1]?.amount ?? amount;
          assert.ok(amount.gte(before) && (!is_step_up || amount.gt(before)));
        }
      }),
    );
  });

  it('portfolio/Goal and SIP rules 1: before its start date a plan adds nothing to what a goal comes to', () => {
    const comesTo = (one: SipTerms, target_date: string) =>
      project({
        today: '2026-01-10',
        target_date,
        value: 1000,
        target: 1e6,
        inflation_pct: 0,
        expected_return_pct: 8,
        contributions: instalments(one, '2026-01-10', target_date).map(({ date, amount }) => ({
          date,
          amount: amount.toNumber(),
        })),
        volatility_pct: null,
      }).from_contributions;
    fc.assert(
      fc.property(terms, (one) => {
        const before = dayBefore(one.start_date);
        assert.equal(comesTo(one, before), 0);
        assert.equal(
          comesTo(one, one.start_date),
          one.amount.times(one.frequency === 'monthly' ? 1 : 3).toNumber(),
        );
      }),
    );
  });
});
