import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import type { PlanOrderView, PlanView } from '../../../../core/policies/index.ts';
import { checkLeg, unpricedOn } from '../../../../core/policies/live/leg-checks.ts';
import { Decimal } from '../../../../core/platform/index.ts';
import {
  ANSWERER,
  BY,
  type LiveWorld,
  liveWorlds,
  loginAgain,
  type Planned,
  preparedWorlds,
  plannedAt,
} from '../../../support/live-policy.ts';
import { share } from '../../../support/price-panel.ts';
import { refused } from '../../../support/problems.ts';

describe('portfolio/Policy rules 7: an order is looked at again before it is sent', () => {
  const ORDER = {
    symbol: 'TCS',
    quantity: new Decimal(10),
    reference_price: new Decimal(100),
    held_price: null,
    accepted_kinds: [],
  };
  const FACTS = {
    today: '2026-11-30',
    madeOn: '2026-11-27',
    symbol: 'TCS',
    delisted_on: null,
    ended: null,
    unpricedOn: null,
    actions: [],
    price: new Decimal(104),
    bandPct: 5,
  };
  type Facts = Parameters<typeof checkLeg>[1];
  const CASES: readonly [what: string, facts: Partial<Facts>, held: string | null][] = [
    ['nothing happened', {}, null],
    ['at the edge of the band', { price: new Decimal(105) }, null],
    ['above the band', { price: new Decimal('105.01') }, 'PRICE'],
    ['below the band', { price: new Decimal('94.99') }, 'PRICE'],
    ['a wider band', { price: new Decimal('109'), bandPct: 10 }, null],
    ['a split today', { actions: [{ kind: 'SPLIT', ex_date: '2026-11-30' }] }, 'SHARES_CHANGED'],
    ['a bonus on the day of the plan', { actions: [{ kind: 'BONUS', ex_date: '2026-11-27' }] }, null],
    ['a split tomorrow', { actions: [{ kind: 'SPLIT', ex_date: '2026-12-01' }] }, null],
    ['a demerger', { actions: [{ kind: 'DEMERGER', ex_date: '2026-11-30' }] }, 'CORPORATE_ACTION'],
    ['a dividend', { actions: [{ kind: 'DIVIDEND', ex_date: '2026-11-30' }] }, null],
    ['another symbol', { symbol: 'TATACONS' }, 'RENAMED'],
    ['delisted', { delisted_on: '2026-11-30' }, 'NOT_TRADED'],
    ['no longer traded, by the register', { ended: 'TCS last traded on 27 Nov 2026.' }, 'NOT_TRADED'],
    ['no close since the plan, though others have one', { unpricedOn: '2026-11-28' }, 'SUSPENDED'],
  ];
  for (const [what, facts, held] of CASES)
    it(`${what}: ${held ?? 'sent'}`, () => assert.equal(checkLeg(ORDER, { ...FACTS, ...facts }).held, held));

  it('an unknown price holds nothing, and is said', () => {
    const { held, note } = checkLeg(ORDER, { ...FACTS, price: null });
    assert.deepEqual([held, note], [null, 'No current price was known when it was sent.']);
  });

  it('a share that a person takes for traded all the same is sent', () => {
    const accepted = { ...ORDER, accepted_kinds: ['SUSPENDED' as const] };
    assert.equal(checkLeg(accepted, { ...FACTS, unpricedOn: '2026-11-28' }).held, null);
  });

  const DAYS = ['2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01'];
  const none = Number.NaN;
  const CLOSES: readonly [what: string, tcs: number[], infy: number[], day: string | null][] = [
    ['both have one', [100, 101, 102, none], [50, 51, 52, none], null],
    ['one has none', [100, 101, none, none], [50, 51, 52, none], '2026-11-30'],
    ['no data for that session at all', [100, 101, none, none], [50, 51, none, none], null],
    ['none before the plan', [none, none, 102, none], [50, 51, 52, none], null],
    ['today has only begun', [100, 101, 102, none], [50, 51, 52, 53], null],
  ];
  for (const [what, tcs, infy, day] of CLOSES)
    it(`the last session since the plan: ${what}`, () => {
      const panel = {
        days: DAYS,
        securities: [share('TCS'), share('INFY')],
        closes: Float64Array.from([...tcs, ...infy]),
      };
      assert.equal(unpricedOn(panel, 0, { madeOn: '2026-11-27', today: '2026-12-01' }), day);
    });

  it('a price that a person accepted is the reference from then on', () => {
    const accepted = { ...ORDER, held_price: new Decimal(120), accepted_kinds: ['PRICE' as const] };
    assert.equal(checkLeg(accepted, { ...FACTS, price: new Decimal(121) }).held, null);
    assert.equal(checkLeg(accepted, { ...FACTS, price: new Decimal(100) }).held, 'PRICE');
  });
});

describeEachBroker('approved orders that are held', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const worldAnew = preparedWorlds(liveWorlds(), (one) => plannedAt(one, at));
  let world: LiveWorld;
  let prepared: Planned;
  beforeEach(async () => {
    ({ world, prepared } = await worldAnew());
  });

  const held = () => world.core.policies.live.held;
  const planNow = async (): Promise<PlanView> =>
    await world.core.policies.plans.get(world.owner, prepared.plan.plan_id);
  const first = (plan: PlanView): PlanOrderView => plan.orders[0] as PlanOrderView;
  const splitToday = async (symbol: string) =>
    await world.core.database.systemPool.query(
      `insert into market.corporate_actions (exchange, symbol, instrument_id, ex_date, kind, new_shares, old_shares, raw, status, source)
       select 'NSE', symbol, id, '2024-05-02', 'SPLIT', 2, 1, 'split of ' || symbol, 'READ', 'test'
       from market.instruments where symbol = $1`,
      [symbol],
    );
  const tasks = async () =>
    (await world.core.reports.todos.read(world.owner)).items.map(({ key, to }) => `${key} ${to}`);
  const sent = () => world.broker.account.state.requests.map(({ tag }) => tag);

  it('Orders: a share that was split since the plan is not sent at the old number; the rest is, and it can only be left out', async () => {
    const [split, other] = prepared.plan.orders as [PlanOrderView, PlanOrderView];
    await splitToday(split.symbol);
    const after = await world.approve(prepared.plan);
    assert.deepEqual(sent(), [other.tag]);
    const [order] = after.orders;
    assert.deepEqual(
      [order?.state, order?.held, after.state],
      ['PENDING_APPROVAL', 'SHARES_CHANGED', 'PARTIAL_PLACEMENT'],
    );
    assert.match(
      order?.placement_note ?? '',
      /has had a split since the plan was made \(ex-date 2 May 2024\)/,
    );
    const { items } = await world.core.notifications.list(world.owner, {});
    assert.equal(items.filter(({ title }) => /1 order not sent, it needs your word/.test(title)).length, 1);
    assert.deepEqual(await tasks(), [`held_orders /policies/plans/${after.plan_id}`]);
    await refused(held().send(world.owner, split.order_id, ANSWERER), 409, 'ORDER_OUTDATED');
    await held().leaveOut(world.owner, split.order_id, ANSWERER);
    await world.core.policies.live.settled();
    assert.deepEqual(await world.states(after.plan_id), ['EXCLUDED', 'FILLED']);
    assert.equal((await planNow()).state, 'EXECUTED');
    assert.deepEqual(await tasks(), []);
    await refused(held().leaveOut(world.owner, split.order_id, ANSWERER), 409, 'ORDER_NOT_HELD');
  });

  it('Orders: while it is held the account is not read for it and nothing is sent; a plan of which all is left out ends', async () => {
    const { orders, plan_id } = prepared.plan;
    for (const { symbol } of orders) await splitToday(symbol);
    await world.approve(prepared.plan);
    await world.rounds(3);
    assert.deepEqual([(await planNow()).state, sent().length], ['APPROVED', 0]);
    for (const { order_id } of orders) await held().leaveOut(world.owner, order_id, ANSWERER);
    await world.core.policies.live.settled();
    const after = await world.core.policies.plans.get(world.owner, plan_id);
    assert.deepEqual(
      [after.state, after.note],
      ['EXPIRED', 'You left out every order that was held. Nothing was sent.'],
    );
    assert.equal(sent().length, 0);
  });

  it('Orders: an order that nobody answers expires with its plan', async () => {
    for (const { symbol } of prepared.plan.orders) await splitToday(symbol);
    await world.approve(prepared.plan);
    world.at(prepared.plan.expires_at ?? '');
    assert.equal((await planNow()).state, 'EXPIRED');
    await refused(held().send(world.owner, first(prepared.plan).order_id, ANSWERER), 409, 'ORDER_NOT_HELD');
  });

  it('Orders: one that met the end of the session is not rejected: after the login a person says that it is sent, once', async () => {
    const { plan, connection } = prepared;
    world.broker.dice.plan({ name: 'session_ends', times: 1 });
    const after = await world.approve(plan);
    assert.deepEqual(
      [first(after).state, first(after).held, first(after).submitted_at],
      ['PENDING_APPROVAL', 'LOGIN', null],
    );
    await loginAgain(world, connection);
    await world.rounds(2);
    // The rest is sent with the new session; the first one waits for a word.
    assert.deepEqual(await world.states(plan.plan_id), ['PENDING_APPROVAL', 'FILLED']);
    await Promise.allSettled([
      held().send(world.owner, first(plan).order_id, ANSWERER),
      held().send(world.owner, first(plan).order_id, { ...BY, via: 'TELEGRAM' }),
    ]);
    await world.core.policies.live.settled();
    await world.rounds(2);
    assert.deepEqual(await world.states(plan.plan_id), ['FILLED', 'FILLED']);
    assert.equal((await planNow()).state, 'EXECUTED');
    const made = world.broker.account.state.orders.filter(({ tag }) => tag === first(plan).tag);
    assert.equal(made.length, 1);
  });

  it('Orders: a purchase that the account cannot pay without an order of unknown fate waits, and is sent once that is known', async () => {
    const { plan, connection } = prepared;
    const one = first(plan);
    world.at('2024-05-02T11:30:00.000Z');
    await world.approve(plan);
    world.at('2024-05-03T04:30:00.000Z');
    await loginAgain(world, connection);
    // Enough for one of them alone, at its limit.
    world.broker.account.state.cash = String(Math.ceil(one.quantity * (one.limit_price ?? 0)));
    world.broker.dice.plan({ name: 'dropped', times: 1 });
    await world.rounds(1);
    assert.deepEqual(await world.states(plan.plan_id), ['PLACEMENT_UNKNOWN', 'APPROVED']);
    await world.rounds(3);
    assert.deepEqual(await world.states(plan.plan_id), ['ABSENT', 'APPROVED']);
    const reason = 'It is not in the app of the broker.';
    const settlement = { settlement: 'MARKED_ABSENT', reason };
    await world.core.policies.live.settlements.settleOrder(world.owner, one.order_id, settlement, ANSWERER);
    await world.core.policies.live.settled();
    assert.deepEqual(await world.states(plan.plan_id), ['ABSENT', 'FILLED']);
  });
});
