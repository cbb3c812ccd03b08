import assert from 'node:assert/strict';
import type { TurnPage } from '../../core/assistant/index.ts';
import type { UsageSummaryView } from '../../core/llm/index.ts';
import { type ModelServer, startModelServer, type Turn } from '../support/model-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

/** In the middle of an Indian day, and long after the deadline of an answer and of a reservation. */
const ASKED = new Date('2026-06-15T05:00:00.000Z');
const LATER = new Date('2026-06-15T06:10:00.000Z');
const HISTORY = '/api/ai/chat/history';
const USAGE = '/api/portfolio/llm-usage/summary';

/** Throws where nobody catches it, each time it is asked to: in an event, and in a promise. */
const FAULTS_ON_DEMAND = `process.on('SIGUSR2', () => {
  Promise.reject(new Error('planted in a promise'));
  throw new Error('planted in an event ' + ['sk', 'planted-key-0001'].join('-'));
});`;
const withFaults = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(FAULTS_ON_DEMAND)}` };

/** Events of a stream that no server should send, each of which a stream has to survive. */
const ODD: readonly Turn[] = [
  { kind: 'raw', status: 999, body: 'Request denied', type: 'text/plain' },
  { kind: 'raw', status: 204, body: '' },
  ...[
    'data: null\n\n',
    'data: [1]\n\ndata: {"choices":"none"}\n\n',
    'data: {"choices":[{"delta":7}]}\n\ndata: [DONE]\n\ndata: {"choices":[]}\n\n',
    'data: {"choices":[{"delta":{"content":"Half"}}]}\n\ndata: {"cho',
    'data: {"choices":[{"delta":{"content":"Half"},"finish_reason":""}]}\n\ndata: [DONE]\n\n',
    'data: {"choices":[{"delta":{"content":"Bad"},"error":{"code":502,"message":"upstream"},"finish_reason":"stop"}]}\n\n',
  ].map((body): Turn => ({ kind: 'raw', status: 200, type: 'text/event-stream', body })),
  {
    kind: 'raw',
    status: 200,
    type: 'text/event-stream',
    body: 'not packed at all',
    headers: { 'content-encoding': 'gzip' },
  },
];

describe('a process whose models answer oddly, or that is killed in the middle of an answer', function () {
  this.timeout(600_000);
  let given: TestDatabase;
  let family: MunimFamily;
  let models: ModelServer;
  let serving: MunimProcess;
  let owner: ApiClient;
  before(async () => {
    given = await testDatabase();
    models = await startModelServer();
    family = await MunimFamily.open({
      DATABASE_URL: given.url,
      DATABASE_APP_URL: given.appUrl,
      LLM_PROVIDER_DEFAULT: 'provider_a',
      LLM_PROVIDERA_BASE_URL: models.baseUrl,
    });
  });
  after(async () => {
    await family.close();
    await models.close();
    await given.drop();
  });

  it('decisions/Cost cap: the history says that it was interrupted, the call counts, and the next question is answered', async () => {
    const munim = await family.start(['api'], { clock: ASKED });
    const client = await munim.signedIn();
    models.script({
      kind: 'answer',
      pieces: ['Your ', 'portfolio ', 'is '],
      breaks: { after: 2, by: 'stall' },
    });
    const stream = await fetch(`${munim.url}/api/ai/ask/stream`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: munim.url, Cookie: client.cookie ?? '' },
      body: JSON.stringify({ question: 'How am I doing?' }),
    });
    const reader = stream.body?.getReader() ?? assert.fail();
    let told = '';
    while (!told.includes('event: token')) {
      const { value, done } = await reader.read();
      assert.ok(!done, told);
      told += new TextDecoder().decode(value);
    }
    await munim.kill();
    await reader.read().catch(() => undefined);

    serving = await family.start(['api'], { clock: LATER, settings: withFaults });
    owner = await serving.signedIn();
    const { items } = (await owner.get<TurnPage>(HISTORY)).body;
    assert.deepEqual(
      items.map(({ question, state, answer, usage }) => [question, state, answer, usage]),
      [['How am I doing?', 'INTERRUPTED', null, null]],
    );
    const counted = (await owner.get<UsageSummaryView>(USAGE)).body;
    assert.deepEqual([counted.items, counted.today.unsettled_calls], [[], 1]);

    models.script({ kind: 'answer', text: 'You have no records yet.' });
    const answered = await owner.post<{ answer: string }>('/api/ai/ask', { question: 'And now?' });
    assert.deepEqual([answered.status, answered.body.answer], [200, 'You have no records yet.']);
    const turns = (await owner.get<TurnPage>(HISTORY)).body.items;
    assert.deepEqual(
      turns.map(({ state }) => state),
      ['ANSWERED', 'INTERRUPTED'],
    );
    // What the killed call took is not known, and not 0.
    const settled = (await owner.get<UsageSummaryView>(USAGE)).body;
    assert.equal(settled.today.unsettled_calls, 0);
    assert.deepEqual(
      settled.items.map(({ calls, usage_unknown_calls }) => [calls, usage_unknown_calls]),
      [[2, 1]],
    );
  });

  it('an odd event of a model’s stream fails that question alone, with an error that says so', async () => {
    // With another key it is another account: one that failed three times is left alone for a while.
    const withKey = async (key: string) =>
      await owner.put('/api/portfolio/ai-providers/settings', { api_keys: { provider_a: key } });
    for (const [nr, turn] of ODD.entries()) {
      assert.equal((await withKey(`key-number-${nr}`)).status, 200);
      // It is asked again after what may pass by itself.
      models.always(turn);
      const told = await owner.request('POST', '/api/ai/ask/stream', { body: { question: 'And now?' } });
      assert.match(told.text, /event: error\ndata: .*"code":"AI_/, `${JSON.stringify(turn)}: ${told.text}`);
      assert.doesNotMatch(told.text, /event: done/);
    }
    await withKey('key-number-last');
    models.always({ kind: 'answer', text: 'You have no records yet.' });
    const answered = await owner.post<{ answer: string }>('/api/ai/ask', { question: 'And now?' });
    assert.deepEqual([answered.status, answered.body.answer], [200, 'You have no records yet.']);
    assert.ok(serving.isRunning, serving.errors);
  });

  it('an error that nobody catches is logged without its secret and counted, and the process serves on', async () => {
    const counted = async () =>
      /munim_unexpected_errors\{in="process"\} (\d+)/.exec((await owner.get('/metrics')).text)?.[1];
    assert.equal(await counted(), '0');
    serving.signal('SIGUSR2');
    await eventually('both faults in the metrics', async () => ((await counted()) === '2' ? true : null));
    // Its output may arrive after its answer.
    for (const said of [/planted in a promise/, /planted in an event \[key\]/])
      await eventually(`${said.source} in its log`, () => said.exec(serving.errors));
    assert.doesNotMatch(serving.errors, /sk-planted/);
    assert.equal((await owner.get(HISTORY)).status, 200);
    const { code } = await serving.stop();
    assert.equal(code, 0);
  });

  it('a command that does one thing fails with code 1 at the same error', async () => {
    const fault = "setTimeout(() => { throw new Error('planted'); }, 0);";
    const { code, errors } = await family.run(['help'], {
      settings: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fault)}` },
    });
    assert.equal(code, 1);
    assert.match(errors, /planted/);
  });
});
