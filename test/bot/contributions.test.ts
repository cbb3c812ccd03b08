import assert from 'node:assert/strict';
import { labels } from '../support/bot-api-messages.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { tradesLive } from '../support/contribution-world.ts';
import { heldClock } from '../support/core.ts';
import { policyBody } from '../support/policies.ts';
import { inTurn } from '../support/soak.ts';
import { shownTo } from '../support/talking.ts';

const BY = { actor: 'test' };
/** A Monday morning in India. */
const MORNING = '2026-03-02T05:00:00.000Z';
const TODAY = '2026-03-02';

for (const transport of ['telegram', 'local'] as const) {
  describe(`portfolio/Events, contribution funding due, over ${transport}`, () => {
    const told = inTurn(transport);
    let fixture: ChatFixture;
    let chat: ChatDriver;
    let policy: string;
    before(async () => {
      fixture = await chatFixture({
        clock: heldClock(MORNING),
        environment: { POLICY_WORKER_ENABLED: 'false' },
      });
      chat = await fixture.person(transport);
      policy = (await fixture.core.policies.create(fixture.ownerId, policyBody(), BY)).id;
      const world = { core: fixture.core, owner: fixture.ownerId };
      await tradesLive(world, policy, TODAY, { cash: 1000, units: 100 });
      const body = { amount: 5000, frequency: 'monthly', start_date: TODAY };
      await fixture.core.policies.contributions.schedule(fixture.ownerId, policy, body, BY);
    });
    after(() => fixture.close());
    const shown = async (what: RegExp) => await shownTo(chat, what);
    const state = async () =>
      (await fixture.core.policies.contributions.list(fixture.ownerId, policy)).items.find(
        ({ nr }) => nr === 1,
      );

    told('due money is pushed, confirmed with its reference, and credited', async () => {
      await fixture.core.policies.contributions.round(new AbortController().signal);
      const push = await shown(/instalment 1 of ₹5,000 is due/);
      assert.ok(labels(push).includes('Confirm'), labels(push).join());
      await chat.reply();
      await chat.presses('Confirm');
      assert.match((await chat.reply()).text, /Which reference does the transfer/);
      await chat.says('UTR9');
      const card = await chat.reply();
      assert.match(card.text, /^Is ₹5,000\.00 there for Momentum\?\nReference: UTR9\n/);
      assert.equal((await state())?.state, 'FUNDING_DUE', 'nothing changes before the button');
      await chat.presses('✓ Yes, it is there');
      await shown(/^₹5,000\.00 is confirmed and reserved\nBy /);
      assert.deepEqual(
        [(await state())?.state, (await state())?.funding?.external_reference],
        ['CONFIRMED', 'UTR9'],
      );
      await chat.says('/policies Momentum');
      assert.match(
        (await chat.reply()).text,
        /Next contribution ₹5,000 on 2 Mar 2026: confirmed, not credited yet/,
      );
      await chat.presses('Credit it now');
      await shown(/^₹5,000\.00 is credited\n500 units at ₹10\.00 net of tax, on 2 Mar 2026\nBy /);
      await chat.says('/policies Momentum');
      const { text } = await chat.reply();
      assert.match(text, /Next contribution ₹5,000 on 2 Apr 2026/);
      assert.match(text, /₹5,000 of new money waits for the next rebalance/);
    });
  });
}
