import assert from 'node:assert/strict';
import { createRuns, type Planned, type Runs } from '../../jobs/runs.ts';
import { daily, hourly } from '../../jobs/due-times.ts';
import { openWorld, type World } from '../core/notifications/world.ts';
import { sampled } from '../support/soak.ts';

describe('the record of runs', () => {
  let world: World;
  let counter = 0;
  let job: Planned;
  let a: Runs;
  let b: Runs;
  before(async () => {
    world = await openWorld();
    const { database, clock, log } = world.context;
    a = createRuns({ database, clock, log, worker: 'a', random: () => 1 });
    b = createRuns({ database, clock, log, worker: 'b', random: () => 1 });
  });
  after(() => world.close());
  beforeEach(async () => {
    counter += 1;
    job = {
      name: `report_${counter}`,
      when: daily('15:45'),
      lateness: { markAfterMinutes: 5, skipAfterMinutes: 120, why: 'the evening is over' },
    };
    world.at('2026-03-10', '15:00');
    await a.take(job);
  });
  const rows = () =>
    world.database.asSystem('look', (trx) =>
      trx('jobs.runs').where({ job: job.name }).orderBy('due_at'),
    ) as Promise<
      {
        due_at: Date;
        state: string;
        reason: string | null;
        is_late: boolean;
        attempts: number;
        worker: string;
      }[]
    >;
  const claim = async (runs: Runs) => (await runs.take(job)).claimed;
  const must = async (runs: Runs) => {
    const claimed = await claim(runs);
    assert.ok(claimed);
    return claimed;
  };

  it('jobs/Runs: on the very first start nothing in the past is due', async () => {
    const fresh = { ...job, name: `${job.name}_new`, when: hourly() };
    world.at('2026-03-10', '23:30');
    assert.deepEqual(await a.take(fresh), { claimed: null, givenUp: [], held: null, lookAgainAt: null });
  });

  it('jobs/Runs: due once; claimed by one; done is done', async () => {
    assert.equal(await claim(a), null);
    world.at('2026-03-10', '15:45');
    const claims = (await Promise.all([claim(a), claim(b), claim(a), claim(b)])).filter(
      (found) => found !== null,
    );
    assert.equal(claims.length, 1);
    const [run] = claims;
    assert.ok(run);
    assert.deepEqual(
      [run.attempt, run.isLate, run.due_at.toISOString()],
      [1, false, '2026-03-10T10:15:00.000Z'],
    );
    assert.equal(await a.finish(run, { state: 'DONE', reason: '3 reports' }), 'DONE');
    world.at('2026-03-10', '17:00');
    assert.equal(await claim(b), null);
    assert.deepEqual(
      (await rows()).map((row) => [row.state, row.reason]),
      [['DONE', '3 reports']],
    );
  });

  it('jobs/Runs: late is marked late', async () => {
    world.at('2026-03-10', '16:30');
    assert.equal((await must(a)).isLate, true);
    assert.equal((await rows())[0]?.is_late, true);
  });

  it('jobs/Runs: too late is skipped, with the reason on record', async () => {
    world.at('2026-03-10', '18:00');
    assert.equal(await claim(a), null);
    const [row] = await rows();
    assert.equal(row?.state, 'SKIPPED');
    assert.equal(row?.reason, 'Due at 15:45 IST and skipped after 17:45: the evening is over.');
  });

  it('jobs/Runs: a killed worker’s run is taken up after its lease, and its result no longer counts', async () => {
    world.at('2026-03-10', '15:45');
    const first = await must(a);
    world.wait(19);
    assert.deepEqual((await b.take(job)).lookAgainAt, new Date(world.now().getTime() + 1_000));
    world.wait(1);
    const second = await must(b);
    assert.deepEqual([second.epoch, second.attempt], [2, 2]);
    assert.equal(await a.finish(first, { state: 'DONE', reason: 'stale' }), 'LOST');
    assert.equal((await rows())[0]?.state, 'RUNNING');
    assert.equal(await b.finish(second, { state: 'DONE', reason: 'right' }), 'DONE');
    assert.equal(await b.finish(second, { state: 'FAILED', error: 'again' }), 'LOST');
    assert.equal((await rows())[0]?.reason, 'right');
  });

  it('jobs/Runs: a failure is repeated after a pause, five times, then recorded with its reason', async () => {
    world.at('2026-03-10', '15:45');
    for (let attempt = 1; attempt <= 5; attempt++) {
      const run = await must(a);
      assert.equal(run.attempt, attempt);
      const recorded = await a.finish(run, { state: 'FAILED', error: 'postgres://u:secret@host/db refused' });
      assert.equal(recorded, attempt < 5 ? 'RETRY' : 'FAILED');
      assert.equal(await claim(a), null);
      // 30 s · 2^(n-1) with the whole pause taken.
      world.wait(30 * 2 ** (attempt - 1));
    }
    assert.equal(await claim(a), null);
    assert.deepEqual(
      (await rows()).map((row) => [row.state, row.reason]),
      [['FAILED', 'postgres://u:[password]@host/db refused']],
    );
  });

  it('jobs/Runs: a worker that dies each time is not restarted for ever', async () => {
    world.at('2026-03-10', '15:45');
    for (let attempt = 1; attempt <= 5; attempt++) {
      assert.equal((await must(a)).attempt, attempt);
      world.wait(21);
    }
    const { claimed, givenUp } = await a.take(job);
    assert.equal(claimed, null);
    assert.match(givenUp[0]?.reason ?? '', /stopped each time/);
    assert.deepEqual((await a.take(job)).givenUp, []);
  });

  it('jobs/Runs: tried and then too late is a failure, with both reasons', async () => {
    world.at('2026-03-10', '17:44');
    await a.finish(await must(a), { state: 'FAILED', error: 'No prices.' });
    world.at('2026-03-10', '17:46');
    assert.equal((await a.take(job)).givenUp.length, 1);
    assert.equal(
      (await rows())[0]?.reason,
      'No prices. Due at 15:45 IST and skipped after 17:45: the evening is over.',
    );
  });

  it('jobs/Runs: given back by a stopping worker, it is due at once and no attempt is lost', async () => {
    world.at('2026-03-10', '15:45');
    assert.equal(await a.finish(await must(a), { state: 'RELEASED' }), 'RELEASED');
    assert.deepEqual([(await must(b)).attempt, (await rows())[0]?.worker], [1, 'b']);
  });

  it('jobs/Runs: after a long sleep a week is written down as skipped, today is done', async () => {
    world.at('2026-04-10', '15:50');
    const run = await must(a);
    assert.equal(run.due_at.toISOString(), '2026-04-10T10:15:00.000Z');
    // From 3 April 15:50 (exclusive) to 9 April: six days; then the 10th.
    assert.deepEqual(
      (await rows()).map((row) => row.state),
      [...Array<string>(6).fill('SKIPPED'), 'RUNNING'],
    );
  });

  it('jobs/Runs: a clock that was years ahead and is right again does not end the job for ever', async () => {
    world.at('2031-01-01', '12:00');
    await a.take(job);
    world.at('2026-03-10', '15:44');
    await a.take(job);
    world.at('2026-03-10', '15:46');
    assert.ok(await claim(a));
  });

  it('jobs/Runs: a clock that steps back a little does nothing twice', async () => {
    world.at('2026-03-10', '15:46');
    await a.finish(await must(a), { state: 'DONE', reason: '' });
    world.at('2026-03-10', '15:44');
    assert.equal(await claim(a), null);
    world.at('2026-03-10', '15:45');
    assert.equal(await claim(a), null);
    world.at('2026-03-10', '15:47');
    assert.equal(await claim(a), null);
  });

  it('jobs/Runs: a day and a half of hours, each done once by three workers', async () => {
    const every = { ...job, name: `${job.name}_hourly`, when: hourly('09:00', '21:59') };
    world.at('2026-03-10', '08:59');
    await a.take(every);
    const done: string[] = [];
    const step = sampled(30, 5);
    for (let minute = 0; minute < 36 * 60; minute += step) {
      world.wait(step * 60);
      const claims = await Promise.all([a, b, a].map((runs) => runs.take(every)));
      for (const { claimed } of claims) {
        if (claimed === null) continue;
        done.push(claimed.due_at.toISOString());
        await a.finish(claimed, { state: 'DONE', reason: '' });
      }
    }
    // 09:00 … 21:00 on the 10th (13) and 09:00 … 20:00 on the 11th up to 20:59 (12).
    assert.equal(done.length, 25);
    assert.equal(new Set(done).size, 25);
  });

  it('jobs/Runs: old records go', async () => {
    world.at('2026-03-10', '15:45');
    await a.finish(await must(a), { state: 'DONE', reason: '' });
    world.at('2026-07-10', '15:00');
    assert.ok((await a.prune(90)) >= 1);
    assert.deepEqual(await rows(), []);
  });
});
