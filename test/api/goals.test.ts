import assert from 'node:assert/strict';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';

const GOALS = '/api/portfolio/goals';
const SIPS = '/api/portfolio/sip-plans';

interface Goal {
  id: string;
  name: string;
  code: string;
  items: { label: string; percentage: number }[];
  progress: { state: string; planned_monthly: number; fan: unknown[] };
  links: { label: string }[];
  total: number;
}

describe('goals and SIP plans over HTTP', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => {
    world = await testApi();
    client = await world.signedIn('owner');
  });
  after(() => world.close());
  const ask = async (method: string, at: string, body?: unknown) =>
    await client.request<Goal>(method, at, body === undefined ? {} : { body });

  it('portfolio/Endpoints, goals: made, linked, read with its progress, changed, deleted', async () => {
    const plan = await ask('POST', SIPS, {
      name: 'Fund',
      amount: 1000,
      frequency: 'monthly',
      start_date: '2020-01-05',
    });
    assert.equal(plan.status, 201, plan.text);
    const made = await ask('POST', GOALS, {
      name: 'House',
      type: 'CORPUS',
      target_corpus: 5_000_000,
      target_date: '2060-01-01',
      inflation_pct: 5,
      expected_return_pct: 10,
    });
    assert.equal(made.status, 201, made.text);
    const at = `${GOALS}/${made.body.id}`;
    const link = await ask('POST', `${at}/links`, {
      link_type: 'SIP',
      link_id: plan.body.id,
      percentage: 75,
    });
    assert.equal(link.status, 201, link.text);
    const read = await ask('GET', at);
    assert.equal(read.status, 200, read.text);
    assert.equal(read.body.progress.planned_monthly, 750);
    assert.ok(read.body.progress.fan.length > 2);
    assert.deepEqual(
      read.body.links.map(({ label }) => label),
      ['Fund'],
    );
    assert.equal((await ask('GET', `${at}/links`)).body.items[0]?.percentage, 75);
    assert.equal((await ask('GET', GOALS)).body.total, 1);
    assert.equal((await ask('PUT', at, { name: 'Home' })).body.name, 'Home');
    assert.equal((await ask('GET', `/api/portfolio/reports/goals/${made.body.id}/history`)).body.total, 0);
    assert.equal((await ask('DELETE', `${at}/links/${link.body.id}`)).status, 204);
    assert.equal((await ask('DELETE', at)).status, 204);
    assert.equal((await ask('GET', at)).status, 404);
  });

  it('portfolio/Errors: a link over 100 % is 409, a missing target 404, a wrong body 422 with its fields', async () => {
    const body = { type: 'INCOME', target_monthly_income: 100 };
    const [one, other] = [
      await ask('POST', GOALS, { name: 'A', ...body }),
      await ask('POST', GOALS, { name: 'B', ...body }),
    ];
    const plan = await ask('POST', SIPS, {
      name: 'Shared',
      amount: 1,
      frequency: 'quarterly',
      start_date: '2030-01-05',
    });
    const link = { link_type: 'SIP', link_id: plan.body.id };
    assert.equal(
      (await ask('POST', `${GOALS}/${one.body.id}/links`, { ...link, percentage: 60 })).status,
      201,
    );
    const over = await ask('POST', `${GOALS}/${other.body.id}/links`, { ...link, percentage: 41 });
    assert.deepEqual([over.status, over.body.code], [409, 'GOAL_LINK_EXCEEDED']);
    const missing = await ask('POST', `${GOALS}/${one.body.id}/links`, {
      link_type: 'HOLDING',
      link_id: '99999',
      percentage: 1,
    });
    assert.deepEqual([missing.status, missing.body.code], [404, 'HOLDING_NOT_FOUND']);
    const wrong = await ask('POST', SIPS, {
      name: 'x',
      amount: -1,
      frequency: 'weekly',
      start_date: 'soon',
      extra: 1,
    });
    assert.deepEqual([wrong.status, wrong.body.code], [422, 'VALIDATION_ERROR']);
    const again = await ask('POST', GOALS, { name: 'a', ...body });
    assert.deepEqual([again.status, again.body.code], [409, 'GOAL_EXISTS']);
  });
});
