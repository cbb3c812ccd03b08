import assert from 'node:assert/strict';
import { createPanelLoader, type PanelQuestion } from '../../../../core/strategies/data/index.ts';
import type { PricePanel } from '../../../../core/strategies/panel/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { market } from '../../../support/market.ts';

/** Five sessions: Mon 6 to Fri 10 January 2020. */
const WEEK = ['2020-01-06', '2020-01-07', '2020-01-08', '2020-01-09', '2020-01-10'];
const [MON = '', TUE = '', WED = '', THU = '', FRI = ''] = WEEK;
const IN_WEEK = { from: MON, to: FRI, warmup: 0 };

/** Closes of a share by its symbol; null where there is none. */
function closesOf({ securities, closes, days }: PricePanel, symbol: string): (number | null)[] {
  const at = securities.findIndex((one) => one.symbol === symbol);
  assert.ok(at >= 0, `${symbol} is in the panel`);
  return [...closes.subarray(at * days.length, (at + 1) * days.length)].map((close) =>
    Number.isNaN(close) ? null : close,
  );
}

describe('price panels from the records of the market', () => {
  const fresh = sharedCore();
  let world: TestCore;
  beforeEach(async () => {
    world = await fresh();
  });
  const load = async (question: Partial<PanelQuestion> & Pick<PanelQuestion, 'universe'>) =>
    await createPanelLoader(world.core).load({ ...IN_WEEK, ...question });

  it('holds the closes as they were traded, session by session, with holes where there is none', async () => {
    await market()
      .share('AAA', { sector: 'Banks', name: 'Aaa Ltd', isin: 'INE001A01036' })
      .share('BBB', { asset_class: 'ETF', delisted_on: FRI })
      .closes('AAA', MON, [100, 101.25, null, 50.5, 51])
      .closes('BBB', TUE, [0.0000000001, 12345678901.2345])
      .split('AAA', THU, 2, 1)
      .dividend('AAA', WED, 2.5)
      .dividend('AAA', '2020-02-03', 9)
      .dividend('AAA', '2019-12-02', 9)
      .write(world.core);
    const { panel, unknown } = await load({ universe: ['AAA', 'BBB'] });
    assert.deepEqual(panel.days, WEEK);
    // Never adjusted: the split of Thursday is told beside the closes.
    assert.deepEqual(closesOf(panel, 'AAA'), [100, 101.25, null, 50.5, 51]);
    assert.deepEqual(closesOf(panel, 'BBB'), [null, 1e-10, 12345678901.2345, null, null]);
    assert.deepEqual(
      panel.securities.map(({ instrument_id: _id, ...share }) => share),
      [
        {
          symbol: 'AAA',
          name: 'Aaa Ltd',
          isin: 'INE001A01036',
          sector: 'Banks',
          asset_class: 'Indian Equity',
          delisted_on: null,
          member: [{ from: MON, to: null }],
        },
        {
          symbol: 'BBB',
          name: null,
          isin: null,
          sector: null,
          asset_class: 'ETF',
          delisted_on: FRI,
          member: [{ from: MON, to: null }],
        },
      ],
    );
    assert.deepEqual(
      panel.actions.map(({ ex_date, kind, new_shares, old_shares, amount }) => [
        ex_date,
        kind,
        Number(new_shares),
        Number(old_shares),
        Number(amount),
      ]),
      [
        [WED, 'DIVIDEND', 0, 0, 2.5],
        [THU, 'SPLIT', 2, 1, 0],
      ],
    );
    assert.deepEqual([panel.survivorship, unknown], ['CHOSEN_SYMBOLS', []]);
  });

  it('begins so many sessions earlier, over holidays and weekends', async () => {
    await market()
      .share('AAA')
      .closes('AAA', '2019-12-30', () => 10, FRI)
      .write(world.core);
    const { panel } = await load({ universe: ['AAA'], warmup: 6 });
    assert.deepEqual(panel.days, [
      '2019-12-27',
      '2019-12-30',
      '2019-12-31',
      '2020-01-01',
      '2020-01-02',
      '2020-01-03',
      ...WEEK,
    ]);
    assert.deepEqual(closesOf(panel, 'AAA'), [null, ...Array.from({ length: 10 }, () => 10)]);
    // A day that is no session begins with the next one.
    assert.deepEqual((await load({ universe: ['AAA'], from: '2020-01-04', warmup: 1 })).panel.days, [
      '2020-01-03',
      ...WEEK,
    ]);
    assert.deepEqual(
      (await load({ universe: ['AAA'], from: '2020-01-11', to: '2020-01-12' })).panel.days,
      [],
    );
  });

  it('takes each symbol as it was known, one share once, and reports what stands for no share', async () => {
    await market()
      .share('NEWNAME')
      .share('BOND', { asset_class: 'Bond' })
      .renamed('OLDNAME', 'NEWNAME', '2023-05-02')
      .closes('NEWNAME', MON, [1, 2, 3, 4, 5])
      .write(world.core);
    const { panel, unknown } = await load({ universe: ['OLDNAME', 'NEWNAME', 'NOBODY', 'BOND'] });
    assert.deepEqual(
      panel.securities.map(({ symbol, instrument_id }) => [symbol, instrument_id !== null]),
      [
        ['BOND', false],
        ['NEWNAME', true],
        ['NOBODY', false],
      ],
    );
    assert.deepEqual(closesOf(panel, 'NEWNAME'), [1, 2, 3, 4, 5]);
    assert.deepEqual(closesOf(panel, 'NOBODY'), [null, null, null, null, null]);
    assert.deepEqual(unknown, ['NOBODY', 'BOND']);
  });

  it('holds whoever was in the index on the day, those that left it included', async () => {
    await market()
      .share('STAYS')
      .share('LEFT')
      .share('CAME')
      .share('GONE')
      .share('TWICE')
      .closes('LEFT', MON, [1, 2, 3, 4, 5])
      .member('NIFTY50', 'STAYS', '2015-01-01')
      .member('NIFTY50', 'LEFT', '2015-01-01', TUE)
      .member('NIFTY50', 'CAME', WED)
      .member('NIFTY50', 'GONE', '2015-01-01', '2020-01-05')
      .member('NIFTY50', 'TWICE', '2015-01-01', MON)
      .member('NIFTY50', 'TWICE', FRI)
      .member('NIFTY50', 'NOBODY', '2015-01-01')
      .member('NIFTY500', 'GONE', '2015-01-01')
      .levels('NIFTY50', MON, [12000, null, 12100.5])
      .write(world.core);
    const { panel } = await load({ universe: 'NIFTY50' });
    assert.equal(panel.survivorship, 'MEMBERSHIP_BY_DATE');
    assert.deepEqual(
      panel.securities.map(({ symbol, member, instrument_id }) => [symbol, instrument_id !== null, member]),
      [
        ['CAME', true, [{ from: WED, to: null }]],
        ['LEFT', true, [{ from: '2015-01-01', to: TUE }]],
        ['NOBODY', false, [{ from: '2015-01-01', to: null }]],
        ['STAYS', true, [{ from: '2015-01-01', to: null }]],
        [
          'TWICE',
          true,
          [
            { from: '2015-01-01', to: MON },
            { from: FRI, to: null },
          ],
        ],
      ],
    );
    // Its closes go on after it left: whoever holds it sells at one of them.
    assert.deepEqual(closesOf(panel, 'LEFT'), [1, 2, 3, 4, 5]);
    assert.deepEqual([panel.benchmark?.code, panel.benchmark?.name], ['NIFTY50', 'NIFTY 50']);
    assert.deepEqual(
      [...(panel.benchmark?.closes ?? [])],
      [12000, Number.NaN, 12100.5, Number.NaN, Number.NaN],
    );
  });

  it('says so where the members are known only later, and takes the first known ones for the days before', async () => {
    const members = Array.from({ length: 20 }, (_, nr) => `M${10 + nr}`);
    const builder = market()
      .member('NIFTY500', 'EARLY', '2010-01-01', '2019-12-31')
      .member('NIFTY500', 'NEXT', THU);
    for (const symbol of members) builder.share(symbol).member('NIFTY500', symbol, WED);
    await builder.write(world.core);
    const { panel } = await load({ universe: 'NIFTY500' });
    assert.equal(panel.survivorship, 'CURRENT_MEMBERS');
    // One old span tells nothing of the index; who came after the first known day was not there before.
    assert.deepEqual(
      panel.securities.map(({ symbol, member }) => [symbol, member[0]?.from]),
      [...members.map((symbol) => [symbol, MON]), ['NEXT', THU]],
    );
    const later = await load({ universe: 'NIFTY500', from: WED });
    assert.equal(later.panel.survivorship, 'MEMBERSHIP_BY_DATE');
    assert.deepEqual((await load({ universe: 'NIFTY50' })).panel.securities, []);
  });

  it('counts an action once however often it was announced, and leaves out what was withdrawn or dismissed', async () => {
    await market()
      .share('AAA')
      .closes('AAA', MON, [1])
      .split('AAA', WED, 5, 1)
      .action({ symbol: 'AAA', ex_date: WED, kind: 'SPLIT', new_shares: 5, old_shares: 1, source: 'other' })
      // A provider's word of the same split, a day off.
      .action({ symbol: 'AAA', ex_date: THU, kind: 'SPLIT', new_shares: 5, old_shares: 1, source: 'YAHOO' })
      .dividend('AAA', TUE, 3)
      .action({ symbol: 'AAA', ex_date: TUE, kind: 'DIVIDEND', amount: 3, exchange: 'BSE' })
      // Two in one announcement, of the same amount.
      .dividend('AAA', FRI, 1)
      .dividend('AAA', FRI, 1)
      .action({ symbol: 'AAA', ex_date: FRI, kind: 'DEMERGER' })
      .action({
        symbol: 'AAA',
        ex_date: MON,
        kind: 'BONUS',
        new_shares: 2,
        old_shares: 1,
        status: 'DISMISSED',
      })
      .action({ symbol: 'AAA', ex_date: MON, kind: 'DIVIDEND', amount: 8, withdrawn: true })
      .action({ symbol: 'AAA', ex_date: MON, kind: 'UNKNOWN', status: 'UNREADABLE' })
      .action({ symbol: 'AAA', ex_date: MON, kind: 'MEETING' })
      .write(world.core);
    const { panel } = await load({ universe: ['AAA'] });
    assert.deepEqual(
      panel.actions.map(({ ex_date, kind }) => `${ex_date} ${kind}`),
      [`${TUE} DIVIDEND`, `${WED} SPLIT`, `${FRI} DIVIDEND`, `${FRI} DIVIDEND`, `${FRI} DEMERGER`],
    );
    // The exchange's word lies outside this span and still comes before the provider's.
    const { panel: later } = await load({ universe: ['AAA'], from: THU });
    assert.deepEqual(
      later.actions.map(({ ex_date, kind }) => `${ex_date} ${kind}`),
      [`${FRI} DIVIDEND`, `${FRI} DIVIDEND`, `${FRI} DEMERGER`],
    );
  });

  it('the same data has the same revision; whatever changes gives it another, and changes the stamp', async () => {
    const ids = await market()
      .share('AAA')
      .share('BBB')
      .closes('AAA', MON, [1, 2, 3])
      .levels('NIFTY500', MON, [10])
      .member('NIFTY50', 'BBB', '2015-01-01')
      .write(world.core);
    const loader = createPanelLoader(world.core);
    const question = { ...IN_WEEK, universe: ['AAA', 'BBB'] };
    const seen = new Set<string>();
    const stamps = new Set<string>();
    const look = async () => {
      const { revision } = (await loader.load(question)).panel;
      assert.equal((await loader.load(question)).panel.revision, revision);
      assert.match(revision, /^[0-9a-f]{16}$/);
      const stamp = await loader.stamp();
      assert.equal(await loader.stamp(), stamp);
      seen.add(revision);
      stamps.add(stamp);
    };
    await look();
    const id = ids.get('AAA') ?? '';
    const changes = [
      `update portfolio.price_history set close = 3.0000000001 where close = 3`,
      `insert into portfolio.price_history (instrument_id, day, close, source) values (${id}, '${THU}', 4, 'FILE')`,
      `delete from portfolio.price_history where day = '${MON}'`,
      `insert into market.corporate_actions (exchange, symbol, instrument_id, ex_date, raw, kind, amount, status, source)
       values ('NSE', 'AAA', ${id}, '${WED}', 'x', 'DIVIDEND', 1, 'READ', 'test')`,
      `update market.corporate_actions set amount = 2`,
      `update market.instruments set sector = 'Banks', classification = 'NSE', classified_on = '2020-01-01'`,
      `update market.instruments set delisted_on = '${FRI}' where symbol = 'BBB'`,
      `update portfolio.benchmark_snapshots set close = 11`,
    ];
    for (const sql of changes) {
      await world.core.database.systemPool.query(sql);
      await look();
    }
    assert.deepEqual([seen.size, stamps.size], [changes.length + 1, changes.length + 1]);
    // A member of an index changes the panel of that index.
    await world.core.database.systemPool.query(`update market.index_constituents set valid_to = '${TUE}'`);
    stamps.add(await loader.stamp());
    assert.equal(stamps.size, changes.length + 2);
  });

  it('refuses more shares than fit', async () => {
    await world.core.database.systemPool.query(
      `insert into market.index_constituents (index_name, symbol, valid_from, source)
       select 'NIFTY500', 'S' || n, '2015-01-01', 'test' from generate_series(1, 1501) n`,
    );
    await assert.rejects(load({ universe: 'NIFTY500' }), /1501 shares.*at most 1500/);
  });

  it('portfolio/Policy rules 4: the fund for spare cash is a member of no day, by whatever symbol, and is there when nobody knows it', async () => {
    const ids = await market()
      .share('AAA')
      .share('NEWCASE', { asset_class: 'ETF' })
      .renamed('LIQUIDCASE', 'NEWCASE', '2020-01-02')
      .closes('AAA', MON, [100, 101])
      .closes('NEWCASE', MON, [110, 110.02])
      .member('NIFTY50', 'AAA', '2019-01-01')
      .write(world.core);
    const fundOf = ({ securities, liquid }: PricePanel) => securities[liquid?.security ?? -1];
    const { panel } = await load({ universe: 'NIFTY50', liquid: 'NEWCASE' });
    assert.deepEqual(
      [fundOf(panel)?.instrument_id, fundOf(panel)?.asset_class, fundOf(panel)?.member],
      [ids.get('NEWCASE'), 'ETF', []],
    );
    assert.deepEqual(closesOf(panel, 'NEWCASE'), [110, 110.02, null, null, null]);
    // By the symbol of another day, held already, and named by the universe too.
    const renamed = await load({
      universe: 'NIFTY50',
      liquid: 'LIQUIDCASE',
      also: [ids.get('NEWCASE') ?? ''],
    });
    assert.deepEqual(fundOf(renamed.panel), fundOf(panel));
    assert.equal(renamed.panel.securities.length, 2);
    const listed = await load({ universe: ['AAA', 'NEWCASE'], liquid: 'NEWCASE' });
    assert.deepEqual([fundOf(listed.panel)?.symbol, fundOf(listed.panel)?.member], ['NEWCASE', []]);
    assert.equal(listed.panel.securities.length, 2);

    const unknown = await load({ universe: ['AAA'], liquid: 'NOBODY' });
    assert.deepEqual([unknown.unknown, fundOf(unknown.panel)?.instrument_id], [[], null]);
    assert.deepEqual(closesOf(unknown.panel, 'NOBODY'), [null, null, null, null, null]);
    // Without a fund nothing is there, and the data are told by another name.
    const without = await load({ universe: 'NIFTY50' });
    assert.ok(!('liquid' in without.panel));
    assert.notEqual(without.panel.revision, panel.revision);
    // What has closes are shares alone.
    const loader = createPanelLoader(world.core);
    assert.equal(
      await loader.extentOf({ ...panel, securities: panel.securities.slice(1), liquid: { security: 0 } }),
      null,
    );
  });
});
