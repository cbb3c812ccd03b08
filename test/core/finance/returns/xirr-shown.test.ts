import assert from 'node:assert/strict';
import { hiddenXirr } from '../../../../core/finance/returns/index.ts';

describe('yearly rates that are not shown on cards', () => {
  it('a rate of 90 days and up to 1,000 % is shown', () => {
    for (const [rate, days] of [
      [12, 90],
      [1000, 3650],
      [-99, 400],
    ] as const)
      assert.equal(hiddenXirr(rate, days), null);
  });

  it('a rate from a shorter span, or above 1,000 %, gives way to the money made', () => {
    assert.match(
      hiddenXirr(12, 89) ?? '',
      /^A yearly rate needs at least 90 days; the payments span 89 days\./,
    );
    assert.match(hiddenXirr(-40, 1) ?? '', /span 1 day\. Look at the money made\.$/);
    assert.match(
      hiddenXirr(1000.01, 400) ?? '',
      /above 1,000 %, which says little\. Look at the money made\.$/,
    );
  });
});
