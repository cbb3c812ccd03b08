import assert from 'node:assert/strict';
import type { QuoteProvider } from '../../../../core/market/index.ts';
import { createLog, type Log } from '../../../../core/platform/index.ts';
import { AmfiServer, type Scheme } from '../../../support/amfi-server.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { refreshOver } from '../../../support/price-refresh.ts';
import { refused } from '../../../support/problems.ts';
import { YahooServer } from '../../../support/yahoo-server.ts';
import type { RefreshView } from '../../../../core/portfolio/index.ts';

const by = { actor: 'test' };
const FLEXI: Scheme = {
  code: '122639',
  isins: ['INF879O01027', '-'],
  name: 'Flexi Cap Fund',
  nav: '100.5',
  date: '27-Feb-2026',
};

describe('price refresh', () => {
  let fixture: TestCore;
  let yahoo: YahooServer;
  let amfi: AmfiServer;
  before(async () => {
    yahoo = await new YahooServer().start();
    amfi = await new AmfiServer().start();
  });
  after(async () => {
    await yahoo.close();
    await amfi.close();
  });
  beforeEach(async () => {
    for (const server of [yahoo, amfi]) server.calm();
    yahoo.listings.clear();
    amfi.schemes = [FLEXI];
    fixture = await testCore({
      at: '2026-03-02T06:00:00.000Z',
      environment: { YAHOO_BASE_URL: yahoo.url, AMFI_BASE_URL: amfi.url },
    });
  });
  afterEach(() => fixture.close());

  const area = () => fixture.core.portfolio;
  const hold = async (symbol: string, over: Record<string, unknown> = {}) =>
    await area().holdings.create(
      fixture.owner,
      {
        portfolio: 'Long term',
        symbol,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 50,
        ...over,
      },
      by,
    );
  const fund = (over: Record<string, unknown> = {}) =>
    hold('FLEXI CAP', { asset_class: 'Mutual Fund', isin: 'INF879O01027', ...over });
  const refresh = (options: { force?: boolean } = {}) => fixture.core.prices.refresh(fixture.owner, options);
  const told = (view: RefreshView) =>
    Object.fromEntries(view.outcomes.map(({ symbol, status, reason }) => [symbol, reason ?? status]));
  /** The refresh over providers made for one test, on the same portfolio. */
  const over = (providers: QuoteProvider[], log?: Log) =>
    refreshOver(fixture, providers, log === undefined ? {} : { log });
  const provider = (quotes: QuoteProvider['quotes']): QuoteProvider => ({
    name: 'TEST',
    covers: () => true,
    quotes,
  });
  const at = (price: number) => ({
    quote: { price, previous_close: null, as_of: '2026-03-02', currency: 'INR', source: 'TEST' },
    failure: null,
  });

  it('a price that its person entered is no failure where no source knows the thing, and data quality is content', async () => {
    await hold('7.26GS2033', { asset_class: 'Bond', current_price: 101.5 });
    const view = await refresh();
    assert.deepEqual(
      view.outcomes.map(({ status, reason, price }) => [status, reason, price]),
      [['SKIPPED', 'PRICED_BY_HAND', 101.5]],
    );
    assert.equal(view.failed, 0);
    const { prices } = await fixture.core.quality.read(fixture.owner);
    assert.equal(prices.failing, 0);
  });

  it('prices, closes before, time and source are written, and every holding has its outcome', async () => {
    yahoo.listings.set('TCS.NS', { price: 60.5, closes: [59, 60.5] });
    const tcs = await hold('TCS');
    await hold('NOSUCH');
    await fund();
    fixture.clock.pass(5);
    const view = await refresh();
    assert.deepEqual(view, {
      refreshed_at: '2026-03-02T06:05:00.000Z',
      updated: 2,
      unchanged: 0,
      skipped: 0,
      failed: 1,
      outcomes: [
        {
          symbol: 'FLEXI CAP',
          portfolio: 'Long term',
          status: 'UPDATED',
          reason: null,
          message: null,
          price: 100.5,
          previous_close: null,
          source: 'AMFI',
          tried: [],
        },
        {
          symbol: 'NOSUCH',
          portfolio: 'Long term',
          status: 'FAILED',
          reason: 'NOT_FOUND',
          message: 'The source does not know the symbol.',
          price: null,
          previous_close: null,
          source: null,
          tried: [{ source: 'YAHOO', reason: 'NOT_FOUND', message: 'The source does not know the symbol.' }],
        },
        {
          symbol: 'TCS',
          portfolio: 'Long term',
          status: 'UPDATED',
          reason: null,
          message: null,
          price: 60.5,
          previous_close: 59,
          source: 'YAHOO',
          tried: [],
        },
      ],
    });
    const seen = await area().holdings.get(fixture.owner, tcs.id);
    assert.deepEqual(
      [seen.current_price, seen.previous_close, seen.priced_at, seen.price_source, seen.market_value],
      [60.5, 59, '2026-03-02T06:05:00.000Z', 'YAHOO', 605],
    );
  });

  it('a holding in two portfolios is asked for once, and both are priced', async () => {
    yahoo.listings.set('TCS.NS', { price: 60 });
    await hold('TCS');
    await hold('TCS', { portfolio: 'Trading' });
    const view = await refresh();
    assert.deepEqual([view.updated, yahoo.asked.length], [2, 1]);
  });

  it('portfolio/Price refresh rules 2: the first exchange, then the second, then the name before it was renamed', async () => {
    yahoo.listings.set('ONLYBSE.BO', { price: 7 }).set('ZOMATO.NS', { price: 8 });
    await hold('ONLYBSE');
    await hold('ZOMATO');
    assert.deepEqual(told(await refresh()), { ONLYBSE: 'UPDATED', ZOMATO: 'UPDATED' });
    const asked = yahoo.asked.filter((name) => /ETERNAL|ZOMATO/.test(name));
    assert.deepEqual(asked, ['ETERNAL.NS', 'ETERNAL.BO', 'ZOMATO.NS']);
  });

  it('portfolio/Price refresh rules 3: a value that is not resolved stays so, and is asked for anew each time', async () => {
    await fund({ isin: 'INF209KA12Z1', symbol: 'FLEXI CAP FUND DIRECT PLAN GROWTH' });
    assert.deepEqual(Object.values(told(await refresh())), ['NAV_UNRESOLVED']);
    amfi.schemes = [{ ...FLEXI, isins: ['INF209KA12Z1', '-'] }];
    assert.deepEqual(Object.values(told(await refresh())), ['UPDATED']);
  });

  for (const [what, closes, expected] of [
    ['of the session before', { '2026-02-25': 99, '2026-02-26': 100 }, 100],
    ['of the session before, with the same day on record', { '2026-02-26': 100, '2026-02-27': 100.5 }, 100],
    ['of a day between two sessions', { '2026-02-25': 99, '2026-02-26': 98.5 }, 98.5],
    ['of an earlier session: none', { '2026-02-24': 98, '2026-02-25': 99 }, null],
    ['none', {}, null],
  ] as const)
    it(`a fund had no change of the day after a pause: the value before comes from the history (${what})`, async () => {
      const { id } = await fixture.core.instruments.registerExternal({
        external_id: 'amfi:122639',
        symbol: 'INF879O01027',
        name: 'Flexi Cap Fund',
        isin: 'INF879O01027',
        asset_class: 'Mutual Fund',
        currency: 'INR',
      });
      await fixture.core.history.store(
        Object.entries(closes).map(([day, close]) => ({ instrument_id: id, day, close })),
        { source: 'MFAPI' },
      );
      const { id: holding } = await fund();
      await refresh();
      const priced = await area().holdings.get(fixture.owner, holding);
      // Friday 27 February at 100.5; the session before is Thursday the 26th.
      assert.deepEqual(
        [priced.current_price, priced.previous_close, priced.price_as_of],
        [100.5, expected, '2026-02-27'],
      );
    });

  it('portfolio/Price refresh rules 4: a fund value 15 % off is refused and logged as an error, and the last good one is kept', async () => {
    const lines: { level: number; [key: string]: unknown }[] = [];
    const log = createLog('silent');
    log.error = ((fields: Record<string, unknown>) =>
      lines.push({ level: 50, ...fields })) as typeof log.error;
    const kept = await fund({ current_price: 80 });
    const service = over([provider(async () => [at(92.2)])], log);
    const view = await service.refresh(fixture.owner);
    await service.close();
    assert.deepEqual(told(view), { 'FLEXI CAP': 'GUARD_REJECTED' });
    assert.deepEqual([view.outcomes[0]?.status, view.outcomes[0]?.price], ['FAILED', 80]);
    assert.equal((await area().holdings.get(fixture.owner, kept.id)).current_price, 80);
    // 92.2 / 80 is 1.1525.
    assert.deepEqual([lines.length, lines[0]?.['change_pct'], lines[0]?.['kept']], [1, 15.25, 80]);
  });

  it('portfolio/Price refresh rules 4: a wrong value of a day gives way to its correction, which is compared with another day', async () => {
    await fund();
    const value = async (price: number, as_of: string) => {
      fixture.clock.pass(5);
      const service = over([provider(async () => [{ ...at(price), quote: { ...at(price).quote, as_of } }])]);
      const view = await service.refresh(fixture.owner);
      await service.close();
      return [view.outcomes[0]?.reason ?? null, view.outcomes[0]?.price];
    };
    assert.deepEqual(await value(100, '2026-02-20'), [null, 100]);
    assert.deepEqual(await value(114, '2026-02-27'), [null, 114]);
    // 16.7% below the wrong value, 5% below that of 20 February; twice on one day.
    assert.deepEqual(await value(95, '2026-02-27'), [null, 95]);
    assert.deepEqual(await value(113, '2026-02-27'), [null, 113]);
    assert.deepEqual(await value(95, '2026-02-27'), [null, 95]);
    // From then on 95 is the value of another day: 110 is 15.8% above it.
    assert.deepEqual(await value(110, '2026-03-02'), ['GUARD_REJECTED', 95]);
    assert.deepEqual(await value(109, '2026-03-02'), [null, 109]);
  });

  it('portfolio/Price refresh rules 4: the same move of a share is taken', async () => {
    yahoo.listings.set('TCS.NS', { price: 200 });
    await hold('TCS', { current_price: 80 });
    assert.deepEqual(told(await refresh()), { TCS: 'UPDATED' });
  });

  it('portfolio/Price refresh rules 5: Unlisted holdings and cash are passed over, and nobody is asked about them', async () => {
    const unlisted = await hold('OYO', { asset_class: 'Unlisted', current_price: 42 });
    await hold('CASH', { asset_class: 'Cash' });
    const view = await refresh({ force: true });
    assert.deepEqual(told(view), { OYO: 'MANUAL_PRICE', CASH: 'CASH' });
    assert.deepEqual([view.skipped, yahoo.requests.length, amfi.requests.length], [2, 0, 0]);
    assert.equal((await area().holdings.get(fixture.owner, unlisted.id)).current_price, 42);
  });

  it('portfolio/Price refresh rules 6: holdings replaced while their prices come in are priced at the second try', async () => {
    const first = await hold('TCS');
    await hold('GONE');
    let asked = 0;
    const service = over([
      provider(async (instruments) => {
        asked += 1;
        // The replace happens after the holdings were read and before their prices are written.
        await area().holdings.remove(fixture.owner, first.id, by);
        const gone = (await area().holdings.ofSymbol(fixture.owner, 'GONE'))[0];
        await area().holdings.remove(fixture.owner, gone?.id ?? '', by);
        await hold('TCS', { quantity: 99 });
        await hold('NEW');
        return instruments.map(() => at(61));
      }),
    ]);
    const view = await service.refresh(fixture.owner);
    await service.close();
    assert.deepEqual(told(view), { TCS: 'UPDATED', NEW: 'ADDED_MEANWHILE', GONE: 'HOLDING_GONE' });
    assert.equal(asked, 1);
    const [tcs] = await area().holdings.ofSymbol(fixture.owner, 'TCS');
    assert.deepEqual([tcs?.quantity, tcs?.current_price], [99, 61]);
    assert.notEqual(tcs?.id, first.id);
  });

  it('portfolio/Price refresh rules 6: a replace at the second try as well is told, and nothing is written', async () => {
    await hold('TCS');
    const { quotes } = area();
    const replaceTcs = async () => {
      const [tcs] = await area().holdings.ofSymbol(fixture.owner, 'TCS');
      await area().holdings.remove(fixture.owner, tcs?.id ?? '', by);
      await hold('TCS');
    };
    let tries = 0;
    const service = refreshOver(fixture, [provider(async (instruments) => instruments.map(() => at(61)))], {
      quotes: {
        ...quotes,
        apply: async (holders, wanted) => {
          tries += 1;
          await replaceTcs();
          return await quotes.apply(holders, wanted);
        },
      },
    });
    await refused(service.refresh(fixture.owner), 409, 'HOLDINGS_CHANGED');
    assert.equal(tries, 2);
    assert.equal((await area().holdings.ofSymbol(fixture.owner, 'TCS'))[0]?.current_price, null);
  });

  it('a holding that became another thing meanwhile does not take the price of the old one', async () => {
    const tcs = await hold('TCS');
    const service = over([
      provider(async (instruments) => {
        await area().holdings.update(fixture.owner, tcs.id, { asset_class: 'Unlisted' }, by);
        return instruments.map(() => at(61));
      }),
    ]);
    assert.deepEqual(told(await service.refresh(fixture.owner)), { TCS: 'MANUAL_PRICE' });
    await service.close();
    assert.equal((await area().holdings.get(fixture.owner, tcs.id)).current_price, null);
  });

  it('a provider that fails leaves the last good prices and harms nobody else', async () => {
    yahoo.listings.set('TCS.NS', { price: 60 });
    await hold('TCS');
    await fund();
    await refresh();
    fixture.clock.pass(5);
    yahoo.fail({ kind: 'body', type: 'text/html', body: '<html>' });
    amfi.schemes = [{ ...FLEXI, nav: '101', date: '02-Mar-2026' }];
    fixture.clock.pass(10);
    const view = await refresh();
    assert.deepEqual(told(view), { TCS: 'PROVIDER_MALFORMED', 'FLEXI CAP': 'UPDATED' });
    const [flexi, tcs] = view.outcomes;
    assert.deepEqual([tcs?.price, tcs?.source], [60, 'YAHOO']);
    // The value of Friday is the close before Monday's.
    assert.deepEqual([flexi?.price, flexi?.previous_close], [101, 100.5]);
  });

  it('a price of long ago is shown as old as it is; a fund value of the last session is fresh', async () => {
    yahoo.listings.set('ENDED.NS', { price: 3, day: '2020-01-02' });
    const ended = await hold('ENDED');
    const flexi = await fund();
    await refresh();
    const views = await Promise.all([ended, flexi].map(({ id }) => area().holdings.get(fixture.owner, id)));
    assert.deepEqual(
      views.map((one) => [one.current_price, one.price_state, one.priced_at, one.price_as_of]),
      [
        // 15:30 in India.
        [3, 'STALE', '2020-01-02T10:00:00.000Z', '2020-01-02'],
        [100.5, 'FRESH', '2026-03-02T06:00:00.000Z', '2026-02-27'],
      ],
    );
    // A price entered by hand belongs to no session.
    const byHand = await area().holdings.update(fixture.owner, ended.id, { current_price: 5 }, by);
    assert.deepEqual([byHand.price_source, byHand.price_as_of], ['MANUAL', null]);
  });

  it('nothing is asked for twice within half a minute, whether it was priced or not, unless that is wanted', async () => {
    yahoo.listings.set('TCS.NS', { price: 60 });
    await hold('TCS');
    await hold('NOSUCH');
    await refresh();
    fixture.clock.at = new Date('2026-03-02T06:00:29.000Z');
    assert.deepEqual(told(await refresh()), { TCS: 'RECENTLY_PRICED', NOSUCH: 'NOT_FOUND' });
    assert.deepEqual(told(await refresh({ force: true })), { TCS: 'UNCHANGED', NOSUCH: 'NOT_FOUND' });
    fixture.clock.at = new Date('2026-03-02T06:01:00.000Z');
    assert.deepEqual(told(await refresh()), { TCS: 'UNCHANGED', NOSUCH: 'NOT_FOUND' });
  });

  it('a second refresh of an owner gets the answer of the first, and one in another process waits for its quotes', async () => {
    await hold('TCS');
    let asked = 0;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const here = over([
      provider(async () => {
        asked += 1;
        begin();
        await answered;
        return [at(60)];
      }),
    ]);
    const elsewhere = over([
      provider(async () => {
        asked += 1;
        return [at(99)];
      }),
    ]);
    const first = here.refresh(fixture.owner);
    await begun;
    const second = here.refresh(fixture.owner, { force: true });
    const third = elsewhere.refresh(fixture.owner);
    assert.equal((await elsewhere.refresh(fixture.stranger)).outcomes.length, 0);
    answer();
    assert.equal((await first).outcomes[0]?.price, 60);
    assert.deepEqual(await second, await first);
    assert.equal((await third).outcomes[0]?.price, 60);
    assert.equal(asked, 1);
    fixture.clock.pass(1);
    assert.equal((await here.refresh(fixture.owner)).unchanged, 1);
    await here.close();
    await elsewhere.close();
  });

  it('a refresh that may take older prices is not the answer for one that may not', async () => {
    await hold('TCS');
    let price = 60;
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const service = over([
      provider(
        async (instruments) =>
          await Promise.all(
            instruments.map(async ({ symbol }) => {
              if (symbol === 'SLOW') await answered;
              return at(price);
            }),
          ),
      ),
    ]);
    await service.refresh(fixture.owner);
    const since = fixture.clock.now();
    await hold('SLOW');
    fixture.clock.pass(5);
    price = 61;
    const lenient = service.refresh(fixture.owner, { since });
    const strict = service.refresh(fixture.owner);
    answer();
    assert.equal(told(await lenient)['TCS'], 'RECENTLY_PRICED');
    const { outcomes } = await strict;
    assert.deepEqual(
      outcomes.map(({ symbol, price: of }) => [symbol, of]),
      [
        ['SLOW', 61],
        ['TCS', 61],
      ],
    );
    const later = fixture.clock.now();
    fixture.clock.pass(5);
    price = 62;
    await Promise.all([service.refreshAll({ since: later }), service.refreshAll()]);
    const held = await fixture.core.portfolio.holdings.all(fixture.owner);
    assert.deepEqual(
      held.map(({ current_price }) => current_price),
      [62, 62],
    );
    await service.close();
  });

  it('a price that a wrong clock dated in the future is requested again', async () => {
    yahoo.listings.set('TCS.NS', { price: 60 });
    await hold('TCS');
    const now = fixture.clock.now();
    fixture.clock.at = new Date('2027-03-02T06:00:00.000Z');
    await refresh();
    fixture.clock.at = now;
    yahoo.listings.set('TCS.NS', { price: 62 });
    const { outcomes } = await refresh();
    assert.deepEqual(
      outcomes.map(({ reason, price }) => [reason, price]),
      [[null, 62]],
    );
  });

  it('closing ends a refresh that waits for a provider, and keeps what came in already', async () => {
    yahoo.listings.set('TCS.NS', { price: 60 });
    const release = yahoo.hold(/SLOW/);
    await hold('SLOW');
    await hold('TCS');
    const pricedOne = new Promise<void>((resolve) =>
      fixture.core.listener.on('refresh_progress', ({ updated }) => (updated === 1 ? resolve() : undefined)),
    );
    const running = refresh();
    await pricedOne;
    await fixture.core.prices.close();
    assert.deepEqual(told(await running), { SLOW: 'PROVIDER_TIMEOUT', TCS: 'UPDATED' });
    release();
  });

  it('closing ends it however long the provider would wait', async () => {
    await hold('SLOW');
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let why: unknown;
    const service = over([
      provider(
        (_, signal) =>
          new Promise((resolve) => {
            signal?.addEventListener('abort', () => {
              why = signal.reason;
              resolve([{ quote: null, failure: 'PROVIDER_TIMEOUT' }]);
            });
            begin();
          }),
      ),
    ]);
    const running = service.refresh(fixture.owner);
    await begun;
    await service.close();
    assert.deepEqual(told(await running), { SLOW: 'PROVIDER_TIMEOUT' });
    // It was told to stop, and did not run out of time.
    assert.ok(why instanceof Error && why.name === 'AbortError');
  });

  it('with providers switched off holdings say so, and nobody is asked', async () => {
    await hold('TCS');
    const service = over([]);
    assert.deepEqual(told(await service.refresh(fixture.owner)), { TCS: 'NO_PROVIDER' });
    await service.close();
  });

  it('announces one change for all prices together, and none when nothing came', async () => {
    yahoo.listings.set('TCS.NS', { price: 60 }).set('INFY.NS', { price: 70 });
    await hold('TCS');
    await hold('INFY');
    const revision = async () => Number(await fixture.core.database.revision(fixture.owner, ['prices']));
    const before = await revision();
    await refresh();
    assert.equal(await revision(), before + 1);
    await refresh();
    assert.equal(await revision(), before + 1);
  });
});
