import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { EVENING, filledBy, readyForLive } from '../support/go-live-world.ts';

interface Changed {
  mode: string;
  was: string;
  changed: boolean;
  code?: string;
  detail?: string;
}

describe('going live over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  before(async () => {
    world = await testApi({ clock: { now: () => new Date(EVENING) } });
    owner = await world.signedIn('owner');
    await readyForLive(filledBy(world.core, owner.userId), { strategy: 'put & call' });
  });
  after(() => world.close());

  const AT = `/api/go-live/${encodeURIComponent('put & call')}`;
  const step = async (action: string, body: object, key?: string) =>
    await owner.request<Changed>('POST', `${AT}/${action}`, {
      body,
      ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
    });

  it('portfolio/Option endpoints: status and the gate of a strategy', async () => {
    const { body } = await owner.get<{ strategies: Record<string, unknown>[] }>('/api/go-live/status');
    assert.deepEqual(body.strategies, [
      {
        strategy: 'put & call',
        mode: 'DRY_RUN',
        since: null,
        changed_by: null,
        next_mode: 'SHADOW',
        may_promote: true,
        gate: { passed: 1, of: 1, is_passed: true, missing: [] },
      },
    ]);
    const gate = await owner.get<{ live: { criteria: { code: string; words: string }[] } }>(
      `${AT}/confidence`,
    );
    assert.equal(gate.status, 200);
    assert.equal(gate.body.live.criteria.length, 9);
    assert.equal((await owner.get('/api/go-live/nobody/confidence')).status, 404);
  });

  it('portfolio/Go-live state machine: a step is taken once under its key, and once without', async () => {
    const key = randomUUID();
    const first = await step('promote', { from: 'DRY_RUN' }, key);
    assert.deepEqual([first.status, first.body.mode, first.body.changed], [200, 'SHADOW', true]);
    const again = await step('promote', { from: 'DRY_RUN' }, key);
    assert.deepEqual(again.body, first.body);
    const repeated = await step('promote', { from: 'DRY_RUN' });
    assert.deepEqual([repeated.body.mode, repeated.body.changed], ['SHADOW', false]);
    const { body } = await owner.get<{ total: number; items: { from: string; to: string; of: number }[] }>(
      '/api/go-live/history',
    );
    assert.deepEqual(
      [body.total, body.items[0]?.from, body.items[0]?.to, body.items[0]?.of],
      [1, 'DRY_RUN', 'SHADOW', 10],
    );
  });

  it('what was seen is not what is: 409; a body without it: 422', async () => {
    const live = await step('promote', { from: 'SHADOW', reason: 'as planned' });
    assert.equal(live.body.mode, 'LIVE');
    const stale = await step('shadow', { from: 'DRY_RUN' });
    assert.deepEqual([stale.status, stale.body.code], [409, 'MODE_CHANGED']);
    const up = await step('promote', { from: 'LIVE' });
    assert.deepEqual([up.status, up.body.code], [409, 'ALREADY_LIVE']);
    assert.equal((await step('promote', {})).status, 422);
    assert.equal((await step('promote', { from: 'SHADOW', mode: 'LIVE' })).status, 422);
    assert.equal((await step('shadow', { from: 'LIVE' })).body.mode, 'SHADOW');
    assert.equal((await step('revert', {})).body.mode, 'DRY_RUN');
    assert.deepEqual((await step('revert', {})).body.changed, false);
  });

  it('a gate that is not passed is told in words', async () => {
    await filledBy(world.core, owner.userId).take({
      id: 'lonely',
      kind: 'signal',
      at: '2026-03-09T05:00:00Z',
      mode: 'DRY_RUN',
      strategy: 'new',
      outcome: 'SEEN',
    });
    const { status, body } = await owner.post<Changed>('/api/go-live/new/promote', { from: 'DRY_RUN' });
    assert.deepEqual([status, body.code], [409, 'GATE_NOT_PASSED']);
    assert.match(
      body.detail ?? '',
      /new cannot go to shadow yet\. Signals and closed trades reported: 1; at least 10/,
    );
  });

  it('portfolio/Option endpoints: market views answer, empty as well, and refuse what they do not know', async () => {
    for (const part of ['data-quality', 'calibration', 'performance', 'promotion-report']) {
      assert.equal((await owner.get(`/api/ai-market/${part}?underlying=NIFTY&model=x`)).status, 200, part);
      assert.equal((await owner.get(`/api/ai-market/${part}?colour=red`)).status, 422, part);
    }
  });
});
