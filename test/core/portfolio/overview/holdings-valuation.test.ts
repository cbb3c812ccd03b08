import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const by = { actor: 'test' };

describe('the valuation of holdings that reports share', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  it('is one for all who ask while nothing changes, and is made again after a change and when a price goes stale', async () => {
    const { core, owner, stranger, clock } = fixture;
    const { holdings, holdingsValuation } = core.portfolio;
    const { id } = await holdings.create(
      owner,
      {
        portfolio: 'Main',
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 3200,
        current_price: 3500,
      },
      by,
    );
    const first = await holdingsValuation.read(owner, { portfolio: 'Main' });
    assert.equal(await holdingsValuation.read(owner, { portfolio: 'Main' }), first);
    assert.deepEqual((await holdingsValuation.read(stranger)).holdings, []);
    await holdings.update(owner, id, { quantity: 20 }, by);
    const changed = await holdingsValuation.read(owner, { portfolio: 'Main' });
    // 20 × 3500
    assert.equal(changed.holdings[0]?.market_value, 70_000);
    clock.pass(30);
    assert.equal(await holdingsValuation.read(owner, { portfolio: 'Main' }), changed);
    clock.at = new Date(clock.at.getTime() + 1);
    assert.notEqual(await holdingsValuation.read(owner, { portfolio: 'Main' }), changed);
  });
});
