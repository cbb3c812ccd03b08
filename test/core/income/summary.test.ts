import assert from 'node:assert/strict';
import { type IncomeCell, summarise } from '../../../core/income/summary.ts';
import { Decimal } from '../../../core/platform/index.ts';
import { projectIncome } from '../../../core/reports/income-projection/projection.ts';

const none = new Decimal(0);
const cell = (currency: string): IncomeCell => ({
  month: '2026-01',
  symbol: 'A',
  currency,
  paid: new Decimal(1),
  withheld_tax: none,
  expected: none,
  unrecorded: none,
  events: 1,
});
const CURRENCIES = ['AED', 'EUR', 'INR', 'USD'];

describe('currencies of income', () => {
  it('the base currency comes first, and the others by their codes', () => {
    const order = (base: string) =>
      summarise(CURRENCIES.map(cell), base).by_currency.map((one) => one.currency);
    assert.deepEqual(order('INR'), ['INR', 'AED', 'EUR', 'USD']);
    assert.deepEqual(order('USD'), ['USD', 'AED', 'EUR', 'INR']);
    assert.deepEqual(order('GBP'), CURRENCIES);
  });

  it('the projection has the same order', () => {
    const events = CURRENCIES.map((currency) => ({
      ...({ day: '2026-01-20', currency, amount: new Decimal(1) } as Parameters<
        typeof projectIncome
      >[0][number]),
    }));
    const { by_currency } = projectIncome(events, { today: '2026-01-05', months: 1, base: 'INR' });
    assert.deepEqual(
      by_currency.map((one) => one.currency),
      ['INR', 'AED', 'EUR', 'USD'],
    );
  });
});
