import assert from 'node:assert/strict';
import { createSample } from '../../core/sample/index.ts';
import type { MeView } from '../../core/identity/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { digest, ownedTables } from './tenancy-world.ts';

describe('API: a made-up household that comes and goes', () => {
  let world: TestApi;
  let asha: ApiClient & { userId: string };
  let ravi: ApiClient & { userId: string };
  before(async () => {
    world = await testApi();
    await world.signedIn('owner');
    asha = await world.signedIn('asha');
    ravi = await world.signedIn('ravi');
  });
  after(() => world.close());

  const pool = () => world.core.database.systemPool;
  const show = (client = asha) => client.request('POST', '/api/sample');
  const remove = () => asha.request('DELETE', '/api/sample');
  const me = async (client = asha) => (await client.get<MeView>('/api/auth/me')).body;
  const holdings = async (client = asha) =>
    (await client.get<{ items: unknown[] }>('/api/portfolio/holdings?page_size=200')).body.items;
  const samples = async () =>
    (await pool().query<{ id: string }>('select id from identity.users where sample_of is not null')).rows;
  /** Rows of each table, whomever they belong to. */
  const rowsOfTables = async () => {
    const { rows } = await pool().query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const counts = rows.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`);
    return (await pool().query(`${counts.join(' union all ')} order by name`)).rows as unknown[];
  };

  afterEach(() => remove());

  it('is one and the same after a second press, and after presses at once in two processes', async () => {
    const neighbour = await world.neighbour();
    const other = Object.assign(neighbour.stranger(), { cookie: asha.cookie, userId: asha.userId });
    const presses = await Promise.all([show(), show(other), show()]);
    assert.deepEqual(
      presses.map(({ status }) => status),
      [204, 204, 204],
    );
    const made = await samples();
    assert.equal(made.length, 1);
    assert.equal((await show()).status, 204);
    assert.deepEqual(await samples(), made);
    assert.deepEqual((await holdings(other)).length, 13);
    assert.equal((await remove()).status, 204);
    // The other process hears of it.
    for (let at = 0; (await me(other)).shows_sample; at += 1) assert.ok(at < 500);
    assert.deepEqual(await holdings(other), []);
  });

  it('is never shown in part, and a press after a failure makes all of it', async () => {
    const { core } = world;
    const failing = createSample(core, {
      ...core,
      samples: core.identity.samples,
      parts: core.identity.parts,
      fundHoldings: core.reports.fundHoldings,
      income: { recompute: () => Promise.reject(new Error('the process ends here')) },
      forget: core.options.forget,
    });
    await assert.rejects(failing.show(asha.userId), /the process ends here/);
    assert.equal((await samples()).length, 1);
    assert.equal((await me()).shows_sample, false);
    assert.deepEqual(await holdings(), []);
    assert.equal((await show()).status, 204);
    assert.equal((await samples()).length, 1);
    assert.equal((await holdings()).length, 13);
  });

  it('is deleted by the daily clean-up when it was never finished', async () => {
    await world.core.identity.samples.begin(asha.userId, 'Sample');
    await world.core.identity.prune();
    assert.equal((await samples()).length, 1, 'it may still be in the making');
    await pool().query(
      `update identity.users set created_at = created_at - interval '2 days' where sample_of is not null`,
    );
    await world.core.identity.prune();
    assert.deepEqual(await samples(), []);
  });

  it('leaves no row in any table, and other people’s rows do not change', async () => {
    await ravi.post('/api/portfolio/transactions', {
      portfolio: 'Own',
      symbol: 'TCS',
      date: '2024-01-05',
      type: 'BUY',
      quantity: 1,
      price: 100,
      currency: 'INR',
    });
    const tables = await ownedTables(pool());
    const ofBoth = async () => [
      await digest(pool(), tables, asha.userId),
      await digest(pool(), tables, ravi.userId),
    ];
    const before = { people: await ofBoth(), rows: await rowsOfTables() };
    await show();
    await asha.post('/api/chat/messages', { text: '/holdings' });
    assert.deepEqual(await ofBoth(), before.people);
    assert.equal((await remove()).status, 204);
    assert.deepEqual({ people: await ofBoth(), rows: await rowsOfTables() }, before);
    assert.equal((await remove()).status, 204, 'a second removal changes nothing');
  });

  it('goes with its person', async () => {
    const dev = await world.signedIn('dev');
    await show(dev);
    const owner = (await world.core.identity.users.ensureOwner()).id;
    await world.core.identity.people.remove(owner, dev.userId, 'dev', { actor: 'api:owner' });
    assert.deepEqual(await samples(), []);
    assert.equal((await dev.get('/api/auth/me')).status, 401);
  });

  it('is shown to open windows, which connect again', async () => {
    const live = await asha.live();
    await show();
    assert.equal((await live.closed).code, 1012);
    const again = await asha.live();
    await remove();
    assert.equal((await again.closed).code, 1012);
  });
});
