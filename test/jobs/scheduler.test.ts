import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAgendaClock } from '../../jobs/agenda-clock.ts';
import { daily, hourly } from '../../jobs/due-times.ts';
import type { Job, Run, SchedulerContext } from '../../jobs/job.ts';
import { createScheduler } from '../../jobs/scheduler.ts';
import { openPool } from '../../core/platform/database/connection-pools.ts';
import { eventually } from '../support/chat-driver.ts';
import { openWorld, type World } from '../core/notifications/world.ts';

const lateness = { markAfterMinutes: 5, skipAfterMinutes: 120, why: 'it is over' };

describe('the scheduler', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    world.at('2026-03-10', '15:00');
    await world.database.asSystem('start afresh', (trx) =>
      trx.raw('truncate jobs.watched, jobs.runs, jobs.batches, jobs.agenda_jobs'),
    );
  });

  const job = (name: string, run: (run: Run) => Promise<string>, over: Partial<Job<SchedulerContext>> = {}) =>
    ({
      name,
      summary: name,
      when: daily('15:45'),
      lateness,
      run: (_world, given) => run(given),
      ...over,
    }) satisfies Job<SchedulerContext>;
  const scheduler = (schedule: Job<SchedulerContext>[]) =>
    createScheduler(world.context, { schedule, withAgenda: false, withTimer: false, graceMs: 300 });
  const state = async (name: string) =>
    ((await world.database.asSystem('look', (trx) =>
      trx('jobs.runs').where({ job: name }).first('state', 'reason', 'attempts'),
    )) as { state: string; reason: string | null; attempts: number } | undefined) ?? null;

  it('jobs/Scheduler: two of them at once do each job once', async () => {
    const done: string[] = [];
    const names = ['one', 'two', 'three', 'four'].map((name) => `job_${name}`);
    const schedule = names.map((name) =>
      job(name, async () => {
        await sleep(30);
        done.push(name);
        return 'ok';
      }),
    );
    const [left, right] = [scheduler(schedule), scheduler(schedule)];
    await left.sweep();
    world.at('2026-03-10', '15:45');
    await Promise.all([left.sweep(), right.sweep(), left.sweep(), right.sweep()]);
    await Promise.all([left.sweep(), right.sweep()]);
    assert.deepEqual(done.toSorted(), names.toSorted());
  });

  it('jobs/Scheduler: a failing job is retried and holds up no other', async () => {
    let tries = 0;
    const done: string[] = [];
    const failing = job('job_bad', async () => {
      tries += 1;
      if (tries < 3) throw new Error('the provider is away');
      return 'at last';
    });
    let letGo: (reason: string) => void = () => undefined;
    const hanging = job('job_slow', () => new Promise((resolve) => (letGo = resolve)));
    const good = job('job_good', async () => {
      done.push('good');
      return 'ok';
    });
    const it = scheduler([failing, hanging, good]);
    const first = it.sweep();
    await first;
    world.at('2026-03-10', '15:45');
    void it.sweep();
    await eventually('the good one', () => done[0]);
    let failures = 0;
    const last = await eventually('the end of the failing one', async () => {
      const now = await state('job_bad');
      if (now?.state === 'DUE' && now.attempts > failures) {
        failures = now.attempts;
        world.wait(130);
      }
      void it.sweep();
      return now?.state === 'DONE' ? now : null;
    });
    assert.deepEqual(last, { state: 'DONE', reason: 'at last', attempts: 3 });
    assert.deepEqual(done, ['good']);
    await it.stop();
    letGo('slow');
  });

  it('jobs/Scheduler: a job that was given up tells so once', async () => {
    const told: string[] = [];
    const bad = job('job_bad', () => Promise.reject(new Error('never works')), {
      givenUp: async (_world, run, reason) => void told.push(`${run.attempt} ${reason}`),
    });
    const it = scheduler([bad]);
    await it.sweep();
    world.at('2026-03-10', '15:45');
    for (let i = 0; i < 8; i++) {
      await it.sweep();
      world.wait(500);
    }
    assert.deepEqual(told, ['5 never works']);
  });

  it('jobs/Scheduler: a stop lets a job end, or gives back what it holds', async () => {
    let begun = 0;
    const polite = job('job_polite', async (run) => {
      begun += 1;
      while (!run.signal.aborted) await sleep(5);
      throw run.signal.reason;
    });
    const quick = job('job_quick', async (run) => {
      begun += 1;
      while (!run.signal.aborted) await sleep(5);
      return 'finished the last one';
    });
    let letGo: (reason: string) => void = () => undefined;
    const deaf = job('job_deaf', () => {
      begun += 1;
      return new Promise((resolve) => (letGo = resolve));
    });
    // The grace is over as soon as those who listen have ended.
    const grace = async (): Promise<void> =>
      await eventually('those who listen', async () => {
        const [one, other] = [await state('job_polite'), await state('job_quick')];
        return one?.state === 'DUE' && other?.state === 'DONE' ? true : null;
      }).then(() => undefined);
    const it = createScheduler(world.context, {
      schedule: [polite, quick, deaf],
      withAgenda: false,
      withTimer: false,
      timers: { sleep: grace },
    });
    await it.sweep();
    world.at('2026-03-10', '15:45');
    void it.sweep();
    await eventually('all three', () => (begun === 3 ? true : null));
    await it.stop();
    assert.deepEqual(await state('job_polite'), { state: 'DUE', reason: null, attempts: 0 });
    assert.deepEqual(await state('job_quick'), {
      state: 'DONE',
      reason: 'finished the last one',
      attempts: 1,
    });
    assert.deepEqual(await state('job_deaf'), { state: 'DUE', reason: null, attempts: 0 });
    await it.sweep();
    assert.equal((await state('job_polite'))?.state, 'DUE');
    letGo('too late');
  });

  it('jobs/Scheduler: a schedule that makes no sense is refused at once', () => {
    const run = () => Promise.resolve('');
    assert.throws(() => scheduler([job('same', run), job('same', run)]), /used twice/);
    assert.throws(() => scheduler([job('job_x', run, { when: { hours: [25], minutes: [0] } })]), /hours/);
    assert.throws(() => scheduler([job('Bad Name', run)]), /not a valid name/);
    assert.throws(
      () =>
        scheduler([job('job_x', run, { lateness: { markAfterMinutes: 10, skipAfterMinutes: 5, why: '' } })]),
      /marked late/,
    );
  });

  it('jobs/Scheduler: without Agenda’s table the start succeeds and the sweep does the work', async () => {
    const done: string[] = [];
    const it = createScheduler(world.context, {
      schedule: [job('job_x', async () => String(done.push('x')))],
      withTimer: false,
      graceMs: 300,
    });
    await world.database.asSystem('break Agenda', (trx) =>
      trx.raw('alter table jobs.agenda_jobs rename to gone'),
    );
    try {
      await it.start();
      await it.sweep();
      world.at('2026-03-10', '15:46');
      await it.sweep();
      assert.deepEqual(done, ['x']);
    } finally {
      await it.stop();
      await world.database.asSystem('mend Agenda', (trx) =>
        trx.raw('alter table jobs.gone rename to agenda_jobs'),
      );
    }
  });

  it('jobs/Agenda: one of two processes is woken at each time; lost connections end neither', async () => {
    const heard: string[] = [];
    const clock = (name: string) =>
      createAgendaClock({
        pool,
        name,
        log: world.context.log,
        alarms: [{ name: 'every_second', cron: '* * * * * *' }],
        lookAheadMs: 500,
        onAlarm: async () => void heard.push(name),
      });
    const pool = openPool(world.url, { name: 'agenda clocks', max: 2, limits: world.database.limits });
    pool.on('error', () => undefined);
    const [left, right] = [clock('left'), clock('right')];
    const second = () => Math.floor(Date.now() / 1000);
    const begun = second();
    await Promise.all([left.start(), right.start()]);
    await eventually('four alarms', () => heard[3], 60_000);
    // However late they come: no more than there were seconds, as there would be if each of them woke both.
    const alarms = heard.length;
    assert.ok(alarms <= second() - begun + 1, `${alarms} alarms in ${second() - begun} seconds`);
    await world.database.asSystem('cut Agenda off', (trx) =>
      trx.raw(`select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and application_name = 'agenda clocks'`),
    );
    const cut = heard.length;
    // A lock that could not be given back ends after 20 seconds.
    await eventually('another alarm', () => heard[cut], 120_000);
    await Promise.all([left.stop(500), right.stop(500)]);
    await pool.end();
  });

  it('jobs/Agenda: a repeated start runs once, and may be stopped in the middle', async () => {
    const pool = world.database.systemPool;
    const clock = createAgendaClock({
      pool,
      name: 'hasty',
      log: world.context.log,
      alarms: [{ name: 'hasty', cron: '0 0 1 1 *' }],
      onAlarm: () => Promise.resolve(),
    });
    const alarms = async () =>
      (await pool.query(`select from jobs.agenda_jobs where name = 'hasty'`)).rowCount;
    await Promise.all([clock.start(), clock.start()]);
    assert.equal(await alarms(), 1);
    await clock.stop(500);
    const starting = clock.start();
    await clock.stop(500);
    await starting;
    assert.equal(await alarms(), 1);
  });

  it('jobs/Scheduler: it survives that Postgres drops every connection, and goes on', async () => {
    const done: string[] = [];
    const it = createScheduler(world.context, {
      schedule: [job('job_x', async (run) => String(done.push(run.dueAt.toISOString())), { when: hourly() })],
      withTimer: false,
      graceMs: 300,
    });
    await it.start();
    await it.sweep();
    const admin = async () => {
      const client = await world.database.systemPool.connect();
      await client
        .query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
        .finally(() => client.release());
    };
    await admin();
    world.at('2026-03-10', '16:00');
    await eventually('the job', async () => {
      await it.sweep();
      return done[0];
    });
    await it.sweep();
    assert.equal(done.length, 1);
    await it.stop();
  });
});
