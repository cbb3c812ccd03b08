import assert from 'node:assert/strict';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import type { SeenMessage } from '../support/bot-api-messages.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

const GROUP = -9001;

// Both act for the same books, and whatever anybody else cleared or set in a group was the owner's as well.
for (const role of ['viewer', 'approver'] as const)
  describe(`contract/Who may use the chat: a person with the role ${role} in a group`, () => {
    let fixture: ChatFixture;
    let owner: LoopbackChat;
    let viewer: LoopbackChat;
    before(async () => {
      fixture = await chatFixture();
      owner = await member(4242, 'owner');
      viewer = await member(4343, role);
    });
    after(() => fixture.close());

    async function member(userId: number, as: 'owner' | typeof role): Promise<LoopbackChat> {
      const chat = fixture.api.chat({ userId, groupId: GROUP });
      const { code } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId, as);
      await chat.says(`/start ${code}`);
      await answered(/^Linked/);
      return chat;
    }
    /** The newest message of the bot in the group, once it is like this and was not there before. */
    const seen = new Set<number>();
    async function answered(text: RegExp): Promise<SeenMessage> {
      const message = await eventually(`an answer like ${text}`, () =>
        fixture.api.messages.find(
          (one) => one.fromBot && one.chatId === GROUP && !seen.has(one.id) && text.test(one.text),
        ),
      );
      seen.add(message.id);
      return message;
    }
    const stands = (message: SeenMessage) =>
      fixture.api.messages.some(({ id, deleted }) => id === message.id && !deleted);

    it('/clear takes away what answered them, never the owner’s and never a push; the owner’s takes all', async () => {
      await owner.says('/help holding');
      const forOwner = await answered(/^\/holding /);
      await viewer.says('/help format');
      const forViewer = await answered(/^\/format /);
      await fixture.core.notifications.notify(fixture.ownerId, {
        kind: 'system_notice',
        dedupKey: 'one',
        title: 'A title',
        body: 'Body of a push',
      });
      const push = await answered(/Body of a push/);
      await eventually('it to be settled', async () => {
        const { items } = await fixture.core.notifications.list(fixture.ownerId);
        return items[0]?.deliveries.every(({ state }) => state === 'SENT');
      });
      await viewer.says('/clear');
      await answered(/^Removed 2 messages\./);
      assert.deepEqual([forOwner, push, forViewer].map(stands), [true, true, false]);
      await owner.says('/clear');
      await answered(/^Removed \d messages\./);
      assert.deepEqual([forOwner, push].map(stands), [false, false]);
    });

    it('in a chat of their own, /clear of a viewer takes pushes away too', async () => {
      const own = (await fixture.person('telegram', { userId: 4444, role })) as LoopbackChat;
      await fixture.core.notifications.notify(fixture.ownerId, {
        kind: 'system_notice',
        dedupKey: 'two',
        title: 'A title',
        body: 'Body of another push',
      });
      const isThere = async () => (await own.messages()).some(({ text }) => text.includes('another push'));
      await eventually('the push', isThere);
      await answered(/another push/);
      await eventually('it to be settled', async () => {
        const { items } = await fixture.core.notifications.list(fixture.ownerId);
        return items[0]?.deliveries.every(({ state }) => state === 'SENT');
      });
      await own.says('/clear');
      await eventually('it to be gone', async () => !(await isThere()));
    });

    it('/format sets theirs alone; the owner’s is that of the group, for all who have none of their own', async () => {
      const { settings } = fixture.core.chat;
      const of = async (chatUserId: string) =>
        await settings.format(
          { userId: fixture.ownerId },
          { transport: 'telegram', chatId: String(GROUP), chatUserId },
        );
      const all = async () => [await of('4242'), await of('4343'), await of('4545')];
      await viewer.says('/format compact');
      await answered(/^Replies to you in this chat are now short/);
      assert.deepEqual(await all(), ['detailed', 'compact', 'detailed']);
      await owner.says('/format compact');
      await answered(/^Answers in this chat are now short/);
      assert.deepEqual(await all(), ['compact', 'compact', 'compact']);
      await owner.says('/format detailed');
      await answered(/^Answers in this chat are now detailed/);
      assert.deepEqual(await all(), ['detailed', 'compact', 'detailed']);
      // A viewer who becomes an owner decides for the group, and is not kept at what they chose before.
      await member(4343, 'owner');
      await viewer.says('/format detailed');
      await answered(/^Answers in this chat are now detailed/);
      assert.deepEqual(await all(), ['detailed', 'detailed', 'detailed']);
    });
  });
