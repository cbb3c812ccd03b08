import assert from 'node:assert/strict';
import type { PlanView } from '../../core/policies/index.ts';
import { labels } from '../support/bot-api-messages.ts';
import { type ChatDriver, eventually } from '../support/chat-driver.ts';
import { type LiveWorld, liveWorld, MORNING } from '../support/live-chat.ts';
import { inTurn } from '../support/soak.ts';
import { answerTo, shownTo } from '../support/talking.ts';

for (const transport of ['telegram', 'local'] as const) {
  describe(`portfolio/Plan states: answers to plans over ${transport}`, () => {
    const told = inTurn(transport);
    const place = transport === 'telegram' ? 'Telegram' : 'the local chat';
    let world: LiveWorld;
    let chat: ChatDriver;
    before(async () => {
      world = await liveWorld();
      chat = await world.person(transport);
    });
    after(() => world.close());

    const ask = async (text: string) => await answerTo(chat, text);
    const shown = async (what: RegExp) => await shownTo(chat, what);
    const stateOf = async ({ plan_id }: PlanView) => (await world.plan(plan_id)).state;
    const write = async (what: string, values: unknown[]) =>
      await world.core.database.systemPool.query(what, values);

    told('without a plan that waits, both commands say so', async () => {
      assert.equal((await ask('/approve_plan')).text, 'Nothing waits for your approval.');
      assert.equal((await ask('/reject_plan')).text, 'Nothing waits for your approval.');
      assert.match((await ask('/approve_plan 999999')).text, /no such plan/i);
    });

    told(
      'a push leads to the card; one press of Approve sends each order once, and the card becomes the receipt until the end',
      async () => {
        const plan = await world.planned('Runner', 'RUNNER01');
        await shown(/^LIVE · Runner: 2 purchases wait for your approval\n/);
        await chat.presses('Show orders / Approve…');
        const card = await shown(/^LIVE · Runner\nPlan \d+, at the closes of 1 Feb 2024\n/);
        // 71 × 232 + 38 × 220 = 24,832 of 1,00,000; limits 2 % above the closes.
        assert.match(
          card.text,
          /\n2 orders wait for your approval\.\nIt expires on 5 Feb 2024, 02:00 IST\.\n/,
        );
        assert.match(
          card.text,
          /\nBuy 71 AAA, about ₹16,472\nLast ₹232\.00, limit ₹236\.60\. New at rank 1\.\n/,
        );
        assert.match(
          card.text,
          /\nBuy 38 BBB, about ₹8,360\nLast ₹220\.00, limit ₹224\.40\. New at rank 2\./,
        );
        assert.match(
          card.text,
          /\nBuys ₹24,832, sells ₹0\nEstimated costs ₹28\.01: STT ₹24\.00, exchange ₹0\.83, /,
        );
        assert.match(
          card.text,
          /\nCash ₹1,00,000 before, ₹75,140 after\nLimit per order ₹2,00,000\nHoldings 0 → 2\nCash 100\.0% → 75\.2%\nLargest position none → AAA 16\.5%\nLargest sector none → Banks 24\.8%\nThe median daily turnover of AAA and BBB is unknown\.\nIf an order fails, the others are still sent\.$/,
        );
        assert.deepEqual(labels(card), [
          '✓ Approve',
          '✗ Reject',
          'Leave out…',
          'Rehearse',
          '↻ Refresh',
          'Show the policy',
        ]);

        await chat.presses('✓ Approve');
        const receipt = await shown(/^LIVE · Runner\n[^]*✓ Approved by/);
        assert.equal(receipt.id, card.id);
        assert.match(receipt.text, new RegExp(`\\n✓ Approved by \\S+ in ${place}, 2 Feb 2024, 10:00 IST\\n`));
        assert.deepEqual(labels(receipt), ['↻ Refresh', 'Show the policy']);
        const end = await shown(
          /^LIVE · Runner\n[^]*It has ended: every order was filled\.\nEnded on 2 Feb 2024/,
        );
        assert.equal(end.id, card.id);
        assert.match(
          end.text,
          /\n✓ Buy 71 AAA: filled at ₹236\.60, ₹327 worse than the reference price \(1\.98%\)\nSent 2 Feb 2024, 10:00 IST, order \d+\n/,
        );
        await shown(/^LIVE · Runner: all orders filled\n/);
        assert.equal(world.sent(plan), 2);
        assert.equal(
          (await world.plan(plan.plan_id)).decided?.via,
          transport === 'telegram' ? 'TELEGRAM' : 'LOCAL_CHAT',
        );
        // The broker’s charges come after the end, into the same message; nobody follows it then.
        await world.core.policies.live.settled();
        await world.core.policies.live.round(new AbortController().signal);
        const charged = await shown(
          /^LIVE · Runner\n[^]*\nZerodha calculates charges of ₹[\d.]+, as read on 2 Feb 2024/,
        );
        assert.equal(charged.id, card.id);
        await eventually('the card to be let go', async () => {
          const { rowCount } = await write('select from chat.plan_cards where plan_id = $1', [plan.plan_id]);
          return rowCount === 0;
        });
      },
    );

    told('Leave out… shows the new sums, is no answer, and what is left out is never sent', async () => {
      const plan = await world.planned('Chooser', 'CHOOSER1');
      const { text } = await ask('/approve_plan');
      assert.match(text, /^Which plan\?\n/);
      await chat.presses('Chooser, 1 Feb 2024');
      await shown(/^LIVE · Chooser\n[^]*2 orders wait/);
      await chat.presses('Leave out…');
      const choice = await shown(/^LIVE · Chooser\n[^]*Which orders are to be left out\?/);
      assert.deepEqual(labels(choice), ['☑ Buy 71 AAA', '☑ Buy 38 BBB', 'Done']);
      await chat.presses('☑ Buy 71 AAA');
      await shown(/^LIVE · Chooser\n[^]*✗ Buy 71 AAA: left out[^]*Buys ₹8,360/);
      await chat.presses('☑ Buy 38 BBB');
      await shown(
        /^LIVE · Chooser\n[^]*✗ Buy 38 BBB: left out[^]*Buys ₹0, sells ₹0[^]*Cash ₹1,00,000 before, ₹1,00,000 after/,
      );
      await chat.presses('Done');
      const none = await shown(/^LIVE · Chooser\n[^]*2 orders wait for your approval, 2 left out/);
      // Nothing is left to approve.
      assert.deepEqual(labels(none), ['✗ Reject', 'Leave out…', 'Rehearse', '↻ Refresh', 'Show the policy']);
      await chat.presses('Leave out…');
      await chat.presses('☐ Buy 38 BBB');
      await shown(/^LIVE · Chooser\n[^]*Which orders[^]*Buys ₹8,360/);
      await chat.presses('Done');
      await shown(/^LIVE · Chooser\n[^]*2 orders wait for your approval, 1 left out/);
      assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);

      await chat.presses('✓ Approve 1 of 2');
      const end = await shown(/^LIVE · Chooser\n[^]*It has ended/);
      assert.match(end.text, /\n· Buy 71 AAA: left out\n✓ Buy 38 BBB: filled at/);
      assert.equal(world.sent(plan), 1);
    });

    told(
      'the card shows a look at the plan, and Rehearse the answer of the broker’s calculators about the orders that are left; nothing is sent',
      async () => {
        const plan = await world.planned('Rehearser', 'REHEARS1');
        await ask(`/approve_plan ${plan.plan_id} without aaa`);
        // 38 × 224.40 is 8,527.20, and its costs are about ten rupees.
        const seen = await shown(
          /^LIVE · Rehearser\n[^]*\nRead on 2 Feb 2024, 10:00 IST\.\nPrices: none is from today\.\n[^]*The account has ₹[\d,]+; the plan needs up to ₹8,53\d\.\nThe login holds until 3 Feb 2024, 06:00 IST\.\n/,
        );
        assert.ok(labels(seen).includes('✓ Approve 1 of 2'));
        await chat.presses('Rehearse');
        const card = await shown(
          /^LIVE · Rehearser\n[^]*\nRehearsed on 2 Feb 2024, 10:00 IST: 1 of 1 order would be accepted\. Nothing was sent\.\nThe broker would block ₹8,527\.20 for accepted orders; the account has ₹/,
        );
        assert.equal(card.id, seen.id);
        assert.match(card.text, /\nCharges by the broker ₹\S+, our estimate ₹\S+, both without/);
        assert.ok(labels(card).includes('✓ Approve 1 of 2'));
        assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
      },
    );

    told('orders are left out by typing too; a wrong symbol says which there are', async () => {
      const plan = await world.planned('Typist', 'TYPIST01');
      assert.match(
        (await ask(`/approve_plan ${plan.plan_id} without TCS`)).text,
        /^This plan has no order of TCS\. It has AAA, BBB\.\nUsage: \/approve_plan ID \[without SYMBOLS\]/,
      );
      const card = await ask(`/approve_plan ${plan.plan_id} without aaa`);
      assert.match(card.text, /✗ Buy 71 AAA: left out/);
      assert.ok(labels(card).includes('✓ Approve 1 of 2'));
      assert.equal(world.sent(plan), 0);
    });

    told(
      '/reject_plan asks; after it nothing is sent, and a card that still asks is answered with who did it',
      async () => {
        const plan = await world.planned('Stopper', 'STOPPER1');
        await ask(`/approve_plan ${plan.plan_id}`);
        const question = await ask(`/reject_plan ${plan.plan_id}`);
        assert.match(question.text, /\nReject it\? Nothing of it is sent then\.\n/);
        assert.deepEqual(labels(question), ['✗ Reject', 'Back to the plan', 'Show the policy']);
        assert.equal(await stateOf(plan), 'PENDING_APPROVAL');
        await chat.presses('✗ Reject');
        await eventually('both cards to be receipts', async () => {
          const cards = (await chat.messages()).filter(({ text }) => text.startsWith('LIVE · Stopper\n'));
          return (
            cards.length === 2 &&
            cards.every(({ text }) => /✗ Rejected by \S+ in .*\nNothing was sent\./.test(text))
          );
        });
        assert.deepEqual([await stateOf(plan), world.sent(plan)], ['REJECTED', 0]);
        const again = await ask(`/approve_plan ${plan.plan_id}`);
        assert.match(again.text, /\n✗ Rejected by /);
        assert.ok(!labels(again).some((label) => label.startsWith('✓')));
      },
    );

    told(
      'a plan that changed since it was shown is shown anew, and sends nothing until it is approved as it is',
      async () => {
        const plan = await world.planned('Changer', 'CHANGER1');
        await ask(`/approve_plan ${plan.plan_id}`);
        // The card is shown anew with its look, and would have the new digest then.
        await shown(/^LIVE · Changer\n[^]*the plan needs up to/);
        await write('update policy.policy_order_plans set digest = $2 where id = $1', [
          plan.plan_id,
          'c'.repeat(64),
        ]);
        await chat.presses('✓ Approve');
        await shown(/^This plan changed since you looked at it\..*\n\nLIVE · Changer\n/);
        assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
        await chat.presses('✓ Approve');
        await shown(/^LIVE · Changer\n[^]*It has ended: every order was filled/);
        assert.equal(world.sent(plan), 2);
      },
    );

    told('while trading is paused an approval is refused and can be given later', async () => {
      const plan = await world.planned('Waiter', 'WAITER01');
      await ask(`/approve_plan ${plan.plan_id}`);
      await ask('/pause_all');
      await shown(/^LIVE · Waiter\n[^]*All trading is paused\. \/resume_all before you approve it\./);
      await chat.presses('✓ Approve');
      await shown(
        /^All trading is paused\. Resume it first; the plan waits until it expires\.\n\nLIVE · Waiter/,
      );
      assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
      await ask('/resume_all resume trading');
      await chat.presses('✓ Approve');
      await shown(/^LIVE · Waiter\n[^]*It has ended: every order was filled/);
      assert.equal(world.sent(plan), 2);
    });

    told(
      'an order above the limit rejects the whole plan, and a repeat of the press says so too',
      async () => {
        const plan = await world.planned('Large', 'LARGE001');
        await write(
          `update policy.policies set config = config || '{"max_order_value": 10000}' where id = $1`,
          [plan.policy_id],
        );
        const card = await ask(`/approve_plan ${plan.plan_id}`);
        assert.match(
          card.text,
          /\nLimit per order ₹10,000\nAbove the limit: AAA\. Leave it out, or approving rejects the whole plan\./,
        );
        await chat.presses('✓ Approve');
        const refused = await shown(
          /^The order for AAA is worth ₹16,472, above the limit of ₹10,000 per order\./,
        );
        assert.match(refused.text, /The whole plan was rejected and nothing was sent\.\n\nLIVE · Large\n/);
        assert.match(refused.text, /\n✗ Rejected by /);
        assert.doesNotMatch(refused.text, /Nothing was changed/);
        assert.deepEqual([await stateOf(plan), world.sent(plan)], ['REJECTED', 0]);
      },
    );

    told('an account without the money is named, and nothing is sent', async () => {
      const plan = await world.planned('Poor', 'POOR0001');
      const { state } = world.broker.account;
      const { cash } = state;
      state.cash = '100';
      await ask(`/approve_plan ${plan.plan_id}`);
      await chat.presses('✓ Approve');
      await shown(
        /^The plan needs ₹24,860\.01 on top of what its sales bring in, but the account has ₹100\.00\..*\n\nLIVE · Poor/,
      );
      // A look that comes later is shown below the refusal, and does not edit it away.
      state.cash = '777';
      await write('update policy.policy_order_plans set look = null where id = $1', [plan.plan_id]);
      await world.core.policies.live.looks.look(world.ownerId, plan.plan_id);
      await shown(/^The plan needs ₹24,860\.01 on top of [^]*\n\nLIVE · Poor\n[^]*The account has ₹777;/);
      state.cash = cash;
      assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
    });

    told(
      'a plan for new money says whose money it is, and once it is rejected what becomes of that',
      async () => {
        const plan = await world.planned('Saver', 'SAVER001');
        const { live, contributions } = world.core.policies;
        const by = { actor: 'test' };
        await live.approvals.approve(world.ownerId, plan.plan_id, {}, { ...by, via: 'DASHBOARD' });
        await live.settled();
        assert.equal(await stateOf(plan), 'EXECUTED');
        const money = { amount: 20_000, frequency: 'once', start_date: '2024-02-02' };
        const asked = { ...money, allocation_mode: 'buy_only_current_targets' };
        await contributions.schedule(world.ownerId, plan.policy_id, asked, by);
        await contributions.round(new AbortController().signal);
        const { next } = await contributions.list(world.ownerId, plan.policy_id);
        const id = next?.contribution_id ?? '';
        const paid = { confirmed_amount: 20_000, external_reference: 'UTR7' };
        await contributions.confirm(world.ownerId, id, paid, by);
        await contributions.apply(world.ownerId, id, by);
        await shown(
          /^LIVE · Saver: \d+ purchases with new money wait for your approval\nInvests ₹20,000 that came in on 2 Feb 2024 in the current targets\. Nothing is sold for it\.\n/,
        );
        await chat.presses('Show orders / Approve…');
        await shown(/^LIVE · Saver\nPlan \d+: buys with ₹20,000 that came in on 2 Feb 2024\n/);
        await chat.presses('✗ Reject');
        await shown(/^LIVE · Saver\n[^]*✗ Rejected by [^]*\nIts money is invested at the next rebalance\./);
      },
    );

    told('an expired plan sends nothing, and its card says that it expired', async () => {
      const plan = await world.planned('Late', 'LATE0001');
      await ask(`/approve_plan ${plan.plan_id}`);
      // 20:30 UTC on Sunday is the end of its thirty hours: four of Thursday, 24 of Friday, two of Monday.
      world.clock.at = new Date('2024-02-04T20:31:00.000Z');
      await chat.presses('✓ Approve');
      await shown(
        /^This plan expired\. .*\n\nLIVE · Late\n[^]*✗ Expired on 5 Feb 2024, 02:01 IST\nNobody answered it in time\./,
      );
      assert.deepEqual([await stateOf(plan), world.sent(plan)], ['EXPIRED', 0]);
      world.clock.at = new Date(MORNING);
    });
  });
}
