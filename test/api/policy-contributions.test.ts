import assert from 'node:assert/strict';
import { addDays, istDate } from '../../core/platform/index.ts';
import type { ContributionsView, ContributionView } from '../../core/policies/index.ts';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';
import { tradesLive } from '../support/contribution-world.ts';
import { policyBody } from '../support/policies.ts';

type Body = ContributionView &
  ContributionsView & { id: string; code: string; schedule_id: string; status: string };

describe('contributions over HTTP', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  let policy: string;
  before(async () => {
    ({ world, client } = await signedInApi());
    const made = await ask('POST', '/api/policies', policyBody());
    policy = `/api/policies/${made.body.id}`;
  });
  after(async () => await world.close());
  const ask = async (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
    await client.request<Body>(method, at, { ...(body === undefined ? {} : { body }), headers });
  const day = (days: number): string => addDays(istDate(world.core.clock.now()), days);
  const schedule = (change: object = {}) => ({
    amount: 5000,
    frequency: 'monthly',
    start_date: day(3),
    ...change,
  });

  it('policies/Contributions: a schedule is added, its instalments listed, deferred, skipped and cancelled', async () => {
    const added = await ask('POST', `${policy}/contributions`, schedule());
    assert.equal(added.status, 201, added.text);
    const listed = (await ask('GET', `${policy}/contributions`)).body;
    assert.deepEqual(
      [
        listed.schedules.length,
        listed.next?.state,
        listed.next?.amount,
        listed.schedules[0]?.upcoming.length,
      ],
      [1, 'SCHEDULED', 5000, 6],
    );
    const at = `/api/policies/contributions/${listed.next?.contribution_id}`;
    assert.equal((await ask('POST', `${at}/defer`, { until: day(9) })).body.due_date, day(9));
    assert.equal((await ask('GET', at)).body.state, 'SCHEDULED');
    const early = await ask('POST', `${at}/apply-funding`);
    assert.deepEqual([early.status, early.body.code], [409, 'POLICY_NOT_STARTED'], early.text);
    // Without a body, as one that needs none.
    assert.equal((await ask('POST', `${at}/skip`)).body.state, 'SKIPPED');
    const again = await ask('POST', `${at}/cancel`);
    assert.deepEqual([again.status, again.body.code], [409, 'CONTRIBUTION_STATE']);
    const ended = await ask('DELETE', `/api/policies/contributions/schedules/${added.body.schedule_id}`);
    assert.deepEqual([ended.status, ended.body.status], [200, 'CANCELLED']);
    assert.equal((await ask('GET', `${policy}/contributions`)).body.next, null);
  });

  it('policies/Contributions: the same request twice adds one schedule, and what is no schedule names its field', async () => {
    const key = { 'Idempotency-Key': 'a-key-of-a-schedule' };
    const first = await ask('POST', `${policy}/contributions`, schedule({ amount: 77 }), key);
    const second = await ask('POST', `${policy}/contributions`, schedule({ amount: 77 }), key);
    assert.deepEqual([second.status, second.body.schedule_id], [first.status, first.body.schedule_id]);
    for (const change of [
      { amount: -1 },
      { amount: 0 },
      { amount: 1e13 },
      { frequency: 'daily' },
      { start_date: day(-1) },
      { start_date: '2026-02-30' },
      { allocation_mode: 'at_once' },
      { state: 'APPLIED' },
    ]) {
      const refused = await ask('POST', `${policy}/contributions`, schedule(change));
      assert.equal(refused.status, 422, JSON.stringify(change));
    }
  });

  it('policies/Contributions: confirmed once under one key, with the operator of the session and never of the body', async () => {
    const made = await ask('POST', '/api/policies', policyBody({ tag_code: 'LIVELIVE' }));
    await tradesLive({ core: world.core, owner: client.userId }, made.body.id, day(0), {
      cash: 1000,
      units: 100,
    });
    await ask('POST', `/api/policies/${made.body.id}/contributions`, schedule({ start_date: day(0) }));
    await world.core.policies.contributions.round(new AbortController().signal);
    const { next } = (await ask('GET', `/api/policies/${made.body.id}/contributions`)).body;
    const at = `/api/policies/contributions/${next?.contribution_id}`;
    const body = { confirmed_amount: 5000, external_reference: 'UTR77' };
    const forged = await ask('POST', `${at}/confirm-funding`, { ...body, operator: 'api:somebody' });
    assert.equal(forged.status, 422);
    const key = { 'Idempotency-Key': 'a-key-of-a-confirmation' };
    const first = await ask('POST', `${at}/confirm-funding`, body, key);
    const second = await ask('POST', `${at}/confirm-funding`, body, key);
    assert.deepEqual([first.status, first.body], [200, second.body], first.text);
    assert.match(first.body.funding?.operator ?? '', /^api:/);
    const other = await ask('POST', `${at}/confirm-funding`, body);
    assert.deepEqual([other.status, other.body.code], [409, 'CONTRIBUTION_STATE']);
    const applied = await ask('POST', `${at}/apply-funding`, undefined, {
      'Idempotency-Key': 'a-key-of-applying',
    });
    assert.deepEqual([applied.status, applied.body.state, applied.body.cash_after], [200, 'APPLIED', 6000]);
    const repeated = await ask('POST', `${at}/apply-funding`, undefined, {
      'Idempotency-Key': 'a-key-of-applying',
    });
    assert.deepEqual([repeated.status, repeated.body.cash_after], [200, 6000], repeated.text);
  });
});
