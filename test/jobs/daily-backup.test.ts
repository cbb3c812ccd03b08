import assert from 'node:assert/strict';
import { parseConfig } from '../../core/platform/index.ts';
import { DAILY_BACKUP } from '../../jobs/daily-backup.ts';
import { cronOf } from '../../jobs/due-times.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { MOST_ATTEMPTS } from '../../jobs/runs.ts';
import { createCalendar } from '../../core/market/calendar/index.ts';
import { timedSchedule } from '../../jobs/timed-schedule.ts';
import { createScheduler } from '../../jobs/scheduler.ts';
import { openWorld, type World } from '../core/notifications/world.ts';
import { jobsWorld } from './world.ts';

describe('the daily backup as a job', () => {
  let world: World;
  let owner: string;
  beforeEach(async () => {
    world = await openWorld({ PORTFOLIO_CHAT_ENABLED: '0' });
    owner = await world.user('asha');
    world.at('2026-03-09', '20:00');
  });
  afterEach(() => world.close());

  const only = timedSchedule(parseConfig({}), createCalendar()).filter(({ name }) => name === DAILY_BACKUP);
  const process = (backUp: JobContext['backups']['write']) =>
    createScheduler(jobsWorld(world, { backUp }), {
      schedule: only,
      withAgenda: false,
      withTimer: false,
      graceMs: 300,
    });
  const notices = async () =>
    (await world.notifications.list(owner, { kind: 'system_notice' })).items.map(({ body }) => body);
  /** Half past two of a day, and as often as a run that fails is tried. */
  const nightOf = async (date: string, one: ReturnType<typeof process>): Promise<void> => {
    world.at(date, '02:30');
    for (let attempt = 0; attempt <= MOST_ATTEMPTS; attempt += 1) {
      await one.sweep();
      world.wait(3600);
    }
  };

  it('runs at BACKUP_TIME_IST, and not at all where that is off', () => {
    const timeOf = (environment: Record<string, string>) => {
      const job = timedSchedule(parseConfig(environment), createCalendar()).find(
        ({ name }) => name === DAILY_BACKUP,
      );
      return job === undefined ? null : cronOf(job.when);
    };
    assert.equal(timeOf({}), '30 2 * * *');
    assert.equal(timeOf({ BACKUP_TIME_IST: '23:05' }), '5 23 * * *');
    assert.equal(timeOf({ BACKUP_TIME_IST: 'off' }), null);
    assert.throws(() => parseConfig({ BACKUP_TIME_IST: '25:00' }), /BACKUP_TIME_IST must be a time of day/);
    assert.throws(() => parseConfig({ BACKUP_KEEP: '0' }), /BACKUP_KEEP must be/);
  });

  it('several processes make one backup of a due time, and success is silent', async () => {
    const due: string[] = [];
    const backUp = (dueAt: Date) => {
      due.push(dueAt.toISOString());
      return Promise.resolve('done');
    };
    const three = [process(backUp), process(backUp), process(backUp)];
    await Promise.all(three.map((one) => one.sweep()));
    assert.deepEqual(due, []);
    world.at('2026-03-10', '02:31');
    await Promise.all(three.map((one) => one.sweep()));
    world.at('2026-03-10', '03:31');
    await Promise.all(three.map((one) => one.sweep()));
    assert.deepEqual(due, ['2026-03-09T21:00:00.000Z']);
    assert.deepEqual(await notices(), []);
  });

  it('a failure is told once for its reason, told again for another one, and anew after a success', async () => {
    let reason: string | null = 'The disk is too full.';
    const one = process(() =>
      reason === null ? Promise.resolve('done') : Promise.reject(new Error(reason)),
    );
    await one.sweep();
    await nightOf('2026-03-10', one);
    const [first = '', ...more] = await notices();
    assert.equal(more.length, 0);
    assert.equal(
      first,
      'The disk is too full. No scheduled backup has succeeded yet. Munim tries again every day at 02:30 IST; to try now, run: npm run backup',
    );
    await nightOf('2026-03-11', one);
    await nightOf('2026-03-12', one);
    assert.equal((await notices()).length, 1, 'the same reason on three nights is one notice');
    reason = 'Munim may not write there.';
    await nightOf('2026-03-13', one);
    assert.equal((await notices()).length, 2);
    reason = null;
    await nightOf('2026-03-14', one);
    assert.equal((await notices()).length, 2);
    reason = 'The disk is too full.';
    await nightOf('2026-03-15', one);
    const [latest = ''] = await notices();
    assert.equal((await notices()).length, 3);
    assert.match(latest, /The last one that succeeded was due on 14 Mar 2026, 02:30 IST\./);
  });
});
