import assert from 'node:assert/strict';
import type { WatchlistItemView } from '../../core/watchlist/index.ts';
import { morningWatchlist, watchlistBody } from '../../jobs/morning-watchlist.ts';
import { monitorAlerts, monitorUsAlerts } from '../../jobs/support-alert-monitor.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { YahooServer } from '../support/yahoo-server.ts';

const by = { actor: 'api:owner' };
const item = (symbol: string, change: Partial<WatchlistItemView> = {}): WatchlistItemView => ({
  id: symbol,
  symbol,
  name: null,
  isin: null,
  asset_class: 'Indian Equity',
  currency: 'INR',
  price: 100,
  previous_close: null,
  day_change: null,
  day_change_pct: null,
  day_change_date: '2026-03-02',
  day_change_label: 'Today',
  price_as_of: '2026-03-02',
  price_source: null,
  priced_at: null,
  price_reason: null,
  is_held: false,
  alerts: 0,
  created_at: '2026-03-01T00:00:00.000Z',
  ...change,
});

describe('jobs of the watchlist', () => {
  let yahoo: YahooServer;
  let world: TestCore;
  before(async () => {
    yahoo = await new YahooServer({ 'TCS.NS': { price: 3000, closes: [2900, 3000] } }).start();
    // a Monday, 09:16 in India
    world = await testCore({ at: '2026-03-02T03:46:00Z', environment: { YAHOO_BASE_URL: yahoo.url } });
  });
  after(async () => {
    await world.close();
    await yahoo.close();
  });

  const run = () => ({
    dueAt: world.clock.now(),
    isLate: false,
    attempt: 1,
    signal: new AbortController().signal,
  });
  const jobs = () => world.core;

  it('portfolio/Scheduler, morning_watchlist_intelligence: one message a day with each price and change; nothing for an empty list or a closed day', async () => {
    assert.equal(await morningWatchlist(jobs(), run()), '0 written');
    await world.core.watchlist.items.create(world.owner, { symbol: 'TCS' }, by);
    assert.equal(await morningWatchlist(jobs(), run()), '1 written');
    assert.equal(await morningWatchlist(jobs(), run()), '0 written');
    const { items } = await world.core.notifications.list(world.owner, {});
    assert.equal(items[0]?.title, 'Your watchlist: 1 symbol');
    assert.equal(items[0]?.body, 'TCS ₹3,000.00 (+3.45%)');
    const sunday = { ...run(), dueAt: new Date('2026-03-08T03:46:00Z') };
    assert.equal(await morningWatchlist(jobs(), sunday), 'no exchange had or has a session');
  });

  it('morning_watchlist_intelligence: American shares come after their own session, on Saturday and not on Monday', async () => {
    const told = async (symbol: string, currency: string, day: string): Promise<string> => {
      const calls = {
        ...jobs(),
        watchlist: {
          ...world.core.watchlist,
          items: { list: () => Promise.resolve([item(symbol, { currency })]) },
          refreshAll: () => Promise.resolve(),
          narrate: () => Promise.resolve(null),
        },
      };
      const written = await morningWatchlist(calls, { ...run(), dueAt: new Date(`${day}T03:46:00Z`) });
      return written.replace(' written', '');
    };
    // A Saturday: New York traded last night, NSE does not trade today. Two people.
    assert.equal(await told('AAPL', 'USD', '2026-03-21'), '2');
    assert.equal(await told('TCS', 'INR', '2026-03-28'), '0');
    // A Monday: the other way round.
    assert.equal(await told('AAPL', 'USD', '2026-03-23'), '0');
    assert.equal(await told('TCS', 'INR', '2026-03-23'), '2');
    // Republic Day closes NSE alone; New York closed on the Friday before Monday 6 April, Good Friday.
    assert.equal(await told('TCS', 'INR', '2026-01-26'), 'no exchange had or has a session');
    assert.equal(await told('AAPL', 'USD', '2026-04-04'), 'no exchange had or has a session');
  });

  it('alerts are checked at night while New York trades', async () => {
    const checkedAt = async (at: string): Promise<boolean> =>
      (await monitorUsAlerts(jobs(), { ...run(), dueAt: new Date(at) })) !== 'New York does not trade';
    // 01:00 and 02:30 in India on a Saturday of summer time, when New York closes at 01:30; then winter time, and a Sunday.
    assert.equal(await checkedAt('2026-03-13T19:30:00Z'), true);
    assert.equal(await checkedAt('2026-03-13T21:15:00Z'), false);
    assert.equal(await checkedAt('2026-03-06T21:15:00Z'), true);
    assert.equal(await checkedAt('2026-03-15T19:30:00Z'), false);
    // An alert on an Indian share is left for the morning.
    const made = await world.core.watchlist.alerts.create(
      world.owner,
      { kind: 'PRICE_BELOW', symbol: 'TCS', threshold: 100 },
      by,
    );
    const night = { ...run(), dueAt: new Date('2026-03-13T19:30:00Z') };
    const asked = yahoo.requests.length;
    assert.match(await monitorUsAlerts(jobs(), night), /^0 checked/);
    assert.equal(yahoo.requests.length, asked);
    await world.core.watchlist.alerts.remove(world.owner, made.id, by);
  });

  it('a share whose exchange has closed is not requested again before its next session', async () => {
    const askedBy = async (): Promise<number> => {
      const before = yahoo.requests.length;
      await world.core.watchlist.refreshAll({
        of: 'ALL',
        signal: new AbortController().signal,
        since: world.clock.now(),
      });
      return yahoo.requests.length - before;
    };
    // 2 March 2026 at 15:50 and 18:00, and 09:20 of the next session: the 3rd is Holi.
    world.clock.at = new Date('2026-03-02T10:20:00Z');
    assert.ok((await askedBy()) > 0);
    world.clock.at = new Date('2026-03-02T12:30:00Z');
    assert.equal(await askedBy(), 0);
    world.clock.at = new Date('2026-03-04T03:50:00Z');
    assert.ok((await askedBy()) > 0);
  });

  it('the largest moves come first; what is unknown says why', () => {
    assert.equal(
      watchlistBody([
        item('AAA', { day_change_pct: 1 }),
        item('BBB', { price: null, price_reason: 'The source does not know the symbol.' }),
        item('CCC', { day_change_pct: -2.5, day_change_label: 'Fri 27 Feb' }),
        item('DDD'),
      ]),
      'CCC ₹100.00 (−2.50%, Fri 27 Feb)\nAAA ₹100.00 (+1.00%)\nDDD ₹100.00 (change unknown)\nBBB: no price. The source does not know the symbol.',
    );
  });

  it('portfolio/Scheduler, support_alert_monitor: all persons’ alerts; a failure of one holds up nobody and is tried again', async () => {
    await world.core.watchlist.alerts.create(
      world.owner,
      { kind: 'PRICE_BELOW', symbol: 'TCS', threshold: 2000 },
      by,
    );
    assert.equal(await monitorAlerts(jobs(), run()), '1 checked, 0 triggered, 0 without a value');
    const seen: string[] = [];
    const failing = {
      ...jobs(),
      watchlist: {
        ...world.core.watchlist,
        alertOwners: () => Promise.resolve([world.owner, world.stranger]),
        evaluateAlerts: (userId: string) => {
          seen.push(userId);
          if (userId === world.owner) throw new Error('broken');
          return Promise.resolve({ evaluated: 0, fired: 0, unknown: 0 });
        },
      },
    };
    await assert.rejects(monitorAlerts(failing, run()), /broken/);
    assert.deepEqual(seen.toSorted(), [world.owner, world.stranger].toSorted());
  });

  it('research/What the service does 10: the figures come first and stand whatever becomes of the words, which say who wrote them', async () => {
    world.clock.at = new Date('2026-03-05T03:46:00Z');
    const dayTwo = { ...run(), dueAt: new Date('2026-03-05T03:46:00Z') };
    const before: string[] = [];
    const narrating = {
      ...jobs(),
      watchlist: {
        ...world.core.watchlist,
        narrate: async (userId: string) => {
          before.push(...(await world.core.notifications.list(userId, {})).items.map(({ title }) => title));
          return { text: 'TCS rose 3.45%.', provider: 'gateway', model: 'large-model' };
        },
      },
    };
    assert.equal(await morningWatchlist(narrating, dayTwo), '1 written');
    assert.equal(before[0], 'Your watchlist: 1 symbol');
    const { items } = await world.core.notifications.list(world.owner, {});
    assert.deepEqual(
      items.slice(0, 2).map(({ title, body }) => [title, body]),
      [
        [
          'Your watchlist in words',
          'TCS rose 3.45%.\n\nWritten by a model (large-model) from the prices above. It may be wrong.',
        ],
        ['Your watchlist: 1 symbol', items[1]?.body],
      ],
    );
    // A run that is repeated tells nothing twice.
    assert.equal(await morningWatchlist(narrating, dayTwo), '0 written');
    assert.equal((await world.core.notifications.list(world.owner, {})).items.length, items.length);
  });
});
