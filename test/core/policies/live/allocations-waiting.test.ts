import assert from 'node:assert/strict';
import { describeEachBroker } from '../../../support/each-broker.ts';
import { RESUME_WORDS } from '../../../../core/policies/index.ts';
import {
  type AllocationWorld,
  allocationWorlds,
  forget,
  leftPending,
  nextRebalance,
  ranked,
  splitOf,
  TODAY,
} from '../../../support/allocation-world.ts';
import { ANSWERER, BY, LAST_CLOSE, loginAgain } from '../../../support/live-policy.ts';

describeEachBroker('contributed money that cannot buy the current targets at once', function limited(at, it) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const anew = allocationWorlds(at);
  let m: AllocationWorld;
  beforeEach(async () => void (m = await anew()));

  describe('it falls back to the next rebalance', () => {
    const fellBack = async (code: string, words: RegExp) => {
      assert.deepEqual(
        (await m.batches()).map(({ status, fallback_code }) => [status, fallback_code]),
        [['FALLBACK_NEXT_REBALANCE', code]],
      );
      assert.deepEqual(await m.cycles(), []);
      assert.equal((await m.pending()).length, 0);
      const told = (await m.notices('policy_funding')).filter(({ title }) =>
        /waits for the next rebalance/.test(title),
      );
      assert.equal(told.length, 1);
      assert.match(told[0]?.title ?? '', /^LIVE · Momentum LIVEMOMO: ₹[\d,]+ waits for the next rebalance$/);
      assert.match(told[0]?.body ?? '', words);
      // It is told once, and tried once.
      await m.rounds(2);
      assert.equal((await m.statuses())[0], 'FALLBACK_NEXT_REBALANCE');
    };

    it('portfolio/Allocation modes: where there was no rebalance, or the person rejected the only one', async () => {
      await m.traded({}, 'reject');
      await m.credited(50_000);
      await fellBack('NO_TARGETS', /No rebalance has set targets yet/);
    });

    it('portfolio/Allocation modes: where the strategy changed since the rebalance', async () => {
      await m.traded();
      await m.sql(`update policy.policy_cycles set strategy_version = 'another' where policy_id = ?`, [
        m.policy(),
      ]);
      await m.credited(50_000);
      await fellBack('OTHER_STRATEGY_VERSION', /used other rules/);
    });

    it('portfolio/Allocation modes: where the targets are older than 45 days', async () => {
      await m.traded();
      // 17 March to 2 May are 46 days.
      await m.sql(`update policy.policy_cycles set cycle_date = '2024-03-17' where policy_id = ?`, [
        m.policy(),
      ]);
      await m.credited(50_000);
      await fellBack('TARGETS_TOO_OLD', /more than 45 days ago/);
    });

    it('portfolio/Allocation modes: where a target has no current price', async () => {
      const first = await m.traded({}, 'approve');
      const held = new Set(first.orders.map(({ symbol }) => symbol));
      const unheld = (await ranked(m, m.policy())).find((symbol) => !held.has(symbol));
      assert.ok(unheld !== undefined);
      await forget(m, unheld, LAST_CLOSE);
      await m.credited(50_000);
      await fellBack('PRICE_UNAVAILABLE', new RegExp(`There is no price for ${unheld}\\.`));
    });

    it('portfolio/Allocation modes: where a corporate action of the morning has overtaken the close of a target', async () => {
      await m.traded();
      const symbol = (await ranked(m, m.policy()))[0] ?? '';
      await splitOf(m, symbol);
      await m.credited(50_000);
      await fellBack('PRICE_UNAVAILABLE', new RegExp(`There is no price for ${symbol}\\.`));
    });

    it('portfolio/Allocation modes: where the money buys no whole share', async () => {
      await m.traded();
      await m.credited(10);
      await fellBack('NOTHING_TO_BUY', /does not buy one whole share/);
    });

    it('portfolio/Allocation status: it goes with the plan of the next rebalance then', async () => {
      await m.traded();
      await m.credited(10);
      assert.deepEqual(await m.statuses(), ['FALLBACK_NEXT_REBALANCE']);
      await nextRebalance(m);
      const [plan] = await m.pending();
      assert.equal(plan?.cycle_type, 'NORMAL_REBALANCE');
      const [batch] = await m.batches();
      assert.deepEqual([batch?.status, batch?.plan_id], ['PENDING_APPROVAL', plan?.plan_id]);
    });
  });

  describe('it waits', () => {
    it('portfolio/Allocation modes: while a plan waits for an answer, and is planned once that is over', async () => {
      const first = await m.traded({}, 'leave');
      await m.credited(50_000);
      await m.rounds(2);
      assert.deepEqual(await m.statuses(), ['PENDING']);
      assert.deepEqual(
        (await m.pending()).map(({ plan_id }) => plan_id),
        [first.plan_id],
      );
      assert.equal((await m.approve(first)).state, 'EXECUTED');
      await m.rounds(1);
      assert.deepEqual(await m.statuses(), ['PENDING_APPROVAL']);
      assert.equal((await m.allocation()).new_money?.amount, 50_000);
    });

    it('portfolio/Allocation modes: while orders are under way', async () => {
      const first = await m.traded({}, 'leave');
      m.broker.account.state.cash = '10000000';
      m.at('2024-05-02T12:00:00.000Z');
      // After the close: it is approved, and sent in the morning.
      assert.equal((await m.approve(first)).state, 'APPROVED');
      await m.credited(50_000);
      await m.rounds(1);
      assert.deepEqual(await m.statuses(), ['PENDING']);
      m.at('2024-05-03T04:00:00.000Z');
      await loginAgain(m, m.connection);
      await m.rounds(1);
      assert.equal((await m.core.policies.plans.get(m.owner, first.plan_id)).state, 'EXECUTED');
    });

    it('portfolio/Allocation modes: while a difference with the broker is open', async () => {
      await m.traded();
      await m.sql(
        `insert into policy.account_differences (owner_user_id, connection_id, kind, code, subject, expected, found, message,
           first_seen_at, last_seen_at) values (?, ?, 'CASH', 'CASH', 'cash', '1', '0', 'It differs.', now(), now())`,
        [m.owner, m.connection],
      );
      await m.credited(50_000);
      assert.deepEqual(await m.statuses(), ['PENDING']);
      await m.sql(
        `update policy.account_differences set settled_at = now(), settled_by = 'me', settled_reason = 'it was nothing'`,
      );
      await m.rounds(1);
      assert.deepEqual(await m.statuses(), ['PENDING_APPROVAL']);
    });

    it('portfolio/Allocation modes: while trading or the policy is paused', async () => {
      await m.traded();
      const { core, owner } = m;
      await core.policies.live.pause.pauseAll(owner, BY);
      await m.credited(50_000);
      assert.deepEqual(await m.statuses(), ['PENDING']);
      await core.policies.live.pause.resumeAll(owner, { confirmation: RESUME_WORDS }, BY);
      await core.policies.pause(owner, m.policy(), BY);
      await m.rounds(1);
      assert.deepEqual(await m.statuses(), ['PENDING']);
      await core.policies.resume(owner, m.policy(), BY);
      await m.rounds(1);
      assert.deepEqual(await m.statuses(), ['PENDING_APPROVAL']);
    });

    it('portfolio/Allocation status: a rebalance that comes before its turn takes it along', async () => {
      await m.traded({}, 'leave');
      await m.credited(50_000);
      await nextRebalance(m);
      const [plan, ...others] = await m.pending();
      assert.deepEqual([plan?.cycle_type, others], ['NORMAL_REBALANCE', []]);
      assert.deepEqual(
        (await m.batches()).map(({ plan_id }) => plan_id),
        [plan?.plan_id],
      );
    });

    it('portfolio/Allocation status: where that rebalance finds nothing to trade, the money waits for the next one', async () => {
      await m.idle();
      await leftPending(m, () => m.credited(5));
      await nextRebalance(m);
      const { latest_cycle } = await m.core.policies.get(m.owner, m.policy());
      assert.deepEqual([latest_cycle?.cycle_type, latest_cycle?.status], ['NORMAL_REBALANCE', 'NOOP']);
      assert.deepEqual(await m.statuses(), ['WAITING_FOR_REBALANCE']);
    });
  });

  describe('nobody is asked the same twice', () => {
    it('portfolio/Allocation status: a rejected plan leaves the money to the next rebalance', async () => {
      await m.funded();
      const plan = await m.allocation();
      await m.core.policies.live.approvals.reject(m.owner, plan.plan_id, {}, ANSWERER);
      await m.rounds(3);
      assert.deepEqual(
        (await m.batches()).map(({ status, fallback_code }) => [status, fallback_code]),
        [['FALLBACK_NEXT_REBALANCE', 'PLAN_REJECTED']],
      );
      assert.deepEqual(await m.pending(), []);
      assert.deepEqual(
        (await m.cycles()).map(({ status }) => status),
        ['REJECTED'],
      );
      const receipt = await m.core.policies.plans.get(m.owner, plan.plan_id);
      assert.deepEqual(receipt.new_money, { amount: 50_000, credited_on: TODAY });
      // More money of the same day is another question.
      await m.credited(40_000);
      assert.deepEqual(await m.statuses(), ['FALLBACK_NEXT_REBALANCE', 'PENDING_APPROVAL']);
      assert.equal((await m.allocation()).new_money?.amount, 40_000);
    });

    it('portfolio/Allocation status: so does one that nobody answers, and the person is told', async () => {
      await m.funded();
      await m.rounds(1, 31 * 60);
      assert.deepEqual(
        (await m.batches()).map(({ status, fallback_code }) => [status, fallback_code]),
        [['FALLBACK_NEXT_REBALANCE', 'PLAN_EXPIRED']],
      );
      const told = (await m.notices('policy_plan')).find(({ title }) => /expired/.test(title));
      assert.match(told?.body ?? '', /The new money is invested at the next rebalance\./);
    });

    it('portfolio/Allocation modes: a rebalance takes the place of a plan for new money, and the money goes with it', async () => {
      await m.funded();
      const own = await m.allocation();
      await nextRebalance(m);
      const [plan, ...others] = await m.pending();
      assert.deepEqual([plan?.cycle_type, plan?.new_money, others], ['NORMAL_REBALANCE', null, []]);
      assert.equal((await m.core.policies.plans.get(m.owner, own.plan_id)).state, 'EXPIRED');
      assert.deepEqual(
        (await m.batches()).map(({ status, plan_id }) => [status, plan_id]),
        [['PENDING_APPROVAL', plan?.plan_id]],
      );
    });

    it('portfolio/Allocation status: an order that is sent again by a plan of its own takes no money back when that is rejected', async () => {
      await m.funded();
      const own = await m.allocation();
      const [again] = await m.sql<{ id: string }>(
        `insert into policy.policy_order_plans (policy_id, owner_user_id, mode, cycle_id, connection_id, state, digest, cash_before,
           cash_after, buy_value, sell_value, estimated_costs, kind, replaces_plan_id, expires_at, created_at)
         select policy_id, owner_user_id, mode, cycle_id, connection_id, state, 'again', 0, 0, 0, 0, 0, 'SENT_AGAIN', id,
           expires_at, created_at
         from policy.policy_order_plans where id = ? returning id::text`,
        [own.plan_id],
      );
      await m.core.policies.live.approvals.reject(m.owner, again?.id ?? '', {}, ANSWERER);
      assert.deepEqual(
        (await m.batches()).map(({ status, plan_id }) => [status, plan_id]),
        [['PENDING_APPROVAL', own.plan_id]],
      );
    });
  });
});
