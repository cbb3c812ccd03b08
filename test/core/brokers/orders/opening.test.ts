import assert from 'node:assert/strict';
import { BrokerFailure } from '../../../../core/brokers/failure.ts';
import type { ConnectionInput } from '../../../../core/brokers/index.ts';
import { createOrderGateways, type OrderGateways } from '../../../../core/brokers/orders/index.ts';
import type { PracticeBroker } from '../../../../core/brokers/practice/index.ts';
import { heldClock, sharedCore, type TestCore } from '../../../support/core.ts';
import { leapingTimers } from '../../../support/leaping-timers.ts';
import { refused } from '../../../support/problems.ts';
import { practiceBroker } from './subjects.ts';

const BY = { actor: 'api:owner' };
const ZERODHA: ConnectionInput = {
  broker: 'zerodha',
  label: 'My Zerodha',
  role: 'TRADING',
  credentials: { client_id: 'AB1234', api_key: 'practicekey', api_secret: 'practicesecret' },
};
const DHAN: ConnectionInput = {
  broker: 'dhan',
  label: 'My Dhan',
  role: 'TRADING+SYNC',
  credentials: { client_id: '1100000001', access_token: 'practice-access-token' },
};
const ORDER = {
  tag: 'OPENED1',
  side: 'BUY',
  symbol: 'TCS',
  isin: 'INE467B01029',
  quantity: '1',
  kind: 'MARKET',
  limit_price: null,
} as const;

describe('Orders: opening the account of a connection', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const brokerClock = heldClock('2026-03-02T06:00:00.000Z');
  let broker: PracticeBroker;
  let world: TestCore;
  let gateways: OrderGateways;
  before(async () => {
    broker = practiceBroker(brokerClock);
    await broker.listen(0);
  });
  after(() => broker.close());
  const worldAnew = sharedCore(() => ({
    environment: { ZERODHA_BASE_URL: broker.url, DHAN_BASE_URL: broker.url },
  }));
  beforeEach(async () => {
    world = await worldAnew();
    gateways = createOrderGateways(world.core, { timers: leapingTimers() });
  });

  const create = (input: ConnectionInput) => world.core.connections.create(world.owner, input, BY);
  const login = async (id: string) =>
    await world.core.connections.login(world.owner, id, 'practice-access-token', BY);
  const reasonOf = async (work: Promise<unknown>) => {
    const failure = await work.then(
      () => null,
      (error: unknown) => error,
    );
    assert.ok(failure instanceof BrokerFailure, String(failure));
    return failure.reason;
  };

  for (const input of [ZERODHA, DHAN])
    it(`trades with the key, the session and the address of a ${input.broker} connection`, async () => {
      const { id } = await create(input);
      assert.equal(await reasonOf(gateways.open(world.owner, id)), 'NEEDS_LOGIN');
      await login(id);
      const gateway = await gateways.open(world.owner, id);
      assert.equal(gateway.broker, input.broker);
      const tag = `${ORDER.tag}${input.broker}`;
      const placement = await gateway.place({ ...ORDER, tag });
      assert.equal(placement.outcome, 'ACCEPTED', JSON.stringify(placement));
      assert.equal((await gateway.ordersByTag(tag)).length, 1);
      // A stranger opens nothing of it.
      await refused(gateways.open(world.stranger, id), 404, 'CONNECTION_NOT_FOUND');

      // Past its age the token is sent no more, by a gateway that was opened before either.
      world.clock.pass(24 * 60);
      const sent = broker.log.length;
      const late = await gateway.place({ ...ORDER, tag: `${tag}2`.slice(-20) });
      assert.deepEqual(
        [late.outcome, late.outcome === 'REFUSED' && late.refusal],
        ['REFUSED', 'NEEDS_LOGIN'],
      );
      assert.equal(await reasonOf(gateway.orders()), 'NEEDS_LOGIN');
      assert.equal(await reasonOf(gateways.open(world.owner, id)), 'NEEDS_LOGIN');
      assert.equal(broker.log.length, sent);
    });

  for (const input of [ZERODHA, DHAN])
    it(`keeps the books of a ${input.broker} connection from the same practice broker`, async () => {
      const { id } = await create({ ...input, role: 'TRADING+SYNC' });
      await login(id);
      const gateway = await gateways.open(world.owner, id);
      const tag = `SYNCED${input.broker}`;
      assert.equal((await gateway.place({ ...ORDER, tag, quantity: '2' })).outcome, 'ACCEPTED');
      const { connection, counts } = await world.core.connections.sync(world.owner, id, BY);
      assert.equal(connection.sync.state, 'OK', JSON.stringify(connection.sync));
      assert.ok((counts?.trades_new ?? 0) > 0, JSON.stringify(counts));
    });

  it('is refused to a connection that may not trade, and to one that is not there', async () => {
    const { id } = await create({ ...ZERODHA, role: 'SYNC' });
    await login(id);
    await refused(gateways.open(world.owner, id), 409, 'NO_TRADING_ROLE');
    await refused(gateways.open(world.owner, '999999'), 404, 'CONNECTION_NOT_FOUND');
    await refused(gateways.open(world.owner, 'x'), 404, 'CONNECTION_NOT_FOUND');
  });

  it('says where the broker is switched off, or the credentials cannot be read', async () => {
    const { id } = await create(ZERODHA);
    await login(id);
    const off = createOrderGateways({
      ...world.core,
      config: { ...world.core.config, ZERODHA_BASE_URL: null },
    });
    assert.equal(await reasonOf(off.open(world.owner, id)), 'BROKER_OFF');
    await world.core.database.asSystem('another key', (trx) =>
      trx('broker.connections').where({ id }).update({ secrets: null }),
    );
    assert.equal(await reasonOf(gateways.open(world.owner, id)), 'CREDENTIALS_UNREADABLE');
  });

  it('takes a new token of Dhan for another login: the session of the one before is of no use', async () => {
    const { id } = await create(DHAN);
    await login(id);
    await gateways.open(world.owner, id);
    await world.core.connections.update(
      world.owner,
      id,
      { credentials: { access_token: 'another-access-token-0' } },
      BY,
    );
    assert.equal(await reasonOf(gateways.open(world.owner, id)), 'NEEDS_LOGIN');
  });
});
