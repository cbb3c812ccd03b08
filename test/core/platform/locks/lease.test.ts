import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  createLeases,
  createLog,
  type Database,
  fencedOff,
  type Leased,
  LeaseLost,
  type Leases,
  openDatabase,
} from '../../../../core/platform/index.ts';
import { heldClock, type HeldClock } from '../../../support/core.ts';
import { createWire, type Wire } from '../../../support/database-wire.ts';
import { eventually } from '../../../support/chat-driver.ts';
import { MovedTimers } from '../../../support/moved-timers.ts';
import { emptyDatabase } from '../../../support/postgres.ts';
import { testProcess } from '../../../support/test-processes.ts';
import { PATIENT_LIMITS } from '../../../support/time-limits.ts';
import { meanwhile } from '../../../support/meanwhile.ts';

const LEASE_MS = 20_000;
const START = '2026-03-02T06:00:00.000Z';
const PARTS = { table: 'public.work', key: ['id'] as const, leaseMs: LEASE_MS };

type Claim = Leased<'id'>;

/** A process with a clock and timers of its own. */
interface Worker {
  clock: HeldClock;
  timers: MovedTimers;
  leases: Leases<'id'>;
  take(): Promise<Claim | null>;
  assert(claim: Claim): Promise<unknown>;
  release(claim: Claim, note: string): Promise<boolean>;
  /** Lets time pass for clock and timers, and waits until what fell due by it was sent. */
  pass(ms: number): void;
}

describe('the lease of a row that one process works on', () => {
  let given: Awaited<ReturnType<typeof emptyDatabase>>;
  let wire: Wire;
  let database: Database;
  let renewed: number;
  before(async () => {
    given = await emptyDatabase();
    wire = createWire();
    const url = await wire.through(given.url);
    database = openDatabase({ ownerUrl: url, appUrl: url }, createLog('silent'), { limits: PATIENT_LIMITS });
    await database.systemPool.query(
      'create table work (id integer primary key, note text, epoch integer not null default 0, lease_until timestamptz)',
    );
  });
  after(async () => {
    await database.close();
    await wire.cut();
    await given.drop();
  });
  beforeEach(async () => {
    await database.systemPool.query('truncate work; insert into work (id) values (1)');
  });

  function worker(): Worker {
    const clock = heldClock(START);
    const timers = new MovedTimers();
    renewed = 0;
    const counting: Pick<Database, 'asSystem'> = {
      asSystem: async (why, work) => {
        try {
          return await database.asSystem(why, work);
        } finally {
          renewed += 1;
        }
      },
    };
    const log = createLog('silent');
    const leases = createLeases<'id'>(PARTS, { database: counting, clock, log, timers });
    return {
      clock,
      timers,
      leases,
      take: () =>
        database.asSystem('take', async (trx) => {
          const [row] = await leases.lockFree(trx, (rows) => rows.orderBy('id').limit(1));
          return row === undefined ? null : await leases.claim(trx, row);
        }),
      assert: (claim) => database.asSystem('assert', (trx) => leases.assertLease(trx, claim)),
      release: (claim, note) => database.asSystem('release', (trx) => leases.release(trx, claim, { note })),
      pass(ms) {
        clock.at = new Date(clock.at.getTime() + ms);
        timers.pass(ms);
      },
    };
  }
  const must = async ({ take }: Pick<Worker, 'take'>): Promise<Claim> => (await take()) ?? assert.fail();
  const row = async () => {
    const { rows } = await database.systemPool.query<{
      note: string | null;
      epoch: number;
      lease_until: Date;
    }>('select * from work where id = 1');
    return rows[0] ?? assert.fail();
  };
  /** Time passes, and the renewal that is due by it has been answered. */
  const passRenewal = async (one: Worker, ms = LEASE_MS / 4): Promise<void> => {
    const before = renewed;
    await eventually('the renewal to be waited for', () => one.timers.sleepers > 0);
    one.pass(ms);
    await eventually('the renewal', () => renewed > before);
    // What follows from it happens in the turns after it.
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Work that goes on until it is told to end; what `withLease` comes to is beside it. */
  const working = (one: Worker, claim: Claim, stopping?: AbortSignal) => {
    let resolve: (value: string) => void = () => undefined;
    let reject: (error: Error) => void = () => undefined;
    const end = new Promise<string>((done, failed) => ([resolve, reject] = [done, failed]));
    let signal: AbortSignal = AbortSignal.abort();
    const outcome = one.leases
      .withLease(
        claim,
        async (given) => {
          signal = given;
          return await end;
        },
        stopping,
      )
      .then(
        (value) => ({ value, error: null }),
        (error: unknown) => ({ value: null, error }),
      );
    return { resolve, reject, outcome, signal };
  };

  it('rows are claimed once, by however many at once, and nobody waits for those of another', async () => {
    await database.systemPool.query('insert into work (id) select generate_series(2, 20)');
    const [one, other] = [worker(), worker()];
    const ids: unknown[] = [];
    const drain = async (who: Worker) => {
      for (let claim = await who.take(); claim !== null; claim = await who.take()) ids.push(claim.id);
    };
    await Promise.all([drain(one), drain(other), drain(one), drain(other)]);
    assert.equal(ids.length, 20);
    assert.equal(new Set(ids).size, 20);
    // While one looks at a row in its transaction, the others pass it over.
    await database.systemPool.query('update work set lease_until = null where id = 1');
    await database.asSystem('a look', async (trx) => {
      assert.equal((await one.leases.lockFree(trx, (rows) => rows)).length, 1);
      assert.equal(await meanwhile(() => other.take()), null);
    });
  });

  it('a claim of what another claimed since it was read is refused', async () => {
    const [one, other] = [worker(), worker()];
    const stale = { id: 1, epoch: 0, lease_until: null };
    await must(other);
    await assert.rejects(
      database.asSystem('claim', (trx) => one.leases.claim(trx, stale)),
      LeaseLost,
    );
    assert.equal((await row()).epoch, 1);
  });

  it('a row is held until its lease ends; who held it before can then write nothing', async () => {
    const [one, other] = [worker(), worker()];
    const first = await must(one);
    other.clock.at = new Date(other.clock.at.getTime() + LEASE_MS - 1);
    assert.equal(await other.take(), null);
    assert.equal(other.leases.isHeld(await row(), other.clock.now()), true);
    other.clock.at = new Date(other.clock.at.getTime() + 1);
    assert.equal(other.leases.isHeld(await row(), other.clock.now()), false);
    const second = await must(other);
    assert.deepEqual([first.epoch, second.epoch], [1, 2]);
    await assert.rejects(one.assert(first), LeaseLost);
    assert.equal(await one.leases.renew(first), false);
    assert.equal(await one.release(first, 'late'), false);
    assert.equal(await other.release(second, 'right'), true);
    assert.equal((await row()).note, 'right');
    // Given back, it is nobody's, also not for its last holder, whose answer to that may have been lost.
    await assert.rejects(other.assert(second), LeaseLost);
    assert.equal(await other.release(second, 'again'), false);
    assert.equal((await row()).note, 'right');
  });

  it('taken away by a person’s change, it is free at once and its holder is fenced off', async () => {
    const one = worker();
    const claim = await must(one);
    await database.asSystem('edit', (trx) => trx('work').where({ id: 1 }).update(fencedOff(claim)));
    await assert.rejects(one.assert(claim), LeaseLost);
    assert.equal((await must(one)).epoch, 3);
  });

  it('whoever asserts a lease keeps it until the transaction ends', async () => {
    const [one, other] = [worker(), worker()];
    const claim = await must(one);
    other.clock.pass(1);
    await database.asSystem('the result', async (trx) => {
      const { note } = await one.leases.assertLease<{ note: null }>(trx, claim);
      assert.equal(note, null);
      assert.equal(await meanwhile(() => other.take()), null);
    });
    assert.equal((await must(other)).epoch, 2);
  });

  it('it is renewed a few times within its length, for as long as the work goes on', async () => {
    const one = worker();
    const claim = await must(one);
    const work = working(one, claim);
    for (let quarter = 1; quarter <= 6; quarter += 1) {
      await passRenewal(one);
      const { lease_until } = await row();
      assert.equal(lease_until.getTime() - Date.parse(START), LEASE_MS + (quarter * LEASE_MS) / 4);
    }
    assert.equal(work.signal.aborted, false);
    work.resolve('done');
    assert.deepEqual(await work.outcome, { value: 'done', error: null });
    await eventually('nothing to be waited for', () => one.timers.sleepers === 0);
    assert.equal(await one.release(claim, 'done'), true);
  });

  it('a process that slept past its lease goes on if nobody took the row, and is told if somebody did', async () => {
    const [one, other] = [worker(), worker()];
    const claim = await must(one);
    const work = working(one, claim);
    await passRenewal(one, 10 * LEASE_MS);
    assert.equal(work.signal.aborted, false);
    await one.assert(claim);
    other.clock.at = new Date(one.clock.at.getTime() + 2 * LEASE_MS);
    await must(other);
    await passRenewal(one, 2 * LEASE_MS);
    assert.ok(work.signal.reason instanceof LeaseLost);
    work.resolve('worked out in vain');
    // What came of it is the work's own; writing it down is what the lease refuses.
    assert.equal((await work.outcome).value, 'worked out in vain');
    await assert.rejects(one.assert(claim), LeaseLost);
  });

  it('work that throws after its lease was lost says that, with what it threw as the cause', async () => {
    const [one, other] = [worker(), worker()];
    const claim = await must(one);
    const work = working(one, claim);
    other.clock.pass(1);
    await must(other);
    await passRenewal(one);
    const own = new Error('the broker was cut off');
    work.reject(own);
    const { error } = await work.outcome;
    assert.ok(error instanceof LeaseLost);
    assert.equal(error.cause, own);
  });

  it('work that throws while it holds its lease says what went wrong, and a stop reaches it', async () => {
    const one = worker();
    const stopping = new AbortController();
    const work = working(one, await must(one), stopping.signal);
    stopping.abort(new Error('stopping'));
    assert.equal((work.signal.reason as Error).message, 'stopping');
    const own = new Error('own');
    work.reject(own);
    assert.equal((await work.outcome).error, own);
  });

  it('while the database is away the work goes on, until the lease has ended unrenewed', async () => {
    const one = worker();
    const claim = await must(one);
    const short = working(one, claim);
    await wire.cut();
    try {
      await passRenewal(one);
      await passRenewal(one);
      assert.equal(short.signal.aborted, false);
      await wire.mend();
      await passRenewal(one);
      assert.equal(short.signal.aborted, false);
      await one.assert(claim);
      await wire.cut();
      for (let quarter = 1; quarter <= 3; quarter += 1) await passRenewal(one);
      assert.equal(short.signal.aborted, false);
      await passRenewal(one);
      assert.ok(short.signal.reason instanceof LeaseLost);
    } finally {
      await wire.mend();
    }
    short.reject(new Error('away'));
    assert.ok((await short.outcome).error instanceof LeaseLost);
  });

  it('a clock that was put forwards holds no row for ever, nor does one that was put back', async () => {
    const [one, other] = [worker(), worker()];
    // A year ahead when it claimed, and dead when the clock was right again.
    one.clock.at = new Date('2027-03-02T06:00:00.000Z');
    await must(one);
    assert.equal(other.leases.isHeld(await row(), other.clock.now()), false);
    assert.equal((await must(other)).epoch, 2);
    // Minutes apart, as the clocks of two machines may be, the lease counts.
    await database.systemPool.query('update work set lease_until = null');
    one.clock.at = new Date(other.clock.at.getTime() + 4 * 60_000);
    const claim = await must(one);
    assert.equal(await other.take(), null);
    // Put back while it works: the next renewal is by the new clock, and the row is held no longer than it says.
    const work = working(one, claim);
    one.clock.pass(-60);
    await passRenewal(one);
    assert.equal(work.signal.aborted, false);
    assert.ok((await row()).lease_until < other.clock.now());
    const taken = await must(other);
    await passRenewal(one);
    assert.ok(work.signal.reason instanceof LeaseLost);
    work.resolve('');
    await work.outcome;
    assert.equal(await other.release(taken, 'by the other'), true);
  });

  it('a renewal that is under way when the row is given back does not take it again', async () => {
    const one = worker();
    const claim = await must(one);
    let late: Promise<boolean> = Promise.resolve(true);
    await database.asSystem('the result', async (trx) => {
      await one.leases.assertLease(trx, claim);
      await meanwhile(async () => {
        late = one.leases.renew(claim);
        await eventually('the renewal to wait for the row', async () => {
          const { rowCount } = await database.systemPool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          return rowCount !== 0;
        });
      });
      assert.equal(await one.leases.release(trx, claim), true);
    });
    assert.equal(await late, false);
    assert.equal((await row()).lease_until, null);
  });

  it('of a process that is killed: nothing half done is kept, and the row is free when its lease is over, not before', async () => {
    const holder = fork(await testProcess('lease-holder'), {
      execArgv: [],
      env: { ...process.env, HOLDER_URL: given.url, HOLDER_NOW: START },
    });
    const gone = once(holder, 'exit');
    const [claim] = (await once(holder, 'message')) as [Claim];
    assert.equal(claim.epoch, 1);
    holder.kill('SIGKILL');
    await gone;
    await eventually('its session to end', async () => {
      const { rowCount } = await database.systemPool.query(
        `select from pg_locks where relation = 'work'::regclass and pid <> pg_backend_pid()
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rowCount === 0;
    });
    const other = worker();
    assert.deepEqual([(await row()).note, await other.take()], [null, null]);
    other.clock.at = new Date(other.clock.at.getTime() + LEASE_MS);
    assert.equal((await must(other)).epoch, 2);
  });
});
