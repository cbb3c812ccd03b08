import assert from 'node:assert/strict';
import { testCore, type TestCore } from '../../../support/core.ts';
import { listWithCloses } from '../../../support/listed-closes.ts';
import { near } from '../../../support/near.ts';

const by = { actor: 'test' };

/** Somebody imports six years of trades today: TCS bought on 2 January 2020 and on 2 January 2023, a part sold in 2024. */
describe('reports on the day after a ledger of six years was imported', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: '2026-01-01T06:00:00.000Z' });
    const { core, owner } = fixture;
    await listWithCloses(core, 'TCS', {
      '2020-01-02': 100,
      '2023-01-02': 150,
      '2024-01-02': 200,
      '2025-12-31': 240,
    });
    const nifty = await core.history.seriesId('NIFTY50');
    await core.history.store(
      [
        { instrument_id: nifty, day: '2020-01-02', close: '10000' },
        { instrument_id: nifty, day: '2023-01-02', close: '18000' },
        { instrument_id: nifty, day: '2024-01-02', close: '20000' },
        { instrument_id: nifty, day: '2025-12-31', close: '25000' },
      ],
      { source: 'FILE' },
    );
    const trade = { portfolio: 'P', symbol: 'TCS', currency: 'INR', asset_class: 'Indian Equity' };
    for (const more of [
      { date: '2020-01-02', type: 'BUY', quantity: 10, price: 100 },
      { date: '2023-01-02', type: 'BUY', quantity: 20, price: 150 },
      { date: '2024-01-02', type: 'SELL', quantity: 10, price: 200 },
    ])
      await core.portfolio.transactions.create(owner, { ...trade, ...more }, by);
    await core.portfolio.snapshots.take(owner);
  });
  after(() => fixture.close());
  const read = async () =>
    await fixture.core.reports.performance.read(fixture.owner, { portfolio: 'P', explain: true });

  it('portfolio/Report rules 3: the CAGR has six years at once, and its explanation adds up', async () => {
    const view = await read();
    // 30 units cost 4,000; 20 are left at 133.33: 2,666.67, worth 4,800. 2 January 2020 to 1 January 2026 are 2,191 days.
    near(view.total_invested, 8000 / 3, 1e-6);
    near(view.cagr_pct, ((4800 / (8000 / 3)) ** (365 / 2191) - 1) * 100, 1e-6);
    const told = view.explanations?.find(({ figure }) => figure === 'cagr_pct') ?? assert.fail();
    assert.match(told.worked ?? '', /^\(4,800 \/ 2,666\.67\) \^ \(1 \/ 6\.0027\) - 1 = /);
    assert.ok(
      told.inputs.some(
        ({ label, date, value }) => label === 'Value of P' && date === '2020-01-02' && value === 1000,
      ),
    );
  });

  it('portfolio/Report rules 6: of four closes in six years no return is a daily one, so there is no volatility', async () => {
    const risk = await fixture.core.reports.risk.read(fixture.owner, { portfolio: 'P' });
    const view = await read();
    near(risk.cagr_pct, view.cagr_pct ?? Number.NaN);
    assert.deepEqual([risk.volatility_pct, risk.sharpe, risk.returns_count], [null, null, 0]);
    assert.ok(risk.warnings.some(({ code }) => code === 'GAPS_IN_SERIES'));
  });

  it('portfolio/Report rules 4: alpha sets the payments beside the same payments in the index, never beside its six years', async () => {
    const view = await read();
    // 1,000 at 10,000 and 3,000 at 18,000 are 0.1 and 0.166667 units; 2,000 at 20,000 takes 0.1 out. 0.166667 at 25,000
    // are worth 4,166.67; invested are 2,666.67.
    near(view.benchmark.position_value, 25_000 / 6, 1e-6);
    near(view.benchmark.return_pct, ((25_000 / 6 - 8000 / 3) / (8000 / 3)) * 100, 1e-6);
    near(view.alpha_pct, ((4800 - 25_000 / 6) / (8000 / 3)) * 100, 1e-6);
    // The index itself: 10,000 to 25,000, which no rupee of the second purchase saw.
    near(view.benchmark.index_return_pct, 150, 1e-9);
    assert.equal(view.benchmark.from, '2020-01-02');
  });
});
