import assert from 'node:assert/strict';
import { Problem } from '../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../support/core.ts';

const by = { actor: 'api:owner' };

describe('goals', () => {
  let world: TestCore;
  // a held clock at 2026-03-02, 11:30 in India
  before(async () => {
    world = await testCore();
  });
  after(() => world.close());

  const area = () => world.core.goals;
  const refused = async (work: Promise<unknown>, status: number, code: string): Promise<Problem> => {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Problem, String(error));
    assert.deepEqual([error.status, error.code], [status, code]);
    return error;
  };
  const hold = async (portfolio: string, symbol: string, quantity: number, price: number | null) =>
    await world.core.portfolio.holdings.create(
      world.owner,
      {
        portfolio,
        symbol,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity,
        avg_buy_price: 10,
        ...(price === null ? {} : { current_price: price }),
      },
      by,
    );
  const portfolioId = async (name: string) =>
    (await world.core.portfolio.portfolios.findByName(world.owner, name))?.id ?? '';
  const corpus = (name: string, change: object = {}) => ({
    name,
    type: 'CORPUS',
    target_corpus: 100_000,
    target_date: '2028-03-01',
    expected_return_pct: 10,
    ...change,
  });
  const create = async (body: unknown) => await area().goals.create(world.owner, body, by);
  const link = async (goalId: string, link_type: string, link_id: string, percentage: number) =>
    await area().links.put(world.owner, goalId, { link_type, link_id, percentage }, by);

  it('portfolio/Resources, Goal: each type has its own fields, and says what is missing or does not belong', async () => {
    const wrong = await refused(
      create({ name: 'House', type: 'CORPUS', target_monthly_income: 5 }),
      422,
      'VALIDATION_ERROR',
    );
    assert.deepEqual(
      wrong.errors?.map(({ field }) => field),
      ['target_corpus', 'target_date', 'expected_return_pct', 'target_monthly_income'],
    );
    await refused(create({ name: 'Rent', type: 'INCOME' }), 422, 'VALIDATION_ERROR');
    await refused(create(corpus('x', { target_corpus: 0 })), 422, 'VALIDATION_ERROR');
    await refused(create(corpus('x', { target_date: '2028-02-30' })), 422, 'VALIDATION_ERROR');
  });

  it('portfolio/Resources, Goal: a goal without links begins at 0 and says what it needs a month', async () => {
    const { progress } = await create(corpus('Car', { expected_return_pct: 0, target_date: '2027-03-02' }));
    assert.equal(progress.state, 'BEHIND');
    assert.equal(progress.current, 0);
    assert.equal(progress.progress_pct, 0);
    // twelve months are left, without a return
    assert.ok(Math.abs((progress.required_monthly ?? 0) - 100_000 / 12) < 0.01);
    assert.equal(progress.probability_pct, null);
    assert.match(progress.probability_reason ?? '', /60 daily returns/);
    await refused(create(corpus('CAR')), 409, 'GOAL_EXISTS');
  });

  it('portfolio/Goal and SIP rules 3: a holding linked directly counts by that link alone', async () => {
    const direct = await hold('Main', 'AAA', 10, 100);
    await hold('Main', 'BBB', 10, 50);
    const goal = await create(corpus('Both ways'));
    await link(goal.id, 'PORTFOLIO', await portfolioId('Main'), 100);
    assert.equal((await area().goals.get(world.owner, goal.id)).progress.current, 1500);
    // 50 % of 1,000 by the direct link, and 500 through the portfolio
    await link(goal.id, 'HOLDING', direct.id, 50);
    assert.equal((await area().goals.get(world.owner, goal.id)).progress.current, 1000);
    // another goal's direct link takes it out of the portfolio too: no rupee counts twice
    const other = await create(corpus('Other'));
    await area().links.remove(
      world.owner,
      goal.id,
      (await area().links.list(world.owner, goal.id))[1]?.id ?? '',
      by,
    );
    await link(other.id, 'HOLDING', direct.id, 100);
    assert.equal((await area().goals.get(world.owner, goal.id)).progress.current, 500);
    assert.equal((await area().goals.get(world.owner, other.id)).progress.current, 1000);
  });

  it('portfolio/Goal and SIP rules 2: two goals share a thing up to 100 %, and the refusal says what is free', async () => {
    const id = (await hold('Shared', 'CCC', 1, 100)).id;
    const one = await create(corpus('First'));
    const other = await create(corpus('Second'));
    await link(one.id, 'HOLDING', id, 60);
    const error = await refused(link(other.id, 'HOLDING', id, 40.0001), 409, 'GOAL_LINK_EXCEEDED');
    assert.match(error.detail, /40% of it is available/);
    await link(other.id, 'HOLDING', id, 40);
    // the same link again changes its share, and its old share is free for that
    await refused(link(one.id, 'HOLDING', id, 61), 409, 'GOAL_LINK_EXCEEDED');
    assert.equal((await link(one.id, 'HOLDING', id, 10)).percentage, 10);
    assert.equal((await area().links.list(world.owner, one.id)).length, 1);
  });

  it('portfolio/Goal and SIP rules 2: fifty writers at once do not pass 100 %', async () => {
    const id = (await hold('Contested', 'DDD', 1, 100)).id;
    const goals: { id: string }[] = [];
    for (let index = 0; index < 10; index += 1) goals.push(await create(corpus(`Writer ${index}`)));
    // Who waits too long for a connection on a busy machine is told to try again, and does.
    const patiently = async (goal: string, percentage: number): Promise<unknown> => {
      for (;;) {
        try {
          return await link(goal, 'HOLDING', id, percentage);
        } catch (error) {
          if (!(error instanceof Problem && error.code === 'UNAVAILABLE')) throw error;
        }
      }
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => patiently(goals[index % 10]?.id ?? '', 7 + (index % 13))),
    );
    const { rows } = await world.core.database.systemPool.query<{ pct: string }>(
      `select sum(pct) as pct from portfolio.goal_links where symbol = 'DDD'`,
    );
    assert.ok(Number(rows[0]?.pct) <= 100, rows[0]?.pct);
    const failed = outcomes.filter((one) => one.status === 'rejected');
    assert.ok(failed.length > 0 && failed.length < 50);
    for (const { reason } of failed) assert.equal((reason as Problem).code, 'GOAL_LINK_EXCEEDED');
  });

  it('portfolio/Goal and SIP rules 4: a link must lead to a real row of its type', async () => {
    const goal = await create(corpus('Strict'));
    const holding = await hold('Strict', 'EEE', 1, 1);
    for (const [type, code] of [
      ['PORTFOLIO', 'PORTFOLIO_NOT_FOUND'],
      ['HOLDING', 'HOLDING_NOT_FOUND'],
      ['SIP', 'SIP_PLAN_NOT_FOUND'],
    ] as const)
      await refused(link(goal.id, type, '999999', 10), 404, code);
    // another person's holding is not there either
    await refused(
      area().links.put(
        world.stranger,
        goal.id,
        { link_type: 'HOLDING', link_id: holding.id, percentage: 1 },
        by,
      ),
      404,
      'GOAL_NOT_FOUND',
    );
    const networth = (await world.core.portfolio.portfolios.list(world.owner)).find(
      (one) => one.is_protected,
    );
    await refused(link(goal.id, 'PORTFOLIO', networth?.id ?? '', 10), 422, 'VALIDATION_ERROR');
  });

  it('portfolio/Goal and SIP rules 1: a plan pays from its start date on, by its share, in the goal’s currency', async () => {
    const goal = await create(corpus('By plan', { expected_return_pct: 0, target_date: '2026-12-31' }));
    const plan = await area().sips.create(
      world.owner,
      { name: 'Fund', amount: 1000, frequency: 'monthly', start_date: '2026-10-15' },
      by,
    );
    await link(goal.id, 'SIP', plan.id, 50);
    const { progress } = await area().goals.get(world.owner, goal.id);
    // October, November and December, half of 1,000 each
    assert.equal(progress.projected, 1500);
    assert.equal(progress.planned_monthly, 0);
    await area().sips.update(world.owner, plan.id, { start_date: '2026-01-15', frequency: 'quarterly' }, by);
    const later = (await area().goals.get(world.owner, goal.id)).progress;
    // April, July and October, half of 3,000 each; a month's pay is 500
    assert.equal(later.projected, 4500);
    assert.equal(later.planned_monthly, 500);
    const dollars = await area().sips.create(
      world.owner,
      { name: 'Dollars', amount: 10, currency: 'USD', frequency: 'monthly', start_date: '2026-12-01' },
      by,
    );
    await link(goal.id, 'SIP', dollars.id, 100);
    // the reference rate of the settings, 82: 4,500 + 820
    assert.equal((await area().goals.get(world.owner, goal.id)).progress.projected, 5320);
    assert.deepEqual((await area().sips.get(world.owner, dollars.id)).goals, [
      { goal_id: goal.id, name: 'By plan', percentage: 100 },
    ]);
  });

  it('portfolio/Resources, Goal: what has no price is named; where nothing has one the progress is unknown, not 0', async () => {
    const goal = await create(corpus('Unpriced'));
    await hold('Dark', 'FFF', 5, null);
    await link(goal.id, 'PORTFOLIO', await portfolioId('Dark'), 100);
    const { progress } = await area().goals.get(world.owner, goal.id);
    assert.deepEqual([progress.state, progress.current, progress.projected], ['UNKNOWN', null, null]);
    assert.match(progress.reason ?? '', /No price for FFF/);
    await hold('Dark', 'GGG', 5, 100);
    const partly = (await area().goals.get(world.owner, goal.id)).progress;
    assert.equal(partly.current, 500);
    assert.deepEqual(partly.unpriced, ['FFF']);
    assert.match(partly.reason ?? '', /exclude FFF, which has no price/);
  });

  it('portfolio/Resources, Goal: an income goal is measured by the dividends of twelve months; without any it is unknown', async () => {
    const goal = await create({ name: 'Rent', type: 'INCOME', target_monthly_income: 1000 });
    const pay = async (date: string, price: number) =>
      await world.core.portfolio.transactions.create(
        world.owner,
        {
          portfolio: 'Payer',
          symbol: 'HHH',
          date,
          type: 'DIVIDEND',
          quantity: 100,
          price,
          fee_tax: 20,
          currency: 'INR',
        },
        by,
      );
    await pay('2025-03-02', 90);
    await link(goal.id, 'PORTFOLIO', await portfolioId('Payer'), 100);
    assert.equal((await area().goals.get(world.owner, goal.id)).progress.state, 'UNKNOWN');
    // (100 x 60.2 - 20) / 12 = 500 a month; the one of a year ago to the day is not among the last twelve months
    await pay('2025-06-02', 60.2);
    const { progress } = await area().goals.get(world.owner, goal.id);
    assert.deepEqual([progress.state, progress.current, progress.progress_pct], ['BEHIND', 500, 50]);
  });

  it('portfolio/Resources, Goal snapshot: one per active goal and day; the day’s last one stands', async () => {
    const goal = await create(corpus('Recorded', { expected_return_pct: 0 }));
    const holding = await hold('Recorded', 'III', 1, 100);
    await link(goal.id, 'HOLDING', holding.id, 100);
    assert.deepEqual(await area().goals.owners(), [world.owner]);
    const count = await area().goals.takeSnapshots(world.owner);
    assert.ok(count > 0);
    await hold('Recorded', 'JJJ', 1, 900);
    await link(goal.id, 'PORTFOLIO', await portfolioId('Recorded'), 100);
    assert.equal(await area().goals.takeSnapshots(world.owner), count);
    const [only, more] = (await area().goals.history(world.owner, goal.id)).items;
    assert.equal(more, undefined);
    assert.deepEqual([only?.day, only?.current_value, only?.progress_pct], ['2026-03-02', 1000, 1]);
    await area().goals.update(world.owner, goal.id, { is_active: false }, by);
    assert.equal(await area().goals.takeSnapshots(world.owner), count - 1);
  });

  it('portfolio/Resources, Goal: a holding sold off and bought again is still linked', async () => {
    const trade = async (type: 'BUY' | 'SELL', date: string) =>
      await world.core.portfolio.transactions.create(
        world.owner,
        { portfolio: 'Back', symbol: 'KKK', date, type, quantity: 5, price: 10, currency: 'INR' },
        by,
      );
    await trade('BUY', '2025-01-02');
    const held = (await world.core.portfolio.holdings.list(world.owner, { portfolio: 'Back' })).items[0];
    const goal = await create(corpus('Again'));
    await link(goal.id, 'HOLDING', held?.id ?? '', 100);
    await trade('SELL', '2025-02-03');
    const [gone] = await area().links.list(world.owner, goal.id);
    assert.deepEqual([gone?.link_id, gone?.label], [null, 'KKK in Back, not held now']);
    await trade('BUY', '2025-03-03');
    const [back] = await area().links.list(world.owner, goal.id);
    assert.ok(back?.link_id);
    assert.equal(back.label, 'KKK in Back');
  });

  it('portfolio/Resources, Goal: a plan without a rate is no plan of zero: what it adds is unknown, and said', async () => {
    const terms = { amount: 100, frequency: 'monthly', start_date: '2026-01-05' };
    const euros = await area().sips.create(world.owner, { ...terms, name: 'Euros', currency: 'EUR' }, by);
    const goal = await create(corpus('In rupees'));
    await link(goal.id, 'SIP', euros.id, 100);
    const told = 'These figures exclude the plan Euros: there is no exchange rate for EUR.';
    const alone = (await area().goals.get(world.owner, goal.id)).progress;
    assert.deepEqual([alone.planned_monthly, alone.reason], [null, told]);
    const rupees = await area().sips.create(world.owner, { ...terms, name: 'Rupees' }, by);
    await link(goal.id, 'SIP', rupees.id, 100);
    const both = (await area().goals.get(world.owner, goal.id)).progress;
    assert.deepEqual([both.planned_monthly, both.reason], [100, told]);
    for (const { id } of [euros, rupees]) await area().sips.remove(world.owner, id, by);
  });

  it('portfolio/Resources, SIP plan: the next instalments and the next step are told; a wrong plan is refused in words', async () => {
    const plan = await area().sips.create(
      world.owner,
      {
        name: 'Steps',
        amount: 2000,
        frequency: 'monthly',
        start_date: '2025-06-05',
        step_up_pct: 10,
        portfolio: 'Main',
        symbol: 'AAA',
      },
      by,
    );
    assert.deepEqual(plan.next_instalment, { date: '2026-03-05', amount: 2000, is_step_up: false });
    assert.deepEqual(plan.next_step_up, { date: '2026-06-05', amount: 2200, is_step_up: true });
    assert.equal(plan.schedule.length, 12);
    assert.equal(plan.portfolio, 'Main');
    const paused = await area().sips.update(world.owner, plan.id, { is_active: false }, by);
    assert.deepEqual([paused.next_instalment, paused.schedule], [null, []]);
    const base = { name: 'Wrong', amount: 1, frequency: 'monthly', start_date: '2026-01-01' };
    for (const wrong of [
      { end_date: '2025-12-31' },
      { symbol: 'AAA' },
      { portfolio: 'Nowhere' },
      { frequency: 'weekly' },
      { amount: -1 },
      { step_up_pct: 101 },
    ])
      await refused(area().sips.create(world.owner, { ...base, ...wrong }, by), 422, 'VALIDATION_ERROR');
    await refused(area().sips.create(world.owner, { ...base, name: 'steps' }, by), 409, 'SIP_PLAN_EXISTS');
    await area().sips.remove(world.owner, plan.id, by);
    await refused(area().sips.get(world.owner, plan.id), 404, 'SIP_PLAN_NOT_FOUND');
  });
});
