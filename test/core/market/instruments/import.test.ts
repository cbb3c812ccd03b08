import assert from 'node:assert/strict';
import {
  importWords,
  ListRefused,
  type Instruments,
  UnknownList,
} from '../../../../core/market/instruments/index.ts';
import { readRows } from '../../../../core/market/instruments/import/csv-table.ts';
import type { ImportOptions } from '../../../../core/market/instruments/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { TOPICS } from '../../../../core/platform/index.ts';

const SHARES = `SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE
ALPHA,Alpha Steel Limited,EQ,06-OCT-2008,5,1,INE001A01010,5
BETA,"Beta  Foods, Limited",BE,03-MAY-1995,10,1,INE002A01018,10
GAMMA,Gamma Limited,EQ,03-MAY-1995,10,1,INE002A01019,10
DELTA,Delta Limited,EQ,31-FEB-1995,10,1,INE003A01016,10
BETA,Beta Again Limited,EQ,03-MAY-1995,10,1,INE004A01014,10
`;
const ETFS = `Symbol,Underlying,SecurityName,DateofListing,MarketLot,ISINNumber,FaceValue
GOLDONE,Gold,ONE\u00A0GOLD ETF,08-Jan-02,1,${withCheckDigit('INF001A0101')},1.50
`;
const CHANGES = `Alpha Steel, Private Limited,OLDALPHA,ALPHA,01-APR-2015
`;
const QUOTED_CHANGES = `"Alpha Steel, Private Limited",OLDALPHA,ALPHA,01-APR-2015
,780LTFL30,799LTFL30,19-FEB-2025
Beta Limited,BETA,BETA,19-FEB-2025
`;
const HISTORY = `symbol,effective_from,effective_to,index_name,source,notes
ALPHA,2018-01-01,,NIFTY50,press,
GONE,2018-01-01,2020-03-26,NIFTY50,press,
GONE,2020-01-01,,NIFTY50,press,
`;
const HEADER = 'Company Name,Industry,Symbol,Series,ISIN Code';
/** A whole list of an index of 50: alpha, beta, a placeholder and 47 companies that the registry does not know. */
const indexList = (of: { beta?: boolean; sector?: string; rows?: number } = {}) =>
  [
    HEADER,
    `Alpha Steel Ltd.,${of.sector ?? 'Metals & Mining'},ALPHA,EQ,INE001A01010`,
    ...(of.beta === false ? [] : ['Beta Foods Ltd.,Fast Moving Consumer Goods,BETA,EQ,INE002A01018']),
    'Dummy Demerged Ltd.,Services,DUMMYDEM,EQ,DUMMYDEM0001',
    ...Array.from(
      { length: of.rows ?? 47 },
      (_, at) =>
        `Company ${at},Services,C${at},EQ,${withCheckDigit(`INE1${String(at).padStart(2, '0')}A0101`)}`,
    ),
  ].join('\r\n');

/** ISO 6166: letters as two digits, every second digit from the right doubled. */
function withCheckDigit(code: string): string {
  const digits = Array.from(code, (char) => Number.parseInt(char, 36)).join('');
  const sum = Array.from(digits)
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + Math.floor(value / 10) + (value % 10), 0);
  return `${code}${(10 - (sum % 10)) % 10}`;
}

const file = (name: string, text: string, encoding: BufferEncoding = 'utf8') => ({
  name,
  bytes: Buffer.from(text, encoding),
});

describe('instruments/Import of exchange lists', () => {
  let world: TestCore;
  let instruments: Instruments;
  const coreAnew = sharedCore({ at: '2026-04-02T06:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
    instruments = world.core.instruments;
  });

  const load = async (files: ReturnType<typeof file>[], options?: ImportOptions) =>
    (await instruments.importLists(files, options)).map(({ kind, rows, added, changed, issues }) =>
      `${kind} ${rows} +${added} ~${changed} ${issues.map(({ line, level }) => `${level} ${line}`).join(', ')}`.trim(),
    );

  it('a row is known by the line that it begins on, whatever stands in its cells', () => {
    assert.deepEqual(readRows('\uFEFFa, b\r\n\r\n"two\r\nlines","5"" nail"\r\n,\r\n x  y ,z\r\n'), [
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['two lines', '5" nail'] },
      { line: 6, cells: ['x y', 'z'] },
    ]);
    assert.throws(() => readRows('a\n"b'), /row 2 is never closed/);
  });

  it('lists are told by their headers, in any order; bad rows are named and left out; a second import changes nothing', async () => {
    const files = [
      file('symbolchange.csv', QUOTED_CHANGES),
      file('eq_etfseclist.csv', ETFS, 'latin1'),
      file('EQUITY_L.csv', SHARES),
    ];
    // GAMMA has a wrong check digit, DELTA no day of listing that exists, BETA stands there twice.
    assert.deepEqual(await load(files), [
      'shares 5 +2 ~0 error 4, error 5, error 6',
      'etfs 1 +1 ~0',
      'symbol changes 3 +2 ~0 skipped 3',
    ]);
    assert.deepEqual(await load(files), [
      'shares 5 +0 ~0 error 4, error 5, error 6',
      'etfs 1 +0 ~0',
      'symbol changes 3 +0 ~0 skipped 3',
    ]);
    const [etf] = await instruments.search('one gold');
    assert.deepEqual(
      [etf?.symbol, etf?.name, etf?.listed_on, etf?.face_value, etf?.asset_class],
      ['GOLDONE', 'ONE GOLD ETF', '2002-01-08', '1.5', 'ETF'],
    );
    assert.deepEqual(
      (await instruments.search('be')).map(({ symbol, name }) => [symbol, name]),
      [['BETA', 'Beta Foods, Limited']],
    );
    const old = await instruments.resolve({ symbol: 'OLDALPHA', on: '2010-01-04' });
    assert.deepEqual(old.outcome === 'FOUND' && [old.by, old.instrument.symbol], ['FORMER_SYMBOL', 'ALPHA']);
  });

  it('a file that is no list is refused by name, and nothing of the others is written', async () => {
    const call = instruments.importLists([file('EQUITY_L.csv', SHARES), file('prices.csv', 'a,b\n1,2\n')]);
    await assert.rejects(call, (error: unknown) => {
      assert.ok(error instanceof UnknownList);
      assert.match(error.message, /^prices\.csv could not be imported/);
      return true;
    });
    await assert.rejects(instruments.importLists([file('x.csv', CHANGES)]), UnknownList);
    assert.deepEqual(await instruments.search('alpha'), []);
  });

  it('outside/Exchange prices: a split’s new ISIN and a new symbol leave it the same instrument', async () => {
    await load([file('EQUITY_L.csv', SHARES)]);
    const before = await instruments.resolve({ symbol: 'ALPHA' });
    const split = SHARES.replace('ALPHA,Alpha', 'ALPHANEW,Alpha');
    assert.match((await load([file('EQUITY_L.csv', split)]))[0] ?? '', /\+0 ~1/);
    const isin = withCheckDigit('INE001A0102');
    assert.match(
      (await load([file('EQUITY_L.csv', split.replace('INE001A01010', isin))]))[0] ?? '',
      /\+0 ~1/,
    );
    const id = before.outcome === 'FOUND' ? before.instrument.id : 'none';
    for (const wanted of [{ isin }, { isin: 'INE001A01010' }, { symbol: 'ALPHANEW' }, { symbol: 'ALPHA' }]) {
      const found = await instruments.resolve(wanted);
      assert.equal(found.outcome === 'FOUND' && found.instrument.id, id, JSON.stringify(wanted));
    }
  });

  it('outside/Index universe: a symbol given to another company ends the old listing', async () => {
    await load([file('EQUITY_L.csv', SHARES)]);
    const heir = `${SHARES.split('\n')[0]}\nBETA,Another Limited,EQ,05-JAN-2026,10,1,${withCheckDigit('INE009A0101')},10\n`;
    assert.match((await load([file('EQUITY_L.csv', heir)]))[0] ?? '', /\+1 ~1/);
    const at = async (on: string) => {
      const found = await instruments.resolve({ symbol: 'BETA', on });
      return found.outcome === 'FOUND' ? found.instrument.name : found.outcome;
    };
    assert.deepEqual(
      [await at('2020-01-01'), await at('2026-02-02')],
      ['Beta Foods, Limited', 'Another Limited'],
    );
  });

  it('outside/Index universe: a list of an index: placeholders are passed over, scheme and date stand with the sector', async () => {
    await load([file('EQUITY_L.csv', SHARES)]);
    const on = { index: 'NIFTY50', asOf: '2026-04-01' } as const;
    const list = [file('list.csv', indexList())];
    // 49 members and two sectors are new; the placeholder is on line 4.
    assert.deepEqual(await load(list, on), ['index list 50 +49 ~2 skipped 4']);
    assert.deepEqual(await load(list, on), ['index list 50 +0 ~0 skipped 4']);
    const [alpha] = await instruments.search('ALPHA');
    assert.deepEqual(
      [alpha?.sector, alpha?.classification, alpha?.classified_on],
      ['Metals & Mining', 'NSE_SECTORS_2022', '2026-04-01'],
    );
    const next = [file('list.csv', indexList({ beta: false, rows: 48 }))];
    assert.match((await load(next, { ...on, asOf: '2026-09-30' }))[0] ?? '', /\+1 ~2/);
    const symbols = async (day: string) =>
      (await instruments.constituents('NIFTY50', day)).map(({ symbol }) => symbol);
    assert.deepEqual(
      [(await symbols('2026-03-31')).length, (await symbols('2026-09-29')).includes('BETA')],
      [0, true],
    );
    const later = await symbols('2026-09-30');
    assert.deepEqual([later.length, later.includes('BETA')], [49, false]);
  });

  it('an index list is refused without its index and day, when a newer one is there, and when it is cut short', async () => {
    const refused = (text: string, options: ImportOptions, message: RegExp) =>
      assert.rejects(instruments.importLists([file('list.csv', text)], options), (error: unknown) => {
        assert.ok(error instanceof ListRefused);
        assert.match(error.message, message);
        return true;
      });
    await refused(indexList(), {}, /--index NIFTY500 --as-of/);
    const on = { index: 'NIFTY50', asOf: '2026-04-01' } as const;
    await load([file('list.csv', indexList())], on);
    await refused(indexList(), { ...on, asOf: '2026-03-31' }, /1 Apr 2026 is already imported/);
    await refused(indexList({ rows: 20 }), { ...on, asOf: '2026-09-30' }, /Only 22 members/);
    assert.equal((await instruments.constituents('NIFTY50', '2026-10-01')).length, 49);
  });

  it('a history of memberships: spans that contradict one another are named, the end is the last day', async () => {
    assert.deepEqual(await load([file('history.csv', HISTORY)]), ['index history 3 +2 ~0 error 4']);
    // Once the registry knows the company, its membership is tied to it.
    assert.deepEqual(await load([file('history.csv', HISTORY), file('EQUITY_L.csv', SHARES)]), [
      'shares 5 +2 ~0 error 4, error 5, error 6',
      'index history 3 +0 ~1 error 4',
    ]);
    const on = async (day: string) =>
      (await instruments.constituents('NIFTY50', day)).map(({ symbol, name }) => `${symbol} ${name ?? '?'}`);
    assert.deepEqual(
      [await on('2017-12-31'), await on('2020-03-26'), await on('2020-03-27')],
      [[], ['ALPHA Alpha Steel Limited', 'GONE ?'], ['ALPHA Alpha Steel Limited']],
    );
  });

  it('a file of aliases: the next one may reject what an earlier one confirmed', async () => {
    const aliases = (status: string) =>
      file(
        'aliases.csv',
        `alias,kind,status,symbol\nAlpha Stl,BROKER,${status},ALPHA\nX,BROKER,CONFIRMED,NONE\n`,
      );
    await load([file('EQUITY_L.csv', SHARES)]);
    assert.deepEqual(await load([aliases('CONFIRMED')]), ['aliases 2 +1 ~0 error 3']);
    assert.equal((await instruments.resolve({ symbol: 'alpha stl' })).outcome, 'FOUND');
    assert.deepEqual(await load([aliases('REJECTED')]), ['aliases 2 +0 ~1 error 3']);
    assert.equal((await instruments.resolve({ symbol: 'alpha stl' })).outcome, 'UNKNOWN');
  });

  it('the restricted role may read the registry and not write it', async () => {
    await load([file('EQUITY_L.csv', SHARES)]);
    const { database } = world.core;
    const read = await database.asUser(
      world.owner,
      async (trx) => await trx('market.instruments').orderBy('symbol').pluck('symbol'),
    );
    assert.deepEqual(read, ['ALPHA', 'BETA']);
    for (const sql of [
      `update market.instruments set name = 'x'`,
      'delete from market.symbol_changes',
      `insert into market.index_lists (index_name, as_of, members) values ('NIFTY50', '2026-01-01', 1)`,
    ])
      await assert.rejects(
        database.asUser(world.owner, async (trx) => await trx.raw(sql)),
        /permission denied/,
      );
  });

  it('portfolio/Scheduler: daily_sector_enrichment fills what a holding lacks, and nothing that somebody said', async () => {
    await load([file('EQUITY_L.csv', SHARES), file('etf.csv', ETFS)]);
    await load([file('list.csv', indexList())], { index: 'NIFTY50', asOf: '2026-04-01' });
    const { portfolio, database } = world.core;
    const { id } = await portfolio.portfolios.create(
      world.owner,
      { name: 'Main', base_currency: 'INR' },
      { actor: 'test' },
    );
    await database.asUser(world.owner, async (trx) => {
      const row = (symbol: string, over: Record<string, string | null> = {}) => ({
        owner_user_id: world.owner,
        portfolio_id: id,
        symbol,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 1,
        source: 'MANUAL',
        ...over,
      });
      await trx('portfolio.holdings').insert([
        row('ALPHA'),
        row('BETA', { name: 'My beta', sector: null }),
        row('GOLDONE', { asset_class: 'ETF' }),
        row('FUND', { isin: 'INE001A01010', asset_class: 'Mutual Fund' }),
        row('NOBODY'),
      ]);
    });
    const revision = () => database.revision(world.owner, TOPICS);
    const before = await revision();
    assert.equal(await world.core.portfolio.labels.complete(world.owner), 3);
    assert.notEqual(await revision(), before);
    const rows = (await database.asUser(world.owner, async (trx) =>
      trx('portfolio.holdings').select('symbol', 'name', 'sector').orderBy('symbol'),
    )) as { symbol: string; name: string | null; sector: string | null }[];
    assert.deepEqual(
      rows.map(({ symbol, name, sector }) => [symbol, name, sector]),
      [
        ['ALPHA', 'Alpha Steel Limited', 'Metals & Mining'],
        ['BETA', 'My beta', 'Fast Moving Consumer Goods'],
        ['FUND', null, null],
        ['GOLDONE', 'ONE GOLD ETF', null],
        ['NOBODY', null, null],
      ],
    );
    const after = await revision();
    assert.equal(await world.core.portfolio.labels.complete(world.owner), 0);
    assert.equal(await world.core.portfolio.labels.complete(world.stranger), 0);
    assert.equal(await revision(), after, 'a run without anything to fill changes nothing');
  });
});

describe('npm run import-instruments', () => {
  for (const [args, expected] of [
    [['a.csv', 'b.csv'], { files: ['a.csv', 'b.csv'], options: {} }],
    [
      ['a.csv', '--index', 'nifty500', '--as-of', '2026-04-01'],
      { files: ['a.csv'], options: { index: 'NIFTY500', asOf: '2026-04-01' } },
    ],
    [[], null],
    [['--index', 'NIFTY50'], null],
    [['a.csv', '--index', 'SENSEX'], null],
    [['a.csv', '--as-of', '2026-02-30'], null],
    [['a.csv', '--force'], null],
  ] as const)
    it(`${args.join(' ') || 'without a file'} ${expected === null ? 'is wrong use' : 'is understood'}`, () => {
      assert.deepEqual(importWords(args), expected);
    });
});
