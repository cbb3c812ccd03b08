import assert from 'node:assert/strict';
import type { Page } from '../../core/platform/index.ts';
import type { PlanView } from '../../core/policies/index.ts';
import { csvRecords } from '../../core/platform/index.ts';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';
import { policyBody, seedCycle, seedLive, seedTrading } from '../support/policies.ts';

/** A plan of which only the log knows. */
const LOGGED = '777';
/** More than one piece of the file. */
const STEPS = 1_203;

describe('plans and the order log over HTTP', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  let policyId: string;
  let plan: string;
  let order: string;
  before(async () => {
    ({ world, client } = await signedInApi());
    const made = await client.post<{ id: string }>('/api/policies', policyBody({ name: '=cmd|calc' }));
    policyId = made.body.id;
    const connectionId = await seedLive(world.core, client.userId, policyId);
    ({ plan, order } = await seedTrading(world.core, { userId: client.userId, policyId, connectionId }));
  });
  after(() => world.close());

  const sql = async (text: string, values: unknown[] = []) =>
    await world.core.database.systemPool.query(text, values);
  const plans = async (query: string) => {
    const { status, body } = await client.get<Page<PlanView>>(`/api/policies/plans${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.items.map(({ plan_id }) => plan_id);
  };

  it('open plans are those that wait, are under way, or have an order that only a person can settle', async () => {
    const ended = { day: '2026-03-03', planState: 'PARTIAL', orders: [] };
    const orders = [{ symbol: 'INFY', side: 'BUY', quantity: 0, reference: 1, fill: null } as const];
    const books = { userId: client.userId, policyId, mode: 'LIVE' } as const;
    const cycle = await seedCycle(world.core, books, { ...ended, orders });
    const { rows } = await sql('select id::text from policy.policy_order_plans where cycle_id = $1', [cycle]);
    const over = (rows[0] as { id: string }).id;
    assert.deepEqual(await plans(''), [over, plan]);
    assert.deepEqual(await plans('?open=true'), [plan]);
    assert.deepEqual(await plans('?open=false'), [over]);
    await sql(`update policy.policy_orders set state = 'ABSENT' where plan_id = $1`, [over]);
    assert.deepEqual(await plans('?open=true'), [over, plan]);
    await sql(
      `update policy.policy_orders set settlement = 'MARKED_ABSENT', settled_at = now(), settled_by = 'owner' where plan_id = $1`,
      [over],
    );
    assert.deepEqual(await plans('?open=true'), [plan]);
    assert.deepEqual(await plans(`?policy_id=${policyId}`), [over, plan]);
    assert.deepEqual(await plans('?policy_id=999'), []);
    assert.deepEqual(await plans('?policy_id=nobody'), []);
    assert.equal((await client.get('/api/policies/plans?open=perhaps')).status, 422);
  });

  it('a look and a rehearsal are answered with the plan, and say what cannot be read; both only while it waits', async () => {
    const path = `/api/policies/plans/${plan}`;
    const looked = await client.post<PlanView>(`${path}/look`);
    assert.equal(looked.status, 200, looked.text);
    assert.equal(looked.body.look?.funds, null);
    assert.match(looked.body.look?.words.join(' ') ?? '', /The account’s money could not be read: /);
    assert.equal(looked.body.look?.differences, 1);
    const rehearsed = await client.post<PlanView>(`${path}/rehearse`);
    assert.equal(rehearsed.status, 200, rehearsed.text);
    assert.match(rehearsed.body.rehearsal?.words[0] ?? '', /^Rehearsed on .+, without an answer: /);
    const { body } = await client.get<PlanView>(path);
    assert.deepEqual([body.look, body.rehearsal], [looked.body.look, rehearsed.body.rehearsal]);
    for (const what of ['look', 'rehearse'])
      assert.equal((await client.post(`/api/policies/plans/999999/${what}`)).status, 404);
    await sql(`update policy.policy_order_plans set state = 'REJECTED' where id = $1`, [plan]);
    const after = await client.post(`${path}/rehearse`);
    assert.deepEqual([after.status, after.body['code']], [409, 'PLAN_DECIDED']);
    assert.equal((await client.post<PlanView>(`${path}/look`)).body.look, null);
    await sql(`update policy.policy_order_plans set state = 'PENDING_APPROVAL' where id = $1`, [plan]);
  });

  it('the record comes as a file: every step once, the newest first, and no text that a spreadsheet would run', async () => {
    await sql(
      `insert into policy.policy_order_events (owner_user_id, policy_id, plan_id, order_id, at, event, from_state, to_state,
         actor, via, evidence)
       select $1, $2, $3, $4, $5::timestamptz + nr * interval '1 s', 'fill', 'PLACED', 'FILLED', '@owner', 'SYSTEM',
         jsonb_build_object('nr', nr, 'text', 'a "quoted", text')
       from generate_series(1, ${STEPS}) nr`,
      [client.userId, policyId, LOGGED, order, '2026-03-02T10:00:00.250Z'],
    );
    const { status, text, headers } = await client.get<string>(
      `/api/policies/order-events.csv?plan_id=${LOGGED}`,
    );
    assert.equal(status, 200, text.slice(0, 500));
    assert.match(headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
    assert.match(headers.get('content-disposition') ?? '', /filename="munim-orders-\d{4}-\d{2}-\d{2}\.csv"/);
    const [head, ...rows] = csvRecords(text).filter((row) => row.length > 1);
    const cell = (row: string[] | undefined, name: string) => row?.[head?.indexOf(name) ?? -1];
    assert.equal(head?.[0], 'event_id');
    assert.equal(rows.length, STEPS);
    const ids = rows.map((row) => Number(cell(row, 'event_id')));
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((one, other) => other - one),
    );
    const [row] = rows;
    assert.deepEqual(
      ['at', 'policy', 'actor', 'symbol', 'quantity', 'from_state', 'to_state', 'plan_id'].map((name) =>
        cell(row, name),
      ),
      ['2026-03-02T10:20:03.250Z', "'=cmd|calc", "'@owner", 'TCS', '1', 'PLACED', 'FILLED', LOGGED],
    );
    assert.deepEqual(JSON.parse(cell(row, 'evidence') ?? ''), { nr: STEPS, text: 'a "quoted", text' });
    // the one of another plan is in the file of all
    const all = csvRecords((await client.get<string>('/api/policies/order-events.csv')).text);
    assert.equal(all.filter((one) => one.length > 1).length, STEPS + 2);
    const none = csvRecords((await client.get<string>('/api/policies/order-events.csv?plan_id=999')).text);
    assert.equal(none.filter((one) => one.length > 1).length, 1);
    assert.equal((await client.get('/api/policies/order-events.csv?page=1')).status, 422);
  });
});
