import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { catchUpWithMarket, startMarketCatchUp } from '../../jobs/market-catch-up.ts';
import type { CatchUpView } from '../../core/portfolio/index.ts';
import { eventually } from '../support/chat-driver.ts';
import { sharedCore, type TestCore } from '../support/core.ts';
import { type MarketSources, marketSources } from '../support/market-sources.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { tradebookFile } from '../support/tradebook-rows.ts';

const by = { actor: 'test' };
/** 11:30 in India, on a Monday with a session. */
const AT = '2026-03-02T06:00:00.000Z';
const SHARES = [
  { symbol: 'TCS', isin: 'INE467B01029' },
  { symbol: 'INFY', isin: 'INE009A01021' },
  { symbol: 'WIPRO', isin: 'INE075A01022' },
];
/** TCS bought and held; INFY bought and sold again months ago. */
const BOOK = tradebookFile(
  'TCS,INE467B01029,2025-01-06,NSE,EQ,EQ,buy,false,10,100,1,1,2025-01-06T10:00:00',
  'INFY,INE009A01021,2025-01-07,NSE,EQ,EQ,buy,false,5,200,2,2,2025-01-07T10:00:00',
  'INFY,INE009A01021,2025-07-07,NSE,EQ,EQ,sell,false,5,210,3,3,2025-07-07T10:00:00',
);
/** Shares close at their first letters' worth plus a paisa for every year since 2020. */
const priceOn = (symbol: string, day: string) => symbol.charCodeAt(0) + Number(day.slice(0, 4)) - 2020;

describe('catching up with the market after something new is held', () => {
  let sources: MarketSources;
  let world: TestCore;
  const coreAnew = sharedCore(() => ({ at: AT, environment: sources.environment }));
  before(async () => {
    sources = await marketSources(SHARES, { from: '2024-10-01', to: '2026-02-27', priceOn });
  });
  after(async () => await sources.close());
  const worldAnew = async () => {
    world = await coreAnew();
    for (const server of [sources.yahoo, sources.archive, sources.site]) {
      server.calm();
    }
    sources.site.actions = [];
  };

  const importBook = async (csv = BOOK, userId = world.owner) => {
    const { imports } = world.core.portfolio;
    const staged = await imports.stage(userId, Readable.from([Buffer.from(csv)]), {
      file_name: 'book.csv',
    });
    return await imports.commit(userId, { import_id: staged.import_id }, by);
  };
  const now = () => ({ dueAt: world.clock.now(), signal: new AbortController().signal });
  const catchUp = async () => await catchUpWithMarket(world.core, world.owner, now());
  const state = async (): Promise<CatchUpView> => await world.core.catchUps.read(world.owner);
  const stepsOf = ({ steps }: CatchUpView) => Object.fromEntries(steps.map((one) => [one.step, one.state]));

  // One after the other in the same books.
  describe('once a book was imported', () => {
    before(async () => {
      await worldAnew();
      await importBook();
      await catchUp();
    });

    it('after the first import the chart starts at the first trade; prices, indexes, names and a snapshot are there, and the steps are shown to their owner alone', async () => {
      const { points, reason, notes } = await world.core.reports.valueHistory.read(world.owner, {});
      assert.equal(reason, null);
      assert.deepEqual(notes, []);
      const at = (date: string) => points.find((point) => point.date === date);
      // TCS closes at 84 + 5 = 89 and INFY at 73 + 5 = 78 in 2025: 10 × 89 and 5 × 78.
      assert.deepEqual(at('2025-01-06'), { date: '2025-01-06', value: 890, invested: 1000 });
      assert.deepEqual(at('2025-01-07'), { date: '2025-01-07', value: 1280, invested: 2000 });
      // INFY is sold, and TCS closes at 90 in 2026.
      assert.deepEqual(points.at(-1), { date: '2026-03-02', value: 900, invested: 1000 });
      const view = await state();
      assert.equal(view.state, 'DONE');
      assert.deepEqual(stepsOf(view), {
        LISTS: 'DONE',
        QUOTES: 'DONE',
        CLOSES: 'DONE',
        INDEXES: 'DONE',
        RATES: 'DONE',
        ACTIONS: 'DONE',
        SNAPSHOT: 'DONE',
      });
      const closes = view.steps.find(({ step }) => step === 'CLOSES');
      assert.deepEqual([closes?.done, closes?.total], [2, 2], 'also of what is held no more');
      const { items } = await world.core.reports.snapshots.read(world.owner, {});
      assert.equal(items.at(-1)?.current_value, 900);
      const { items: held } = await world.core.portfolio.holdings.list(world.owner, {});
      assert.equal(held.find(({ symbol }) => symbol === 'TCS')?.name, 'TCS Limited');
      const index = await world.core.indexes.closes('NIFTY50', '2025-01-06');
      assert.ok(index.length > 250, `${index.length} closes of NIFTY 50`);
      assert.equal((await world.core.catchUps.read(world.stranger)).state, 'NONE');
    });

    it('nothing is fetched twice: not by a repeat, and not after a trade in what was held before', async () => {
      const asked = sources.yahoo.requests.length;
      assert.equal(await catchUp(), null);
      await world.core.portfolio.transactions.create(
        world.owner,
        {
          portfolio: 'Zerodha',
          symbol: 'TCS',
          date: '2026-02-27',
          type: 'BUY',
          quantity: 1,
          price: 90,
          currency: 'INR',
        },
        by,
      );
      assert.deepEqual(await world.core.catchUps.due([world.owner]), [world.owner]);
      assert.equal(await catchUp(), null);
      assert.deepEqual(await world.core.catchUps.due([world.owner]), []);
      assert.equal(sources.yahoo.requests.length, asked);
    });

    it('a share that is new is caught up with, and the closes of the others are not asked for again', async () => {
      // Special sessions missing at the source are requested once more.
      await world.core.backfill.keepUp();
      await world.core.history.completeHistories([
        { symbol: 'INFY', isin: 'INE009A01021', currency: 'INR', asset_class: 'Indian Equity' },
      ]);
      sources.yahoo.requests.length = 0;
      await world.core.portfolio.holdings.create(
        world.owner,
        {
          portfolio: 'Zerodha',
          symbol: 'WIPRO',
          asset_class: 'Indian Equity',
          currency: 'INR',
          quantity: 3,
          avg_buy_price: 80,
        },
        by,
      );
      assert.notEqual(await catchUp(), null);
      const histories = sources.yahoo.requests.filter(({ path }) => path.includes('events=split'));
      assert.deepEqual(
        histories.map(({ path }) => new URL(path, 'http://loopback').pathname.split('/').at(-1)),
        ['WIPRO.NS'],
      );
    });
  });

  describe('in books of their own', () => {
    beforeEach(worldAnew);

    it('a split that was announced is asked about', async () => {
      sources.site.actions = [
        {
          symbol: 'TCS',
          isin: 'INE467B01029',
          subject: 'Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 5/- Per Share',
          ex: '2025-11-24',
        },
      ];
      await importBook();
      await catchUp();
      const { open } = await world.core.corporateActions.list(world.owner);
      assert.deepEqual(
        open.map(({ symbol, ex_date }) => [symbol, ex_date]),
        [['TCS', '2025-11-24']],
      );
    });

    it('a share that no list names is entered where its source says that it trades', async () => {
      sources.archive.fail({ kind: 'status', status: 404 });
      await importBook();
      await catchUp();
      const { points } = await world.core.reports.valueHistory.read(world.owner, {});
      assert.equal(points.find(({ date }) => date === '2025-01-06')?.value, 890);
    });

    it('a source that is down fails its own step alone, and is tried again after ten minutes', async () => {
      sources.site.fail({ kind: 'status', status: 503 });
      await importBook();
      await catchUp();
      const view = await state();
      assert.equal(view.state, 'FAILED');
      assert.equal(stepsOf(view)['ACTIONS'], 'FAILED');
      assert.equal(stepsOf(view)['CLOSES'], 'DONE');
      assert.equal(stepsOf(view)['SNAPSHOT'], 'DONE');
      assert.equal(view.next_try_at, '2026-03-02T06:10:00.000Z');
      assert.equal(await catchUp(), null, 'not before its time');
      sources.site.calm();
      // The site is asked again an hour after a failure.
      world.clock.pass(61);
      assert.notEqual(await catchUp(), null);
      assert.equal((await state()).state, 'DONE');
    });

    it('two processes do it once, and one that is stopped leaves it to the next', async () => {
      await importBook();
      const stopping = new AbortController();
      const release = sources.yahoo.hold(/TCS/);
      const first = catchUpWithMarket(world.core, world.owner, { ...now(), signal: stopping.signal });
      await eventually('the catch-up runs', async () => (await state()).state === 'RUNNING');
      assert.equal(await catchUp(), null, 'somebody is at it');
      stopping.abort(new Error('stopping'));
      release();
      await first;
      assert.equal((await state()).state, 'RUNNING', 'as a process leaves it that was killed');
      assert.deepEqual(await world.core.catchUps.due([world.owner]), [world.owner]);
      assert.notEqual(await catchUp(), null);
      assert.equal((await state()).state, 'DONE');
    });

    it('a round over many people requests the price of a share once, however long it takes', async () => {
      const round = now();
      const quotes = () => sources.yahoo.requests.filter(({ path }) => path.includes('range=5d')).length;
      sources.yahoo.requests.length = 0;
      for (const userId of [world.owner, world.stranger]) {
        await importBook(BOOK, userId);
        assert.match((await catchUpWithMarket(world.core, userId, round)) ?? '', /QUOTES 1 updated/);
        world.clock.pass(5);
      }
      assert.equal(quotes(), 1);
    });

    it('an import starts a catch-up, and its steps are sent to those who subscribed', async () => {
      const loop = startMarketCatchUp(world.core);
      try {
        const heard: CatchUpView[] = [];
        const followed = world.core.catchUps.follow(world.owner, (view) => heard.push(view), {
          signal: new AbortController().signal,
          patienceMs: 60_000,
        });
        await importBook();
        const end = await followed;
        assert.equal(end?.state, 'DONE');
        assert.ok(
          heard.some(({ steps }) =>
            steps.some(({ step, state: of }) => step === 'CLOSES' && of === 'RUNNING'),
          ),
        );
      } finally {
        await loop.stop();
      }
    });
  });
});

describe('catching up where nobody outside may be asked', () => {
  const coreAnew = sharedCore({ at: AT, environment: NOBODY_OUTSIDE });

  it('imported closes value the holdings and their past, and every step says what is switched off', async () => {
    const { core, owner } = await coreAnew();
    const id = await core.database.asSystem('a share for a test', async (trx) => {
      const [row] = (await trx('market.instruments')
        .insert({
          exchange: 'NSE',
          symbol: 'TCS',
          isin: 'INE467B01029',
          asset_class: 'Indian Equity',
          series: 'EQ',
        })
        .returning('id')) as { id: string }[];
      return row?.id ?? '';
    });
    const days = ['2025-01-06', '2025-01-07', '2026-02-26', '2026-02-27'];
    await core.history.store(
      days.map((day, at) => ({ instrument_id: id, day, close: 100 + at })),
      { source: 'FILE' },
    );
    const csv = BOOK.split('\n')
      .filter((line) => !line.startsWith('INFY'))
      .join('\n');
    const staged = await core.portfolio.imports.stage(owner, Readable.from([Buffer.from(csv)]), {
      file_name: 'book.csv',
    });
    await core.portfolio.imports.commit(owner, { import_id: staged.import_id }, by);
    await catchUpWithMarket(core, owner, { dueAt: core.clock.now(), signal: new AbortController().signal });
    const view = await core.catchUps.read(owner);
    assert.equal(view.state, 'DONE');
    assert.deepEqual(
      view.steps.filter((one) => one.state === 'OFF').map(({ step }) => step),
      ['LISTS', 'CLOSES', 'ACTIONS'],
    );
    const { total } = await core.portfolio.dashboard.read(owner);
    // The close of 27 February, and the dates of the prices are told.
    assert.equal(total.current_value, 1030);
    const { points } = await core.reports.valueHistory.read(owner, {});
    assert.equal(points[0]?.value, 1000);
    assert.equal(points.at(-1)?.value, 1030);
  });
});
