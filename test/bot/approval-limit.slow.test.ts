import assert from 'node:assert/strict';
import type { PlanView } from '../../core/policies/index.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { labels } from '../support/bot-api-messages.ts';
import { type ChatDriver, eventually } from '../support/chat-driver.ts';
import { type LiveWorld, liveWorld, MORNING } from '../support/live-chat.ts';
import { inTurn } from '../support/soak.ts';
import { answerTo, shownTo } from '../support/talking.ts';

for (const transport of ['telegram', 'local'] as const) {
  describe(`orders/What people expect of an approval in chat: typing above a limit, over ${transport}`, () => {
    const told = inTurn(transport);
    let world: LiveWorld;
    let chat: ChatDriver;
    before(async () => {
      world = await liveWorld();
      chat = await world.person(transport);
    });
    after(() => world.close());
    beforeEach(() => limit().set(world.ownerId, { confirm_above: 20_000 }, { actor: 'test' }));

    const limit = () => world.core.policies.live.approvalLimit;
    const ask = async (text: string) => await answerTo(chat, text);
    const shown = async (what: RegExp) => await shownTo(chat, what);
    const stateOf = async ({ plan_id }: PlanView) => (await world.plan(plan_id)).state;
    const card = async ({ plan_id }: PlanView) => await ask(`/approve_plan ${plan_id}`);

    // 71 × 232 + 38 × 220 = 24,832 in all; the 38 BBB alone are 8,360.
    told('the card says what to type, Approve asks for it, and only that approves', async () => {
      const plan = await world.planned('Typed', 'TYPED001');
      const question = await card(plan);
      assert.match(
        question.text,
        /\nLimit per order ₹2,00,000\nAbove your limit of ₹20,000: type TYPED001 to approve\n/,
      );
      assert.deepEqual(labels(question), [
        '✓ Approve…',
        '✗ Reject',
        'Leave out…',
        'Rehearse',
        '↻ Refresh',
        'Show the policy',
      ]);
      await chat.presses('✓ Approve…');
      await shown(/^Type TYPED001 to approve 2 orders of Typed, buys ₹24,832, sells ₹0/);
      assert.match((await ask('approve it')).text, /^Type exactly "TYPED001", or \/cancel\./);
      assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
      assert.match((await ask(' typed001')).text, /^LIVE · Typed\n[^]*✓ Approved by /);
      await eventually('both messages to be receipts', async () => {
        const cards = (await chat.messages()).filter(({ text }) => text.startsWith('LIVE · Typed\n'));
        return cards.length === 2 && cards.every(({ text }) => text.includes('It has ended: every order'));
      });
      assert.equal(world.sent(plan), 2);
    });

    told('with orders left out that come to less, a press is enough', async () => {
      const plan = await world.planned('Lesser', 'LESSER01');
      const question = await ask(`/approve_plan ${plan.plan_id} without AAA`);
      assert.doesNotMatch(question.text, /Above your limit/);
      await chat.presses('✓ Approve 1 of 2');
      await shown(/^LIVE · Lesser\n[^]*It has ended/);
      assert.equal(world.sent(plan), 1);
    });

    told('what was left out on the card is left out of what is typed for', async () => {
      await limit().set(world.ownerId, { confirm_above: 0 }, { actor: 'test' });
      const plan = await world.planned('Partly', 'PARTLY01');
      await ask(`/approve_plan ${plan.plan_id} without AAA`);
      await chat.presses('✓ Approve 1 of 2…');
      await shown(/^Type PARTLY01 to approve 1 order of Partly, buys ₹8,360/);
      await chat.says('PARTLY01');
      await shown(/^LIVE · Partly\n[^]*· Buy 71 AAA: left out\n✓ Buy 38 BBB: filled/);
      assert.equal(world.sent(plan), 1);
    });

    told('a plan that changed while one typed is shown again, and nothing is sent', async () => {
      const plan = await world.planned('Moving', 'MOVING01');
      await card(plan);
      await chat.presses('✓ Approve…');
      await shown(/^Type MOVING01/);
      await world.core.database.systemPool.query(
        `update policy.policy_order_plans set digest = $2 where id = $1`,
        [plan.plan_id, 'e'.repeat(64)],
      );
      const answer = await ask('MOVING01');
      assert.match(answer.text, /^This plan changed since you looked at it\.[^]*LIVE · Moving\n/);
      assert.ok(labels(answer).includes('✓ Approve…'));
      assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
    });

    told('one that was answered or expired meanwhile says so', async () => {
      const plan = await world.planned('Gone', 'GONE0001');
      await card(plan);
      await chat.presses('✓ Approve…');
      await shown(/^Type GONE0001/);
      const by = { actor: 'api:owner', via: 'DASHBOARD' } as const;
      await world.core.policies.live.approvals.reject(world.ownerId, plan.plan_id, {}, by);
      assert.match(
        (await ask('GONE0001')).text,
        /^This plan was answered before\. Your answer changed nothing\.\n\nLIVE · Gone\n[^]*✗ Rejected by owner on the dashboard/,
      );
      const other = await world.planned('Late', 'LATE0001');
      // It expires on 5 February at 2:00, and a dialogue does not wait for a whole weekend.
      world.clock.at = new Date('2024-02-04T20:00:00.000Z');
      await card(other);
      await chat.presses('✓ Approve…');
      await shown(/^Type LATE0001/);
      world.clock.at = new Date('2024-02-04T21:00:00.000Z');
      assert.match((await ask('LATE0001')).text, /^This plan expired\./);
      world.clock.at = new Date(MORNING);
      assert.deepEqual([world.sent(plan), world.sent(other)], [0, 0]);
    });

    told(
      'a card from before the limit does not get around it, and one from after it is gone asks anew',
      async () => {
        await limit().remove(world.ownerId, { actor: 'test' });
        const plan = await world.planned('Before', 'BEFORE01');
        const question = { ...(await card(plan)) };
        await limit().set(world.ownerId, { confirm_above: 20_000 }, { actor: 'test' });
        const now = await shown(/^LIVE · Before\n[^]*type BEFORE01 to approve\n/);
        assert.equal(now.id, question.id);
        if (transport === 'telegram') {
          (chat as LoopbackChat).pressesOn(question, '✓ Approve');
          await chat.settled();
          await shown(
            /^These orders come to ₹24,832\.00, above your limit of ₹20,000\.00: type BEFORE01 to approve them\. Nothing was sent\.\n\nLIVE · Before\n/,
          );
        }
        assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
        await limit().remove(world.ownerId, { actor: 'test' });
        await shown(/^LIVE · Before\n[^]*Limit per order ₹2,00,000\nHoldings /);
      },
    );

    told('/approval_limit shows, asks before it changes anything, and takes the limit away', async () => {
      assert.match(
        (await ask('/approval_limit')).text,
        /^A plan whose purchases and sales come to more than ₹20,000 is approved only by typing the tag code of its policy\.\n/,
      );
      assert.match((await ask('/approval_limit much')).text, /is not an? amount[^]*Usage: \/approval_limit/);
      assert.match((await ask('/approval_limit 20000')).text, /^That is how it is already\./);
      const question = await ask('/approval_limit 5,00,000');
      assert.match(question.text, /come to more than ₹5,00,000 is approved only by typing/);
      assert.deepEqual(await limit().read(world.ownerId), { confirm_above: 20_000 });
      await chat.presses('✓ Change it');
      await eventually(
        'the limit to be set',
        async () => (await limit().read(world.ownerId)).confirm_above === 500_000,
      );
      await ask('/approval_limit off');
      await chat.presses('✓ Change it');
      await shown(/^A press of Approve is enough for every plan\.\nBy /);
      assert.deepEqual(await limit().read(world.ownerId), { confirm_above: null });
    });

    if (transport === 'telegram')
      it('an approver types like the owner', async () => {
        const ravi = (await world.person('telegram', { userId: 4343, role: 'approver' })) as LoopbackChat;
        const plan = await world.planned('Second', 'SECOND01');
        await answerTo(ravi, `/approve_plan ${plan.plan_id}`);
        await ravi.presses('✓ Approve…');
        await shownTo(ravi, /^Type SECOND01/);
        await ravi.says('SECOND01');
        await shownTo(ravi, /^LIVE · Second\n[^]*Approved by Asha \(approver\) in Telegram/);
        assert.equal(
          (await world.plan(plan.plan_id)).decided?.by,
          'chat:owner (Asha, approver, telegram 4343)',
        );
      });
  });
}
