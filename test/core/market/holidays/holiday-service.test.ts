import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import { calendarTask, createHolidays } from '../../../../core/market/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { CLEARING_2027, recorded, recordedClearing, TRADING_2027 } from '../../../support/holiday-lists.ts';
import { NseSiteServer, siteHolidays } from '../../../support/nse-site-server.ts';
import { NysePageServer } from '../../../support/nyse-page-server.ts';
import { keepHolidayLists } from '../../../../jobs/holiday-lists.ts';

const DAY = 24 * 60;

describe('the lists that the exchanges publish', () => {
  let nse: NseSiteServer;
  let nyse: NysePageServer;
  let world: TestCore;
  const coreAnew = sharedCore(() => ({
    environment: { NSE_SITE_BASE_URL: nse.url, NYSE_BASE_URL: nyse.url },
  }));
  before(async () => {
    nse = await new NseSiteServer().start();
    nyse = await new NysePageServer().start();
  });
  after(async () => {
    await nse.close();
    await nyse.close();
  });
  beforeEach(async () => {
    nse.calm();
    nyse.calm();
    publish(recorded('NSE', 2026), recordedClearing(2026));
    world = await coreAnew();
    // 30 November 2026, 08:10 in India
    world.clock.at = new Date('2026-11-30T02:40:00Z');
    // The calendar forgets the lists of the case before.
    await world.core.holidays.read();
  });

  const publish = (trading: Parameters<typeof siteHolidays>[0], clearing = trading) => {
    nse.holidays = { trading: siteHolidays(trading), clearing: siteHolidays(clearing) };
  };
  const publishNext = () => {
    publish([...recorded('NSE', 2026), ...TRADING_2027], [...recordedClearing(2026), ...CLEARING_2027]);
  };
  const keepUp = async () => await world.core.holidays.keepUp();
  const readings = async () =>
    (await keepUp()).map(({ exchange, years, failure }) => `${exchange} ${years.join(' ')} ${failure}`);
  const stateOf = async (exchange: string) => {
    const found = (await world.core.holidays.read()).items.find((one) => one.exchange === exchange);
    assert.ok(found !== undefined);
    return found;
  };
  const run = () => ({ signal: new AbortController().signal });
  const notices = async () =>
    (await world.core.notifications.list(world.owner, { kind: 'system_notice' })).items
      .map(({ title }) => title)
      .toReversed();

  it('next year’s list is read on the first day on which it is there, and the running process knows it', async () => {
    assert.deepEqual(await readings(), ['NSE 2026 null', 'NYSE 2026 2027 2028 null']);
    assert.equal((await stateOf('NYSE')).trading_until, '2028-12-31');
    assert.equal((await stateOf('NSE')).trading_until, '2026-12-31');
    const seen: string[][] = [];
    for (let day = 1; day <= 14; day += 1) {
      if (day === 12) publishNext();
      world.clock.pass(DAY);
      seen.push((await keepUp()).map(({ exchange }) => exchange));
    }
    // Daily from 1 December until the list is there on the 12th, then weekly; NYSE's weekly all along.
    assert.deepEqual(
      seen.map((exchanges) => exchanges.join(' ')),
      [...Array(6).fill('NSE'), 'NSE NYSE', ...Array(5).fill('NSE'), '', 'NYSE'],
    );
    assert.deepEqual(await stateOf('NSE').then((one) => [one.trading_until, one.settlement_until]), [
      '2027-12-31',
      '2027-12-31',
    ]);
    assert.equal(world.core.calendar.isSession('NSE', '2027-01-26'), false);
  });

  it('another process learns it by itself, and one that starts later from the database', async () => {
    const calendar = createCalendar();
    const other = createHolidays(world.core, calendar);
    publishNext();
    await keepUp();
    while (calendar.revision !== world.core.calendar.revision)
      await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(calendar.knownUntil('NSE').trading, '2027-12-31');
    other.close();
    const later = createCalendar();
    const started = createHolidays(world.core, later);
    await started.load();
    started.close();
    assert.equal(later.isSession('NSE', '2027-01-26'), false);
  });

  for (const [what, lie, failure] of [
    [
      'a page in the place of the list',
      () => nse.fail({ kind: 'body', body: '<html></html>', type: 'text/html' }),
      'PROVIDER_MALFORMED',
    ],
    ['an answer that breaks off', () => nse.fail({ kind: 'cut' }), 'PROVIDER_UNREACHABLE'],
    ['an error', () => nse.fail({ kind: 'status', status: 503 }), 'PROVIDER_ERROR'],
    [
      'JSON of another shape',
      () => nse.fail({ kind: 'body', body: '{"CM":"none"}', type: 'application/json' }),
      'LIST_UNREADABLE',
    ],
    ['half a year', () => publish(TRADING_2027.filter(({ date }) => date > '2027-06')), 'LIST_INCOMPLETE'],
    ['a date twice', () => publish([...TRADING_2027, ...TRADING_2027.slice(0, 1)]), 'LIST_CONTRADICTORY'],
  ] as [string, () => void, string][])
    it(`${what} stores nothing, is said, and is tried again with the next run`, async () => {
      lie();
      assert.equal((await keepUp())[0]?.failure, failure);
      const state = await stateOf('NSE');
      assert.equal(state.trading_until, '2026-12-31');
      assert.ok(state.failure !== null && state.read_at === null && state.asked_at !== null);
      assert.deepEqual(await keepUp(), []);
      nse.calm();
      publishNext();
      world.clock.pass(6 * 60);
      assert.deepEqual(await readings(), ['NSE 2026 2027 null']);
      assert.equal((await stateOf('NSE')).failure, null);
    });

  it('two processes at once, a kill in between and a clock that was ahead lose and double nothing', async () => {
    publishNext();
    const other = createHolidays(world.core, createCalendar());
    await Promise.all([keepUp(), other.keepUp()]);
    other.close();
    const before = await world.core.holidays.read();
    world.clock.pass(-400 * DAY);
    await keepUp();
    world.clock.pass(400 * DAY);
    assert.deepEqual(
      (await world.core.holidays.read()).items.map(({ trading_until }) => trading_until),
      before.items.map(({ trading_until }) => trading_until),
    );
    assert.equal(world.core.calendar.isSession('NSE', '2027-10-29'), true);
  });

  it('the end of the known days is a task once it has come, or before it where the list is not read', () => {
    const message = 'The calendar of NSE is known until 31 Dec 2026.';
    const task = (
      stage: Parameters<typeof calendarTask>[0]['stage'],
      is_read: boolean,
      failure: string | null = null,
    ) => calendarTask({ stage, message: stage === 'KNOWN' ? null : message, is_read, failure }) !== null;
    assert.deepEqual(
      [task('KNOWN', false), task('KNOWN', true, 'It failed.'), task('ENDS_SOON', true)],
      [false, false, false],
    );
    assert.deepEqual(
      [task('ENDS_SOON', false), task('ENDS_SOON', true, 'It failed.'), task('ENDED', true)],
      [true, true, true],
    );
  });

  it('30 days before the end and after it the owner is told once each, and values say so after it', async () => {
    const keep = async () => await keepHolidayLists(world.core, run());
    await keep();
    assert.deepEqual(await notices(), []);
    world.clock.pass(DAY);
    await keep();
    await keep();
    assert.deepEqual(await notices(), ['The calendar of NSE ends soon']);
    const task = async () =>
      (await world.core.reports.todos.read(world.owner)).items.filter(({ key }) => key === 'calendar');
    const ends = 'The calendar of NSE is known until 31 Dec 2026; days after are assumed weekdays.';
    // The list is read by itself, so the end stands in Settings and is no task, until reading fails.
    assert.equal((await stateOf('NSE')).message, ends);
    assert.deepEqual(await task(), []);
    nse.fail({ kind: 'status', status: 503 });
    world.clock.pass(DAY);
    await keep();
    assert.equal((await task())[0]?.text, ends);
    assert.deepEqual((await world.core.reports.todos.read(world.stranger)).items, []);
    nse.calm();
    world.clock.pass(6 * 60);
    await keep();
    assert.deepEqual(await task(), []);
    await world.core.portfolio.holdings.create(
      world.owner,
      {
        portfolio: 'Main',
        symbol: 'TCS',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 100,
      },
      { actor: 'api:owner' },
    );
    const warned = async () =>
      (await world.core.portfolio.dashboard.read(world.owner)).warnings
        .filter(({ code }) => code === 'CALENDAR_ENDED')
        .map(({ message }) => message);
    assert.deepEqual(await warned(), []);
    // 1 January 2027.
    world.clock.pass(30 * DAY);
    await keep();
    assert.equal((await task())[0]?.text, ends);
    assert.deepEqual(await notices(), ['The calendar of NSE ends soon', 'The calendar of NSE has ended']);
    assert.deepEqual(await warned(), [
      'The calendar of NSE is known until 31 Dec 2026; days after are assumed weekdays.',
    ]);
    publishNext();
    world.clock.pass(DAY);
    await keep();
    assert.deepEqual([await warned(), await task()], [[], []]);
  });
});
