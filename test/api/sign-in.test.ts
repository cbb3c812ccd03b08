import assert from 'node:assert/strict';
import { DAY_MS } from '../../core/platform/index.ts';
import { type TestApi, testApi } from '../support/api-client.ts';

describe('api sign-in', () => {
  let world: TestApi;
  before(async () => {
    world = await testApi();
  });
  after(() => world.close());

  it('portfolio/Authentication 1: without a session every address under /api answers 401, known or not', async () => {
    const stranger = world.stranger();
    for (const [method, path] of [
      ['GET', '/api/auth/me'],
      ['POST', '/api/auth/logout'],
      ['GET', '/api/openapi.json'],
      ['GET', '/api/docs'],
      ['GET', '/api'],
      ['GET', '/api/nothing/here'],
      ['DELETE', '/api/portfolio/holdings/1'],
      ['PATCH', '/api/auth/me'],
    ] as const) {
      const { status, body, headers } = await stranger.request(method, path);
      assert.equal(status, 401, path);
      assert.equal(body['code'], 'UNAUTHENTICATED');
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    }
  });

  it('Signing in: a code becomes a session cookie, and me tells who it is', async () => {
    const client = world.stranger();
    const { code } = await world.core.identity.signIn.issueCode('owner');
    const { status, body, headers } = await client.post('/api/auth/verify', { login: 'owner', code });
    assert.equal(status, 200);
    assert.deepEqual(body, { user: { id: '1', login: 'owner', name: 'Owner' } });
    const cookie = headers.getSetCookie()[0] ?? '';
    assert.match(cookie, /^munim_session=eyJ[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
    client.cookie = cookie.split(';')[0] ?? null;
    const me = await client.get('/api/auth/me');
    assert.deepEqual(me.body, {
      user: { id: '1', login: 'owner', name: 'Owner' },
      chat_linked: false,
      shows_sample: false,
      is_owner: true,
    });
    assert.equal(me.headers.get('cache-control'), 'no-store');
  });

  it('Signing in: off loopback the cookie is Secure', async () => {
    const signedIn = async (environment: Record<string, string>) => {
      const other = await testApi({ environment });
      const { code } = await other.core.identity.signIn.issueCode('owner');
      const { headers } = await other.stranger().post('/api/auth/verify', { login: 'owner', code });
      await other.close();
      return headers.getSetCookie()[0] ?? '';
    };
    assert.match(await signedIn({ PUBLIC_URL: 'https://munim.example' }), /; Secure$/);
    assert.doesNotMatch(await signedIn({}), /Secure/);
  });

  it('Signing in: request-code answers 202 for any name', async () => {
    const client = world.stranger();
    const known = await client.post('/api/auth/request-code', { login: 'owner' });
    const unknown = await client.post('/api/auth/request-code', { login: 'nobody' });
    assert.deepEqual([known.status, unknown.status], [202, 202]);
    assert.equal(known.text, unknown.text);
  });

  it('Signing in: a wrong code is 401 INVALID_CODE, and a wrong body 422 with its fields', async () => {
    const client = world.stranger();
    const wrong = await client.post('/api/auth/verify', { login: 'owner', code: 'x' });
    assert.deepEqual([wrong.status, wrong.body['code']], [401, 'INVALID_CODE']);
    const bad = await client.post('/api/auth/verify', { login: 7, extra: 1 });
    assert.equal(bad.status, 422);
    assert.deepEqual((bad.body['errors'] as { field: string }[]).map(({ field }) => field).sort(), [
      'code',
      'extra',
      'login',
    ]);
  });

  it('portfolio/Authentication 2: signing in again ends the earlier session on every server, sockets included', async () => {
    const neighbour = await world.neighbour();
    const first = await world.signedIn();
    const there = neighbour.stranger();
    there.cookie = first.cookie;
    assert.equal((await there.get('/api/auth/me')).status, 200);
    const live = await there.live();
    await world.signedIn();
    assert.equal((await live.closed).code, 4401);
    assert.equal((await there.get('/api/auth/me')).status, 401);
    assert.equal((await first.get('/api/auth/me')).status, 401);
  });

  it('Signing in: signing out ends the session, its sockets and the cookie', async () => {
    const client = await world.signedIn();
    const live = await client.live();
    const { status, headers, text } = await client.post('/api/auth/logout');
    assert.deepEqual([status, text], [204, '']);
    assert.match(headers.getSetCookie()[0] ?? '', /^munim_session=; Path=\/; Max-Age=0/);
    assert.equal((await live.closed).code, 4401);
    assert.equal((await client.get('/api/auth/me')).status, 401);
  });

  it('HTTP conventions: too many codes for a login are 429 with Retry-After', async () => {
    const client = world.stranger();
    for (let i = 0; i < 5; i += 1) await client.post('/api/auth/request-code', { login: 'many' });
    const { status, body, headers } = await client.post('/api/auth/request-code', { login: 'many' });
    assert.deepEqual([status, body['code']], [429, 'RATE_LIMITED']);
    assert.ok(Number(headers.get('retry-after')) > 0);
  });
});

describe('api session renewal', () => {
  it('portfolio/Authentication: a session in use gets a newer cookie after a day, and its sockets go on past their first end', async () => {
    const clock = { at: new Date('2026-01-30T04:00:00Z'), now: () => clock.at };
    let beat = (): void => assert.fail('no heartbeat');
    const world = await testApi({
      clock,
      heartbeat: (beating) => {
        beat = beating;
        return () => undefined;
      },
    });
    const pass = (days: number) => (clock.at = new Date(clock.at.getTime() + days * DAY_MS));
    const client = await world.signedIn();
    const live = await client.live();
    const isHeard = async () => {
      live.send({ type: 'ping' });
      await live.next('pong');
    };
    assert.deepEqual((await client.get('/api/auth/me')).headers.getSetCookie(), []);
    pass(16);
    const [line = ''] = (await client.get('/api/portfolio/holdings')).headers.getSetCookie();
    assert.match(line, /^munim_session=eyJ[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
    const old = client.cookie;
    client.cookie = line.split(';')[0] ?? null;
    assert.notEqual(client.cookie, old);
    assert.deepEqual((await client.get('/api/auth/me')).headers.getSetCookie(), []);
    pass(16);
    // The old cookie has run out, the session has not.
    const before = world.stranger();
    before.cookie = old;
    assert.equal((await before.get('/api/auth/me')).status, 401);
    beat();
    await isHeard();
    beat();
    await isHeard();
    pass(30);
    await isHeard();
    beat();
    assert.equal((await live.closed).code, 4401);
    await world.close();
  });
});
