import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };

/** Prices that somebody entered went with the holding and stayed away when the deletion was taken back. */
describe('prices entered by hand and deletions that are taken back', () => {
  let fixture: TestCore;
  let id: string;
  const coreAnew = sharedCore();
  beforeEach(async () => {
    fixture = await coreAnew();
    const { holdings } = fixture.core.portfolio;
    const input = { portfolio: 'Private', symbol: 'OYO', asset_class: 'Unlisted', currency: 'INR' };
    ({ id } = await holdings.create(fixture.owner, { ...input, quantity: 5, avg_buy_price: 100 }, by));
    await holdings.updatePrice(fixture.owner, id, { price: 110.0000000001, note: 'round A' }, by);
    await holdings.updatePrice(fixture.owner, id, { price: 120, valuation_date: '2026-02-01' }, by);
  });

  const updates = async () =>
    (await fixture.core.portfolio.holdings.priceUpdates(fixture.owner, id)).items.map(
      ({ valuation_date, prior_price, price, note }) => [valuation_date, prior_price, price, note],
    );
  const BOTH = [
    ['2026-02-01', null, 120, null],
    ['2026-03-02', null, 110.0000000001, 'round A'],
  ];

  it('portfolio/Price refresh rules 5: come back with the holding, once however often it goes', async () => {
    const { holdings } = fixture.core.portfolio;
    assert.deepEqual(await updates(), BOTH);
    for (let times = 0; times < 2; times++) {
      await holdings.remove(fixture.owner, id, by);
      await holdings.restore(fixture.owner, id, by);
      assert.deepEqual(await updates(), BOTH);
    }
  });

  it('portfolio/Price refresh rules 5: are of a day that has come', async () => {
    const early = { price: 130, valuation_date: '2026-03-03' };
    const { holdings } = fixture.core.portfolio;
    await refused(
      holdings.updatePrice(fixture.owner, id, early, by),
      422,
      'VALIDATION_ERROR',
      /valuation_date/,
    );
    assert.deepEqual(await updates(), BOTH);
  });

  it('portfolio/Price refresh rules 5: come back with a symbol that was removed', async () => {
    const { symbols } = fixture.core.portfolio;
    const gone = await symbols.remove(fixture.owner, { symbol: 'OYO', portfolio: 'Private' }, by);
    await symbols.restore(fixture.owner, gone.undo_id, by);
    assert.deepEqual(await updates(), BOTH);
  });
});
