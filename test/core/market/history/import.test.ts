import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  importPriceFiles,
  type PriceImportOptions,
  priceImportWords,
} from '../../../../core/market/index.ts';
import { bhavcopy } from '../../../support/bhavcopy.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { zipOf } from '../../../support/nse-archive-server.ts';

const ALPHA = 'INE001A01010';
const BETA = 'INE002A01018';

describe('portfolio/Price history: files of prices and of corporate actions', () => {
  let world: TestCore;
  let dir: string;
  let ids: Record<string, string>;
  const coreAnew = sharedCore({ at: '2026-03-02T12:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
    dir = await mkdtemp(path.join(tmpdir(), 'munim-prices-'));
    ids = await world.core.database.asSystem('instruments for a test', async (trx) => {
      const rows = (await trx('market.instruments')
        .insert([
          { exchange: 'NSE', symbol: 'ALPHA', isin: ALPHA, asset_class: 'Indian Equity' },
          { exchange: 'NSE', symbol: 'NEWBETA', isin: BETA, asset_class: 'Indian Equity' },
        ])
        .returning(['id', 'symbol'])) as { id: string; symbol: string }[];
      await trx('market.symbol_changes').insert({
        exchange: 'NSE',
        from_symbol: 'BETA',
        to_symbol: 'NEWBETA',
        changed_on: '2026-02-26',
        source: 'test',
      });
      return Object.fromEntries(rows.map(({ id, symbol }) => [symbol, id]));
    });
  });
  afterEach(async () => {
    await world.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function put(name: string, content: string | Buffer): Promise<string> {
    const at = path.join(dir, name);
    await mkdir(path.dirname(at), { recursive: true });
    await writeFile(at, content);
    return at;
  }
  /** What the command says and whether it is content. */
  async function run(paths: string[], options: PriceImportOptions = {}) {
    const said: string[] = [];
    const isDone = await importPriceFiles(world.core.history, { paths, options }, (line) => said.push(line));
    return { isDone, said: said.join('\n') };
  }
  const raw = async (id: string | undefined) => {
    const { days, closes } = await world.core.history.closes({ instrumentId: id ?? '', adjusted: false });
    return days.map((day, at) => `${day} ${closes[at]}`);
  };

  it('contract/Command line: a path that is not there is refused in a sentence, before any file is taken', async () => {
    const there = await put('there.csv', 'date,close\n2026-02-26,100\n');
    const missing = path.join(dir, 'missing.csv');
    await assert.rejects(run([there, missing], { symbol: 'ALPHA' }), {
      message: `There is no file or folder ${missing}.`,
    });
    assert.deepEqual(await raw(ids['ALPHA']), []);
  });

  it('outside/Exchange prices: a bhavcopy in each of its three forms, zipped or not; debt and block deals are passed over', async () => {
    const rows = (close: string) => [
      { symbol: 'ALPHA', isin: ALPHA, close },
      { symbol: 'ALPHA', isin: ALPHA, close: '1', series: 'BL' },
      { symbol: 'STRANGER', isin: 'INE009A01021', close: '5' },
    ];
    const old = bhavcopy('2024-07-05', rows('99.5'));
    const newer = bhavcopy('2024-07-08', rows('100.25'));
    const full = bhavcopy('2024-07-09', rows('101'), { format: 'full' });
    await put(`2024/${newer.name}.zip`, zipOf(newer.name, newer.text));
    await put(`2024/${old.name}`, old.text);
    await put(full.name, full.text);
    await put('readme.txt', 'not a price');
    const { isDone, said } = await run([dir]);
    assert.deepEqual(await raw(ids['ALPHA']), ['2024-07-05 99.5', '2024-07-08 100.25', '2024-07-09 101']);
    assert.equal(isDone, true, said);
    assert.match(said, /Excluded, neither in a portfolio nor in the registry: STRANGER \(3\)/);
    assert.match(said, /Prices: 3 read, 3 new, 0 replaced, 0 rejected/);
    // The same folder again changes nothing.
    assert.match((await run([dir])).said, /Prices: 3 read, 0 new, 0 replaced, 0 rejected, 0 differ/);
  });

  it('one column per symbol and date,symbol,close: a symbol of its day, thousands, noise of 32 bits, an empty cell', async () => {
    const wide = await put(
      'wide.csv',
      'date,ALPHA,BETA,NEWBETA\r\n2026-02-25,100,50,\r\n2026-02-26,"1,01.5",,51\r\n',
    );
    const long = await put(
      'long.csv',
      '\uFEFFDate,Symbol,Open,Close\n27-Feb-2026,ALPHA,1,101.05000305175781\n27/02/2026,NEWBETA,1,5.2e1\n',
    );
    const { isDone, said } = await run([wide, long]);
    assert.equal(isDone, true, said);
    assert.deepEqual(await raw(ids['ALPHA']), ['2026-02-25 100', '2026-02-26 101.5', '2026-02-27 101.05']);
    // BETA until 2026-02-25 and NEWBETA since are one share.
    assert.deepEqual(await raw(ids['NEWBETA']), ['2026-02-25 50', '2026-02-26 51', '2026-02-27 52']);
  });

  it('rows that cannot be read are named by their line, the others are taken, and the command is not content', async () => {
    const file = await put(
      'prices.csv',
      [
        'date,symbol,close',
        '2026-02-25,ALPHA,100',
        '2026-02-30,ALPHA,100',
        '2026-02-26,ALPHA,a lot',
        '2026-02-26,,100',
        '2026-02-26,ALPHA',
        '',
        '2026-02-26,ALPHA,0',
        '2026-02-28,ALPHA,100',
        '2026-02-28,ALPHA,100',
        '2026-02-27,NOBODY,7',
      ].join('\n'),
    );
    const { isDone, said } = await run([file]);
    assert.equal(isDone, false);
    assert.deepEqual(await raw(ids['ALPHA']), ['2026-02-25 100']);
    for (const line of [
      'line 3: "2026-02-30" is not a date such as 2024-07-08.',
      'line 4: "a lot" is not a price.',
      'line 5: The row has no symbol.',
      'line 6: The row has 2 cells instead of 3.',
    ])
      assert.ok(said.includes(line), said);
    assert.match(said, /Excluded, neither in a portfolio nor in the registry: NOBODY \(1\)/);
    // Zero, and a Saturday twice: one finding.
    assert.match(said, /4 read, 1 new, 0 replaced, 3 rejected/);
    const { items, total } = await world.core.history.findings({ severity: 'ERROR' });
    assert.deepEqual(
      [items.map(({ kind, day }) => `${kind} ${day}`).toSorted(), total],
      [['NOT_POSITIVE 2026-02-26', 'PHANTOM_DAY 2026-02-28'], 2],
    );
  });

  it('--register enters what the registry does not know; --symbol says whose prices a file holds; an index by its name', async () => {
    const bare = await put('nifty500.csv', 'date,close\n2026-02-26,6786.10009765625\n2026-02-27,6866.5\n');
    const long = await put(
      'nifty50.csv',
      'date,open,close,symbol\n2026-02-27,1,25000.5,NIFTY 50\n2026-02-27,1,7,SGBAUG24\n',
    );
    assert.equal((await run([bare], { symbol: 'nifty 500' })).isDone, true);
    const { isDone, said } = await run([long], { register: true });
    assert.equal(isDone, true, said);
    assert.match(said, /1 instruments added to the registry/);
    const index = async (series: 'NIFTY50' | 'NIFTY500') => [
      ...(await world.core.history.closes({ series })).closes,
    ];
    assert.deepEqual([await index('NIFTY500'), await index('NIFTY50')], [[6786.1, 6866.5], [25_000.5]]);
    const found = await world.core.instruments.resolve({ symbol: 'SGBAUG24' });
    assert.deepEqual(found.outcome === 'FOUND' && found.instrument.asset_class, 'Bond');
    assert.deepEqual(await raw(found.outcome === 'FOUND' ? found.instrument.id : ''), ['2026-02-27 7']);
  });

  it('outside/Exchange prices: a split’s new ISIN stays one share, and --register does not give a symbol’s prices to another company', async () => {
    const day = (on: string, isin: string, close: string) =>
      bhavcopy(on, [{ symbol: 'OLDCO', isin, close }], { debt: 0 });
    // Two ISINs of one issuer, and one of another that bore the same symbol.
    for (const { name, text } of [
      day('2026-02-25', 'INE003A01016', '1000'),
      day('2026-02-26', 'INE003A01024', '205'),
      day('2026-02-27', 'INE004A01014', '7'),
    ])
      await put(name, text);
    const { said } = await run([dir], { register: true });
    const found = await world.core.instruments.resolve({ symbol: 'OLDCO' });
    const id = found.outcome === 'FOUND' ? found.instrument.id : '';
    assert.deepEqual(await raw(id), ['2026-02-25 1000', '2026-02-26 205'], said);
    assert.match(said, /nor in the registry: OLDCO \(1\)/);
  });

  it('a dry run says the same and keeps nothing, not even a finding or an instrument', async () => {
    const file = await put(
      'prices.csv',
      'date,symbol,close\n2026-02-26,ALPHA,100\n2026-02-28,ALPHA,1\n2026-02-27,NOBODY,1\n',
    );
    const { said } = await run([file], { dryRun: true, register: true });
    assert.match(said, /2 read, 1 new, 0 replaced, 1 rejected, 0 differ from stored ones; 1 new findings/);
    assert.match(said, /Dry run: nothing was stored/);
    assert.deepEqual([await raw(ids['ALPHA']), (await world.core.history.findings()).total], [[], 0]);
    assert.equal((await world.core.instruments.resolve({ symbol: 'NOBODY' })).outcome, 'UNKNOWN');
  });

  it('two imports of the same files at once: each price once, and both are content', async () => {
    const days = world.core.calendar.sessionsBetween('NSE', '2025-01-01', '2025-12-31');
    for (const day of days) {
      const { name, text } = bhavcopy(day, [{ symbol: 'ALPHA', isin: ALPHA, close: '100' }]);
      await put(name, text);
    }
    const both = await Promise.all([run([dir]), run([dir])]);
    assert.deepEqual(
      both.map(({ isDone }) => isDone),
      [true, true],
    );
    const added = both.map(({ said }) => Number(/(\d+) new, 0 replaced/.exec(said)?.[1]));
    assert.equal((added[0] ?? 0) + (added[1] ?? 0), days.length);
    assert.equal((await raw(ids['ALPHA'])).length, days.length);
    assert.equal((await world.core.history.findings()).total, 0);
  });

  it('a damaged archive is named and left out, and the others are imported', async () => {
    const good = bhavcopy('2026-02-26', [{ symbol: 'ALPHA', isin: ALPHA, close: '100' }]);
    const next = bhavcopy('2026-02-27', [{ symbol: 'ALPHA', isin: ALPHA, close: '101' }]);
    await put(good.name, good.text);
    // The directory at the end is whole and the data before it is not.
    await put(`${next.name}.zip`, zipOf(next.name, next.text).fill(0, 60, 120));
    const { isDone, said } = await run([dir]);
    assert.equal(isDone, false);
    assert.match(said, /\.csv\.zip: the archive cannot be read; excluded/);
    assert.deepEqual(await raw(ids['ALPHA']), ['2026-02-26 100']);
  });

  it('another close for a stored day stays out unless --replace says so', async () => {
    const first = await put('a.csv', 'date,symbol,close\n2026-02-26,ALPHA,100\n');
    const other = await put('b.csv', 'date,symbol,close\n2026-02-26,ALPHA,110\n');
    await run([first]);
    assert.match((await run([other])).said, /0 new, 0 replaced, 0 rejected, 1 differ/);
    assert.deepEqual(await raw(ids['ALPHA']), ['2026-02-26 100']);
    assert.match((await run([other], { replace: true })).said, /0 new, 1 replaced/);
    assert.deepEqual(await raw(ids['ALPHA']), ['2026-02-26 110']);
  });

  it('a file of something else is named and left out, and the others are imported', async () => {
    const odd = await put('odd.csv', 'a,b\n1,2\n');
    const good = await put('prices.csv', 'date,symbol,close\n2026-02-26,ALPHA,100\n');
    const broken = await put('broken.csv', '');
    const { isDone, said } = await run([odd, good, broken]);
    assert.equal(isDone, false);
    assert.match(said, /odd\.csv: neither prices nor corporate actions; excluded/);
    assert.match(said, /broken\.csv: neither/);
    assert.deepEqual(await raw(ids['ALPHA']), ['2026-02-26 100']);
  });

  it('markets/Corporate actions: a list of BSE is known by its columns, and goes by the short names there', async () => {
    const list = await put(
      'Corporate_Actions.csv',
      [
        'Security Code,Security Name,Company Name,Ex Date,Purpose,Record Date,BC Start Date,BC End Date,ND Start Date,ND End Date,Actual Payment Date',
        '500001,ALPHA,Alpha Ltd,28 Oct 2021,Stock  Split From Rs.10/- to Rs.2/-,29 Oct 2021,,,,,',
        '500001,ALPHA,Alpha Ltd,03 Dec 2024,Bonus issue 1:1,03 Dec 2024,,,,,',
        '500001,ALPHA,Alpha Ltd,05 Dec 2024,Interim Dividend - Rs. - 5.0000,05 Dec 2024,,,,,',
      ].join('\n'),
    );
    assert.match((await run([list])).said, /3 read, 3 new/);
    const kept = await world.core.history.shareActions([ids['ALPHA'] ?? ''], ['ALPHA']);
    assert.deepEqual(
      kept.map(({ exchange, ex_date, kind, new_shares, old_shares }) => [
        exchange,
        ex_date,
        kind,
        Number(new_shares) / Number(old_shares),
      ]),
      [
        ['BSE', '2021-10-28', 'SPLIT', 5],
        ['BSE', '2024-12-03', 'BONUS', 2],
      ],
    );
  });

  it('markets/Corporate actions: announcements adjust what is read, and what cannot be read waits for the operator', async () => {
    await run([
      await put(
        'prices.csv',
        'date,symbol,close\n2026-02-24,ALPHA,1000\n2026-02-25,ALPHA,101\n2026-02-26,ALPHA,34\n2026-02-27,ALPHA,35\n',
      ),
    ]);
    const { history } = world.core;
    // A fall of 90 % and one of 66 %.
    assert.equal((await history.findings({ kind: 'UNEXPLAINED_MOVE' })).total, 2);
    const actions = await put(
      'CF-CA-equities.csv',
      [
        'SYMBOL,COMPANY,PURPOSE,EX_DATE,RECORD_DATE,FACE_VALUE',
        'ALPHA,"Alpha, Limited",Bonus 1:1 And Face Value Split From Rs 10/- To Rs 2/-,25-Feb-2026,25-Feb-2026,10',
        'ALPHA,Alpha Limited,Split 1:3,26-Feb-2026,26-Feb-2026,2',
        'ALPHA,Alpha Limited,Dividend - Rs 3 Per Share,27-Feb-2026,27-Feb-2026,2',
        'NOBODY,Nobody Limited,Rights 2:5 @ Premium Rs 1.17/-,27-Feb-2026,-,2',
      ].join('\n'),
    );
    const { said } = await run([actions]);
    assert.match(said, /5 read, 5 new, 1 could not be understood/);
    assert.match((await run([actions])).said, /5 read, 0 new, 1 could not/);
    // 1,000 / 5 / 2 = 100; the second fall is not explained yet.
    const adjusted = async () => [...(await history.closes({ instrumentId: ids['ALPHA'] ?? '' })).closes];
    assert.deepEqual(await adjusted(), [100, 101, 34, 35]);
    assert.deepEqual(await raw(ids['ALPHA']), [
      '2026-02-24 1000',
      '2026-02-25 101',
      '2026-02-26 34',
      '2026-02-27 35',
    ]);
    assert.equal((await history.findings({ kind: 'UNEXPLAINED_MOVE' })).total, 1);
    assert.deepEqual(await history.openCounts(), {
      errors: 0,
      warnings: 1,
      infos: 0,
      unreadable_actions: 1,
      has_closes: true,
      has_announcements: true,
    });

    const { items } = await history.unreadableActions();
    const [unread] = items;
    assert.deepEqual([unread?.raw, unread?.symbol, items.length], ['Split 1:3', 'ALPHA', 1]);
    const id = unread?.id ?? '';
    await assert.rejects(history.resolveAction(id, { kind: 'SPLIT' }, 'owner'), { status: 422 });
    await assert.rejects(
      history.resolveAction(id, { kind: 'SPLIT', new_shares: 3, old_shares: 0 }, 'owner'),
      { status: 422 },
    );
    await assert.rejects(
      history.resolveAction('999', { kind: 'SPLIT', new_shares: 3, old_shares: 1 }, 'owner'),
      { status: 404 },
    );
    const done = await history.resolveAction(id, { kind: 'SPLIT', new_shares: 3, old_shares: 1 }, 'owner');
    assert.deepEqual([done.status, done.ratio, done.decided_by], ['MANUAL', 3, 'owner']);
    // 100 / 3, 101 / 3, and no fall left.
    assert.deepEqual(
      (await adjusted()).map((close) => close.toFixed(2)),
      ['33.33', '33.67', '34.00', '35.00'],
    );
    assert.deepEqual(await history.openCounts(), {
      errors: 0,
      warnings: 0,
      infos: 0,
      unreadable_actions: 0,
      has_closes: true,
      has_announcements: true,
    });
    // What a person decided is not read again by an import.
    await run([actions]);
    assert.equal((await history.unreadableActions()).total, 0);
    const { items: moving } = await history.actionsWithoutRatio();
    assert.deepEqual(
      moving.map(({ kind, symbol, instrument_id }) => [kind, symbol, instrument_id]),
      [['RIGHTS', 'NOBODY', null]],
    );
    assert.equal((await history.dismissAction(moving[0]?.id ?? '', 'owner')).status, 'DISMISSED');
    assert.equal((await history.actionsWithoutRatio()).total, 0);
  });

  it('markets/Corporate actions: an action announced before the registry knew its symbol is linked as soon as it does', async () => {
    const actions = await put('actions.csv', 'SYMBOL,PURPOSE,EX_DATE\nGAMMA,Bonus 1:1,27-Feb-2026\n');
    assert.match((await run([actions])).said, /not in the registry yet: GAMMA \(1\)/);
    const prices = await put('prices.csv', 'date,symbol,close\n2026-02-26,GAMMA,100\n2026-02-27,GAMMA,51\n');
    await run([prices], { register: true });
    // The instrument is new with these prices; the next ones find the action.
    await run([prices]);
    const found = await world.core.instruments.resolve({ symbol: 'GAMMA' });
    const id = found.outcome === 'FOUND' ? found.instrument.id : '';
    assert.deepEqual([...(await world.core.history.closes({ instrumentId: id })).closes], [50, 51]);
    assert.equal((await world.core.history.findings()).total, 0);
  });

  it('markets/Corporate actions: an action that explains half of a move leaves it listed; a demerger explains any', async () => {
    const { history } = world.core;
    await run([await put('prices.csv', 'date,ALPHA,NEWBETA\n2026-02-26,1000,637\n2026-02-27,101,109.75\n')]);
    assert.equal((await history.findings({ kind: 'UNEXPLAINED_MOVE' })).total, 2);
    const actions = (rows: string) => put('actions.csv', `SYMBOL,PURPOSE,EX_DATE\n${rows}`);
    await run([await actions('ALPHA,Bonus 1:1,27-Feb-2026\nNEWBETA,Demerger,27-Feb-2026\n')]);
    // 1,000 to 101 is 1:10, and the bonus makes 1:2 of it.
    const left = await history.findings({ kind: 'UNEXPLAINED_MOVE' });
    assert.deepEqual(
      left.items.map(({ symbol }) => symbol),
      ['ALPHA'],
    );
    await run([await actions('ALPHA,Face Value Split From Rs 10/- To Rs 2/-,27-Feb-2026\n')]);
    assert.equal((await history.findings()).total, 0);
  });

  it('a finding is dismissed once; a gap that is filled settles itself', async () => {
    const { history } = world.core;
    await run([
      await put(
        'a.csv',
        'date,symbol,close\n2026-02-24,ALPHA,100\n2026-02-27,ALPHA,101\n2026-02-28,ALPHA,101\n',
      ),
    ]);
    const [phantom] = (await history.findings({ kind: 'PHANTOM_DAY' })).items;
    await history.dismissFinding(phantom?.id ?? '', 'owner');
    await assert.rejects(history.dismissFinding(phantom?.id ?? '', 'owner'), { status: 404 });
    await assert.rejects(history.dismissFinding('x', 'owner'), { status: 404 });
    assert.deepEqual(
      (await history.findings()).items.map(({ kind, day, until }) => [kind, day, until]),
      [['GAP', '2026-02-25', '2026-02-26']],
    );
    await run([await put('b.csv', 'date,symbol,close\n2026-02-25,ALPHA,100\n')]);
    assert.equal((await history.findings()).total, 1, 'half filled is not filled');
    await run([await put('b.csv', 'date,symbol,close\n2026-02-26,ALPHA,100\n')]);
    assert.equal((await history.findings()).total, 0);
    assert.deepEqual(
      (await history.findings({ state: 'RESOLVED' })).items.map(({ kind }) => kind),
      ['GAP'],
    );
    // A dismissed one stays dismissed when it is met again.
    await run([path.join(dir, 'a.csv')]);
    assert.equal((await history.findings()).total, 0);
  });
});

describe('contract/Command line: the words of import-prices', () => {
  it('files and folders, with options in any order', () => {
    assert.deepEqual(
      priceImportWords([
        'a.csv',
        '--dry-run',
        '--symbol',
        'NIFTY 50',
        'b',
        '--exchange',
        'nasdaq',
        '--register',
        '--replace',
      ]),
      {
        paths: ['a.csv', 'b'],
        options: { dryRun: true, symbol: 'NIFTY 50', exchange: 'NASDAQ', register: true, replace: true },
      },
    );
  });
  for (const words of [
    [],
    ['--dry-run'],
    ['a.csv', '--symbol'],
    ['a.csv', '--symbol', '--dry-run'],
    ['a.csv', '--exchange', 'LSE'],
    ['a.csv', '--force'],
  ])
    it(`"${words.join(' ')}" is wrong use`, () => {
      assert.equal(priceImportWords(words), null);
    });
});
