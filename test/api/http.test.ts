import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ROUTES } from '../../api/routes/index.ts';
import { securityHeaders } from '../../api/security-headers.ts';
import { createLog } from '../../core/platform/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { ODD_ROUTES } from './odd-routes.ts';

describe('api HTTP conventions', () => {
  let world: TestApi;
  let client: ApiClient;
  const lines: string[] = [];
  before(async () => {
    const log = createLog('silent');
    log.info = ((value: unknown) => lines.push(JSON.stringify(value))) as never;
    log.error = ((value: unknown) =>
      lines.push(
        JSON.stringify(value, (_key, inner: unknown) => (inner instanceof Error ? inner.message : inner)),
      )) as never;
    world = await testApi({ routes: [...ROUTES, ...ODD_ROUTES], log });
    client = await world.signedIn();
  });
  after(() => world.close());

  const raw = (options: {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
  }) =>
    new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }>(
      (resolve, reject) => {
        const { hostname, port } = new URL(world.url);
        const call = request({ hostname, port, ...options }, (response) => {
          let text = '';
          response.on('data', (part: Buffer) => (text += part.toString()));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
        });
        call.on('error', reject);
        call.end(options.body);
      },
    );

  /** What the signed-in browser sends with JSON. */
  const own = () => ({
    cookie: client.cookie ?? '',
    origin: world.url,
    'content-type': 'application/json',
  });

  it('errors are problem+json with a stable code', async () => {
    const { status, body, headers } = await client.get('/api/odd/conflict');
    assert.equal(status, 409);
    assert.equal(headers.get('content-type'), 'application/problem+json');
    assert.deepEqual(body, {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'Not now.',
      code: 'ODD_STATE',
    });
  });

  it('what is our own fault tells nothing of itself, and is in the log under the request id', async () => {
    const { status, text, headers } = await client.get('/api/odd/leak');
    assert.equal(status, 500);
    assert.doesNotMatch(text, /select|secrets|at .*\.ts/);
    const id = headers.get('x-request-id') ?? '';
    await eventually('its line', () =>
      lines.some((line) => line.includes(id) && line.includes('select * from secrets')),
    );
  });

  it('an answer that fails half-way breaks off, and the server goes on', async () => {
    await assert.rejects(client.get('/api/odd/half'));
    assert.equal((await client.get('/api/auth/me')).status, 200);
  });

  it('every answer has a request id and a line in the log; the id of a stranger is not believed', async () => {
    const { headers } = await client.get('/api/auth/me', { headers: { 'x-request-id': 'mine-1234' } });
    const id = headers.get('x-request-id') ?? '';
    assert.match(id, /^[0-9a-f-]{36}$/);
    const written = await eventually('its line', () => lines.find((one) => one.includes(id)));
    const line = JSON.parse(written) as Record<string, unknown>;
    assert.deepEqual(
      [line['method'], line['path'], line['status'], line['user']],
      ['GET', '/api/auth/me', 200, '1'],
    );
    assert.ok(!lines.some((one) => one.includes('eyJ')), 'no session token in the log');
  });

  it('security headers are on every answer, word for word; no HSTS on plain http', async () => {
    const plain: Record<string, string | null> = {
      'content-security-policy':
        "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;" +
        "font-src 'self' data:;connect-src 'self';object-src 'none';base-uri 'none';form-action 'self';" +
        "frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
      'strict-transport-security': null,
      'x-powered-by': null,
    };
    for (const path of ['/api/auth/me', '/healthz', '/', '/api/nothing']) {
      const { headers } = await client.get(path);
      for (const [name, value] of Object.entries(plain)) assert.equal(headers.get(name), value, name);
    }
    const secure = Object.fromEntries(
      securityHeaders(true).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const { 'x-powered-by': _, ...rest } = plain;
    assert.deepEqual(secure, {
      ...rest,
      'content-security-policy': `${plain['content-security-policy']};upgrade-insecure-requests`,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });

  it('an unknown address is 404, a wrong method 405 with Allow', async () => {
    const unknown = await client.get('/api/odd/unknown');
    assert.deepEqual([unknown.status, unknown.body['code']], [404, 'ROUTE_NOT_FOUND']);
    const wrong = await client.delete('/api/odd/body');
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST']);
    const open = await world.stranger().get('/api/auth/verify');
    assert.deepEqual([open.status, open.headers.get('allow')], [405, 'POST']);
    const me = await client.put('/api/auth/me', {});
    assert.deepEqual([me.status, me.headers.get('allow')], [405, 'HEAD, GET']);
    const row = await client.put('/api/policies/1/tracking', {});
    assert.deepEqual([row.status, row.headers.get('allow')], [405, 'HEAD, GET']);
    const twice = await client.get('/api//policies/1/tracking');
    assert.deepEqual([twice.status, twice.body['code']], [404, 'ROUTE_NOT_FOUND']);
  });

  it('a query that was refused, or read before, is refused or read the same way again', async () => {
    for (let nr = 0; nr < 2; nr += 1) {
      assert.equal((await client.get('/api/policies?page_size=0')).status, 422);
      const { status, body } = await client.get('/api/policies?page_size=7');
      assert.deepEqual([status, body['page_size']], [200, 7]);
    }
  });

  it('HTTP conventions: what is no HTTP is refused like everything else, with a code and a request id', async () => {
    const { port } = new URL(world.url);
    const told = (sent: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent));
        socket.on('data', (piece: Buffer) => (answer += piece.toString()));
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });
    const answer = await told('This is no request\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.match(answer, /\r\nContent-Type: application\/problem\+json\r\n/);
    assert.match(answer, /\r\nX-Request-Id: [\w-]{36}\r\n\r\n\{.*"code":"BAD_REQUEST"/);
    assert.match(
      await told('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'),
      /"code":"BAD_REQUEST"/,
    );
  });

  it('what cannot be an id names nothing: 404', async () => {
    assert.equal((await client.get('/api/odd/things/12')).status, 200);
    for (const id of ['0', '-1', 'abc', '1e3', '9'.repeat(30), '%27', '1%20or%201']) {
      const { status, body } = await client.get(`/api/odd/things/${id}`);
      assert.deepEqual([status, body['code']], [404, 'THING_NOT_FOUND'], id);
    }
  });

  it('query strings are read as numbers and flags; unknown, repeated and impossible ones are 422', async () => {
    assert.deepEqual((await client.get('/api/odd/query?limit=5&deep=true')).body, { limit: 5, deep: true });
    for (const query of [
      'limits=5',
      'limit=5&limit=6',
      'limit=Infinity',
      'limit=x',
      'limit=',
      'limit=1.5',
      'limit=0',
      'deep=perhaps',
      '__proto__=1',
    ]) {
      const { status, body } = await client.get(`/api/odd/query?${query}`);
      assert.deepEqual([status, body['code']], [422, 'VALIDATION_ERROR'], query);
    }
    assert.equal((await client.get('/api/auth/me?x=1')).status, 422);
  });

  it('bodies are taken as they are: nothing coerced, nothing unknown, at any depth', async () => {
    const good = await client.post('/api/odd/body', { name: 'a', inner: { size: 1 } });
    assert.deepEqual(
      [good.status, good.body],
      [201, { name: 'a', inner: { size: 1 }, actor: { actor: 'api:owner' } }],
    );
    const bad = await client.post('/api/odd/body', { name: 5, inner: { size: '1', depth: 2 }, more: true });
    assert.deepEqual((bad.body['errors'] as { field: string }[]).map(({ field }) => field).sort(), [
      'inner.depth',
      'inner.size',
      'more',
      'name',
    ]);
    for (const body of [
      'null',
      '"text"',
      '[]',
      '{"name":null}',
      '{"name":"a","__proto__":{"x":1}}',
      '{"name":"a","constructor":1}',
    ]) {
      const { status } = await client.post('/api/odd/body', body);
      assert.ok(status === 422 || status === 400, `${body} ${status}`);
    }
  });

  it('a body that is no JSON is 400, of another type 415, too large 413 at once', async () => {
    const broken = await client.post('/api/odd/body', '{"name":');
    assert.deepEqual([broken.status, broken.body['code']], [400, 'INVALID_JSON']);
    const form = await client.post('/api/odd/body', 'name=a', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.deepEqual([form.status, form.body['code']], [415, 'UNSUPPORTED_MEDIA_TYPE']);
    const large = await client.post('/api/odd/body', { name: 'x'.repeat(1000) });
    assert.deepEqual([large.status, large.body['code']], [413, 'BODY_TOO_LARGE']);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(`{"name":"${'x'.repeat(5000)}`)),
    });
    const chunked = await client.post('/api/odd/body', endless).catch(() => null);
    assert.ok(chunked === null || chunked.status === 413);
    assert.equal((await client.get('/api/auth/me')).status, 200);
  });

  it('a body may be packed, and is bounded by what it unpacks to; other codings are 415', async () => {
    const json = Buffer.from('\uFEFF {"name":"a"}');
    const cases: [coding: string, body: Buffer, expected: [number, unknown]][] = [
      ['gzip', gzipSync(json), [201, undefined]],
      ['deflate', deflateSync(json), [201, undefined]],
      ['br', brotliCompressSync(json), [201, undefined]],
      ['identity', json, [201, undefined]],
      ['gzip', json, [400, 'INVALID_JSON']],
      ['gzip', gzipSync(json).subarray(0, 15), [400, 'INVALID_JSON']],
      ['gzip', gzipSync(`{"name":"${'x'.repeat(100_000)}"}`), [413, 'BODY_TOO_LARGE']],
      ['zstd', json, [415, 'UNSUPPORTED_MEDIA_TYPE']],
      ['constructor', json, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    ];
    for (const [coding, body, expected] of cases) {
      const answer = await raw({
        method: 'POST',
        path: '/api/odd/body',
        headers: { ...own(), 'content-encoding': coding, 'content-length': String(body.length) },
        body,
      });
      const { code } = JSON.parse(answer.text) as { code?: string };
      assert.deepEqual([answer.status, code], expected, coding);
    }
  });

  it('a key __proto__ is refused in any spelling, at any depth; as a value it is text like any other', async () => {
    for (const body of [
      '{"name":"a","__proto__":{"x":1}}',
      '{"name":"a","inner":{"size":1,"__proto__" :1}}',
      '{"name":"a","\\u005f_prot\\u006f__":1}',
    ]) {
      const { status, body: told } = await client.post('/api/odd/body', body);
      assert.deepEqual([status, told['code']], [400, 'INVALID_JSON'], body);
    }
    const named = await client.post('/api/odd/body', '{"name":"\\u0061 \\"__proto__\\":"}');
    assert.deepEqual([named.status, named.body['name']], [201, 'a "__proto__":']);
  });

  it('what is sent beyond the limit is read and forgotten: the connection serves the next request', async () => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    let answers = '';
    socket.on('data', (piece: Buffer) => (answers += piece.toString()));
    const head = (line: string, headers: Record<string, string>) =>
      `${line} HTTP/1.1\r\n${Object.entries({ host: `${hostname}:${port}`, ...headers })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`;
    const body = `{"name":"${'x'.repeat(5_000_000)}"}`;
    socket.write(head('POST /api/odd/body', { ...own(), 'transfer-encoding': 'chunked' }));
    socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    socket.write(head('GET /api/auth/me', own()));
    await eventually('both answers', () => /413 [^]*"login":"owner"/.test(answers));
    socket.destroy();
  });

  it('Idempotency-Key tells a service which request this is: by its key, its address and its body', async () => {
    const headers = { 'idempotency-key': 'only-once, please' };
    const { body } = await client.post('/api/odd/body', { name: 'a' }, { headers });
    assert.deepEqual(body['actor'], {
      actor: 'api:owner',
      request: {
        idempotencyKey: 'api:only-once, please',
        name: 'POST /api/odd/body',
        digest: createHash('sha256').update('{"name":"a"}').digest('hex'),
      },
    });
  });

  it('deprecated routes name their successor', async () => {
    const { headers } = await client.get('/api/odd/old');
    assert.equal(headers.get('deprecation'), '@1767225600');
    assert.equal(headers.get('link'), '</api/odd/new>; rel="successor-version"');
  });

  it('state-changing requests of other sites are 403 CROSS_SITE', async () => {
    const cookie = client.cookie ?? '';
    const body = '{"name":"a"}';
    const send = (headers: Record<string, string>) =>
      raw({
        method: 'POST',
        path: '/api/odd/body',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const { port } = new URL(world.url);
    for (const headers of [
      { cookie },
      { cookie, origin: 'https://evil.example' },
      { cookie, origin: 'null' },
      { cookie, origin: `https://127.0.0.1:${port}` },
      { cookie, origin: `http://127.0.0.1:${Number(port) + 1}` },
      { cookie, origin: `http://127.0.0.1.evil.example:${port}` },
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, 'sec-fetch-site': 'same-site' },
      { cookie, 'sec-fetch-site': 'cross-site', origin: world.url },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const { status, text } = await send(headers as Record<string, string>);
      assert.equal(status, 403, JSON.stringify(headers));
      assert.match(text, /CROSS_SITE/);
    }
    const ownSite: Record<string, string>[] = [
      { cookie, origin: world.url },
      { cookie, 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of ownSite) {
      assert.equal((await send(headers)).status, 201);
    }
    assert.equal(
      (
        await raw({
          method: 'GET',
          path: '/api/auth/me',
          headers: { cookie, origin: 'https://evil.example' },
        })
      ).status,
      200,
    );
    assert.equal((await send({})).status, 401);
  });

  it('portfolio/Authentication 1: an address in other letters is none, and no way around the checks', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' };
    for (const path of ['/API/auth/request-code', '/Api/auth/request-code']) {
      const { status } = await raw({ method: 'POST', path, body: '{"login":"owner"}', headers: foreign });
      assert.equal(status, 405, path);
    }
    const within = await client.get('/api/ODD/query');
    assert.deepEqual([within.status, within.body['code']], [404, 'ROUTE_NOT_FOUND']);
  });

  it('one client that asks without end is told to wait, others are not', async () => {
    const other = await testApi({ requestsPerMinute: 20 });
    const hasty = await other.signedIn('hasty');
    const calm = await other.signedIn('calm');
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await hasty.get('/api/auth/me')).status),
    );
    assert.equal(statuses.filter((status) => status === 429).length, 10);
    assert.equal((await calm.get('/api/auth/me')).status, 200);
    await other.close();
  });
});
