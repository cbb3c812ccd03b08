import assert from 'node:assert/strict';
import { Problem } from '../../../../core/platform/index.ts';
import type { UpcomingRow } from '../../../../core/reports/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'api:owner' };

describe('calendar', () => {
  let world: TestCore;
  before(async () => {
    // 2 March 2026 in India
    world = await testCore({ at: '2026-03-02T06:00:00.000Z' });
    const { core, owner } = world;
    const { goals, sips } = core.goals;
    await core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Main',
        symbol: 'GS2028',
        name: 'Government 2028',
        asset_class: 'Bond',
        currency: 'INR',
        isin: 'IN0020210012',
        quantity: 10,
        avg_buy_price: 100,
        maturity_date: '2026-09-10',
        face_value: 100,
        coupon_rate: 8,
        coupon_frequency: 2,
      },
      by,
    );
    await core.portfolio.transactions.create(
      owner,
      {
        portfolio: 'Main',
        symbol: 'TCS',
        date: '2026-02-20',
        type: 'DIVIDEND',
        quantity: 10,
        price: 12,
        fee_tax: 20,
        currency: 'INR',
      },
      by,
    );
    await sips.create(
      owner,
      { name: 'Index fund', amount: 5000, frequency: 'monthly', start_date: '2026-03-05' },
      by,
    );
    // a month's 1,000: instalments of 3,000; 10 % more every half year, from the start of December 2025
    await sips.create(
      owner,
      {
        name: 'Gold',
        amount: 1000,
        frequency: 'quarterly',
        start_date: '2025-12-01',
        step_up_pct: 10,
        step_up_frequency: 'half_yearly',
      },
      by,
    );
    const paused = {
      name: 'Paused',
      amount: 1,
      frequency: 'monthly',
      start_date: '2026-03-05',
      is_active: false,
    };
    await sips.create(owner, paused, by);
    await goals.create(
      owner,
      {
        name: 'Car',
        type: 'CORPUS',
        target_corpus: 500_000,
        target_date: '2026-05-31',
        expected_return_pct: 8,
      },
      by,
    );
    await goals.create(owner, { name: 'Pension', type: 'INCOME', target_monthly_income: 100 }, by);
  });
  after(() => world.close());

  const read = async (query: { from?: string; to?: string } = {}, userId = world.owner) =>
    await world.core.reports.calendar.read(userId, query);
  const told = ({ date, type, source, name, amount, status }: UpcomingRow) =>
    `${date} ${type} ${source} ${name} ${amount} ${status}`;

  it('portfolio/Reports, /calendar: today through the next 90 days, ascending, with instalments and goals', async () => {
    const view = await read();
    // 2 March + 90 days
    assert.deepEqual([view.from, view.to], ['2026-03-02', '2026-05-31']);
    // the coupon of 10 March: 10 × 100 × 8 % ⁄ 2 = 40
    assert.deepEqual(view.items.map(told), [
      '2026-03-05 SIP SIP Index fund 5000 DUE',
      '2026-03-10 COUPON BOND Government 2028 40 FORECAST',
      '2026-04-05 SIP SIP Index fund 5000 DUE',
      '2026-05-05 SIP SIP Index fund 5000 DUE',
      '2026-05-31 GOAL GOAL Car 500000 DUE',
    ]);
  });

  it('portfolio/Report rules 12: a quarterly instalment is three months’ amount, and its steps compound', async () => {
    const { items } = await read({ from: '2025-12-01', to: '2027-03-01' });
    const gold = items.filter(({ name }) => name === 'Gold');
    // 3000; a step each second instalment: 3300, then 3630
    assert.deepEqual(
      gold.map(({ date, amount, status }) => [date, amount, status]),
      [
        ['2025-12-01', 3000, 'PASSED'],
        ['2026-03-01', 3000, 'PASSED'],
        ['2026-06-01', 3300, 'DUE'],
        ['2026-09-01', 3300, 'DUE'],
        ['2026-12-01', 3630, 'DUE'],
        ['2027-03-01', 3630, 'DUE'],
      ],
    );
    assert.match(gold[2]?.note ?? '', /Steps up by 10%/);
  });

  it('portfolio/Report rules 12: once a coupon is on record it stands in the place of the one worked out; principal stays', async () => {
    const bonds = async () =>
      (await read({ to: '2026-12-31' })).items
        .filter(({ symbol }) => symbol === 'GS2028')
        .map(({ date, type, source, amount, confidence }) => [date, type, source, amount, confidence]);
    assert.deepEqual(await bonds(), [
      ['2026-03-10', 'COUPON', 'BOND', 40, 'INFERRED'],
      ['2026-09-10', 'COUPON', 'BOND', 40, 'INFERRED'],
      ['2026-09-10', 'PRINCIPAL', 'BOND', 1000, 'INFERRED'],
    ]);
    await world.core.income.recompute(world.owner, by);
    assert.deepEqual(await bonds(), [
      ['2026-03-10', 'COUPON', 'INCOME', 40, 'INFERRED'],
      ['2026-09-10', 'COUPON', 'INCOME', 40, 'INFERRED'],
      ['2026-09-10', 'PRINCIPAL', 'BOND', 1000, 'INFERRED'],
    ]);
  });

  it('what was paid before today is there when it is asked for, after tax', async () => {
    const { items } = await read({ from: '2026-02-01', to: '2026-02-28' });
    // 10 × 12 less 20 withheld
    assert.deepEqual(items.map(told), ['2026-02-20 DIVIDEND INCOME TCS 100 PAID']);
    assert.deepEqual([items[0]?.confidence, items[0]?.portfolio], ['CONFIRMED', 'Main']);
  });

  it('each source, date and type is there once', async () => {
    const { items } = await read({ from: '2025-01-01', to: '2030-01-01' });
    const keys = items.map(({ source_reference, date, type }) => `${source_reference} ${date} ${type}`);
    assert.equal(new Set(keys).size, keys.length);
    const dates = items.map(({ date }) => date);
    assert.deepEqual(dates, dates.toSorted());
  });

  it('a span that ends before it begins, or is too long, is refused; a stranger has an empty calendar', async () => {
    for (const query of [
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2026-01-01', to: '2037-01-01' },
      { to: '2026-03-01' },
    ])
      await assert.rejects(read(query), (error) => error instanceof Problem && error.status === 422);
    assert.deepEqual((await read({}, world.stranger)).items, []);
  });
});
