import assert from 'node:assert/strict';
import { createLedger, type Ledger, replay } from '../../../../core/portfolio/ledger/ledger.ts';
import type { LedgerPosition } from '../../../../core/portfolio/ledger/ledger-position.ts';
import { ACTIVITY_EFFECTS, type LedgerTransaction } from '../../../../core/portfolio/ledger/transaction.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import { ledger, type LedgerBuilder } from '../../../support/ledger-builder.ts';

function only(book: LedgerBuilder | Ledger): LedgerPosition {
  const { positions } = 'rows' in book ? book.replay() : book;
  assert.equal(positions.length, 1);
  const [position] = positions;
  assert.ok(position);
  return position;
}

/** The money of a position as plain text, for reading in one glance. */
function money(position: LedgerPosition) {
  return {
    quantity: position.quantity.toFixed(),
    cost: position.cost_basis.toFixed(),
    fifo_cost: position.fifo_cost_basis.toFixed(),
    realised: position.realised_average.toFixed(),
    realised_fifo: position.realised_fifo.toFixed(),
  };
}

const lotsOf = (position: LedgerPosition) =>
  position
    .lots()
    .map((lot) => [lot.transaction_id, lot.date, lot.quantity.toFixed(), lot.cost?.toFixed() ?? 'unknown']);
const flowsOf = (position: LedgerPosition) =>
  position.cash_flows().map((flow) => [flow.date, flow.amount.toFixed()]);
const unmatchedOf = (position: LedgerPosition) =>
  position.unmatched().map((row) => [row.transaction_id, row.quantity.toFixed(), row.proceeds.toFixed()]);

describe('the ledger replay', () => {
  it('portfolio/Tax lots (Report rules 9): a fee raises the cost of a purchase and lowers the proceeds of a sale', () => {
    const book = ledger().buy('TCS', 10, 100, '2024-01-05', 10).sell('TCS', 4, 150, '2024-02-05', 6);
    // Bought for 10 × 100 + 10 = 1010, so 101 a unit. Sold 4 × 150 − 6 = 594 that cost 404: gain 190.
    assert.deepEqual(money(only(book)), {
      quantity: '6',
      cost: '606',
      fifo_cost: '606',
      realised: '190',
      realised_fifo: '190',
    });
    assert.equal(only(book).average_cost?.toFixed(), '101');
    assert.equal(only(book).fees.toFixed(), '16');
  });

  it('keeps the moving average and the FIFO lots side by side', () => {
    const book = ledger()
      .buy('INFY', 10, 100, '2024-01-01')
      .buy('INFY', 10, 200, '2024-01-02')
      .sell('INFY', 15, 300, '2024-01-03');
    // Average: 3000 / 20 = 150, so 15 cost 2250 and 4500 − 2250 = 2250 is gained; 5 × 150 = 750 stay.
    // FIFO: 10 × 100 + 5 × 200 = 2000, so 2500 is gained; 5 × 200 = 1000 stay.
    assert.deepEqual(money(only(book)), {
      quantity: '5',
      cost: '750',
      fifo_cost: '1000',
      realised: '2250',
      realised_fifo: '2500',
    });
    assert.deepEqual(lotsOf(only(book)), [['2', '2024-01-02', '5', '1000']]);
  });

  it('shows each sale with the lots it closed', () => {
    const book = ledger()
      .buy('INFY', 10, 100, '2024-01-01')
      .buy('INFY', 10, 200, '2024-01-02')
      .sell('INFY', 15, 300, '2024-01-03', 30);
    const [sale] = only(book).disposals();
    // 4500 − 30 = 4470 is 298 a unit: 2980 belong to the ten oldest, 1490 to the next five.
    assert.deepEqual(
      sale?.matches.map((m) => [m.lot_transaction_id, m.quantity, m.cost, m.proceeds, m.gain].map(String)),
      [
        ['1', '10', '1000', '2980', '1980'],
        ['2', '5', '1000', '1490', '490'],
      ],
    );
    assert.equal(sale?.fifo_gain.toFixed(), '2470');
    assert.equal(sale?.average_gain.toFixed(), '2220');
  });

  it('portfolio/Import and ledger rules 3: within a day splits, then buys, then sells, then dividends', () => {
    // Told backwards: the sale and the split come before the purchases they need.
    const book = ledger()
      .dividend('TCS', 10, 1, '2024-01-02')
      .sell('TCS', 10, 60, '2024-01-02')
      .buy('TCS', 10, 50, '2024-01-02')
      .split('TCS', 2, '2024-01-02')
      .buy('TCS', 5, 100, '2024-01-01');
    // Day 1: 5 for 500. Day 2: split to 10, buy 10 for 500, sell the 10 oldest (cost 500) for 600.
    assert.deepEqual(money(only(book)), {
      quantity: '10',
      cost: '500',
      fifo_cost: '500',
      realised: '100',
      realised_fifo: '100',
    });
  });

  it('portfolio/Import and ledger rules 3: negative-quantity rows come after the normal trades of their day', () => {
    const book = ledger().buy('TCS', -4, 100, '2024-01-01').buy('TCS', 10, 100, '2024-01-01');
    assert.deepEqual(money(only(book)), {
      quantity: '6',
      cost: '600',
      fifo_cost: '600',
      realised: '0',
      realised_fifo: '0',
    });
    assert.deepEqual(flowsOf(only(book)), [['2024-01-01', '-600']]);
  });

  it('portfolio/Import and ledger rules 3: a zero-price buy is a bonus and dilutes the cost', () => {
    const book = ledger()
      .buy('ITC', 10, 100, '2024-01-01')
      .buy('ITC', 10, 0, '2024-02-01')
      .sell('ITC', 10, 60, '2024-03-01');
    // Average 1000 / 20 = 50: gain 100. FIFO sells the ten that cost 100: loss 400, free shares stay.
    assert.deepEqual(money(only(book)), {
      quantity: '10',
      cost: '500',
      fifo_cost: '0',
      realised: '100',
      realised_fifo: '-400',
    });
  });

  it('takes ids as numbers: 9 is before 10', () => {
    const rows = ledger().buy('A', 1, 10, '2024-01-01').buy('A', 1, 20, '2024-01-01').rows;
    const [first, second] = rows;
    assert.ok(first && second);
    first.id = '10';
    second.id = '9';
    assert.deepEqual(
      lotsOf(only(replay(rows))).map(([id]) => id),
      ['9', '10'],
    );
  });

  describe('splits', () => {
    it('a two-for-one doubles the units and halves what each cost', () => {
      const book = ledger().buy('TCS', 10, 3200, '2024-01-05').split('TCS', 2, '2024-03-01');
      assert.equal(only(book).quantity.toFixed(), '20');
      assert.equal(only(book).average_cost?.toFixed(), '1600');
      assert.deepEqual(lotsOf(only(book)), [['1', '2024-01-05', '20', '32000']]);
    });

    it('a consolidation of two into one halves the units', () => {
      const book = ledger().buy('X', 10, 5, '2024-01-01').split('X', '0.5', '2024-02-01');
      assert.equal(only(book).quantity.toFixed(), '5');
      assert.equal(only(book).cost_basis.toFixed(), '50');
    });

    it('a ratio cut at ten decimals means its fraction: three into one leaves whole shares', () => {
      const book = ledger().buy('X', 300, 1, '2024-01-01').split('X', '0.3333333333', '2024-02-01');
      assert.equal(only(book).quantity.toFixed(), '100');
    });

    it('lots that do not divide evenly still add up to the holding', () => {
      // 7 in three lots, one share for three: 7/3 = 2.3333333333.
      const book = ledger()
        .buy('X', 1, 3, '2024-01-01')
        .buy('X', 2, 3, '2024-01-02')
        .buy('X', 4, 3, '2024-01-03')
        .split('X', '0.3333333333', '2024-02-01');
      const position = only(book);
      assert.equal(position.quantity.toFixed(), '2.3333333333');
      // Running sums 1/3, 3/3, 7/3 rounded: 0.3333333333, 1, 2.3333333333.
      assert.deepEqual(
        position.lots().map((lot) => lot.quantity.toFixed()),
        ['0.3333333333', '0.6666666667', '1.3333333333'],
      );
      assert.equal(position.fifo_cost_basis.toFixed(), '21');
    });

    it('a lot that a split rounds away leaves its cost to its neighbour', () => {
      const book = ledger()
        .buy('X', '0.0000000001', 10_000_000, '2024-01-01')
        .buy('X', 10, 1, '2024-01-02')
        .split('X', '0.1', '2024-02-01');
      const position = only(book);
      assert.deepEqual(lotsOf(position), [['2', '2024-01-02', '1', '10.001']]);
      assert.equal(position.fifo_cost_basis.toFixed(), '10.001');
    });

    it('a holding bought after the split is not touched by it', () => {
      const book = ledger().split('X', 2, '2024-01-01').buy('X', 1, 1, '2024-01-01');
      assert.equal(only(book).quantity.toFixed(), '1');
      assert.equal(book.replay().skipped[0]?.code, 'NOTHING_HELD');
    });
  });

  describe('portfolio/Tax lots (Report rules 9): sales without a known purchase', () => {
    it('close what is known and leave the rest unmatched, at no invented cost', () => {
      const book = ledger().buy('TCS', 10, 100, '2024-01-01').sell('TCS', 15, 200, '2024-02-01', 15);
      const position = only(book);
      // 10 of 15 are known: 2000 − 10 of the fee = 1990 against 1000. The other 5 × 200 − 5 = 995 stand aside.
      assert.deepEqual(money(position), {
        quantity: '0',
        cost: '0',
        fifo_cost: '0',
        realised: '990',
        realised_fifo: '990',
      });
      assert.deepEqual(unmatchedOf(position), [['2', '5', '995']]);
      assert.equal(position.unmatched_quantity.toFixed(), '5');
      assert.equal(position.sales.toFixed(), '2000');
      assert.equal(position.fees.toFixed(), '10');
      assert.deepEqual(flowsOf(position), [
        ['2024-01-01', '-1000'],
        ['2024-02-01', '1990'],
      ]);
      assert.equal(position.average_cost, null);
    });

    it('a sale of something never bought moves nothing', () => {
      const position = only(ledger().sell('TCS', 5, 200, '2024-02-01'));
      assert.equal(position.quantity.toFixed(), '0');
      assert.equal(position.sales.toFixed(), '0');
      assert.deepEqual(position.disposals(), []);
      assert.deepEqual(flowsOf(position), []);
      assert.deepEqual(unmatchedOf(position), [['1', '5', '1000']]);
    });

    it('a purchase recorded after the sale does not heal it', () => {
      const book = ledger().sell('TCS', 5, 200, '2024-02-01').buy('TCS', 5, 100, '2024-03-01');
      assert.equal(only(book).quantity.toFixed(), '5');
      assert.equal(only(book).realised_fifo.toFixed(), '0');
    });
  });

  describe('rows with a negative quantity', () => {
    it('a cancelled purchase leaves the ledger as if it had not been made', () => {
      const without = ledger().buy('TCS', 10, 100, '2024-01-01', 5);
      const cancelled = ledger()
        .buy('TCS', 10, 100, '2024-01-01', 5)
        .buy('TCS', 4, 250, '2024-01-02', 2)
        .buy('TCS', -4, 250, '2024-01-02', -2);
      assert.deepEqual(money(only(cancelled)), money(only(without)));
      assert.deepEqual(lotsOf(only(cancelled)), lotsOf(only(without)));
      assert.equal(only(cancelled).purchases.toFixed(), '1000');
      assert.equal(only(cancelled).fees.toFixed(), '5');
    });

    it('a cancelled purchase is found by its price among the recent lots', () => {
      const book = ledger()
        .buy('TCS', 10, 100, '2024-01-01')
        .buy('TCS', 10, 110, '2024-01-01')
        .buy('TCS', -10, 100, '2024-01-01');
      assert.deepEqual(lotsOf(only(book)), [['2', '2024-01-01', '10', '1100']]);
      assert.equal(only(book).realised_fifo.toFixed(), '0');
    });

    it('what a cancellation does not refund is lost', () => {
      const book = ledger().buy('TCS', 10, 100, '2024-01-01', 5).buy('TCS', -10, 100, '2024-01-01');
      // The fee of 5 is not given back: 1000 came back for a cost of 1005.
      assert.deepEqual(money(only(book)), {
        quantity: '0',
        cost: '0',
        fifo_cost: '0',
        realised: '-5',
        realised_fifo: '-5',
      });
    });

    it('a cancellation of more than is held is unmatched for the rest', () => {
      const book = ledger().buy('TCS', 3, 100, '2024-01-01').buy('TCS', -5, 100, '2024-01-02');
      assert.equal(only(book).quantity.toFixed(), '0');
      assert.deepEqual(unmatchedOf(only(book)), [['2', '2', '200']]);
    });

    it('a cancelled sale puts its units back into their lots', () => {
      const without = ledger().buy('TCS', 10, 100, '2024-01-01').buy('TCS', 10, 200, '2024-01-02');
      const cancelled = ledger()
        .buy('TCS', 10, 100, '2024-01-01')
        .buy('TCS', 10, 200, '2024-01-02')
        .sell('TCS', 12, 300, '2024-01-03', 3)
        .sell('TCS', -12, 300, '2024-01-03', -3);
      assert.deepEqual(money(only(cancelled)), money(only(without)));
      assert.deepEqual(lotsOf(only(cancelled)), lotsOf(only(without)));
      assert.equal(only(cancelled).sales.toFixed(), '0');
      assert.equal(only(cancelled).fees.toFixed(), '0');
      assert.deepEqual(
        only(cancelled)
          .disposals()
          .map((d) => [d.kind, d.quantity.toFixed(), d.fifo_gain.toFixed()]),
        // 3597 − (1000 + 400)
        [
          ['SALE', '12', '2197'],
          ['SALE_CANCELLED', '-12', '-2197'],
        ],
      );
    });

    it('cancelling the earlier of two sales restores the older lots in their order', () => {
      const book = ledger()
        .buy('TCS', 5, 100, '2024-01-01')
        .buy('TCS', 5, 200, '2024-01-02')
        .buy('TCS', 5, 300, '2024-01-03')
        .sell('TCS', 6, 400, '2024-01-04')
        .sell('TCS', 6, 500, '2024-01-05')
        .sell('TCS', -6, 400, '2024-01-06');
      // The first sale took all of lot 1 and one of lot 2; they are older than the rest of lot 3.
      assert.deepEqual(lotsOf(only(book)), [
        ['1', '2024-01-01', '5', '500'],
        ['2', '2024-01-02', '1', '200'],
        ['3', '2024-01-03', '3', '900'],
      ]);
      assert.equal(only(book).realised_fifo.toFixed(), '1600'); // 6 × 500 − (4 × 200 + 2 × 300)
    });

    it('a cancelled sale that was never made, or was made before a split, is unmatched', () => {
      const never = ledger().buy('TCS', 5, 100, '2024-01-01').sell('TCS', -5, 100, '2024-01-02');
      assert.equal(only(never).quantity.toFixed(), '5');
      assert.deepEqual(unmatchedOf(only(never)), [['2', '5', '500']]);
      const split = ledger()
        .buy('TCS', 10, 100, '2024-01-01')
        .sell('TCS', 5, 100, '2024-01-02')
        .split('TCS', 2, '2024-01-03')
        .sell('TCS', -5, 100, '2024-01-04');
      assert.equal(only(split).quantity.toFixed(), '10');
      assert.equal(unmatchedOf(only(split)).length, 1);
    });
  });

  describe('income and cash', () => {
    it('portfolio/Report rules 2: BUY and CASH_IN are outflows; SELL, CASH_OUT and DIVIDEND inflows', () => {
      const signs = Object.fromEntries(Object.entries(ACTIVITY_EFFECTS).map(([type, e]) => [type, e.cash]));
      assert.deepEqual(signs, {
        SPLIT: 0,
        BUY: -1,
        CASH_IN: -1,
        SELL: 1,
        CASH_OUT: 1,
        DIVIDEND: 1,
        TRANSFER_IN: 0,
        TRANSFER_OUT: 0,
        DEMERGER: 0,
        FRACTION: 1,
      });
      const book = ledger().cashIn(500, '2024-01-01').cashOut(200, '2024-02-01');
      assert.deepEqual(flowsOf(only(book)), [
        ['2024-01-01', '-500'],
        ['2024-02-01', '200'],
      ]);
      assert.equal(only(book).quantity.toFixed(), '0');
    });

    it('a dividend is quantity × price less the tax withheld', () => {
      const position = only(
        ledger().buy('ITC', 100, 10, '2024-01-01').dividend('ITC', 100, '2.5', '2024-06-01', 25),
      );
      assert.equal(position.dividends.toFixed(), '225');
      assert.equal(position.tax_withheld.toFixed(), '25');
      assert.equal(position.fees.toFixed(), '0');
      assert.deepEqual(flowsOf(position)[1], ['2024-06-01', '225']);
    });

    it('with no quantity the price is the whole amount', () => {
      assert.equal(only(ledger().dividend('ITC', 0, '812.50', '2024-06-01')).dividends.toFixed(), '812.5');
      assert.equal(only(ledger().dividend('ITC', -10, 5, '2024-06-01')).dividends.toFixed(), '-50');
    });

    it('the amounts of one day are one flow', () => {
      const book = ledger()
        .buy('ITC', 1, 100, '2024-01-01')
        .buy('ITC', 1, 50, '2024-01-01')
        .sell('ITC', 1, 70, '2024-01-01');
      assert.deepEqual(flowsOf(only(book)), [['2024-01-01', '-80']]);
    });
  });

  describe('rows that are left out', () => {
    const good: LedgerTransaction = {
      id: '1',
      portfolio: 'Main',
      symbol: 'TCS',
      date: '2024-01-01',
      type: 'BUY',
      quantity: '1',
      price: '1',
      fee_tax: '0',
      currency: 'INR',
    };
    const bad: [code: string, change: Partial<LedgerTransaction>][] = [
      ['NOT_A_NUMBER', { quantity: 'ten' }],
      ['NOT_A_NUMBER', { price: '0.00000000001' }],
      ['NOT_A_NUMBER', { fee_tax: new Decimal(NaN) }],
      ['NOT_A_DATE', { date: '05-01-2024' }],
      ['NOT_A_DATE', { date: '2024-02-30' }],
      ['NOT_A_DATE', { date: '2023-02-29' }],
      ['NOT_A_DATE', { date: '2024-00-10' }],
      ['NOT_A_DATE', { date: '2024-04-31' }],
      ['UNKNOWN_TYPE', { type: 'GIFT' as LedgerTransaction['type'] }],
      ['UNKNOWN_TYPE', { type: 'toString' as LedgerTransaction['type'] }],
      ['ZERO_QUANTITY', { quantity: '0' }],
      ['ZERO_QUANTITY', { type: 'SELL', quantity: '0.0000000000' }],
      ['ZERO_AMOUNT', { type: 'DIVIDEND', quantity: '5', price: '0' }],
      ['NEGATIVE_PRICE', { price: '-1' }],
      ['BAD_RATIO', { type: 'SPLIT', quantity: '0' }],
      ['BAD_RATIO', { type: 'SPLIT', quantity: '-2' }],
      ['NOTHING_HELD', { type: 'SPLIT', quantity: '2' }],
    ];
    for (const [code, change] of bad) {
      it(`${code}: ${JSON.stringify(change)}`, () => {
        const { positions, skipped } = replay([{ ...good, ...change }]);
        assert.deepEqual(positions, []);
        assert.equal(skipped.length, 1);
        assert.equal(skipped[0]?.code, code);
        assert.equal(skipped[0]?.transaction_id, '1');
        assert.match(skipped[0]?.reason ?? '', /\w/);
      });
    }

    it('CURRENCY_MISMATCH: rupees and dollars of one symbol are never added up', () => {
      const { positions, skipped } = replay([good, { ...good, id: '2', currency: 'USD' }]);
      assert.equal(positions[0]?.currency, 'INR');
      assert.equal(positions[0]?.quantity.toFixed(), '1');
      assert.equal(skipped[0]?.code, 'CURRENCY_MISMATCH');
    });

    it('a row that was left out does not choose the currency', () => {
      const split = { ...good, type: 'SPLIT' as const, quantity: '2', currency: 'USD' };
      const { positions } = replay([split, { ...good, id: '2' }]);
      assert.equal(positions[0]?.currency, 'INR');
    });
  });

  it('keeps portfolios and symbols apart, sorted, and finds them', () => {
    const book = ledger()
      .buy('TCS', 1, 1, '2024-01-01')
      .buy('INFY', 2, 1, '2024-01-01')
      .portfolio('Alpha')
      .buy('TCS', 3, 1, '2024-01-01')
      .replay();
    assert.deepEqual(
      book.positions.map((p) => [p.portfolio, p.symbol, p.quantity.toFixed()]),
      [
        ['Alpha', 'TCS', '3'],
        ['Main', 'INFY', '2'],
        ['Main', 'TCS', '1'],
      ],
    );
    assert.equal(book.find('Main', 'INFY')?.quantity.toFixed(), '2');
    assert.equal(book.find('Main', 'NONE'), null);
    assert.equal(book.find('None', 'TCS'), null);
  });

  it('portfolio/Import and ledger rules 5: the ISIN and asset class of the last row that has them reach the position', () => {
    const rows = ledger().buy('TCS', 1, 1, '2024-01-01').buy('TCS', 1, 1, '2024-01-02').rows;
    const [first, second] = rows;
    assert.ok(first && second);
    Object.assign(first, { isin: 'INE467B01029', asset_class: 'Indian Equity' });
    Object.assign(second, { isin: null, asset_class: '' });
    const position = only(replay(rows));
    assert.equal(position.isin, 'INE467B01029');
    assert.equal(position.asset_class, 'Indian Equity');
    assert.deepEqual(
      [position.first_date, position.last_date, position.transactions],
      ['2024-01-01', '2024-01-02', 2],
    );
  });

  it('carries a sub-paisa price without loss where floats would drift', () => {
    const book = ledger();
    for (let day = 0; day < 1000; day++) book.buy('MF', '0.1', '0.3', '2024-01-01');
    assert.equal(only(book).cost_basis.toFixed(), '30');
    assert.equal(only(book).quantity.toFixed(), '100');
  });

  describe('fed row by row', () => {
    const rows = ledger()
      .buy('TCS', 10, 100, '2024-01-01')
      .sell('TCS', 4, 120, '2024-01-01')
      .sell('TCS', 2, 90, '2024-01-02').rows;

    it('gives what a replay of all rows gives', () => {
      const stream = createLedger();
      for (const row of rows) stream.apply(row);
      assert.deepEqual(money(only(stream.result())), money(only(replay(rows))));
    });

    it('goes on after a result, with later days only', () => {
      const stream = createLedger();
      const [first, second, third] = rows;
      assert.ok(first && second && third);
      stream.apply(first);
      assert.equal(only(stream.result()).quantity.toFixed(), '10');
      assert.throws(() => stream.apply(second), /closed by result/);
      stream.apply(third);
      const position = only(stream.result());
      assert.equal(position.quantity.toFixed(), '8');
      assert.equal(position.disposals().length, 1);
      assert.throws(() => stream.apply(first), /rows must come by date/);
    });
  });
});
