import assert from 'node:assert/strict';
import { istInstant } from '../../core/platform/index.ts';
import type { LetterView } from '../../core/reports/index.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { MOST_ATTEMPTS } from '../../jobs/runs.ts';
import { schedule } from '../../jobs/schedule.ts';
import { createScheduler } from '../../jobs/scheduler.ts';
import { sendWeeklyLetters } from '../../jobs/weekly-letter.ts';
import { openWorld, type World } from '../core/notifications/world.ts';
import { levels } from '../core/reports/kept-world.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { someLetter } from '../support/letters.ts';
import { listWithCloses } from '../support/listed-closes.ts';
import { near } from '../support/near.ts';
import { jobsWorld } from './world.ts';

const BY = { actor: 'test' };
/** A Sunday. */
const SUNDAY = '2026-03-08';
const run = (isLate = false) => ({
  dueAt: istInstant(SUNDAY, '10:00'),
  isLate,
  attempt: 1,
  signal: new AbortController().signal,
});

describe('the weekly letter of a person', () => {
  let world: TestCore;
  let letter: LetterView;
  before(async () => {
    world = await testCore({ at: istInstant('2026-03-06', '16:00').toISOString() });
    const { clock, core, owner } = world;
    // 100 before the week and 94 at its end, with a dividend of 3 in between.
    const tcs = await listWithCloses(core, 'TCS', {
      '2025-03-05': 90,
      '2026-02-20': 99,
      '2026-02-27': 100,
      '2026-03-06': 94,
    });
    await listWithCloses(core, 'LT', { '2026-02-27': 200, '2026-03-06': 202 });
    await core.database.asSystem('an announcement for a test', (trx) =>
      trx('market.corporate_actions').insert({
        exchange: 'NSE',
        symbol: 'TCS',
        instrument_id: tcs,
        ex_date: '2026-03-04',
        raw: 'Interim Dividend - Rs 3 Per Share',
        part: 1,
        kind: 'DIVIDEND',
        amount: 3,
        status: 'READ',
        source: 'NSE',
      }),
    );
    await levels(core, {
      '2025-03-03': 20_000,
      '2026-02-27': 24_000,
      '2026-03-06': 24_120,
    });
    const of = { portfolio: 'Main', currency: 'INR', asset_class: 'Indian Equity' };
    for (const [symbol, type, date, quantity, price] of [
      ['TCS', 'BUY', '2025-03-05', 10, 90],
      ['LT', 'BUY', '2026-03-06', 5, 202],
      ['TCS', 'DIVIDEND', '2026-03-05', 10, 3],
    ] as const)
      await core.portfolio.transactions.create(owner, { ...of, symbol, type, date, quantity, price }, BY);
    const prices: Record<string, number> = { TCS: 94, LT: 202 };
    for (const { id, symbol } of await core.portfolio.holdings.all(owner))
      await core.portfolio.holdings.update(owner, id, { current_price: prices[symbol] ?? 0 }, BY);
    await core.goals.sips.create(
      owner,
      { name: 'Monthly', amount: 5_000, frequency: 'monthly', start_date: '2026-01-10', portfolio: 'Main' },
      BY,
    );
    clock.at = istInstant(SUNDAY, '10:00');
    letter = await core.reports.letter.read(owner);
  });
  after(() => world.close());

  it('the week is that of the days, by hand: 1,950 at the end, 1,000 at the start, 1,010 put in, 30 received', () => {
    const { from, to, week } = letter;
    assert.deepEqual([from, to, week.from, week.to], ['2026-03-01', SUNDAY, '2026-02-27', '2026-03-06']);
    const { start_value, end_value, net_flow, dividends, gain } = letter.week;
    assert.deepEqual([start_value, end_value, net_flow, dividends, gain], [1000, 1950, 1010, 30, -30]);
  });

  it('its figures are those of the pages: overview, performance, comparison, recent closes and calendar', async () => {
    const { core, owner } = world;
    const { reports, portfolio } = core;
    const [overview, week, past, closes, calendar] = await Promise.all([
      portfolio.dashboard.read(owner),
      reports.performance.read(owner, { from: letter.week.from ?? '', to: letter.week.to ?? '' }),
      reports.comparison.read(owner, {}),
      reports.recentCloses.read(owner, { symbols: 'TCS,LT' }),
      reports.calendar.read(owner, { from: SUNDAY, to: '2026-03-14' }),
    ]);
    assert.equal(letter.value.amount, overview.total.current_value);
    assert.deepEqual(
      [letter.week.start_value, letter.week.end_value],
      [week.series[0]?.value, week.series.at(-1)?.value],
    );
    const year = past.periods.find(({ period }) => period === '1Y');
    near(letter.year.return_pct, year?.return_pct ?? Number.NaN);
    near(letter.year.benchmark_return_pct, year?.benchmark_return_pct ?? Number.NaN);
    for (const { symbol, change_pct } of letter.movers) {
      const all = closes.items.find((one) => one.symbol === symbol)?.closes ?? [];
      near(change_pct, ((all.at(-1) ?? 0) / (all.at(-2) ?? 1) - 1) * 100);
    }
    assert.deepEqual(letter.due.items, calendar.items);
    assert.deepEqual(
      letter.due.items.map(({ date, name }) => [date, name]),
      [['2026-03-10', 'Monthly']],
    );
    assert.deepEqual(letter.todo, (await reports.todos.read(owner)).items[0] ?? null);
  });

  it('a reason is there where the market has one on record, and none where it has not', () => {
    assert.deepEqual(
      letter.movers.map(({ symbol, change, records }) => [
        symbol,
        change,
        records.map(({ kind, on, amount }) => [kind, on, amount]),
      ]),
      [
        ['TCS', -60, [['DIVIDEND', '2026-03-04', 3]]],
        // Bought at its last close: the rise of the week was not made.
        ['LT', null, []],
      ],
    );
  });

  it('the job writes it once, only to people with holdings, and a repeat writes nothing', async () => {
    const { core, owner, stranger } = world;
    assert.equal(await sendWeeklyLetters(core, run()), '1 created, 1 had nothing to say');
    assert.equal(await sendWeeklyLetters(core, run()), '0 created, 1 had nothing to say');
    const { items, total } = await core.notifications.list(owner, { kind: 'weekly_letter' });
    assert.equal(total, 1);
    assert.equal(items[0]?.title, 'Your week to 8 Mar 2026');
    assert.match(
      items[0].body,
      /^Your 2 holdings are worth ₹1,950 at prices of 6 Mar 2026; they lost ₹30 .*\nIn those days, up to 6 Mar 2026, you received ₹30 in dividends after tax withheld and put in ₹1,010 more/,
    );
    assert.match(
      items[0].body,
      /\nTCS fell 6\.00%, −₹60 on what you hold: ex-dividend on 4 Mar 2026, ₹3\.00 a share\.\n/,
    );
    assert.match(items[0].body, /\n10 Mar 2026: SIP instalment of Monthly, ₹5,000\n/);
    assert.equal((await core.notifications.list(stranger, { kind: 'weekly_letter' })).total, 0);
  });

  it('a late letter is about its own week, with the value of now, and says when it was due', async () => {
    const { core, clock, owner } = world;
    clock.at = istInstant('2026-03-10', '09:00');
    const late = await core.reports.letter.read(owner, { to: SUNDAY });
    assert.deepEqual(
      [late.from, late.to, late.week.gain, late.due.from],
      ['2026-03-01', SUNDAY, -30, '2026-03-10'],
    );
    clock.at = istInstant(SUNDAY, '10:00');
  });

  it('a person who began this week gets a letter only if it has news', async () => {
    const { core, stranger } = world;
    const held = { portfolio: 'New', symbol: 'OLDFIRM', asset_class: 'Unlisted', currency: 'INR' };
    await core.portfolio.holdings.create(
      stranger,
      { ...held, quantity: 1, avg_buy_price: 10, current_price: 10 },
      BY,
    );
    const view = await core.reports.letter.read(stranger);
    assert.deepEqual(
      [view.holdings_count, view.week.return_pct, view.movers, view.due.items, view.todo],
      [1, null, [], [], null],
    );
    assert.match(view.week.reasons.return_pct ?? '', /\w/);
    assert.equal(await sendWeeklyLetters(core, run()), '0 created, 1 had nothing to say');
  });
});

describe('the job of the weekly letter', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld({ PORTFOLIO_CHAT_ENABLED: '0' });
    world.at('2026-03-07', '09:00');
  });
  afterEach(() => world.close());

  const scheduler = (jobs: JobContext) =>
    createScheduler(jobs, {
      schedule: schedule.filter(({ name }) => name === 'weekly_letter'),
      withAgenda: false,
      withTimer: false,
      graceMs: 300,
    });
  const letters = async (userId: string) =>
    (await world.notifications.list(userId, { kind: 'weekly_letter' })).items;

  it('jobs/Lateness: a Sunday that the machine slept through is made up for until Wednesday morning, about its week', async () => {
    const asha = await world.user('asha');
    const asked: (string | undefined)[] = [];
    const it = scheduler(
      jobsWorld(world, {
        letter: async (_userId, query) => {
          asked.push(query?.to);
          return { ...someLetter, to: query?.to ?? '' };
        },
      }),
    );
    await it.sweep();
    assert.deepEqual(await letters(asha), []);
    world.at('2026-03-10', '20:00');
    await it.sweep();
    await it.sweep();
    assert.deepEqual(asked, [SUNDAY]);
    const [late] = await letters(asha);
    assert.equal(late?.title, 'Your week to 8 Mar 2026');
    assert.match(late.body, /\n\nLate: this was due on 8 Mar 2026 at 10:00 IST\.$/);
    // The next Sunday is on time; the one after it is missed by more than three days.
    world.at('2026-03-15', '10:00');
    await it.sweep();
    world.at('2026-03-25', '11:00');
    await it.sweep();
    assert.deepEqual(asked, [SUNDAY, '2026-03-15']);
    assert.equal((await letters(asha)).length, 2);
  });

  it('two processes write one letter, and it is not composed for those who switched it off', async () => {
    const [asha, ravi] = [await world.user('asha'), await world.user('ravi')];
    await world.notifications.saveSettings(ravi, { modes: { weekly_letter: 'off' } });
    const composed: string[] = [];
    const jobs = jobsWorld(world, { letter: async (userId) => (composed.push(userId), someLetter) });
    const both = [scheduler(jobs), scheduler(jobs)];
    await Promise.all(both.map((one) => one.sweep()));
    world.at(SUNDAY, '10:00');
    await Promise.all(both.map((one) => one.sweep()));
    assert.deepEqual([composed, (await letters(asha)).length, (await letters(ravi)).length], [[asha], 1, 0]);
  });

  it('a letter that keeps failing is reported once', async () => {
    const asha = await world.user('asha');
    const it = scheduler(jobsWorld(world, { letter: () => Promise.reject(new Error('no figures')) }));
    await it.sweep();
    world.at(SUNDAY, '10:00');
    for (let at = 0; at < MOST_ATTEMPTS * 2; at++) {
      await it.sweep();
      world.wait(2_000);
    }
    const { items } = await world.notifications.list(asha);
    assert.deepEqual(
      items.map(({ title }) => title),
      ['The weekly letter could not be created'],
    );
  });
});
