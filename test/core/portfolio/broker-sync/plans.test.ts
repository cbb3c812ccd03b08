import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Before,
  mergeSymbols,
  planHoldings,
} from '../../../../core/portfolio/broker-sync/holding-plan.ts';
import { reconcileIntraday } from '../../../../core/portfolio/broker-sync/intraday.ts';
import type { SyncedHolding } from '../../../../core/brokers/sync/portfolio-sync.ts';
import { Decimal } from '../../../../core/platform/index.ts';

const READ: Date = new Date('2026-03-02T06:00:00.000Z');
const CONTEXT = { source: 'dhan', readAt: READ, today: '2026-03-02' };

const synced = (over: Partial<SyncedHolding> = {}): SyncedHolding => ({
  symbol: 'TCS',
  name: null,
  isin: null,
  asset_class: 'Indian Equity',
  currency: 'INR',
  quantity: '10',
  avg_buy_price: '100',
  last_price: '120',
  previous_close: '118',
  price_as_of: '2026-03-02',
  is_live: true,
  ...over,
});
const before = (over: Partial<Before> = {}): Before => ({
  id: '1',
  symbol: 'TCS',
  name: null,
  isin: null,
  asset_class: 'Indian Equity',
  currency: 'INR',
  quantity: new Decimal(10),
  avg_buy_price: new Decimal(100),
  current_price: new Decimal(119),
  previous_close: new Decimal(118),
  priced_at: new Date('2026-03-02T05:00:00.000Z'),
  price_source: 'yahoo',
  price_as_of: '2026-03-02',
  guard_price: null,
  source: 'BROKER',
  stock_arriving: null,
  pledged_quantity: null,
  blocked_quantity: null,
  ...over,
});
const patchOf = (row: Before, holding: SyncedHolding) =>
  planHoldings([row], [holding], CONTEXT).updates[0]?.patch ?? {};

describe('holdings of a sync', () => {
  it('portfolio/Connection sync rules 3: last price and close become LTP and previous close', () => {
    const { inserts } = planHoldings([], [synced()], CONTEXT);
    assert.deepEqual(inserts, [
      {
        symbol: 'TCS',
        quantity: new Decimal(10),
        avg_buy_price: new Decimal(100),
        asset_class: 'Indian Equity',
        currency: 'INR',
        source: 'BROKER',
        current_price: new Decimal(120),
        previous_close: new Decimal(118),
        price_source: 'dhan',
        price_as_of: '2026-03-02',
        priced_at: READ,
        stock_arriving: null,
        pledged_quantity: null,
        blocked_quantity: null,
      },
    ]);
  });

  it('portfolio/Connection sync rules 2: a refreshed market price that is newer stays; quantity and cost still follow', () => {
    const refreshed = before({ priced_at: new Date('2026-03-02T06:00:01.000Z') });
    const plan = planHoldings([refreshed], [synced({ quantity: '12' })], CONTEXT);
    assert.deepEqual(plan.updates, [{ id: '1', patch: { quantity: new Decimal(12) } }]);
    assert.equal(plan.prices_kept, 1);
    // Of a later day than the broker's.
    assert.equal(
      patchOf(before({ price_as_of: '2026-03-02' }), synced({ price_as_of: '2026-02-27' })).current_price,
      undefined,
    );
    // A statement tells the day and not the minute: what a provider gave for that day stays.
    assert.equal(patchOf(before(), synced({ is_live: false })).current_price, undefined);
  });

  it('a price of long ago is as old as it is, so that its value shows as stale', () => {
    const old = synced({ is_live: false, price_as_of: '2026-02-10' });
    const { inserts } = planHoldings([], [old], CONTEXT);
    // 15:30 in India
    assert.deepEqual(inserts[0]?.priced_at, new Date('2026-02-10T10:00:00.000Z'));
  });

  it('a price that is older than the broker’s gives way', () => {
    assert.deepEqual(patchOf(before(), synced()).current_price, new Decimal(120));
    assert.deepEqual(
      patchOf(before({ price_as_of: '2026-02-27' }), synced({ is_live: false })).current_price,
      new Decimal(120),
    );
    assert.deepEqual(
      patchOf(before({ price_source: 'MANUAL', price_as_of: null }), synced({ is_live: false }))
        .current_price,
      new Decimal(120),
    );
  });

  it('portfolio/Connection sync rules 2: without a price of the broker the known one stays, and cost is never a price', () => {
    assert.deepEqual(
      patchOf(before(), synced({ last_price: null, previous_close: null, avg_buy_price: '90' })),
      {
        avg_buy_price: new Decimal(90),
      },
    );
    const { inserts } = planHoldings([], [synced({ last_price: null })], CONTEXT);
    assert.equal(inserts[0]?.current_price, undefined);
  });

  it('a cost that the broker does not know leaves the known one', () => {
    assert.deepEqual(patchOf(before(), synced({ last_price: null, avg_buy_price: null })), {});
  });

  it('what is equal already is not written', () => {
    const same = before({ price_source: 'dhan', current_price: new Decimal('120.00') });
    assert.deepEqual(planHoldings([same], [synced()], CONTEXT).updates, []);
  });

  it('portfolio/Price refresh rules 4: a fund’s price that is 15 % off is refused and the good one kept', () => {
    const fund = before({
      asset_class: 'Mutual Fund',
      current_price: new Decimal(100),
      price_as_of: '2026-02-27',
    });
    const plan = planHoldings([fund], [synced({ asset_class: 'Mutual Fund', last_price: '116' })], CONTEXT);
    assert.deepEqual(
      [plan.updates, plan.prices_kept, plan.refused],
      [[], 1, [{ symbol: 'TCS', change_pct: 16 }]],
    );
  });

  it('a class and a name that somebody corrected stay with a holding of the broker; a derived one takes the broker’s', () => {
    const corrected = before({ asset_class: 'ETF', name: 'Mine' });
    assert.deepEqual(patchOf(corrected, synced({ last_price: null, name: 'Theirs' })), {});
    const derived = patchOf(before({ asset_class: 'ETF', source: 'LEDGER' }), synced({ last_price: null }));
    assert.deepEqual(derived, { asset_class: 'Indian Equity', source: 'BROKER' });
  });

  it('two positions of one symbol are one, at the weighted cost', () => {
    // 10 × 100 + 5 × 130 = 1650; 1650 / 15 = 110
    const [one] = mergeSymbols([synced(), synced({ quantity: '5', avg_buy_price: '130' })]);
    assert.deepEqual([one?.quantity, one?.avg_buy_price], ['15', '110']);
    const [unknown] = mergeSymbols([synced(), synced({ quantity: '5', avg_buy_price: null })]);
    assert.equal(unknown?.avg_buy_price, null);
  });
});

describe('intraday trades of a sync', () => {
  const day = (date: string, net: number, symbol = 'TCS') => ({ symbol, date, net });
  const dates = (days: ReturnType<typeof day>[], gap: number) =>
    reconcileIntraday(days, new Map([['TCS', new Decimal(gap)]])).map(({ date }) => date);

  it('portfolio/Connection sync rules 2: they are kept only when they close a gap of the holding', () => {
    assert.deepEqual(dates([day('2026-02-02', 5)], 5), ['2026-02-02']);
    assert.deepEqual(dates([day('2026-02-02', 5)], 0), []);
    assert.deepEqual(dates([day('2026-02-02', 5)], -5), []);
    assert.deepEqual(dates([day('2026-02-02', -3)], -3), ['2026-02-02']);
    // Bought and sold on the day: nothing stays.
    assert.deepEqual(dates([day('2026-02-02', 0)], 5), []);
    // More than is missing cannot be what is missing.
    assert.deepEqual(dates([day('2026-02-02', 8)], 5), []);
  });

  it('the newest days first, as far as the gap goes', () => {
    const days = [day('2026-02-02', 4), day('2026-02-04', 3), day('2026-02-03', 2)];
    assert.deepEqual(dates(days, 5), ['2026-02-04', '2026-02-03']);
    assert.deepEqual(dates(days, 9), ['2026-02-04', '2026-02-03', '2026-02-02']);
  });

  it('never overshoots and never widens a gap', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 12 }),
        fc.integer({ min: -20, max: 20 }),
        (nets, gap) => {
          const days = nets.map((net, index) => day(`2026-02-${String(index + 1).padStart(2, '0')}`, net));
          const kept = reconcileIntraday(days, new Map([['TCS', new Decimal(gap)]]));
          const left = gap - kept.reduce((sum, { net }) => sum + net, 0);
          assert.ok(Math.abs(left) <= Math.abs(gap) && left * gap >= 0);
        },
      ),
    );
  });
});
