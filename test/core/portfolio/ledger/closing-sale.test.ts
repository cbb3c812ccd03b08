import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LedgerPosition } from '../../../../core/portfolio/ledger/ledger-position.ts';
import { ledger, type LedgerBuilder } from '../../../support/ledger-builder.ts';
import { sampled } from '../../../support/soak.ts';

const THIRD = '0.3333333333';

function position(book: LedgerBuilder): LedgerPosition {
  const found = book.replay().find('Main', 'FUND');
  assert.ok(found);
  return found;
}

function assertClosed(book: LedgerBuilder): void {
  const found = position(book);
  assert.equal(found.quantity.toFixed(), '0');
  assert.equal(found.cost_basis.toFixed(), '0');
  assert.equal(found.fifo_cost_basis.toFixed(), '0');
  assert.equal(found.unmatched_quantity.toFixed(), '0');
  assert.deepEqual(found.lots(), []);
}

const bought = (...units: string[]) =>
  units.reduce((book, some, at) => book.buy('FUND', some, 300, `2024-01-0${at + 1}`), ledger());

describe('sales of everything in rounded units', () => {
  it('three sales of a rounded third close one unit, and what is left of the cost goes to the last of them', () => {
    const book = bought('1')
      .sell('FUND', THIRD, 600, '2024-02-01')
      .sell('FUND', THIRD, 600, '2024-02-02')
      .sell('FUND', THIRD, 600, '2024-02-03');
    assertClosed(book);
    const found = position(book);
    // Each sale brings 0.3333333333 × 600 = 199.99999998; the first two cost 99.99999999, the last all the rest.
    assert.deepEqual(
      found
        .disposals()
        .map((one) => [one.proceeds.toFixed(), one.fifo_cost.toFixed(), one.average_cost.toFixed()]),
      [
        ['199.99999998', '99.99999999', '99.99999999'],
        ['199.99999998', '99.99999999', '99.99999999'],
        ['199.99999998', '100.00000002', '100.00000002'],
      ],
    );
    // 3 × 199.99999998 − 300.
    assert.equal(found.realised_fifo.toFixed(), '299.99999994');
    assert.equal(found.sales.toFixed(), '599.99999994');
  });

  it('a sale of one unit closes three rounded thirds, with all of its proceeds', () => {
    const book = bought(THIRD, THIRD, THIRD).sell('FUND', 1, 600, '2024-02-01');
    assertClosed(book);
    // 600 − 3 × 99.99999999.
    assert.equal(position(book).realised_fifo.toFixed(), '300.00000003');
    assert.deepEqual(position(book).unmatched(), []);
  });

  it('thirds that were cut off or rounded up close too', () => {
    assertClosed(
      [1, 2, 3].reduce((book, day) => book.sell('FUND', '0.6666666666', 5, `2024-02-0${day}`), bought('2')),
    );
    assertClosed(
      [1, 2, 3].reduce((book, day) => book.sell('FUND', '0.6666666667', 5, `2024-02-0${day}`), bought('2')),
    );
  });

  it('splits there and back: what a consolidation by 3 rounds and a split by 3 brings back is sold whole', () => {
    // 10 / 3 = 3.3333333333; × 3 = 9.9999999999.
    const book = bought('10').split('FUND', THIRD, '2024-02-01').split('FUND', 3, '2024-02-02');
    assert.equal(position(book).quantity.toFixed(), '9.9999999999');
    assertClosed(book.sell('FUND', 10, 300, '2024-02-03'));
  });

  it('portfolio/Report rules 9: units of unknown cost close with all of the proceeds', () => {
    const book = ledger()
      .transferIn('FUND', THIRD, '2024-01-01')
      .buy('FUND', '0.6666666667', 300, '2024-01-02')
      .buy('FUND', THIRD, 300, '2024-01-03')
      .sell('FUND', '1.3333333334', 3, '2024-02-01');
    assertClosed(book);
    const found = position(book);
    assert.equal(found.unknown_cost_sold.toFixed(), THIRD);
    const unknown = found.unmatched()[0]?.proceeds;
    // 1.3333333334 × 3 in all.
    assert.equal(unknown?.plus(found.sales).toFixed(), '4.0000000002');
  });

  it('small units that were bought as such stay', () => {
    const left = (book: LedgerBuilder) => position(book).quantity.toFixed();
    assert.equal(left(bought('1.00000001').sell('FUND', 1, 5, '2024-02-01')), '0.00000001');
    assert.equal(left(bought('0.00000002').sell('FUND', '0.00000001', 5, '2024-02-01')), '0.00000001');
    assert.equal(left(bought('0.0000000002').sell('FUND', '0.0000000001', 5, '2024-02-01')), '0.0000000001');
    // Nothing here was rounded by more than one last decimal.
    assert.equal(left(bought('1.0000000003').sell('FUND', 1, 5, '2024-02-01')), '0.0000000003');
  });

  it('a sale of more than is held stays unmatched where no rounding explains it', () => {
    const found = position(bought('1').sell('FUND', '1.00000001', 5, '2024-02-01'));
    assert.equal(found.unmatched_quantity.toFixed(), '0.00000001');
  });

  it('doubt ends when nothing is held: roundings of before explain nothing of later', () => {
    const book = bought(THIRD, THIRD, THIRD).sell('FUND', '0.9999999999', 5, '2024-02-01');
    const again = book.buy('FUND', '1.0000000002', 5, '2024-03-01').sell('FUND', 1, 5, '2024-03-02');
    assert.equal(position(again).quantity.toFixed(), '0.0000000002');
  });

  it('any number of equal rounded parts, bought, split there and back, and sold in any number of others: nothing is left', () => {
    const parts = (whole: number, count: number) => (whole / count).toFixed(10);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 13 }),
        fc.integer({ min: 1, max: 13 }),
        fc.constantFrom<[string, string] | null>(
          null,
          [THIRD, '3'],
          ['0.1428571429', '7'],
          ['1.5', '0.6666666667'],
        ),
        (whole, buys, sells, split) => {
          const book = ledger();
          for (let nr = 0; nr < buys; nr += 1) book.buy('FUND', parts(whole, buys), 100, '2024-01-01');
          if (split !== null)
            book.split('FUND', split[0], '2024-02-01').split('FUND', split[1], '2024-02-02');
          for (let nr = 0; nr < sells; nr += 1) book.sell('FUND', parts(whole, sells), 100, '2024-03-01');
          assertClosed(book);
        },
      ),
      { numRuns: sampled(80, 10_000) },
    );
  });
});
