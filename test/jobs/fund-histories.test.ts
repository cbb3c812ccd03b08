import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { keepPriceHistory } from '../../jobs/daily-price-history.ts';
import { catchUpWithMarket } from '../../jobs/market-catch-up.ts';
import { addDays, daysBetween } from '../../core/platform/index.ts';
import { AmfiServer, type Scheme } from '../support/amfi-server.ts';
import { sharedCore, type TestCore } from '../support/core.ts';
import { weekdays } from '../support/market-sources.ts';
import { MfapiServer } from '../support/mfapi-server.ts';
import { near } from '../support/near.ts';
import { tradebookFile, tradebookRow } from '../support/tradebook-rows.ts';

const by = { actor: 'test' };
/** 11:30 in India, on a Monday with a session. */
const AT = '2026-03-02T06:00:00.000Z';
/** The last session that is over, a Friday. */
const LAST = '2026-02-27';

/** Values that differ from day to day, so that no day can stand for another. */
const navOn = (code: string, day: string): string => {
  const years = daysBetween('2019-01-01', day) / 365;
  return (20 + Number(code.slice(-2)) + 4 * years + 3 * Math.sin(years * 17)).toFixed(4);
};
const everyDay = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};
const navsOf = (code: string, days: readonly string[]): Record<string, string> =>
  Object.fromEntries(days.map((day) => [day, navOn(code, day)]));

const FLEXI = {
  code: '122639',
  isins: ['INF879O01027', '-'] as [string, string],
  name: 'First Flexi Cap Fund',
};
/** Its units are those of reinvested payouts, whose ISIN is the second one of the scheme. */
const DEBT = {
  code: '119551',
  isins: ['INF209KA12Z1', 'INF209KA13Z9'] as [string, string],
  name: 'First Debt Fund',
};
const LIQUID = {
  code: '119568',
  isins: ['INF209K01VA3', '-'] as [string, string],
  name: 'First Liquid Fund',
};
const NAMED = { code: '120505', isins: ['INF846K01EW2', '-'] as [string, string], name: 'First Midcap Fund' };
const ALL = [FLEXI, DEBT, LIQUID, NAMED];

const BOOK: [scheme: (typeof ALL)[number], isin: string, day: string, units: number][] = [
  [FLEXI, 'INF879O01027', '2020-06-10', 100.123],
  [DEBT, 'INF209KA13Z9', '2020-07-01', 40],
  [FLEXI, 'INF879O01027', '2022-03-15', 50],
  [DEBT, 'INF209KA13Z9', '2021-09-01', -40],
  [LIQUID, 'INF209K01VA3', '2023-01-02', 10.5],
  [NAMED, '', '2024-05-06', 12],
  [FLEXI, 'INF879O01027', '2025-08-04', -30],
];
const symbolOf = ({ name }: { name: string }) => `${name} - Direct Plan - Growth`.toUpperCase();
const tradeOf = ([fund, isin, day, units]: (typeof BOOK)[number], at = 0): string =>
  tradebookRow(symbolOf(fund), isin, day, units, 25, {
    trade: at + 1,
    exchange: 'BSE',
    segment: 'MF',
    series: '',
    time: '00:00:00',
  });
const FILE = tradebookFile(...BOOK.map(tradeOf));

describe('past values of mutual funds', () => {
  let amfi: AmfiServer;
  let mfapi: MfapiServer;
  let world: TestCore;
  const coreAnew = sharedCore(() => ({
    at: AT,
    environment: { AMFI_BASE_URL: amfi.url, MFAPI_BASE_URL: mfapi.url },
  }));
  before(async () => {
    amfi = await new AmfiServer().start();
    mfapi = await new MfapiServer().start();
  });
  after(async () => void (await Promise.all([amfi.close(), mfapi.close()])));
  const worldAnew = async () => {
    world = await coreAnew();
    for (const server of [amfi, mfapi]) server.calm();
    amfi.schemes = ALL.map((fund): Scheme => ({ ...fund, nav: navOn(fund.code, LAST), date: '27-Feb-2026' }));
    mfapi.schemes.clear();
    for (const { code, isins } of ALL) {
      // From half a year before the first purchase on.
      const from = addDays(BOOK.find(([fund]) => fund.code === code)?.[2] ?? LAST, -180);
      const days = code === LIQUID.code ? everyDay(from, LAST) : weekdays(from, LAST);
      const [growth, other] = isins.map((isin) => (isin === '-' ? null : isin));
      mfapi.schemes.set(code, { isins: [growth ?? null, other ?? null], navs: navsOf(code, days) });
    }
  };

  const importBook = async (csv = FILE) => {
    const { imports } = world.core.portfolio;
    const staged = await imports.stage(world.owner, Readable.from([Buffer.from(csv)]), {
      file_name: 'book.csv',
    });
    return await imports.commit(world.owner, { import_id: staged.import_id }, by);
  };
  const catchUp = async () =>
    await catchUpWithMarket(world.core, world.owner, {
      dueAt: world.clock.now(),
      signal: new AbortController().signal,
    });
  const closesStep = async () =>
    (await world.core.catchUps.read(world.owner)).steps.find(({ step }) => step === 'CLOSES');

  const publish = (day: string): void => {
    for (const { code } of ALL) {
      const { navs = {} } = mfapi.schemes.get(code) ?? {};
      navs[day] = navOn(code, day);
    }
  };

  /** The value of the book on a day, the slow way: units so far at the last value up to the day. */
  const slowValue = (day: string): number => {
    let sum = 0;
    for (const { code } of ALL) {
      let units = 0;
      for (const [fund, , on, change] of BOOK) if (fund.code === code && on <= day) units += change;
      let priced = day > LAST ? LAST : day;
      const navs = mfapi.schemes.get(code)?.navs ?? {};
      while (units > 1e-9 && navs[priced] === undefined) priced = addDays(priced, -1);
      if (units > 1e-9) sum += units * Number(navs[priced]);
    }
    return sum;
  };

  // One after the other in the same books.
  describe('once a book was imported', () => {
    before(async () => {
      await worldAnew();
      await importBook();
      await catchUp();
    });

    it('after the first import the chart has the value of every day since the first purchase', async () => {
      assert.deepEqual(await closesStep(), {
        step: 'CLOSES',
        state: 'DONE',
        done: 4,
        total: 4,
        result: '4 securities',
      });
      assert.deepEqual(mfapi.asked.toSorted(), ALL.map(({ code }) => code).toSorted());
      const { points, reason, notes } = await world.core.reports.valueHistory.read(world.owner, {});
      assert.deepEqual([reason, notes], [null, []]);
      assert.equal(points[0]?.date, '2020-06-10');
      assert.ok(points.length > 300, `${points.length} points`);
      for (const { date, value } of points) near(value, slowValue(date), 0.02);
      const { days, daily } = await world.core.reports.values.read(world.owner, null);
      assert.ok(days.length > 2000, 'six years, day by day');
      for (const [at, day] of days.entries()) near(daily.value[at], slowValue(day), 1e-6);
      // Days without a value are no gaps, and a value on a Saturday is no phantom.
      assert.equal((await world.core.history.findings({ state: 'OPEN' })).total, 0);
      assert.deepEqual((await world.core.quality.instruments(world.owner, {})).items, []);
    });

    it('the page of a fund has its values, also of one that is known by its second ISIN and held no more', async () => {
      for (const [fund, first] of [
        [DEBT, '2020-07-01'],
        [NAMED, '2024-05-06'],
      ] as const) {
        const { prices } = await world.core.reports.holding.read(world.owner, { symbol: symbolOf(fund) });
        assert.equal(prices.reason, null);
        const [opening] = prices.closes;
        assert.deepEqual([opening?.date, opening?.close], [first, Number(navOn(fund.code, first))]);
      }
    });

    it('the daily job asks for the newest days of what is held alone, and takes a value that was corrected', async () => {
      mfapi.calm();
      await keepPriceHistory(world.core, { signal: new AbortController().signal });
      assert.equal(mfapi.asked.length, 0, 'nothing is new');
      world.clock.pass(24 * 60);
      publish('2026-03-02');
      const navs = mfapi.schemes.get(FLEXI.code)?.navs ?? {};
      // Of Friday by a lot, of Thursday by rounding, and of a day too long ago to be looked at.
      const corrected = { '2026-02-27': '50', '2026-02-26': `${navs['2026-02-26']}1`, '2021-01-04': '1' };
      const before = navs['2021-01-04'];
      Object.assign(navs, corrected);
      await keepPriceHistory(world.core, { signal: new AbortController().signal });
      assert.deepEqual(mfapi.asked.toSorted(), [FLEXI, LIQUID, NAMED].map(({ code }) => code).toSorted());
      const id = (await world.core.instruments.external(`amfi:${FLEXI.code}`))?.id ?? '';
      const closeOn = async (day: string) => {
        const [found] = await world.core.history.recordedCloses(id, day, day);
        return [found?.close, found?.source];
      };
      assert.deepEqual(await closeOn('2026-03-02'), [String(Number(navs['2026-03-02'])), 'MFAPI']);
      assert.deepEqual(await closeOn('2026-02-27'), ['50', 'MFAPI']);
      assert.deepEqual(await closeOn('2026-02-26'), [corrected['2026-02-26'], 'MFAPI']);
      assert.deepEqual(await closeOn('2021-01-04'), [String(Number(before)), 'MFAPI']);
      const { items } = await world.core.history.findings({ state: 'OPEN' });
      assert.deepEqual(
        items.map(({ kind, day, outcome, severity }) => [kind, day, outcome, severity]),
        [['CONFLICT', '2026-02-27', 'STORED', 'INFO']],
      );
    });

    it('while AMFI does not answer, what is held is priced by the newest value on record', async () => {
      // Tuesday is Holi.
      world.clock.pass(2 * 24 * 60);
      publish('2026-03-04');
      amfi.fail({ kind: 'status', status: 503 });
      await keepPriceHistory(world.core, { signal: new AbortController().signal });
      const { items } = await world.core.portfolio.holdings.list(world.owner, {});
      assert.deepEqual(
        items.map(({ symbol, current_price, price_as_of, price_source }) => [
          symbol,
          current_price,
          price_as_of,
          price_source,
        ]),
        [FLEXI, LIQUID, NAMED].map((fund) => [
          symbolOf(fund),
          Number(navOn(fund.code, '2026-03-04')),
          '2026-03-04',
          'MFAPI',
        ]),
      );
    });
  });

  describe('in books of their own', () => {
    beforeEach(worldAnew);

    it('a fund that AMFI does not list is not guessed: Data quality says why, and the list is not fetched again for it', async () => {
      const other = 'INF879O01019';
      // Of the same house and with the name of a scheme that is there: its ISIN is another one all the same.
      await importBook(tradebookFile(tradeOf([FLEXI, other, '2024-01-04', 5])));
      await catchUp();
      assert.deepEqual(mfapi.asked, []);
      const { items } = await world.core.quality.instruments(world.owner, {});
      assert.deepEqual(
        items.map(({ kind, word, portfolios }) => [kind, word, portfolios.length]),
        [['UNKNOWN', other, 1]],
      );
      assert.match(items[0]?.message ?? '', /no fund with this ISIN/);
      const lists = amfi.requests.length;
      await keepPriceHistory(world.core, { signal: new AbortController().signal });
      assert.equal(amfi.requests.length, lists);
      // A week later it may be there.
      amfi.schemes.push({ ...FLEXI, code: '1', isins: [other, '-'], nav: '10', date: '27-Feb-2026' });
      mfapi.schemes.set('1', { isins: [other, null], navs: navsOf('1', weekdays('2024-01-01', LAST)) });
      world.clock.pass(8 * 24 * 60);
      await keepPriceHistory(world.core, { signal: new AbortController().signal });
      assert.deepEqual(mfapi.asked, ['1']);
      assert.deepEqual((await world.core.quality.instruments(world.owner, {})).items, []);
    });

    it('the history of another fund is not taken, and a source that is down is asked again', async () => {
      const history = mfapi.schemes.get(FLEXI.code);
      if (history !== undefined) history.answersAs = 1;
      await importBook(tradebookFile(tradeOf([FLEXI, 'INF879O01027', '2024-01-04', 5])));
      await catchUp();
      const id = (await world.core.instruments.external(`amfi:${FLEXI.code}`))?.id ?? '';
      const stored = async () => (await world.core.history.closes({ instrumentId: id })).days.length;
      assert.equal(await stored(), 0);
      assert.equal((await closesStep())?.state, 'FAILED');
      if (history !== undefined) delete history.answersAs;
      world.clock.pass(11);
      await catchUp();
      assert.ok((await stored()) > 1000);
      assert.equal((await closesStep())?.state, 'DONE');
    });
  });
});
