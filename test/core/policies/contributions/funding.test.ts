import assert from 'node:assert/strict';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { type LiveBooks, rowsOf, tradesLive } from '../../../support/contribution-world.ts';
import { market } from '../../../support/market.ts';
import { policyBody } from '../../../support/policies.ts';
import { refused } from '../../../support/problems.ts';

const BY = { actor: 'api:owner' };
const SIGNAL = new AbortController().signal;
/** A Monday; its session and that before it. */
const TODAY = '2026-03-02';
const FRIDAY = '2026-02-27';

describe('funding of live contributions', () => {
  const open = sharedCore({ at: `${TODAY}T05:00:00.000Z` });
  let test: TestCore;
  let policy: string;
  let connection: string;
  let tcs: string;
  beforeEach(async () => {
    test = await open();
    tcs = (await market().share('TCS').write(test.core)).get('TCS') ?? '';
    policy = (await test.core.policies.create(test.owner, policyBody(), BY)).id;
  });
  const money = () => test.core.policies.contributions;
  const live = async (books: LiveBooks) => (connection = await tradesLive(test, policy, TODAY, books));
  const position = (change: object = {}) => ({
    instrument_id: tcs,
    symbol: 'TCS',
    quantity: 10,
    cost: 900,
    price: 100,
    priced_on: FRIDAY,
    ...change,
  });
  const add = async (change: object = {}) =>
    await money().schedule(
      test.owner,
      policy,
      { amount: 5000, frequency: 'monthly', start_date: TODAY, ...change },
      BY,
    );
  const next = async () => (await money().list(test.owner, policy)).next ?? assert.fail('nothing is due');
  const due = async (change: object = {}) => {
    await add(change);
    await money().round(SIGNAL);
    return (await next()).contribution_id;
  };
  const confirm = async (id: string, change: object = {}) =>
    await money().confirm(
      test.owner,
      id,
      { confirmed_amount: 5000, external_reference: 'UTR1', ...change },
      BY,
    );
  const booksOf = async () =>
    (
      await rowsOf<{ cash: number; units: number; deposits: number; nav: number }>(
        test,
        `select cash::float8, units_outstanding::float8 as units, deposits::float8, nav_net_of_tax::float8 as nav
         from policy.policy_state where policy_id = ? and mode = 'LIVE'`,
        [policy],
      )
    )[0];
  const notices = async () =>
    (await test.core.notifications.list(test.owner, { kind: 'policy_funding' })).items.map(
      ({ title }) => title,
    );

  it('policies/Contribution states: an instalment falls due on its day in India, and of many workers one tells the person', async () => {
    await live({ cash: 1000, units: 100 });
    await add({ start_date: '2026-03-05' });
    assert.equal((await next()).state, 'SCHEDULED');
    // 23:59 of the 4th in India, then midnight.
    test.clock.at = new Date('2026-03-04T18:29:00Z');
    assert.equal((await money().round(SIGNAL)).due, 0);
    test.clock.at = new Date('2026-03-04T18:30:00Z');
    const rounds = await Promise.all(Array.from({ length: 6 }, () => money().round(SIGNAL)));
    assert.equal(
      rounds.reduce((sum, one) => sum + one.due, 0),
      1,
    );
    assert.equal((await next()).state, 'FUNDING_DUE');
    assert.deepEqual(await notices(), ['Momentum: instalment 1 of ₹5,000 is due']);
    await money().round(SIGNAL);
    assert.equal((await notices()).length, 1);
  });

  it('policies/Contribution states: confirmed money is reserved once, and neither credited nor ordered', async () => {
    await live({ cash: 1000, units: 100 });
    const id = await due();
    const before = await booksOf();
    const confirmed = await confirm(id, { confirmed_amount: 4999.5 });
    assert.deepEqual(
      [confirmed.state, confirmed.amount, confirmed.funding?.state, confirmed.funding?.operator],
      ['CONFIRMED', 4999.5, 'RESERVED', 'api:owner'],
    );
    assert.deepEqual(
      [confirmed.funding?.external_reference, confirmed.funding?.broker_connection_id],
      ['UTR1', connection],
    );
    assert.deepEqual(await booksOf(), before);
    assert.deepEqual(await rowsOf(test, 'select id from policy.policy_orders'), []);
    await refused(confirm(id, { external_reference: 'UTR2' }), 409, 'CONTRIBUTION_STATE');
    assert.equal((await rowsOf(test, 'select id from policy.policy_funding_allocations')).length, 1);
  });

  it('policies/Contribution states: two who confirm at once make one reservation', async () => {
    await live({ cash: 1000, units: 100 });
    const id = await due();
    const both = await Promise.allSettled([confirm(id), confirm(id, { external_reference: 'UTR2' })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal((await rowsOf(test, 'select id from policy.policy_funding_allocations')).length, 1);
  });

  const WRONG: [what: string, change: object][] = [
    ['a negative amount', { confirmed_amount: -1 }],
    ['nothing', { confirmed_amount: 0 }],
    ['an absurd amount', { confirmed_amount: 1e13 }],
    ['less than can be stored', { confirmed_amount: 1e-12 }],
    ['no reference and nobody who vouches', { external_reference: undefined }],
    ['a false attestation', { external_reference: undefined, operator_attested: false }],
    ['a blank reference', { external_reference: '  ' }],
    ['another connection', { broker_connection_id: '999999' }],
    ['an operator of its own', { operator: 'somebody' }],
  ];
  it('policies/Contribution states: what is no confirmation is refused with the field that is wrong', async () => {
    await live({ cash: 1000, units: 100 });
    const id = await due();
    for (const [, change] of WRONG) await refused(confirm(id, change), 422, 'VALIDATION_ERROR');
    assert.equal((await next()).state, 'FUNDING_DUE');
    // Who vouches for the money needs no reference.
    const attested = await confirm(id, { external_reference: undefined, operator_attested: true });
    assert.deepEqual([attested.state, attested.funding?.operator_attested], ['CONFIRMED', true]);
  });

  it('policies/Contribution states: a transfer stands for one instalment, until it is released', async () => {
    await live({ cash: 1000, units: 100 });
    const first = await due();
    await confirm(first);
    await add();
    await money().round(SIGNAL);
    const { items } = await money().list(test.owner, policy);
    const second = items.find(({ state }) => state === 'FUNDING_DUE')?.contribution_id ?? '';
    await refused(confirm(second), 409, 'REFERENCE_ALREADY_USED');
    const cancelled = await money().cancel(test.owner, first, {}, BY);
    assert.deepEqual([cancelled.state, cancelled.funding?.state], ['CANCELLED', 'RELEASED']);
    assert.equal((await confirm(second)).state, 'CONFIRMED');
  });

  it('policies/Policy rules 11: applied, it is credited at the NAV before it, by hand', async () => {
    // 500 in cash and 10 TCS at Friday's close of 100: 1,500 for 100 units, so 15 a unit; what they cost is nothing to it.
    await live({ cash: 500, units: 100, positions: [position()], day: FRIDAY });
    const id = await due();
    await confirm(id, { confirmed_amount: 4500 });
    const applied = await money().apply(test.owner, id, BY);
    assert.deepEqual(
      [applied.state, applied.units_issued, applied.nav, applied.cash_before, applied.cash_after],
      ['APPLIED', 300, 15, 500, 5000],
    );
    assert.deepEqual([applied.applied_on, applied.funding?.state], [TODAY, 'APPLIED_TO_POLICY']);
    assert.deepEqual(await booksOf(), { cash: 5000, units: 400, deposits: 5000, nav: 15 });
    const { batches } = await money().list(test.owner, policy);
    assert.deepEqual(
      batches.map(({ status, amount, effective_date, contribution_ids }) => [
        status,
        amount,
        effective_date,
        contribution_ids,
      ]),
      [['WAITING_FOR_REBALANCE', 4500, TODAY, [id]]],
    );
    assert.deepEqual(batches[0]?.valuation.prices, [
      {
        instrument_id: tcs,
        symbol: 'TCS',
        quantity: '10',
        price: '100',
        source: 'CLOSE',
        price_date: FRIDAY,
      },
    ]);
    assert.deepEqual(
      await rowsOf(
        test,
        `select day, kind, amount::float8 from policy.policy_cash_flows where policy_id = ? and mode = 'LIVE'`,
        [policy],
      ),
      [{ day: TODAY, kind: 'CONTRIBUTION', amount: 4500 }],
    );
    await refused(money().apply(test.owner, id, BY), 409, 'CONTRIBUTION_STATE');
    assert.equal((await booksOf())?.cash, 5000);
  });

  it('policies/Policy rules 10: LIVE batches are dated by the day of the application, and its contributions share a valuation', async () => {
    await live({ cash: 500, units: 100, positions: [position()], day: FRIDAY });
    const first = await due();
    await confirm(first);
    await add();
    await money().round(SIGNAL);
    const second = (await money().list(test.owner, policy)).items.find(
      ({ state }) => state === 'FUNDING_DUE',
    )?.contribution_id;
    await confirm(second ?? '', { external_reference: 'UTR2' });
    // Three days after both were due; the books were closed at 110 the day before.
    test.clock.at = new Date('2026-03-05T06:00:00Z');
    await rowsOf(test, `update policy.policy_positions set price = 110, priced_on = '2026-03-04'`);
    const one = await money().apply(test.owner, first, BY);
    const two = await money().apply(test.owner, second ?? '', BY);
    assert.deepEqual(
      [one.nav, two.nav, one.applied_on, two.applied_on],
      [16, 16, '2026-03-05', '2026-03-05'],
    );
    const { batches } = await money().list(test.owner, policy);
    assert.deepEqual(
      batches.map(({ amount, effective_date }) => [amount, effective_date]),
      [[10_000, '2026-03-05']],
    );
    assert.equal((await rowsOf(test, 'select id from policy.policy_valuation_records')).length, 1);
  });

  it('policies/Policy rules 7: without a price of today or of the last session no units are issued, and never at what a share cost', async () => {
    await live({ cash: 500, units: 100, positions: [position({ priced_on: '2026-02-26', missed: 1 })] });
    const id = await due();
    await confirm(id);
    const before = await booksOf();
    const problem = await refused(money().apply(test.owner, id, BY), 409, 'NAV_UNAVAILABLE');
    assert.match(problem.detail, /TCS/);
    assert.deepEqual(await booksOf(), before);
    assert.equal((await next()).state, 'CONFIRMED', 'the reservation is used again');
    await rowsOf(test, `update policy.policy_positions set priced_on = ?`, [FRIDAY]);
    assert.equal((await money().apply(test.owner, id, BY)).state, 'APPLIED');
  });

  it('policies/Contribution states: before the first session there are no units to issue at', async () => {
    await live({ cash: 0, units: 0 });
    const id = await due();
    await confirm(id);
    await refused(money().apply(test.owner, id, BY), 409, 'POLICY_NOT_STARTED');
    assert.equal((await next()).state, 'CONFIRMED');
  });

  it('policies/Contribution states: a policy that is worth less than the tax it owes issues no units', async () => {
    await live({ cash: 500, units: 100 });
    await rowsOf(
      test,
      `update policy.policy_state set tax = jsonb_set(tax, '{years}',
         '[{"fy":"2024-25","short_term_gain":"5000","long_term_gain":"0","tax":"1000"}]') where mode = 'LIVE'`,
    );
    const id = await due();
    await confirm(id);
    await refused(money().apply(test.owner, id, BY), 409, 'NAV_UNAVAILABLE');
    assert.equal((await booksOf())?.units, 100);
  });

  it('policies/Contribution states: recovery: a mismatch leaves it FAILED, a reservation that fits is used again, none asks anew', async () => {
    await live({ cash: 1000, units: 100 });
    const id = await due();
    await confirm(id);
    await rowsOf(test, `update policy.policy_funding_allocations set amount = 4000`);
    await refused(money().apply(test.owner, id, BY), 409, 'FUNDING_MISMATCH');
    assert.deepEqual([(await next()).state, (await booksOf())?.cash], ['FAILED', 1000]);
    await money().round(SIGNAL);
    assert.equal((await next()).state, 'FAILED', 'nothing mends a mismatch by itself');
    await rowsOf(test, `update policy.policy_funding_allocations set amount = 5000`);
    await money().round(SIGNAL);
    assert.equal((await next()).state, 'CONFIRMED');
    assert.equal((await rowsOf(test, 'select id from policy.policy_funding_allocations')).length, 1);
    await rowsOf(test, `update policy.policy_contributions set state = 'FAILED'`);
    await rowsOf(
      test,
      `update policy.policy_funding_allocations set state = 'RELEASED', released_at = now()`,
    );
    await money().round(SIGNAL);
    assert.equal((await next()).state, 'FUNDING_DUE');
  });

  it('policies/Contribution states: deferred, it falls due again on the later day and is told once more', async () => {
    await live({ cash: 1000, units: 100 });
    const id = await due();
    await refused(money().defer(test.owner, id, { until: TODAY }, BY), 422, 'VALIDATION_ERROR');
    await refused(money().defer(test.owner, id, { until: '2036-03-02' }, BY), 422, 'VALIDATION_ERROR');
    const deferred = await money().defer(test.owner, id, { until: '2026-03-09' }, BY);
    assert.deepEqual(
      [deferred.state, deferred.due_date, deferred.scheduled_date],
      ['DEFERRED', '2026-03-09', TODAY],
    );
    assert.equal((await money().round(SIGNAL)).due, 0);
    test.clock.at = new Date('2026-03-09T05:00:00Z');
    assert.equal((await money().round(SIGNAL)).due, 1);
    assert.deepEqual([(await next()).state, (await notices()).length], ['FUNDING_DUE', 2]);
  });

  it('policies/Contribution states: skipped and cancelled are the end of an instalment, and the schedule goes on', async () => {
    await live({ cash: 1000, units: 100 });
    const id = await due();
    const skipped = await money().skip(test.owner, id, { reason: 'Short of money' }, BY);
    assert.deepEqual([skipped.state, skipped.reason, skipped.actions], ['SKIPPED', 'Short of money', []]);
    for (const again of [
      () => money().skip(test.owner, id, {}, BY),
      () => money().cancel(test.owner, id, {}, BY),
      () => money().defer(test.owner, id, { until: '2026-04-01' }, BY),
      () => confirm(id),
      () => money().apply(test.owner, id, BY),
    ])
      await refused(again(), 409, 'CONTRIBUTION_STATE');
    const { due_date, state, nr } = await next();
    assert.deepEqual([due_date, state, nr], ['2026-04-02', 'SCHEDULED', 2]);
  });

  it('policies/Contribution states: money of somebody else is not there', async () => {
    await live({ cash: 1000, units: 100 });
    const id = await due();
    const { schedules } = await money().list(test.owner, policy);
    const body = { confirmed_amount: 5000, operator_attested: true };
    const attempts: ((userId: string, cid: string) => Promise<unknown>)[] = [
      (userId, cid) => money().get(userId, cid),
      (userId, cid) => money().confirm(userId, cid, body, BY),
      (userId, cid) => money().apply(userId, cid, BY),
      (userId, cid) => money().defer(userId, cid, { until: '2026-04-01' }, BY),
      (userId, cid) => money().skip(userId, cid, {}, BY),
      (userId, cid) => money().cancel(userId, cid, {}, BY),
      (userId, cid) => money().reconcile(userId, cid, { reference: 'Statement' }, BY),
    ];
    for (const attempt of attempts) {
      await refused(attempt(test.stranger, id), 404, 'CONTRIBUTION_NOT_FOUND');
      await refused(attempt(test.owner, 'nonsense'), 404, 'CONTRIBUTION_NOT_FOUND');
    }
    await refused(money().list(test.stranger, policy), 404, 'POLICY_NOT_FOUND');
    await refused(
      money().cancelSchedule(test.stranger, schedules[0]?.schedule_id ?? '', BY),
      404,
      'CONTRIBUTION_SCHEDULE_NOT_FOUND',
    );
    assert.equal((await next()).state, 'FUNDING_DUE');
  });

  it('policies/Funding reservation: a person reconciles what was credited, with what shows it, once', async () => {
    await live({ cash: 1000, units: 100 });
    const id = await due();
    const reconcile = () => money().reconcile(test.owner, id, { reference: ' Statement of March ' }, BY);
    await refused(reconcile(), 409, 'NOTHING_RESERVED');
    await confirm(id);
    await refused(reconcile(), 409, 'NOTHING_RESERVED');
    await money().apply(test.owner, id, BY);
    const { funding } = await reconcile();
    assert.deepEqual(
      [funding?.state, funding?.evidence_type, funding?.evidence_reference, funding?.consumed_at],
      ['CONSUMED', 'MANUAL_RECONCILIATION', 'Statement of March', `${TODAY}T05:00:00.000Z`],
    );
    await refused(reconcile(), 409, 'NOTHING_RESERVED');
  });

  it('policies/Contribution states: instalments of a pause are left out, and those on paper once it trades', async () => {
    await add({ start_date: '2026-03-03', frequency: 'once' });
    await live({ cash: 1000, units: 100 });
    await add({ start_date: '2026-03-04' });
    await test.core.policies.pause(test.owner, policy, BY);
    test.clock.at = new Date('2026-04-06T05:00:00Z');
    assert.deepEqual(await money().round(SIGNAL), { policies: 0, due: 0, skipped: 0 });
    await test.core.policies.resume(test.owner, policy, BY);
    await money().round(SIGNAL);
    const { items } = await money().list(test.owner, policy);
    assert.deepEqual(items.map(({ mode, due_date, state }) => `${mode} ${due_date} ${state}`).sort(), [
      'LIVE 2026-03-03 SKIPPED',
      'LIVE 2026-03-04 SKIPPED',
      'LIVE 2026-04-04 FUNDING_DUE',
      'LIVE 2026-05-04 SCHEDULED',
      'PAPER 2026-03-03 SKIPPED',
    ]);
    assert.equal((await notices()).length, 1);
  });

  it('policies/Contribution states: a policy that is retired takes no more money, and releases what was reserved', async () => {
    await live({ cash: 1000, units: 100 });
    const id = await due();
    await confirm(id);
    await test.core.policies.retire(test.owner, policy, BY);
    const { items, schedules, next: none } = await money().list(test.owner, policy);
    assert.deepEqual([schedules.map(({ status }) => status), none], [['CANCELLED'], null]);
    assert.ok(items.every(({ state }) => state === 'CANCELLED'));
    assert.equal((await money().get(test.owner, id)).funding?.state, 'RELEASED');
    await refused(add(), 409, 'POLICY_RETIRED');
  });
});
