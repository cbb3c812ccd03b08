import assert from 'node:assert/strict';
import { errorBoundary } from '../../bot/auth-middleware.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { labels } from '../support/bot-api-messages.ts';
import { eventually } from '../support/chat-driver.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';

describe('contract/Who may use the chat', () => {
  let fixture: ChatFixture;
  before(async () => {
    fixture = await chatFixture();
  });
  after(() => fixture.close());
  const stranger = (userId: number, groupId?: number) =>
    fixture.api.chat({ userId, ...(groupId === undefined ? {} : { groupId }) });
  const toast = async (chat: LoopbackChat) =>
    (await eventually('an answer to the press', () => fixture.api.answeredQueries.get(chat.lastQueryId)))
      .text;

  it('an unlinked chat is told how to link and gets nothing else, three times and then nothing', async () => {
    const chat = stranger(501);
    for (const text of ['/help', 'hello', '/add_transaction BUY TCS 1 1 2024-01-05']) {
      await chat.says(text);
      assert.match((await chat.reply()).text, /not linked.*\/start CODE/);
    }
    await chat.says('/start');
    await chat.settled();
    assert.equal((await chat.messages()).filter(({ fromBot }) => fromBot).length, 3);
  });

  it('what the database refuses for now is told as such, like at the other door', async () => {
    const said: string[] = [];
    const ctx = {
      update: { update_id: 1 },
      chat: { id: 5 },
      api: { sendMessage: (_chat: number, text: string) => Promise.resolve(said.push(text)) },
    };
    const boundary = errorBoundary(fixture.core);
    const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    await boundary(ctx as never, () => Promise.reject(locked));
    assert.deepEqual(said, ['Another change was being saved at the same time. Try again.']);
  });

  it('a wrong code links nobody', async () => {
    const chat = stranger(502);
    await chat.says('/start AAAAAAAA');
    assert.match((await chat.reply()).text, /wrong, used or expired/);
    await chat.says('/help');
    assert.match((await chat.reply()).text, /not linked/);
  });

  it('a code links once: the second use of it is refused', async () => {
    const { code } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId);
    const first = stranger(503);
    await first.says(`/start ${code}`);
    assert.match((await first.reply()).text, /Linked to Owner/);
    const second = stranger(504);
    await second.says(`/start ${code}`);
    assert.match((await second.reply()).text, /wrong, used or expired/);
  });

  it('a viewer reads, and is told that changes need the owner', async () => {
    const viewer = await fixture.person('telegram', { userId: 505, role: 'viewer' });
    await viewer.says('/help');
    assert.match((await viewer.reply()).text, /What I can do/);
    await viewer.says('/add_transaction BUY TCS 1 1 2024-01-05');
    assert.match((await viewer.reply()).text, /Only the portfolio owner can/);
    await viewer.sendsFile('x.csv', Buffer.from('symbol\nTCS'));
    assert.match((await viewer.reply()).text, /Only the portfolio owner can/);
  });

  it('a revoked link ends at once, for buttons too', async () => {
    const chat = (await fixture.person('telegram', { userId: 506 })) as LoopbackChat;
    await chat.says('/format');
    const picker = await chat.reply();
    const [link] = (await fixture.core.identity.chats.links(fixture.ownerId)).filter(
      (one) => one.chat_id === '506',
    );
    await fixture.core.identity.chats.revokeLink(fixture.ownerId, link?.id ?? '');
    chat.pressesOn(picker, 'compact');
    assert.match(await toast(chat), /not linked/);
    await chat.says('/help');
    assert.match((await chat.reply()).text, /not linked/);
  });

  it('/start links lists the links, and a press takes one back', async () => {
    await fixture.person('telegram', { userId: 511 });
    const owner = await fixture.person('telegram', { userId: 512 });
    await owner.says('/start links');
    const list = await owner.reply();
    assert.match(list.text, /^Linked chats\n/);
    const [link] = (await fixture.core.identity.chats.links(fixture.ownerId)).filter(
      ({ chat_id }) => chat_id === '511',
    );
    const data = list.keyboard.flat()[0];
    assert.ok(data !== undefined && link !== undefined);
    const index = (await fixture.core.identity.chats.links(fixture.ownerId)).findIndex(
      ({ id }) => id === link.id,
    );
    const pressed = list.keyboard[index]?.[0];
    const callback = pressed !== undefined && 'callback_data' in pressed ? (pressed.callback_data ?? '') : '';
    (owner as LoopbackChat).pressesData(list, callback);
    assert.match((await owner.edited()).text, /^Unlink Asha\?/);
    await owner.presses('✓ Unlink');
    assert.match((await owner.edited()).text, /^Unlinked Asha, by Asha,/);
    assert.ok(
      (await fixture.core.identity.chats.links(fixture.ownerId)).every(({ chat_id }) => chat_id !== '511'),
    );
  });

  it('in a group each member is looked at: a linked one is served, another gets one polite sentence, talk is ignored', async () => {
    const { code } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId);
    const member = stranger(507, -9001);
    await member.says(`/start ${code}`);
    await member.reply();
    await member.says('/format@munim_test_bot');
    const picker = await member.reply();
    assert.deepEqual(labels(picker), ['compact', 'detailed']);

    const other = fixture.api.chat({ userId: 508, groupId: -9001, firstName: 'Ravi' });
    other.pressesOn(picker, 'compact');
    assert.match(await toast(other), /not linked/);
    const before = (await other.messages()).length;
    await other.says('what is for dinner?');
    await other.settled();
    assert.equal((await other.messages()).length, before + 1);
    await other.says('/help@some_other_bot');
    await other.says('/play');
    await other.says('/help');
    const told = async () =>
      (await other.messages()).filter(({ text }) => text.includes('not linked in this group')).length;
    await eventually('the sentence', async () => (await told()) === 1);
    await fixture.restart();
    for (const text of ['/help', '/complete_status', '/status@munim_test_bot']) await other.says(text);
    // The sentence of a day is on record, so a new start does not say it again. What comes behind it in the queue is out.
    fixture.api
      .chat({ userId: 599 })
      .says('hello')
      .catch(() => undefined);
    await fixture.api.chat({ userId: 599 }).reply();
    assert.equal(await told(), 1);
  });

  it('a command for another bot in the group is left alone', async () => {
    const member = stranger(507, -9001);
    const before = (await member.messages()).length;
    await member.says('/help@some_other_bot');
    await member.settled();
    assert.equal((await member.messages()).length, before + 1);
  });

  it('forged, foreign and stale buttons do nothing', async () => {
    const one = (await fixture.person('telegram', { userId: 509 })) as LoopbackChat;
    const two = (await fixture.person('telegram', { userId: 510 })) as LoopbackChat;
    await one.says('/format');
    const picker = await one.reply();
    const data = picker.keyboard.flat()[0];
    const real = data !== undefined && 'callback_data' in data ? (data.callback_data ?? '') : '';
    for (const forged of ['m1:1:AAAAAAAA:0', real.replace(/:\d+$/, ':99'), 'm0:x', '💣']) {
      one.pressesData(picker, forged);
      assert.match(await toast(one), /has expired/);
    }
    // The same button, pressed from another chat of the same owner.
    two.pressesData(picker, real);
    assert.match(await toast(two), /has expired/);
    assert.equal((await one.messages()).find((message) => message.id === picker.id)?.edits, 0);
  });
});

describe('contract/Who may use the chat: PORTFOLIO_CHAT_OPEN', () => {
  it('opens the chat to everyone as the owner', async () => {
    const fixture = await chatFixture({ environment: { PORTFOLIO_CHAT_OPEN: '1' } });
    try {
      const chat = fixture.api.chat({ userId: 601 });
      await chat.says('/help');
      assert.match((await chat.reply()).text, /What I can do/);
    } finally {
      await fixture.close();
    }
  });
});
