import assert from 'node:assert/strict';
import type { TurnPage } from '../../core/assistant/index.ts';
import type { UsageSummaryView } from '../../core/llm/index.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

/** In the middle of an Indian day, and long after the deadline of an answer and of a reservation. */
const ASKED = new Date('2026-06-15T05:00:00.000Z');
const LATER = new Date('2026-06-15T06:10:00.000Z');
const HISTORY = '/api/ai/chat/history';
const USAGE = '/api/portfolio/llm-usage/summary';

describe('kill -9 in the middle of an answer', function () {
  this.timeout(600_000);
  let given: TestDatabase;
  let family: MunimFamily;
  let models: ModelServer;
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

    const again = await family.start(['api'], { clock: LATER });
    const owner = await again.signedIn();
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
});
