import assert from 'node:assert/strict';
import type {
  BaselineView,
  UnpinnedView,
  DossierView,
  ResearchRunView,
  ResearchStateView,
} from '../../core/research/index.ts';
import { startAiResearch } from '../../jobs/ai-research.ts';
import { type ApiClient, type Frame, signedInApi, type TestApi } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON, type Script, script, scriptedResearch } from '../support/scripted-evidence.ts';
import { storeRun } from '../support/published-runs.ts';

const BASE = '/api/portfolio/ai-research';
const RUNS = `${BASE}/runs`;
const KAVERI = { symbol: 'KAVERI', mode: 'CURRENT' };

interface Started {
  run_id: string;
  status: string;
  estimated_cost_usd: number;
}
interface Refusal {
  code: string;
  detail: string;
}

describe('contract/Models and research bodies: AI research over HTTP', function limited(this: Mocha.Suite) {
  this.timeout(120_000);
  const told: Script = script();
  let world: TestApi;
  let client: ApiClient & { userId: string };
  let jobs: { stop(): Promise<void> };
  before(async () => {
    ({ world, client } = await signedInApi({
      clock: heldClock('2026-03-02T06:00:00.000Z'),
      environment: { ...RESEARCH_ON },
      research: scriptedResearch(told),
    }));
    await registerForResearch(world.core);
    // Runs are done in another process than the one that is asked.
    jobs = startAiResearch((await world.neighbour()).core);
  });
  after(async () => {
    await jobs.stop();
    await world.close();
  });

  it('research/Progress envelope: a run is told stage by stage to its person alone, across processes', async () => {
    const live = await client.live();
    const ravi = await world.signedIn('ravi');
    const stranger = await ravi.live();
    const started = await client.post<Started>(RUNS, KAVERI);
    assert.equal(started.status, 202, started.text);
    const { run_id } = started.body;
    assert.deepEqual(started.body, {
      run_id,
      status: 'queued',
      estimated_cost_usd: 0,
      estimated_cost_reason: null,
    });
    const isOurs = (frame: Frame) => frame.type === 'research_progress' && frame['run_id'] === run_id;
    const seen: Frame[] = [];
    for (;;) {
      const frame = await live.next(isOurs);
      seen.push(frame);
      if (frame['stage'] === 'run' && frame['event'] !== 'started') break;
    }
    for (const frame of seen) {
      assert.deepEqual(Object.keys(frame).toSorted(), ['event', 'run_id', 'stage', 'text', 'ts', 'type']);
      assert.match(String(frame['ts']), /^\d{4}-.*Z$/);
    }
    const told_of = (stage: string) =>
      seen.filter((one) => one['stage'] === stage).map((one) => one['event']);
    assert.deepEqual(told_of('ACQUIRE_NSE_FILINGS'), ['started', 'done']);
    assert.deepEqual(told_of('ACQUIRE_YAHOO'), ['started', 'failed']);
    assert.deepEqual(told_of('LEDGER'), ['started', 'done']);
    assert.deepEqual(told_of('run').at(-1), 'done');
    assert.deepEqual(
      stranger.frames.filter(({ type }) => type === 'research_progress'),
      [],
    );
    const dossier = await client.get<DossierView>(`${RUNS}/${run_id}`);
    assert.deepEqual([dossier.status, dossier.body.run.status], [200, 'REVIEW_REQUIRED'], dossier.text);
    assert.deepEqual([dossier.body.packets.length, dossier.body.facts.length], [3, 4]);
    const list = await client.get<{ items: ResearchRunView[]; total: number }>(
      `${RUNS}?status=REVIEW_REQUIRED`,
    );
    assert.deepEqual([list.body.total, list.body.items[0]?.run_id], [1, run_id]);
    for (const path of [`${RUNS}/${run_id}`, `${RUNS}/ai-99999`, `${RUNS}/7`])
      assert.equal((await ravi.get(path)).status, 404);
    const retried = await client.post<Started>(`${RUNS}/${run_id}/retry`);
    assert.equal(retried.status, 202, retried.text);
    const cancelled = await client.post<Refusal>(`${RUNS}/${run_id}/cancel`);
    assert.deepEqual([cancelled.status, cancelled.body.code], [409, 'RUN_FINISHED']);
    for (const one of [live, stranger]) one.close();
  });

  it('the same request under the same key is one run, over both routes', async () => {
    const headers = { 'idempotency-key': 'research-of-monday' };
    const runs = async () => (await client.get<ResearchStateView>(`${BASE}/state`)).body.runs_today;
    const before = await runs();
    const path = `${BASE}/v3/runs`;
    const [first, again] = [
      await client.post<Started>(path, KAVERI, { headers }),
      await client.post<Started>(path, KAVERI, { headers }),
    ];
    assert.deepEqual([first.status, again.status, again.body], [202, 202, first.body]);
    assert.equal(await runs(), before + 1);
    assert.equal((await client.post(RUNS, { ...KAVERI, mode: 'OFFLINE' }, { headers })).status, 409);
  });

  it('research/Endpoints: set-baseline pins, refuses in the words of the specification, and is nobody else’s', async () => {
    const [completed, partial] = [
      await storeRun(world.core, client.userId, { instrument_id: '7' }),
      await storeRun(world.core, client.userId, { instrument_id: '7', status: 'PARTIAL' }),
    ];
    const pinned = await client.post<BaselineView>(`${RUNS}/${completed}/set-baseline`);
    assert.deepEqual([pinned.status, pinned.body.run_id, pinned.body.is_active], [200, completed, true]);
    const refused = await client.post<Refusal>(`${RUNS}/${partial}/set-baseline`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'RUN_NOT_COMPLETED']);
    assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.match(refused.body.detail, /^Run is PARTIAL; only COMPLETED runs can be pinned as a baseline/);
    const { body } = await client.get<DossierView>(`${RUNS}/${completed}`);
    assert.deepEqual(
      body.thesis_baselines.map(({ run_id, is_active, created_at }) => [run_id, is_active, created_at]),
      [[completed, true, pinned.body.created_at]],
    );
    const ravi = await world.signedIn('ravi2');
    for (const path of [`${RUNS}/${completed}/set-baseline`, `${RUNS}/${completed}/clear-baseline`])
      assert.equal((await ravi.post(path)).status, 404);
    const cleared = await client.post<UnpinnedView>(`${RUNS}/${completed}/clear-baseline`);
    assert.deepEqual([cleared.status, cleared.body.is_active, cleared.body.was_active], [200, false, true]);
    const again = await client.post<UnpinnedView>(`${RUNS}/${completed}/clear-baseline`);
    assert.deepEqual(again.body, { ...cleared.body, was_active: false });
    const never = await client.post<Refusal>(`${RUNS}/${partial}/clear-baseline`);
    assert.deepEqual([never.status, never.body.code], [409, 'NOT_A_BASELINE']);
  });

  it('research/Errors: an unknown symbol and what is not eligible are 422 with what to do', async () => {
    for (const [symbol, code] of [
      ['NOSUCH', 'SYMBOL_NOT_RESOLVED'],
      ['DUMMYREL', 'NOT_ELIGIBLE'],
    ] as const) {
      const answer = await client.post<Refusal>(RUNS, { ...KAVERI, symbol });
      assert.deepEqual([answer.status, answer.body.code], [422, code]);
      assert.ok(answer.body.detail.length > 20);
    }
    const { body } = await client.get<string>('/readyz');
    assert.match(body, /^ai research: ok$/m);
  });
});

describe('AI research over HTTP while it is off', function limited(this: Mocha.Suite) {
  this.timeout(120_000);

  it('research/Feature flags: every route but its state is 409 with the setting, and the server is ready', async () => {
    const { world, client } = await signedInApi();
    try {
      for (const [method, path] of [
        ['POST', RUNS],
        ['POST', `${BASE}/v3/runs`],
        ['GET', RUNS],
        ['GET', `${RUNS}/ai-1`],
        ['GET', `${RUNS}/ai-1/facts`],
        ['GET', `${RUNS}/ai-1/packets`],
        ['GET', `${RUNS}/ai-1/pdf`],
        ['GET', `${RUNS}/ai-1/conflicts`],
        ['GET', `${RUNS}/ai-1/unavailable`],
        ['GET', `${RUNS}/ai-1/sources`],
        ['POST', `${RUNS}/ai-1/cancel`],
        ['POST', `${RUNS}/ai-1/retry`],
        ['POST', `${RUNS}/ai-1/set-baseline`],
        ['POST', `${RUNS}/ai-1/clear-baseline`],
      ] as const) {
        const answer = await client.request<Refusal>(
          method,
          path,
          method === 'POST' ? { body: path.endsWith('runs') ? KAVERI : {} } : {},
        );
        assert.deepEqual([answer.status, answer.body.code], [409, 'AI_RESEARCH_OFF'], path);
        assert.match(answer.body.detail, /PORTFOLIO_AI_RESEARCH_ENABLED=1/);
      }
      const state = await client.get<ResearchStateView>(`${BASE}/state`);
      assert.deepEqual([state.status, state.body.is_enabled], [200, false]);
      const ready = await client.get<string>('/readyz');
      assert.equal(ready.status, 200);
      assert.match(
        ready.body,
        /^ai research: AI research is switched off\. Set PORTFOLIO_AI_RESEARCH_ENABLED=1/m,
      );
    } finally {
      await world.close();
    }
  });
});
