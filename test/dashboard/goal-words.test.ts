import assert from 'node:assert/strict';
import type { Goal } from '../../api/dashboard/src/api/types.ts';
import {
  againstPlan,
  progressText,
  freeFor,
  gapInWords,
  moreInWords,
  noInstalment,
  noStep,
  planInWords,
  points,
  stepInWords,
} from '../../api/dashboard/src/pages/goals/words.ts';

const PROGRESS: Goal['progress'] = {
  calculated_at: '2026-03-02T06:00:00.000Z',
  state: 'BEHIND',
  reason: null,
  current: 6000,
  target: 120_000,
  progress_pct: 5,
  years_left: 1,
  inflated_target: 120_000,
  projected: 69_000,
  projected_from_value: 6000,
  projected_from_sips: 63_000,
  surplus: -51_000,
  planned_monthly: 5000,
  required_monthly: 9500,
  additional_monthly: 4250,
  probability_pct: null,
  p10: null,
  p50: null,
  p90: null,
  probability_reason: 'Probability needs 60 daily returns of the portfolio; there are 3 so far.',
  volatility_pct: null,
  volatility_of: null,
  fan: [],
  unpriced: [],
  provisional_reason: null,
  freshness: null,
};

const goal = (change: Partial<Goal['progress']>, over: Partial<Pick<Goal, 'type' | 'is_active'>> = {}) => ({
  type: 'CORPUS' as const,
  currency: 'INR',
  target_date: '2027-03-02',
  is_active: true,
  ...over,
  progress: { ...PROGRESS, ...change },
});

describe('words of the goals page', () => {
  it('how a goal fares: by how much it falls short or has to spare, and what to do once its day is over', () => {
    assert.equal(progressText(goal({})), 'You are on course to fall ₹51,000 short by 2 Mar 2027.');
    assert.equal(
      progressText(goal({ state: 'ON_TRACK', surplus: 1234.4 })),
      'You are on course to reach it by 2 Mar 2027, with ₹1,234 to spare.',
    );
    assert.match(progressText(goal({ state: 'MISSED' })), /the goal ₹51,000 short\. Set a new date/);
    assert.doesNotMatch(progressText(goal({ state: 'MISSED' }, { is_active: false })), /Give it/);
    assert.equal(
      progressText(goal({ target: 5000, current: 1200, surplus: null }, { type: 'INCOME' })),
      'You are ₹3,800 a month short.',
    );
    const reason = 'No price for OYO, so there is no projection.';
    assert.equal(progressText(goal({ state: 'UNKNOWN', reason, current: null, surplus: null })), reason);
  });

  it('what would reach it: more on top of the plans, nothing more, or no month left; unknown is null', () => {
    assert.equal(moreInWords(goal({})), '₹4,250 more a month, on top of the ₹5,000 planned');
    assert.equal(moreInWords(goal({ planned_monthly: 0 })), '₹4,250 a month');
    assert.equal(moreInWords(goal({ additional_monthly: 0.004 })), 'The ₹5,000 a month planned is enough');
    assert.equal(
      moreInWords(goal({ additional_monthly: null, years_left: 0 })),
      'No month is left before the target date.',
    );
    assert.equal(moreInWords(goal({ additional_monthly: null, years_left: null })), null);
  });

  it('portfolio/Goal and SIP rules 2: what other goals leave free of a thing, in points of four decimals', () => {
    const link = (goal_id: string, percentage: number, link_id = '7') => ({
      id: goal_id,
      links: [{ id: '1', goal_id, link_type: 'PORTFOLIO' as const, link_id, label: 'Long term', percentage }],
    });
    const goals = [link('1', 50), link('2', 33.3333), link('3', 12.1), link('4', 100, '8')];
    const target = { link_type: 'PORTFOLIO' as const, link_id: '7' };
    // 100 less 33.3333 and 12.1: its own 50 may be used again, and the 100 is of something else
    assert.equal(freeFor({ id: '1' }, goals, target), 54.5667);
    assert.equal(freeFor({ id: '1' }, goals, { ...target, link_type: 'SIP' }), 100);
    assert.equal(points(54.5667), '54.5667%');
    assert.equal(points(60), '60%');
  });

  it('a plan: what an instalment is, how it grows, and why there is none', () => {
    const plan = {
      amount: 4000,
      currency: 'INR',
      frequency: 'quarterly' as const,
      step_up_pct: 7.5,
      step_up_frequency: 'half_yearly' as const,
      is_active: true,
      end_date: '2026-01-01',
      next_instalment: null,
    };
    assert.equal(planInWords(plan), '₹12,000.00 every three months, which is ₹4,000.00 a month');
    assert.equal(stepInWords(plan), '7.5% more every six months');
    assert.equal(stepInWords({ ...plan, step_up_pct: null }), 'None.');
    assert.equal(noInstalment(plan), 'None. The plan ended on 1 Jan 2026.');
    assert.equal(noInstalment({ ...plan, is_active: false }), 'None while it is paused.');
    assert.equal(noStep(plan), 'None. The plan has ended.');
    assert.equal(
      noStep({ ...plan, next_instalment: { date: '2026-05-01', amount: 12_000, is_step_up: false } }),
      'None in the next 12 months.',
    );
  });

  it('a what-if stands beside the plan of today, with its day where that is another one', () => {
    assert.equal(againstPlan(69_000, 45_000, 'INR'), 'Today’s plan: ₹69,000, which is ₹45,000 less');
    assert.equal(againstPlan(69_000, -9000, 'INR'), 'Today’s plan: ₹69,000, which is ₹9,000 more');
    assert.equal(againstPlan(69_000, 0.2, 'INR'), 'Today’s plan: ₹69,000, the same');
    assert.equal(againstPlan(69_000, { by: '2027-03-02' }, 'INR'), 'Today’s plan: ₹69,000 by 2 Mar 2027');
    assert.equal(againstPlan(null, null, 'INR'), 'Today’s plan: unknown');
    assert.deepEqual([gapInWords(-51_000, 'INR'), gapInWords(300, 'INR')], ['₹51,000 short', '₹300 over']);
  });
});
