import assert from 'node:assert/strict';
import { type TestApi, testApi } from '../support/api-client.ts';
import { BrowserKeys } from '../support/push-service.ts';

interface Rows {
  items: { id: string; label: string }[];
}

describe('api/Notices in browsers', () => {
  const path = '/api/notifications/browsers';
  const body = {
    ...new BrowserKeys('https://web.push.apple.com/one').subscription,
    label: 'Safari on iPhone',
  };
  let world: TestApi;
  before(async () => {
    // No notice is sent in these tests; the address leads nowhere.
    world = await testApi({ environment: { WEB_PUSH_BASE_URL: 'http://127.0.0.1:9' } });
  });
  after(() => world.close());
  const subscriptionsOf = async (userId: string): Promise<unknown[]> =>
    (
      await world.core.database.systemPool.query(
        'select id from notifications.push_subscriptions where owner_user_id = $1',
        [userId],
      )
    ).rows;

  it('web push/Routes: a browser is added once and listed, and signing out removes it', async () => {
    const client = await world.signedIn('asha');
    const state = await client.get<{ state: string; public_key: string }>('/api/notifications/web-push');
    assert.deepEqual([state.status, state.body.state, state.body.public_key.length], [200, 'ON', 87]);
    const [first, again] = [
      await client.post<{ id: string }>(path, body),
      await client.post<{ id: string }>(path, body),
    ];
    assert.deepEqual([first.status, again.status, again.body.id], [200, 200, first.body.id]);
    const rows = (await client.get<Rows>(path)).body.items;
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['Safari on iPhone'],
    );
    const test = await client.post<{ sent: boolean; reason: string }>(`${path}/${first.body.id}/test`);
    assert.deepEqual([test.status, test.body.sent], [200, false]);
    assert.match(test.body.reason, /could not be reached/);
    await client.post('/api/auth/logout');
    assert.deepEqual(await subscriptionsOf(client.userId), []);
  });

  it('web push/Routes: another person finds no browser, and a removed one is gone', async () => {
    const [asha, ravi] = [await world.signedIn('meera'), await world.signedIn('ravi')];
    const { id } = (await asha.post<{ id: string }>(path, body)).body;
    assert.deepEqual((await ravi.get<Rows>(path)).body.items, []);
    assert.equal((await ravi.delete(`${path}/${id}`)).status, 404);
    assert.equal((await ravi.post(`${path}/${id}/test`)).status, 404);
    assert.equal((await asha.delete(`${path}/${id}`)).status, 204);
    assert.equal((await asha.delete(`${path}/${id}`)).status, 404);
  });

  it('web push/Routes: removing a person removes their browsers', async () => {
    const client = await world.signedIn('kavya');
    assert.equal((await client.post(path, body)).status, 200);
    await world.core.database.asSystem('a person is removed', async (trx) => {
      await trx('identity.users').where({ id: client.userId }).delete();
    });
    assert.deepEqual(await subscriptionsOf(client.userId), []);
  });
});
