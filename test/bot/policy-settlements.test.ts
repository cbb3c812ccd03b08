import assert from 'node:assert/strict';
import { labels } from '../support/bot-api-messages.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { type LiveWorld, liveWorld } from '../support/live-chat.ts';
import { inTurn } from '../support/soak.ts';
import { answerTo, shownTo } from '../support/talking.ts';

const never = new AbortController().signal;

for (const transport of ['telegram', 'local'] as const) {
  describe(`orders/Promises 2: what needs a person, over ${transport}`, () => {
    const told = inTurn(transport);
    let world: LiveWorld;
    let chat: ChatDriver;
    before(async () => {
      world = await liveWorld();
      chat = await world.person(transport);
    });
    after(() => world.close());

    const ask = async (text: string) => await answerTo(chat, text);
    const shown = async (what: RegExp) => await shownTo(chat, what);
    const round = async () => await world.core.policies.live.round(never);

    told(
      'an order that was lost is shown with its evidence; what a person says of it is confirmed and on record',
      async () => {
        const plan = await world.planned('Loser', 'LOSER001');
        world.broker.dice.plan({ name: 'dropped', times: 1 });
        await ask(`/approve_plan ${plan.plan_id}`);
        await chat.presses('✓ Approve');
        await shown(/^LIVE · Loser\n[^]*sent, but no clear answer came; Munim looks for it/);
        const waits = await ask('/settle');
        assert.match(
          waits.text,
          /^These need you\n⚠ LIVE · Loser · Buy 71 AAA: sent, but no clear answer came/,
        );
        await chat.presses(`Buy 71 AAA (plan ${plan.plan_id})`);
        const early = await shown(/^LIVE · Loser\nBuy 71 AAA, [^]*Munim keeps looking for it/);
        assert.deepEqual(labels(early), ['↻ Refresh', 'All open cases']);
        for (let minute = 0; minute < 4; minute += 1) {
          world.clock.pass(1);
          await round();
        }
        await shown(/^LIVE · Loser: 1 order not found at the broker\n/);
        await chat.presses('Decide…');
        await shown(/^These need you\n⚠ LIVE · Loser · Buy 71 AAA: sent, but not found at the broker/);
        assert.match(
          (await ask('/policies')).text,
          /^⚠ LIVE · Loser · Buy 71 AAA: sent, but not found at the broker/m,
        );
        const [order] = (await world.plan(plan.plan_id)).orders;
        const evidence = await ask(`/settle order ${order?.order_id}`);
        assert.equal((await ask(`/settle ${order?.order_id}`)).text, evidence.text);
        assert.match((await ask('/settle order')).text, /^These need you\n⚠ LIVE · Loser/);
        assert.match((await ask(`/settle ${order?.order_id} difference`)).text, /^That one is settled/);
        assert.match(
          evidence.text,
          new RegExp(`Buy 71 AAA, limit ₹236\\.60, plan ${plan.plan_id}, tag ${order?.tag}\\n`),
        );
        assert.match(
          evidence.text,
          /: sent to the broker\n.*: no clear answer came\n.*: not in the order book, looked for \d+ times/,
        );
        assert.deepEqual(labels(evidence).slice(0, 3), [
          'It was filled…',
          'It was never placed…',
          'Send it again…',
        ]);

        await chat.presses('It was filled…');
        await shown(/^How many of the 71 shares were filled\?/);
        await chat.says('72');
        await shown(/^Send whole shares, at most 71\./);
        await chat.says('70');
        await shown(/^At what price per share, as on the contract note\?/);
        await chat.says('235.50');
        await shown(/^What did you find out, and where\?/);
        await chat.says('Contract note of 2 February');
        const confirm = await shown(
          /^Buy 71 AAA: was it filled\?\n70 shares at ₹235\.50 go into the books as filled\./,
        );
        assert.deepEqual(labels(confirm), ['✓ Yes', '✗ Cancel']);
        assert.equal((await world.plan(plan.plan_id)).orders[0]?.state, 'ABSENT');
        await chat.presses('✓ Yes');
        await shown(/^Buy 71 AAA: taken over as filled\n“Contract note of 2 February”\nBy /);
        const [settled] = (await world.plan(plan.plan_id)).orders;
        assert.deepEqual(
          [settled?.state, settled?.settlement, settled?.filled_quantity, settled?.average_price],
          ['PARTIAL', 'ADOPTED', 70, 235.5],
        );
        // The rest of the plan goes on, and the order is never sent a second time.
        await shown(/^LIVE · Loser\n[^]*It has ended: not every order was filled\./);
        assert.equal(world.sent(plan), 2);
        assert.match((await ask('/settle')).text, /^Nothing needs your decision/);
        assert.match((await ask(`/settle order ${order?.order_id}`)).text, /^That one is settled/);
      },
    );

    told('an order that is sent again waits for an approval of its own', async () => {
      const { requests } = world.broker.account.state;
      const plan = await world.planned('Again', 'AGAIN001');
      world.broker.dice.plan({ name: 'dropped', times: 1 });
      await ask(`/approve_plan ${plan.plan_id}`);
      await chat.presses('✓ Approve');
      await shown(/^LIVE · Again\n[^]*sent, but no clear answer came/);
      for (let minute = 0; minute < 4; minute += 1) {
        world.clock.pass(1);
        await round();
      }
      const [order] = (await world.plan(plan.plan_id)).orders;
      await ask(`/settle order ${order?.order_id}`);
      await chat.presses('Send it again…');
      await shown(/^What did you find out, and where\?/);
      await chat.says('Nothing in the app');
      await shown(/^Buy 71 AAA: send it again\?\nA new plan with this one order is made\./);
      await chat.presses('✓ Yes');
      await shown(/^Buy 71 AAA: planned again; nothing is sent before you approve the new plan\n/);
      assert.equal(requests.filter(({ tag }) => tag === order?.tag).length, 1);
      assert.equal((await world.core.policies.plans.pending(world.ownerId, {})).total, 1);
      await chat.presses('Show the new plan');
      const card = await shown(/^LIVE · Again\n[^]*1 order waits for your approval/);
      assert.deepEqual(labels(card), ['✓ Approve', '✗ Reject', 'Rehearse', '↻ Refresh', 'Show the policy']);
      await chat.presses('✓ Approve');
      await shown(/^LIVE · Again\n[^]*It has ended: every order was filled\.[^]*✓ Buy 71 AAA/);
    });

    told('a fill that the broker tells after the end of its order is taken over', async () => {
      const plan = await world.planned('Later', 'LATER001');
      world.broker.dice.plan({ name: 'cancelled', times: 1 });
      await ask(`/approve_plan ${plan.plan_id}`);
      await chat.presses('✓ Approve');
      await shown(/^LIVE · Later\n[^]*at the broker, not filled yet/);
      const pass = async (minutes: number) => {
        world.clock.pass(minutes);
        await round();
      };
      // The turn that sent it may have the account still.
      await world.core.policies.live.settled();
      await pass(1);
      await pass(16);
      const [order] = (await world.plan(plan.plan_id)).orders;
      assert.equal(order?.state, 'CANCELLED');
      const made = world.broker.account.state.orders.find(({ tag }) => tag === order.tag);
      assert.ok(made !== undefined);
      made.revives_in = 1;
      await pass(11);
      await shown(/^LIVE · Your books and the broker differ\n.*the broker says that \d+ shares were/);
      const evidence = await ask(`/settle order ${order.order_id}`);
      assert.match(evidence.text, /more of it was filled after it had ended/);
      assert.deepEqual(labels(evidence).slice(0, 1), ['Take the fill over…']);
      await chat.presses('Take the fill over…');
      await shown(/^How many of the \d+ shares were filled\?/);
      await chat.says(String(order.quantity));
      await shown(/^At what price per share/);
      await chat.says(String(order.limit_price));
      await shown(/^What did you find out, and where\?/);
      await chat.says('Contract note');
      await shown(/was it filled\?/);
      await chat.presses('✓ Yes');
      await shown(/taken over as filled\n“Contract note”/);
      assert.equal((await world.plan(plan.plan_id)).orders[0]?.state, 'FILLED');
      assert.match((await ask('/settle')).text, /^Nothing needs your decision/);
      // What was taken over is booked by a turn that nobody waits for.
      await world.core.policies.live.settled();
      const card = await ask('/policies Later');
      assert.match(
        card.text,
        /^Since that close: 2 orders filled, ₹[\d,]+ bought\. The next close values them\.$/m,
      );
    });

    told('a difference with the broker is settled with a reason', async () => {
      await world.core.database.asSystem('a difference', (trx) =>
        trx('policy.account_differences').insert({
          owner_user_id: world.ownerId,
          connection_id: world.connectionId,
          kind: 'SHORTFALL',
          code: 'SHORTFALL',
          subject: 'TCS',
          expected: '2',
          found: '1',
          message: 'The broker holds 1 TCS, the books 2.',
          first_seen_at: world.clock.now(),
          last_seen_at: world.clock.now(),
        }),
      );
      await ask('/settle');
      await chat.presses('Difference: TCS');
      await shown(
        /^The books and the broker differ: TCS\nThe broker holds 1 TCS, the books 2\.\nThe books say 2, the broker 1\./,
      );
      await chat.presses('Settle…');
      await shown(/^Why do the books and the broker differ in TCS\?/);
      await chat.says('Sold by hand in the app');
      await shown(/^Settle the difference in TCS\?/);
      await chat.presses('✓ Settle');
      await shown(/^The difference in TCS is settled\n“Sold by hand in the app”\n/);
      const { items } = await world.core.policies.live.reads.differences(world.ownerId, {});
      assert.deepEqual(
        items.map(({ settled_reason }) => settled_reason),
        ['Sold by hand in the app'],
      );
      assert.match(items[0]?.settled_by ?? '', /^chat:owner/);
    });
  });
}
