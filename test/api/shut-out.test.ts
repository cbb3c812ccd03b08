import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import * as yup from 'yup';
import { eventStream } from '../../api/event-stream.ts';
import { route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes/index.ts';
import { type Answer, type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { closedTrade } from '../support/options-world.ts';

const BY = { actor: 'api:owner' };
const PLACE = { transport: 'telegram' as const, chatId: '77', chatUserId: '77' };
const PERMISSION = '/api/options/permission?strategy=short_put';

/** A request that waits in its handler until the test opens the gate; then it writes. */
const SLOW = '/api/portfolio/slow';
const SLOW_INGEST = '/api/options/slow';
/** A request whose answer flows until it is broken off. */
const FLOWING = '/api/portfolio/flowing';
let gate: { opened: Promise<void>; open: () => void };
let inHand = 0;
const waited = async () => {
  const nr = (inHand += 1);
  await gate.opened;
  return nr;
};
const response = yup.object({ written: yup.boolean().required() }).noUnknown();
const SLOW_ROUTES = [
  route({
    method: 'POST',
    path: SLOW,
    summary: 'Waits, then writes',
    tag: 'Portfolio',
    response,
    handler: async ({ core, user, actor }) => {
      const name = `Late ${await waited()}`;
      await core.portfolio.portfolios.create(user.userId, { name }, actor);
      return { written: true };
    },
  }),
  route({
    method: 'GET',
    path: FLOWING,
    summary: 'Begins an answer, and waits',
    tag: 'Portfolio',
    response: 'text/event-stream',
    handler: async ({ core, ctx }) =>
      eventStream(ctx, core.log, async (send, signal) => {
        inHand += 1;
        send('token', 'A');
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      }),
  }),
  route({
    method: 'POST',
    path: SLOW_INGEST,
    summary: 'Waits, then reports',
    tag: 'Options',
    auth: 'ingest',
    response,
    handler: async ({ core, user }) => {
      const id = `late ${await waited()}`;
      await core.options.ingest(user.userId, [closedTrade(id, '2026-06-01T05:00:00Z')]);
      return { written: true };
    },
  }),
];

const codeOf = ({ status, body: { code } }: Answer) =>
  typeof code === 'string' ? `${status} ${code}` : String(status);

/** A key of a person: what a request by it is answered, in either process, and what one is answered that waits. */
interface Key {
  name: string;
  /** Answered while the person may come in. */
  open: string;
  paused: string;
  /** Also after signing out everywhere. */
  gone: string;
  later: (world: TestApi) => Promise<string>;
  slow?: (world: TestApi) => Promise<string>;
}

describe('keys of a person who is paused, removed or signed out everywhere', () => {
  let world: TestApi;
  let neighbour: TestApi;
  let owner: string;
  let asha: ApiClient & { userId: string };
  let keys: Key[];
  let begun: number;
  before(async () => {
    world = await testApi({ routes: [...ROUTES, ...SLOW_ROUTES] });
    neighbour = await world.neighbour();
    owner = (await world.core.identity.users.ensureOwner()).id;
  });
  after(() => world.close());

  beforeEach(async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    gate = { opened, open };
    begun = inHand;
    asha = await world.signedIn('asha');
    const { identity, options } = world.core;
    const { token: ingest } = await options.tokens.create(asha.userId, 'trader');
    const { token: script } = await identity.tokens.create(asha.userId, { name: 'a', access: 'full' }, BY);
    await identity.chats.linkChat({ ...PLACE, ...(await identity.chats.createLinkCode(asha.userId)) });
    const ask = async (one: TestApi, method: string, path: string, token: string | null, body?: unknown) => {
      const client = one.stranger();
      client.cookie = asha.cookie;
      const bearer = token === null ? {} : { headers: { Authorization: `Bearer ${token}` }, cookie: false };
      return await client.request(method, path, { ...bearer, ...(body === undefined ? {} : { body }) });
    };
    const records = { records: [closedTrade('T', '2026-06-01T05:00:00Z')] };
    const chat = async (found: Promise<object | null>) => ((await found) === null ? 'nobody' : 'linked');
    keys = [
      {
        name: 'session',
        open: '200',
        paused: '401 UNAUTHENTICATED',
        gone: '401 UNAUTHENTICATED',
        later: async (one) => codeOf(await ask(one, 'GET', '/api/portfolio/portfolios', null)),
        slow: async (one) => codeOf(await ask(one, 'POST', SLOW, null, {})),
      },
      {
        name: 'API token',
        open: '200',
        paused: '401 PERSON_PAUSED',
        gone: '401 INVALID_TOKEN',
        later: async (one) => codeOf(await ask(one, 'GET', '/api/portfolio/portfolios', script)),
        slow: async (one) => codeOf(await ask(one, 'POST', SLOW, script, {})),
      },
      {
        name: 'ingest token, to report',
        open: '200',
        paused: '401 PERSON_PAUSED',
        gone: '401 INGEST_TOKEN_UNKNOWN',
        later: async (one) => codeOf(await ask(one, 'POST', '/api/options/ingest', ingest, records)),
        slow: async (one) => codeOf(await ask(one, 'POST', SLOW_INGEST, ingest, {})),
      },
      {
        name: 'ingest token, to read the kinds',
        open: '200',
        paused: '401 PERSON_PAUSED',
        gone: '401 INGEST_TOKEN_UNKNOWN',
        later: async (one) => codeOf(await ask(one, 'GET', '/api/options/ingest/schema', ingest)),
      },
      {
        name: 'ingest token, to ask for an entry',
        open: '200 true',
        paused: '200 false PERSON_PAUSED',
        gone: '401 INGEST_TOKEN_UNKNOWN',
        async later(one) {
          const answer = await ask(one, 'GET', PERMISSION, ingest);
          const { may_enter, reasons } = answer.body as { may_enter?: boolean; reasons?: { code: string }[] };
          return may_enter === undefined
            ? codeOf(answer)
            : ['200', may_enter, ...(may_enter ? [] : (reasons ?? []).map(({ code }) => code))].join(' ');
        },
      },
      {
        name: 'linked chat',
        open: 'linked',
        paused: 'nobody',
        gone: 'nobody',
        later: (one) => chat(one.core.identity.chats.principalOfChat(PLACE)),
      },
    ];
  });

  /** Which keys answer something else than they should, in either process. */
  async function wrong(state: 'open' | 'paused' | 'gone'): Promise<string[]> {
    const found: string[] = [];
    for (const one of [world, neighbour])
      for (const key of keys) {
        const got = await key.later(one);
        if (got !== key[state]) found.push(`${key.name}${one === world ? '' : ', elsewhere'}: ${got}`);
      }
    return found;
  }
  /** What another process decided arrives a moment later. */
  async function settle(state: 'open' | 'paused' | 'gone'): Promise<void> {
    for (let tries = 0; tries < 100 && (await wrong(state)).length > 0; tries += 1) await sleep(20);
    assert.deepEqual(await wrong(state), []);
  }
  /** Requests of every key, waiting in either process, and sockets. */
  async function work() {
    const requests = [world, neighbour].flatMap((one) => keys.flatMap(({ slow }) => slow?.(one) ?? []));
    const elsewhere = neighbour.stranger();
    elsewhere.cookie = asha.cookie;
    const sockets = [await asha.live(), await elsewhere.live()];
    while (inHand < begun + requests.length) await sleep(5);
    return { requests: Promise.all(requests), sockets: Promise.all(sockets.map(({ closed }) => closed)) };
  }
  const [REFUSED, CLOSED] = [
    ['401', '401', '401', '401', '401', '401'],
    [4401, 4401],
  ];
  const statusOf = (answers: string[]) => answers.map((one) => one.slice(0, 3));

  it('paused: requests in hand get 401 and sockets close at once, later ones are refused with the reason; let in again, tokens work', async () => {
    const { people, chats } = world.core.identity;
    await settle('open');
    const { code } = await chats.createLinkCode(asha.userId);
    const { requests, sockets } = await work();
    await people.pause(owner, asha.userId, BY);
    // While what they do still waits.
    assert.deepEqual(statusOf(await requests), REFUSED);
    assert.deepEqual(
      (await sockets).map((one) => one.code),
      CLOSED,
    );
    await settle('paused');
    gate.open();
    await assert.rejects(chats.linkChat({ ...PLACE, chatId: '78', code }), { code: 'INVALID_LINK_CODE' });
    for (const make of [
      () => world.core.identity.tokens.create(asha.userId, { name: 'b', access: 'full' }, BY),
      () => world.core.options.tokens.create(asha.userId, 'another'),
      () => chats.createLinkCode(asha.userId),
    ])
      await assert.rejects(make, { code: 'PERSON_PAUSED' });
    await assert.rejects(world.core.identity.signIn.issueCode('asha'), { code: 'USER_NOT_FOUND' });
    const { items } = await world.core.identity.doors.list(asha.userId, null);
    assert.deepEqual(items.map(({ kind }) => kind).toSorted(), ['api_token', 'chat', 'ingest_token']);
    await people.resume(owner, asha.userId, BY);
    keys[0] = { ...(keys[0] as Key), open: '401 UNAUTHENTICATED' };
    await settle('open');
    await people.remove(owner, asha.userId, 'asha', BY);
  });

  it('removed: requests in hand get 401 and write nothing, later ones are refused, and nothing comes back', async () => {
    const { people, users } = world.core.identity;
    await settle('open');
    const { requests, sockets } = await work();
    await people.remove(owner, asha.userId, 'asha', BY);
    assert.deepEqual(statusOf(await requests), REFUSED);
    assert.deepEqual(
      (await sockets).map((one) => one.code),
      CLOSED,
    );
    // What was in hand goes on now, and finds nobody to write for.
    gate.open();
    await settle('gone');
    assert.equal((await users.list()).length, 1);
    await assert.rejects(world.core.options.tokens.create(asha.userId, 'late'), { status: 401 });
    await assert.rejects(world.core.options.ingest(asha.userId, [closedTrade('L', '2026-06-01T05:00:00Z')]));
    const left = await world.core.options.store.asSystem(
      'what is left',
      async (knex) => await knex('workspace_revisions').where({ owner_user_id: asha.userId }),
    );
    assert.deepEqual(left, []);
  });

  it('signed out everywhere: the list says what is open, all of it ends in every process, and the answer says what ended', async () => {
    const { identity } = world.core;
    await settle('open');
    await identity.signIn.issueCode('asha');
    await identity.chats.createLinkCode(asha.userId);
    const { body } = await asha.get<{ items: Record<string, unknown>[] }>('/api/auth/access');
    assert.deepEqual(
      body.items.map(({ kind, name, is_current }) => [
        kind,
        typeof name === 'string' ? name.replace(/….{4}/, '…') : name,
        is_current,
      ]),
      [
        ['session', null, true],
        ['login_code', null, false],
        ['link_code', null, false],
        ['chat', '77', false],
        ['api_token', 'a (…)', false],
        ['ingest_token', 'trader (…)', false],
      ],
    );
    const { requests, sockets } = await work();
    const ended = await asha.post<{ detail: string }>('/api/auth/sign-out-everywhere', { here: true });
    assert.equal(
      `${ended.status} ${ended.body.detail}`,
      '200 Ended: 1 browser, 1 sign-in code, 1 code for a chat, 1 linked chat, 1 API token and 1 ingest token.',
    );
    assert.match(ended.headers.getSetCookie()[0] ?? '', /^munim_session=; .*Max-Age=0/);
    assert.deepEqual(statusOf(await requests), REFUSED);
    assert.deepEqual(
      (await sockets).map((one) => one.code),
      CLOSED,
    );
    await settle('gone');
    gate.open();
    assert.deepEqual((await identity.doors.list(asha.userId, null)).items, []);
    await identity.people.remove(owner, asha.userId, 'asha', BY);
  });

  it('signed out everywhere else: the browser that asks stays, with its live socket, and so do kinds that were not chosen', async () => {
    const { identity } = world.core;
    const live = await asha.live();
    await identity.people.agree(asha.userId, true, BY);
    const first = await asha.post<{ detail: string }>('/api/auth/sign-out-everywhere', {
      kinds: ['api_token', 'household'],
    });
    assert.equal(first.body.detail, 'Ended: 1 API token and 1 household.');
    const second = await asha.post<{ detail: string }>('/api/auth/sign-out-everywhere', {});
    assert.equal(second.body.detail, 'Ended: 1 linked chat and 1 ingest token.');
    const third = await asha.post<{ detail: string }>('/api/auth/sign-out-everywhere', {});
    assert.equal(third.body.detail, 'Nothing else was open.');
    live.send({ type: 'ping' });
    await live.next('pong');
    assert.equal((await asha.get('/api/auth/me')).status, 200);
    const refused = await asha.post('/api/auth/sign-out-everywhere', { kinds: ['connection'] });
    assert.equal(refused.status, 422);
    gate.open();
    await identity.people.remove(owner, asha.userId, 'asha', BY);
  });

  it('an answer that is flowing in another process is broken off', async () => {
    const elsewhere = neighbour.stranger();
    elsewhere.cookie = asha.cookie;
    const flowing = elsewhere.get(FLOWING).then(
      () => 'whole',
      () => 'broken off',
    );
    while (inHand === begun) await sleep(5);
    await world.core.identity.people.pause(owner, asha.userId, BY);
    assert.equal(await flowing, 'broken off');
    gate.open();
    await world.core.identity.people.remove(owner, asha.userId, 'asha', BY);
  });

  it('logging out answers 204 itself, and 401 to what else is in hand', async () => {
    const { requests } = await work();
    assert.equal((await asha.post('/api/auth/logout')).status, 204);
    gate.open();
    // Tokens are no part of a session: their requests are carried out.
    assert.deepEqual(statusOf(await requests), ['401', '200', '200', '401', '200', '200']);
    await world.core.identity.people.remove(owner, asha.userId, 'asha', BY);
  });

  it('what waits to be sent to a paused person is dropped', async () => {
    const { identity, notifications } = world.core;
    await notifications.notify(asha.userId, {
      kind: 'system_notice',
      dedupKey: 'one',
      title: 'One',
      body: 'Words',
      payload: {},
    });
    await identity.people.pause(owner, asha.userId, BY);
    const claims = await notifications.claimDeliveries(['telegram', 'local'], 50);
    assert.deepEqual(
      claims.filter(({ user_id }) => user_id === asha.userId),
      [],
    );
    await identity.people.remove(owner, asha.userId, 'asha', BY);
  });
});
