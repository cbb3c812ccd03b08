import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrokerFailure } from '../../../core/brokers/failure.ts';
import { held, page, trade } from '../../support/fake-broker.ts';
import { refused } from '../../support/problems.ts';
import { BY, type BrokerWorld, INPUT, sharedBrokerWorld, SECRET } from './world.ts';
import { sampled } from '../../support/soak.ts';

const CONNECTIONS = sampled(7, 12);

describe('maintenance of connections', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let world: BrokerWorld;
  const worldAnew = sharedBrokerWorld();
  beforeEach(async () => {
    world = await worldAnew();
    world.broker.holdings = [held('TCS', '10')];
    world.broker.pages = [page(trade('1', 'TCS', '10'))];
  });
  afterEach(() => world.close());
  const createMany = async () => {
    for (let number = 0; number < CONNECTIONS; number += 1)
      await world.create({
        label: `Connection ${number}`,
        credentials: { client_id: `account-${number}`, secret: SECRET },
      });
  };
  const states = async () => (await world.core.connections.list(world.owner)).map(({ sync }) => sync.state);

  it('several processes that go round at once sync each connection once', async () => {
    await createMany();
    const others = [await world.neighbour(), await world.neighbour()];
    world.broker.before = () => sleep(10);
    const never = new AbortController().signal;
    const lines = await Promise.all([world.round(), ...others.map((other) => other.brokers.maintain(never))]);
    assert.deepEqual(
      await states(),
      Array.from({ length: CONNECTIONS }, () => 'OK'),
    );
    assert.equal(world.broker.count('holdings'), CONNECTIONS);
    const synced = lines.map((line) => Number(/(\d+) synced/.exec(line)?.[1] ?? 0));
    assert.equal(
      synced.reduce((sum, count) => sum + count, 0),
      CONNECTIONS,
    );
  });

  it('a paused person is neither signed in at their broker nor synced, and is again once they are let in', async () => {
    const { core, stranger } = world;
    const input = { ...INPUT, credentials: { client_id: 'of-somebody', secret: SECRET } };
    await core.connections.create(stranger, input, BY);
    const owner = (await core.identity.users.ensureOwner()).id;
    await core.identity.people.pause(owner, stranger, BY);
    assert.equal(await world.round(), 'nothing was due');
    assert.deepEqual([world.broker.count('connect'), world.broker.count('holdings')], [0, 0]);
    await core.identity.people.resume(owner, stranger, BY);
    assert.match(await world.round(), /1 synced/);
  });

  it('portfolio/Connection sync rules 1: both intervals over a day of rounds', async () => {
    world.broker.renewal = 'none';
    await world.create();
    const count = async (hours: number, between = sampled(15, 5)) => {
      const before = world.broker.count('holdings');
      for (let minute = 0; minute < hours * 60; minute += between) {
        await world.round();
        world.clock.pass(between);
      }
      return world.broker.count('holdings') - before;
    };
    assert.equal(await count(3), 6);
    // Once a day after a success, every hour after a failure.
    world.broker.rhythm = { kind: 'daily', retryMinutes: 60 };
    assert.equal(await count(30, sampled(120, 5)), 2);
    world.broker.before = ({ what }) => {
      if (what === 'holdings') throw new BrokerFailure('STATEMENT_NOT_READY', 'not yet');
    };
    world.clock.pass(24 * 60);
    assert.equal(await count(3, sampled(20, 5)), 3);
  });

  it('one that fails holds up no other, and its failure is on the overview', async () => {
    await createMany();
    let calls = 0;
    world.broker.before = ({ what }) => {
      if (what === 'holdings' && (calls += 1) <= 2) throw new BrokerFailure('BROKER_TIMEOUT', 'no answer');
    };
    assert.equal(await world.round(), `${CONNECTIONS - 2} synced, 2 not synced`);
    const { sync_health, warnings } = await world.core.portfolio.dashboard.read(world.owner);
    const failing = sync_health.filter(({ is_failing }) => is_failing);
    assert.deepEqual(
      failing.map(({ state, reason_code }) => [state, reason_code]),
      [
        ['FAILED', 'BROKER_TIMEOUT'],
        ['FAILED', 'BROKER_TIMEOUT'],
      ],
    );
    assert.equal(sync_health.length, CONNECTIONS);
    const warning = warnings.find(({ code }) => code === 'SYNC_FAILED');
    assert.deepEqual([warning?.count, warning?.message.includes(failing[0]?.label ?? '-')], [2, true]);
    world.clock.pass(6);
    assert.equal(await world.round(), '2 synced');
    const after = await world.core.portfolio.dashboard.read(world.owner);
    assert.ok(!after.warnings.some(({ code }) => code === 'SYNC_FAILED'));
  });

  it('what a dead process was at is taken up when its lease is over, and not before', async () => {
    const { id } = await world.create();
    await world.core.database.systemPool.query(
      `update broker.connections set state = 'RUNNING', epoch = 7, worker = 'dead', lease_until = $1::timestamptz, next_due_at = $1::timestamptz - interval '1 minute'`,
      [new Date(world.clock.now().getTime() + 60_000)],
    );
    await refused(world.sync(id), 409, 'SYNC_RUNNING');
    assert.equal(await world.round(), 'nothing was due');
    world.clock.pass(2);
    assert.equal(await world.round(), '1 synced');
  });

  it('a process whose lease was taken over records nothing any more', async () => {
    const { id } = await world.create();
    const other = await world.neighbour();
    let isFirst = true;
    world.broker.before = async ({ what }) => {
      if (what !== 'trades' || !isFirst) return;
      isFirst = false;
      // It hangs for longer than its lease; another process takes over and finishes.
      await world.core.database.systemPool.query(
        "update broker.connections set lease_until = null, next_due_at = now() - interval '100 years'",
      );
      await other.brokers.maintain(new AbortController().signal);
      world.broker.holdings = [held('TCS', '99')];
    };
    const { counts } = await world.sync(id);
    assert.equal(counts, null);
    const holdings = await world.core.portfolio.holdings.all(world.owner);
    assert.deepEqual(
      holdings.map(({ quantity }) => quantity),
      [10],
    );
    assert.equal((await world.get(id)).sync.state, 'OK');
  });

  it('a process that stops gives back what it was at, as it was', async () => {
    const { id } = await world.create();
    const stopping = new AbortController();
    world.broker.before = async ({ what }) => {
      if (what === 'trades') stopping.abort(new Error('stopping'));
    };
    await assert.rejects(world.core.brokers.maintain(stopping.signal));
    const { sync } = await world.get(id);
    assert.deepEqual([sync.state, sync.reason_code], ['PENDING', null]);
    assert.deepEqual(await world.core.portfolio.holdings.all(world.owner), []);
    world.broker.before = () => undefined;
    assert.equal(await world.round(), '1 synced');
  });

  it('while a broker is switched off its connections say so; switched on again they go on by themselves', async () => {
    await world.create();
    const off = await world.neighbour({ YAHOO_BASE_URL: null as unknown as string });
    await off.brokers.maintain(new AbortController().signal);
    assert.deepEqual(await states(), ['OFF']);
    await off.brokers.maintain(new AbortController().signal);
    assert.deepEqual(world.broker.calls, []);
    assert.equal(await world.round(), '1 tokens checked, 1 synced');
  });

  it('portfolio/Price refresh rules 2: an active TRADING+SYNC connection gives prices, as long as its token lives', async () => {
    const { id } = await world.create({ role: 'TRADING+SYNC' });
    const providers = () => world.core.prices.refresh(world.owner, { force: true });
    world.broker.prices = { TCS: { price: '130.5', previous_close: '120', as_of: null } };
    await world.round();
    await providers();
    const [holding] = await world.core.portfolio.holdings.all(world.owner);
    assert.deepEqual(
      [holding?.current_price, holding?.previous_close, holding?.price_source],
      [130.5, 120, 'dhan'],
    );
    assert.equal(world.broker.count('quotes'), 1);
    await world.core.connections.update(world.owner, id, { role: 'SYNC' }, BY);
    await providers();
    await world.core.connections.update(world.owner, id, { role: 'TRADING+SYNC' }, BY);
    world.clock.pass(24 * 60);
    await providers();
    assert.equal(world.broker.count('quotes'), 1);
  });
});
