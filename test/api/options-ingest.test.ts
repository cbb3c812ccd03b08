import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { closedTrade } from '../support/options-world.ts';

const AT = '/api/options/ingest';
interface Ingested {
  accepted: number;
  duplicates: number;
  rejected: { id: string | null; code: string; message: string }[];
}

describe('options ingest over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  let trader: ApiClient;
  let token: string;
  before(async () => {
    world = await testApi({ clock: { now: () => new Date('2026-06-15T10:00:00.000Z') } });
    owner = await world.signedIn('owner');
    trader = world.stranger();
    const made = await owner.post<{ token: string }>(`${AT}/tokens`, { label: 'my trader' });
    assert.equal(made.status, 201, made.text);
    ({ token } = made.body);
  });
  after(() => world.close());

  const send = async (records: unknown[], bearer = token) =>
    await trader.request<Ingested>('POST', AT, {
      body: { records },
      headers: { Authorization: `Bearer ${bearer}` },
    });

  it('contract/Options bodies: a process reports with its token, and what it reports is measured', async () => {
    const answer = await send([
      closedTrade('over-http', '2026-06-15T05:00:00Z'),
      { id: 'x', kind: 'nothing' },
    ]);
    assert.equal(answer.status, 200, answer.text);
    const { accepted, duplicates, rejected } = answer.body;
    assert.deepEqual(
      [accepted, duplicates, rejected.map(({ id, code }) => [id, code])],
      [1, 0, [['x', 'UNKNOWN_KIND']]],
    );
    const { body } = await owner.get<{ realised: { net: number } }>('/api/options/v2/performance?mode=LIVE');
    assert.equal(body.realised.net, 700);
  });

  it('a session reports as well', async () => {
    const { status, body } = await owner.post<Ingested>(AT, {
      records: [closedTrade('by-session', '2026-06-15T05:00:00Z', { mode: 'SHADOW' })],
    });
    assert.deepEqual([status, body.accepted], [200, 1]);
  });

  it('a token opens nothing else', async () => {
    for (const path of ['/api/portfolio/portfolios', '/api/options/v2/performance?mode=LIVE', `${AT}/tokens`])
      assert.equal(
        (await trader.request('GET', path, { headers: { Authorization: `Bearer ${token}` } })).status,
        401,
        path,
      );
  });

  it('a token that is unknown, of another form or revoked is refused, and nothing is taken', async () => {
    for (const bearer of ['munim_ingest_unknown', 'nonsense', `${token}x`]) {
      const { status, body } = await send([], bearer);
      assert.deepEqual([status, (body as unknown as { code: string }).code], [401, 'INGEST_TOKEN_UNKNOWN']);
    }
    assert.equal((await trader.post(AT, { records: [] })).status, 401);
    const made = await owner.post<{ token: string; id: string }>(`${AT}/tokens`, { label: 'short-lived' });
    assert.equal((await send([], made.body.token)).status, 200);
    assert.equal((await owner.request('DELETE', `${AT}/tokens/${made.body.id}`)).status, 204);
    assert.equal((await send([], made.body.token)).status, 401);
    assert.equal((await owner.request('DELETE', `${AT}/tokens/${made.body.id}`)).status, 404);
  });

  it('the list of tokens has nothing of them that opens anything', async () => {
    const { text, body } = await owner.get<{ tokens: { label: string; last4: string }[] }>(`${AT}/tokens`);
    assert.deepEqual(
      body.tokens.map(({ label, last4 }) => [label, last4]),
      [['my trader', token.slice(-4)]],
    );
    assert.ok(!text.includes(token.slice(0, -4)));
  });

  it('contract/Options bodies: the published schema takes its own examples, and refuses what is not in it', async () => {
    const { body } = await trader.request<{ kinds: { kind: string; schema: object; example: object }[] }>(
      'GET',
      `${AT}/schema`,
      { headers: { Authorization: `Bearer ${token}` } },
    );
    assert.equal(body.kinds.length, 12);
    for (const { kind, schema, example } of body.kinds) {
      const validate = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(schema);
      assert.ok(validate(example), `${kind}: ${JSON.stringify(validate.errors)}`);
      assert.ok(!validate({ ...example, colour: 'red' }), kind);
      assert.ok(!validate({ kind }), kind);
    }
    const answer = await send(body.kinds.map(({ example }) => example));
    assert.deepEqual([answer.body.accepted, answer.body.rejected], [12, []]);
  });

  it('portfolio/Option performance v2: exactly one mode, else 422', async () => {
    for (const query of ['', '?mode=ALL', '?mode=LIVE&mode=SHADOW', '?mode=live'])
      assert.equal((await owner.get(`/api/options/v2/performance${query}`)).status, 422, query);
  });

  it('portfolio/Versioning 1: the summary before names its successor', async () => {
    const { status, headers, body } = await owner.get<{ sharpe: null }>('/api/options/performance');
    assert.equal(status, 200);
    assert.match(headers.get('Deprecation') ?? '', /^@\d+$/);
    assert.equal(headers.get('Link'), '</api/options/v2/performance>; rel="successor-version"');
    assert.equal(body.sharpe, null);
  });

  it('a batch that is too long or too large is refused as a whole, and nothing of it is taken', async () => {
    const many = await send(Array.from({ length: 5_001 }, () => ({})));
    assert.equal(many.status, 422);
    const large = await send([{ id: 'large', kind: 'signal', detail: 'x'.repeat(9 * 1024 * 1024) }]);
    assert.equal(large.status, 413);
  });
});
