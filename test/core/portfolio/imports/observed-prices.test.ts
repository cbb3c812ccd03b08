import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { camsKfintechCas, mfCentralCas } from '../../../../core/portfolio/imports/statements/cas/index.ts';
import { nps } from '../../../../core/portfolio/imports/statements/india/index.ts';
import { ofx } from '../../../../core/portfolio/imports/statements/ofx/index.ts';
import { asOnDate } from '../../../../core/portfolio/imports/rows/index.ts';
import { runsOf } from '../../../support/cas-pages.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { collect } from './collect.ts';
import { MFCENTRAL, STATEMENT } from './samples/cas.ts';

const BY = { actor: 'test' };
const NPS = [
  'NPS Transaction Statement for Tier I Account',
  'Investment Details- Scheme Wise Summary',
  'Particulars,References,PENSION SCHEME E - TIER I,PENSION SCHEME G - TIER I',
  'Total Units,U,100.0000,50.0000',
  'NAV as on 31-Mar-2025,N,41.2500,"1,030.5000"',
  '',
  'Transaction Details',
  'Date,Particulars,Charges,PENSION SCHEME E - TIER I Amount (Rs),PENSION SCHEME E - TIER I NAV (Rs),PENSION SCHEME E - TIER I Units',
  '11-Apr-2024,By Contribution for March 2024,,4000.00,40.0000,100.0000',
  '31-Mar-2025,Closing Balance,,,,100.0000',
];

describe('portfolio/Import and ledger rules: prices that files print are kept as those of their days', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: '2026-03-02T06:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
  });

  async function importFile(lines: readonly string[]): Promise<string> {
    const { imports } = world.core.portfolio;
    const { import_id } = await imports.stage(
      world.owner,
      Readable.from([Buffer.from(`${lines.join('\n')}\n`)]),
    );
    await imports.commit(world.owner, { import_id }, BY);
    world.clock.pass(1);
    return import_id;
  }
  async function undo(id: string): Promise<void> {
    const { imports } = world.core.portfolio;
    const { digest } = await imports.undoPreview(world.owner, id);
    await imports.undo(world.owner, id, { digest }, BY);
  }
  const lines = async (sql: string) => {
    const { rows } = await world.core.database.systemPool.query<{ line: string }>(sql, [world.owner]);
    return rows.map(({ line }) => line);
  };
  const observed = async () =>
    await lines(
      `select concat_ws(' ', symbol, currency, day, price::float8, source) as line
       from portfolio.observed_prices where owner_user_id = $1 order by symbol, day`,
    );
  const held = async () =>
    await lines(
      `select concat_ws(' ', symbol, current_price::float8, coalesce(price_as_of::text, 'today')) as line
       from portfolio.holdings where owner_user_id = $1 order by symbol`,
    );
  const HEAD = 'Symbol,Quantity,Average price,Closing price,Asset class,Currency';

  it('a holdings statement "as on" a day has prices of that day', async () => {
    await importFile(['Holdings statement as on 30-06-2025', '', HEAD, 'ACME,5,10,12,Indian Equity,INR']);
    assert.deepEqual(await held(), ['ACME 12 2025-06-30']);
    assert.deepEqual(await observed(), ['ACME INR 2025-06-30 12 CSV']);
  });

  it('a row with the day of its price, one without, and one whose day is ahead', async () => {
    await importFile([
      `${HEAD},NAV date`,
      'ACME,5,10,12,Indian Equity,INR,30-Jun-2025',
      'BETA,5,10,13,Indian Equity,INR,',
      'GAMMA,5,10,14,Indian Equity,INR,30-Jun-2031',
    ]);
    assert.deepEqual(await held(), ['ACME 12 2025-06-30', 'BETA 13 today', 'GAMMA 14 today']);
    assert.deepEqual(await observed(), [
      'ACME INR 2025-06-30 12 CSV',
      'BETA INR 2026-03-02 13 CSV',
      'GAMMA INR 2026-03-02 14 CSV',
    ]);
  });

  it('an older statement leaves the newer price of a holding alone, and its own is kept all the same', async () => {
    const statement = (day: string, price: number) => [
      `Holdings as on ${day}`,
      HEAD,
      `ACME,5,10,${price},Indian Equity,INR`,
    ];
    await importFile(statement('2025-06-30', 12));
    const older = await importFile(statement('2024-06-30', 9));
    assert.deepEqual(await held(), ['ACME 12 2025-06-30']);
    assert.deepEqual(await observed(), ['ACME INR 2024-06-30 9 CSV', 'ACME INR 2025-06-30 12 CSV']);
    await undo(older);
    assert.deepEqual(await observed(), ['ACME INR 2025-06-30 12 CSV']);
  });

  it('an older price of one account is not one of another that has the same symbol', async () => {
    const statement = (day: string, mine: number, hers: number) => [
      `Holdings as on ${day}`,
      `Portfolio,${HEAD}`,
      `Mine,PPF,1,1000,${mine},Unlisted,INR`,
      `Hers,PPF,1,1000,${hers},Unlisted,INR`,
    ];
    await importFile(statement('2025-06-30', 1500, 3000));
    await importFile(statement('2024-06-30', 1400, 2800));
    assert.deepEqual(
      await lines(
        `select concat_ws(' ', p.name, day, price::float8) as line from portfolio.observed_prices o
         join portfolio.portfolios p on p.id = o.portfolio_id where o.owner_user_id = $1 order by day, p.name desc`,
      ),
      ['Mine 2024-06-30 1400', 'Hers 2024-06-30 2800', 'Mine 2025-06-30 1500', 'Hers 2025-06-30 3000'],
    );
  });

  it('the same price given again on a later day is kept as one of that day, by hand, in a form and in a file', async () => {
    const { holdings } = world.core.portfolio;
    const input = { portfolio: 'Default', symbol: 'ACME', asset_class: 'Unlisted', currency: 'INR' };
    const { id } = await holdings.create(
      world.owner,
      { ...input, quantity: 5, avg_buy_price: 10, current_price: 12 },
      BY,
    );
    world.clock.pass(24 * 60);
    // A change of another field gives no price.
    await holdings.update(world.owner, id, { sector: 'Paints' }, BY);
    assert.deepEqual(await observed(), ['ACME INR 2026-03-02 12 MANUAL']);
    const edited = await holdings.update(world.owner, id, { current_price: 12 }, BY);
    assert.equal(edited.priced_at, '2026-03-03T06:00:00.000Z');
    world.clock.pass(24 * 60);
    await holdings.updatePrice(world.owner, id, { price: 12 }, BY);
    world.clock.pass(24 * 60);
    const undated = [`Portfolio,${HEAD}`, 'Default,ACME,5,10,12,Unlisted,INR'];
    await importFile(undated);
    const days = [
      'ACME INR 2026-03-02 12 MANUAL',
      'ACME INR 2026-03-03 12 MANUAL',
      'ACME INR 2026-03-04 12 MANUAL',
      'ACME INR 2026-03-05 12 CSV',
    ];
    assert.deepEqual(await observed(), days);
    world.clock.pass(24 * 60);
    const last = await importFile([...undated, '']);
    assert.deepEqual(await observed(), [...days, 'ACME INR 2026-03-06 12 CSV']);
    assert.deepEqual(await held(), ['ACME 12 today']);
    await undo(last);
    assert.deepEqual(await observed(), days);
  });

  it('the same price in a file without a day leaves the day that a market gave', async () => {
    const { holdings, quotes } = world.core.portfolio;
    const input = { portfolio: 'Default', symbol: 'ACME', asset_class: 'Indian Equity', currency: 'INR' };
    await holdings.create(world.owner, { ...input, quantity: 5, avg_buy_price: 10 }, BY);
    const quote = { price: 12, previous_close: null, as_of: '2026-03-02', source: 'NSE' };
    await quotes.apply(
      world.owner,
      (await quotes.holdings(world.owner)).map((holding) => ({ holding, quote })),
    );
    world.clock.pass(24 * 60);
    await importFile([`Portfolio,${HEAD}`, 'Default,ACME,5,10,12,Indian Equity,INR']);
    assert.deepEqual(await held(), ['ACME 12 2026-03-02']);
    assert.deepEqual(await observed(), []);
  });

  it('undoing an import of holdings takes its prices back, and the ones before return', async () => {
    const first = await importFile(['Holdings as on 2025-06-30', HEAD, 'ACME,5,10,12,Indian Equity,INR']);
    const second = await importFile(['Holdings as on 2025-09-30', HEAD, 'ACME,6,10,15,Indian Equity,INR']);
    assert.deepEqual(await observed(), ['ACME INR 2025-06-30 12 CSV', 'ACME INR 2025-09-30 15 CSV']);
    await undo(second);
    assert.deepEqual(
      [await held(), await observed()],
      [['ACME 12 2025-06-30'], ['ACME INR 2025-06-30 12 CSV']],
    );
    await undo(first);
    assert.deepEqual([await held(), await observed()], [[], []]);
  });

  it('an NPS statement keeps the NAVs of schemes that the books have; undone, another statement still has them', async () => {
    const first = await importFile(NPS);
    assert.deepEqual(await observed(), ['PENSION SCHEME E - TIER I INR 2025-03-31 41.25 STATEMENT']);
    // The holding had no other price.
    assert.deepEqual(await held(), ['PENSION SCHEME E - TIER I 41.25 2025-03-31']);
    const more = NPS.map((row) =>
      row.replace('11-Apr-2024,By Contribution for March 2024', '12-May-2024,By Contribution for April 2024'),
    );
    const second = await importFile(more);
    await undo(first);
    assert.deepEqual(await observed(), ['PENSION SCHEME E - TIER I INR 2025-03-31 41.25 STATEMENT']);
    assert.deepEqual(await held(), ['PENSION SCHEME E - TIER I 41.25 2025-03-31']);
    await undo(second);
    assert.deepEqual([await observed(), await held()], [[], []]);
  });

  it('a statement whose purchases another file brought prices the holding, and takes the price back when it is undone', async () => {
    await importFile([
      'Symbol,Date,Type,Quantity,Price,Currency,Asset class',
      'PENSION SCHEME E - TIER I,11-Apr-2024,BUY,10,40,INR,Mutual Fund',
    ]);
    assert.deepEqual(await held(), ['PENSION SCHEME E - TIER I 40 2024-04-11']);
    const statement = await importFile(NPS);
    assert.ok((await held()).includes('PENSION SCHEME E - TIER I 41.25 2025-03-31'));
    await undo(statement);
    assert.deepEqual([await held(), await observed()], [['PENSION SCHEME E - TIER I 40 2024-04-11'], []]);
  });

  it('NPS: every scheme of the summary, wide or one to a line', () => {
    const read = (rows: readonly string[]) =>
      nps
        .read({ sheets: [{ name: '', rows: rows.map((row) => row.split(';')) }] }, null)
        .prices?.map(({ symbol, day, price }) => `${symbol} ${day} ${price}`);
    const wide = NPS.map((row) => row.replace('"1,030.5000"', '1030.5000').replaceAll(',', ';'));
    assert.deepEqual(read(wide), [
      'PENSION SCHEME E - TIER I 2025-03-31 41.25',
      'PENSION SCHEME G - TIER I 2025-03-31 1030.5',
    ]);
    assert.deepEqual(
      read([
        'NPS Transaction Statement for Tier I Account',
        'Particulars;Value of your holdings (in Rs);Total Units ( U );NAV as on 16-Jul-2025 ( N )',
        'SCHEME C;1,000.00;50.0000;20.0000',
      ]),
      ['SCHEME C 2025-07-16 20'],
    );
  });

  it('CAS of CAMS, KFintech and MFCentral: the NAV beside the closing units, with its day', () => {
    const pricesOf = (format: typeof camsKfintechCas, statement: typeof STATEMENT) =>
      format
        .read({ pages: runsOf(statement) }, null)
        .prices?.map(({ currency, day, price }) => [currency, day, price].join(' '));
    // As printed below each scheme.
    assert.deepEqual(pricesOf(camsKfintechCas, STATEMENT), [
      'INR 2023-05-31 24',
      'INR 2023-05-31 12',
      'INR 2023-05-31 24',
      'INR 2023-05-31 110',
    ]);
    assert.ok(pricesOf(mfCentralCas, MFCENTRAL)?.includes('INR 2023-05-31 24'));
  });

  it('OFX: positions beside transactions have the prices of their day', () => {
    const text = `OFXHEADER:100
<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20250331<CURDEF>USD
<INVACCTFROM><BROKERID>x<ACCTID>1</INVACCTFROM>
<INVTRANLIST><DTSTART>20250101<DTEND>20250331
<BUYSTOCK><INVBUY><INVTRAN><FITID>1<DTTRADE>20250110</INVTRAN><SECID><UNIQUEID>US0378331005<UNIQUEIDTYPE>ISIN</SECID><UNITS>2<UNITPRICE>200<TOTAL>-400</INVBUY><BUYTYPE>BUY</BUYSTOCK>
</INVTRANLIST>
<INVPOSLIST><POSSTOCK><INVPOS><SECID><UNIQUEID>US0378331005<UNIQUEIDTYPE>ISIN</SECID><HELDINACCT>CASH<POSTYPE>LONG<UNITS>2<UNITPRICE>222.13<MKTVAL>444.26<DTPRICEASOF>20250328160000</INVPOS></POSSTOCK></INVPOSLIST>
</INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`;
    const { type, prices } = ofx.read({ text }, null);
    assert.equal(type, 'transactions');
    assert.deepEqual(prices, [
      { symbol: 'US0378331005', isin: 'US0378331005', currency: 'USD', day: '2025-03-28', price: '222.13' },
    ]);
  });

  it('Activity Statement of Interactive Brokers: open positions have the prices of its last day', async () => {
    const head = [
      'Statement,Header,Field Name,Field Value',
      'Statement,Data,BrokerName,Interactive Brokers',
      'Statement,Data,Title,Activity Statement',
      'Statement,Data,Period,"January 1, 2024 - December 31, 2024"',
      'Account Information,Header,Field Name,Field Value',
      'Account Information,Data,Base Currency,USD',
      'Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price,Cost Basis,Close Price,Value,Unrealized P/L,Code',
      'Open Positions,Data,Summary,Stocks,USD,NVDA,10,1,60.05,600.50,134.29,1342.90,742.40,',
    ];
    const trade = [
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
      'Trades,Data,Order,Stocks,USD,NVDA,"2024-02-14, 11:00:00",10,60.00,60.20,-600.00,-0.50,600.50,0.00,2.00,O',
    ];
    const { holdings } = await collect(head.join('\n'));
    assert.deepEqual(
      holdings.map(({ symbol, current_price, price_date }) => [symbol, current_price, price_date]),
      [['NVDA', '134.29', '2024-12-31']],
    );
    await importFile([...head, ...trade]);
    assert.deepEqual(await observed(), ['NVDA USD 2024-12-31 134.29 STATEMENT']);
  });

  it('Schwab: the list of positions is of the day in its title', async () => {
    const { holdings } = await collect(
      [
        '"Positions for account Individual ...000 as of 02:21 PM ET, 2025/01/02"',
        '',
        '"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis"',
        '"SCHD","SCHWAB US DIVIDEND EQUITY ETF","60.5","27.20","$1,645.60","$1,573.50"',
      ].join('\n'),
    );
    assert.deepEqual(
      holdings.map(({ symbol, current_price, price_date }) => [symbol, current_price, price_date]),
      [['SCHD', '27.2', '2025-01-02']],
    );
  });

  it('the day after "as on", in the forms that files have', () => {
    const cases: [string, string | null][] = [
      ['Holdings statement for stocks as on 06-08-2026', '2026-08-06'],
      ['equity holdings statement as on 2025-03-31', '2025-03-31'],
      ['NAV as on 31-Mar-2023', '2023-03-31'],
      ['Value as at 31/03/2023', '2023-03-31'],
      ['as on March 31 2023', '2023-03-31'],
      ['as on March 31, 2023', '2023-03-31'],
      ['sold as on the market', null],
      ['basis of 12-12-2020', null],
    ];
    for (const [text, day] of cases) assert.equal(asOnDate(text, 'dmy'), day, text);
    assert.equal(asOnDate('as of 01/02/2025', 'mdy'), '2025-01-02');
  });

  it('one symbol by hand in the accounts of two people has two prices: cards and lines use each account’s own', async () => {
    const { portfolio, reports } = world.core;
    const add = async (name: string, current_price: number): Promise<string> => {
      const fund = {
        symbol: 'PPF',
        currency: 'INR',
        asset_class: 'Unlisted',
        quantity: 1000,
        avg_buy_price: 100,
      };
      const made = await portfolio.holdings.create(
        world.owner,
        { ...fund, portfolio: name, current_price } as never,
        BY,
      );
      return made.id;
    };
    const hers = await add('Hers', 300);
    const mine = await add('Mine', 500);
    await portfolio.snapshots.take(world.owner);
    const ends = async (name?: string) => {
      const { points } = await reports.valueHistory.read(
        world.owner,
        name === undefined ? {} : { portfolio: name },
      );
      return points.map(({ value }) => value);
    };
    // 1,000 × 500 and 1,000 × 300.
    assert.deepEqual(
      [await ends('Mine'), await ends('Hers'), await ends()],
      [[500_000], [300_000], [800_000]],
    );
    world.clock.pass(24 * 60);
    await portfolio.holdings.update(world.owner, hers, { current_price: 330 }, BY);
    await portfolio.snapshots.take(world.owner);
    assert.deepEqual(
      [await ends('Mine'), await ends('Hers'), await ends()],
      [
        [500_000, 500_000],
        [300_000, 330_000],
        [800_000, 830_000],
      ],
    );
    // 30,000 on 800,000 are 3.75 %.
    assert.equal((await reports.performance.read(world.owner, {})).twr_pct?.toFixed(6), '3.750000');
    assert.deepEqual((await world.core.quality.audit.run(world.owner)).findings, []);
    // After the other account is closed, the past values of this one still have its own prices.
    await portfolio.holdings.remove(world.owner, mine, BY);
    assert.deepEqual(await ends('Hers'), [300_000, 330_000]);
  });
});
