import assert from 'node:assert/strict';
import { ROUTES } from '../../api/routes/index.ts';
import { tokenRule } from '../../api/token-access.ts';
import { type Answer, ApiClient, type TestApi, testApi, UpgradeRefused } from '../support/api-client.ts';

/**
 * What no token may ever call, whatever its access: who gets in, credentials, chats (which act for the person), answers to
 * plans, and whatever trades with money or loosens its limits. A route that belongs here and says nothing fails.
 */
const NEVER: readonly RegExp[] = [
  /^\w+ \/api\/tokens/,
  /^\w+ \/api\/(?:people|household|sample)/,
  /^(?!GET \/api\/auth\/me$)\w+ \/api\/auth\//,
  /^\w+ \/api\/options\/ingest\/tokens/,
  /^(?!GET )\w+ \/api\/notifications\/browsers/,
  /^\w+ \/api\/chat\/(?:messages|callbacks|attachments|links|link-codes)/,
  /^(?!GET )\w+ \/api\/policies\/(?!:pid\/snapshot$)/,
  /^(?!GET )\w+ \/api\/(?:go-live|envelope|events|broker)/,
  /^(?!GET )\w+ \/api\/options\//,
  /^(?!GET )\w+ \/api\/portfolio\/ai-providers\//,
  /^(?!GET )\w+ \/api\/portfolio\/connections(?!\/:id\/(?:sync|portfolio|trade-names)$)/,
  /(?:token|login|logout|otp|credential|secret|password|approve|reject|settle$|approval-limit|resume|go-live|promote$)/,
];
/** Reads whose address alone sounds like something else. */
const READS = new Set([
  'GET /api/policies/trading/approval-limit',
  'GET /api/go-live/status',
  'GET /api/go-live/history',
  'GET /api/go-live/:strategy/confidence',
]);

/** What a token with full access changes: books, plans of one's own, research and preferences. */
const FULL: readonly RegExp[] = [
  /^\w+ \/api\/portfolio\/(?:v2\/)?portfolios/,
  /^\w+ \/api\/portfolio\/(?:holdings|transactions|corporate-actions|broker-changes|openings|market-data|data-quality)/,
  /^\w+ \/api\/portfolio\/(?:csv|income|goals|sip-plans|liabilities|watchlist|alerts|reports)/,
  /^POST \/api\/portfolio\/connections\/:id\/(?:sync|portfolio|trade-names)$/,
  /^\w+ \/api\/portfolio\/ai-research\//,
  /^\w+ \/api\/research\/runs/,
  /^POST \/api\/policies(?:\/:pid\/snapshot)?$/,
  /^\w+ \/api\/ai\//,
  /^PATCH \/api\/journal\/:tag\/notes$/,
  /^\w+ \/api\/notifications\//,
  /^PUT \/api\/(?:parts|chat\/settings)$/,
];

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('API tokens over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  let reading: Made;
  let full: Made;
  before(async () => {
    world = await testApi();
    owner = await world.signedIn();
    reading = await make('reads', 'read_only');
    full = await make('changes', 'full');
  });
  after(() => world.close());

  interface Made {
    id: string;
    token: string;
  }
  async function make(name: string, access: string): Promise<Made> {
    const { status, body, text } = await owner.post<Made & Record<string, unknown>>('/api/tokens', {
      name,
      access,
    });
    assert.equal(status, 201, text);
    return body;
  }
  /** A program: no cookie, no Origin. */
  const ask = async (
    token: string,
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const { body, headers } = options;
    const answer = await fetch(world.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = text !== '' && /json/.test(answer.headers.get('content-type') ?? '');
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
    };
  };
  const codeOf = ({ status, body }: Answer) => [status, body['code']];

  it('a token is told once, and the list is without it', async () => {
    const { body, text } = await owner.get<{ items: Record<string, unknown>[] }>('/api/tokens');
    assert.deepEqual(
      body.items.map(({ name, access }) => [name, access]),
      [
        ['reads', 'read_only'],
        ['changes', 'full'],
      ],
    );
    assert.doesNotMatch(text, /mnm_|hash/);
  });

  it('every token reads; one with full access changes, without an Origin', async () => {
    for (const { token } of [reading, full]) {
      const me = await ask(token, 'GET', '/api/auth/me');
      assert.deepEqual([me.status, (me.body['user'] as { login: string }).login], [200, 'owner']);
      assert.equal((await ask(token, 'HEAD', '/api/portfolio/holdings')).status, 200);
      assert.deepEqual(me.headers.getSetCookie(), []);
    }
    const body = { name: 'By a script' };
    const refused = await ask(reading.token, 'POST', '/api/portfolio/portfolios', { body });
    assert.deepEqual(codeOf(refused), [403, 'TOKEN_READ_ONLY']);
    assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.match(String(refused.body['detail']), /full access/);
    const made = await ask(full.token, 'POST', '/api/portfolio/portfolios', { body });
    assert.equal(made.status, 201, made.text);
    const { rows } = await world.core.database.systemPool.query(
      `select actor from evidence.events where kind = 'PORTFOLIO_CREATED' order by id desc limit 1`,
    );
    assert.deepEqual(rows, [{ actor: 'token:owner' }]);
  });

  it('a repeated request of a token is the same person’s', async () => {
    const headers = { 'idempotency-key': '0123456789abcdef-token' };
    const body = { name: 'Once' };
    const first = await ask(full.token, 'POST', '/api/portfolio/portfolios', { body, headers });
    const again = await owner.post('/api/portfolio/portfolios', body, { headers });
    assert.deepEqual([first.status, again.status], [201, 201]);
    assert.deepEqual(again.body, first.body);
  });

  it('a wrong and a revoked token are the same 401', async () => {
    const doomed = await make('doomed', 'full');
    assert.equal((await ask(doomed.token, 'GET', '/api/auth/me')).status, 200);
    assert.equal((await owner.delete(`/api/tokens/${doomed.id}`)).status, 204);
    const revoked = await ask(doomed.token, 'GET', '/api/auth/me');
    const wrong = await ask(`mnm_${'x'.repeat(43)}`, 'GET', '/api/auth/me');
    const nonsense = await ask('nonsense', 'GET', '/api/auth/me');
    assert.deepEqual(codeOf(revoked), [401, 'INVALID_TOKEN']);
    assert.equal(revoked.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
    assert.deepEqual(wrong.body, revoked.body);
    assert.deepEqual(nonsense.body, revoked.body);
    assert.deepEqual(codeOf(await ask(doomed.token, 'GET', '/api/nothing')), [401, 'INVALID_TOKEN']);
    assert.deepEqual(codeOf(await ask('nonsense', 'GET', '/api/nothing')), [401, 'INVALID_TOKEN']);
  });

  it('beside a cookie the token alone counts', async () => {
    const asha = await world.signedIn('asha');
    const cookie = { cookie: asha.cookie ?? '' };
    const me = await ask(full.token, 'GET', '/api/auth/me', { headers: cookie });
    assert.equal((me.body['user'] as { login: string }).login, 'owner');
    const change = { body: { name: 'Beside a cookie' }, headers: cookie };
    assert.equal((await ask(full.token, 'POST', '/api/portfolio/portfolios', change)).status, 201);
    const wrong = await ask(`mnm_${'x'.repeat(43)}`, 'GET', '/api/auth/me', { headers: cookie });
    assert.deepEqual(codeOf(wrong), [401, 'INVALID_TOKEN']);
    // a token of another kind, such as a proxy adds, takes nothing from the cookie
    const foreign = await asha.get('/api/auth/me', { headers: { authorization: 'Bearer eyJhbGciOi' } });
    assert.equal(foreign.status, 200);
  });

  it('a change from another site is refused with a token too', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const answer = await ask(full.token, 'POST', '/api/portfolio/portfolios', {
      body: { name: 'x' },
      headers,
    });
    assert.deepEqual(codeOf(answer), [403, 'CROSS_SITE']);
  });

  it('the live socket takes the cookie only', async () => {
    const stranger = world.stranger();
    await assert.rejects(
      stranger.live({ headers: { authorization: `Bearer ${full.token}` } }),
      (error: unknown) => error instanceof UpgradeRefused && error.status === 401,
    );
  });

  it('every route that no token may call refuses one with full access, before anything else is looked at', async () => {
    for (const declared of ROUTES.filter((one) => tokenRule(one) === 'never')) {
      const path = declared.path.replaceAll(/:\w+/g, '1');
      const answer = await ask(full.token, declared.method, path);
      assert.deepEqual(codeOf(answer), [403, 'TOKEN_NOT_ALLOWED'], nameOf(declared));
    }
  });

  it('every change refuses a read-only token', async () => {
    for (const declared of ROUTES.filter((one) => tokenRule(one) === 'full')) {
      const path = declared.path.replaceAll(/:\w+/g, '1');
      const answer = await ask(reading.token, declared.method, path);
      assert.deepEqual(codeOf(answer), [403, 'TOKEN_READ_ONLY'], nameOf(declared));
    }
  });

  it('each route is decided on: no token may call what is dangerous, and a change is named here', () => {
    for (const declared of ROUTES) {
      const name = nameOf(declared);
      const rule = tokenRule(declared);
      const isDangerous = NEVER.some((one) => one.test(name)) && !READS.has(name);
      if (isDangerous) assert.equal(rule, 'never', `${name} must say tokens: 'never'`);
      else if (rule === 'full')
        assert.ok(
          FULL.some((one) => one.test(name)),
          `decide whether a token may call ${name}: tokens: 'never', or a line in FULL`,
        );
    }
    const paths = ROUTES.map(nameOf);
    for (const rule of [...NEVER.slice(0, -1), ...FULL])
      assert.ok(
        paths.some((one) => rule.test(one)),
        `${rule.source} names no route any more`,
      );
  });

  it('an ingest token opens what it opened, and nothing else', async () => {
    const { body } = await owner.post<{ token: string }>('/api/options/ingest/tokens', { label: 'trader' });
    const sent = { body: { records: [] } };
    assert.equal((await ask(body.token, 'POST', '/api/options/ingest', sent)).status, 200);
    assert.deepEqual(codeOf(await ask(body.token, 'GET', '/api/auth/me')), [401, 'INVALID_TOKEN']);
    assert.deepEqual(codeOf(await ask(full.token, 'POST', '/api/options/ingest', sent)), [
      403,
      'TOKEN_NOT_ALLOWED',
    ]);
    assert.equal((await ask(reading.token, 'GET', '/api/options/permission?strategy=STRANGLE')).status, 200);
  });

  it('requests of a token are counted apart from those of its person', async () => {
    const other = await testApi({ requestsPerMinute: 20 });
    const client = await other.signedIn();
    const { body } = await client.post<{ token: string }>('/api/tokens', {
      name: 'wild',
      access: 'read_only',
    });
    const headers = { authorization: `Bearer ${body.token}` };
    const stranger = other.stranger();
    for (let times = 0; times < 20; times += 1) await stranger.get('/api/auth/me', { headers });
    assert.equal((await stranger.get('/api/auth/me', { headers })).status, 429);
    assert.equal((await client.get('/api/auth/me')).status, 200);
    await other.close();
  });

  it('what a script changes shows the token as its source in the activity', async () => {
    const body = { name: 'Of a script' };
    assert.equal((await ask(full.token, 'POST', '/api/portfolio/portfolios', { body })).status, 201);
    const activity = await owner.get<{ items: { title: string; source: string }[] }>(
      '/api/portfolio/reports/activity?type=edit',
    );
    const titles = activity.body.items.map(({ title, source }) => `${title} (${source})`);
    assert.ok(titles.includes('Portfolio Of a script added (token)'), titles.join('; '));
    assert.ok(titles.includes('API token changes created (api)'), titles.join('; '));
    assert.ok(titles.includes('API token doomed revoked (api)'), titles.join('; '));
  });
});
