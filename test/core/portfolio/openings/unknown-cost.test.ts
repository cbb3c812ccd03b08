import assert from 'node:assert/strict';
import { recordedLine } from '../../../../core/reports/measures/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

describe('what an unknown cost does to the figures', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-08-03T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const trade = async (symbol: string, date: string, type: string, quantity: number, price: number | null) =>
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      {
        portfolio: 'Main',
        symbol,
        date,
        type,
        quantity,
        price,
        currency: 'INR',
        asset_class: 'Indian Equity',
      },
      by,
    );
  const holding = async (symbol: string) => {
    const [row] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, symbol);
    assert.ok(row !== undefined);
    return row;
  };
  const priced = async (symbol: string, current_price: number) =>
    await fixture.core.portfolio.holdings.update(
      fixture.owner,
      (await holding(symbol)).id,
      { current_price },
      by,
    );

  /** 20 TCS of unknown cost and 30 bought at 100, at 120 today; 10 INFY bought at 50 a year ago, at 55 today. */
  const books = async () => {
    await trade('TCS', '2024-01-10', 'TRANSFER_IN', 20, null);
    await trade('TCS', '2024-02-10', 'BUY', 30, 100);
    await trade('INFY', '2025-08-03', 'BUY', 10, 50);
    await priced('TCS', 120);
    await priced('INFY', 55);
  };
  const COST = 'The cost of 20 of 50 units is unknown. Record it under Data quality, Opening positions.';
  const XIRR =
    'The cost or the sale of some units of TCS is unknown. Record the cost under Data quality, Opening positions, or the sale under Transactions.';
  const TOTAL = 'The cost of some units of TCS is unknown. Record it under Data quality, Opening positions.';

  it('a holding: units and value are right, average and gain are unknown with their reason', async () => {
    await books();
    const { quantity, market_value, avg_buy_price, invested, gain, gain_pct, cost_reason } =
      await holding('TCS');
    assert.deepEqual(
      [quantity, market_value, avg_buy_price, invested, gain, gain_pct, cost_reason],
      [50, 6000, null, null, null, null, COST],
    );
    assert.equal((await holding('INFY')).cost_reason, null);
  });

  it('the overview: its value counts, and no cost of 0 makes a gain', async () => {
    await books();
    const { total } = await fixture.core.portfolio.dashboard.read(fixture.owner);
    // 50 × 120 + 10 × 55.
    assert.deepEqual([total.current_value, total.total_invested, total.total_profit], [6550, null, null]);
    assert.deepEqual([total.reasons.total_invested, total.reasons.total_profit], [TOTAL, TOTAL]);
  });

  it('portfolio/Report rules 2: XIRR is unknown with its reason; its part leaves the position out with flows and value', async () => {
    await books();
    const view = await fixture.core.reports.performance.read(fixture.owner, { portfolio: 'Main' });
    assert.deepEqual([view.xirr_pct, view.reasons.xirr_pct], [null, XIRR]);
    // INFY alone: 500 a year ago, 550 today.
    const part = view.partial.xirr_pct;
    assert.ok(part !== undefined && Math.abs(part.figure - 10) < 1e-6, String(part?.figure));
    assert.deepEqual(
      [part.holdings_counted, part.holdings_total, part.missing.map(({ symbol, code }) => [symbol, code])],
      [1, 2, [['TCS', 'COST_UNKNOWN']]],
    );
    assert.deepEqual([view.total_gain, view.total_return_pct], [null, null]);
    assert.equal(view.reasons.total_gain, TOTAL);
  });

  it('sold units of unknown cost are no gain in XIRR either', async () => {
    await trade('TCS', '2024-01-10', 'TRANSFER_IN', 20, null);
    await trade('TCS', '2026-01-10', 'SELL', 20, 500);
    await trade('INFY', '2025-08-03', 'BUY', 10, 50);
    await priced('INFY', 55);
    const view = await fixture.core.reports.performance.read(fixture.owner, { portfolio: 'Main' });
    const figure = view.partial.xirr_pct?.figure ?? null;
    assert.ok(view.xirr_pct === null && figure !== null && Math.abs(figure - 10) < 1e-6, String(figure));
    // Nothing of unknown cost is held any more: 550 against 500.
    assert.equal(view.total_gain, 50);
    const { earnings } = await fixture.core.portfolio.dashboard.read(fixture.owner);
    assert.deepEqual([earnings.realised_gain, earnings.unknown_cost_symbols], [0, ['TCS']]);
    assert.deepEqual(earnings.unmatched_symbols, []);
  });

  it('where the cost of everything is unknown there is no XIRR, and a reason', async () => {
    await trade('TCS', '2024-01-10', 'TRANSFER_IN', 20, null);
    await priced('TCS', 120);
    const view = await fixture.core.reports.performance.read(fixture.owner, { portfolio: 'Main' });
    assert.deepEqual([view.xirr_pct, view.reasons.xirr_pct], [null, XIRR]);
    assert.equal(view.partial.xirr_pct, undefined);
  });

  it('portfolio/Report rules 5: attribution leaves the holding out with its reason', async () => {
    await books();
    const view = await fixture.core.reports.attribution.read(fixture.owner, { portfolio: 'Main' });
    assert.deepEqual(
      view.holdings.map(({ symbol, gain }) => [symbol, gain]),
      [['INFY', 50]],
    );
    assert.deepEqual(
      view.excluded.map(({ symbol, reason }) => [symbol, reason]),
      [['TCS', COST]],
    );
  });

  it('the line of what was invested ends where the cost is not known, and goes on once it is', async () => {
    await trade('INFY', '2023-08-03', 'BUY', 10, 50);
    await trade('TCS', '2024-01-10', 'TRANSFER_IN', 20, null);
    await trade('TCS', '2024-03-10', 'SELL', 20, 120);
    const { days, daily } = await fixture.core.reports.values.read(fixture.owner, 'Main');
    const changes = days.flatMap((day, at) =>
      at > 0 && daily.invested[at] === daily.invested[at - 1] ? [] : [[day, daily.invested[at]]],
    );
    assert.deepEqual(changes, [
      ['2023-08-03', 500],
      ['2024-01-10', null],
      ['2024-03-10', 500],
    ]);
    assert.equal(days.at(-1), '2026-08-03');
  });

  it('the value history says why the invested amount is unknown, calculated and as recorded', async () => {
    await books();
    await fixture.core.portfolio.snapshots.take(fixture.owner);
    for (const as_known of ['now', 'then'] as const) {
      const { points, notes } = await fixture.core.reports.valueHistory.read(fixture.owner, { as_known });
      // 50 TCS at 120 and 10 INFY at 55.
      assert.deepEqual(points.at(-1), { date: '2026-08-03', value: 6550, invested: null });
      assert.match(notes.join(' '), /The invested amount is unknown on days/);
    }
  });

  /** The database stamps rows by its own clock, which here is not that of the core. */
  const recordedNow = async ({ id }: { id: string }) => {
    const { core, clock } = fixture;
    await core.database.asSystem(
      'the time of a test',
      async (trx) => await trx('portfolio.transactions').where({ id }).update({ created_at: clock.now() }),
    );
  };

  it('an opening that is recorded today is no return of today: its value came without money', async () => {
    await trade('INFY', '2025-08-03', 'BUY', 10, 50);
    await priced('INFY', 55);
    await fixture.core.portfolio.snapshots.take(fixture.owner);
    fixture.clock.pass(24 * 60);
    await recordedNow(await trade('INFY', '2025-07-01', 'TRANSFER_IN', 90, null));
    await fixture.core.portfolio.snapshots.take(fixture.owner);
    fixture.clock.pass(24 * 60);
    await recordedNow(await trade('INFY', '2025-07-02', 'TRANSFER_IN', 100, null));
    await fixture.core.portfolio.snapshots.take(fixture.owner);
    const { core, owner } = fixture;
    const { flows, days } = recordedLine(
      await core.portfolio.recordedDays.read(owner, 'Main'),
      await core.reports.values.read(owner, 'Main'),
    );
    // 10 × 55, then 100 × 55, then 200 × 55: all that came was put in.
    assert.deepEqual(
      days.map(({ value }) => value),
      [550, 5500, 11_000],
    );
    assert.deepEqual(
      flows.map(({ amount }) => amount),
      [4950, 5500],
    );
  });
});
