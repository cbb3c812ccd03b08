import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type HoldingWeek, letterMovers } from '../../../../core/reports/letter/letter-movers.ts';

const WEEK = { from: '2026-03-01', to: '2026-03-08' };
const held = (symbol: string, start: number, end: number, over: Partial<HoldingWeek> = {}): HoldingWeek => ({
  symbol,
  name: null,
  portfolio: null,
  currency: 'INR',
  units: 10,
  moved_on: null,
  prices: [
    { day: '2026-02-27', value: start },
    { day: '2026-03-06', value: end },
  ],
  rates: { from: 1, to: 1, day: '2026-03-08' },
  records: [],
  ...over,
});
const event = (on: string): HoldingWeek['records'][number] => ({
  kind: 'DIVIDEND',
  on,
  amount: 9,
  new_shares: null,
  old_shares: null,
  change_pct: null,
});

describe('movers of the weekly letter', () => {
  it('the three that moved the value most come first, whatever their percentages', () => {
    const { movers } = letterMovers(
      [held('A', 100, 110), held('B', 1000, 950), held('C', 10, 15), held('D', 500, 501), held('E', 7, 7)],
      WEEK,
    );
    assert.deepEqual(
      movers.map(({ symbol, change, change_pct }) => [symbol, change, Math.round(change_pct * 100) / 100]),
      [
        ['B', -500, -5],
        ['A', 100, 10],
        ['C', 50, 50],
      ],
    );
  });

  it('units that were bought or sold after the first price have no amount: the units of now did not make it', () => {
    const of = (moved_on: string) => letterMovers([held('LT', 100, 150, { moved_on })], WEEK).movers[0];
    assert.deepEqual([of('2026-02-27')?.change, of('2026-02-27')?.change_reason], [500, null]);
    assert.equal(of('2026-03-02')?.change, null);
    assert.match(of('2026-03-02')?.change_reason ?? '', /^You bought, sold or moved units/);
  });

  it('a symbol without a price at both ends is counted, and never measured over other days', () => {
    const only = (...days: string[]) => ({ prices: days.map((day) => ({ day, value: 100 })) });
    const { movers, unmeasured_count } = letterMovers(
      [
        held('NEW', 0, 0, only('2026-03-06')),
        held('OLD', 0, 0, only('2026-02-10', '2026-02-20')),
        held('STOPPED', 0, 0, only('2026-02-27')),
      ],
      WEEK,
    );
    assert.deepEqual([movers, unmeasured_count], [[], 3]);
  });

  it('only events between the days of the two prices are reasons', () => {
    const records = ['2026-02-27', '2026-03-02', '2026-03-06', '2026-03-07'].map(event);
    const { movers } = letterMovers([held('A', 100, 90, { records })], WEEK);
    assert.deepEqual(
      movers[0]?.records.map(({ on }) => on),
      ['2026-03-02', '2026-03-06'],
    );
  });

  it('an exchange rate is a reason where it made a fair part of the change, and none where it went the other way', () => {
    const rated = (end: number, to: number) =>
      letterMovers(
        [held('SPY', 100, end, { currency: 'USD', rates: { from: 80, to, day: '2026-03-06' } })],
        WEEK,
      ).movers[0];
    // 10 × (100 × 79 − 100 × 80)
    assert.deepEqual(rated(100, 79), {
      ...rated(100, 79),
      change: -1000,
      change_pct: 0,
      records: [
        { ...event('2026-03-06'), kind: 'EXCHANGE_RATE', amount: null, change_pct: (79 / 80 - 1) * 100 },
      ],
    });
    assert.deepEqual(rated(110, 79)?.records, []);
    assert.deepEqual(rated(110, 80.01)?.records, []);
    const none = letterMovers([held('SPY', 100, 90, { currency: 'USD', rates: null })], WEEK).movers[0];
    assert.deepEqual([none?.change, none?.records], [null, []]);
  });

  it('each symbol is either measured or counted, and no figure is NaN', () => {
    const price = fc.integer({ min: 0, max: 1e7 }).map((paise) => paise / 100);
    fc.assert(
      fc.property(fc.array(fc.tuple(price, price), { maxLength: 8 }), (prices) => {
        const all = prices.map(([start, end], at) => held(`S${at}`, start, end));
        const { movers, unmeasured_count } = letterMovers(all, WEEK);
        assert.ok(movers.length <= 3 && movers.length + unmeasured_count <= all.length);
        assert.equal(unmeasured_count, prices.filter(([start]) => start === 0).length);
        for (const { change, change_pct } of movers)
          assert.ok(Number.isFinite(change) && Number.isFinite(change_pct));
      }),
    );
  });
});
