import assert from 'node:assert/strict';
import type { ChatRole } from '../../core/identity/index.ts';
import type { PlanView } from '../../core/policies/index.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { labels, type SeenMessage } from '../support/bot-api-messages.ts';
import { eventually } from '../support/chat-driver.ts';
import { type LiveWorld, liveWorld } from '../support/live-chat.ts';
import { answerTo, shownTo } from '../support/talking.ts';

const GROUP = -9002;
const [ASHA, RAVI, MIRA] = [4242, 4343, 4444];

/** People who answer plans without owning the books: what they may, what they may not, and what stays on record of them. */
describe('orders/Proof, chat: approvers', () => {
  let world: LiveWorld;
  let asha: LoopbackChat;
  let ravi: LoopbackChat;
  before(async () => {
    world = await liveWorld();
    asha = (await world.person('telegram', { userId: ASHA })) as LoopbackChat;
    ravi = (await world.person('telegram', { userId: RAVI, role: 'approver' })) as LoopbackChat;
  });
  after(() => world.close());

  const card = async ({ plan_id }: PlanView, by: LoopbackChat) =>
    await answerTo(by, `/approve_plan ${plan_id}`);
  const press = async (by: LoopbackChat, message: SeenMessage, label: string) => {
    by.pressesOn(message, label);
    await by.settled();
  };
  const toast = async (by: LoopbackChat) =>
    await eventually('an answer to a press', () => world.api.answeredQueries.get(by.lastQueryId)?.text);
  const stateOf = async ({ plan_id }: PlanView) => (await world.plan(plan_id)).state;
  const inGroup = async (userId: number, role: ChatRole) => {
    const person = world.api.chat({ userId, groupId: GROUP });
    const { code } = await world.core.identity.chats.createLinkCode(world.ownerId, role);
    return { person, told: await answerTo(person, `/start ${code}`) };
  };

  it('contract/Who may use the chat: an approver is told what the link allows, and reads like a viewer', async () => {
    const { told } = await inGroup(MIRA, 'approver');
    assert.match(
      told.text,
      /^Linked to .*\. You can read everything, answer plans and pause all trading\. Only the owner can change anything else\. /,
    );
    assert.match((await answerTo(ravi, '/start')).text, /\. You can read everything, answer plans and pause/);
    assert.match((await answerTo(ravi, '/complete_status')).text, /^You have no records yet|Value/);
    await answerTo(ravi, '/format compact');
  });

  it('an approver leaves out and approves; every card says who it was, and the record which person of that name', async () => {
    const plan = await world.planned('Deputy', 'DEPUTY01');
    const push = await shownTo(ravi, /^LIVE · Deputy: 2 purchases wait for your approval\n/);
    assert.deepEqual(labels(push), ['Show orders / Approve…']);
    const mine = { ...(await card(plan, asha)) };
    await press(ravi, push, 'Show orders / Approve…');
    await shownTo(ravi, /^LIVE · Deputy\n[^]*2 orders wait/);
    await ravi.presses('Leave out…');
    await shownTo(ravi, /^LIVE · Deputy\n[^]*Which orders are to be left out/);
    await ravi.presses('☑ Buy 71 AAA');
    await shownTo(ravi, /^LIVE · Deputy\n[^]*✗ Buy 71 AAA: left out/);
    await ravi.presses('Done');
    await shownTo(ravi, /^LIVE · Deputy\n[^]*1 left out/);
    await ravi.presses('✓ Approve 1 of 2');
    for (const by of [asha, ravi])
      await shownTo(
        by,
        /^LIVE · Deputy\n[^]*✓ Approved by Asha \(approver\) in Telegram, 2 Feb 2024, 10:00 IST\n/,
      );
    // The owner is called Asha in Telegram too: the number tells them apart.
    assert.equal((await world.plan(plan.plan_id)).decided?.by, 'chat:owner (Asha, approver, telegram 4343)');
    await shownTo(ravi, /^LIVE · Deputy\n[^]*It has ended/);
    assert.equal(world.sent(plan), 1);
    await press(asha, mine, '✗ Reject');
    await shownTo(
      asha,
      /^This plan was answered before\.[^]*LIVE · Deputy\n[^]*Approved by Asha \(approver\)/,
    );
    assert.equal(await stateOf(plan), 'EXECUTED');
  });

  it('an approver rejects by command', async () => {
    const plan = await world.planned('Declined', 'DECLINE1');
    const question = await answerTo(ravi, `/reject_plan ${plan.plan_id}`);
    await press(ravi, question, '✗ Reject');
    await shownTo(ravi, /^LIVE · Declined\n[^]*✗ Rejected by Asha \(approver\) in Telegram/);
    assert.deepEqual([await stateOf(plan), world.sent(plan)], ['REJECTED', 0]);
  });

  it('of two approvers of a group who tap one card at once the first decides, and is told from the other', async () => {
    const plan = await world.planned('Pair', 'PAIR0001');
    const [{ person: one }, { person: other }] = [
      await inGroup(RAVI, 'approver'),
      await inGroup(MIRA, 'approver'),
    ];
    const question = { ...(await card(plan, one)) };
    one.pressesOn(question, '✓ Approve');
    other.pressesOn(question, '✗ Reject');
    await Promise.all([one.settled(), other.settled()]);
    const { decided, state } = await eventually('an answer', async () => {
      const now = await world.plan(plan.plan_id);
      return now.decided === null ? undefined : now;
    });
    const who = state === 'REJECTED' ? MIRA : RAVI;
    assert.equal(decided?.by, `chat:owner (Asha, approver, telegram ${who})`);
    await eventually('the orders', () => world.sent(plan) === (state === 'REJECTED' ? 0 : 2));
    const { items } = await world.core.policies.live.reads.events(world.ownerId, { plan_id: plan.plan_id });
    assert.equal(items.filter(({ order_id, actor }) => order_id === null && actor !== 'system').length, 1);
  });

  it('an approver stops all trading, and cannot let it go on', async () => {
    const plan = await world.planned('Brake', 'BRAKE001');
    const told = await answerTo(ravi, '/pause_all');
    assert.match(told.text, /^All trading is paused\nAll trading is paused, by Asha \(approver\) on /);
    assert.match(told.text, /The owner lets trading go on with \/resume_all\.$/);
    assert.deepEqual(labels(told), []);
    const refusal =
      /^Only the portfolio owner can use \/resume_all\. You can read here, answer plans and pause all trading\.$/;
    for (const text of ['/resume_all', '/resume_all resume trading'])
      assert.match((await answerTo(ravi, text)).text, refusal);
    const list = await answerTo(ravi, '/policies');
    assert.deepEqual(
      labels(list).filter((label) => /Approve|Pause|Resume/.test(label)),
      ['Approve… Brake'],
    );
    assert.equal((await world.core.policies.live.pause.state(world.ownerId)).is_paused, true);
    await answerTo(asha, '/resume_all resume trading');
    await press(ravi, await card(plan, ravi), '✗ Reject');
    const again = await answerTo(ravi, '/policies');
    assert.ok(labels(again).includes('⏸ Pause all trading'));
    await ravi.presses('⏸ Pause all trading');
    await eventually(
      'trading to be paused',
      async () => (await world.core.policies.live.pause.state(world.ownerId)).is_paused,
    );
    await answerTo(asha, '/resume_all resume trading');
  });

  it('nothing else: commands, files and the owner’s buttons in a group are refused', async () => {
    await world.planned('Closed', 'CLOSED01');
    for (const text of [
      '/settle',
      '/approval_limit off',
      '/add_transaction BUY TCS 1 1 2024-01-05',
      '/add_connection',
      '/policies closed retire',
    ])
      assert.match(
        (await answerTo(ravi, text)).text,
        /^Only the portfolio owner can use \/.*\. You can read here, answer plans and pause all trading\.$/,
        text,
      );
    await ravi.sendsFile('x.csv', Buffer.from('symbol\nTCS'));
    await shownTo(ravi, /^Only the portfolio owner can import\. You can read here/);
    const { person: owner } = await inGroup(ASHA, 'owner');
    const { person: approver } = await inGroup(RAVI, 'approver');
    const question = { ...(await answerTo(owner, '/policies closed retire')) };
    assert.ok(question.keyboard.flat().length >= 2);
    for (const { text } of question.keyboard.flat()) {
      await press(approver, question, text);
      assert.match(await toast(approver), /^Only the portfolio owner can do this\. You can read here/, text);
    }
    await answerTo(owner, '/pause_all');
    const paused = await answerTo(owner, '/policies');
    await press(approver, paused, 'Resume trading…');
    assert.match(await toast(approver), /^Only the portfolio owner can do this\./);
    await answerTo(owner, '/resume_all resume trading');
    const { items } = await world.core.policies.overview
      .list(world.ownerId)
      .then((all) => ({ items: all.filter(({ policy }) => policy.tag_code === 'CLOSED01') }));
    assert.equal(items[0]?.policy.status, 'ACTIVE');
  });

  it('a forged button, and one of another chat, is no more an approver’s than anybody’s', async () => {
    const plan = await world.planned('Fake', 'FAKE0001');
    const question = { ...(await card(plan, asha)) };
    const found = question.keyboard.flat().find(({ text }) => text === '✓ Approve');
    const data = found !== undefined && 'callback_data' in found ? (found.callback_data ?? '') : '';
    for (const one of [data, data.replace(/:[\w-]{8}:/, ':AAAAAAAA:'), 'approve_plan']) {
      ravi.pressesData({ ...question, chatId: ravi.chatId }, one);
      await ravi.settled();
      assert.match(await toast(ravi), /^This button has expired/, one);
    }
    assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
  });

  it('a push to a viewer has no buttons that would be refused', async () => {
    const viewer = (await world.person('telegram', { userId: 4646, role: 'viewer' })) as LoopbackChat;
    await world.planned('Silent', 'SILENT01');
    const push = await shownTo(viewer, /^LIVE · Silent: 2 purchases wait/);
    assert.deepEqual(labels(push), []);
  });

  it('whoever becomes a viewer answers no more, also in the middle of a dialogue', async () => {
    const plan = await world.planned('Fallen', 'FALLEN01');
    const nina = (await world.person('telegram', { userId: 4747 })) as LoopbackChat;
    const question = { ...(await card(plan, nina)) };
    await world.core.policies.live.pause.pauseAll(world.ownerId, { actor: 'test' });
    await answerTo(nina, '/resume_all');
    await shownTo(nina, /^Type "resume trading"/);
    // Links of one person in one chat replace each other.
    await world.core.identity.chats.linkChat({
      transport: 'telegram',
      chatId: '4747',
      chatUserId: '4747',
      code: (await world.core.identity.chats.createLinkCode(world.ownerId, 'viewer')).code,
    });
    assert.match(
      (await answerTo(nina, 'resume trading')).text,
      /^Stopped\. Nothing was changed\. Only the portfolio owner can do this\. Your link is read only\.$/,
    );
    assert.equal((await world.core.policies.live.pause.state(world.ownerId)).is_paused, true);
    await world.core.policies.live.pause.resumeAll(
      world.ownerId,
      { confirmation: 'resume trading' },
      {
        actor: 'test',
      },
    );
    await press(nina, question, '✓ Approve');
    assert.match(await toast(nina), /^Only the portfolio owner or an approver can do this\./);
    assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
  });
});
