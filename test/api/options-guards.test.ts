import assert from 'node:assert/strict';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { margin, mismatch, openTrade } from '../support/guards-world.ts';
import { closedTrade } from '../support/options-world.ts';

const NOW = '2026-06-15T06:00:00.000Z';
interface Answer {
  code?: string;
  state?: string;
  mode?: string;
  may_enter?: boolean;
  max_daily_loss?: number;
  items?: { tag: string; unrealised_net: number | null; reasons: object }[];
  strategies?: object[];
  detail?: string;
}

describe('options guards over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  let trader: ApiClient;
  let token: string;
  before(async () => {
    world = await testApi({ clock: { now: () => new Date(NOW) } });
    owner = await world.signedIn('owner');
    trader = world.stranger();
    ({ token } = await world.core.options.tokens.create(owner.userId, 'my trader'));
  });
  after(() => world.close());

  const permission = async (query: string, bearer = token) =>
    await trader.request<Answer>('GET', `/api/options/permission${query}`, {
      headers: { Authorization: `Bearer ${bearer}` },
    });
  const take = async (...records: object[]) => {
    const { rejected } = await world.core.options.ingest(owner.userId, records);
    assert.deepEqual(rejected, []);
  };

  it('contract/Options bodies: a process asks with its token, a person with a session, and nobody else', async () => {
    const { status, body } = await permission('?strategy=iron_condor');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['strategy', 'mode', 'may_enter', 'reasons', 'limits']);
    assert.deepEqual([body.mode, body.may_enter], ['DRY_RUN', true]);
    assert.equal((await owner.get('/api/options/permission?strategy=iron_condor')).status, 200);
    assert.equal((await permission('?strategy=iron_condor', 'munim_ingest_wrong')).status, 401);
    assert.equal((await trader.get('/api/options/permission?strategy=iron_condor')).status, 401);
    for (const query of [
      '',
      '?strategy=',
      '?strategy=a&broker=a/b',
      '?strategy=a&underlying=nifty',
      '?strategy=a&x=1',
    ])
      assert.equal((await permission(query)).status, 422, query);
  });

  it('portfolio/Go-live state machine: no setting ends a dry run, and every other limit is checked', async () => {
    const put = async (body: object) => await owner.request<Answer>('PUT', '/api/options/settings', { body });
    for (const body of [
      { dry_run: false },
      { mode: 'LIVE' },
      { strategies: [{ strategy: 'iron_condor', dry_run: false }], max_daily_loss: 5_000 },
      { strategies: [{ strategy: 'iron_condor', mode: 'SHADOW' }] },
    ]) {
      const { status, body: answer } = await put(body);
      assert.deepEqual([status, answer.code], [409, 'MODE_NOT_A_SETTING'], JSON.stringify(body));
      assert.match(answer.detail ?? '', /\/promote/);
    }
    const before = await owner.get<Answer>('/api/options/settings');
    assert.deepEqual([before.body.max_daily_loss, before.body.strategies], [10_000, []]);
    for (const body of [
      { max_daily_loss: 0 },
      { max_daily_loss: 0.001 },
      { max_daily_loss: 1e12 },
      { max_daily_loss: '5' },
      { throttle_at_pct: 101 },
      { max_margin_use_pct: 72.5 },
      { scale_in_cooldown_minutes: -1 },
      { colour: 'red' },
    ])
      assert.equal((await put(body)).status, 422, JSON.stringify(body));
    const { status, body } = await put({
      max_daily_loss: 7_500.5,
      dry_run: true,
      strategies: [{ strategy: 'iron_condor', mode: 'DRY_RUN', dry_run: true }],
    });
    assert.deepEqual([status, body.max_daily_loss], [200, 7_500.5]);
    // what is live is not taken back by a setting either
    await world.core.options.store.change(owner.userId, async (workspace) => {
      await workspace.insert('go_live', [{ strategy: 'x', mode: 'LIVE', since: NOW, changed_by: 'test' }]);
    });
    for (const back of [{ dry_run: true }, { strategies: [{ strategy: 'x', dry_run: true }] }])
      assert.equal((await put(back)).body.code, 'MODE_NOT_A_SETTING');
    assert.equal((await put({ strategies: [{ strategy: 'x', mode: 'LIVE', dry_run: false }] })).status, 200);
  });

  it('decisions/Options workspace: a halt is told and ended, once', async () => {
    await take(margin(0, 1_000_000, { at: NOW }), closedTrade('lost', NOW, { exit: 300 }));
    const { body } = await owner.get<Answer>('/api/envelope/state');
    assert.equal(body.state, 'HALTED');
    const resume = async (words: object) => await owner.post<Answer>('/api/envelope/resume', words);
    assert.equal((await resume({ reason: '' })).status, 422);
    assert.equal((await resume({ reason: 'looked at it' })).body.state, 'OPEN');
    const again = await resume({});
    assert.deepEqual([again.status, again.body.code], [409, 'ENVELOPE_NOT_HALTED']);
  });

  it('decisions/Options workspace: a mismatch is listed and confirmed; ids may have a slash', async () => {
    const found = mismatch({ id: 'recon/kite:1', at: NOW });
    await take(found);
    const list = await owner.get<{ items: { id: string; is_open: boolean }[] }>(
      '/api/options/reconciliation?status=open',
    );
    assert.deepEqual(
      list.body.items.map(({ id, is_open }) => [id, is_open]),
      [[found.id, true]],
    );
    const confirm = async () =>
      await owner.post<Answer>(`/api/options/reconciliation/${encodeURIComponent(found.id)}/confirm`, {
        note: 'closed by hand',
      });
    assert.equal((await confirm()).status, 200);
    assert.deepEqual((await confirm()).body.code, 'RECONCILIATION_CONFIRMED');
  });

  it('portfolio/Go-live state machine: open trades with their states, and why a figure is not known', async () => {
    await take(
      openTrade('dry', { mode: 'DRY_RUN', at: NOW }),
      openTrade('unknown', { last: null, max_loss: null, at: NOW }),
      // (100 − 90) × 75 − 20
      openTrade('gains', { last: 90, estimated_exit_costs: 20, state: 'PROFIT_LOCK', at: NOW }),
      openTrade('gone', { state: 'CLOSED', at: NOW }),
    );
    const { body } = await owner.get<Answer>('/api/options/positions');
    assert.deepEqual(
      body.items?.map(({ tag, unrealised_net, reasons }) => [
        tag,
        unrealised_net,
        Object.keys(reasons).length,
      ]),
      [
        ['gains', 730, 1],
        ['unknown', null, 4],
        ['dry', 0, 1],
      ],
    );
    const live = await owner.get<Answer>('/api/options/positions?mode=DRY_RUN&page_size=1');
    assert.equal(live.body.items?.[0]?.tag, 'dry');
  });
});
