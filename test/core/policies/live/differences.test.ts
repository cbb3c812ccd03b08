import assert from 'node:assert/strict';
import type { Difference } from '../../../../core/policies/live/differences.ts';
import { soldBeyond } from '../../../../core/policies/live/differences.ts';
import { parseFixed } from '../../../../core/platform/index.ts';

describe('differences with a broker', () => {
  // Quantities are fixed-point numbers; printed as they are, ten shares were a thousand million.
  it('policies/Policy rules 3: a sale of more than the books hold is told in shares of its name', () => {
    const told: Difference = soldBeyond({
      fill: { order_id: '55', quantity: parseFixed('10') },
      held: parseFixed('7.5'),
      symbol: 'TCS',
    });
    assert.deepEqual(told, {
      kind: 'SHORTFALL',
      subject: 'order 55',
      expected: '10',
      found: '7.5',
      message: 'Order 55 sold 10 TCS, but the books held 7.5. The rest is not in the books.',
    });
  });
});
