import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

describe('shares that NSE lists no more', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-11-03T06:00:00.000Z' });
  before(async () => {
    fixture = await coreAnew();
  });

  it('a share that NSE lists no more: its page, data quality and the search say what became of it', async () => {
    const { core, owner } = fixture;
    for (const [symbol, isin] of [
      ['HDFC', 'INE001A01036'],
      ['TCS', 'INE467B01029'],
    ] as const)
      await core.portfolio.transactions.create(
        owner,
        {
          portfolio: 'Main',
          symbol,
          isin,
          date: '2021-01-04',
          type: 'BUY',
          quantity: 25,
          price: 2500,
          currency: 'INR',
          asset_class: 'Indian Equity',
        },
        by,
      );
    const fate = 'HDFC last traded on NSE on 12 Jul 2023 at ₹2724.3. It merged into HDFCBANK: 42 for 25.';
    const said = async (symbol: string) =>
      (await core.reports.holding.read(owner, { symbol })).warnings
        .filter(({ code }) => code === 'DELISTED')
        .map(({ message }) => message);
    assert.deepEqual([await said('HDFC'), await said('TCS')], [[fate], []]);
    const { items } = await core.quality.instruments(owner, {});
    assert.deepEqual(
      items.map(({ symbol, kind, message }) => [symbol, kind, message]),
      [['HDFC', 'UNKNOWN', fate]],
    );
    const suggested = async (search: string) =>
      (await core.portfolio.suggestions.suggest(owner, { search })).items
        .filter((one) => one.fate !== null)
        .map(({ symbol, is_held, delisted_on }) => [symbol, is_held, delisted_on]);
    assert.deepEqual(await suggested('hdfc'), [['HDFC', true, null]]);
    assert.deepEqual(await suggested('vijayab'), [['VIJAYABANK', false, '2019-03-11']]);
    assert.deepEqual(await suggested('INE705A01016'), [['VIJAYABANK', false, '2019-03-11']]);
    await core.corporateActions.apply(owner, 'all', by);
    assert.deepEqual(await said('HDFC'), [fate]);
  });
});
