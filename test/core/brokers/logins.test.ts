import assert from 'node:assert/strict';
import { BrokerFailure } from '../../../core/brokers/failure.ts';
import { tablesWith } from '../../support/database-text.ts';
import { held } from '../../support/fake-broker.ts';
import { refused } from '../../support/problems.ts';
import { BY, type BrokerWorld, brokerWorld, sharedBrokerWorld } from './world.ts';
import { sampled } from '../../support/soak.ts';

const HOUR = 60;
/** Minutes from one round to the next: in the suite few where a token is far from its end. */
const BETWEEN = sampled({ far: 240, near: 30 }, { far: 5, near: 5 });

describe('logins of connections', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let world: BrokerWorld;
  const notices = async () =>
    (await world.core.notifications.list(world.owner, { kind: 'connection_attention' })).items.map(
      ({ title }) => title,
    );
  const tokensSent = () => world.broker.calls.map(({ token, at }) => ({ token, at }));

  describe('on the broker’s own page', () => {
    const worldAnew = sharedBrokerWorld({ broker: 'zerodha' });
    beforeEach(async () => {
      world = await worldAnew();
      world.broker.renewal = 'login';
      world.broker.loginPage = 'https://broker.example/login';
      world.broker.holdings = [held('TCS', '10')];
    });
    afterEach(() => world.close());

    it('a connection that needs one says so once, is not tried again, and goes on after it', async () => {
      const { id, login_url } = await world.create({ broker: 'zerodha' });
      assert.equal(login_url, 'https://broker.example/login');
      assert.equal(await world.round(), '1 not synced');
      const waiting = await world.get(id);
      assert.deepEqual(
        [waiting.sync.state, waiting.sync.reason_code, waiting.sync.next_due_at],
        ['NEEDS_LOGIN', 'NEEDS_LOGIN', null],
      );
      assert.deepEqual(await notices(), ['My Dhan (Fake Broker) needs you to log in']);
      world.clock.pass(24 * HOUR);
      assert.equal(await world.round(), 'nothing was due');
      await world.sync(id);
      assert.equal((await notices()).length, 1);

      const view = await world.core.connections.login(world.owner, id, 'request-token', BY);
      assert.deepEqual(
        [view.sync.state, view.sync.reason_code, view.sync.next_due_at],
        ['PENDING', null, world.clock.now().toISOString()],
      );
      assert.equal(await world.round(), '1 synced');

      // The session ends: nobody is asked with it, and the person is told again.
      const calls = world.broker.calls.length;
      world.clock.pass(23 * HOUR);
      await world.round();
      assert.deepEqual((await world.get(id)).sync.reason_code, 'TOKEN_EXPIRED');
      assert.equal(world.broker.calls.length, calls);
      assert.equal((await notices()).length, 2);
      await world.sync(id);
      assert.equal(world.broker.calls.length, calls);
    });

    it('a session that the broker ends in the middle of a sync is sent no more', async () => {
      const { id } = await world.create({ broker: 'zerodha' });
      await world.core.connections.login(world.owner, id, 'request-token', BY);
      world.broker.before = ({ what }) => {
        if (what === 'trades') throw new BrokerFailure('TOKEN_EXPIRED', 'the token is over');
      };
      const { connection } = await world.sync(id);
      assert.deepEqual(
        [connection.sync.state, connection.sync.reason_code],
        ['NEEDS_LOGIN', 'TOKEN_EXPIRED'],
      );
      assert.deepEqual(await world.core.portfolio.holdings.all(world.owner), []);
      const calls = world.broker.calls.length;
      await world.sync(id);
      assert.equal(world.broker.calls.length, calls);
    });

    it('a login that fails says why and leaves the connection as it was', async () => {
      const { id } = await world.create({ broker: 'zerodha' });
      world.broker.before = () => {
        throw new BrokerFailure('CREDENTIALS_REJECTED', 'no');
      };
      await refused(
        world.core.connections.login(world.owner, id, 'request-token', BY),
        422,
        'CREDENTIALS_REJECTED',
        /Edit the connection/,
      );
      world.broker.before = () => {
        throw new BrokerFailure('BROKER_UNREACHABLE', 'no');
      };
      await refused(world.core.connections.login(world.owner, id, 'x', BY), 503, 'BROKER_UNREACHABLE');
      assert.equal((await world.get(id)).sync.state, 'PENDING');
      world.broker.before = () => undefined;
      world.broker.loginPage = null;
      await refused(world.core.connections.login(world.owner, id, 'x', BY), 409, 'LOGIN_NOT_WANTED');
    });
  });

  describe('by a one-time password', () => {
    const worldAnew = sharedBrokerWorld({ broker: 'web_sync' });
    beforeEach(async () => {
      world = await worldAnew();
      world.broker.renewal = 'none';
      world.broker.loginWhileReading = true;
      world.broker.holdings = [held('TCS', '10')];
    });
    afterEach(() => world.close());

    it('portfolio/Connection sync rules 5: NEEDS_OTP, what the login waits with kept encrypted, verified, and synced again', async () => {
      world.broker.otp = '654321';
      const { id } = await world.create({ broker: 'web_sync' });
      const { connection } = await world.sync(id);
      assert.deepEqual([connection.sync.state, connection.sync.reason_code], ['NEEDS_OTP', 'NEEDS_OTP']);
      assert.deepEqual(await notices(), ['My Dhan (Fake Broker) asks for a one-time password']);
      assert.deepEqual(await tablesWith(world.core, 'otp-cookie-of-the-fake-broker'), []);

      const resent = await world.core.connections.resendOtp(world.owner, id);
      assert.equal(resent.sent, false);
      await refused(world.core.connections.verifyOtp(world.owner, id, '111111', BY), 422, 'OTP_REJECTED');
      assert.deepEqual((await world.get(id)).sync.reason_code, 'OTP_REJECTED');
      await refused(world.core.connections.verifyOtp(world.owner, id, ' ', BY), 422, 'VALIDATION_ERROR');
      const verified = await world.core.connections.verifyOtp(world.owner, id, '654321', BY);
      assert.deepEqual([verified.sync.state, verified.sync.reason_code], ['PENDING', null]);
      assert.equal(await world.round(), '1 synced');
      assert.deepEqual(
        world.broker.calls.map(({ what }) => what),
        ['connect', 'otp', 'otp', 'holdings', 'trades'],
      );
      await refused(world.core.connections.verifyOtp(world.owner, id, '654321', BY), 409, 'OTP_NOT_WANTED');
      await refused(world.core.connections.resendOtp(world.owner, id), 409, 'OTP_NOT_WANTED');
    });

    it('a login made while reading is kept, though the sync fails afterwards', async () => {
      world.broker.before = ({ what }) => {
        if (what === 'trades') throw new BrokerFailure('BROKER_ERROR', 'no');
      };
      const { id } = await world.create({ broker: 'web_sync' });
      await world.sync(id);
      world.broker.before = () => undefined;
      await world.sync(id);
      assert.equal(world.broker.count('connect'), 1);
    });
  });

  describe('by renewal', () => {
    const worldAnew = sharedBrokerWorld();
    beforeEach(async () => {
      world = await worldAnew();
      world.broker.holdings = [held('TCS', '10')];
    });
    afterEach(() => world.close());

    it('portfolio/Connection sync rules 1: a day of rounds renews before the end, and sends no token past its age', async () => {
      await world.create({ role: 'TRADING+SYNC' });
      const syncs = await rounds(50);
      // Issued at 0 h, renewed at 20 h and 40 h.
      assert.deepEqual([world.broker.count('connect'), world.broker.count('renew')], [1, 2]);
      assertAges();
      assert.equal(world.broker.count('holdings'), syncs);
    });

    it('a renewal that fails is tried again while the token lives; then the person is asked, and the token sent no more', async () => {
      const { id } = await world.create();
      world.broker.before = ({ what }) => {
        if (what === 'renew') throw new BrokerFailure('BROKER_ERROR', 'no');
      };
      const syncs = await rounds(26, 23);
      assertAges();
      const { sync } = await world.get(id);
      assert.deepEqual(
        [sync.state, sync.reason_code, sync.next_due_at],
        ['NEEDS_LOGIN', 'TOKEN_EXPIRED', null],
      );
      assert.equal((await notices()).length, 1);
      assert.ok(world.broker.count('renew') > 3);
      // Until 23 hours were over, syncs went on with it.
      assert.equal(world.broker.count('holdings'), syncs);
    });

    /**
     * Goes round for so many hours. Answers how many syncs were due until the hour in which they end: one every 30 minutes
     * as far as there were rounds.
     */
    async function rounds(hours: number, end = hours): Promise<number> {
      let syncs = 0;
      let last = Number.NEGATIVE_INFINITY;
      for (let minute = 0; minute < hours * HOUR;) {
        await world.round();
        if (minute < end * HOUR && minute - last >= 30) {
          syncs += 1;
          last = minute;
        }
        // Tokens are renewed at an age of 20 hours and sent no more at 23.
        const isNear = minute % (20 * HOUR) < 4 * HOUR && minute >= 20 * HOUR;
        const between = isNear ? BETWEEN.near : BETWEEN.far;
        world.clock.pass(between);
        minute += between;
      }
      return syncs;
    }

    /** No call carried a token that was 23 hours old. */
    function assertAges(): void {
      const issued = new Map<string, Date>();
      for (const { token, at } of tokensSent()) {
        if (token === null) continue;
        const since = issued.get(token) ?? at;
        issued.set(token, since);
        assert.ok(
          at.getTime() - since.getTime() < 23 * HOUR * 60_000,
          `${token} was sent at ${at.toISOString()}`,
        );
      }
    }
  });

  describe('with secrets that do not open', () => {
    it('nothing is asked, the person is told, and it goes on by itself once the key is back', async () => {
      world = await brokerWorld();
      try {
        const { id } = await world.create();
        const other = await world.neighbour({ BROKER_SECRET_KEY: 'ff'.repeat(32) });
        await other.brokers.maintain(new AbortController().signal);
        const { sync, credentials, login_url } = await other.connections.get(world.owner, id);
        assert.deepEqual(
          [sync.state, sync.reason_code, sync.next_due_at],
          ['FAILED', 'CREDENTIALS_UNREADABLE', null],
        );
        assert.deepEqual(
          [credentials.map(({ present, last4 }) => [present, last4]), login_url],
          [
            [
              [true, null],
              [true, null],
              [true, null],
            ],
            null,
          ],
        );
        assert.deepEqual(world.broker.calls, []);
        assert.deepEqual(await notices(), ['My Dhan (Fake Broker) needs you']);
        await refused(other.connections.login(world.owner, id, 'x', BY), 422, 'CREDENTIALS_UNREADABLE');
        assert.match(await world.round(), /1 synced/);
      } finally {
        await world.close();
      }
    });
  });
});
