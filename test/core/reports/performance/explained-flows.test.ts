import assert from 'node:assert/strict';
import type { FigureInput } from '../../../../core/reports/index.ts';
import { daysBetween } from '../../../../core/platform/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { near } from '../../../support/near.ts';

const by = { actor: 'test' };

describe('what the performance report says of its flows', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: '2026-01-01T06:00:00.000Z' });
    const { core, owner } = fixture;
    await core.database.asSystem('rates for a test', async (trx) => {
      // The rows of one day have the numbers 9 and 10: as words they would come the other way round.
      await trx.raw("select setval(pg_get_serial_sequence('portfolio.transactions', 'id'), 7)");
      for (const [day, rate] of [
        ['2024-01-01', '80'],
        ['2025-01-01', '85'],
        ['2026-01-01', '90'],
      ] as const)
        await trx('market.fx_rates').insert({
          base: 'USD',
          quote: 'INR',
          day,
          rate,
          source: 'YAHOO',
          as_of: '2026-01-01T05:00:00.000Z',
        });
    });
    const trade = { portfolio: 'P', symbol: 'AAPL', currency: 'USD', asset_class: 'US Equity' };
    for (const more of [
      { date: '2024-01-01', type: 'BUY', quantity: 10, price: 100, fee_tax: 5 },
      { date: '2025-01-01', type: 'SELL', quantity: 4, price: 120, fee_tax: 3 },
      { date: '2025-01-01', type: 'DIVIDEND', quantity: 6, price: 2, fee_tax: 3 },
    ])
      await core.portfolio.transactions.create(owner, { ...trade, ...more }, by);
    for (const { id } of await core.portfolio.holdings.all(owner))
      await core.portfolio.holdings.update(owner, id, { current_price: 130 }, by);
  });
  after(() => fixture.close());

  it('portfolio/Report rules 2: flows with their charges, signs and rates discount to nothing at the XIRR that is told', async () => {
    const { core, owner } = fixture;
    const view = await core.reports.performance.read(owner, { portfolio: 'P', explain: true });
    const told = view.explanations?.find(({ figure }) => figure === 'xirr_pct') ?? assert.fail();
    const of = (kind: FigureInput['kind']) => told.inputs.filter((one) => one.kind === kind);
    // 10 × 100 + 5 paid; 4 × 120 - 3 and 6 × 2 - 3 received
    assert.deepEqual(
      of('transaction').map(({ date, value }) => [date, value]),
      [
        ['2024-01-01', -1005],
        ['2025-01-01', 477],
        ['2025-01-01', 9],
      ],
    );
    const rateOn = (day: string | null) =>
      of('rate').find(({ date }) => date === day)?.value ?? assert.fail();
    const rate = (told.value ?? 0) / 100;
    const flows = [...of('transaction'), ...of('figure').map((one) => ({ ...one, currency: 'INR' }))];
    const left = flows.reduce((sum, { date, value, currency }) => {
      const rupees = (value ?? 0) * (currency === 'INR' ? 1 : rateOn(date));
      return sum + rupees / (1 + rate) ** (daysBetween('2024-01-01', date ?? '') / 365);
    }, 0);
    near(left, 0, 1e-6);
    assert.equal(told.inputs_total, told.inputs.length);
  });

  it('portfolio/Report rules 4: the dividends that are listed, after tax withheld and at their rate, are the sum', async () => {
    const { core, owner } = fixture;
    const view = await core.reports.performance.read(owner, { portfolio: 'P', explain: true });
    const told = view.explanations?.find(({ figure }) => figure === 'dividend_return_pct') ?? assert.fail();
    const [row, ...more] = told.inputs.filter(({ kind }) => kind === 'transaction');
    const rates = told.inputs.filter(({ kind }) => kind === 'rate').map(({ value }) => value);
    // 12 - 3 dollars at 90, the newest rate
    assert.deepEqual([row?.value, more, rates, view.total_dividends], [9, [], [90], 810]);
  });
});
