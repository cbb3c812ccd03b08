import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { importPriceFiles, type PriceImportOptions } from '../../../../core/market/index.ts';
import { bhavcopy } from '../../../support/bhavcopy.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const BY = { actor: 'test' };
const HEAD = 'Portfolio,Symbol,ISIN,Date,Type,Quantity,Price,Currency,Asset Class';
/** ISINs of two shares and of a fund, with right check digits. */
const TCS = 'INE467B01029';
const FUND = 'INF209K01157';

describe('portfolio/Price history: prices of symbols and ISINs of the books, with an empty registry', () => {
  let world: TestCore;
  let dir: string;
  const coreAnew = sharedCore({ at: '2026-03-02T12:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
    dir = await mkdtemp(path.join(tmpdir(), 'munim-prices-'));
  });
  afterEach(async () => {
    await rm(dir, { recursive: true, force: true });
  });

  async function trades(...lines: string[]): Promise<void> {
    const { imports } = world.core.portfolio;
    const { import_id } = await imports.stage(
      world.owner,
      Readable.from([Buffer.from([HEAD, ...lines].join('\n'))]),
    );
    await imports.commit(world.owner, { import_id }, BY);
  }
  async function run(name: string, text: string, options: PriceImportOptions = {}) {
    const file = path.join(dir, name);
    await writeFile(file, text);
    const said: string[] = [];
    const isDone = await importPriceFiles(world.core.history, { paths: [file], options }, (line) =>
      said.push(line),
    );
    return { isDone, said: said.join('\n') };
  }
  const stored = async () => {
    const { rows } = await world.core.database.systemPool.query<{ line: string }>(
      `select concat_ws(' ', i.exchange, i.symbol, i.isin, i.asset_class, h.day, h.close::float8) as line
       from portfolio.price_history h join market.instruments i on i.id = h.instrument_id
       where i.asset_class <> 'Index' order by 1`,
    );
    return rows.map(({ line }) => line);
  };

  it('the daily line takes the closes of an exchange file in place of the prices of trades', async function withThread() {
    // The first question starts the calculating thread.
    this.timeout(600_000);
    await trades(
      `Main,TCS,${TCS},2025-12-01,BUY,10,100,INR,Indian Equity`,
      'Main,ACME,,2025-12-01,BUY,1,50,INR,Indian Equity',
    );
    const read = async () => await world.core.reports.values.read(world.owner);
    const before = await read();
    const at = before.days.indexOf('2026-02-26');
    // Until a market has a close, the prices of the trades count: 10 × 100 + 50.
    assert.equal(before.daily.value[at], 1050);
    const day = bhavcopy('2026-02-26', [
      { symbol: 'TCS', isin: TCS, close: '120' },
      { symbol: 'STRANGER', isin: 'INE009A01021', close: '5' },
    ]);
    const { isDone, said } = await run(day.name, day.text);
    assert.equal(isDone, true, said);
    assert.match(said, /1 instruments added to the registry/);
    assert.match(said, /neither in a portfolio nor in the registry: STRANGER \(1\)/);
    assert.deepEqual(await stored(), [`NSE TCS ${TCS} Indian Equity 2026-02-26 120`]);
    world.clock.pass(1);
    // 10 × 120 + 50.
    assert.equal((await read()).daily.value[at], 1250);
    assert.equal((await run('acme.csv', 'date,ACME\n2026-02-26,60\n')).isDone, true);
    world.clock.pass(1);
    // 10 × 120 + 60.
    assert.equal((await read()).daily.value[at], 1260);
  });

  it('a share that the books trade under two names with one ISIN is one instrument, at the first import', async () => {
    await trades(
      `Main,OLDTCS,${TCS},2022-01-03,BUY,10,100,INR,Indian Equity`,
      `Main,TCS,${TCS},2025-12-01,BUY,10,110,INR,Indian Equity`,
    );
    const { isDone, said } = await run('own.csv', 'date,OLDTCS,TCS\n2025-12-01,,110\n2022-01-03,100,\n');
    assert.equal(isDone, true, said);
    assert.deepEqual(await stored(), [
      `NSE TCS ${TCS} Indian Equity 2022-01-03 100`,
      `NSE TCS ${TCS} Indian Equity 2025-12-01 110`,
    ]);
  });

  it('old closes under a former name leave the rename proposed, and later ones come under the new name', async () => {
    await trades('Main,ZOMATO,INE758T01015,2024-01-15,BUY,10,130,INR,Indian Equity');
    const waiting = async () =>
      (await world.core.corporateActions.list(world.owner)).open.map((one) => `${one.symbol} ${one.title}`);
    const [rename] = await waiting();
    assert.match(rename ?? '', /^ZOMATO renamed to ETERNAL/);
    assert.equal((await run('own.csv', 'symbol,date,close\nZOMATO,2024-01-15,131\n')).isDone, true);
    assert.deepEqual(await waiting(), [rename]);
    const { isDone, said } = await run('new.csv', 'symbol,date,close\nETERNAL,2026-02-27,250\n');
    assert.equal(isDone, true, said);
    assert.deepEqual(await stored(), [
      'NSE ZOMATO INE758T01015 Indian Equity 2024-01-15 131',
      'NSE ZOMATO INE758T01015 Indian Equity 2026-02-27 250',
    ]);
    assert.equal((await world.core.instruments.resolve({ symbol: 'ETERNAL' })).outcome, 'FOUND');
  });

  it('a bhavcopy keeps the price of a demerged share before the demerger is applied', async () => {
    await trades('Main,ITC,INE154A01025,2024-01-15,BUY,100,400,INR,Indian Equity');
    const day = bhavcopy('2026-02-26', [{ symbol: 'ITCHOTELS', isin: 'INE379A01028', close: '200' }]);
    assert.equal((await run(day.name, day.text)).isDone, true);
    await world.core.corporateActions.apply(world.owner, 'all', BY);
    await world.core.closes.priceEverybody();
    const { items } = await world.core.portfolio.holdings.list(world.owner, {});
    // One for ten, listed on 29 January 2025.
    assert.deepEqual(
      items.filter(({ symbol }) => symbol === 'ITCHOTELS').map((one) => [one.quantity, one.current_price]),
      [[10, 200]],
    );
  });

  it('a sold share, a BSE code, a US share, a European ETF and a fund, each by its symbol or ISIN', async () => {
    await trades(
      'Main,SOLD-EQ,,2025-12-01,BUY,1,10,INR,Indian Equity',
      'Main,SOLD-EQ,,2025-12-02,SELL,1,10,INR,Indian Equity',
      'Main,543210,,2025-12-01,BUY,1,10,INR,Indian Equity',
      'Main,XYZ,,2025-12-01,BUY,1,10,USD,US Equity',
      'Main,VWCE,IE00BK5BQT80,2025-12-01,BUY,1,10,EUR,ETF',
      `Main,A FUND - GROWTH,${FUND},2025-12-01,BUY,1,10,INR,Mutual Fund`,
    );
    const rows = ['SOLD,1', '543210,2', 'XYZ,3', 'VWCE,4', `${FUND},5`].map((row) => `2026-02-26,${row}`);
    const { isDone, said } = await run('own.csv', ['date,symbol,close', ...rows].join('\n'));
    assert.equal(isDone, true, said);
    const expected = [
      'BSE 543210 Indian Equity 2026-02-26 2',
      'IE00BK5BQT80 IE00BK5BQT80 ETF 2026-02-26 4',
      `${FUND} ${FUND} Mutual Fund 2026-02-26 5`,
      'NSE SOLD Indian Equity 2026-02-26 1',
      'NYSE XYZ US Equity 2026-02-26 3',
    ];
    assert.deepEqual((await stored()).toSorted(), expected.toSorted());
    // Once more: the instruments are found again, and nothing is new.
    const again = (await run('own.csv', ['date,symbol,close', ...rows].join('\n'))).said;
    assert.match(again, /Prices: 5 read, 0 new/);
    assert.doesNotMatch(again, /added to the registry/);
  });

  it('a file by ISIN alone, and a fund by the code of its scheme', async () => {
    await trades(`Main,TCS,${TCS},2025-12-01,BUY,10,100,INR,Indian Equity`);
    await world.core.instruments.registerExternal({
      external_id: 'amfi:119551',
      symbol: 'INF846K01EW2',
      name: 'A fund',
      isin: null,
      asset_class: 'Mutual Fund',
      currency: 'INR',
    });
    assert.equal((await run('isin.csv', `Date,ISIN,Close\n2026-02-26,${TCS},120\n`)).isDone, true);
    const navs = 'Date,Scheme Code,NAV\n2026-02-26,119551,12.3456\n';
    assert.equal((await run('nav.csv', navs)).isDone, true);
    assert.deepEqual(await stored(), [
      'INF846K01EW2 Mutual Fund 2026-02-26 12.3456',
      `NSE TCS ${TCS} Indian Equity 2026-02-26 120`,
    ]);
  });

  it('AMFI’s list of NAVs: a fund of the books by either of its ISINs, one of the registry by its code', async () => {
    await trades(`Main,A FUND - IDCW,${FUND},2025-12-01,BUY,1,10,INR,Mutual Fund`);
    await world.core.instruments.registerExternal({
      external_id: 'amfi:119551',
      symbol: 'INF846K01EW2',
      name: 'Another fund',
      isin: 'INF846K01EW2',
      asset_class: 'Mutual Fund',
      currency: 'INR',
    });
    const list = [
      'Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Net Asset Value;Date',
      ' ',
      'Open Ended Schemes(Debt Scheme)',
      `100001;INF846K01EX0;${FUND};A Fund - IDCW;11.5;26-Feb-2026`,
      // Both of its rows are of one fund.
      '119551;INF846K01EW2;INF846K01EY8;Another Fund;22.25;26-Feb-2026',
      '100002;-;-;Without an ISIN;N.A.;26-Feb-2026',
      '100003;INF846K01EZ5;-;A Stranger;5;26-Feb-2026',
    ].join('\r\n');
    const { isDone, said } = await run('NAVAll.csv', list);
    assert.equal(isDone, true, said);
    assert.deepEqual(await stored(), [
      `${FUND} ${FUND} Mutual Fund 2026-02-26 11.5`,
      'INF846K01EW2 INF846K01EW2 Mutual Fund 2026-02-26 22.25',
    ]);
    assert.equal((await world.core.history.findings()).total, 0);
  });

  it('an exchange’s rupee price is not one of a dollar share with the same symbol, nor of another ISIN', async () => {
    await trades(
      'Main,ACE,,2025-12-01,BUY,1,10,USD,US Equity',
      `Main,TCS,${TCS},2025-12-01,BUY,1,10,INR,Indian Equity`,
    );
    const day = bhavcopy('2026-02-26', [
      { symbol: 'ACE', isin: 'INE731H01025', close: '900' },
      { symbol: 'TCS', isin: 'INE009A01021', close: '5' },
    ]);
    const { said } = await run(day.name, day.text);
    assert.match(said, /neither in a portfolio nor in the registry: ACE \(1\), TCS \(1\)/);
    assert.deepEqual(await stored(), []);
  });

  it('a file of symbols that no books have is left out with its reason; a dry run enters nothing', async () => {
    const { isDone, said } = await run('wrong.csv', 'date,symbol,close\n2026-02-26,NOBODY,7\n');
    assert.equal(isDone, false);
    assert.match(said, /neither in a portfolio nor in the registry: NOBODY \(1\)/);
    await trades('Main,ACME,,2025-12-01,BUY,1,50,INR,Indian Equity');
    const dry = await run('acme.csv', 'date,ACME\n2026-02-26,60\n', { dryRun: true });
    assert.match(dry.said, /1 instruments added to the registry/);
    assert.equal((await world.core.instruments.resolve({ symbol: 'ACME' })).outcome, 'UNKNOWN');
    assert.deepEqual(await stored(), []);
  });
});
