import assert from 'node:assert/strict';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { says, scriptedLlm, type Step } from '../support/scripted-chain.ts';

interface Told {
  event: string;
  data: Record<string, unknown>;
}

describe('the assistant over HTTP', () => {
  let llm = scriptedLlm();
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => {
    world = await testApi({ llm: { chainFor: (owner, feature) => llm.chainFor(owner, feature) } });
    client = await world.signedIn('owner');
    const trade = await client.post('/api/portfolio/transactions', {
      portfolio: 'Main',
      symbol: 'TCS',
      date: '2026-02-02',
      type: 'BUY',
      quantity: 10,
      price: 3000,
      currency: 'INR',
      asset_class: 'Indian Equity',
    });
    assert.equal(trade.status, 201, trade.text);
  });
  after(() => world.close());
  const script = (...steps: Step[]) => (llm = scriptedLlm(...steps));
  const ask = async (body: unknown) => await client.post('/api/ai/ask', body);
  const history = async () =>
    (
      await client.get<{ items: { state: string; answer: string | null }[]; total: number }>(
        '/api/ai/chat/history',
      )
    ).body;

  /** Asks for a stream and hears what comes. */
  function stream(body: unknown): {
    request: ClientRequest;
    status: Promise<number>;
    pieces: string[];
    ended: Promise<Told[]>;
  } {
    const pieces: string[] = [];
    const text = JSON.stringify(body);
    const request = httpRequest(`${world.url}/api/ai/ask/stream`, {
      method: 'POST',
      headers: { origin: world.url, cookie: client.cookie ?? '', 'content-type': 'application/json' },
    });
    const answered = new Promise<import('node:http').IncomingMessage>((resolve) =>
      request.on('response', resolve),
    );
    request.on('error', () => undefined);
    request.end(text);
    const ended = answered.then(
      async (answer) =>
        await new Promise<Told[]>((resolve) => {
          answer.setEncoding('utf8');
          answer.on('data', (piece: string) => pieces.push(piece));
          answer.on('error', () => resolve([]));
          answer.on('end', () =>
            resolve(
              [...pieces.join('').matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(
                ([, event = '', data = '']) => ({
                  event,
                  data: JSON.parse(data) as Record<string, unknown>,
                }),
              ),
            ),
          );
        }),
    );
    return { request, status: answered.then(({ statusCode }) => statusCode ?? 0), pieces, ended };
  }

  it('contract/Models and research bodies: an answer has its sources, suggestions, unverified figures and usage', async () => {
    script(says('You paid ₹30,000, and expect 99% [holdings].\nSUGGEST: /risk'));
    const { status, body, text } = await ask({ question: 'What did I pay for TCS?', page: '/holdings' });
    assert.equal(status, 200, text);
    assert.deepEqual(Object.keys(body).toSorted(), [
      'answer',
      'degraded',
      'sources',
      'suggestions',
      'unverified',
      'usage',
    ]);
    assert.deepEqual(
      [body['answer'], body['sources'], body['suggestions'], body['unverified']],
      [
        'You paid ₹30,000, and expect 99%.',
        [{ title: 'Holdings', href: '/holdings', command: '/holding' }],
        ['/risk'],
        ['99%'],
      ],
    );
  });

  it('research/Endpoints, /api/ai/ask/stream: tokens as they come, then the whole answer', async () => {
    script(says('You paid ', '₹30,000', ' [holdings].'));
    const told = await stream({ question: 'What did I pay for TCS?' }).ended;
    assert.deepEqual(
      told.map(({ event }) => event),
      ['token', 'token', 'token', 'done'],
    );
    assert.equal(
      told
        .slice(0, -1)
        .map(({ data }) => data['text'])
        .join(''),
      'You paid ₹30,000.',
    );
    assert.equal(told.at(-1)?.data['answer'], 'You paid ₹30,000.');
  });

  it('research/Endpoints, /api/ai/ask/stream: a chain that cannot stream sends one batch answer', async () => {
    script(says('Fine.'));
    llm.canStream = false;
    const told = await stream({ question: 'Hello?' }).ended;
    assert.deepEqual(
      told.map(({ event }) => event),
      ['done'],
    );
  });

  it('a failure in mid-stream is an error frame in the words of a problem', async () => {
    script({ fails: 'STALLED', pieces: ['You '], message: 'provider_a: it stopped.' });
    const told = await stream({ question: 'Hello?' }).ended;
    assert.deepEqual(
      told.map(({ event, data }) => [event, data['code'] ?? null]),
      [
        ['token', null],
        ['error', 'AI_UNAVAILABLE'],
      ].slice(told.length === 1 ? 1 : 0),
    );
    assert.match(String(told.at(-1)?.data['detail']), /it stopped/);
  });

  it('a client that goes away cancels the call, and the turn is interrupted', async () => {
    script({ hangs: true, pieces: ['You paid money '] });
    const { request, ended } = stream({ question: 'Is anybody there?' });
    await llm.hanging();
    request.destroy();
    await ended;
    const isInterrupted = async () => (await history()).items[0]?.state === 'INTERRUPTED';
    while (!(await isInterrupted())) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(llm.asked[0]?.signal?.aborted, true);
    assert.equal((await history()).items[0]?.answer, null);
  });

  it('with nothing set up each route says what to do, and nothing else breaks', async () => {
    script(says('never'));
    llm.isSetUp = false;
    for (const [method, path, body] of [
      ['POST', '/api/ai/ask', { question: 'Hello?' }],
      ['POST', '/api/ai/ask/stream', { question: 'Hello?' }],
      ['GET', '/api/research/analytics/ai-insight', undefined],
      ['POST', '/api/ai/refresh', {}],
    ] as const) {
      const answer = await client.request(method, path, body === undefined ? {} : { body });
      assert.deepEqual([answer.status, answer.body['code']], [409, 'AI_NOT_CONFIGURED'], path);
      assert.match(answer.text, /Settings/);
    }
    assert.equal((await client.get('/api/portfolio/dashboard')).status, 200);
    assert.equal((await client.get('/api/ai/chat/history')).status, 200);
  });

  it('a question of a megabyte is refused with words; one that is too long names its limit', async () => {
    script(says('never'));
    const huge = await ask({ question: 'x'.repeat(1_000_000) });
    assert.equal(huge.status, 413);
    assert.ok(String(huge.body['detail']).length > 20);
    const long = await ask({ question: 'x'.repeat(3000) });
    assert.equal(long.status, 422);
    assert.match(long.text, /at most 2000 characters/);
    for (const page of ['javascript:alert(1)', 'https://evil.example', '/risk?x=1'])
      assert.equal((await ask({ question: 'Hello?', page })).status, 422, page);
    assert.equal(llm.asked.length, 0);
  });

  it('research/Endpoints, /api/ai/chat/history: pages, newest first, erased on request', async () => {
    script(says('Fine.'));
    await ask({ question: 'The newest?' });
    const page = await client.get<{ items: { question: string }[] }>('/api/ai/chat/history?page_size=1');
    assert.deepEqual(
      page.body.items.map(({ question }) => question),
      ['The newest?'],
    );
    assert.equal((await client.delete('/api/ai/chat/history')).status, 204);
    assert.equal((await history()).total, 0);
    const activity = await client.get('/api/portfolio/reports/activity');
    assert.match(activity.text, /Assistant history erased/);
  });

  it('research/Authentication 1: nobody without a session', async () => {
    assert.equal((await world.stranger().post('/api/ai/ask', { question: 'Hello?' })).status, 401);
    assert.equal((await world.stranger().get('/api/ai/chat/history')).status, 401);
  });
});
