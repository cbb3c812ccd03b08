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
    assert.equal(one(held('OLD', '2026-03-04')), '1 price of 4 Mar 2026, 6 days old');
    assert.equal(
      one(held('OLD', '2026-03-04'), held('OLDER', '2026-01-30')),
      '2 prices of earlier days, the oldest of 30 Jan 2026, 39 days old',
    );
    assert.equal(one(held('UNDATED', null)), '1 price of an unknown day');
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

  it('money has no price to grow old, and a value entered by hand is good for a year', () => {
    assert.equal(isOld('2026-03-10T12:00:00.000Z', held('CASH', null, { asset_class: 'Cash' })), false);
    const unlisted = { asset_class: 'Unlisted', price_as_of: null };
    assert.equal(isOld('2026-03-10T12:00:00.000Z', held('OYO', '2025-03-10', unlisted)), false);
    assert.equal(isOld('2026-03-12T12:00:00.000Z', held('OYO', '2025-03-10', unlisted)), true);
  });

  it('ages are in days, then in whole months, then in whole years', () => {
    assert.equal(ageInWords('2026-03-09', '2026-03-10'), '1 day old');
    assert.equal(ageInWords('2026-01-31', '2026-03-30'), '58 days old');
    assert.equal(ageInWords('2026-01-30', '2026-03-30'), '2 months old');
    assert.equal(ageInWords('2023-03-11', '2026-03-10'), '35 months old');
    assert.equal(ageInWords('2023-03-10', '2026-03-10'), '3 years old');
  });
});
