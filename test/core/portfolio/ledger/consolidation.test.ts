import assert from 'node:assert/strict';
import { FIXED_ONE, parseFixed } from '../../../../core/platform/index.ts';
import { ledger } from '../../../support/ledger-builder.ts';

const FUND: string = 'FUND';

describe('consolidations of shares', () => {
  it('1 for 150 leaves no dust: 300 shares become 2, and 450 lots of one become 3', () => {
    const consolidated = (book: ReturnType<typeof ledger>) =>
      book.split(FUND, '0.0066666667', '2024-02-01').replay().find('Main', FUND);
    assert.equal(consolidated(ledger().buy(FUND, 300, 1, '2024-01-01'))?.quantity.toFixed(), '2');
    const many = ledger();
    for (let nr = 0; nr < 450; nr += 1) many.buy(FUND, 1, 2, '2024-01-01');
    const found = consolidated(many);
    assert.equal(found?.quantity.toFixed(), '3');
    assert.equal(found?.fifo_cost_basis.toFixed(), '900');
    assert.equal(parseFixed(found?.quantity.toFixed() ?? ''), 3n * FIXED_ONE);
  });
});
