import assert from 'node:assert/strict';
import { decimal } from '../../../core/platform/index.ts';
import type { PricedHolding } from '../../../core/portfolio/index.ts';
import type { WatchlistItemModel } from '../../../core/watchlist/models.ts';
import { dayMove, moveReading, priceOf, priceReading } from '../../../core/watchlist/prices.ts';

const item = (change: object = {}) =>
  ({
    symbol: 'TCS',
    currency: 'INR',
    price: decimal(100),
    previous_close: decimal(80),
    price_as_of: '2026-03-06',
    price_source: 'YAHOO',
    priced_at: new Date('2026-03-06T10:00:00Z'),
    price_reason: null,
    ...change,
  }) as WatchlistItemModel;
const held = (change: Partial<PricedHolding> = {}): PricedHolding => ({
  id: '1',
  owner_user_id: '1',
  portfolio: 'Main',
  symbol: 'TCS',
  name: null,
  isin: null,
  asset_class: 'Indian Equity',
  currency: 'INR',
  current_price: 101,
  previous_close: 80,
  priced_at: new Date('2026-03-07T10:00:00Z'),
  price_source: 'ZERODHA',
  price_as_of: '2026-03-06',
  words_of: null,
  ...change,
});

describe('prices of what is watched', () => {
  it('the newer of the own price and that of the same thing held; a price fetched on a Saturday stays Friday’s', () => {
    const known = priceOf(item(), [held()]);
    assert.deepEqual([known.price, known.as_of, known.source], [101, '2026-03-06', 'ZERODHA']);
    assert.equal(priceOf(item(), [held({ price_as_of: '2026-03-05' })]).price, 100);
    assert.equal(priceOf(item(), [held({ currency: 'USD' }), held({ current_price: null })]).price, 100);
    // nobody gave it: it is of the day on which it was entered
    assert.equal(priceOf(item(), [held({ price_as_of: null })]).as_of, '2026-03-07');
  });

  it('Known/unknown: no price and no close before are unknown with their reasons', () => {
    const none = { price: null, previous_close: null, price_as_of: null, priced_at: null };
    assert.equal(priceReading(priceOf(item(none), [])).reason, 'NOT_ASKED_YET');
    const failed = priceOf(item({ ...none, price_reason: 'NOT_FOUND' }), []);
    assert.equal(moveReading(failed).reason, 'NOT_FOUND');
    assert.equal(moveReading(priceOf(item({ previous_close: null }), [])).reason, 'NO_PREVIOUS_CLOSE');
    assert.equal(priceOf(item({ ...none, price_reason: 'NOT_FOUND' }), [held()]).price, 101);
  });

  it('a day’s move is in percentage points of the close before', () => {
    // (100 − 80) ⁄ 80
    assert.equal(dayMove({ price: 100, previous_close: 80 }), 25);
    assert.equal(dayMove({ price: 100, previous_close: null }), null);
  });
});
