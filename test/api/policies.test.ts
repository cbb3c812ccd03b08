import assert from 'node:assert/strict';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';
import { policyBody, policyRows, seedDay, seedRun } from '../support/policies.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import { market } from '../support/market.ts';

const POLICIES = '/api/policies';

interface Body {
  code: string;
  id: string;
  status: string;
  total: number;
  replay: boolean;
  policy: { id: string; next_cycle_date: string };
  errors: { field: string }[];
  items: { symbol: string; close: number; unrealized_gain: number; live_priced: boolean | null }[];
}

describe('policies over HTTP', () => {
  const yahoo = new YahooServer();
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => {
    await yahoo.start();
    ({ world, client } = await signedInApi({ environment: { YAHOO_BASE_URL: yahoo.url } }));
  });
  after(async () => {
    await world.close();
    await yahoo.close();
  });
  const ask = async (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
    await client.request<Body>(method, at, { ...(body === undefined ? {} : { body }), headers });

  it('portfolio/Live policies: made, read, paused, resumed, retired and deleted', async () => {
    const made = await ask('POST', POLICIES, policyBody());
    assert.equal(made.status, 201, made.text);
    const at = `${POLICIES}/${made.body.id}`;
    assert.equal((await ask('GET', at)).body.status, 'ACTIVE');
    assert.equal((await ask('GET', POLICIES)).body.total, 1);
    assert.equal((await ask('POST', `${at}/pause`)).body.status, 'PAUSED');
    assert.equal((await ask('POST', `${at}/resume`)).body.status, 'ACTIVE');
    assert.equal((await ask('POST', `${at}/retire`)).body.status, 'RETIRED');
    const refused = await ask('POST', `${at}/resume`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'POLICY_RETIRED']);
    for (const part of [
      'equity',
      'holdings',
      'trades',
      'signals',
      'cycles',
      'orders',
      'universe-events',
      'tracking',
    ])
      assert.equal((await ask('GET', `${at}/${part}`)).status, 200, part);
    for (const part of ['pending-approvals', 'broker-connections'])
      assert.equal((await ask('GET', `${POLICIES}/${part}`)).status, 200, part);
    for (const wrong of [
      'equity?mode=paper',
      'equity?page=1',
      'holdings?date=2026-02-30',
      'holdings?live=perhaps',
      'trades?page=0',
      'trades?page_size=201',
      'signals?date=yesterday',
      'orders?state=SENT',
    ])
      assert.equal((await ask('GET', `${at}/${wrong}`)).status, 422, wrong);
    assert.equal((await ask('DELETE', at)).status, 204);
    assert.equal((await ask('GET', at)).body.code, 'POLICY_NOT_FOUND');
    assert.equal((await ask('GET', `${POLICIES}/abc`)).body.code, 'POLICY_NOT_FOUND');
  });

  it('portfolio/Errors: source_run_id on create is refused by its code before anything else that is wrong', async () => {
    for (const body of [
      { source_run_id: '12' },
      { ...policyBody(), source_run_id: null, nonsense: 1, config: [] },
    ]) {
      const answer = await ask('POST', POLICIES, body);
      assert.deepEqual([answer.status, answer.body.code], [422, 'SOURCE_RUN_REQUIRES_PROMOTION_ENDPOINT']);
    }
    const shape = await ask('POST', POLICIES, { nonsense: 1 });
    assert.deepEqual([shape.status, shape.body.code], [422, 'VALIDATION_ERROR']);
  });

  it('portfolio/Policy rules 9: 201 for the first, 200 with replay=true for the same again, and the next cycle is told', async () => {
    const run = await seedRun(world.core, client.userId);
    const at = `/api/research/runs/${run}/promote-to-paper`;
    const key = { 'Idempotency-Key': 'a key of 20 letters.' };
    const first = await ask('POST', at, { tag_code: 'OVERHTTP', name: 'Promoted' }, key);
    assert.deepEqual([first.status, first.body.replay], [201, false], first.text);
    assert.match(first.body.policy.next_cycle_date, /^\d{4}-\d\d-\d\d$/);
    const second = await ask('POST', at, { name: 'Promoted', tag_code: 'OVERHTTP' }, key);
    assert.deepEqual([second.status, second.body.replay], [200, true]);
    assert.equal(second.body.policy.id, first.body.policy.id);
    const other = await ask('POST', at, { tag_code: 'OVERHTTP', name: 'Another' }, key);
    assert.deepEqual([other.status, other.body.code], [409, 'IDEMPOTENCY_CONFLICT']);
    const linked = await ask('GET', `/api/research/runs/${run}/promotions`);
    assert.equal(linked.body.items.length, 1);
    const deleted = await ask('DELETE', `/api/research/runs/${run}`);
    assert.deepEqual([deleted.status, deleted.body.code], [409, 'RUN_PROMOTED']);
  });

  it('portfolio/Endpoints, promote-to-paper: the Idempotency-Key is needed, of 16 to 128 printable characters', async () => {
    const run = await seedRun(world.core, client.userId);
    const at = `/api/research/runs/${run}/promote-to-paper`;
    const body = { tag_code: 'KEYSKEYS', name: 'Promoted' };
    const before = await policyRows(world.core, client.userId);
    for (const headers of [
      {},
      { 'Idempotency-Key': 'k'.repeat(15) },
      { 'Idempotency-Key': 'k'.repeat(129) },
      { 'Idempotency-Key': `${'k'.repeat(20)}é` },
    ]) {
      const answer = await ask('POST', at, body, headers as Record<string, string>);
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.errors[0]?.field],
        [422, 'VALIDATION_ERROR', 'Idempotency-Key'],
      );
    }
    assert.deepEqual(await policyRows(world.core, client.userId), before);
    for (const [nr, key] of ['k'.repeat(16), 'k'.repeat(128)].entries()) {
      const answer = await ask(
        'POST',
        at,
        { ...body, tag_code: `KEYSKEY${nr}`, confirm_additional_policy: true },
        { 'Idempotency-Key': key },
      );
      assert.equal(answer.status, 201, answer.text);
    }
    const unknown = await ask('POST', '/api/research/runs/99999/promote-to-paper', body, {
      'Idempotency-Key': 'k'.repeat(16),
    });
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'RUN_NOT_FOUND']);
  });

  it('portfolio/Live policies, GET holdings live=true: quotes come from where all prices come from', async () => {
    const ids = await market().share('LIVEONE').share('LIVETWO').write(world.core);
    const { body } = await ask('POST', POLICIES, policyBody({ tag_code: 'LIVEMARK' }));
    const held = (symbol: string) => ({
      instrument_id: ids.get(symbol) ?? '',
      symbol,
      quantity: 4,
      cost: 380,
      close: 100,
    });
    await seedDay(
      world.core,
      { userId: client.userId, policyId: body.id },
      { day: '2026-03-02', held: [held('LIVEONE'), held('LIVETWO')] },
    );
    yahoo.listings.set('LIVEONE.NS', { price: 110.5, closes: [110.5] });
    const now = await ask('GET', `${POLICIES}/${body.id}/holdings?live=true`);
    assert.equal(now.status, 200, now.text);
    assert.deepEqual(
      now.body.items.map((row) => [row.symbol, row.close, row.unrealized_gain, row.live_priced]),
      [
        ['LIVEONE', 110.5, 62, true],
        ['LIVETWO', 100, 20, false],
      ],
    );
    const then = await ask('GET', `${POLICIES}/${body.id}/holdings?live=true&date=2026-03-02`);
    assert.deepEqual(
      then.body.items.map((row) => [row.close, row.live_priced]),
      [
        [100, null],
        [100, null],
      ],
    );
  });
});
