import assert from 'node:assert/strict';
import { istInstant, istTime } from '../../core/platform/index.ts';
import { eodPortfolioReport } from '../../jobs/eod-portfolio-report.ts';
import { isPriceTime } from '../../jobs/fresh-prices.ts';
import { takeHourlySnapshots } from '../../jobs/hourly-portfolio-snapshot.ts';
import type { Run } from '../../jobs/job.ts';
import { sendReports } from '../../jobs/reports/send-reports.ts';
import { openWorld, type World } from '../core/notifications/world.ts';
import { jobsWorld, someFigures } from './world.ts';

const DAY = '2026-03-10';
const run = (time: string, date = DAY): Run => ({
  dueAt: istInstant(date, time),
  isLate: false,
  attempt: 1,
  signal: new AbortController().signal,
});

describe('prices before they are used', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld();
    await world.user('asha');
    await world.user('ravi');
    world.at(DAY, '15:45');
  });
  afterEach(() => world.close());

  it('jobs/Reports: everybody’s prices are refreshed once before the first report, and a failed refresh leaves the last prices', async () => {
    const log: string[] = [];
    const jobs = jobsWorld(world, {
      refreshAll: async ({ deadline }) => {
        log.push(`refresh until ${istTime(deadline)}`);
        throw new Error('nobody answers');
      },
      read: async (userId) => {
        log.push(`read ${userId}`);
        return someFigures;
      },
    });
    assert.equal(await sendReports(jobs, eodPortfolioReport, run('15:45')), '2 created, 0 had nothing new');
    const [first, second] = (await jobs.identity.users.list()).map(({ id }) => id);
    assert.deepEqual(log, ['refresh until 15:50', `read ${first}`, `read ${second}`]);
  });

  it('jobs/Reports: a run whose reports are already written requests no prices', async () => {
    let asked = 0;
    const jobs = jobsWorld(world, { refreshAll: async () => void (asked += 1) });
    await sendReports(jobs, eodPortfolioReport, run('15:45'));
    await sendReports(jobs, eodPortfolioReport, run('15:45'));
    assert.equal(asked, 1);
  });

  it('resources/Snapshot: an hour in which markets move is recorded at fresh prices, each person as soon as theirs are there', async () => {
    world.at(DAY, '11:00');
    const log: string[] = [];
    const [slow, quick] = (await jobsWorld(world).identity.users.list()).map(({ id }) => id);
    let looks = 0;
    const jobs = jobsWorld(world, {
      begin: async ({ people, deadline }) => {
        log.push(`ask for ${people.length} until ${istTime(deadline)}`);
        return {
          ready: async (all) => ((looks += 1) < 4 ? all.filter((id) => id === quick) : all),
          write: async (userIds) => void log.push(`price ${userIds.join()}`),
        };
      },
      take: async (userIds) => log.push(`take ${[userIds].flat().join()}`),
    });
    assert.equal(await takeHourlySnapshots(jobs, run('11:00')), '2 recorded');
    assert.deepEqual(log, [
      'ask for 2 until 11:05',
      `price ${quick}`,
      `take ${quick}`,
      `price ${slow}`,
      `take ${slow}`,
    ]);
    world.at(DAY, '04:00');
    log.length = 0;
    await takeHourlySnapshots(jobs, run('04:00'));
    assert.deepEqual(log, [`take ${slow},${quick}`]);
  });

  it('resources/Snapshot: people whose prices cannot be asked for are recorded at their last ones', async () => {
    world.at(DAY, '11:00');
    const jobs = jobsWorld(world, { begin: async () => await Promise.reject(new Error('nobody answers')) });
    assert.equal(await takeHourlySnapshots(jobs, run('11:00')), '2 recorded');
  });

  for (const [date, time, expected, why] of [
    [DAY, '09:00', true, 'the opening'],
    [DAY, '08:00', false, 'before it'],
    [DAY, '23:00', true, 'funds are valued late'],
    ['2026-03-08', '12:00', false, 'a Sunday'],
    // Republic Day falls on a Monday, on which New York trades.
    ['2026-01-26', '20:00', true, 'only New York trades'],
    // Friday's session in New York: summer time, 19:00 to 01:30 in India.
    ['2026-03-14', '01:00', true, 'New York still trades'],
    ['2026-03-14', '02:00', true, 'its last prices come in'],
    ['2026-03-14', '03:00', false, 'New York has closed'],
    // The last Friday of winter time: 20:00 to 02:30 in India.
    ['2026-03-07', '03:00', true, 'an hour later in winter'],
    // After Thanksgiving New York closes at 13:00: 23:30 in India.
    ['2026-11-28', '01:00', false, 'a short day in New York'],
    ['2026-03-16', '01:00', false, 'a Monday before dawn'],
  ] as const) {
    it(`jobs/Prices: on ${date} at ${time} they ${expected ? 'are asked for' : 'are let be'}: ${why}`, () => {
      assert.equal(isPriceTime(jobsWorld(world), run(time, date)), expected);
    });
  }
});
