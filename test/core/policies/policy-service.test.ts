import assert from 'node:assert/strict';
import {
  POLICY_STATUSES,
  POLICY_TRANSITIONS,
  type PolicyEvent,
  type PolicyStatus,
} from '../../../core/policies/states.ts';
import { sharedCore, type TestCore } from '../../support/core.ts';
import {
  seedLive,
  policyBody,
  policyRows,
  seedCycle,
  seedContributions,
  seedEverything,
  seedRun,
} from '../../support/policies.ts';
import { refused } from '../../support/problems.ts';

const BY = { actor: 'api:owner' };

describe('policies on paper', () => {
  const open = sharedCore();
  let world: TestCore;
  beforeEach(async () => {
    world = await open();
  });
  const make = async (change = {}, config = {}, userId = world.owner) =>
    await world.core.policies.create(userId, policyBody(change, config), BY);
  const sql = async (text: string, values: unknown[] = []) =>
    (await world.core.database.systemPool.query<Record<string, unknown>>(text, values)).rows;
  const events = async () =>
    (
      await sql(`select kind, data from evidence.events where owner_user_id = $1 order by id`, [world.owner])
    ).map(({ kind }) => kind);

  it('portfolio/Live policies, POST /api/policies: PAPER and ACTIVE, with books before the first session and the deposit to come', async () => {
    const made = await make({ tag_code: 'momtop20', name: '  Momentum ', mode: 'PAPER' });
    // Monday, 2 March 2026, is a session and the first of its month.
    assert.deepEqual(
      [made.name, made.tag_code, made.mode, made.status, made.starts_on, made.next_cycle_date],
      ['Momentum', 'MOMTOP20', 'PAPER', 'ACTIVE', '2026-03-02', '2026-03-02'],
    );
    assert.equal(made.summary, 'Momentum, 12 months less 1, NIFTY 500, top 20, monthly');
    assert.deepEqual(made.state, {
      mode: 'PAPER',
      date: null,
      units_outstanding: 0,
      nav_gross: 10,
      nav_net_of_costs: 10,
      nav_net_of_tax: 10,
      cash: 0,
      cumulative_costs: 0,
      tax_accrued: 0,
      tax_paid: 0,
    });
    assert.deepEqual(
      [made.latest_equity, made.latest_cycle, made.pending_plans, made.source_run_id],
      [null, null, 0, null],
    );
    assert.deepEqual(
      await sql('select day, kind, amount::float8, mode from policy.policy_cash_flows'),
      (await sql('select $1::date as day', ['2026-03-02'])).map(({ day }) => ({
        day,
        kind: 'DEPOSIT',
        amount: 1_000_000,
        mode: 'PAPER',
      })),
    );
    assert.deepEqual(await events(), ['POLICY_CREATED']);
    assert.deepEqual(await world.core.policies.get(world.owner, made.id), made);
    assert.deepEqual((await world.core.policies.list(world.owner, {})).items, [made]);
  });

  it('a policy made on a holiday starts on the next session', async () => {
    // Saturday
    world.clock.at = new Date('2026-03-07T06:00:00Z');
    const made = await make();
    assert.deepEqual([made.starts_on, made.next_cycle_date], ['2026-03-09', '2026-04-01']);
  });

  it('portfolio/Policy fields, tag_code: one of a kind for a person, whatever the case, and nobody else’s matter', async () => {
    await make();
    await refused(make({ tag_code: 'MomTop20' }), 409, 'TAG_CODE_CONFLICT', /MOMTOP20/);
    await make({}, {}, world.stranger);
    const two = await Promise.allSettled([make({ tag_code: 'SAMETIME' }), make({ tag_code: 'sametime' })]);
    assert.deepEqual(two.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.deepEqual((await policyRows(world.core, world.owner))['policy.policies'], 2);
  });

  it('portfolio/Errors, create: source_run_id is refused by its code, whatever else is wrong', async () => {
    for (const body of [
      { ...policyBody(), source_run_id: '12' },
      { ...policyBody(), source_run_id: null },
      { source_run_id: 7, tag_code: 'x', nonsense: true },
    ])
      await refused(
        world.core.policies.create(world.owner, body, BY),
        422,
        'SOURCE_RUN_REQUIRES_PROMOTION_ENDPOINT',
        /promote-to-paper/,
      );
    assert.deepEqual(await policyRows(world.core, world.owner), {});
  });

  it('portfolio/Live policies, POST /api/policies: bad shapes are 422 with the field', async () => {
    for (const [change, config, field] of [
      [{ tag_code: 'SHORT' }, {}, 'tag_code'],
      [{ tag_code: 'MOMTOP2!' }, {}, 'tag_code'],
      [{ tag_code: 'MOMTOP2é' }, {}, 'tag_code'],
      [{ name: ' \t' }, {}, 'name'],
      [{ initial_capital: 0 }, {}, 'initial_capital'],
      [{ initial_capital: -5 }, {}, 'initial_capital'],
      [{ initial_capital: '5' }, {}, 'initial_capital'],
      [{ allocation_mode: 'later' }, {}, 'allocation_mode'],
      [{ mode: 'LIVE' }, {}, 'mode'],
      [{}, { top_n: 0 }, 'config.top_n'],
      [{}, { strategy: 'combined' }, 'config.combine.mode'],
      [{}, { strategy: 'combined', combine: { mode: 'off', members: [] } }, 'config.combine.mode'],
      [{}, { strategy: 'combined', combine: { mode: 'rank_average' } }, 'config.combine.members'],
      [{}, { extra: 1 }, 'config.extra'],
    ] as const)
      await refused(make(change, config), 422, 'VALIDATION_ERROR', new RegExp(field));
  });

  /** Brings a new policy into a status by SQL. */
  const inStatus = async (status: PolicyStatus, tag: string): Promise<string> => {
    const { id } = await make({ tag_code: tag });
    await sql('update policy.policies set status = $1 where id = $2', [status, id]);
    return id;
  };

  it('portfolio/States, policy status: every event from every status goes by the table, and a repeat changes nothing', async () => {
    const happened = new Set(POLICY_TRANSITIONS.map(({ event }) => event));
    let nr = 0;
    for (const from of POLICY_STATUSES) {
      for (const event of happened) {
        const id = await inStatus(from, `STATE${String((nr += 1)).padStart(3, '0')}`);
        const row = POLICY_TRANSITIONS.find((one) => one.event === event);
        assert.ok(row !== undefined);
        const isAllowed = (row.from as readonly string[]).includes(from);
        const before = (await events()).length;
        const act = async () => await world.core.policies[event as PolicyEvent](world.owner, id, BY);
        if (isAllowed || from === row.to) assert.equal((await act()).status, row.to, `${event} of ${from}`);
        else await refused(act(), 409, 'POLICY_RETIRED', new RegExp(event));
        const told = (await events()).length - before;
        assert.equal(told, isAllowed ? 1 : 0, `${event} of ${from} goes on record ${told} times`);
        const [now] = await sql('select status from policy.policies where id = $1', [id]);
        assert.equal(now?.['status'], isAllowed ? row.to : from);
      }
    }
    assert.equal(nr, 9);
  });

  it('portfolio/States, policy status: of two who pause at once one does, and it goes on record once', async () => {
    const { id } = await make();
    const answers = await Promise.all([1, 2, 3].map(() => world.core.policies.pause(world.owner, id, BY)));
    assert.deepEqual(
      answers.map(({ status, next_cycle_date }) => [status, next_cycle_date]),
      [1, 2, 3].map(() => ['PAUSED', null]),
    );
    assert.deepEqual(await events(), ['POLICY_CREATED', 'POLICY_PAUSED']);
  });

  it('what belongs to somebody else is not there', async () => {
    const { id } = await make();
    const { policies } = world.core;
    for (const act of [
      () => policies.get(world.stranger, id),
      () => policies.pause(world.stranger, id, BY),
      () => policies.remove(world.stranger, id, BY),
      () => policies.books.equity(world.stranger, id, {}),
      () => policies.get(world.owner, '999'),
      () => policies.get(world.owner, 'abc'),
      () => policies.retire(world.owner, 'abc', BY),
    ])
      await refused(act(), 404, 'POLICY_NOT_FOUND');
    assert.equal((await policies.list(world.stranger, {})).total, 0);
  });

  it('portfolio/Policy rules 2: the next cycle is no day that has one, and a weekly policy takes the last session of its week', async () => {
    const monthly = await make();
    const weekly = await make({ tag_code: 'WEEKLY01' }, { rebalance: 'weekly' });
    const daily = await make({ tag_code: 'DAILY001' }, { rebalance: 'daily' });
    assert.deepEqual(
      [monthly, weekly, daily].map(({ next_cycle_date }) => next_cycle_date),
      ['2026-03-02', '2026-03-06', '2026-03-02'],
    );
    for (const { id } of [monthly, daily])
      await seedCycle(world.core, { userId: world.owner, policyId: id }, { day: '2026-03-02' });
    const next = async (id: string) => (await world.core.policies.get(world.owner, id)).next_cycle_date;
    // Tuesday, 3 March 2026, is Holi.
    assert.deepEqual([await next(monthly.id), await next(daily.id)], ['2026-04-01', '2026-03-04']);
    await world.core.policies.pause(world.owner, monthly.id, BY);
    assert.equal(await next(monthly.id), null);
  });

  it('portfolio/Live policies, GET: newest equity, newest cycle and plans that wait', async () => {
    const { id } = await make();
    const key = { userId: world.owner, policyId: id };
    await seedEverything(world.core, key);
    await seedCycle(world.core, key, { day: '2026-04-01', status: 'FAILED' });
    const view = await world.core.policies.get(world.owner, id);
    assert.deepEqual(
      [view.latest_equity?.date, view.latest_equity?.total_value, view.latest_equity?.notes],
      ['2026-03-02', 1100, 'all priced'],
    );
    assert.deepEqual(
      [view.latest_cycle?.cycle_date, view.latest_cycle?.status, view.latest_cycle?.failure],
      ['2026-04-01', 'FAILED', 'No prices.'],
    );
    assert.equal(view.pending_plans, 0);
  });

  it('portfolio/Live policies, DELETE: nothing of a policy on paper stays in any table, and others keep theirs', async () => {
    const { id } = await make();
    const other = await make({ tag_code: 'KEPTKEPT' });
    const run = await seedRun(world.core, world.owner);
    const { policy } = await world.core.policies.promotions.promote(
      world.owner,
      run,
      { key: 'key-of-sixteen-chars', body: { tag_code: 'FROMARUN', name: 'Promoted' } },
      BY,
    );
    await seedEverything(world.core, { userId: world.owner, policyId: other.id });
    await seedContributions(world.core, { userId: world.owner, policyId: other.id });
    const before = await policyRows(world.core, world.owner);
    for (const policyId of [id, policy.id]) {
      await seedEverything(world.core, { userId: world.owner, policyId });
      await seedContributions(world.core, { userId: world.owner, policyId });
    }
    const full = await policyRows(world.core, world.owner);
    assert.equal(Object.keys(full).length, 20, 'a row in every table, or this proves nothing');
    for (const policyId of [id, policy.id]) await world.core.policies.remove(world.owner, policyId, BY);
    const after = await policyRows(world.core, world.owner);
    assert.deepEqual(after, {
      ...Object.fromEntries(Object.entries(before).filter(([table]) => table !== 'policy.policy_promotions')),
      'policy.policies': 1,
      'policy.policy_state': 1,
      'policy.policy_cash_flows': 1,
    });
    await refused(world.core.policies.get(world.owner, id), 404, 'POLICY_NOT_FOUND');
    await refused(world.core.policies.remove(world.owner, id, BY), 404, 'POLICY_NOT_FOUND');
    assert.equal((await events()).filter((kind) => kind === 'POLICY_DELETED').length, 2);
  });

  it('portfolio/Errors: DELETE of a LIVE policy is 409, and so is one of a policy that is being calculated', async () => {
    const { id } = await make();
    await seedLive(world.core, world.owner, id);
    await refused(world.core.policies.remove(world.owner, id, BY), 409, 'POLICY_IS_LIVE');
    const busy = await make({ tag_code: 'BUSYBUSY' });
    const until = (seconds: number) => new Date(world.clock.at.getTime() + seconds * 1000);
    await sql('update policy.policies set lease_until = $1 where id = $2', [until(20), busy.id]);
    await refused(world.core.policies.remove(world.owner, busy.id, BY), 409, 'POLICY_BUSY');
    // Whoever held it is gone.
    await sql('update policy.policies set lease_until = $1 where id = $2', [until(-1), busy.id]);
    await world.core.policies.remove(world.owner, busy.id, BY);
  });

  it('when a person goes, their backtests, policies and promotions go in any order', async () => {
    const run = await seedRun(world.core, world.owner);
    await world.core.policies.promotions.promote(
      world.owner,
      run,
      { key: 'key-of-sixteen-chars', body: { tag_code: 'FROMARUN', name: 'Promoted' } },
      BY,
    );
    await sql('delete from strategy.research_runs where id = $1', [run]).then(
      () => assert.fail('the source of a policy was deleted'),
      (error: Error) => assert.match(error.message, /policy_promotions/),
    );
    await sql('delete from evidence.events where owner_user_id = $1', [world.owner]);
    await sql('delete from identity.users where id = $1', [world.owner]);
    assert.deepEqual(await policyRows(world.core, world.owner), {});
  });

  it('only connections of the person are offered, by broker, account or label, and role', async () => {
    await sql(
      `insert into broker.connections (owner_user_id, broker, label, role, portfolio_name, credential_names, account)
       values ($1, 'zerodha', 'Main', 'TRADING', 'Zerodha', '{api_key}', 'AB1234'),
              ($1, 'dhan', 'Other', 'SYNC', 'Dhan', '{}', null), ($2, 'zerodha', 'Theirs', 'SYNC', 'Z', '{}', null)`,
      [world.owner, world.stranger],
    );
    const found = await world.core.policies.brokerConnections(world.owner);
    assert.deepEqual(found.map(({ broker, account, role }) => `${broker} ${account} ${role}`).sort(), [
      'Dhan Other SYNC',
      'Zerodha AB1234 TRADING',
    ]);
  });
});
