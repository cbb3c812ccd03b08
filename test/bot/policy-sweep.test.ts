import assert from 'node:assert/strict';
import type { PlanView } from '../../core/policies/index.ts';
import { labels } from '../support/bot-api-messages.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { type LiveWorld, liveWorld } from '../support/live-chat.ts';
import { inTurn } from '../support/soak.ts';
import { answerTo, shownTo } from '../support/talking.ts';

for (const transport of ['telegram', 'local'] as const) {
  describe(`portfolio/Policy rules 4: the liquid sweep over ${transport}`, () => {
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

    told(
      'a policy that trades is asked to sweep, says so, tells of what it bought with no button to approve, and stops when told',
      async () => {
        const plan = await world.planned('Sweeper', 'SWEEPER1');
        const before = await ask('/policies sweeper');
        assert.ok(labels(before).includes('Sweep spare cash'));
        assert.doesNotMatch(before.text, /LIQUIDCASE/);
        assert.match((await ask('/policies sweeper unsweep')).text, /Sweeper does not sweep\./);
        assert.match(
          (await ask('/policies sweeper sweep')).text,
          /^Let Sweeper buy its liquid fund with spare cash\?\n.*one order at most, without asking you\./,
        );
        await chat.presses('✓ Sweep spare cash');
        assert.match((await chat.edited()).text, /^Sweeper is sweeping its spare cash\nBy /);
        const on = await ask('/policies sweeper');
        assert.match(
          on.text,
          /\nAfter a rebalance it buys LIQUIDCASE with spare cash, from ₹5,000 on, without asking you\.\n/,
        );
        assert.ok(labels(on).includes('Stop the sweep'));
        assert.match((await ask('/policies')).text, /Sweeper · LIVE · .*sweeps spare cash into LIQUIDCASE/);

        const { policies } = world.core;
        const answerer = { actor: 'api:owner', via: 'DASHBOARD' } as const;
        await policies.live.approvals.approve(world.ownerId, plan.plan_id, {}, answerer);
        await policies.live.settled();
        // 71 × 236.60 + 38 × 224.40 and 28 rupees of charges leave 74,646; less 2,500 that is 717 units at 100.50.
        const push = await shown(/^LIVE · Sweeper: bought 717 LIQUIDCASE for ₹72,059\n/);
        assert.match(push.text, /\nYou were not asked, because the settings of this policy allow it\./);
        assert.ok(!labels(push).some((label) => /Approve/.test(label)));
        const { items } = await policies.plans.list(world.ownerId, { policy_id: plan.policy_id });
        const sweep = items.find(({ kind }: PlanView) => kind === 'SWEEP');
        const card = await ask(`/approve_plan #${sweep?.plan_id}`);
        assert.match(
          card.text,
          /^LIVE · Sweeper\nPlan \d+: spare cash into the liquid fund, after the rebalance of 1 Feb 2024\nNobody was asked, because the settings of this policy allow it\.\n/,
        );
        assert.deepEqual(labels(card), ['↻ Refresh', 'Show the policy']);

        await ask('/policies sweeper unsweep');
        await chat.presses('✓ Stop the sweep');
        assert.match((await chat.edited()).text, /^Sweeper is not sweeping any more\nBy /);
        assert.doesNotMatch((await ask('/policies')).text, /sweeps spare cash/);
      },
    );
  });
}
