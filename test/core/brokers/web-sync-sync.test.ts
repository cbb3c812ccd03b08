import assert from 'node:assert/strict';
import type { ConnectionView } from '../../../core/brokers/index.ts';
import { type TestCore, sharedCore } from '../../support/core.ts';
import { tablesWith } from '../../support/database-text.ts';
import { refused } from '../../support/problems.ts';
import { WebSyncServer } from '../../support/web-sync-server.ts';

const BY = { actor: 'api:owner' };
const USER = 'QX4711';
const PIN = '48215573';

describe('portfolio/Connection sync rules 5: web_sync from login to ledger', () => {
  const web = new WebSyncServer();
  let test: TestCore;
  let id: string;
  before(() => web.start());
  after(() => web.close());
  const coreAnew = sharedCore(() => ({ environment: { WEB_SYNC_BASE_URL: web.url } }));
  beforeEach(async () => {
    web.reset({ holdings: 0, trades: 0, leftOut: 0 });
    web.addAccount(USER, PIN, { holdings: 3, trades: 250, leftOut: 4 });
    test = await coreAnew();
    const credentials = { user_id: USER, pin: PIN };
    const input = { broker: 'web_sync', label: 'Web', role: 'SYNC', credentials } as const;
    id = (await test.core.connections.create(test.owner, input, BY)).id;
  });
  afterEach(() => test.close());

  const sync = () => test.core.connections.sync(test.owner, id, BY);
  const round = () => test.core.brokers.maintain(new AbortController().signal);
  const verify = (otp: string) => test.core.connections.verifyOtp(test.owner, id, otp, BY);
  const sentOtp = () => web.sentOtps.at(-1)?.otp ?? '';
  const account = () => web.accounts.get(USER);
  const total = async () => (await test.core.portfolio.transactions.list(test.owner, {})).total;
  async function trusted(): Promise<ConnectionView> {
    await sync();
    await verify(sentOtp());
    return (await sync()).connection;
  }

  it('NEEDS_OTP, verified, synced; cookies, tokens, PIN and password stand nowhere in the clear', async () => {
    const first = await sync();
    assert.equal(first.counts, null);
    assert.deepEqual(
      [first.connection.sync.state, first.connection.sync.reason_code, first.connection.sync.next_due_at],
      ['NEEDS_OTP', 'NEEDS_OTP', null],
    );
    // Nothing is tried, and so no further password sent, before the person acts.
    assert.equal(await round(), 'nothing was due');
    assert.equal(web.sentOtps.length, 1);

    await refused(verify('000001'), 422, 'OTP_REJECTED');
    assert.equal((await test.core.connections.get(test.owner, id)).sync.state, 'NEEDS_OTP');
    const verified = await verify(sentOtp());
    assert.equal(verified.sync.state, 'PENDING');
    assert.equal(verified.sync.next_due_at, test.clock.now().toISOString());
    await refused(verify(sentOtp()), 409, 'OTP_NOT_WANTED');

    assert.equal(await round(), '1 synced');
    const { sync: state } = await test.core.connections.get(test.owner, id);
    assert.equal(state.state, 'OK');
    assert.deepEqual(
      [state.last_result?.holdings, state.last_result?.trades_new, state.last_result?.left_out],
      [3, 250, 4],
    );
    const tokens = web.log.flatMap(({ token }) => token ?? []);
    const secrets = [...new Set([PIN, sentOtp(), ...(account()?.devices ?? []), ...tokens])];
    assert.deepEqual(await tablesWith(test.core, ...secrets), []);
  });

  it('resending is a stub that says how to get another one: by syncing again', async () => {
    await sync();
    const { sent, message } = await test.core.connections.resendOtp(test.owner, id);
    assert.equal(sent, false);
    assert.match(message, /Sync the connection/);
    assert.equal(web.sentOtps.length, 1);
    const old = sentOtp();
    await sync();
    assert.equal(web.sentOtps.length, 2);
    assert.notEqual(sentOtp(), old);
    await refused(verify(old), 422, 'OTP_REJECTED');
    await verify(sentOtp());
    assert.equal((await sync()).connection.sync.state, 'OK');
  });

  it('a device that is trusted syncs day by day without a password, whatever becomes of its sessions', async () => {
    assert.equal((await trusted()).sync.state, 'OK');
    for (let day = 0; day < 3; day += 1) {
      web.endSessions({ after: day });
      test.clock.pass(24 * 60);
      assert.equal(await round(), '1 synced');
    }
    assert.equal(web.sentOtps.length, 1);
    assert.equal(await total(), 250);
  });

  it('a session that had to be begun anew in the middle of a sync is the one that the next sync goes on with', async () => {
    await trusted();
    const { logins } = web;
    web.endSessions({ after: 1 });
    assert.notEqual((await sync()).counts, null);
    assert.equal(web.logins, logins + 1);
    test.clock.pass(60);
    assert.notEqual((await sync()).counts, null);
    assert.equal(web.logins, logins + 1);
  });

  it('trust that lapses in the middle of a sync: nothing half is recorded, and it goes on after the password', async () => {
    await trusted();
    const more = web.addAccount('OTHER1', '1234', { holdings: 5, trades: 400, leftOut: 0 });
    Object.assign(account() ?? {}, { holdings: more.holdings, transactions: more.transactions });
    web.fail(
      { kind: 'status', status: 401, type: 'application/json', body: '{"error":{"code":"SESSION_EXPIRED"}}' },
      { path: /page=1(&|$)/, times: 1 },
    );
    account()?.devices.clear();
    test.clock.pass(24 * 60);
    assert.equal(await round(), '1 not synced');
    assert.equal((await test.core.connections.get(test.owner, id)).sync.state, 'NEEDS_OTP');
    assert.equal(await total(), 250);
    assert.equal((await test.core.portfolio.holdings.all(test.owner)).length, 3);
    await verify(sentOtp());
    assert.equal(await round(), '1 synced');
    assert.equal((await test.core.portfolio.holdings.all(test.owner)).length, 5);
  });

  it('a page that cannot be read after good ones: nothing of them is recorded', async () => {
    await sync();
    await verify(sentOtp());
    web.fail({ kind: 'body', type: 'application/json', body: '{}' }, { path: /page=2(&|$)/ });
    const { connection, counts } = await sync();
    assert.deepEqual([counts, connection.sync.reason_code], [null, 'BROKER_MALFORMED']);
    assert.equal(await total(), 0);
    assert.deepEqual(await test.core.portfolio.holdings.all(test.owner), []);
  });

  it('an empty page in the middle of the history: the state says so, and the next sync brings all that came after it', async () => {
    await sync();
    await verify(sentOtp());
    // 254 rows are three pages; the second comes empty.
    web.bent.set(2, 'empty');
    const { connection, counts } = await sync();
    assert.equal(counts, null);
    assert.deepEqual([connection.sync.state, connection.sync.reason_code], ['FAILED', 'HISTORY_INCOMPLETE']);
    assert.match(connection.sync.reason ?? '', /list of transactions was incomplete/);
    assert.equal(await total(), 0);
    // Tried again within the hour, as after any failure of this broker.
    assert.equal(connection.sync.next_due_at, new Date(test.clock.now().getTime() + 3_600_000).toISOString());
    web.bent.clear();
    test.clock.pass(60);
    assert.equal(await round(), '1 synced');
    assert.equal(await total(), 250);
  });

  it('a history that ends before what an earlier sync recorded is asked for again from the same day, not from a later one', async () => {
    await trusted();
    const asked = () =>
      web.requests
        .filter(({ path }) => path.startsWith('/api/transactions'))
        .map(({ path }) => new URL(path, 'http://web').searchParams.get('from'));
    test.clock.pass(24 * 60);
    web.requests.length = 0;
    web.bent.set(1, 'empty');
    assert.equal(await round(), '1 not synced');
    const [from] = asked();
    assert.equal((await test.core.connections.get(test.owner, id)).sync.reason_code, 'HISTORY_INCOMPLETE');
    // Days go by without the page: the mark stays where it was.
    test.clock.pass(10 * 24 * 60);
    web.requests.length = 0;
    assert.equal(await round(), '1 not synced');
    // And the whole history, which would show that the days are right.
    assert.deepEqual(new Set(asked()), new Set([from, null]));
    web.bent.clear();
    account()?.transactions.push({
      id: 'T-late',
      symbol: 'SHAREAA',
      side: 'BUY',
      status: 'COMPLETE',
      trade_date: '2026-03-03',
      quantity: 1,
      price: 1,
    });
    test.clock.pass(60);
    assert.equal(await round(), '1 synced');
    assert.equal(await total(), 251);
  });

  it('a wrong PIN is refused once and not tried again by itself, so that no account is locked', async () => {
    const one = account();
    assert.ok(one !== undefined);
    one.pin = '99999999';
    const { connection } = await sync();
    assert.deepEqual(
      [connection.sync.state, connection.sync.reason_code, connection.sync.next_due_at],
      ['FAILED', 'CREDENTIALS_REJECTED', null],
    );
    test.clock.pass(48 * 60);
    assert.equal(await round(), 'nothing was due');
    assert.equal(web.logins, 1);
  });

  /** Lists the trades oldest first, with one at the end that is alone on its day. */
  function endOn(day: string): Record<string, unknown> {
    const rows = account()?.transactions ?? assert.fail();
    const last = { ...rows.find(({ id: one }) => one === 'T0'), id: 'T-last', trade_date: day };
    rows.push(last);
    rows.sort((one, other) => (String(one['trade_date']) < String(other['trade_date']) ? -1 : 1));
    return last;
  }
  const inbox = async () =>
    (await test.core.portfolio.brokerChanges.list(test.owner)).open.map(
      ({ kind, state, before }) => [kind, state, before?.date] as const,
    );

  for (const [how, takeBack] of [
    ['is cancelled', (rows: object[], last: object) => Object.assign(last, { status: 'CANCELLED' }) && rows],
    ['leaves the list', (rows: object[], last: object) => rows.filter((row) => row !== last)],
  ] as const)
    it(`a last trade that ${how} waits for a decision, and the syncs go on`, async () => {
      const day = '2026-03-01';
      const last = endOn(day);
      await trusted();
      Object.assign(account() ?? {}, { transactions: takeBack(account()?.transactions ?? [], last) });
      test.clock.pass(24 * 60);
      assert.equal(await round(), '1 synced');
      assert.deepEqual(await inbox(), [['VANISHED', 'OPEN', day]]);
      assert.equal(await total(), 251);
      test.clock.pass(24 * 60);
      assert.equal(await round(), '1 synced');
      assert.equal((await inbox()).length, 1);
      const { open } = await test.core.portfolio.brokerChanges.list(test.owner);
      const changes = open.map(({ id: one, version }) => ({ id: one, version }));
      await test.core.portfolio.brokerChanges.decide(test.owner, { decision: 'ACCEPT', changes }, BY);
      test.clock.pass(24 * 60);
      assert.equal(await round(), '1 synced');
      assert.deepEqual([await inbox(), await total()], [[], 250]);
    });

  it('a trade with another price in the list waits with both prices', async () => {
    const last = endOn('2026-03-01');
    await trusted();
    const price = Number(last['price']);
    last['price'] = price + 1;
    test.clock.pass(24 * 60);
    assert.equal(await round(), '1 synced');
    const { open } = await test.core.portfolio.brokerChanges.list(test.owner);
    assert.deepEqual(
      open.map(({ kind, before, after }) => [kind, before?.price, after?.price]),
      [['CHANGED', price, price + 1]],
    );
  });

  it('trades are realigned to holdings: by letters, then by the dictionary; what fits neither is unchanged', async () => {
    const row = (symbol: string) => ({ symbol, quantity: 10, avg_price: 100, last_price: 110 });
    const trade = (number: number, symbol: string) => ({
      id: `R${number}`,
      symbol,
      side: 'BUY',
      status: 'COMPLETE',
      trade_date: '2026-02-02',
      quantity: 10,
      price: 100,
    });
    Object.assign(account() ?? {}, {
      holdings: [{ ...row('RELIANCE'), name: 'Reliance Industries Limited' }, row('LT'), row('BAJAJ-AUTO')],
      transactions: [
        trade(1, 'Reliance Industries Ltd'),
        trade(2, 'Larsen & Toubro'),
        trade(3, 'BAJAJ AUTO'),
        trade(4, 'SOMETHING ELSE'),
      ],
    });
    await trusted();
    const { items } = await test.core.portfolio.transactions.list(test.owner, {});
    assert.deepEqual(items.map(({ symbol }) => symbol).sort(), [
      'BAJAJ-AUTO',
      'LT',
      'RELIANCE',
      'SOMETHING ELSE',
    ]);
  });
});
