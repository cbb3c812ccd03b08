import assert from 'node:assert/strict';
import type { SeenMessage } from '../support/bot-api-messages.ts';
import { labels } from '../support/bot-api-messages.ts';
import { type ChatDriver, eventually } from '../support/chat-driver.ts';
import { type LiveWorld, liveWorld } from '../support/live-policy.ts';
import { inTurn } from '../support/soak.ts';

/** How notifications of plans begin. */
const PUSHED = /^LIVE · .*: /;

for (const transport of ['telegram', 'local'] as const) {
  describe(`portfolio/Plan states: answers to plans over ${transport}`, () => {
    const told = inTurn(transport);
    let world: LiveWorld;
    let chat: ChatDriver;
    before(async () => {
      world = await liveWorld();
      chat = await world.person(transport);
    });
    after(() => world.close());

    /** What the bot answers; pushes of plans may come in between. */
    const ask = async (text: string, by = chat): Promise<SeenMessage> => {
      const known = new Set((await by.messages()).map(({ id }) => id));
      await by.says(text);
      return await eventually(`an answer to ${text}`, async () =>
        (await by.messages()).find(
          ({ id, fromBot, text: said }) => fromBot && !known.has(id) && !PUSHED.test(said),
        ),
      );
    };
    const shown = async (what: RegExp, by = chat): Promise<SeenMessage> =>
      await eventually(`a message with ${what}`, async () =>
        (await by.messages()).findLast(({ fromBot, text }) => fromBot && what.test(text)),
      );

    told('/approve_plan without a plan says so', async () => {
      assert.equal((await ask('/approve_plan')).text, 'Nothing waits for your approval.');
      assert.equal((await ask('/reject_plan')).text, 'Nothing waits for your approval.');
    });

    told(
      'the card shows what is asked for; Approve sends it once, and the card becomes the receipt',
      async () => {
        const plan = await world.planned('Runner', 'RUNNER01');
        const card = await ask(`/approve_plan ${plan.plan_id}`);
        console.log(card.text, labels(card));
        await chat.presses('✓ Approve');
        const receipt = await shown(/^LIVE · Runner[^]*Approved by/);
        console.log(receipt.text, labels(receipt));
        const end = await shown(/^LIVE · Runner[^]*has ended/);
        console.log(end.text, labels(end));
        assert.equal(world.sent(plan), plan.orders.length);
      },
    );
  });
}
