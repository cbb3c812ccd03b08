import assert from 'node:assert/strict';
import { flexReport, flexTrade } from '../../../support/flex-statement.ts';
import { leftOutOf, problemsOf, readAll, tradesOf } from './reading.ts';

const SPEC = 'portfolio/Connection sync rules 4';

/** The only trade of a statement with one row, changed like this. */
async function tradeOf(changes: Record<string, string> = {}) {
  const [trade, ...others] = await tradesOf(flexReport({ trades: [flexTrade(changes)] }));
  assert.deepEqual(others, []);
  assert.ok(trade);
  return trade;
}

describe('trades of a Flex statement', () => {
  it(`${SPEC}: an execution becomes a BUY in its own currency with the commission as fee`, async () => {
    assert.deepEqual(await tradeOf(), {
      account: 'U1234567',
      symbol: 'ACME',
      isin: 'US0378331005',
      security_id: '107375361',
      type: 'BUY',
      date: '2026-01-09',
      quantity: '20',
      price: '6.6415',
      fee_tax: '1.0410679',
      currency: 'USD',
      asset_class: 'US Equity',
      execution_id: 'IBKR:TRADE:2268125234',
      executed_at: '09:31:00',
      note: null,
    });
  });

  it('the time is that of the execution on its trade date; of the evening before it would order nothing', async () => {
    const at = async (dateTime: string) => (await tradeOf({ tradeDate: '2026-01-09', dateTime })).executed_at;
    assert.equal(await at('2026-01-09;15:59:01'), '15:59:01');
    assert.equal(await at('20260109;093000 EST'), '09:30:00');
    assert.equal(await at('2026-01-08;20:00:00'), null);
    assert.equal(await at('2026-01-09'), null);
    assert.equal(await at('2026-01-09;00:00:00'), null);
    assert.equal(await at(''), null);
  });

  it('a sale has a negative quantity there and a positive one here; taxes are part of the charge', async () => {
    const sale = await tradeOf({ buySell: 'SELL', quantity: '-2,000', taxes: '-0.5', tradePrice: '1,006.5' });
    // 1.0410679 + 0.5
    assert.deepEqual(
      [sale.type, sale.quantity, sale.price, sale.fee_tax],
      ['SELL', '2000', '1006.5', '1.5410679'],
    );
  });

  it('the side is told by the sign where the word is missing', async () => {
    assert.equal((await tradeOf({ buySell: '', quantity: '-5' })).type, 'SELL');
    assert.equal((await tradeOf({ buySell: '', quantity: '5' })).type, 'BUY');
  });

  it('exponents, a missing price beside the money, a class of shares behind a space', async () => {
    const trade = await tradeOf({ quantity: '1.2E+1', tradePrice: '', tradeMoney: '144.6', symbol: 'brk b' });
    // 144.6 / 12
    assert.deepEqual([trade.quantity, trade.price, trade.symbol], ['12', '12.05', 'BRK.B']);
  });

  it('the ISIN may stand in securityID alone; another kind of number is none', async () => {
    assert.equal((await tradeOf({ isin: '' })).isin, 'US0378331005');
    assert.equal((await tradeOf({ isin: '', securityIDType: 'CUSIP' })).isin, null);
  });

  it('ETFs, funds and Indian shares have their class', async () => {
    assert.equal((await tradeOf({ subCategory: 'ETF' })).asset_class, 'ETF');
    assert.equal((await tradeOf({ assetCategory: 'FUND' })).asset_class, 'Mutual Fund');
    assert.equal(
      (await tradeOf({ isin: 'INE002A01018', securityID: 'INE002A01018', currency: 'INR' })).asset_class,
      'Indian Equity',
    );
  });

  for (const [given, day] of [
    ['20260109;093100', '2026-01-09'],
    ['20260109 09:31:00', '2026-01-09'],
    ['20260109', '2026-01-09'],
    ['2026-01-09', '2026-01-09'],
    ['2026-01-09, 09:31:00', '2026-01-09'],
    ['2026-01-09;093100 EST', '2026-01-09'],
    ['2026-01-09T09:31:00', '2026-01-09'],
    ['20260109093100', '2026-01-09'],
    ['09-JAN-26', '2026-01-09'],
    ['09-JAN-26;093100', '2026-01-09'],
  ] as const) {
    it(`reads the date ${given}`, async () => {
      assert.equal((await tradeOf({ tradeDate: '', dateTime: given })).date, day);
    });
  }

  for (const given of ['01/09/2026', '20260230', '2026-1-9', '20261301', '20260109;990000', 'yesterday']) {
    it(`takes ${given} for no date`, async () => {
      const [entry] = await readAll(flexReport({ trades: [flexTrade({ tradeDate: given })] })).then((all) =>
        all.slice(1),
      );
      assert.equal(entry?.kind, 'unreadable');
      if (entry?.kind === 'unreadable') {
        assert.equal(entry.fields['date'], given);
        assert.deepEqual(
          entry.problems.map(({ field }) => field),
          ['date'],
        );
      }
    });
  }

  it('a cancelled execution takes back one of its side, whenever that was', async () => {
    for (const [word, quantity] of [
      ['BUY (Ca.)', '-20'],
      ['', '-20'],
    ] as const) {
      const back = await tradeOf({
        transactionType: 'TradeCancel',
        buySell: word,
        quantity,
        ibCommission: '1',
      });
      assert.deepEqual([back.type, back.quantity, back.fee_tax], ['BUY', '-20', '-1']);
      // It may carry the number of what it takes back.
      assert.equal(back.execution_id, 'IBKR:TRADE:2268125234:CANCEL');
    }
    const sale = await tradeOf({ transactionType: 'TradeCancel', buySell: 'SELL (Ca.)', quantity: '20' });
    assert.deepEqual([sale.type, sale.quantity], ['SELL', '-20']);
  });

  it('a corrected execution stands beside the one that it replaces', async () => {
    const corrected = await tradeOf({ transactionType: 'TradeCorrect' });
    assert.deepEqual([corrected.quantity, corrected.execution_id], ['20', 'IBKR:TRADE:2268125234:CORRECT']);
  });

  it('a commission rebate lowers what a purchase cost, in its price', async () => {
    const bought = await tradeOf({ tradePrice: '10', ibCommission: '0.3' });
    // 0.3 over 20 shares is 0.015
    assert.deepEqual([bought.price, bought.fee_tax], ['9.985', '0']);
    assert.match(bought.note ?? '', /rebate of 0\.3/);
    const sold = await tradeOf({ tradePrice: '10', ibCommission: '0.3', buySell: 'SELL', quantity: '-20' });
    assert.equal(sold.price, '10.015');
  });

  it('a commission in another currency is not known in that of the trade, and said so', async () => {
    const trade = await tradeOf({ ibCommissionCurrency: 'EUR' });
    assert.equal(trade.fee_tax, null);
    assert.match(trade.note ?? '', /1\.0410679 EUR/);
  });

  it('no commission in the query is unknown, a commission of 0 is none', async () => {
    const { ibCommission: _, taxes: __, ...bare } = flexTrade();
    assert.equal((await tradesOf(flexReport({ trades: [bare] })))[0]?.fee_tax, null);
    assert.equal((await tradeOf({ ibCommission: '0', taxes: '0' })).fee_tax, '0');
  });

  it('options, futures, currencies and bonds are left out with a reason', async () => {
    const rows = ['OPT', 'FOP', 'WAR', 'FUT', 'CFD', 'CASH', 'BOND', 'CRYPTO'].map((assetCategory, at) =>
      flexTrade({ assetCategory, tradeID: String(at) }),
    );
    assert.deepEqual(
      (await leftOutOf(flexReport({ trades: rows }))).map(({ reason }) => reason),
      [
        'OPTION',
        'OPTION',
        'OPTION',
        'DERIVATIVE',
        'DERIVATIVE',
        'CURRENCY_TRADE',
        'UNKNOWN_KIND',
        'UNKNOWN_KIND',
      ],
    );
  });

  it('sums of orders, symbols and assets never count beside the executions, whichever way they are written', async () => {
    const text = flexReport({
      trades: [
        ['AssetSummary', flexTrade({ levelOfDetail: 'ASSET_SUMMARY', symbol: '', tradeID: '' })],
        ['SymbolSummary', flexTrade({ levelOfDetail: 'SYMBOL_SUMMARY', tradeID: '' })],
        ['Order', flexTrade({ levelOfDetail: 'ORDER', tradeID: '' })],
        flexTrade({ levelOfDetail: 'ORDER', tradeID: '' }),
        flexTrade(),
      ],
    });
    assert.equal((await tradesOf(text)).length, 1);
    assert.deepEqual(
      (await leftOutOf(text)).map(({ reason }) => reason),
      ['SUMMARY', 'SUMMARY', 'SUMMARY', 'SUMMARY'],
    );
    assert.deepEqual(await problemsOf(text), []);
  });

  it('a query with sums alone is told to add the executions', async () => {
    const text = flexReport({ trades: [['Order', flexTrade({ levelOfDetail: 'ORDER' })]] });
    assert.deepEqual(await tradesOf(text), []);
    assert.match((await problemsOf(text))[0]?.message ?? '', /"Execution"/);
  });

  it('without a level of detail a trade with a number is an execution', async () => {
    assert.equal((await tradeOf({ levelOfDetail: '' })).execution_id, 'IBKR:TRADE:2268125234');
  });

  it('the number of a trade is its own, else that of the transaction, else that of the execution', async () => {
    assert.equal((await tradeOf({ tradeID: '' })).execution_id, 'IBKR:TXN:9814211285');
    assert.equal(
      (await tradeOf({ tradeID: '', transactionID: '' })).execution_id,
      'IBKR:EXEC:0000fed1.5be58c36.01.01',
    );
    const text = flexReport({ trades: [flexTrade({ tradeID: '', transactionID: '', ibExecID: '' })] });
    assert.deepEqual(
      (await problemsOf(text)).map(({ field }) => field),
      ['execution_id'],
    );
  });

  it('trade confirmations have other names for the same', async () => {
    const { tradePrice: _, ibCommission: __, ibCommissionCurrency: ___, ...rest } = flexTrade();
    const row = { ...rest, price: '6.6415', commission: '-1.0410679', commissionCurrency: 'USD' };
    const text = flexReport({ trades: [['TradeConfirm', row]] }).replaceAll('Trades>', 'TradeConfirms>');
    assert.deepEqual(await tradesOf(text), [await tradeOf()]);
  });

  it('everything wrong with a row is said, with what could be read of it', async () => {
    const entries = await readAll(
      flexReport({ trades: [flexTrade({ quantity: 'many', tradePrice: '', tradeMoney: '', currency: '' })] }),
    );
    const [, entry] = entries;
    assert.ok(entry?.kind === 'unreadable');
    assert.deepEqual(entry.problems.map(({ field }) => field).toSorted(), ['currency', 'price', 'quantity']);
    assert.equal(entry.fields['quantity'], 'many');
    assert.equal(entry.fields['symbol'], 'ACME');
    assert.equal(entry.what, 'Trade 2268125234 of ACME');
  });

  it('an unknown side is left out, never guessed by the sign', async () => {
    const [row] = await leftOutOf(flexReport({ trades: [flexTrade({ buySell: 'BARTER' })] }));
    assert.equal(row?.reason, 'UNKNOWN_KIND');
  });
});
