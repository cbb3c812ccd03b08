import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { closedTrade } from '../support/options-world.ts';

const BY = { actor: 'api:owner' };
const PLACE = { transport: 'telegram' as const, chatId: '77', chatUserId: '77' };

/** A key of a person, tried at a door: whether it opens. */
type Key = [name: string, opens: (world: TestApi) => Promise<boolean>];

describe('keys of a person who is paused or removed', () => {
  let world: TestApi;
  let neighbour: TestApi;
  let owner: string;
  let asha: ApiClient & { userId: string };
  let keys: Key[];
  before(async () => {
    world = await testApi();
    neighbour = await world.neighbour();
    owner = (await world.core.identity.users.ensureOwner()).id;
  });
  after(() => world.close());

  beforeEach(async () => {
    asha = await world.signedIn('asha');
    const { identity, options } = world.core;
    const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` }, cookie: false });
    const { token: ingest } = await options.tokens.create(asha.userId, 'trader');
    const { token: script } = await identity.tokens.create(asha.userId, { name: 'a', access: 'full' }, BY);
    await identity.chats.linkChat({ ...PLACE, ...(await identity.chats.createLinkCode(asha.userId)) });
    const at = async (one: TestApi, method: string, path: string, token: string, body?: unknown) =>
      (
        await one
          .stranger()
          .request(method, path, { ...bearer(token), ...(body === undefined ? {} : { body }) })
      ).status === 200;
    keys = [
      [
        'ingest token, to report',
        (one) =>
          at(one, 'POST', '/api/options/ingest', ingest, {
            records: [closedTrade('T', '2026-06-01T05:00:00Z')],
          }),
      ],
      [
        'ingest token, to ask for an entry',
        (one) => at(one, 'GET', '/api/options/permission?strategy=short_put', ingest),
      ],
      ['ingest token, to read the kinds', (one) => at(one, 'GET', '/api/options/ingest/schema', ingest)],
      ['API token', (one) => at(one, 'GET', '/api/portfolio/portfolios', script)],
      ['chat', async (one) => (await one.core.identity.chats.principalOfChat(PLACE)) !== null],
      [
        'local chat',
        async (one) =>
          (await one.core.identity.chats.principalOfChat({
            transport: 'local',
            chatId: asha.userId,
            chatUserId: asha.userId,
          })) !== null,
      ],
      [
        'new sign-in code',
        async (one) =>
          await one.core.identity.signIn.issueCode('asha').then(
            () => true,
            () => false,
          ),
      ],
      [
        'work by the clock',
        async (one) => (await one.core.identity.users.list()).some(({ id }) => id === asha.userId),
      ],
    ];
  });

  /** Which keys open what they should not, or the other way round, in either process. */
  async function wrong(isOpen: boolean): Promise<string[]> {
    const found: string[] = [];
    for (const one of [world, neighbour])
      for (const [name, opens] of keys)
        if ((await opens(one)) !== isOpen) found.push(`${name}${one === world ? '' : ', elsewhere'}`);
    return found;
  }
  /** What another process decided arrives a moment later. */
  async function settle(isOpen: boolean): Promise<void> {
    for (let tries = 0; tries < 100 && (await wrong(isOpen)).length > 0; tries += 1) await sleep(20);
    assert.deepEqual(await wrong(isOpen), []);
  }

  it('none of them opens anything while the person is paused, in any process; let in again, all but the session do', async () => {
    const { people, chats } = world.core.identity;
    await settle(true);
    const { code } = await chats.createLinkCode(asha.userId);
    const live = await asha.live();
    await people.pause(owner, asha.userId, BY);
    // At once where it was decided.
    await settle(false);
    await live.closed;
    assert.equal((await asha.get('/api/auth/me')).status, 401);
    await assert.rejects(chats.linkChat({ ...PLACE, chatId: '78', code }), { code: 'INVALID_LINK_CODE' });
    await people.resume(owner, asha.userId, BY);
    await settle(true);
    assert.equal((await asha.get('/api/auth/me')).status, 401);
    await people.remove(owner, asha.userId, 'asha', BY);
  });

  it('none of them opens anything once the person is removed, and nothing of theirs comes back', async () => {
    const { people } = world.core.identity;
    await settle(true);
    await people.remove(owner, asha.userId, 'asha', BY);
    await settle(false);
    const left = await world.core.options.store.read(
      asha.userId,
      async (workspace) => await workspace.rows('closed_trades'),
    );
    assert.deepEqual(left, []);
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
