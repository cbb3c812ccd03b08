import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  arrow,
  day,
  exchangeRate,
  money,
  moneyShort,
  moment,
  percent,
  quantity,
  shortDigits,
  shorten,
  UNKNOWN,
} from '../../charts/index.ts';

describe('charts/format', () => {
  it('tells a rate with six digits that count, and the day it is of', () => {
    const usd = { from: 'USD', to: 'INR', rate: 88.2541234, day: '2026-03-09' };
    assert.equal(exchangeRate(usd), '1 USD = 88.2541 INR of 9 Mar 2026');
    assert.equal(exchangeRate({ ...usd, rate: 82, day: null }), '1 USD = 82 INR from the settings');
    assert.equal(
      exchangeRate({ from: 'INR', to: 'USD', rate: 0.0113306, day: '2026-03-09' }),
      '1 INR = 0.0113306 USD of 9 Mar 2026',
    );
    assert.equal(exchangeRate({ ...usd, from: 'KWD', rate: 12345.6 }), '1 KWD = 12345.6 INR of 9 Mar 2026');
  });

  const full: [number | null, string, string][] = [
    [123456.78, 'INR', '₹1,23,456.78'],
    [12345678.9, 'INR', '₹1,23,45,678.90'],
    [-1234.5, 'USD', '−$1,234.50'],
    [1234567, 'USD', '$1,234,567.00'],
    [0, 'INR', '₹0.00'],
    [-0.001, 'INR', '₹0.00'],
    [5, 'CHF', 'CHF 5.00'],
    [5, 'not a code', 'not a code 5.00'],
    [null, 'INR', '—'],
    [Number.NaN, 'INR', '—'],
  ];
  for (const [value, currency, shown] of full)
    it(`money ${String(value)} ${currency} reads ${shown}`, () =>
      assert.equal(money(value, currency), shown));

  const short: [number | null, string, string][] = [
    [120000, 'INR', '₹1.2L'],
    [34000000, 'INR', '₹3.4Cr'],
    [1200000, 'USD', '$1.2M'],
    [2500, 'INR', '₹2.5K'],
    [999, 'INR', '₹999'],
    // 99,999 / 1000 = 99.999, one decimal: 100.0 K, which is written as 1 L
    [99999, 'INR', '₹1L'],
    [9999999, 'INR', '₹1Cr'],
    [999999, 'USD', '$1M'],
    [12345600000000, 'INR', '₹12,34,560Cr'],
    [-150000, 'INR', '−₹1.5L'],
    [0, 'INR', '₹0'],
    [0.4, 'USD', '$0.4'],
    [null, 'USD', '—'],
  ];
  for (const [value, currency, shown] of short)
    it(`short money ${String(value)} ${currency} reads ${shown}`, () =>
      assert.equal(moneyShort(value, currency), shown));

  it('gains carry a plus where asked, zero carries no sign', () => {
    assert.equal(money(12, 'INR', { plus: true }), '+₹12.00');
    assert.equal(moneyShort(150000, 'INR', { plus: true }), '+₹1.5L');
    assert.equal(percent(4.254, { plus: true }), '+4.25%');
    assert.equal(percent(-0.3, { plus: true }), '−0.30%');
    assert.equal(percent(0, { plus: true }), '0.00%');
    assert.equal(percent(-0.001), '0.00%');
    assert.equal(percent(null), UNKNOWN);
    assert.deepEqual([1, -1, 0].map(arrow), ['▲', '▼', '■']);
  });

  it('quantities keep up to ten decimals and group as their currency does', () => {
    assert.equal(quantity(1234567.123), '12,34,567.123');
    assert.equal(quantity(0.0000000001), '0.0000000001');
    assert.equal(quantity(1234567, 'USD'), '1,234,567');
    assert.equal(quantity(null), UNKNOWN);
  });

  it('days and moments are Indian', () => {
    assert.equal(day('2026-01-31'), '31 Jan 2026');
    // 20:00 UTC is 01:30 of the next day in India
    assert.equal(day('2026-01-31T20:00:00.000Z'), '1 Feb 2026');
    assert.equal(moment('2026-01-31T20:00:00.000Z'), '1 Feb 2026, 01:30');
    assert.equal(moment('2026-01-31'), '31 Jan 2026');
    assert.equal(moment(null), UNKNOWN);
    assert.equal(day('yesterday'), UNKNOWN);
  });

  it('names are cut between syllables', () => {
    assert.equal(shorten('Reliance', 8), 'Reliance');
    assert.equal(shorten('Reliance', 4), 'Rel…');
    assert.ok(!shorten('निफ्टी इंडेक्स', 2).startsWith('न…'), 'a vowel sign stays with its consonant');
  });

  it('labels one axis step apart never read alike', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('INR', 'USD'),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 3, max: 12 }),
        (currency, factor, power, count) => {
          const step = factor * 10 ** power;
          const values = Array.from({ length: count }, (_, index) => step * (index + 1));
          const digits = shortDigits(step, values.at(-1) ?? step, currency);
          const labels = values.map((value) => moneyShort(value, currency, { digits }));
          return new Set(labels).size === labels.length;
        },
      ),
    );
  });
});
