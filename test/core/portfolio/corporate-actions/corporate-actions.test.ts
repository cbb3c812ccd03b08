import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { tradesOf } from '../../../support/entered-trades.ts';
import { refused } from '../../../support/problems.ts';

const by = { actor: 'test' };

/** An announcement as the store keeps it. */
interface Announced {
  symbol: string;
  ex_date: string;
  kind: string;
  new_shares?: number;
  old_shares?: number;
  source?: string;
  raw?: string;
  exchange?: string;
}

describe('corporate actions that a ledger lacks', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-08-03T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });

  const service = () => fixture.core.corporateActions;
  const announce = async (...all: Announced[]) =>
    await fixture.core.database.asSystem('announcements of a test', async (trx) => {
      for (const {
        symbol,
        ex_date,
        kind,
        new_shares,
        old_shares,
        source = 'NSE',
        raw = kind,
        exchange = 'NSE',
      } of all) {
        await trx('market.corporate_actions').insert({
          exchange,
          symbol,
          ex_date,
          raw,
          kind,
          new_shares: new_shares ?? null,
          old_shares: old_shares ?? null,
          status: 'READ',
          source,
        });
      }
    });
  const trade = tradesOf(() => fixture);
  const open = async () => (await service().list(fixture.owner)).open;
  const sentences = async () => (await open()).map(({ sentence }) => sentence);
  const held = async (symbol: string) =>
    (await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, symbol))[0]?.quantity ?? null;
  const IRCTC = { symbol: 'IRCTC', ex_date: '2021-10-28', kind: 'SPLIT', new_shares: 5, old_shares: 1 };

  it('what was held on the ex-date is asked about in a sentence, and applied with one answer', async () => {
    // As the exchange's list has it: a face value from 10 to 2 rupees.
    await announce({ ...IRCTC, new_shares: 10, old_shares: 2 });
    await trade('IRCTC', '2021-03-10', 202, 1900);
    assert.deepEqual(await sentences(), ['IRCTC split 5 for 1 on 28 Oct 2021: 202 shares become 1,010.']);
    const done = await service().apply(fixture.owner, 'all', by);
    assert.deepEqual([done.applied, done.open], [1, []]);
    assert.equal(await held('IRCTC'), 1010);
    assert.deepEqual((await service().apply(fixture.owner, 'all', by)).applied, 0);
  });

  it('bought after the ex-date, sold before it, or in a fund: nothing is asked', async () => {
    await announce(IRCTC, { ...IRCTC, symbol: 'TCS' }, { ...IRCTC, symbol: 'INFY', ex_date: '2027-01-04' });
    await trade('IRCTC', '2021-10-28', 10, 900);
    await trade('TCS', '2021-01-04', 10, 3000);
    await trade('TCS', '2021-10-27', -10, 3300);
    await trade('INFY', '2021-01-04', 10, 1200);
    assert.deepEqual(await open(), []);
  });

  it('recorded already, as a split or as free shares: nothing is asked', async () => {
    await announce(IRCTC, {
      symbol: 'WIPRO',
      ex_date: '2024-12-03',
      kind: 'BONUS',
      new_shares: 2,
      old_shares: 1,
    });
    await trade('IRCTC', '2021-03-10', 202, 1900);
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      {
        portfolio: 'Main',
        symbol: 'IRCTC',
        date: '2021-10-29',
        type: 'SPLIT',
        quantity: 5,
        price: 0,
        currency: 'INR',
      },
      by,
    );
    await trade('WIPRO', '2024-01-04', 100, 450);
    await trade('WIPRO', '2024-12-16', 100, 0);
    assert.deepEqual(await open(), []);
  });

  it('one event told by two sources is one question, the exchange before the provider', async () => {
    await announce(
      { symbol: 'WIPRO', ex_date: '2024-12-03', kind: 'BONUS', new_shares: 2, old_shares: 1 },
      {
        symbol: 'WIPRO',
        ex_date: '2024-12-02',
        kind: 'SPLIT',
        new_shares: 2,
        old_shares: 1,
        source: 'YAHOO',
        raw: 'y',
      },
    );
    await trade('WIPRO', '2024-01-04', 247, 450);
    assert.deepEqual(await sentences(), ['WIPRO gave a 1:1 bonus on 3 Dec 2024: 247 shares become 494.']);
    await service().apply(fixture.owner, 'all', by);
    assert.deepEqual(await open(), []);
    assert.equal(await held('WIPRO'), 494);
  });

  it('a split and a bonus of one morning are both applied: 25 become 250', async () => {
    await announce(
      { symbol: 'BAJFINANCE', ex_date: '2025-06-16', kind: 'BONUS', new_shares: 5, old_shares: 1 },
      {
        symbol: 'BAJFINANCE',
        ex_date: '2025-06-16',
        kind: 'SPLIT',
        new_shares: 2,
        old_shares: 1,
        raw: 'split',
      },
    );
    await trade('BAJFINANCE', '2024-01-04', 25, 7000);
    assert.equal((await open()).length, 2);
    await service().apply(fixture.owner, 'all', by);
    assert.equal(await held('BAJFINANCE'), 250);
    assert.deepEqual(await open(), []);
  });

  it('a 2 for 1 split and a 1:1 bonus of one morning are two events, though both double; BSE’s word for one of them is no third', async () => {
    const both = { symbol: 'TWICE', ex_date: '2025-06-16', new_shares: 2, old_shares: 1 };
    await announce({ ...both, kind: 'SPLIT' }, { ...both, kind: 'BONUS' });
    await announce({ ...both, kind: 'BONUS', ex_date: '2025-06-17', source: 'BSE', exchange: 'BSE' });
    await trade('TWICE', '2024-01-04', 10, 100);
    const [first, second, ...more] = await open();
    assert.deepEqual([first?.kind, second?.kind, more], ['SPLIT', 'BONUS', []]);
    await service().apply(fixture.owner, [first?.id ?? ''], by);
    assert.deepEqual(
      (await open()).map(({ kind }) => kind),
      ['BONUS'],
    );
    await service().apply(fixture.owner, 'all', by);
    assert.equal(await held('TWICE'), 40);
    assert.deepEqual(await open(), []);
  });

  it('renames, mergers and demergers of published terms; what one makes possible follows at once', async () => {
    await announce({
      symbol: 'HDFCBANK',
      ex_date: '2025-08-26',
      kind: 'BONUS',
      new_shares: 2,
      old_shares: 1,
    });
    await trade('HDFC', '2020-05-04', 25, 1800);
    await trade('ZOMATO', '2024-05-06', 27, 190);
    await trade('RELIANCE', '2021-04-05', 10, 2000);
    assert.deepEqual(await sentences(), [
      'HDFC merged into HDFCBANK on 13 Jul 2023, 42 for 25: 25 HDFC become 42 HDFCBANK.',
      'RELIANCE demerged JIOFIN on 20 Jul 2023, 1 for 1: you got 10 JIOFIN for 10 RELIANCE. 4.68% of the cost of RELIANCE moves to them.',
      'RELIANCE gave a 1:1 bonus on 28 Oct 2024: 10 shares become 20.',
      'ZOMATO has been called ETERNAL since 9 Apr 2025. Its 27 shares and history would move to ETERNAL.',
    ]);
    const { applied } = await service().apply(fixture.owner, 'all', by);
    // The bonus of HDFC Bank shows once its shares are there: 42 become 84.
    assert.equal(applied, 5);
    assert.deepEqual(
      await Promise.all(['HDFC', 'HDFCBANK', 'JIOFIN', 'RELIANCE', 'ZOMATO', 'ETERNAL'].map(held)),
      [null, 84, 10, 20, null, 27],
    );
  });

  it('“not mine” is not asked again; what was undone waits again, and nothing applies it unasked', async () => {
    await announce(IRCTC, {
      symbol: 'WIPRO',
      ex_date: '2024-12-03',
      kind: 'BONUS',
      new_shares: 2,
      old_shares: 1,
    });
    await trade('IRCTC', '2021-03-10', 202, 1900);
    await trade('WIPRO', '2024-01-04', 247, 450);
    const [split] = await open();
    await service().decline(fixture.owner, [split?.id ?? ''], by);
    // A repeat, as a press after a crash, is no error.
    await service().decline(fixture.owner, [split?.id ?? ''], by);
    assert.equal(await held('IRCTC'), 202);
    await service().apply(fixture.owner, 'all', by);
    const { decided } = await service().list(fixture.owner);
    assert.deepEqual(
      decided.map(({ symbol, status }) => [symbol, status]),
      [
        ['WIPRO', 'APPLIED'],
        ['IRCTC', 'DECLINED'],
      ],
    );
    await service().undo(fixture.owner, decided[0]?.id ?? '', by);
    assert.equal(await held('WIPRO'), 247);
    assert.deepEqual(
      (await open()).map(({ symbol, is_undone }) => [symbol, is_undone]),
      [['WIPRO', true]],
    );
    const { applied } = await service().saveSettings(fixture.owner, { apply_automatically: true }, by);
    assert.deepEqual([applied, await held('WIPRO')], [0, 247]);
    await service().apply(fixture.owner, 'all', by);
    assert.equal(await held('WIPRO'), 494);
    await service().change(fixture.owner, decided[1]?.id ?? '', {}, by);
    assert.equal(await held('IRCTC'), 1010);
  });

  it('what the exchange announces without terms is asked for, and refused until it is whole', async () => {
    await announce({ symbol: 'PARENTCO', ex_date: '2025-04-07', kind: 'DEMERGER', raw: 'Demerger' });
    await trade('PARENTCO', '2024-01-04', 10, 4000);
    const [asked] = await open();
    assert.equal(asked?.state, 'NEEDS_TERMS');
    assert.match(asked?.sentence ?? '', /“Demerger” for PARENTCO on 7 Apr 2025, when you held 10/);
    await refused(service().apply(fixture.owner, [asked?.id ?? ''], by), 422, 'VALIDATION_ERROR');
    const terms = { into_symbol: 'childco', new_shares: 1, old_shares: 1, cost_pct: 40 };
    await service().apply(fixture.owner, [asked?.id ?? ''], by, { [asked?.id ?? '']: terms });
    assert.equal(await held('CHILDCO'), 10);
    assert.deepEqual(await open(), []);
  });

  it('a holding whose own quantity equals the transactions may contain it already: never applied unasked', async () => {
    await announce(IRCTC);
    await trade('IRCTC', '2021-03-10', 1010, 380);
    await fixture.core.portfolio.holdings
      .create(
        fixture.owner,
        {
          portfolio: 'Main',
          symbol: 'IRCTC',
          asset_class: 'Indian Equity',
          currency: 'INR',
          quantity: 1010,
          avg_buy_price: 380,
        },
        by,
      )
      .catch(() => undefined);
    await fixture.core.database.asSystem('a broker states the quantity', async (trx) => {
      await trx('portfolio.holdings').where({ symbol: 'IRCTC' }).update({ source: 'BROKER' });
    });
    assert.deepEqual(
      (await open()).map(({ state }) => state),
      ['CONTAINED'],
    );
    assert.equal((await service().apply(fixture.owner, 'all', by)).applied, 0);
    assert.equal(await held('IRCTC'), 1010);
  });

  it('a merger that somebody recorded as free shares beside the old ones: said, and applied once these are deleted', async () => {
    await trade('VIJAYABANK', '2018-05-04', 1000, 60);
    const free = await trade('BANKBARODA', '2019-03-20', 402, 0);
    const [merger] = await open();
    assert.equal(merger?.state, 'CONTAINED');
    assert.match(
      merger?.sentence ?? '',
      /already has free BANKBARODA shares in addition to the VIJAYABANK shares\. Delete the free shares/,
    );
    assert.equal((await service().apply(fixture.owner, 'all', by)).applied, 0);
    // Applied all the same, it does nothing as long as they are there.
    await service().apply(fixture.owner, [merger?.id ?? ''], by);
    assert.deepEqual([await held('VIJAYABANK'), await held('BANKBARODA')], [1000, 402]);
    await fixture.core.portfolio.transactions.remove(fixture.owner, free.id, by);
    assert.deepEqual([await held('VIJAYABANK'), await held('BANKBARODA')], [null, 402]);
  });

  it('a demerger that a broker booked as free shares waits: their cost and dates are those of the old ones', async () => {
    await trade('RELIANCE', '2022-01-05', 100, 2000);
    const free = await trade('JIOFIN', '2023-08-10', 100, 0);
    const demerger = async () => (await open()).find(({ kind }) => kind === 'DEMERGER');
    const waits = await demerger();
    assert.equal(waits?.state, 'CONTAINED');
    assert.match(
      waits?.sentence ?? '',
      /already has free JIOFIN shares without their cost and purchase dates\. Delete the free shares, then apply this\./,
    );
    await fixture.core.portfolio.transactions.remove(fixture.owner, free.id, by);
    assert.equal((await demerger())?.state, 'OPEN');
    await service().apply(fixture.owner, [(await demerger())?.id ?? ''], by);
    const [lot] = (await fixture.core.reports.tax.read(fixture.owner)).remaining_lots.filter(
      ({ symbol }) => symbol === 'JIOFIN',
    );
    // 4.68 % of 200,000.
    assert.deepEqual([lot?.quantity, lot?.buy_date, lot?.cost], [100, '2022-01-05', 9360]);
  });

  it('by hand, with errors that name the field', async () => {
    await trade('OLDCO', '2021-03-10', 100, 50);
    const body = { portfolio: 'main', symbol: 'oldco', kind: 'CONSOLIDATION', ex_date: '2023-01-02' };
    await refused(service().create(fixture.owner, body, by), 422, 'VALIDATION_ERROR');
    for (const [terms, field, message] of [
      [
        { new_shares: 10, old_shares: 1 },
        'new_shares',
        'A consolidation reduces the number of shares: 1 for 10.',
      ],
      [
        { kind: 'DEMERGER', new_shares: 1, old_shares: 4, into_symbol: 'OLDCO', cost_pct: 25 },
        'into_symbol',
        'OLDCO cannot become itself.',
      ],
    ] as const) {
      const wrong = service().create(fixture.owner, { ...body, ...terms }, by);
      const { errors } = await refused(wrong, 422, 'VALIDATION_ERROR');
      assert.deepEqual(errors, [{ field, message }]);
    }
    await service().create(fixture.owner, { ...body, new_shares: 1, old_shares: 10 }, by);
    assert.equal(await held('OLDCO'), 10);
    await refused(
      service().create(fixture.owner, { ...body, portfolio: 'Nowhere' }, by),
      404,
      'PORTFOLIO_NOT_FOUND',
    );
  });

  it('after an import it is said how many wait, and where that is wished they are applied', async () => {
    await announce(IRCTC);
    const csv = 'Symbol,Date,Type,Quantity,Price\nIRCTC,2021-03-10,BUY,202,1900\n';
    const commit = async (text: string) => {
      const { import_id } = await fixture.core.portfolio.imports.stage(
        fixture.owner,
        Readable.from([Buffer.from(text)]),
        {
          portfolio: 'Main',
        },
      );
      return await fixture.core.portfolio.imports.commit(fixture.owner, { import_id }, by);
    };
    assert.deepEqual((await commit(csv)).corporate_actions, { applied: 0, open: 1 });
    const { applied } = await service().saveSettings(fixture.owner, { apply_automatically: true }, by);
    assert.equal(applied, 1);
    await announce({ symbol: 'WIPRO', ex_date: '2024-12-03', kind: 'BONUS', new_shares: 2, old_shares: 1 });
    const second = await commit('Symbol,Date,Type,Quantity,Price\nWIPRO,2024-01-04,BUY,247,450\n');
    assert.deepEqual(second.corporate_actions, { applied: 1, open: 0 });
    assert.equal(await held('WIPRO'), 494);
  });

  it('a request that comes twice is carried out once and answered alike', async () => {
    await announce(IRCTC);
    await trade('IRCTC', '2021-03-10', 202, 1900);
    const request = { actor: 'test', request: { idempotencyKey: 'api:one-key' } };
    const first = await service().apply(fixture.owner, 'all', request);
    assert.deepEqual(first, { applied: 1, open: [] });
    assert.deepEqual(await service().apply(fixture.owner, 'all', request), first);
    assert.equal(await held('IRCTC'), 1010);
  });

  it('each morning asks once, and again only when something new came', async () => {
    await announce(IRCTC);
    await trade('IRCTC', '2021-03-10', 202, 1900);
    assert.equal(await service().tellNews(fixture.owner), 1);
    assert.equal(await service().tellNews(fixture.owner), 0);
    await announce({ symbol: 'WIPRO', ex_date: '2024-12-03', kind: 'BONUS', new_shares: 2, old_shares: 1 });
    await trade('WIPRO', '2024-01-04', 247, 450);
    assert.equal(await service().tellNews(fixture.owner), 1);
    const { items } = await fixture.core.notifications.list(fixture.owner);
    assert.deepEqual(
      items.map(({ title }) => title),
      ['2 corporate actions to check', '1 corporate action to check'],
    );
  });

  it('nobody sees or decides what is another person’s', async () => {
    await announce(IRCTC);
    await trade('IRCTC', '2021-03-10', 202, 1900);
    const [split] = await open();
    assert.deepEqual((await service().list(fixture.stranger)).open, []);
    await refused(service().apply(fixture.stranger, [split?.id ?? ''], by), 409, 'ACTION_NOT_WAITING');
    await service().apply(fixture.owner, 'all', by);
    const [decision] = (await service().list(fixture.owner)).decided;
    await refused(service().undo(fixture.stranger, decision?.id ?? '', by), 404, 'LEDGER_ACTION_NOT_FOUND');
  });
});
