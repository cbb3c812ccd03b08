import assert from 'node:assert/strict';
import { sumsOf } from '../../api/dashboard/src/pages/income/month-sums.ts';

type Event = Parameters<typeof sumsOf>[0][number];
const event = (given: Partial<Event>): Event => ({
  currency: 'INR',
  status: 'PAID',
  gross_amount: 100,
  net_amount: 90,
  ...given,
});

describe('the sums of a month of income', () => {
  it('what is paid and what is expected stand apart, each currency by itself, and nothing of what was cancelled', () => {
    const sums = sumsOf([
      event({}),
      event({ status: 'FORECAST', net_amount: null, gross_amount: 40 }),
      event({ status: 'ENTITLED', net_amount: 5 }),
      event({ status: 'CANCELLED' }),
      event({ currency: 'USD', net_amount: 3 }),
    ]);
    assert.deepEqual(sums, [
      { currency: 'INR', paid: 90, expected: 45 },
      { currency: 'USD', paid: 3, expected: 0 },
    ]);
    assert.deepEqual(sumsOf([]), []);
  });
});
