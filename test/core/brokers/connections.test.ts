import assert from 'node:assert/strict';
import { writeTransition } from '../../../core/brokers/connection-store.ts';
import { ConnectionModel } from '../../../core/brokers/models.ts';
import { UnknownTransition } from '../../../core/brokers/sync-state.ts';
import { refused } from '../../support/problems.ts';
import { BY, type BrokerWorld, sharedBrokerWorld, SECRET } from './world.ts';

describe('connections', () => {
  let world: BrokerWorld;
  const worldAnew = sharedBrokerWorld();
  beforeEach(async () => {
    world = await worldAnew();
  });
  afterEach(() => world.close());
  const change = (id: string, body: Parameters<typeof world.core.connections.update>[2]) =>
    world.core.connections.update(world.owner, id, body, BY);

  it('a new connection asks nobody, is due at once, and shows of its credentials what may be shown', async () => {
    const view = await world.create();
    assert.deepEqual(world.broker.calls, []);
    assert.deepEqual(view.credentials, [
      { name: 'client_id', label: 'Client id', present: true, last4: '2345' },
      { name: 'secret', label: 'Secret', present: true, last4: '7Q2Z' },
      // Four characters would be all of it.
      { name: 'pin', label: 'PIN', present: true, last4: null },
    ]);
    assert.deepEqual(
      [view.account, view.portfolio, view.sync.state, view.sync.next_due_at],
      ['1100012345', 'DHAN - 1100012345', 'PENDING', '2026-03-02T06:00:00.000Z'],
    );
    assert.deepEqual(await world.core.connections.list(world.owner), [view]);
  });

  it('refuses what is not a connection, field by field, and repeats no value', async () => {
    const credentials = { client_id: '1', secret: 'qq zz', colour: 'vermilion' };
    const problem = await refused(world.create({ label: ' ', credentials }), 422, 'VALIDATION_ERROR');
    assert.deepEqual(
      problem.errors?.map(({ field }) => field),
      ['label', 'credentials.secret', 'credentials.colour'],
    );
    assert.doesNotMatch(problem.detail, /qq|zz|vermilion/);
    await refused(
      world.create({ credentials: { client_id: '1' } }),
      422,
      'VALIDATION_ERROR',
      /secret: is missing/,
    );
    await refused(world.create({ portfolio: 'networth' }), 422, 'VALIDATION_ERROR', /total of all/);
    world.broker.canTrade = false;
    await refused(world.create({ role: 'TRADING' }), 422, 'VALIDATION_ERROR', /must be SYNC/);
  });

  it('a name and an account are connected once', async () => {
    await world.create();
    await refused(
      world.create({ label: 'MY DHAN', credentials: { client_id: '2', secret: SECRET } }),
      409,
      'CONNECTION_EXISTS',
    );
    await refused(world.create({ label: 'Other' }), 409, 'CONNECTION_EXISTS');
    await world.create({ label: 'Other', credentials: { client_id: '2', secret: SECRET } });
  });

  it('two connections do not share a portfolio: each would take away what the other has', async () => {
    await world.create({ portfolio: 'Long term' });
    const credentials = { client_id: '2', secret: SECRET };
    const again = world.create({ label: 'Other', credentials, portfolio: 'LONG TERM' });
    await refused(again, 422, 'VALIDATION_ERROR', /My Dhan already syncs into/);
  });

  it('a change of credentials ends the session and is due at once; one of the name does neither', async () => {
    const { id } = await world.create();
    await world.sync(id);
    const named = await change(id, { label: 'Renamed' });
    assert.deepEqual(
      [named.label, named.sync.state, named.token.issued_at !== null],
      ['Renamed', 'OK', true],
    );
    // The same value again is no change.
    assert.equal((await change(id, { credentials: { secret: SECRET } })).sync.state, 'OK');
    const edited = await change(id, { credentials: { secret: 'another-secret-0000', pin: '' } });
    assert.deepEqual(
      [
        edited.sync.state,
        edited.sync.next_due_at,
        edited.token,
        edited.credentials.map(({ present }) => present),
      ],
      ['PENDING', '2026-03-02T06:00:00.000Z', { issued_at: null, expires_at: null }, [true, true, false]],
    );
    await world.sync(id);
    assert.equal(world.broker.count('connect'), 2);
  });

  it('a mistyped account may be corrected; once it was synced, another account needs another connection', async () => {
    const { id } = await world.create();
    const corrected = await change(id, { credentials: { client_id: '1100054321' } });
    assert.deepEqual([corrected.account, corrected.portfolio], ['1100054321', 'DHAN - 1100054321']);
    await world.sync(id);
    await refused(
      change(id, { credentials: { client_id: '1100099999' } }),
      422,
      'VALIDATION_ERROR',
      /has synced 1100054321/,
    );
  });

  it('one that only trades is not synced; its token is seen to by the maintenance loop', async () => {
    const { id, sync } = await world.create({ role: 'TRADING' });
    assert.equal(sync.next_due_at, null);
    await refused(world.sync(id), 409, 'NO_SYNC_ROLE');
    assert.equal(await world.round(), '1 tokens checked');
    assert.deepEqual(
      world.broker.calls.map(({ what }) => what),
      ['connect'],
    );
    assert.equal((await world.get(id)).sync.state, 'OK');
    const both = await change(id, { role: 'TRADING+SYNC' });
    assert.equal(both.sync.next_due_at, '2026-03-02T06:00:00.000Z');
    assert.equal(await world.round(), '1 synced');
  });

  it('a state that the table of states does not lead to is not written, nor is one past that table', async () => {
    const before = await world.create();
    const { id } = before;
    const { database } = world.core;
    await assert.rejects(
      // Nothing was claimed, so nothing can have been synced.
      database.asUser(world.owner, (trx) =>
        writeTransition(trx, { id, state: 'PENDING' }, 'SYNCED', { failures: 9 }),
      ),
      UnknownTransition,
    );
    await assert.rejects(
      database.asUser(world.owner, (trx) => ConnectionModel.query(trx).findById(id).patch({ state: 'OK' })),
      /written by writeTransition alone/,
    );
    assert.deepEqual(await world.get(id), before);
    await database.asUser(world.owner, (trx) =>
      writeTransition(trx, { id, state: 'PENDING' }, 'SWITCHED_OFF', {}),
    );
    assert.equal((await world.get(id)).sync.state, 'OFF');
  });

  it('deleting forgets the credentials and nothing else', async () => {
    const { id } = await world.create();
    await world.core.portfolio.portfolios.create(world.owner, { name: 'Kept' }, BY);
    await world.core.connections.remove(world.owner, id, BY);
    await refused(world.get(id), 404, 'CONNECTION_NOT_FOUND');
    const { rows } = await world.core.database.systemPool.query('select from broker.connections');
    assert.equal(rows.length, 0);
    const events = await world.core.database.systemPool.query<{ kind: string; data: unknown }>(
      `select kind, data from evidence.events where kind like 'CONNECTION%' order by id`,
    );
    assert.deepEqual(
      events.rows.map(({ kind }) => kind),
      ['CONNECTION_CREATED', 'CONNECTION_DELETED'],
    );
  });

  it('deleting takes back what the connection asked its person for, and no notice of another one', async () => {
    const { core, owner } = world;
    const [gone, other] = [
      await world.create(),
      await world.create({ label: 'Other', credentials: { client_id: '2', secret: SECRET } }),
    ];
    for (const { id } of [gone, other])
      await core.notifications.notify(owner, {
        kind: 'connection_attention',
        dedupKey: `connection:${id}:1`,
        title: 'It needs you to log in',
        body: '',
        payload: { connection_id: id },
      });
    await core.connections.remove(owner, gone.id, BY);
    const { items, unread } = await core.notifications.list(owner);
    assert.deepEqual(
      items.map(({ payload }) => payload),
      [{ connection_id: other.id }],
    );
    assert.equal(unread, 1);
  });

  it('another person’s connection is not there', async () => {
    const { id } = await world.create();
    const { connections } = world.core;
    for (const work of [
      () => connections.get(world.stranger, id),
      () => connections.update(world.stranger, id, { label: 'x' }, BY),
      () => connections.remove(world.stranger, id, BY),
      () => connections.sync(world.stranger, id, BY),
      () => connections.login(world.stranger, id, 'token', BY),
      () => connections.verifyOtp(world.stranger, id, '1', BY),
      () => connections.resendOtp(world.stranger, id),
    ])
      await refused(work(), 404, 'CONNECTION_NOT_FOUND');
    await refused(world.get('x; drop'), 404, 'CONNECTION_NOT_FOUND');
    assert.deepEqual(world.broker.calls, []);
  });

  it('says what each broker asks for', () => {
    assert.deepEqual(world.core.connections.brokers(), [
      {
        broker: 'dhan',
        title: 'Fake Broker',
        is_on: true,
        switched_on_by: 'YAHOO_BASE_URL',
        roles: ['TRADING', 'SYNC', 'TRADING+SYNC'],
        fields: [
          { name: 'client_id', label: 'Client id', hint: 'On your profile.', secret: false, required: true },
          { name: 'secret', label: 'Secret', hint: 'From the developer page.', secret: true, required: true },
          { name: 'pin', label: 'PIN', hint: 'Four digits.', secret: true, required: false },
        ],
        needs_login: false,
        rhythm: 'every 30 minutes',
      },
    ]);
  });
});
