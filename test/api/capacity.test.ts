import assert from 'node:assert/strict';
import type { CapacityView } from '../../core/capacity/index.ts';
import { heldClock } from '../support/core.ts';
import { type TestApi, testApi } from '../support/api-client.ts';

describe('capacity over HTTP', () => {
  const clock = heldClock('2026-03-10T06:00:00.000Z');
  let world: TestApi;
  before(async () => (world = await testApi({ clock })));
  after(() => world.close());

  const read = async () => {
    const { status, body, text } = await (
      await world.signedIn('owner')
    ).get<CapacityView>('/api/server/capacity');
    assert.equal(status, 200, text);
    return body;
  };

  it('the owner reads the last runs, estimated rows, and growth since the first record', async () => {
    const pool = world.core.database.systemPool;
    await pool.query(
      `insert into jobs.watched (job, since, considered_until) values ('hourly_portfolio_snapshot', now(), now())`,
    );
    // An old run, a failed run, and one of 1.5 s for 30 people.
    await pool.query(
      `insert into jobs.runs (job, due_at, state, next_attempt_at, started_at, finished_at, reason)
       select 'hourly_portfolio_snapshot', at, state, at, at, at + took, reason from (values
         (timestamptz '2026-03-01 05:00Z', 'DONE', interval '9 s', '1 recorded'),
         ('2026-03-10 04:00Z', 'FAILED', '8 s', 'failed'),
         ('2026-03-10 05:00Z', 'DONE', '1.5 s', '30 recorded')) as r (at, state, took, reason)`,
    );
    const before = await read();
    const hourly = before.limits.find(({ name }) => name === 'hourly_portfolio_snapshot');
    // One person today, at 50 ms.
    assert.deepEqual(
      [hourly?.used, hourly?.people_fit, hourly?.measured_at],
      [50, null, '2026-03-10T05:00:01.500Z'],
    );
    assert.deepEqual([before.people, before.database.bytes_a_day], [1, null]);
    assert.ok(before.database.bytes > 1e6);
    assert.equal(before.counts.find(({ label }) => label === 'Transactions')?.rows, null);

    assert.equal((await world.core.capacity.record()) > 0, true);
    assert.equal(await world.core.capacity.record(), 0, 'a repeat changes nothing');
    clock.pass(2 * 24 * 60);
    await pool.query('analyze portfolio.transactions');
    const after = await read();
    assert.equal(after.database.days, 2);
    assert.equal(after.counts.find(({ label }) => label === 'Transactions')?.rows, 0);
  });

  it('other people get 403 with any rights, and the advice to ask the owner', async () => {
    const other = await world.signedIn('ravi');
    const refused = await other.get<{ code: string }>('/api/server/capacity');
    assert.deepEqual([refused.status, refused.body.code], [403, 'OWNER_ONLY']);
    assert.equal((await world.stranger().get('/api/server/capacity')).status, 401);
  });

  it('the restricted role reads neither runs nor sizes', async () => {
    const { userId } = await world.signedIn('ravi');
    for (const table of ['runs', 'table_sizes'])
      await assert.rejects(
        world.core.database.readAsUser(userId, async (db) => await db.raw(`select * from jobs.${table}`)),
        /permission denied/,
      );
  });
});
