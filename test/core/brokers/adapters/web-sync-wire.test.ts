import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  errorCodeOf,
  Malformed,
  readHoldings,
  readLogin,
  readTrades,
} from '../../../../core/brokers/adapters/web-sync-wire.ts';

const TRADE = {
  id: 'T1',
  symbol: 'TCS',
  side: 'BUY',
  status: 'COMPLETE',
  trade_date: '2026-03-02',
  quantity: 10,
  price: 3200.5,
};
const page = (...transactions: unknown[]) => ({ page_size: 100, transactions });
const tradesOf = (...rows: unknown[]) => readTrades(page(...rows), 'owner').trades;
const leftOutOf = (...rows: unknown[]) => readTrades(page(...rows), 'owner').left_out;

describe('portfolio/Connection sync rules 5: what the web backend sends', () => {
  it('a transaction with nothing but what it must have', () => {
    assert.deepEqual(tradesOf(TRADE), [
      {
        symbol: 'TCS',
        isin: null,
        security_id: null,
        type: 'BUY',
        date: '2026-03-02',
        quantity: '10',
        price: '3200.5',
        fee_tax: null,
        currency: 'INR',
        asset_class: 'Indian Equity',
        execution_id: 'WEB:owner:T1',
        is_intraday: false,
      },
    ]);
  });

  for (const [given, expected] of [
    [2.0e-4, '0.0002'],
    [72.75500000000001, '72.755'],
    ['2.0E-4', '0.0002'],
    ['108.099998', '108.099998'],
    ['1e3', '1000'],
    ['.5', '0.5'],
    [0, '0'],
  ] as const)
    it(`a price of ${JSON.stringify(given)} is ${expected}`, () => {
      assert.equal(tradesOf({ ...TRADE, price: given })[0]?.price, expected);
    });

  for (const [title, change, reason] of [
    ['an option', { segment: 'OPTION' }, 'OPTION'],
    ['a future', { segment: 'FUTURE' }, 'DERIVATIVE'],
    ['a currency trade', { segment: 'CURRENCY' }, 'CURRENCY_TRADE'],
    ['a cancelled order', { status: 'CANCELLED' }, 'CANCELLED'],
    ['a rejected order', { status: 'REJECTED' }, 'CANCELLED'],
    ['an open order', { status: 'OPEN' }, 'NOT_COMPLETED'],
    ['an unknown status', { status: 'PARTLY' }, 'UNKNOWN_KIND'],
    ['an unknown side', { side: 'GIFT' }, 'UNKNOWN_KIND'],
    ['an unknown segment', { segment: 'WARRANT' }, 'UNKNOWN_KIND'],
    ['an unknown product', { product: 'MARGIN' }, 'UNKNOWN_KIND'],
    ['no id', { id: '' }, 'UNREADABLE'],
    ['an id that is no text', { id: 7 }, 'UNREADABLE'],
    ['no symbol', { symbol: null }, 'UNREADABLE'],
    ['a day that there is not', { trade_date: '2026-02-30' }, 'UNREADABLE'],
    ['a day in another form', { trade_date: '02-03-2026' }, 'UNREADABLE'],
    ['a quantity of none', { quantity: 0 }, 'UNREADABLE'],
    ['a quantity with a comma', { quantity: '1,000' }, 'UNREADABLE'],
    ['a price below zero', { price: -1 }, 'UNREADABLE'],
    ['no price', { price: null }, 'UNREADABLE'],
    ['a price beyond belief', { price: 1e20 }, 'UNREADABLE'],
    ['an ISIN that is none', { isin: 'TCS' }, 'UNREADABLE'],
    ['charges that are no figure', { charges: 'free' }, 'UNREADABLE'],
    ['a currency that is none', { currency: 'rupees' }, 'UNREADABLE'],
  ] as const)
    it(`${title} is left out as ${reason}, by its name`, () => {
      const row = { ...TRADE, ...change };
      assert.deepEqual(leftOutOf(row, TRADE), [{ what: row.symbol ?? 'a row without a symbol', reason }]);
      assert.equal(tradesOf(row, TRADE).length, 1);
    });

  it('rows marked intraday are marked so; whether they count is for the sync to say', () => {
    assert.equal(tradesOf({ ...TRADE, product: 'INTRADAY' })[0]?.is_intraday, true);
  });

  it('shares in America are in dollars where nothing is said', () => {
    const [trade] = tradesOf({ ...TRADE, segment: 'US_EQUITY' });
    assert.deepEqual([trade?.asset_class, trade?.currency], ['US Equity', 'USD']);
  });

  it('a price of nought is no price, and a price without a day has none', () => {
    const { holdings } = readHoldings({
      holdings: [{ symbol: 'TCS', quantity: '2', last_price: 0, previous_close: 12, avg_price: '0.00' }],
      as_of: '2026-03-02',
    });
    const [holding] = holdings;
    assert.deepEqual(
      [holding?.last_price, holding?.price_as_of, holding?.previous_close, holding?.avg_buy_price],
      [null, null, '12', null],
    );
  });

  for (const body of [
    null,
    [],
    'ok',
    {},
    { status: 'maybe' },
    { status: 'ok' },
    { status: 'otp_required' },
    { status: 'ok', device_id: 'd', expires_at: 'soon' },
  ])
    it(`a login answer such as ${JSON.stringify(body)} is none`, () => {
      assert.throws(() => readLogin(body), Malformed);
    });

  for (const page_size of [undefined, null, 0, -1, 1.5, '100'])
    it(`a page of size ${JSON.stringify(page_size)} does not tell whether it is the last one`, () => {
      assert.throws(() => readTrades({ page_size, transactions: [] }, 'owner'), Malformed);
    });

  it('whatever comes, it is read, left out, or malformed, and nothing of it is told', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (body, rows) => {
        for (const read of [
          () => readLogin(body),
          () => readHoldings(body),
          () => readTrades(body, 'owner'),
          () => errorCodeOf(body),
        ]) {
          try {
            read();
          } catch (error) {
            assert.ok(error instanceof Malformed, String(error));
          }
        }
        const { trades, left_out, keys } = readTrades(page(...rows), 'owner');
        assert.equal(trades.length + left_out.length, keys.length);
      }),
    );
  });

  it('every figure that is read is exact: as many digits as were sent, and no exponent', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
        fc.integer({ min: 0, max: 10 }),
        (digits, places) => {
          const text = digits.toString().padStart(places + 1, '0');
          const written = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
          const [trade] = tradesOf({ ...TRADE, quantity: written });
          assert.match(trade?.quantity ?? '', /^\d+(\.\d+)?$/);
          const plain = written.includes('.') ? written.replace(/\.?0+$/, '') : written;
          assert.equal(trade?.quantity, plain);
        },
      ),
    );
  });
});
