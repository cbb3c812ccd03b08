import assert from 'node:assert/strict';
import { createCalendar, createPriceSessions } from '../../../core/market/calendar/index.ts';
import { decimal } from '../../../core/platform/index.ts';
import type { PricedHolding } from '../../../core/portfolio/index.ts';
import type { WatchlistItemModel } from '../../../core/watchlist/models.ts';
import { dayMove, moveReading, priceOf as priceAt, priceReading } from '../../../core/watchlist/prices.ts';

const item = (change: object = {}) =>
  ({
    symbol: 'TCS',
    asset_class: 'Indian Equity',
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

const sessions = createPriceSessions(createCalendar());
/** As of Saturday, 7 March 2026. */
const priceOf = (one: WatchlistItemModel, others: readonly PricedHolding[], now = '2026-03-07T11:00:00Z') =>
  priceAt(one, others, { sessions, now: new Date(now) });

describe('prices of what is watched', () => {
  it('the newer of the own price and that of the same thing held; a price fetched on a Saturday stays Friday’s', () => {
    const known = priceOf(item(), [held()]);
    assert.deepEqual([known.price, known.as_of, known.source], [101, '2026-03-06', 'ZERODHA']);
    assert.equal(priceOf(item(), [held({ price_as_of: '2026-03-05' })]).price, 100);
    assert.equal(priceOf(item(), [held({ currency: 'USD' }), held({ current_price: null })]).price, 100);
    // Entered on a Saturday, it is of Friday's session: as of Saturday, an alert would tell of Friday's move twice.
    const entered = priceOf(item(), [held({ price_as_of: null })]);
    assert.deepEqual([entered.price, entered.as_of], [101, '2026-03-06']);
    // 00:30 in India is still the afternoon of the day before in New York.
    const american = { currency: 'USD', asset_class: 'US Equity', price_as_of: null } as const;
    const atNight = held({ ...american, priced_at: new Date('2026-03-06T19:00:00Z') });
    assert.equal(priceOf(item({ currency: 'USD', price: null }), [atNight]).as_of, '2026-03-06');
  });

  it('Known/unknown: no price and no close before are unknown with their reasons', () => {
    const none = { price: null, previous_close: null, price_as_of: null, priced_at: null };
    assert.equal(priceReading(priceOf(item(none), [])).reason, 'NOT_ASKED_YET');
    const failed = priceOf(item({ ...none, price_reason: 'NOT_FOUND' }), []);
    assert.equal(moveReading(failed).reason, 'NOT_FOUND');
    assert.equal(moveReading(priceOf(item({ previous_close: null }), [])).reason, 'NO_PREVIOUS_CLOSE');
    assert.equal(priceOf(item({ ...none, price_reason: 'NOT_FOUND' }), [held()]).price, 101);
  });

  it('an alert on a day’s move never fires for an earlier session, nor for an unlisted share that was valued anew', () => {
    // Friday's move counts until Monday's session has ended.
    assert.deepEqual(moveReading(priceOf(item(), [], '2026-03-09T09:59:00Z')), {
      value: 25,
      day: '2026-03-06',
      reason: null,
    });
    assert.deepEqual(moveReading(priceOf(item(), [], '2026-03-09T10:00:00Z')), {
      value: null,
      day: null,
      reason: 'OLD_PRICE',
    });
    // A price alert still reads it.
    assert.equal(priceReading(priceOf(item(), [], '2026-03-09T10:00:00Z')).value, 100);
    const unlisted = { asset_class: 'Unlisted' as const, price_as_of: '2026-03-07' };
    assert.equal(moveReading(priceOf(item(), [held(unlisted)])).reason, 'NO_PREVIOUS_CLOSE');
  });

  it('a day’s move is in percentage points of the close before', () => {
    // (100 − 80) ⁄ 80
    assert.equal(dayMove({ price: 100, previous_close: 80 }), 25);
    assert.equal(dayMove({ price: 100, previous_close: null }), null);
  });
});
