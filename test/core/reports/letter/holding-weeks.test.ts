import assert from 'node:assert/strict';
import { istInstant } from '../../../../core/platform/index.ts';
import type { LetterView } from '../../../../core/reports/index.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { listWithCloses } from '../../../support/listed-closes.ts';
import { observePrices } from '../../../support/observed-prices.ts';
import { near } from '../../../support/near.ts';

const BY = { actor: 'test' };

/** The letter of Sunday, 8 March 2026, is about the days since 1 March. */
describe('the week of holdings in another currency and with prices of the person', () => {
  let world: TestCore;
  let letter: LetterView;
  const moverOf = (symbol: string, portfolio: string | null = null) =>
    letter.movers.find((one) => one.symbol === symbol && one.portfolio === portfolio);

  const hold = async (portfolio: string, symbol: string, over: Record<string, unknown>) => {
    const row = { portfolio, symbol, currency: 'INR', avg_buy_price: 1 };
    const { holdings } = world.core.portfolio;
    return (await holdings.create(world.owner, { ...row, quantity: 1, ...over }, BY)).id;
  };
  const value = async (id: string, prices: Readonly<Record<string, number>>) => {
    for (const [valuation_date, price] of Object.entries(prices))
      await world.core.portfolio.holdings.updatePrice(world.owner, id, { price, valuation_date }, BY);
  };
  const read = async () => {
    letter = await world.core.reports.letter.read(world.owner);
  };

  before(async () => {
    world = await testCore({ at: istInstant('2026-03-08', '10:00').toISOString() });
    await listWithCloses(
      world.core,
      'AAPL',
      { '2026-02-27': 100, '2026-03-06': 110 },
      { exchange: 'NASDAQ', asset_class: 'US Equity' },
    );
    await world.core.database.systemPool.query(
      `insert into market.fx_rates (base, quote, day, rate, source, as_of)
       select 'USD', 'INR', day, rate, 'TEST', day from (values (date '2026-02-27', 80), ('2026-03-06', 84)) as r (day, rate)`,
    );
    const share = { asset_class: 'US Equity', currency: 'USD' };
    await hold('Schwab', 'AAPL', { ...share, quantity: 3 });
    await hold('Vested', 'AAPL', { ...share, quantity: 2 });
  });
  after(() => world.close());

  it('a US share with two brokers moved by 10% and 5 × (110 × 84 − 100 × 80) = ₹6,200, of which the rate made a part', async () => {
    await read();
    const aapl = moverOf('AAPL');
    near(aapl?.change_pct, 10);
    near(aapl?.change, 6200);
    assert.deepEqual(
      [letter.movers.length, letter.unmeasured_count, letter.currency, aapl?.currency, aapl?.from, aapl?.to],
      [1, 0, 'INR', 'USD', '2026-02-27', '2026-03-06'],
    );
    const [record, ...others] = aapl?.records ?? [];
    assert.deepEqual([record?.kind, record?.on, others], ['EXCHANGE_RATE', '2026-03-06', []]);
    // 84 / 80
    near(record?.change_pct, 5);
  });

  it('a fund with prices of statements moved too, a split in its ledger counted', async () => {
    const row = { portfolio: 'Main', symbol: 'PENSION', asset_class: 'Mutual Fund', currency: 'INR' };
    for (const [type, date, quantity, price] of [
      ['BUY', '2025-06-02', 1000, 30],
      ['SPLIT', '2026-03-04', 2, 0],
    ] as const)
      await world.core.portfolio.transactions.create(
        world.owner,
        { ...row, type, date, quantity, price },
        BY,
      );
    await observePrices(world, 'PENSION', { '2026-02-26': 40, '2026-03-05': 21 });
    await read();
    // 40 are two units of 20 since the split: 2,000 × (21 − 20).
    const mover = moverOf('PENSION');
    near(mover?.change_pct, 5);
    assert.deepEqual(
      [mover?.change, mover?.records.map(({ kind, on, new_shares }) => [kind, on, new_shares])],
      [2000, [['SPLIT', '2026-03-04', 2]]],
    );
  });

  it('a price that is older than seven days, or of a trade, is no start of the week', async () => {
    const row = { portfolio: 'Main', asset_class: 'Mutual Fund', currency: 'INR', type: 'BUY', quantity: 1 };
    for (const [symbol, date] of [
      ['OLD', '2026-01-05'],
      ['TRADED', '2026-02-27'],
    ] as const)
      await world.core.portfolio.transactions.create(world.owner, { ...row, symbol, date, price: 10 }, BY);
    await observePrices(world, 'OLD', { '2026-02-21': 10, '2026-03-05': 90_000 });
    await observePrices(world, 'TRADED', { '2026-03-05': 90_000 });
    await read();
    assert.deepEqual(
      [letter.unmeasured_count, letter.movers.map(({ symbol }) => symbol)],
      [2, ['AAPL', 'PENSION']],
    );
  });

  it('two people’s accounts of one symbol each move by their own prices, and an unlisted share without any is not counted', async () => {
    for (const [portfolio, first, last] of [
      ['Mine', 100_000, 110_000],
      ['Hers', 300_000, 270_000],
    ] as const)
      await value(await hold(portfolio, 'PPF', { asset_class: 'Unlisted' }), {
        '2026-02-28': first,
        '2026-03-07': last,
      });
    await hold('Mine', 'STARTUP', { asset_class: 'Unlisted' });
    await read();
    assert.deepEqual(
      [moverOf('PPF', 'Hers')?.change, moverOf('PPF', 'Mine')?.change, letter.unmeasured_count],
      [-30_000, 10_000, 2],
    );
  });
});
