import assert from 'node:assert/strict';
import { checkRow, OWN_NOTATION } from '../../../../../core/portfolio/imports/rows/check-row.ts';
import { rawOf, rereadRow } from '../../../../../core/portfolio/imports/rows/reread-row.ts';
import type { RawFields, RawRow, ReadingContext } from '../../../../../core/portfolio/imports/rows/rows.ts';

const TRADE: RawFields = { symbol: 'infy', date: '2024-01-31', type: 'buy', quantity: '10', price: '1500' };
const HOLDING: RawFields = {
  symbol: 'INFY',
  asset_class: 'Indian Equity',
  quantity: '10',
  avg_buy_price: '1400',
};

function trade(change: RawFields, context: Partial<ReadingContext> = {}) {
  return checkRow('transactions', 7, { fields: { ...TRADE, ...change } }, { ...OWN_NOTATION, ...context });
}

function holding(change: RawFields, context: Partial<ReadingContext> = {}) {
  return checkRow('holdings', 7, { fields: { ...HOLDING, ...change } }, { ...OWN_NOTATION, ...context });
}

function value(outcome: ReturnType<typeof trade>) {
  assert.equal(outcome.state, 'valid', JSON.stringify(outcome));
  return outcome.state === 'valid' ? outcome.value : assert.fail();
}

function held(outcome: ReturnType<typeof holding>) {
  assert.equal(outcome.state, 'valid', JSON.stringify(outcome));
  return outcome.state === 'valid' ? outcome.value : assert.fail();
}

function fields(outcome: { state: string; issues?: { field: string }[] }): string[] {
  assert.equal(outcome.state, 'invalid', JSON.stringify(outcome));
  return (outcome.issues ?? []).map(({ field }) => field);
}

describe('portfolio/import rows of transactions', () => {
  it('portfolio/Import and ledger rules 3: accepts zero-price bonus shares and negative adjustments', () => {
    assert.equal(value(trade({ price: '0' })).price, '0');
    assert.equal(value(trade({ type: 'Bonus', price: '' })).type, 'BUY');
    assert.equal(value(trade({ quantity: '-3' })).quantity, '-3');
    assert.equal(value(trade({ type: 'SELL', quantity: '(3)' })).quantity, '-3');
    assert.equal(value(trade({ type: 'SELL', quantity: '-3' }, { signed_sells: true })).quantity, '3');
  });

  it('portfolio/Resources: leaves out cash-only and custom rows, with a reason', () => {
    for (const type of ['CASH_IN', 'CASH_OUT', 'Deposit', 'Interest', 'Custom', 'Transfer In', 'MERGER']) {
      const outcome = trade({ type, quantity: 'nonsense' }, { is_own: false });
      assert.equal(outcome.state, 'excluded', type);
      assert.match(outcome.state === 'excluded' ? outcome.reason : '', new RegExp(type));
    }
  });

  it('reads the words brokers use for a type', () => {
    const words = {
      B: 'BUY',
      Purchase: 'BUY',
      SIP: 'BUY',
      '1': 'BUY',
      s: 'SELL',
      REDEMPTION: 'SELL',
      '-1': 'SELL',
    };
    for (const [type, meant] of Object.entries({ ...words, Div: 'DIVIDEND', 'Stock Split': 'SPLIT' })) {
      assert.equal(value(trade({ type })).type, meant, type);
    }
  });

  it('reports every problem of a row, each with what is allowed', () => {
    const outcome = checkRow(
      'transactions',
      7,
      {
        fields: {
          date: '31-02-2024',
          type: 'BYU',
          quantity: 'ten',
          price: '-1',
          fee_tax: '-2',
          isin: 'INE009A01022',
          currency: 'XYZW',
          asset_class: 'Crypto',
          portfolio: 'networth',
          execution_id: '2.40116E+13',
        },
      },
      OWN_NOTATION,
    );
    assert.deepEqual(fields(outcome).toSorted(), [
      'asset_class',
      'currency',
      'date',
      'execution_id',
      'fee_tax',
      'isin',
      'portfolio',
      'price',
      'quantity',
      'symbol',
      'type',
    ]);
    const messages =
      outcome.state === 'invalid' ? outcome.issues.map(({ message }) => message).join('\n') : '';
    for (const part of [
      'BUY, SELL, DIVIDEND or SPLIT',
      'YYYY-MM-DD',
      '1234.50',
      '0 or more',
      'check digit',
      'INR or USD',
      'Indian Equity, US Equity',
      'or the ISIN',
      'spreadsheet',
      'Networth is the total',
    ]) {
      assert.ok(messages.includes(part), part);
    }
    assert.ok(outcome.state === 'invalid' && outcome.issues.every(({ row }) => row === 7));
  });

  const single: [string, RawFields, string[]][] = [
    ['a missing quantity', { quantity: '' }, ['quantity']],
    ['a quantity of 0', { quantity: '0.00' }, ['quantity']],
    ['a missing price', { price: '-' }, ['price']],
    ['an endless number', { price: '1e999' }, ['price']],
    ['a negative split', { type: 'SPLIT', quantity: '-2' }, ['quantity']],
    ['a negative dividend', { type: 'DIVIDEND', quantity: '-2' }, ['quantity']],
    ['a dividend of nothing', { type: 'DIVIDEND', price: '0' }, ['price']],
    ['a long symbol', { symbol: 'X'.repeat(65) }, ['symbol']],
    ['a long note', { note: 'x'.repeat(1001) }, ['note']],
    ['pence', { currency: 'GBp' }, ['currency']],
    ['an ISIN of the wrong shape', { isin: 'INE009A0102' }, ['isin']],
    ['a date of two meanings', { date: '05/03/2024' }, ['date']],
  ];
  for (const [name, change, expected] of single) {
    it(`refuses ${name}`, () => assert.deepEqual(fields(trade(change)), expected));
  }

  it('refuses cells beyond the header', () => {
    const raw: RawRow = { fields: TRADE, malformed: 'has 9 cells' };
    assert.deepEqual(fields(checkRow('transactions', 7, raw, OWN_NOTATION)), ['row']);
  });

  it('fills in what follows from the rest: currency, class, symbol, price of a split, quantity of a dividend', () => {
    assert.equal(value(trade({})).currency, 'INR');
    assert.equal(value(trade({ price: '$12' })).currency, 'USD');
    assert.equal(value(trade({ isin: 'US0378331005' })).currency, 'USD');
    assert.equal(value(trade({}, { default_asset_class: 'US Equity' })).currency, 'USD');
    assert.equal(value(trade({}, { default_currency: 'EUR' })).currency, 'EUR');
    assert.equal(value(trade({})).asset_class, null);
    assert.equal(value(trade({ isin: 'INE009A01021' })).asset_class, 'Indian Equity');
    assert.equal(value(trade({ isin: 'INE009A01021' }, { default_asset_class: 'ETF' })).asset_class, 'ETF');
    assert.equal(value(trade({ symbol: '', isin: 'ine009a01021' })).symbol, 'INE009A01021');
    assert.equal(value(trade({ symbol: '  m&m  fin ' })).symbol, 'M&M FIN');
    assert.equal(value(trade({ type: 'SPLIT', quantity: '2', price: '' })).price, '0');
    assert.equal(value(trade({ type: 'DIVIDEND', quantity: '', price: '12' })).quantity, '0');
    assert.equal(value(trade({ fee_tax: 'N/A' })).fee_tax, '0');
  });

  it('takes the words equity and stock by the country', () => {
    assert.equal(value(trade({ asset_class: 'Equity' })).asset_class, 'Indian Equity');
    assert.equal(value(trade({ asset_class: 'STOCKS', currency: 'usd' })).asset_class, 'US Equity');
    assert.equal(value(trade({ asset_class: 'stk', isin: 'US0378331005' })).asset_class, 'US Equity');
    assert.deepEqual(fields(trade({ asset_class: 'equity', currency: 'JPY' })), ['asset_class']);
    // Accenture is Irish by its ISIN, and a share of New York by its currency; in yen it is neither.
    const irish = { asset_class: 'stock', isin: 'IE00B4BNMY34' };
    assert.equal(value(trade({ ...irish, currency: 'USD' })).asset_class, 'US Equity');
    assert.deepEqual(fields(trade({ ...irish, currency: 'JPY' })), ['asset_class']);
    assert.equal(value(trade({ asset_class: 'mutual-funds', symbol: 'Axis Fund' })).symbol, 'Axis Fund');
  });
});

describe('portfolio/import rows of holdings', () => {
  it('portfolio/Errors: a Mutual Fund needs its ISIN', () => {
    assert.deepEqual(fields(holding({ asset_class: 'mf' })), ['isin']);
    assert.deepEqual(fields(holding({ asset_class: 'mf', isin: 'bad' })), ['isin']);
    assert.equal(held(holding({ asset_class: 'mf', isin: 'INF879O01027' })).asset_class, 'Mutual Fund');
  });

  it('reads a bond, and refuses its terms on anything else', () => {
    const terms = {
      maturity_date: '31-Mar-2031',
      face_value: '1,000',
      coupon_rate: '7.5%',
      coupon_frequency: 'Quarterly',
    };
    const bond = held(holding({ ...terms, asset_class: 'Bond' }));
    assert.deepEqual(
      [bond.maturity_date, bond.face_value, bond.coupon_rate, bond.coupon_frequency],
      ['2031-03-31', '1000', '7.5', 4],
    );
    assert.deepEqual(fields(holding(terms)), Object.keys(terms));
    assert.deepEqual(fields(holding({ asset_class: 'Bond', coupon_frequency: 'weekly' })), [
      'coupon_frequency',
    ]);
  });

  it('reads for how many days a price by hand counts', () => {
    assert.equal(held(holding({ price_interval_days: '365' })).price_interval_days, 365);
    assert.equal(held(holding({})).price_interval_days, null);
    for (const wrong of ['0', '90.5', '2000', 'a year'])
      assert.deepEqual(fields(holding({ price_interval_days: wrong })), ['price_interval_days'], wrong);
  });

  it('asks for a class when neither row nor caller names one', () => {
    assert.deepEqual(fields(holding({ asset_class: '' })), ['asset_class']);
    assert.deepEqual(fields(holding({ asset_class: 'Crypto' })), ['asset_class']);
    assert.deepEqual(fields(holding({ asset_class: 'constructor' })), ['asset_class']);
    assert.equal(held(holding({ asset_class: '' }, { default_asset_class: 'ETF' })).asset_class, 'ETF');
  });

  it('keeps unknown figures unknown: blank, or a price of 0', () => {
    const row = held(holding({ avg_buy_price: '', current_price: '0', previous_close: 'N/A' }));
    assert.deepEqual(
      [row.avg_buy_price, row.current_price, row.previous_close, row.beta],
      [null, null, null, null],
    );
  });

  it('bounds quantities and percentages, and leaves out what is not held', () => {
    assert.deepEqual(fields(holding({ quantity: '-1' })), ['quantity']);
    assert.deepEqual(fields(holding({ target_allocation_pct: '101' })), ['target_allocation_pct']);
    assert.deepEqual(fields(holding({ beta: '99' })), ['beta']);
    assert.equal(holding({ quantity: '0' }).state, 'excluded');
  });
});

describe('portfolio/import overrides', () => {
  const context: ReadingContext = { ...OWN_NOTATION, date_order: 'mdy', decimal_mark: ',' };
  const stored: RawRow = {
    fields: { ...TRADE, date: '03/05/2024', price: '1.500,50', quantity: 'ten', fee_tax: '1,5' },
  };

  it('reads what is overridden in our notation and the rest in that of the file', () => {
    const outcome = rereadRow(
      'transactions',
      7,
      stored,
      { quantity: 10.5, symbol: 'TCS', note: null },
      context,
      null,
    );
    const row = value(outcome);
    assert.deepEqual(
      [row.symbol, row.date, row.quantity, row.price, row.fee_tax],
      ['TCS', '2024-03-05', '10.5', '1500.5', '1.5'],
    );
  });

  it('never takes an overridden date of two meanings, nor an unknown field', () => {
    assert.deepEqual(
      fields(rereadRow('transactions', 7, stored, { quantity: 1, date: '03/05/2024' }, context, null)),
      ['date'],
    );
    assert.deepEqual(
      fields(rereadRow('transactions', 7, stored, { quantity: 1, colour: 'red' }, context, null)),
      ['colour'],
    );
  });

  it('checks a valid row again from its values, and a holding as it was staged', () => {
    const first = value(trade({ isin: 'INE009A01021', note: ' x ' }));
    const again = value(
      rereadRow('transactions', 7, rawOf('transactions', first), { price: '1600.25' }, null, null),
    );
    assert.deepEqual(again, { ...first, price: '1600.25' });
    const before = held(holding({ beta: '1.1' }));
    assert.deepEqual(
      held(rereadRow('holdings', 7, rawOf('holdings', before), { sector: 'IT' }, null, null)),
      {
        ...before,
        sector: 'IT',
      },
    );
  });

  it('takes a default class given later, and refuses an unknown one', () => {
    assert.equal(
      value(rereadRow('transactions', 7, { fields: TRADE }, {}, OWN_NOTATION, 'ETF')).asset_class,
      'ETF',
    );
    assert.throws(
      () => rereadRow('transactions', 7, { fields: TRADE }, {}, OWN_NOTATION, 'Crypto'),
      /Indian Equity/,
    );
  });

  it('leaves a derivative out whatever is overridden', () => {
    const outcome = rereadRow(
      'transactions',
      7,
      { fields: TRADE, excluded: 'A derivative' },
      { price: 1 },
      OWN_NOTATION,
      null,
    );
    assert.deepEqual(outcome, { state: 'excluded', reason: 'A derivative' });
  });
});
