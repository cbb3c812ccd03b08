import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { closedTrade } from '../support/options-world.ts';
import { ownedTables } from './tenancy-world.ts';

const BY = { actor: 'api:owner' };
/** Answers that a person may get: done, refused as a repeat or for too many, or not let in. */
const ALLOWED = new Set([200, 201, 202, 204, 401, 404, 409, 429]);

/** Everything that a person's keys do, again and again, in two processes at once, until it is stopped. */
describe('a person who is shut out under load', function () {
  this.timeout(300_000);
  let world: TestApi;
  let neighbour: TestApi;
  let owner: string;
  before(async () => {
    world = await testApi({ requestsPerMinute: 1_000_000 });
    neighbour = await world.neighbour();
    owner = (await world.core.identity.users.ensureOwner()).id;
  });
  after(() => world.close());

  async function busy(login: string) {
    const person = await world.signedIn(login);
    const { identity, options } = world.core;
    const { token: script } = await identity.tokens.create(
      person.userId,
      { name: 'script', access: 'full' },
      BY,
    );
    const { token: ingest } = await options.tokens.create(person.userId, 'trader');
    const statuses = new Map<string, number>();
    let nr = 0;
    let isOver = false;
    const ask = async (one: TestApi, method: string, path: string, token: string | null, body?: unknown) => {
      const client = one.stranger();
      client.cookie = person.cookie;
      const bearer = token === null ? {} : { headers: { Authorization: `Bearer ${token}` }, cookie: false };
      const { status } = await client.request(method, path, {
        ...bearer,
        ...(body === undefined ? {} : { body }),
      });
      const key = `${method} ${path} ${status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
      if (!ALLOWED.has(status))
        throw new Error(`${key} in ${one === world ? 'the first' : 'the second'} process`);
    };
    const requests: ((one: TestApi) => Promise<void>)[] = [
      (one) => ask(one, 'GET', '/api/portfolio/portfolios', null),
      (one) => ask(one, 'POST', '/api/portfolio/portfolios', null, { name: `P ${(nr += 1)}` }),
      (one) => ask(one, 'POST', '/api/portfolio/portfolios', script, { name: `S ${(nr += 1)}` }),
      (one) => ask(one, 'POST', '/api/tokens', null, { name: 'more', access: 'full' }),
      (one) => ask(one, 'POST', '/api/options/ingest/tokens', null, { label: 'more' }),
      (one) => ask(one, 'POST', '/api/chat/link-codes', null, {}),
      (one) => ask(one, 'POST', '/api/chat/messages', null, { text: '/help' }),
      (one) => ask(one, 'PUT', '/api/household', null, { agreed: nr % 2 === 0 }),
      (one) => ask(one, 'GET', '/api/options/permission?strategy=short_put', ingest),
      (one) =>
        ask(one, 'POST', '/api/options/ingest', ingest, {
          records: [closedTrade(`T ${(nr += 1)}`, '2026-06-01T05:00:00Z')],
        }),
    ];
    const loops = [world, neighbour].flatMap((one) =>
      requests.map(async (request) => {
        while (!isOver) {
          await request(one);
          await sleep(2);
        }
      }),
    );
    const sockets = await Promise.all(
      [world, neighbour].map(async (one) => {
        const client: ApiClient = one.stranger();
        client.cookie = person.cookie;
        return await client.live();
      }),
    );
    await sleep(1500);
    return {
      userId: person.userId,
      statuses,
      closed: Promise.all(sockets.map(({ closed }) => closed)),
      async stop() {
        await sleep(300);
        isOver = true;
        await Promise.all(loops);
      },
      /** Keys that a request of now is not refused for. */
      async open(): Promise<string[]> {
        statuses.clear();
        for (const one of [world, neighbour]) for (const request of requests) await request(one);
        return [...statuses.keys()].filter((key) => !key.endsWith(' 401'));
      },
    };
  }

  /** Rows of a person that are left in any table, the options workspace included. */
  async function rowsOf(userId: string): Promise<string[]> {
    const { systemPool } = world.core.database;
    const left: string[] = [];
    for (const table of await ownedTables(systemPool)) {
      const { rows } = await systemPool.query<{ n: number }>(
        `select count(*)::int as n from ${table} where owner_user_id = $1`,
        [userId],
      );
      if (rows[0]?.n !== 0) left.push(table);
    }
    const workspace = await world.core.options.store.asSystem('what is left', async (knex) => [
      ...(await knex('workspace_revisions').where({ owner_user_id: userId })),
      ...(await knex('ingest_tokens').where({ owner_user_id: userId })),
      ...(await knex('ingest_records').where({ owner_user_id: userId })),
    ]);
    return workspace.length === 0 ? left : [...left, 'options workspace'];
  }

  for (const round of [1, 2, 3])
    it(`removed: no request fails, every socket closes, and no row comes back (round ${round})`, async () => {
      const person = await busy(`asha${round}`);
      await world.core.identity.people.remove(owner, person.userId, `asha${round}`, BY);
      assert.deepEqual(
        (await person.closed).map(({ code }) => code),
        [4401, 4401],
      );
      await person.stop();
      assert.deepEqual(await rowsOf(person.userId), []);
      assert.deepEqual(await person.open(), []);
      assert.deepEqual(await rowsOf(person.userId), []);
    });

  it('paused: no request fails, and only the permission is answered', async () => {
    const person = await busy('ravi');
    await neighbour.core.identity.people.pause(owner, person.userId, BY);
    assert.deepEqual(
      (await person.closed).map(({ code }) => code),
      [4401, 4401],
    );
    await person.stop();
    assert.deepEqual(await person.open(), ['GET /api/options/permission?strategy=short_put 200']);
    await neighbour.core.identity.people.resume(owner, person.userId, BY);
    await neighbour.core.identity.people.remove(owner, person.userId, 'ravi', BY);
    assert.deepEqual(await rowsOf(person.userId), []);
  });

  it('signed out everywhere: no request fails, and every key is refused', async () => {
    const person = await busy('dev');
    const { doors } = neighbour.core.identity;
    const { items } = await doors.list(person.userId, null);
    const session = items.find(({ kind }) => kind === 'session');
    await doors.signOut({ userId: person.userId, sessionId: session?.id ?? '' }, { here: true }, BY);
    assert.deepEqual(
      (await person.closed).map(({ code }) => code),
      [4401, 4401],
    );
    await person.stop();
    assert.deepEqual(await person.open(), []);
  });
});
