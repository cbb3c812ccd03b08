import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Problem, DAY_MS } from '../../../../core/platform/index.ts';
import { goalScenario } from '../../../../core/reports/goal-scenario/scenario.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import type { CorpusGoal } from '../../../../core/reports/goal-scenario/view.ts';

const by = { actor: 'api:owner' };

describe('what-if of a goal', () => {
  let world: TestCore;
  let house: string;
  let pension: string;
  before(async () => {
    world = await testCore({ at: '2026-03-02T06:00:00.000Z' });
    const { core, owner } = world;
    const goal = await core.goals.goals.create(
      owner,
      {
        name: 'House',
        type: 'CORPUS',
        target_corpus: 120_000,
        target_date: '2027-03-02',
        expected_return_pct: 0,
      },
      by,
    );
    house = goal.id;
    const income = { name: 'Pension', type: 'INCOME', target_monthly_income: 5000 };
    pension = (await core.goals.goals.create(owner, income, by)).id;
    const plan = await core.goals.sips.create(
      owner,
      { name: 'Fund', amount: 2000, frequency: 'monthly', start_date: '2026-03-10' },
      by,
    );
    await core.goals.links.put(owner, house, { link_type: 'SIP', link_id: plan.id, percentage: 100 }, by);
  });
  after(() => world.close());

  const ask = async (body: object, userId = world.owner) =>
    await world.core.reports.goalScenario.read(userId, { goal_id: house, ...body });
  const refused = async (work: Promise<unknown>, status: number, code: string) =>
    await assert.rejects(work, (error) => {
      assert.ok(error instanceof Problem);
      assert.deepEqual([error.status, error.code], [status, code]);
      return true;
    });

  it('portfolio/Reports, POST /goal-scenario: another payment takes the place of the plans, and nothing is kept', async () => {
    const before = await world.core.goals.goals.get(world.owner, house);
    const view = await ask({ monthly_sip: 10_000 });
    // twelve payments, from 2 April 2026 to 2 March 2027, without any growth
    assert.deepEqual(
      [view.payments, view.paid_in, view.progress.projected, view.progress.surplus, view.progress.state],
      [12, 120_000, 120_000, 0, 'ON_TRACK'],
    );
    assert.deepEqual(
      [view.inputs.first_date, view.inputs.target_date, view.inputs.step_up_pct, view.inputs.years],
      ['2026-04-02', '2027-03-02', 0, null],
    );
    // the plan alone: 2,000 on the tenth of March 2026 to February 2027
    assert.equal(view.baseline.projected, 24_000);
    assert.deepEqual(view.difference, { projected: 96_000, surplus: 96_000, probability: null });
    assert.deepEqual(await world.core.goals.goals.get(world.owner, house), before);
  });

  it('portfolio/Reports, POST /goal-scenario: explain=true lists the payments and the rate that give what is projected', async () => {
    const body = { goal_id: house, monthly_sip: 1000, years: 2 };
    const { core, owner } = world;
    await core.goals.goals.update(owner, house, { expected_return_pct: 10, inflation_pct: 5 }, by);
    assert.equal((await core.reports.goalScenario.read(owner, body)).explanations, null);
    const { explanations, progress } = await core.reports.goalScenario.read(owner, body, true);
    await core.goals.goals.update(owner, house, { expected_return_pct: 0, inflation_pct: 0 }, by);
    const [projected, surplus, probability] = explanations ?? [];
    const [rate, ...amounts] = projected?.inputs ?? [];
    assert.equal(rate?.value, 10);
    const sum = amounts.reduce((all, { date, value }) => {
      const days = (Date.parse('2028-03-02') - Date.parse(date ?? '')) / DAY_MS;
      return all + (value ?? 0) * 1.1 ** (days / 365);
    }, 0);
    assert.ok(Math.abs(sum - (progress.projected ?? 0)) < 1e-6);
    assert.deepEqual([amounts.length, projected?.value], [25, progress.projected]);
    // 731 days, for 2028 is a leap year
    assert.match(surplus?.worked ?? '', /- 1,20,000 × \(1 \+ 5 %\) \^ \(731 \/ 365\) = /);
    assert.deepEqual([probability?.value, probability?.worked], [null, null]);
    assert.ok((probability?.reason ?? '') !== '');
  });

  it('a step takes hold once a year and compounds; years take the place of the goal’s own day', async () => {
    const view = await ask({ monthly_sip: 1000, step_up_pct: 10, years: 3 });
    // 12 × 1000, 12 × 1100 and 12 × 1210
    assert.deepEqual([view.inputs.target_date, view.payments, view.paid_in], ['2029-03-02', 36, 39_720]);
    assert.equal(view.progress.projected, 39_720);
  });

  it('nothing paid, and what was linked alone: the goal is behind', async () => {
    const view = await ask({ monthly_sip: 0 });
    assert.deepEqual([view.progress.projected, view.progress.state], [0, 'BEHIND']);
  });

  it('an income goal, an unknown goal, another person’s and wrong fields are refused', async () => {
    await refused(ask({ goal_id: pension, monthly_sip: 1 }), 409, 'GOAL_NOT_CORPUS');
    await refused(ask({ goal_id: '999999', monthly_sip: 1 }), 404, 'GOAL_NOT_FOUND');
    await refused(ask({ monthly_sip: 1 }, world.stranger), 404, 'GOAL_NOT_FOUND');
    for (const wrong of [
      {},
      { monthly_sip: -1 },
      { monthly_sip: 1, years: 0 },
      { monthly_sip: 1, years: 61 },
      { monthly_sip: 1, step_up_pct: 101 },
      { monthly_sip: 1, goal_id: 'house' },
      { monthly_sip: 1, save: true },
    ])
      await refused(ask(wrong), 422, 'VALIDATION_ERROR');
  });

  it('a changed goal is asked anew', async () => {
    await world.core.goals.goals.update(world.owner, house, { target_corpus: 240_000 }, by);
    assert.equal((await ask({ monthly_sip: 10_000 })).progress.surplus, -120_000);
  });

  it('portfolio/Goal and SIP rules 5: the payment that progress says is required leaves nothing missing, and more is never worse', async () => {
    const goal = (await world.core.goals.goals.get(world.owner, house)) as CorpusGoal;
    const now = world.clock.now();
    fc.assert(
      fc.property(
        fc.record({
          target_corpus: fc.integer({ min: 10_000, max: 10 ** 8 }),
          expected_return_pct: fc.double({ min: -5, max: 20, noNaN: true }),
          inflation_pct: fc.double({ min: 0, max: 10, noNaN: true }),
        }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 10 ** 5 }),
        (terms, years, monthly_sip) => {
          const one = { ...goal, ...terms };
          const tried = goalScenario(one, { goal_id: one.id, monthly_sip, years }, now);
          const more = goalScenario(one, { goal_id: one.id, monthly_sip: monthly_sip + 1, years }, now);
          assert.ok((more.progress.projected ?? 0) > (tried.progress.projected ?? 0));
          const required = tried.progress.required_monthly ?? 0;
          const enough = goalScenario(one, { goal_id: one.id, monthly_sip: required, years }, now);
          // an instalment is rounded to the paisa: half of one each, grown for twelve years at 20 % at the most
          assert.ok(Math.abs(enough.progress.surplus ?? 1) <= 0.005 * years * 12 * 1.2 ** 12);
        },
      ),
      { numRuns: 15 },
    );
  });
});
