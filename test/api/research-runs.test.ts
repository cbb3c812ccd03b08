import assert from 'node:assert/strict';
import { startResearchRuns } from '../../jobs/research-runs.ts';
import { type ApiClient, type Frame, signedInApi, type TestApi } from '../support/api-client.ts';
import { backtest, walkingMarket } from '../support/backtests.ts';
import { heldClock } from '../support/core.ts';

const BASE = '/api/research/runs';

interface Run {
  run_id: string;
  status: string;
}

describe('contract/Strategy runs: backtests over HTTP', function limited(this: Mocha.Suite) {
  this.timeout(120_000);
  let world: TestApi;
  let client: ApiClient & { userId: string };
  let neighbour: TestApi;
  let jobs: { stop(): Promise<void> };
  before(async () => {
    ({ world, client } = await signedInApi({ clock: heldClock('2026-03-02T06:00:00.000Z') }));
    await walkingMarket().write(world.core);
    // Backtests are done in another process than the one that is asked.
    neighbour = await world.neighbour();
    jobs = startResearchRuns(neighbour.core);
  });
  after(async () => {
    await jobs.stop();
    await world.close();
  });

  it('one is asked for, told about over the live socket while it runs, and read in all its parts', async () => {
    const live = await client.live();
    const stranger = await (await world.signedIn('ravi')).live();
    const started = await client.post<Run>(BASE, backtest({ name: 'First' }));
    assert.equal(started.status, 202, started.text);
    const { run_id } = started.body;
    assert.deepEqual(started.body, { run_id, status: 'QUEUED' });
    const ofRun = (status: string) => (frame: Frame) =>
      frame.type === 'research_progress' && frame['run_id'] === run_id && frame['status'] === status;
    const seen: Frame[] = [];
    for (const status of ['QUEUED', 'RUNNING', 'COMPLETED']) seen.push(await live.next(ofRun(status)));
    assert.deepEqual(
      seen.map(({ ts, ...frame }) => (assert.match(String(ts), /Z$/), frame)),
      [
        { type: 'research_progress', run_id, status: 'QUEUED', progress: 0 },
        { type: 'research_progress', run_id, status: 'RUNNING', progress: 0 },
        { type: 'research_progress', run_id, status: 'COMPLETED', progress: 100 },
      ],
    );
    const run = await client.get<Record<string, unknown>>(`${BASE}/${run_id}`);
    assert.deepEqual(
      [run.status, run.body['status'], run.body['name'], run.body['from'], run.body['config']],
      [200, 'COMPLETED', 'First', '2024-01-01', backtest().config],
    );
    assert.deepEqual((await client.get<{ items: Run[]; total: number }>(BASE)).body.total, 1);
    for (const part of [
      'metrics',
      'equity',
      'trades',
      'orders?state=NOT_MADE',
      'holdings?date=2024-05-05',
      'events',
    ]) {
      const answer = await client.get<{ items?: unknown[] }>(`${BASE}/${run_id}/${part}`);
      assert.equal(answer.status, 200, `${part}: ${answer.text.slice(0, 200)}`);
      if (part !== 'metrics') assert.ok((answer.body.items ?? []).length > 0, part);
    }
    const compared = await client.get<{ runs: Run[] }>(`${BASE}/compare?ids=${run_id}`);
    assert.deepEqual([compared.status, compared.body.runs.length], [200, 1]);
    const file = await client.get<string>(`${BASE}/${run_id}/export?section=orders`);
    assert.match(
      file.headers.get('content-disposition') ?? '',
      new RegExp(`munim-backtest-${run_id}-orders\\.csv`),
    );
    assert.match(file.headers.get('content-type') ?? '', /text\/csv/);
    assert.ok(file.text.includes('\r\n2024-01-01,BUY,'));
    assert.deepEqual(
      stranger.frames.filter(({ type }) => type === 'research_progress'),
      [],
    );
    live.close();
    stranger.close();
  });

  it('the same request under the same key starts one backtest', async () => {
    const headers = { 'idempotency-key': 'backtest-of-monday-1' };
    const first = await client.post<Run>(BASE, backtest({ name: 'Once' }), { headers });
    const again = await client.post<Run>(BASE, backtest({ name: 'Once' }), { headers });
    assert.deepEqual([first.status, again.status, again.body], [202, 202, first.body]);
    const other = await client.post(BASE, backtest({ name: 'Other' }), { headers });
    assert.equal(other.status, 409);
  });

  it('what is wrong is refused by its field, and what is not there or not hers by 404', async () => {
    const wrong = await client.post<{ code: string; errors: { field: string }[] }>(
      BASE,
      backtest({}, { universe: 'NIFTY50', leverage: 3 }),
    );
    assert.deepEqual([wrong.status, wrong.body.errors.map(({ field }) => field)], [422, ['config.leverage']]);
    for (const path of [
      '999999',
      'nothing',
      '999999/equity',
      '999999/export?section=equity',
      'compare?ids=999999',
    ]) {
      const answer = await client.get<{ code: string }>(`${BASE}/${path}`);
      assert.deepEqual([answer.status, answer.body.code], [404, 'RUN_NOT_FOUND'], path);
    }
    for (const path of ['compare', 'compare?ids=a', 'compare?ids=1,2,3,4,5,6,7'])
      assert.equal((await client.get(`${BASE}/${path}`)).status, 422, path);
    const { items } = (await client.get<{ items: Run[] }>(BASE)).body;
    const id = items.at(-1)?.run_id ?? '';
    assert.equal((await client.get(`${BASE}/${id}/export?section=secrets`)).status, 422);
    assert.equal((await client.get(`${BASE}/${id}/orders?state=LOST`)).status, 422);
    const cancelled = await client.post<{ code: string }>(`${BASE}/${id}/cancel`);
    assert.deepEqual([cancelled.status, cancelled.body.code], [409, 'RUN_FINISHED']);
    assert.equal((await client.delete(`${BASE}/${id}`)).status, 204);
    assert.equal((await client.get(`${BASE}/${id}`)).status, 404);
  });

  it('the table of strategies tells a form what each takes', async () => {
    const { body } = await client.get<{ items: { strategy: string; params: { name: string }[] }[] }>(
      '/api/research/strategies',
    );
    assert.ok(body.items.length >= 4 && body.items.every(({ params }) => params.length > 0));
  });
});
