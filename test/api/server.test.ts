import assert from 'node:assert/strict';
import { createApi } from '../../api/server.ts';
import { type TestApi, testApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';

describe('api server', () => {
  it('a port that is taken is told, and the server can still be closed', async () => {
    const world = await testApi();
    const second = await createApi(world.core, { port: Number(new URL(world.url).port) });
    await assert.rejects(second.listen(), /EADDRINUSE/);
    await second.close();
    assert.equal((await world.stranger().get('/healthz')).status, 200);
    await world.close();
  });

  it('two servers on one database: a session of one works on the other', async () => {
    const world = await testApi();
    const neighbour = await world.neighbour();
    const client = await world.signedIn();
    const there = neighbour.stranger();
    there.cookie = client.cookie;
    assert.equal((await there.get('/api/auth/me')).status, 200);
    await client.post('/api/auth/logout');
    await eventually('its end there', async () => (await there.get('/api/auth/me')).status === 401);
    await world.close();
  });

  describe('behind a proxy of its own', () => {
    let world: TestApi;
    before(async () => {
      world = await testApi({ environment: { TRUST_PROXY: '1', PUBLIC_URL: 'https://munim.example' } });
    });
    after(() => world.close());

    it('the public address is its own origin, others are not', async () => {
      const client = await world.signedIn();
      const logout = (headers: Record<string, string>) => client.post('/api/auth/logout', {}, { headers });
      assert.equal((await logout({ origin: 'https://munim.example.evil.example' })).status, 403);
      assert.equal((await logout({ origin: 'http://munim.example' })).status, 403);
      assert.equal((await logout({ origin: 'https://munim.example' })).status, 204);
    });

    it('HSTS is sent and the request id of the proxy is carried on', async () => {
      const { headers } = await world
        .stranger()
        .get('/healthz', { headers: { 'x-request-id': 'proxy-0001' } });
      assert.match(headers.get('strict-transport-security') ?? '', /max-age=/);
      assert.equal(headers.get('x-request-id'), 'proxy-0001');
      const odd = await world.stranger().get('/healthz', { headers: { 'x-request-id': 'a"b<c>d e f g' } });
      assert.match(odd.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    });

    it('limits count the address the proxy saw, whatever the client claims before it', async () => {
      const ask = async (i: number, seen: string) => {
        const headers = { 'x-forwarded-for': `10.0.0.${i}, ${seen}` };
        return (await world.stranger().post('/api/auth/request-code', { login: `person${i}` }, { headers }))
          .status;
      };
      const statuses = await Promise.all(Array.from({ length: 23 }, (_, i) => ask(i, '203.0.113.9')));
      assert.equal(statuses.filter((status) => status === 429).length, 3);
      assert.equal(await ask(99, '203.0.113.10'), 202);
    });
  });
});
