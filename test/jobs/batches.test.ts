import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { daily } from '../../jobs/due-times.ts';
import { takeUp } from '../../jobs/batches.ts';
import { forEachGroup, forEachUser } from '../../jobs/for-each-user.ts';
import type { Job, PersonalRun, SchedulerContext } from '../../jobs/job.ts';
import { createScheduler } from '../../jobs/scheduler.ts';
import { MOST_ATTEMPTS } from '../../jobs/runs.ts';
import { openWorld, type World } from '../core/notifications/world.ts';
import { eventually } from '../support/chat-driver.ts';
import { sampled } from '../support/soak.ts';

const NAME = 'job_of_people';

describe('the people of a run', () => {
  let world: World;
  let day = 10;
  /** Ids that the job lists; they need no rows. */
  let people: string[] = [];
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    day = 10;
    await world.database.asSystem('start afresh', (trx) =>
      trx.raw('truncate jobs.watched, jobs.runs, jobs.batches'),
    );
  });

  type Work = (userId: string) => Promise<void>;
  const job = (work: Work, over: Partial<Job<SchedulerContext>> = {}): Job<SchedulerContext> => ({
    name: NAME,
    summary: NAME,
    when: daily('15:45'),
    lateness: { markAfterMinutes: 5, skipAfterMinutes: 600, why: 'it is over' },
    run: async ({ log }, run: PersonalRun) => {
      const users = { list: async () => people.map((id) => ({ id })), ensureOwner: () => assert.fail() };
      const identity = { users, prune: () => assert.fail() };
      const { done } = await forEachUser(
        { identity, log },
        run,
        'people could not be done',
        { done: 0 },
        async (userId) => {
          await work(userId);
          return { done: 1 };
        },
      );
      return `${done} done`;
    },
    ...over,
  });
  const process = (row: Job<SchedulerContext>) =>
    createScheduler(world.context, { schedule: [row], withAgenda: false, withTimer: false, graceMs: 0 });
  const begin = async (...processes: ReturnType<typeof process>[]) => {
    world.at(`2026-03-${day}`, '15:00');
    await Promise.all(processes.map((one) => one.sweep()));
    world.at(`2026-03-${day}`, '15:45');
  };
  const record = async () =>
    (await world.database.asSystem('look', (trx) =>
      trx('jobs.runs').where({ job: NAME }).orderBy('due_at', 'desc').first('state', 'reason', 'attempts'),
    )) as { state: string; reason: string | null; attempts: number };
  const batches = async (): Promise<number> =>
    ((await world.database.asSystem('look', (trx) => trx('jobs.batches'))) as unknown[]).length;
  const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n + 1));
  const sorted = (some: readonly string[]) => some.toSorted((a, b) => Number(a) - Number(b));

  it('jobs/People: each is done once, in a different order for each due time, and the record ends with the run', async () => {
    people = ids(60);
    const done: string[] = [];
    const one = process(job(async (id) => void done.push(id)));
    await begin(one);
    await one.sweep();
    assert.deepEqual(sorted(done), people);
    assert.deepEqual(await record(), { state: 'DONE', reason: '60 done', attempts: 1 });
    assert.equal(await batches(), 0);
    day = 11;
    const first = done.splice(0);
    await begin(one);
    await one.sweep();
    assert.deepEqual(sorted(done), people);
    assert.notDeepEqual(done, first);
  });

  it('jobs/People: a limit that allows three in an attempt does ten people in four, and no attempt is lost', async () => {
    people = ids(10);
    let allowed = 3;
    const done: string[] = [];
    const work = async (id: string): Promise<void> => {
      if (allowed === 0) return await new Promise(() => undefined);
      allowed -= 1;
      done.push(id);
    };
    const starts: number[] = [];
    const row = job(work, { longestMinutes: 0.025 });
    const one = process({
      ...row,
      run: async (context, run) => {
        allowed = 3;
        starts.push(run.attempt);
        return await row.run(context, run);
      },
    });
    await begin(one);
    await one.sweep();
    assert.deepEqual(sorted(done), people);
    assert.deepEqual(starts, [1, 1, 1, 1]);
    assert.deepEqual(await record(), { state: 'DONE', reason: '10 done', attempts: 1 });
  });

  it('jobs/People: a person who always fails is tried at each attempt of the run, the others once', async () => {
    people = ids(30);
    const tries = new Map<string, number>();
    const one = process(
      job(async (id) => {
        tries.set(id, (tries.get(id) ?? 0) + 1);
        if (id === '7') throw new Error('postgres://u:secret@host/db refused');
      }),
    );
    await begin(one);
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      await one.sweep();
      world.wait(30 * 60);
    }
    assert.deepEqual(
      [...tries].filter(([, count]) => count !== 1),
      [['7', MOST_ATTEMPTS]],
    );
    assert.equal(tries.size, 30);
    assert.deepEqual(await record(), {
      state: 'FAILED',
      reason: 'people could not be done for 1 person: postgres://u:[password]@host/db refused',
      attempts: MOST_ATTEMPTS,
    });
    assert.equal(await batches(), 0);
  });

  it('jobs/People: a failed group is repeated person by person, and people who wait come after the others of all batches', async () => {
    people = ids(60);
    const late = new Set(['7', '31']);
    const groups: (readonly string[])[] = [];
    const row: Job<SchedulerContext> = {
      ...job(async () => undefined),
      run: async ({ log }, run: PersonalRun) => {
        const users = { list: async () => people.map((id) => ({ id })), ensureOwner: () => assert.fail() };
        const { done } = await forEachGroup(
          { identity: { users, prune: () => assert.fail() }, log },
          run,
          'people could not be done',
          { done: 0 },
          {
            most: 10,
            who: async (all) => all,
            work: async (userIds) => {
              const able = userIds.filter((id) => !late.has(id) || groups.flat().length >= 57);
              if (able.includes('20')) throw new Error('20 fails');
              groups.push(able);
              return { done: able, counts: { done: able.length } };
            },
          },
        );
        return `${done} done`;
      },
    };
    const one = process(row);
    await begin(one);
    await one.sweep();
    const done = groups.flat();
    assert.deepEqual(
      sorted(done),
      people.filter((id) => id !== '20'),
    );
    assert.deepEqual(sorted(done.slice(57)), ['7', '31']);
    assert.ok(groups.some(({ length }) => length > 1));
    const { state, reason } = await record();
    // The next attempt is for that person alone.
    assert.deepEqual([state, reason?.includes('for 1 person: 20 fails')], ['DUE', true]);
  });

  it('jobs/People: a person deleted after a failure needs no other attempt', async () => {
    people = ids(4);
    const one = process(
      job(async (id) => {
        if (id !== '2') return;
        people = people.filter((other) => other !== '2');
        throw new Error('no such person');
      }),
    );
    await begin(one);
    await one.sweep();
    assert.deepEqual(await record(), { state: 'DONE', reason: '3 done', attempts: 1 });
  });

  it('jobs/People: a process that finds a run of another process does batches of it', async () => {
    people = ids(60);
    const by: Record<'holder' | 'helper', string[]> = { holder: [], helper: [] };
    let helped: () => void = () => undefined;
    const help = new Promise<void>((resolve) => (helped = resolve));
    const holder = process(
      job(async (id) => {
        by.holder.push(id);
        await help;
      }),
    );
    const helper = process(job(async (id) => void by.helper.push(id)));
    await begin(holder, helper);
    const all = holder.sweep();
    await eventually('the first of the holder', () => by.holder[0]);
    await helper.sweep();
    // All except the batch of the holder.
    assert.deepEqual([by.holder.length, by.helper.length], [1, 35]);
    helped();
    await all;
    assert.deepEqual(sorted([...by.holder, ...by.helper]), people);
    assert.deepEqual(await record(), { state: 'DONE', reason: '60 done', attempts: 1 });
  });

  it('jobs/People: a process in which the job is switched off asks once to help and leaves the people alone', async () => {
    people = ids(60);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const begun: string[] = [];
    const row = job(async (id) => {
      begun.push(id);
      await ended;
    });
    const holder = process(row);
    let asked = 0;
    const off = process({
      ...row,
      run: async () => {
        asked += 1;
        if (asked > 3) end();
        return 'switched off';
      },
    });
    await begin(holder, off);
    const all = holder.sweep();
    await eventually('the first of the holder', () => begun[0]);
    await off.sweep();
    assert.equal(asked, 1);
    end();
    await all;
    assert.deepEqual(await record(), { state: 'DONE', reason: '60 done', attempts: 1 });
  });

  it('jobs/People: a stop returns the people left', async () => {
    people = ids(10);
    const done: string[] = [];
    const stopped = process(
      job(async (id) => {
        done.push(id);
        if (done.length === 4) void stopped.stop();
        await sleep(1);
      }),
    );
    const next = process(job(async (id) => void done.push(id)));
    await begin(stopped, next);
    await stopped.sweep();
    await eventually('the run to be free', async () => (await record()).state === 'DUE' || null);
    await next.sweep();
    assert.deepEqual(sorted(done), people);
    assert.deepEqual(await record(), { state: 'DONE', reason: '10 done', attempts: 1 });
  });

  const row = {
    people: ['1', '2', '3'],
    failed: ['9'],
    counts: { done: 4 },
    error: 'no prices',
    attempt: 2,
    crashes: 0,
    lease_until: new Date(0),
  };
  for (const [what, given, attempt, expected] of [
    ['a returned batch continues', { ...row, lease_until: null }, 2, { ...row, crashes: 0 }],
    [
      'a new attempt does the failed ones again, at the end',
      { ...row, lease_until: null },
      3,
      { ...row, people: ['1', '2', '3', '9'], failed: [], error: null, attempt: 3 },
    ],
    ['after a crash the possible cause comes last', row, 2, { ...row, people: ['2', '3', '1'], crashes: 1 }],
    [
      'after a second crash its cause waits for the next attempt',
      { ...row, crashes: 1 },
      2,
      { ...row, people: ['2', '3'], failed: ['9', '1'], crashes: 2 },
    ],
    [
      'the next attempt begins with the others',
      { ...row, crashes: 1 },
      3,
      { ...row, people: ['2', '3', '9', '1'], failed: [], error: null, crashes: 2, attempt: 3 },
    ],
  ] as const)
    it(`jobs/People: ${what}`, () => {
      const { lease_until: _, ...batch } = expected;
      assert.deepEqual(
        takeUp({ ...given, people: [...given.people], failed: [...given.failed] }, attempt),
        batch,
      );
    });

  /** A process that can be killed: from then on it neither reads nor writes, and releases nothing. */
  function mortal(work: (id: string, die: () => Promise<never>) => Promise<void>) {
    const never = new Promise<never>(() => undefined);
    let isDead = false;
    let announceDeath: () => void = () => undefined;
    const death = new Promise<void>((resolve) => (announceDeath = resolve));
    const die = async (): Promise<never> => {
      isDead = true;
      // Its batch is free once its lease has ended.
      world.wait(21);
      announceDeath();
      return await never;
    };
    const { database } = world.context;
    const alive: typeof database.asSystem = async (why, of) =>
      await (isDead ? never : database.asSystem(why, of));
    const reads: typeof database.readAsSystem = async (why, of) =>
      await (isDead ? never : database.readAsSystem(why, of));
    const it = createScheduler(
      { ...world.context, database: { ...database, asSystem: alive, readAsSystem: reads } },
      { schedule: [job((id) => work(id, die))], withAgenda: false, withTimer: false },
    );
    return { sweep: async () => await Promise.race([it.sweep(), death]), isDead: () => isDead };
  }

  it('jobs/People: workers join, fail and die in any order, people are added and deleted, and all people of the due time are done', async function () {
    this.timeout(120_000);
    const event = fc.constantFrom('work', 'fail', 'die', 'add', 'delete');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.array(event, { maxLength: 12 }),
        fc.integer({ min: 1, max: 3 }),
        async (count, events, workers) => {
          await world.database.asSystem('start afresh', (trx) =>
            trx.raw('truncate jobs.watched, jobs.runs, jobs.batches'),
          );
          const asked = ids(count);
          people = asked;
          const done: string[] = [];
          let [turn, deaths, failures] = [0, 0, 0];
          const work = async (id: string, die: () => Promise<never>): Promise<void> => {
            turn += 1;
            const what = turn % 4 === 0 ? events[turn / 4 - 1] : 'work';
            if (what === 'die' && deaths < 2) {
              deaths += 1;
              return await die();
            }
            if (what === 'fail' && failures < 2) {
              failures += 1;
              throw new Error('this time');
            }
            if (what === 'add') people = [...people, String(1000 + turn)];
            if (what === 'delete') people = people.slice(1);
            return void done.push(id);
          };
          let all = Array.from({ length: workers }, () => mortal(work));
          world.at('2026-03-10', '15:00');
          await all[0]?.sweep();
          world.at('2026-03-10', '15:45');
          for (let round = 0; (await record())?.state !== 'DONE'; round++) {
            assert.ok(round < 12, (await record())?.reason ?? 'no end');
            await Promise.all(all.map(async (one) => await one.sweep()));
            all = all.map((one) => (one.isDead() ? mortal(work) : one));
            // The pause before another attempt.
            world.wait(10 * 60);
          }
          const left = people.filter((id) => asked.includes(id) && !done.includes(id));
          assert.deepEqual(left, []);
          if (deaths === 0) assert.equal(new Set(done).size, done.length, 'each once');
          assert.ok(done.every((id) => asked.includes(id)));
        },
      ),
      { numRuns: sampled(3, 60) },
    );
  });
});
