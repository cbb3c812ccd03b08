import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, testCore, type TestCore } from '../../../support/core.ts';
import { collect } from './collect.ts';

const by = { actor: 'test' };
const TRADEBOOK =
  'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id';

/** Two purchases of 5 May, the later one first in the file, and a sale of half. */
const DAY = [
  ['buy', 10, 110, '900', '14:00:00'],
  ['sell', 10, 120, '950', '14:30:00'],
  ['buy', 10, 100, '100', '09:20:00'],
] as const;
const tradebook = (withTimes: boolean, more = '') =>
  [
    `${TRADEBOOK}${withTimes ? ',order_execution_time' : ''}`,
    ...DAY.map(
      ([side, quantity, price, number, time]) =>
        `TCS,INE467B01029,2025-05-05,NSE,EQ,EQ,${side},false,${quantity},${price},${number},1${withTimes ? `,2025-05-05T${time}` : ''}`,
    ),
    more,
  ].join('\n');

describe('portfolio/import times of execution', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-07-31T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const importFile = async (text: string) => {
    const { imports } = fixture.core.portfolio;
    const { import_id } = await imports.stage(fixture.owner, Readable.from([Buffer.from(text)]));
    return await imports.commit(fixture.owner, { import_id, portfolio: 'Main' }, by);
  };
  const recorded = async () =>
    (await fixture.core.portfolio.transactions.list(fixture.owner, { page_size: 50, order: 'asc' })).items;
  const gain = async () => {
    const report = await fixture.core.reports.tax.read(fixture.owner, { portfolio: 'Main', fy: '2025-26' });
    return [...report.lots, ...report.intraday_lots].reduce((sum, lot) => sum + (lot.gain ?? 0), 0);
  };
  const exported = async () => {
    let text = '';
    for await (const piece of await fixture.core.portfolio.exports.csv(fixture.owner, {
      type: 'transactions',
    }))
      text += piece;
    return text;
  };

  it('portfolio/Import and ledger rules 3: the purchases of a day are sold in the order of their execution', async () => {
    await importFile(tradebook(true));
    // The one of 09:20 went first: 10 × (120 − 100). By the order of the file it would be 10 × (120 − 110).
    assert.equal(await gain(), 200);
  });

  it('where two were executed at one time, the number of the trade decides; without a time the file does', async () => {
    const at = (first: string, second: string, time: string) =>
      [
        `${TRADEBOOK},order_execution_time`,
        `TCS,INE467B01029,2025-05-05,NSE,EQ,EQ,buy,false,10,110,${first},1,${time}`,
        `TCS,INE467B01029,2025-05-05,NSE,EQ,EQ,buy,false,10,100,${second},1,${time}`,
        'TCS,INE467B01029,2025-05-05,NSE,EQ,EQ,sell,false,10,120,950,1,2025-05-05T15:00:00',
      ].join('\n');
    await importFile(at('1000', '999', '2025-05-05T10:00:00'));
    assert.equal(await gain(), 200);
    const portfolio = (await fixture.core.portfolio.portfolios.list(fixture.owner)).find(
      ({ name }) => name === 'Main',
    );
    await fixture.core.portfolio.portfolios.remove(fixture.owner, portfolio?.id ?? '', by);
    // Midnight stands for the day alone.
    await importFile(at('1000', '999', '2025-05-05T00:00:00'));
    assert.equal(await gain(), 100);
  });

  it('trades on record without a time get it when the file is imported again, and the gain follows; a third time changes nothing', async () => {
    const first = await importFile(tradebook(false));
    assert.deepEqual([first.imported, await gain()], [3, 100]);
    const before = await recorded();
    assert.deepEqual(
      before.map(({ executed_at }) => executed_at),
      [null, null, null],
    );
    const second = await importFile(tradebook(true));
    assert.deepEqual([second.imported, second.skipped, second.symbols], [0, 3, 0]);
    const after = await recorded();
    assert.deepEqual(
      after.map(({ executed_at }) => executed_at),
      ['14:00:00', '14:30:00', '09:20:00'],
    );
    // Nothing else of them changed.
    assert.deepEqual(
      after.map((row) => ({ ...row, executed_at: null })),
      before,
    );
    assert.equal(await gain(), 200);
    await importFile(tradebook(true));
    // A time that is known stays.
    await importFile(tradebook(true).replace('T09:20:00', 'T15:20:00'));
    assert.deepEqual(await recorded(), after);
  });

  it('trades without a number get their time by their facts', async () => {
    const groww = (time: string) =>
      'Stock name,Symbol,ISIN,Type,Quantity,Value,Exchange,Exchange Order Id,Execution date and time,Order status\n' +
      `SBI,SBIN,INE062A01020,BUY,3,2500,NSE,1.1E+15,05-04-2024${time},Executed\n`;
    await importFile(groww(''));
    const { imported } = await importFile(groww(' 09:38 AM'));
    assert.equal(imported, 0);
    assert.deepEqual(
      (await recorded()).map(({ executed_at }) => executed_at),
      ['09:38:00'],
    );
  });

  it('portfolio/csv export: the time goes out and comes back', async () => {
    await importFile(tradebook(true));
    const text = await exported();
    assert.match(text.split('\r\n')[0] ?? '', /,Execution_ID,Executed_At$/);
    const other = await testCore({ at: '2026-07-31T06:00:00.000Z' });
    try {
      const { imports, transactions } = other.core.portfolio;
      const { import_id } = await imports.stage(other.owner, Readable.from([Buffer.from(text)]));
      await imports.commit(other.owner, { import_id }, by);
      const { items } = await transactions.list(other.owner, { order: 'asc' });
      const facts = ({ symbol, type, price, executed_at }: (typeof items)[number]) => [
        symbol,
        type,
        price,
        executed_at,
      ];
      assert.deepEqual(items.map(facts), (await recorded()).map(facts));
    } finally {
      await other.close();
    }
  });

  it('a time that a person puts in place of another has to be one', async () => {
    const { imports } = fixture.core.portfolio;
    const stage = async () =>
      (await imports.stage(fixture.owner, Readable.from([Buffer.from(tradebook(true))]))).import_id;
    const put = async (executed_at: string) =>
      await imports.commit(
        fixture.owner,
        { import_id: await stage(), portfolio: 'Main', rows: [2], row_overrides: { 2: { executed_at } } },
        by,
      );
    const refused = await put('noon');
    assert.match(refused.issues[0]?.message ?? '', /"noon" is not a time\. Enter it like 09:15:00\./);
    await put('9:15');
    assert.deepEqual(
      (await recorded()).map(({ executed_at }) => executed_at),
      ['09:15:00'],
    );
  });

  it('every layout that carries a time has it read', async () => {
    const timesOf = async (text: string) =>
      (await collect(text)).transactions.map(({ executed_at }) => executed_at);
    assert.deepEqual(await timesOf(tradebook(true)), ['14:00:00', '14:30:00', '09:20:00']);
    // Zerodha's report of one day's trades
    assert.deepEqual(
      await timesOf(
        'Symbol,ISIN,Trade Date,Exchange,Segment,Trade Type,Quantity,Price,Trade ID,Trade execution time\n' +
          'INFY,INE009A01021,2021-04-05,NSE,EQ,buy,1,1400,77,10:11:12\n',
      ),
      ['10:11:12'],
    );
    // Upstox, a fund without a time among its trades
    assert.deepEqual(
      await timesOf(
        'Date,Company,Amount,Exchange,Segment,Scrip Code,Instrument Type,Strike Price,Expiry,Trade Num,Trade Time,Side,Quantity,Price\n' +
          '45901,Infosys Limited,15000,NSE,EQ,500209,Equity,0,,5100001,10:05:01,Sell,10,1500\n' +
          '45874,Parag Parikh Flexi Cap Fund - D,4999.8,BMF,MF,F879O01027,MF,0,,,,Buy,62.4975,80\n',
      ),
      ['10:05:01', null],
    );
    // FYERS and Groww write date and time in one cell
    assert.deepEqual(
      await timesOf(
        'Symbol name,Symbol code,Date & time,Side,Product type,Qty,Traded price,Total value,Segment,Exchange order ID,OMS order ID\n' +
          'INFY,INFY-EQ,"02 Jul 2026, 10:00:00 AM",BUY,CNC,2,1500,3000,Capital Market,2.2E+15,2.60702E+12\n',
      ),
      ['10:00:00'],
    );
    // Common headers: a column of its own, and a date with its time
    assert.deepEqual(
      await timesOf('Date,Time,Symbol,Type,Quantity,Price\n2024-03-05,15:30,INFY,BUY,1,100\n'),
      ['15:30:00'],
    );
    assert.deepEqual(
      await timesOf('Date,Symbol,Type,Quantity,Price\n2024-03-05T15:30:10,INFY,SELL,1,100\n'),
      ['15:30:10'],
    );
    // A dividend is no execution
    assert.deepEqual(
      await timesOf('Date,Symbol,Type,Quantity,Price\n2024-03-05T15:30:10,INFY,DIVIDEND,1,100\n'),
      [null],
    );
  });
});
