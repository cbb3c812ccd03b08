import assert from 'node:assert/strict';
import { createCalendar, createPriceSessions } from '../../../../core/market/calendar/index.ts';
import { ageInWords } from '../../../../core/platform/index.ts';
import type { ValuableHolding } from '../../../../core/portfolio/valuation/holding-value.ts';
import { valueHoldings } from '../../../../core/portfolio/valuation/valuation.ts';
import { referenceFx } from '../../../../core/portfolio/valuation/fx.ts';

const sessions = createPriceSessions(createCalendar());
const held = (
  symbol: string,
  price_as_of: string | null,
  over: Partial<ValuableHolding> = {},
): ValuableHolding => ({
  portfolio: 'Main',
  symbol,
  asset_class: 'Indian Equity',
  sector: null,
  currency: 'INR',
  quantity: '1',
  avg_buy_price: '1',
  current_price: '10',
  previous_close: null,
  priced_at: price_as_of === null ? null : `${price_as_of}T10:00:00.000Z`,
  price_as_of,
  ...over,
});
const freshness = (now: string, ...holdings: ValuableHolding[]) =>
  valueHoldings(holdings, { base: 'INR', fx: referenceFx(80), now: new Date(now), sessions }).freshness;
const isOld = (now: string, one: ValuableHolding): boolean => freshness(now, one).outdated_holdings === 1;

describe('age of prices', () => {
  it('prices of a session long ago say its day and their age', () => {
    // Friday, 29 August 2025 to Sunday, 29 November 2026.
    const { outdated_holdings, prices_of, age, age_message } = freshness(
      '2026-11-29T06:00:00.000Z',
      held('TCS', '2025-08-29'),
      held('INFY', '2025-08-29'),
    );
    assert.deepEqual(
      [outdated_holdings, prices_of, age, age_message],
      [2, '2025-08-29', '15 months old', 'Prices of 29 Aug 2025, 15 months old'],
    );
  });

  it('some old prices among newer ones are counted, with the oldest day', () => {
    const one = (...others: ValuableHolding[]) =>
      freshness('2026-03-10T12:00:00.000Z', held('NEW', '2026-03-10'), ...others).age_message;
    assert.equal(one(), null);
    assert.equal(one(held('OLD', '2026-03-04')), '1 share: price of 4 Mar 2026, 6 days old');
    assert.equal(
      one(held('OLD', '2026-03-04'), held('OLDER', '2026-01-30')),
      '2 shares: prices of earlier days, the oldest of 30 Jan 2026, 39 days old',
    );
    assert.equal(one(held('UNDATED', null)), '1 share: price of an unknown day');
  });

  it('the last session that is over decides: a close is of now until the next session has ended', () => {
    // Tuesday 10 March 2026; NSE closes at 15:30 in India, which is 10:00 UTC.
    const monday = held('TCS', '2026-03-09');
    assert.equal(isOld('2026-03-10T09:59:00.000Z', monday), false);
    assert.equal(isOld('2026-03-10T10:00:00.000Z', monday), true);
    // Over a weekend Friday's close is of now.
    assert.equal(isOld('2026-03-08T06:00:00.000Z', held('TCS', '2026-03-06')), false);
    assert.equal(isOld('2026-03-08T06:00:00.000Z', held('TCS', '2026-03-05')), true);
  });

  it('a fund has the value of the session before until its own is published, and US shares keep their own sessions', () => {
    const fund = { asset_class: 'Mutual Fund' };
    assert.equal(isOld('2026-03-10T12:00:00.000Z', held('FUND', '2026-03-09', fund)), false);
    assert.equal(isOld('2026-03-10T12:00:00.000Z', held('FUND', '2026-03-06', fund)), true);
    const us = { asset_class: 'US Equity', currency: 'USD' };
    // New York is still trading on Tuesday: Monday's close is the last one.
    assert.equal(isOld('2026-03-10T16:00:00.000Z', held('AAPL', '2026-03-09', us)), false);
    assert.equal(isOld('2026-03-10T22:00:00.000Z', held('AAPL', '2026-03-09', us)), true);
  });

  it('money has no price to grow old, and a value entered by hand is good for 90 days, or for its own interval', () => {
    assert.equal(isOld('2026-03-10T12:00:00.000Z', held('CASH', null, { asset_class: 'Cash' })), false);
    const unlisted = { asset_class: 'Unlisted', price_as_of: null };
    // 10 December 2025 and 90 days are 10 March 2026.
    assert.equal(isOld('2026-03-10T12:00:00.000Z', held('OYO', '2025-12-10', unlisted)), false);
    assert.equal(isOld('2026-03-11T12:00:00.000Z', held('OYO', '2025-12-10', unlisted)), true);
    const yearly = { ...unlisted, hand_days: 365 };
    assert.equal(isOld('2026-03-10T12:00:00.000Z', held('OYO', '2025-03-10', yearly)), false);
    assert.equal(isOld('2026-03-11T12:00:00.000Z', held('OYO', '2025-03-10', yearly)), true);
    // A listed share without any market source is priced by hand as well.
    const delisted = { price_as_of: null, hand_days: 90 };
    assert.equal(isOld('2026-03-10T12:00:00.000Z', held('GONE', '2025-12-10', delisted)), false);
    assert.equal(isOld('2026-03-10T12:00:00.000Z', held('GONE', '2025-12-10', { price_as_of: null })), true);
  });

  it('each kind has its own rule of freshness, and the warning names kind and age', () => {
    // Friday 27 and Monday 30 November 2026; NSE trades from 09:15 to 15:30 in India, New York from 20:00 to 02:30.
    const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00+05:30`);
    const of = (day: number, time: string) => ({ price_as_of: `2026-11-${day}`, priced_at: at(day, time) });
    const fund = { asset_class: 'Mutual Fund' };
    const us = { asset_class: 'US Equity', currency: 'USD' };
    const unlisted = { asset_class: 'Unlisted' };
    const table: [now: Date, price: Partial<ValuableHolding>, message: string | null, why: string][] = [
      [at(30, '11:00'), of(30, '10:30'), null, '30 minutes in the session'],
      [at(30, '11:00'), of(30, '10:29'), 'Prices of 10:29 today', '31 minutes in the session'],
      [
        at(30, '11:00'),
        of(27, '15:30'),
        'Prices of 27 Nov 2026, 3 days old',
        'the close before, in the session',
      ],
      [at(30, '09:14'), of(27, '15:30'), null, 'the close, until the opening'],
      [at(29, '11:00'), of(27, '15:30'), null, 'the close, over the weekend'],
      [at(29, '11:00'), of(27, '15:10'), 'Prices of 27 Nov 2026, 2 days old', 'seen before the close'],
      [at(30, '15:45'), of(30, '15:20'), null, '25 minutes, after the close'],
      [at(30, '15:51'), of(30, '15:20'), 'Prices of 15:20 today', '31 minutes, and not the close'],
      [at(30, '23:00'), of(30, '15:30'), null, 'the close, in the evening'],
      [at(30, '15:30'), of(27, '15:30'), 'Prices of 27 Nov 2026, 3 days old', 'the next session is over'],
      [
        at(30, '19:59'),
        { ...us, ...of(27, '10:00'), priced_at: at(28, '02:30') },
        null,
        'New York has not opened',
      ],
      [
        at(30, '20:31'),
        { ...us, ...of(27, '10:00'), priced_at: at(28, '02:30') },
        'Prices of 27 Nov 2026, 3 days old',
        'New York trades',
      ],
      [at(30, '22:59'), { ...fund, ...of(27, '23:00') }, null, 'the NAV of today is not due'],
      [at(30, '23:00'), { ...fund, ...of(27, '23:00') }, 'NAVs of 27 Nov 2026, 3 days old', 'it is due'],
      [at(29, '11:00'), { ...fund, ...of(27, '23:00') }, null, 'the NAV of Friday, on Sunday'],
      [
        at(29, '11:00'),
        { ...fund, ...of(26, '23:00') },
        'NAVs of 26 Nov 2026, 3 days old',
        'that of Friday is due',
      ],
      [
        at(30, '23:00'),
        { ...fund, ...of(26, '23:00') },
        'NAVs of 26 Nov 2026, 4 days old',
        'a NAV is missing',
      ],
      [at(30, '23:00'), { ...unlisted, ...of(1, '10:00'), price_as_of: '2026-09-01' }, null, '90 days'],
      [
        at(30, '23:00'),
        { ...unlisted, price_as_of: '2026-08-31', priced_at: at(1, '10:00') },
        'Priced by hand 2 months ago',
        '91 days',
      ],
      [at(30, '23:00'), { asset_class: 'Cash', priced_at: null }, null, 'money'],
    ];
    const warned = (now: Date, holdings: ValuableHolding[]) =>
      valueHoldings(holdings, { base: 'INR', fx: referenceFx(80), now, sessions }).warnings.find(
        ({ code }) => code === 'VALUATION_STALE',
      )?.message ?? null;
    for (const [now, price, message, why] of table)
      assert.equal(warned(now, [held('X', null, price)]), message === null ? null : `${message}.`, why);
    assert.equal(
      warned(at(30, '11:00'), [
        held('A', null, of(27, '15:30')),
        held('B', null, of(27, '15:30')),
        held('NEW', null, of(30, '10:59')),
        held('FUND', null, { ...fund, ...of(20, '23:00') }),
        held('OYO', null, { ...unlisted, price_as_of: '2026-08-02', hand_days: 90 }),
        held('SGB', null, { asset_class: 'Bond', ...of(26, '15:30') }),
        held('OWN', null, { price_as_of: '2024-03-12', price_source: 'TRADE' }),
      ]),
      '3 holdings: prices of earlier days, the oldest of 26 Nov 2026, 4 days old; 1 fund: NAV of 20 Nov 2026, 10 days old; 1 holding priced by hand 3 months ago; 1 holding: price of your last trade, 12 Mar 2024, 32 months old.',
    );
  });

  it('ages are in days, then in whole months, then in whole years', () => {
    assert.equal(ageInWords('2026-03-09', '2026-03-10'), '1 day old');
    assert.equal(ageInWords('2026-01-31', '2026-03-30'), '58 days old');
    assert.equal(ageInWords('2026-01-30', '2026-03-30'), '2 months old');
    assert.equal(ageInWords('2023-03-11', '2026-03-10'), '35 months old');
    assert.equal(ageInWords('2023-03-10', '2026-03-10'), '3 years old');
  });
});
