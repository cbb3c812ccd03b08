import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { type TestApi, testApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { createWire } from '../support/database-wire.ts';

/** Sends /readyz requests over one connection, forwarded for an address. @returns their statuses */
function pipelined(url: string, times: number, address: string): Promise<number[]> {
  const { host, hostname, port } = new URL(url);
  const asked = (connection: string) =>
    `GET /readyz HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${address}\r\nConnection: ${connection}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (part) => (text += part.toString()));
    socket.on('error', reject);
    socket.on('close', () =>
      resolve([...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, code]) => Number(code))),
    );
    socket.write(asked('keep-alive').repeat(times - 1) + asked('close'));
  });
}

describe('api health and metrics', () => {
  let world: TestApi;
  before(async () => {
    world = await testApi({ environment: { METRICS_TOKEN: 'a-token-of-sixteen-or-more' } });
  });
  after(() => world.close());

  it('GET /healthz and /readyz need no session; readyz has a line per part', async () => {
    const client = world.stranger();
    assert.deepEqual(
      [(await client.get('/healthz')).status, (await client.get('/healthz')).text],
      [200, 'ok\n'],
    );
    // A busy machine may take longer than a second to open the options workspace.
    const ready = await eventually('every part to have answered', async () => {
      const answer = await client.get<string>('/readyz');
      return answer.text.includes('does not answer') ? null : answer;
    });
    assert.equal(ready.status, 200);
    const [connections = ''] = /^connections: .*\n/m.exec(ready.text) ?? [];
    assert.match(
      connections,
      /^connections: \d+ of \d+ in use, \d+ free; Munim uses \d+, and at most \d+ \(/,
    );
    assert.equal(
      ready.text.replace(connections, '').replace(/(?<=tried at the start, ).*/, 'MOMENT'),
      'database: ok\nmigrations: ok\nannouncements: ok\noptions: ok\n' +
        'ai research: AI research is switched off. Set PORTFOLIO_AI_RESEARCH_ENABLED=1 and start Munim again.\n' +
        'separation: held when it was tried at the start, MOMENT\n' +
        'backups: There is no backup yet.\n',
    );
    // Of backups a stranger hears nothing.
    const stranger = { 'x-forwarded-for': '203.0.113.9' };
    const asked = async (headers: Record<string, string>) =>
      (await client.get<string>('/readyz', { headers })).text.includes('backups');
    assert.equal(await asked(stranger), false);
    assert.equal(await asked({ ...stranger, authorization: 'Bearer a-token-of-sixteen-or-more' }), true);
    assert.equal((await client.post('/healthz')).status, 405);
  });

  it('GET /healthz is 503 while the embedded Postgres is away, with one line about why', async () => {
    const why = 'the embedded Postgres cannot be started: the disk is full (try 7, next in 32 s)';
    Object.assign(world.core, { outage: () => why });
    const { status, text } = await world.stranger().get('/healthz');
    Object.assign(world.core, { outage: () => null });
    assert.deepEqual([status, text], [503, `${why}\n`]);
    assert.equal((await world.stranger().get('/healthz')).status, 200);
  });

  it('portfolio/Isolation 2: GET /readyz names an options workspace that is away, and the portfolio stays ready', async () => {
    const other = await testApi();
    const folder = path.join(other.core.config.DATA_DIR, 'options');
    await mkdir(folder, { recursive: true });
    await writeFile(
      path.join(folder, 'options.sqlite'),
      'no database at all, but long enough to be read as one',
    );
    const { status, text } = await eventually('it to have been looked for', async () => {
      const answer = await other.stranger().get('/readyz');
      return answer.text.includes('does not answer') ? null : answer;
    });
    assert.equal(status, 200);
    assert.match(text, /\noptions: away; the portfolio works without it\. The log has the reason\.\n/);
    assert.ok(!text.includes(folder), 'strangers learn nothing of the file');
    const client = await other.signedIn();
    assert.equal((await client.get('/api/portfolio/holdings')).status, 200);
    for (const away of ['/api/events/today', '/api/broker/health'])
      assert.equal((await client.get(away)).status, 503, away);
    await other.close();
  });

  it('GET /readyz is 503 and names the part that is away', async () => {
    const other = await testApi();
    await other.core.database.systemPool.query(`delete from public.schema_migration where name = '005_chat'`);
    const behind = await other.stranger().get('/readyz');
    assert.equal(behind.status, 503);
    assert.match(behind.text, /migrations: behind by 1/);
    other.core.listener.close();
    assert.match((await other.stranger().get('/readyz')).text, /announcements: not connected/);
    await other.close();
  });

  it('HTTP conventions: while the database is away requests are 503 UNAVAILABLE, nothing leaks, and it comes back', async () => {
    const wire = createWire();
    const other = await testApi({ between: (port) => wire.open(port) });
    const client = await other.signedIn();
    assert.equal((await client.get('/api/auth/me')).status, 200);
    await wire.cut();
    for (const path of ['/api/auth/me', '/readyz']) {
      const { status, text } = await client.get(path);
      assert.equal(status, 503, text);
      assert.doesNotMatch(text, /postgres|munim_|ECONN|127\.0\.0\.1/i);
    }
    const stranger = other.stranger();
    assert.equal((await stranger.get('/healthz')).status, 200);
    const code = await stranger.post('/api/auth/request-code', { login: 'owner' });
    assert.deepEqual([code.status, code.body['code']], [503, 'UNAVAILABLE']);
    assert.ok(Number(code.headers.get('retry-after')) > 0);
    await wire.mend();
    await eventually('it to come back', async () => (await client.get('/api/auth/me')).status === 200);
    await other.close();
    await wire.cut();
  });

  it('GET /readyz and /metrics: many who ask cost one look a second on one connection, whatever the pools do', async () => {
    const wire = createWire();
    const other = await testApi({ between: (port) => wire.open(port) });
    const client = other.stranger();
    await client.get('/readyz');
    const { systemPool } = other.core.database;
    const holders = await Promise.all(Array.from({ length: 4 }, () => systemPool.connect()));
    const [opened, looks, counts] = [
      wire.opened(),
      wire.counts('schema_migration'),
      wire.counts('jobs.runs'),
    ];
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => client.get(n % 2 === 0 ? '/readyz' : '/metrics')),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const most = Math.ceil((performance.now() - began) / 1000);
    assert.ok(looks() <= most && counts() <= most, `${looks()} and ${counts()} for ${most} s`);
    assert.equal(wire.opened(), opened, 'no connection was made for them');
    for (const holder of holders) holder.release();
    await other.close();
    await wire.cut();
  });

  it('GET /readyz and /metrics are limited by address; /healthz is not', async () => {
    const other = await testApi({
      environment: { TRUST_PROXY: '1', METRICS_TOKEN: 'a-token-of-sixteen-or-more' },
    });
    const client = other.stranger();
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    // All of them over one socket, which spares the work of as many calls.
    assert.ok((await pipelined(other.url, 1001, '203.0.113.1')).includes(429));
    const refused = await client.get('/readyz', from('203.0.113.1'));
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) <= 10);
    assert.equal((await client.get('/metrics', from('203.0.113.1'))).status, 429);
    assert.equal((await client.get('/healthz', from('203.0.113.1'))).status, 200);
    assert.equal((await client.get('/readyz', from('203.0.113.2'))).status, 200);
    await other.close();
  });

  it('GET /metrics is for this machine, or with the token; a proxy on this machine is a stranger', async () => {
    const client = world.stranger();
    await client.get('/api/auth/me');
    const { status, text, headers } = await client.get('/metrics');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=/);
    assert.match(
      text,
      /munim_http_request_seconds_count\{method="GET",route="\/api\/auth\/me",status="401"\} 1/,
    );
    assert.match(text, /munim_listener_connected 1/);
    assert.match(text, /munim_deliveries_waiting 0/);
    assert.match(text, /nodejs_eventloop_lag_seconds/);
    const behindProxy = { 'x-forwarded-for': '203.0.113.9' };
    assert.equal((await client.get('/metrics', { headers: behindProxy })).status, 401);
    const wrong = { ...behindProxy, authorization: 'Bearer something-else-entirely' };
    assert.equal((await client.get('/metrics', { headers: wrong })).status, 401);
    const right = { ...behindProxy, authorization: 'Bearer a-token-of-sixteen-or-more' };
    assert.equal((await client.get('/metrics', { headers: right })).status, 200);
  });
});
