import assert from 'node:assert/strict';
import {
  createLog,
  createOutbox,
  createOutboxWorker,
  type Database,
  type Decision,
  openDatabase,
  type Outbox,
  type OutboxClaim,
  type OutboxRow,
} from '../../../../core/platform/index.ts';
import { eventually } from '../../../support/chat-driver.ts';
import { heldClock, type HeldClock } from '../../../support/core.ts';
import { MovedTimers } from '../../../support/moved-timers.ts';
import { emptyDatabase } from '../../../support/postgres.ts';
import { PATIENT_LIMITS } from '../../../support/time-limits.ts';

const LEASE_MS = 20_000;
const SEND: Decision = { action: 'send' };
const log = createLog('silent');

interface Letter extends OutboxRow {
  key: string;
}

/** Any table with the columns of an outbox is one: this one is of letters. */
describe('an outbox', () => {
  let given: Awaited<ReturnType<typeof emptyDatabase>>;
  let database: Database;
  let clock: HeldClock;
  let timers: MovedTimers;
  let outbox: Outbox<Letter>;
  let settled: string[];
  let announced: (() => void)[];
  before(async () => {
    given = await emptyDatabase();
    database = openDatabase({ ownerUrl: given.url, appUrl: given.url }, log, { limits: PATIENT_LIMITS });
    await database.systemPool.query(
      `create table letters (id bigint generated always as identity primary key, key text not null unique,
         state text not null, attempts integer not null default 0, epoch integer not null default 0, revision integer not null default 0,
         lease_until timestamptz, next_attempt_at timestamptz not null, expires_at timestamptz, reason text,
         finished_at timestamptz)`,
    );
  });
  after(async () => {
    await database.close();
    await given.drop();
  });
  beforeEach(async () => {
    await database.systemPool.query('truncate letters');
    clock = heldClock('2026-03-02T06:00:00.000Z');
    timers = new MovedTimers();
    settled = [];
    announced = [];
    outbox = createOutbox<Letter>(
      {
        table: 'public.letters',
        leaseMs: LEASE_MS,
        mostAttempts: 3,
        pauses: { firstMs: 10_000, longestMs: 60_000 },
        dueChannel: 'letters_due',
        settled: async (_, { key, state }) => void settled.push(`${key} ${state}`),
      },
      { database, clock, log, timers },
      () => 1,
    );
  });

  const within = <T>(work: (trx: Parameters<typeof outbox.sent>[0]) => Promise<T>) =>
    database.asSystem('a test', work);
  const write = (...keys: string[]) =>
    within((trx) =>
      outbox.enqueue(
        trx,
        keys.map((key) => ({ key, next_attempt_at: clock.now(), expires_at: null, reason: null })),
      ),
    );
  const take = (limit = 10, decide: (row: Letter) => Decision = () => SEND) =>
    outbox.claim<Letter>(
      limit,
      (rows) => rows,
      async () => decide,
    );
  const states = async () => {
    const { rows } = await database.systemPool.query<{ line: string }>(
      `select concat_ws(' ', key, state, attempts, reason) as line from letters order by id`,
    );
    return rows.map(({ line }) => line);
  };
  const pass = (ms: number) => {
    clock.at = new Date(clock.at.getTime() + ms);
    timers.pass(ms);
  };

  it('a message is there once for its key, and not at all if its transaction is taken back', async () => {
    await write('a', 'b');
    await write('a', 'c');
    await assert.rejects(
      within(async (trx) => {
        await outbox.enqueue(trx, [
          { key: 'd', next_attempt_at: clock.now(), expires_at: null, reason: null } as Letter,
        ]);
        throw new Error('no');
      }),
    );
    assert.deepEqual(await states(), ['a PENDING 0', 'b PENDING 0', 'c PENDING 0']);
  });

  it('what fails comes back after a growing pause, and is given up with its reason; put back, it begins anew', async () => {
    await write('a');
    for (const pauseMs of [10_000, 20_000]) {
      const [letter] = await take();
      assert.ok(letter);
      assert.equal(
        await within((trx) => outbox.failed(trx, letter.claim, { error: 'away', retryable: true })),
        'PENDING',
      );
      assert.deepEqual(await outbox.nextDueAt((rows) => rows), new Date(clock.now().getTime() + pauseMs));
      pass(pauseMs - 1);
      assert.deepEqual(await take(), []);
      pass(1);
    }
    const [last] = await take();
    assert.equal(last?.claim.attempt, 3);
    assert.equal(
      await within((trx) =>
        outbox.failed(trx, last?.claim as OutboxClaim, { error: 'away', retryable: true }),
      ),
      'FAILED',
    );
    assert.deepEqual([await states(), settled], [['a FAILED 3 away'], ['a FAILED']]);
    assert.equal(await within((trx) => outbox.requeue(trx, (rows) => rows.where('leased.key', 'a'))), 1);
    assert.equal((await take())[0]?.claim.attempt, 1);
  });

  it('stale ones, unwanted ones and those whose senders died each time come to their end when they are due', async () => {
    await write('dead', 'unwanted', 'later', 'stale');
    await database.systemPool.query(`update letters set expires_at = $1 where key = 'stale'`, [clock.now()]);
    await database.systemPool.query(`update letters set attempts = 3 where key = 'dead'`);
    const until = new Date(clock.now().getTime() + 3_600_000);
    const decide = ({ key }: Letter): Decision =>
      key === 'unwanted' ? { action: 'drop', reason: 'Nobody wants it.' } : { action: 'hold', until };
    assert.deepEqual(await take(1, decide), []);
    assert.deepEqual(await states(), [
      'dead FAILED 3 The sending process stopped each time before it was sent.',
      'unwanted DROPPED 0 Nobody wants it.',
      'later PENDING 0',
      'stale DROPPED 0 Not sent in time; it was out of date.',
    ]);
    assert.deepEqual(await outbox.nextDueAt((rows) => rows), until);
    assert.deepEqual(settled, ['dead FAILED', 'unwanted DROPPED', 'stale DROPPED']);
  });

  it('what nobody was there to send is dropped when it is stale, also where its sender died; what is being sent is not', async () => {
    await write('waiting', 'dead', 'being sent');
    await take(3);
    await database.systemPool.query(`update letters set expires_at = $1`, [clock.now()]);
    await database.systemPool.query(
      `update letters set state = 'PENDING', lease_until = null where key = 'waiting'`,
    );
    await database.systemPool.query(`update letters set lease_until = $1 where key = 'dead'`, [clock.now()]);
    assert.equal(await within((trx) => outbox.dropExpired(trx)), 2);
    assert.deepEqual(settled, ['waiting DROPPED', 'dead DROPPED']);
  });

  it('that it was sent counts whoever holds it; that it failed only from who does', async () => {
    await write('a', 'b');
    const [a, b] = await take();
    assert.ok(a && b);
    pass(LEASE_MS);
    const [a2] = await take(1);
    assert.equal(a2?.id, a.id);
    assert.equal(
      await within((trx) => outbox.failed(trx, a.claim, { error: 'late', retryable: false })),
      'LOST',
    );
    await within((trx) => outbox.release(trx, a.claim));
    assert.equal(await within((trx) => outbox.sendWithin(trx, a.claim, () => assert.fail())), false);
    await within((trx) => outbox.sent(trx, a.claim));
    await within((trx) => outbox.sent(trx, a2.claim));
    assert.deepEqual(settled, ['a SENT']);
  });

  describe('its worker', () => {
    const worker = (deliver: (row: Letter & { claim: OutboxClaim }) => Promise<void>) =>
      createOutboxWorker<Letter & { claim: OutboxClaim }>({
        claim: (limit) => take(limit),
        nextDueAt: () => outbox.nextDueAt((rows) => rows),
        release: ({ claim }) => within((trx) => outbox.release(trx, claim)),
        withLease: ({ claim }, work) => outbox.withLease(claim, work),
        deliver: (row) => deliver(row),
        laneOf: ({ key }) => key.split(' ')[1] ?? 'usual',
        dueChannel: 'letters_due',
        listener: {
          on: (channel, handle) => {
            assert.equal(channel, 'letters_due');
            announced.push(() => handle({}));
            return () => void announced.splice(0);
          },
          onGap: () => () => undefined,
        },
        clock,
        log,
      });
    const sends = (sent: string[]) => async (row: Letter & { claim: OutboxClaim }) => {
      sent.push(row.key);
      await within((trx) => outbox.sent(trx, row.claim));
    };

    it('sends what waits, in order, and what is announced later', async () => {
      await write('a', 'b', 'c', 'd', 'e', 'f', 'g');
      const sent: string[] = [];
      const own = worker(sends(sent));
      own.start();
      await eventually('all of them', () => sent.length === 7);
      await write('h');
      for (const tell of announced) tell();
      await eventually('the last one', () => sent.length === 8);
      await own.stop();
      assert.equal(sent.join(''), 'abcdefgh');
      assert.deepEqual(announced, []);
    });

    it('a slow one holds up its own lane alone', async () => {
      await write('slow a', 'behind a', 'fast b');
      const sent: string[] = [];
      let go: () => void = () => undefined;
      const slow = new Promise<void>((resolve) => (go = resolve));
      const own = worker(async (row) => {
        if (row.key === 'slow a') await slow;
        await sends(sent)(row);
      });
      own.start();
      await eventually('the other lane', () => sent.length === 1);
      go();
      await eventually('all of them', () => sent.length === 3);
      await own.stop();
      assert.deepEqual(sent, ['fast b', 'slow a', 'behind a']);
    });

    it('a lane that is not answered holds up no other, however many of its messages wait', async () => {
      await write(...Array.from({ length: 12 }, (_, at) => `${at} stuck`), 'later free');
      const sent: string[] = [];
      let go: () => void = () => undefined;
      const stuck = new Promise<void>((resolve) => (go = resolve));
      const own = worker(async (row) => {
        if (row.key.endsWith('stuck')) await stuck;
        await sends(sent)(row);
      });
      own.start();
      await eventually('the other lane', () => sent.length === 1);
      // One that is announced meanwhile goes out too.
      await write('new free');
      for (const tell of announced) tell();
      await eventually('the new one', () => sent.length === 2);
      go();
      await eventually('all of them', () => sent.length === 14);
      await own.stop();
      assert.deepEqual(sent.slice(0, 3), ['later free', 'new free', '0 stuck']);
    });

    it('a slow one does not lose those behind it to another process, however long it takes', async () => {
      await write('slow', 'behind');
      const sent: string[] = [];
      let go: () => void = () => undefined;
      const slow = new Promise<void>((resolve) => (go = resolve));
      const own = worker(async (row) => {
        if (row.key === 'slow') await slow;
        await sends(sent)(row);
      });
      own.start();
      for (let quarter = 1; quarter <= 8; quarter += 1) {
        await eventually('both renewals to be waited for', () => timers.sleepers === 2);
        pass(LEASE_MS / 4);
        await eventually('both renewed', async () => {
          const { rows } = await database.systemPool.query('select from letters where lease_until = $1', [
            new Date(clock.now().getTime() + LEASE_MS),
          ]);
          return rows.length === 2;
        });
        assert.deepEqual(await take(), []);
      }
      go();
      await eventually('both to be sent', () => sent.length === 2);
      await own.stop();
      assert.deepEqual(settled, ['slow SENT', 'behind SENT']);
    });

    it('a stop waits for what is being sent and gives back the rest, as if it had not been tried', async () => {
      await write('a', 'b', 'c');
      const sent: string[] = [];
      const stops: Promise<void>[] = [];
      const own = worker(async (row) => {
        stops.push(own.stop());
        await sends(sent)(row);
      });
      own.start();
      await eventually('the stop', () => stops.length > 0);
      await stops[0];
      assert.deepEqual([sent, await states()], [['a'], ['a SENT 1', 'b PENDING 0', 'c PENDING 0']]);
    });

    it('one that cannot be settled is left to its lease, and the others are sent', async () => {
      await write('broken', 'fine');
      const sent: string[] = [];
      const own = worker(async (row) => {
        if (row.key === 'broken') throw new Error('away');
        await sends(sent)(row);
      });
      own.start();
      await eventually('the other', () => sent.length === 1);
      await own.stop();
      assert.deepEqual(await states(), ['broken SENDING 1', 'fine SENT 1']);
    });
  });
});
