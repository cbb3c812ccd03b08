import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { flexAction, flexCash, flexReport, flexTax, flexTrade } from '../../../support/flex-statement.ts';

const by = { actor: 'test' };
/** Two executions of one order, a sale, a dividend with its tax, and a split of 4 for 1. */
const FLEX = flexReport({
  trades: [
    flexTrade({ tradeID: '1', quantity: '60', tradePrice: '10', ibCommission: '-1' }),
    flexTrade({ tradeID: '2', quantity: '40', tradePrice: '11', ibCommission: '-1' }),
    flexTrade({ tradeID: '3', quantity: '-20', buySell: 'SELL', tradePrice: '12', tradeDate: '20260202' }),
  ],
  cash: [flexCash(), flexTax()],
  actions: [flexAction()],
});
/** The same, the order as one. */
const ACTIVITY = `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers LLC
Statement,Data,Title,Activity Statement
Statement,Data,Period,"January 1, 2026 - March 31, 2026"
Account Information,Header,Field Name,Field Value
Account Information,Data,Base Currency,USD
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,ACME,"2026-01-09, 10:00:00",100,10.4,10.4,-1040.00,-2.00,1042.00,0,0,O
Trades,Data,Order,Stocks,USD,ACME,"2026-02-02, 10:00:00",-20,12,12,240.00,-1.04,-208.40,30.56,0,C
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code
Corporate Actions,Data,Stocks,USD,2026-03-16,"2026-03-13, 20:25:00","ACME(US0378331005) Split 4 for 1 (ACME, ACME INC, US0378331005)",240,0,0,0,
Dividends,Header,Currency,Date,Description,Amount
Dividends,Data,USD,2026-02-12,ACME(US0378331005) Cash Dividend USD 0.24 per Share (Ordinary Dividend),81.6
Withholding Tax,Header,Currency,Date,Description,Amount,Code
Withholding Tax,Data,USD,2026-02-12,ACME(US0378331005) Cash Dividend USD 0.24 per Share - US Tax,-20.4,
`;
const TABLE = 'Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset Class';
const NUMBERED = `${TABLE},Execution ID`;

describe('portfolio/import: files with and without numbers of trades', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-05-04T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const take = async (...lines: string[]) => {
    const { imports } = fixture.core.portfolio;
    const file = Readable.from([Buffer.from(`${lines.join('\n')}\n`)]);
    const { import_id } = await imports.stage(fixture.owner, file);
    return await imports.commit(fixture.owner, { import_id, portfolio: 'Mine' }, by);
  };
  const rows = async () =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { order: 'asc' })).items.map(
      ({ date, type, quantity, price }) => `${date} ${type} ${quantity} @ ${price}`,
    );
  const held = async () =>
    (await fixture.core.portfolio.holdings.all(fixture.owner)).map(
      ({ symbol, quantity }) => `${symbol} ${quantity}`,
    );

  it('portfolio/Import and ledger rules 3: an Activity statement and a Flex statement of one account double nothing, in either order', async () => {
    for (const [first, second] of [
      [FLEX, ACTIVITY],
      [ACTIVITY, FLEX],
    ] as const) {
      fixture = await coreAnew();
      await take(first);
      const { skipped_reasons } = await take(second);
      assert.ok(skipped_reasons.already_recorded >= 4, String(skipped_reasons.already_recorded));
      assert.deepEqual(await held(), ['ACME 320']);
      const before = await rows();
      assert.equal((await take(first)).imported + (await take(second)).imported, 0);
      assert.deepEqual(await rows(), before);
    }
  });

  it('portfolio/Import and ledger rules 3: what was typed in without its number is not doubled by the tradebook', async () => {
    await take(
      TABLE,
      'Mine,TCS,2026-01-05,BUY,10,100,INR,Stock',
      'Mine,TCS,2026-01-06,DIVIDEND,0,50,INR,Stock',
    );
    const { imported } = await take(
      NUMBERED,
      'Mine,TCS,2026-01-05,BUY,4,100,INR,Stock,NSE:2026-01-05:1',
      'Mine,TCS,2026-01-05,BUY,6,100,INR,Stock,NSE:2026-01-05:2',
      'Mine,TCS,2026-01-06,DIVIDEND,10,5,INR,Stock,NSE:2026-01-06:4',
      'Mine,TCS,2026-01-07,BUY,1,100,INR,Stock,NSE:2026-01-07:3',
    );
    assert.equal(imported, 1);
    assert.deepEqual(await held(), ['TCS 11']);
  });

  it('a day that comes to something else is recorded as it is: nothing is dropped on a guess', async () => {
    await take(TABLE, 'Mine,TCS,2026-01-05,BUY,10,100,INR,Stock');
    for (const [quantity, price, currency, type] of [
      [11, 100, 'INR', 'BUY'],
      [10, 100.01, 'INR', 'BUY'],
      [10, 100, 'INR', 'SELL'],
    ] as const) {
      const { imported } = await take(
        NUMBERED,
        `Mine,TCS,2026-01-05,${type},${quantity},${price},${currency},Stock,NSE:2026-01-05:${quantity}${price}${type}`,
      );
      assert.equal(imported, 1, `${type} ${quantity} ${price}`);
    }
  });

  it('two numbers are two trades, and two trades without a number that differ are two', async () => {
    await take(NUMBERED, 'Mine,TCS,2026-01-05,BUY,10,100,INR,Stock,NSE:2026-01-05:1');
    await take(NUMBERED, 'Mine,TCS,2026-01-05,BUY,10,100,INR,Stock,NSE:2026-01-05:2');
    assert.deepEqual(await held(), ['TCS 20']);
  });
});
