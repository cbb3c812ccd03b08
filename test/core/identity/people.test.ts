import assert from 'node:assert/strict';
import { createIdentity, createPeople } from '../../../core/identity/index.ts';
import { ownedTables } from '../../api/tenancy-world.ts';
import { furnish } from '../../api/tenancy-world.ts';
import { type TestApi, testApi } from '../../support/api-client.ts';
import { refused } from '../../support/problems.ts';

const BY = { actor: 'api:owner' };

describe('several people on one installation', () => {
  let world: TestApi;
  let owner: string;
  beforeEach(async () => {
    world = await testApi({ checkResponses: true });
    owner = (await world.core.identity.users.ensureOwner()).id;
  });
  afterEach(() => world.close());
  const people = () => world.core.identity.people;
  const add = async (login = 'asha', name = 'Asha') => await people().add(owner, { login, name }, BY);
  const share = async (userId: string, value: number) => {
    await world.core.portfolio.holdings.create(
      userId,
      {
        portfolio: 'Main',
        symbol: `S${value}`,
        asset_class: 'Unlisted',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 50,
        current_price: value,
      },
      BY,
    );
  };

  it('the owner adds a person, who signs in with a code of their own and finds empty books', async () => {
    const asha = await add();
    const { code } = await people().firstCode(owner, asha.id);
    const { user } = await world.core.identity.signIn.verify({ login: 'asha', code, address: '10.0.0.1' });
    assert.equal(user.name, 'Asha');
    assert.deepEqual((await world.core.portfolio.holdings.list(user.id, {})).items, []);
    const [, row] = (await people().list(owner)).items;
    assert.deepEqual(
      [row?.login, row?.has_signed_in, row?.is_owner, row?.in_household],
      ['asha', true, false, false],
    );
    // Whoever has signed in once is asked for a code in their own way.
    await refused(people().firstCode(owner, asha.id), 409, 'ALREADY_SIGNED_IN');
  });

  it('nobody but the owner manages people, and the owner stays', async () => {
    const asha = await add();
    for (const attempt of [
      people().list(asha.id),
      people().add(asha.id, { login: 'eve' }, BY),
      people().pause(asha.id, owner, BY),
      people().remove(asha.id, owner, 'owner', BY),
      people().firstCode(asha.id, asha.id),
    ])
      await refused(attempt, 403, 'OWNER_ONLY');
    await refused(people().pause(owner, owner, BY), 409, 'OWNER_STAYS');
    await refused(people().remove(owner, owner, 'owner', BY), 409, 'OWNER_STAYS');
    await refused(people().add(owner, { login: 'ASHA' }, BY), 409, 'LOGIN_TAKEN');
    await refused(people().pause(owner, '999', BY), 404, 'PERSON_NOT_FOUND');
  });

  it('a paused person is shut out at once: session, codes, API tokens, chats and reports; resumed, all is as before', async () => {
    const { identity } = world.core;
    const asha = await add();
    const client = await world.signedIn('asha');
    const { token } = await identity.tokens.create(asha.id, { name: 'script', access: 'full' }, BY);
    const { code } = await identity.chats.createLinkCode(asha.id);
    const place = { transport: 'telegram' as const, chatId: '77', chatUserId: '77' };
    await identity.chats.linkChat({ ...place, code });
    const isIn = async () => ({
      session: (await client.get('/api/auth/me')).status,
      token: (await identity.tokens.authenticate(token))?.userId ?? null,
      chat: (await identity.chats.principalOfChat(place))?.userId ?? null,
      jobs: (await identity.users.list()).some(({ id }) => id === asha.id),
    });
    assert.deepEqual(await isIn(), { session: 200, token: asha.id, chat: asha.id, jobs: true });
    const paused = await people().pause(owner, asha.id, BY);
    assert.notEqual(paused.paused_at, null);
    assert.deepEqual(await isIn(), { session: 401, token: null, chat: null, jobs: false });
    await refused(identity.signIn.issueCode('asha'), 404, 'USER_NOT_FOUND');
    // A second press changes nothing.
    assert.equal((await people().pause(owner, asha.id, BY)).paused_at, paused.paused_at);
    await people().resume(owner, asha.id, BY);
    assert.deepEqual(await isIn(), { session: 401, token: asha.id, chat: asha.id, jobs: true });
    const issued = await identity.signIn.issueCode('asha');
    assert.equal(issued.login, 'asha');
  });

  it('a paused person is shut out before the announcement of it comes back to the process that paused', async () => {
    const asha = await add();
    const silence = { on: () => () => {}, onGap: () => () => {}, connected: true };
    const identity = createIdentity(
      { ...world.core, listener: { ...silence, start: async () => {}, close: () => {} } },
      { deliverCode: () => Promise.resolve(true), endNotices: () => Promise.resolve() },
    );
    const { code } = await identity.signIn.issueCode('asha');
    const session = await identity.signIn.verify({ login: 'asha', code, address: '10.0.0.1' });
    const { token } = await identity.tokens.create(asha.id, { name: 'script', access: 'full' }, BY);
    const isIn = async () => [
      (await identity.signIn.authenticate(session.token)) !== null,
      (await identity.tokens.authenticate(token)) !== null,
      await identity.isAdmitted(asha.id),
    ];
    assert.deepEqual(await isIn(), [true, true, true]);
    const ports = { tradingPolicies: () => Promise.resolve(0), forget: () => Promise.resolve() };
    await createPeople(world.core, identity, world.core.identity.doors, ports).pause(owner, asha.id, BY);
    assert.deepEqual(await isIn(), [false, false, false]);
    await identity.close();
  });

  it('a removed person leaves nothing behind, in no table and not in the options workspace; others keep theirs', async () => {
    const asha = await add('asha', 'Asha');
    await furnish(world, asha.id);
    await share(owner, 100);
    await refused(people().remove(owner, asha.id, 'ashaa', BY), 422, 'VALIDATION_ERROR');
    const { systemPool } = world.core.database;
    await people().remove(owner, asha.id, 'asha', BY);
    for (const table of await ownedTables(systemPool)) {
      const { rows } = await systemPool.query<{ n: number }>(
        `select count(*)::int as n from ${table} where owner_user_id = $1`,
        [asha.id],
      );
      assert.equal(rows[0]?.n, 0, table);
    }
    const left = await world.core.options.store.read(
      asha.id,
      async (workspace) => await workspace.rows('signals'),
    );
    assert.deepEqual(left, []);
    assert.equal((await world.core.portfolio.holdings.list(owner, {})).total, 1);
    assert.deepEqual(
      (await people().list(owner)).items.map(({ login }) => login),
      ['owner'],
    );
  });

  it('a removal that breaks off leaves the person paused, and is repeated as a whole', async () => {
    const asha = await add();
    const broken = createPeople(world.core, world.core.identity, world.core.identity.doors, {
      tradingPolicies: () => Promise.resolve(0),
      forget: () => Promise.reject(new Error('the disk is full')),
    });
    await assert.rejects(broken.remove(owner, asha.id, 'asha', BY), /the disk is full/);
    assert.notEqual((await people().list(owner)).items[1]?.paused_at, null);
    await people().remove(owner, asha.id, 'asha', BY);
    assert.equal((await people().list(owner)).items.length, 1);
  });

  it('a person whose policies trade is neither paused nor removed: somebody has to answer for the orders', async () => {
    const asha = await add();
    const forgotten: string[] = [];
    const trading = createPeople(world.core, world.core.identity, world.core.identity.doors, {
      tradingPolicies: (userId) => Promise.resolve(userId === asha.id ? 2 : 0),
      forget: (userId) => Promise.resolve(void forgotten.push(userId)),
    });
    await refused(trading.pause(owner, asha.id, BY), 409, 'PERSON_TRADES', /2 live policies/);
    await refused(trading.remove(owner, asha.id, 'asha', BY), 409, 'PERSON_TRADES');
    assert.deepEqual(forgotten, []);
  });

  it('a household adds up the totals of those who agreed, for those who agreed, and shows nobody else’s', async () => {
    const [asha, ravi] = [await add('asha', 'Asha'), await add('ravi', 'Ravi')];
    await share(owner, 100);
    await share(asha.id, 300);
    await share(ravi.id, 1000);
    const read = async (userId: string) => await world.core.reports.household.read(userId);
    assert.deepEqual((await read(owner)).members, []);
    await people().agree(owner, true, BY);
    await people().agree(asha.id, true, BY);
    const seen = await read(owner);
    assert.deepEqual(
      seen.members.map(({ name, is_you, current_value, total_invested }) => [
        name,
        is_you,
        current_value,
        total_invested,
      ]),
      [
        ['Owner', true, 100, 50],
        ['Asha', false, 300, 50],
      ],
    );
    assert.deepEqual([seen.people, seen.total.current_value, seen.total.total_profit], [3, 400, 300]);
    assert.deepEqual(seen.allocation, [{ asset_class: 'Unlisted', value: 400, share_pct: 100 }]);
    // Who did not agree sees nobody, however many did.
    const outside = await read(ravi.id);
    assert.deepEqual([outside.agreed, outside.members, outside.total.current_value], [false, [], 0]);
    await people().pause(owner, asha.id, BY);
    assert.deepEqual(
      (await read(owner)).members.map(({ name }) => name),
      ['Owner'],
    );
    await people().resume(owner, asha.id, BY);
    await people().agree(asha.id, false, BY);
    assert.deepEqual(
      (await read(owner)).members.map(({ name }) => name),
      ['Owner'],
    );
  });

  it('totals in another currency are converted at the rate on record, and one that leaves something out says so', async () => {
    const asha = await add();
    await share(owner, 820);
    await share(asha.id, 164);
    for (const id of [owner, asha.id]) await people().agree(id, true, BY);
    const networth = (await world.core.portfolio.portfolios.list(owner)).find((one) => one.is_protected);
    await world.core.portfolio.portfolios.update(owner, networth?.id ?? '', { base_currency: 'USD' }, BY);
    const seen = await world.core.reports.household.read(owner);
    // The reference rate of 82 rupees for a dollar: 10 and 2.
    assert.deepEqual(
      [seen.currency, seen.members.map((one) => one.current_value), seen.total.current_value],
      ['USD', [10, 2], 12],
    );
    await world.core.portfolio.holdings.create(
      asha.id,
      {
        portfolio: 'Main',
        symbol: 'OLD',
        asset_class: 'Unlisted',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 5,
      },
      BY,
    );
    const partly = await world.core.reports.household.read(owner);
    const [, second] = partly.members;
    assert.deepEqual(
      [second?.current_value, second?.is_partial, second?.reason],
      [2, true, 'Excludes holdings without a price or exchange rate.'],
    );
    // What it cost is known, what it gained is not.
    assert.deepEqual(
      [partly.total.current_value, partly.total.is_partial, partly.total.total_profit],
      [12, true, null],
    );
  });
});
