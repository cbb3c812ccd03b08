import assert from 'node:assert/strict';
import { createPriceSessions } from '../../../core/market/calendar/index.ts';
import { Problem } from '../../../core/platform/index.ts';
import { createWatchlist } from '../../../core/watchlist/index.ts';
import { testCore, type TestCore } from '../../support/core.ts';
import { YahooServer } from '../../support/yahoo-server.ts';

const by = { actor: 'api:owner' };

describe('watchlist and alerts', () => {
  let yahoo: YahooServer;
  let world: TestCore;
  before(async () => {
    yahoo = await new YahooServer({ 'TCS.NS': { price: 3000, closes: [2900, 3000] } }).start();
    world = await testCore({ environment: { YAHOO_BASE_URL: yahoo.url } });
  });
  after(async () => {
    await world.close();
    await yahoo.close();
  });

  const items = () => world.core.watchlist.items;
  const alerts = () => world.core.watchlist.alerts;
  const freshen = async () =>
    await world.core.watchlist.refreshAll({
      of: 'ALERTED',
      signal: new AbortController().signal,
      since: world.clock.now(),
    });
  /** A minute on, so that quotes are asked for again. */
  const round = async () => {
    world.clock.pass(15);
    await freshen();
    return await world.core.watchlist.evaluateAlerts(world.owner);
  };
  const quote = (price: number, previous = 2900) => {
    yahoo.listings.set('TCS.NS', { price, closes: [previous, price] });
  };
  const told = async () =>
    (await world.core.notifications.list(world.owner, {})).items
      .filter(({ kind }) => kind === 'alert_fired')
      .map(({ title }) => title);
  const refused = async (work: Promise<unknown>, status: number, code: string): Promise<Problem> => {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Problem, String(error));
    assert.deepEqual([error.status, error.code], [status, code]);
    return error;
  };

  it('portfolio/Resources, Watchlist item: it starts empty; what is added has its price at once, or the reason', async () => {
    assert.deepEqual(await items().list(world.owner), []);
    const tcs = await items().create(world.owner, { symbol: 'tcs' }, by);
    assert.deepEqual(
      [tcs.symbol, tcs.price, tcs.previous_close, tcs.day_change, tcs.price_source, tcs.price_reason],
      ['TCS', 3000, 2900, 100, 'YAHOO', null],
    );
    // 100 ⁄ 2900
    assert.equal(tcs.day_change_pct, 3.448275862);
    const unknown = await items().create(world.owner, { symbol: 'NOWHERE' }, by);
    assert.equal(unknown.price, null);
    assert.match(unknown.price_reason ?? '', /does not know/);
    await refused(items().create(world.owner, { symbol: 'TCS' }, by), 409, 'WATCHLIST_ITEM_EXISTS');
    await refused(items().create(world.owner, { symbol: 'T C' }, by), 422, 'VALIDATION_ERROR');
    assert.deepEqual(await items().list(world.stranger), []);
    await refused(items().remove(world.stranger, tcs.id, by), 404, 'WATCHLIST_ITEM_NOT_FOUND');
  });

  it('portfolio/Scheduler, support_alert_monitor: a crossing is told once, whatever runs again, and again after the way back', async () => {
    const made = await alerts().create(
      world.owner,
      { kind: 'PRICE_ABOVE', symbol: 'TCS', threshold: 3100 },
      by,
    );
    assert.deepEqual([made.state, made.last_value, made.label], ['ARMED', 3000, 'TCS at or above ₹3,100.00']);
    assert.equal((await round()).fired, 0);
    quote(3100);
    assert.deepEqual(await round(), { evaluated: 1, fired: 1, unknown: 0 });
    assert.equal((await round()).fired, 0);
    await Promise.all([round(), round(), round()]);
    assert.deepEqual(await told(), ['TCS is at ₹3,100.00']);
    quote(3080);
    await round();
    assert.equal((await alerts().get(world.owner, made.id)).state, 'ARMED');
    quote(3150);
    // two processes at once
    world.clock.pass(15);
    await freshen();
    const both = await Promise.all([
      world.core.watchlist.evaluateAlerts(world.owner),
      world.core.watchlist.evaluateAlerts(world.owner),
    ]);
    assert.equal(both[0].fired + both[1].fired, 1);
    assert.equal((await told()).length, 2);
    const now = await alerts().get(world.owner, made.id);
    assert.deepEqual([now.state, now.crossings, now.last_value], ['FIRED', 2, 3150]);
    await refused(
      alerts().create(world.owner, { kind: 'PRICE_ABOVE', symbol: 'TCS', threshold: 3100 }, by),
      409,
      'ALERT_EXISTS',
    );
  });

  it('portfolio/Scheduler, support_alert_monitor: a fault outside leaves state and last price, with the reason', async () => {
    yahoo.fail({ kind: 'status', status: 503 });
    const { unknown, fired } = await round();
    assert.deepEqual([unknown, fired], [0, 0]);
    yahoo.calm();
    const [tcs] = (await items().list(world.owner)).filter(({ symbol }) => symbol === 'TCS');
    assert.equal(tcs?.price, 3150);
    assert.match(tcs?.price_reason ?? '', /error/);
    const lost = await alerts().create(
      world.owner,
      { kind: 'PRICE_BELOW', symbol: 'NOWHERE', threshold: 5 },
      by,
    );
    assert.deepEqual([lost.state, lost.last_value], ['ARMED', null]);
    assert.equal((await round()).unknown, 1);
    await alerts().remove(world.owner, lost.id, by);
  });

  it('an alert whose level is passed already waits for the way back', async () => {
    quote(3150);
    const made = await alerts().create(
      world.owner,
      { kind: 'PRICE_ABOVE', symbol: 'TCS', threshold: 3000 },
      by,
    );
    assert.deepEqual([made.state, made.fired_at, made.crossings], ['FIRED', null, 0]);
    const before = (await told()).length;
    await round();
    assert.equal((await told()).length, before);
    await alerts().remove(world.owner, made.id, by);
  });

  it('portfolio/Scheduler, support_alert_monitor: a round between the making of an alert and its first look is that look', async () => {
    quote(3150);
    const made = await alerts().create(
      world.owner,
      { kind: 'PRICE_ABOVE', symbol: 'TCS', threshold: 3010 },
      by,
    );
    // As it is on record before anybody looked at the price.
    await world.core.database.asSystem('an alert that was just made, for a test', async (trx) => {
      await trx('portfolio.alerts')
        .where({ id: made.id })
        .update({ state: 'ARMED', last_evaluated_at: null, beyond_value: null, beyond_on: null });
    });
    const before = (await told()).length;
    await round();
    const now = await alerts().get(world.owner, made.id);
    assert.deepEqual([now.state, now.crossings, now.last_value], ['FIRED', 0, 3150]);
    assert.equal((await told()).length, before);
    await alerts().remove(world.owner, made.id, by);
  });

  it('a day’s move and a drawdown, each of its own subject', async () => {
    const move = await alerts().create(
      world.owner,
      { kind: 'DAY_MOVE_PCT', symbol: 'TCS', threshold: 10 },
      by,
    );
    const fall = await alerts().create(world.owner, { kind: 'DRAWDOWN_PCT', threshold: 10 }, by);
    assert.equal(fall.symbol, null);
    assert.equal(fall.last_value, null);
    assert.match(fall.last_reason ?? '', /No value/);
    quote(2610);
    await round();
    assert.equal((await told())[0], 'TCS lost 10% today');
    assert.equal((await alerts().get(world.owner, move.id)).state, 'FIRED');
    await world.core.portfolio.holdings.create(
      world.owner,
      {
        portfolio: 'Main',
        symbol: 'OWN',
        asset_class: 'Unlisted',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 100,
        current_price: 100,
      },
      by,
    );
    await world.core.portfolio.snapshots.take(world.owner);
    await round();
    assert.equal((await alerts().get(world.owner, fall.id)).last_value, 0);
    const wrong = await refused(
      alerts().create(world.owner, { kind: 'DRAWDOWN_PCT', symbol: 'TCS', threshold: 100 }, by),
      422,
      'VALIDATION_ERROR',
    );
    assert.deepEqual(
      wrong.errors?.map(({ field }) => field),
      ['symbol', 'threshold'],
    );
    await refused(
      alerts().create(world.owner, { kind: 'DRAWDOWN_PCT', portfolio: 'Nope', threshold: 10 }, by),
      404,
      'PORTFOLIO_NOT_FOUND',
    );
  });

  it('portfolio/Scheduler, support_alert_monitor: a round that breaks off before its notice is written is as if it had not begun', async () => {
    quote(2700);
    world.clock.pass(15);
    const made = await alerts().create(
      world.owner,
      { kind: 'PRICE_ABOVE', symbol: 'TCS', threshold: 2750 },
      by,
    );
    const breaking = createWatchlist(world.core, {
      portfolio: world.core.portfolio,
      readDays: world.core.reports.days,
      readUndecided: async () => [],
      market: world.core.market,
      notifications: { notifyWithin: () => Promise.reject(new Error('killed')) },
      sessions: createPriceSessions(world.core.calendar),
    });
    quote(2760);
    world.clock.pass(15);
    await freshen();
    await assert.rejects(breaking.evaluateAlerts(world.owner), /killed/);
    assert.deepEqual(
      [
        (await alerts().get(world.owner, made.id)).state,
        (await alerts().get(world.owner, made.id)).last_value,
      ],
      ['ARMED', 2700],
    );
    assert.equal((await round()).fired, 1);
    assert.equal((await told())[0], 'TCS is at ₹2,760.00');
    await alerts().remove(world.owner, made.id, by);
  });

  it('an alert puts what it is on on the list; what leaves the list takes its alerts along', async () => {
    const made = await alerts().create(
      world.owner,
      { kind: 'PRICE_ABOVE', symbol: 'AAPL', currency: 'USD', threshold: 300 },
      by,
    );
    const [apple] = (await items().list(world.owner)).filter(({ symbol }) => symbol === 'AAPL');
    assert.deepEqual([apple?.asset_class, apple?.currency, apple?.alerts], ['US Equity', 'USD', 1]);
    await items().remove(world.owner, apple?.id ?? '', by);
    await refused(alerts().get(world.owner, made.id), 404, 'ALERT_NOT_FOUND');
    assert.deepEqual(await alerts().list(world.stranger), []);
  });

  it('a changed alert begins anew with the value of now, and keeps its number and its count', async () => {
    quote(3000);
    // Another session: prices of one that is over are not requested again.
    world.clock.at = new Date('2026-03-04T06:00:00Z');
    const made = await alerts().create(
      world.owner,
      { kind: 'PRICE_ABOVE', symbol: 'TCS', threshold: 3500 },
      by,
    );
    // 3,000 lies below 3,500: armed. Above 2,950 it is passed already, so it waits for the way back.
    const passed = await alerts().update(world.owner, made.id, { threshold: 2950 }, by);
    assert.deepEqual(
      [made.state, passed.id, passed.state, passed.threshold],
      ['ARMED', made.id, 'FIRED', 2950],
    );
    const before = (await told()).length;
    await round();
    assert.equal((await told()).length, before);
    const below = await alerts().update(world.owner, made.id, { kind: 'PRICE_BELOW', threshold: 2800 }, by);
    assert.deepEqual([below.state, below.label], ['ARMED', 'TCS at or below ₹2,800.00']);
    quote(2790);
    await round();
    const [fired] = (await alerts().list(world.owner)).filter(({ id }) => id === made.id);
    assert.deepEqual([fired?.crossings, (await told()).length], [1, before + 1]);
    // What says the same writes nothing: it stays fired.
    const same = await alerts().update(world.owner, made.id, { threshold: 2800 }, by);
    assert.deepEqual([same.state, same.crossings], ['FIRED', 1]);
    await alerts().remove(world.owner, made.id, by);
  });

  it('a changed alert is refused what a new one is, another kind of subject, and what is there already', async () => {
    const on = { kind: 'PRICE_ABOVE', symbol: 'TCS' };
    const one = await alerts().create(world.owner, { ...on, threshold: 8000 }, by);
    const other = await alerts().create(world.owner, { ...on, threshold: 9000 }, by);
    const fall = await alerts().create(world.owner, { kind: 'DRAWDOWN_PCT', threshold: 30 }, by);
    const update = (id: string, body: object) => alerts().update(world.owner, id, body, by);
    await refused(update(one.id, { threshold: 9000 }), 409, 'ALERT_EXISTS');
    for (const [id, body] of [
      [one.id, { threshold: 0 }],
      [one.id, { kind: 'DRAWDOWN_PCT' }],
      [one.id, { symbol: 'INFY' }],
      [fall.id, { kind: 'DAY_MOVE_PCT' }],
      [fall.id, { threshold: 100 }],
    ] as const)
      await refused(update(id, body), 422, 'VALIDATION_ERROR');
    await refused(alerts().update(world.stranger, one.id, { threshold: 1 }, by), 404, 'ALERT_NOT_FOUND');
    await refused(update('999999', { threshold: 1 }), 404, 'ALERT_NOT_FOUND');
    for (const { id } of [one, other, fall]) await alerts().remove(world.owner, id, by);
  });

  it('a price that a wrong clock dated in the future is requested again', async () => {
    const made = await alerts().create(
      world.owner,
      { kind: 'PRICE_ABOVE', symbol: 'TCS', threshold: 9000 },
      by,
    );
    const now = world.clock.now();
    const priceAt = async (at: Date, price: number) => {
      world.clock.at = at;
      quote(price);
      await freshen();
      return (await items().list(world.owner)).find(({ symbol }) => symbol === 'TCS')?.price;
    };
    assert.equal(await priceAt(new Date('2099-01-01T06:00:00.000Z'), 3000), 3000);
    assert.equal(await priceAt(now, 3010), 3010);
    await alerts().remove(world.owner, made.id, by);
  });
});
