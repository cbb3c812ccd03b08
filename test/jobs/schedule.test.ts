import assert from 'node:assert/strict';
import { istInstant, DAY_MS } from '../../core/platform/index.ts';
import { CLEANUP_RULES } from '../../jobs/cleanup-rules.ts';
import { cronOf } from '../../jobs/due-times.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { MOST_ATTEMPTS } from '../../jobs/runs.ts';
import { schedule } from '../../jobs/schedule.ts';
import { timedSchedule } from '../../jobs/timed-schedule.ts';
import { createScheduler } from '../../jobs/scheduler.ts';
import { openWorld, type World } from '../core/notifications/world.ts';
import { emptyFigures, jobsWorld, someFigures } from './world.ts';
import { sampled } from '../support/soak.ts';

describe('the schedule', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld({ PORTFOLIO_CHAT_ENABLED: '0' });
    world.at('2026-03-10', '08:30');
  });
  afterEach(() => world.close());

  /** @param only names of jobs; all of them where it is missing. */
  const scheduler = (jobs: JobContext, ...only: string[]) =>
    createScheduler(jobs, {
      schedule: schedule.filter(({ name }) => only.length === 0 || only.includes(name)),
      withAgenda: false,
      withTimer: false,
      graceMs: 300,
    });
  const titles = async (userId: string) =>
    (await world.notifications.list(userId)).items.map((item) => `${item.kind} ${item.title}`);
  const runs = () =>
    world.database.asSystem('look', (trx) => trx('jobs.runs').orderBy(['due_at', 'job'])) as Promise<
      { job: string; state: string; reason: string | null; due_at: Date; is_late: boolean }[]
    >;

  it('portfolio/Scheduler: the named jobs at their times in Asia/Kolkata', () => {
    const times = Object.fromEntries(schedule.map((job) => [job.name, cronOf(job.when)]));
    assert.deepEqual(times, {
      hourly_portfolio_snapshot: '0 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23 * * *',
      snapshot_gaps: '40 7,20 * * *',
      morning_portfolio_report: '15 9 * * *',
      hourly_portfolio_update: '0 9,10,11,12,13,14,15,16,17,18,19,20,21 * * *',
      broker_maintenance: `0,5,10,15,20,25,30,35,40,45,50,55 ${Array.from({ length: 24 }, (_, hour) => hour).join(',')} * * *`,
      daily_beta_enrichment: '30 8 * * *',
      daily_dividend_enrichment: '45 8 * * *',
      daily_benchmark_snapshot: '30 18 * * *',
      daily_price_history: '30 19 * * *',
      weekly_letter: '0 10 * * 0',
      fx_rates: '20 8,16,22 * * *',
      morning_watchlist_intelligence: '16 9 * * *',
      support_alert_monitor: '0,15,30,45 9,10,11,12,13,14,15,16,17,18,19,20,21 * * *',
      us_alert_monitor: '0,15,30,45 0,1,2,3,22,23 * * *',
      holiday_lists: '10 8,14,20 * * *',
      eod_portfolio_report: '45 15 * * *',
      daily_sector_enrichment: '45 18 * * *',
      daily_sip_reminders: '0 8 * * *',
      daily_books_audit: '5 23 * * *',
      daily_goal_snapshot: '15 23 * * *',
      daily_cleanup: '30 3 * * *',
      daily_backup: '30 2 * * *',
      daily_corporate_actions: '0 9 * * *',
      policy_cycles: `0,15,30,45 ${Array.from({ length: 24 }, (_, hour) => hour).join(',')} * * *`,
      policy_orders: `${Array.from({ length: 60 }, (_, minute) => minute).join(',')} ${Array.from({ length: 24 }, (_, hour) => hour).join(',')} * * *`,
      options_watch: `${Array.from({ length: 60 }, (_, minute) => minute).join(',')} ${Array.from({ length: 24 }, (_, hour) => hour).join(',')} * * *`,
      policy_account_audit: '50 8 * * *',
      policy_contributions: '0 9 * * *',
      policy_eod_valuation: '30 17 * * *',
      policy_digest: '30 20,21,22 * * *',
      ai_thesis_rechecks: '30 9 * * *',
      ai_research_outcomes: '0 16 * * *',
    });
  });

  it('portfolio/Scheduler: a day of minutes, two processes: each report once to each person', async () => {
    const [asha, ravi] = [await world.user('asha'), await world.user('ravi')];
    const hours: string[] = [];
    const jobs = jobsWorld(world, {
      read: (userId) => Promise.resolve(userId === asha ? someFigures : emptyFigures),
      take: async (people) => {
        const hour = world.now().toISOString().slice(0, 13);
        return hours.push(...[people].flat().map((userId) => `${userId} ${hour}`));
      },
    });
    const both = [scheduler(jobs), scheduler(jobs)];
    const step = sampled(60, 1);
    await Promise.all(both.map((one) => one.sweep()));
    world.at('2026-03-10', '09:00');
    for (let minute = 0; minute <= 14 * 60; minute += step) {
      await Promise.all(both.map((one) => one.sweep()));
      world.wait(step * 60);
    }
    const seen = await titles(asha);
    const kinds = (kind: string) => seen.filter((title) => title.startsWith(kind)).length;
    assert.deepEqual([kinds('morning'), kinds('eod'), kinds('hourly')], [1, 1, 1]);
    assert.deepEqual(await titles(ravi), []);
    // 09:00 to 23:00 is 15 hours, for two persons.
    assert.deepEqual([hours.length, new Set(hours).size], [30, 30]);
    // The alerts of a quarter of an hour are over at the next hour.
    const due = (await runs()).filter(({ job }) => step === 1 || job !== 'support_alert_monitor');
    assert.deepEqual(
      due.filter(({ state }) => state !== 'DONE'),
      [],
    );
  });

  it('jobs/Lateness: the evening report at 17:00 is sent and marked late; the morning one at 15:00 is skipped with the reason', async () => {
    const asha = await world.user('asha');
    const it = scheduler(
      jobsWorld(world),
      'morning_portfolio_report',
      'hourly_portfolio_update',
      'eod_portfolio_report',
    );
    await it.sweep();
    world.at('2026-03-10', '15:00');
    await it.sweep();
    world.at('2026-03-10', '17:00');
    await it.sweep();
    const record = await runs();
    const morning = record.find((run) => run.job === 'morning_portfolio_report');
    assert.deepEqual(
      [morning?.state, morning?.reason],
      ['SKIPPED', 'Due at 09:15 IST and skipped after 12:15: the morning is over.'],
    );
    const evening = record.find((run) => run.job === 'eod_portfolio_report');
    assert.deepEqual([evening?.state, evening?.is_late], ['DONE', true]);
    const { items } = await world.notifications.list(asha, { kind: 'eod_portfolio_report' });
    assert.match(items[0]?.body ?? '', /Late: this was due at 15:45 IST\.$/);
    // 15:00 on time and 17:00 on time in one notice; what was missed in between is not sent later.
    const updates = await world.notifications.list(asha, { kind: 'hourly_portfolio_update' });
    assert.deepEqual(
      updates.items.map(({ title }) => title.slice(0, 5)),
      ['17:00'],
    );
    const { done } = (await world.database.asSystem('look', (trx) =>
      trx('jobs.runs').where({ job: 'hourly_portfolio_update', state: 'DONE' }).count({ done: '*' }).first(),
    )) as { done: string };
    assert.equal(Number(done), 2);
  });

  it('jobs/Reports: on a Sunday no exchange of what is held has a session, and no hourly update comes', async () => {
    const asha = await world.user('asha');
    const it = scheduler(jobsWorld(world), 'hourly_portfolio_update');
    // Friday and Sunday.
    for (const date of ['2026-03-13', '2026-03-15']) {
      world.at(date, '14:30');
      await it.sweep();
      world.at(date, '15:00');
      await it.sweep();
    }
    const { items } = await world.notifications.list(asha, { kind: 'hourly_portfolio_update' });
    assert.ok(items.length > 0);
    assert.ok(items.every(({ created_at }) => created_at.startsWith('2026-03-13')));
  });

  it('portfolio/Scheduler, eod_portfolio_report: on Muhurat it comes once, after the close, also if the clock steps back', async () => {
    const asha = await world.user('asha');
    const jobs = jobsWorld(world);
    const one = createScheduler(jobs, {
      schedule: timedSchedule(jobs.config, jobs.calendar).filter(
        ({ name }) => name === 'eod_portfolio_report',
      ),
      withAgenda: false,
      withTimer: false,
    });
    const seen: number[] = [];
    // Trading from 18:00 to 19:00.
    for (const time of ['08:00', '15:50', '19:14', '19:15', '19:20', '18:30', '19:16', '21:00']) {
      world.at('2024-11-01', time);
      await one.sweep();
      seen.push((await world.notifications.list(asha, { kind: 'eod_portfolio_report' })).items.length);
    }
    assert.deepEqual(seen, [0, 0, 0, 1, 1, 1, 1, 1]);
  });

  it('portfolio/Resources, snapshot: only the current hour is measured, past hours are not', async () => {
    await world.user('asha');
    const taken: string[] = [];
    const it = scheduler(
      jobsWorld(world, { take: async () => taken.push(world.now().toISOString()) }),
      'hourly_portfolio_snapshot',
    );
    await it.sweep();
    world.at('2026-03-10', '13:20');
    await it.sweep();
    assert.deepEqual(taken, [istInstant('2026-03-10', '13:20').toISOString()]);
    const states = (await runs())
      .filter((run) => run.job === 'hourly_portfolio_snapshot')
      .map((run) => run.state);
    assert.deepEqual(states, ['SKIPPED', 'SKIPPED', 'SKIPPED', 'SKIPPED', 'DONE']);
  });

  it('portfolio/Scheduler: one person’s failing report holds up nobody, is retried, and in the end said', async () => {
    const [asha, ravi] = [await world.user('asha'), await world.user('ravi')];
    let calls = 0;
    const it = scheduler(
      jobsWorld(world, {
        read: (userId) => {
          if (userId === ravi) return Promise.resolve(someFigures);
          calls += 1;
          return Promise.reject(new Error('the read model is broken'));
        },
      }),
      'eod_portfolio_report',
    );
    await it.sweep();
    world.at('2026-03-10', '15:45');
    for (let i = 0; i < 10; i++) {
      await it.sweep();
      world.wait(400);
    }
    assert.equal(calls, MOST_ATTEMPTS);
    assert.equal((await world.notifications.list(ravi, { kind: 'eod_portfolio_report' })).total, 1);
    assert.deepEqual(
      (await titles(asha)).filter((title) => title.includes('evening')),
      ['system_notice The evening report could not be created'],
    );
    assert.deepEqual(
      (await titles(ravi)).filter((title) => title.startsWith('system_notice')),
      [],
    );
  });

  it('jobs/Reports: switched off means not composed and not written', async () => {
    const asha = await world.user('asha');
    await world.notifications.saveSettings(asha, {
      modes: { eod_portfolio_report: 'off', hourly_portfolio_update: 'off' },
    });
    let composed = 0;
    const it = scheduler(
      jobsWorld(world, { read: async () => ((composed += 1), someFigures) }),
      'eod_portfolio_report',
      'hourly_portfolio_update',
    );
    await it.sweep();
    world.at('2026-03-10', '15:45');
    await it.sweep();
    assert.deepEqual([composed, (await world.notifications.list(asha)).total], [0, 0]);
  });

  it('jobs/Clean-up: every rule runs, deletes what is old and leaves what is not', async () => {
    const asha = await world.user('asha');
    world.at('2026-03-10', '12:00');
    await world.database.asSystem('old and new rows', async (trx) => {
      for (const [text, days] of [
        ['old', 200],
        ['new', 1],
      ] as const) {
        const at = new Date(world.now().getTime() - days * DAY_MS);
        await trx('portfolio.imports').insert({
          owner_user_id: asha,
          status: 'STAGED',
          file_name: text,
          expires_at: at,
        });
        const [file] = (await trx('chat.attachment')
          .insert({
            owner_user_id: asha,
            name: text,
            mime: 'image/png',
            bytes: Buffer.from([1]),
            created_at: at,
          })
          .returning('id')) as { id: string }[];
        await trx('chat.message').insert({
          owner_user_id: asha,
          direction: 'out',
          text,
          attachment_id: file?.id,
          attachment_kind: 'photo',
          created_at: at,
        });
        await trx('portfolio.trash').insert({
          owner_user_id: asha,
          kind: 'holding',
          row_id: days,
          body: '{}',
          deleted_at: at,
        });
      }
      await trx('portfolio.imports').insert({
        owner_user_id: asha,
        status: 'COMMITTED',
        file_name: 'committed',
        expires_at: world.now(),
        committed_at: new Date(world.now().getTime() - 3 * DAY_MS),
      });
      await trx.raw(`insert into portfolio.import_rows (owner_user_id, import_id, row, state)
                     select owner_user_id, id, 2, 'valid' from portfolio.imports`);
    });
    await world.notifications.notify(asha, { kind: 'system_notice', dedupKey: 'x', title: 'x', body: '' });
    let pruned = 0;
    const context = jobsWorld(world);
    const pruning = { prune: async () => (pruned += 1) };
    const research = {
      ...context.research,
      pruning: { documents: async () => 3, facts: async () => (pruned += 10) },
    };
    let recorded = 0;
    const capacity = { record: async () => (recorded += 1) };
    const it = scheduler(
      { ...context, options: { ...context.options, pruning }, research, capacity },
      'daily_cleanup',
    );
    await it.sweep();
    world.at('2026-03-11', '03:30');
    await it.sweep();
    const record = (await runs()).find((run) => run.job === 'daily_cleanup');
    assert.equal(record?.state, 'DONE', record?.reason ?? '');
    assert.equal(recorded, 1, 'sizes are recorded after it');
    assert.equal(pruned, 11, 'options workspaces and what research keeps are pruned with it');
    assert.match(record?.reason ?? '', /3 documents of research, 11 remembered facts of research/);
    const left = async (table: string, column: string) =>
      ((await world.database.asSystem('look', (trx) => trx(table).pluck(column))) as unknown[]).map(String);
    // The uncommitted import of yesterday ended 1.6 days before: it goes as well, with its rows.
    assert.deepEqual(await left('portfolio.imports', 'file_name'), ['committed']);
    assert.deepEqual(await left('portfolio.import_rows', 'row'), []);
    assert.deepEqual(await left('portfolio.trash', 'row_id'), ['1']);
    assert.deepEqual(await left('chat.message', 'text'), ['new']);
    assert.deepEqual(await left('chat.attachment', 'name'), ['new']);
    assert.equal((await world.notifications.list(asha, { kind: 'system_notice' })).total, 1);
  });

  it('jobs/Clean-up: every rule names a table and column that exist', async () => {
    for (const rule of CLEANUP_RULES) {
      const condition = rule.and === undefined ? '' : ` and ${rule.and}`;
      await world.database.asSystem('try', (trx) =>
        trx.raw(`explain delete from ${rule.table} where ${rule.column} < now()${condition}`),
      );
    }
  });
});
