import assert from 'node:assert/strict';
import type { PlanView } from '../../core/policies/index.ts';
import { Problem } from '../../core/platform/index.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import type { SeenMessage } from '../support/bot-api-messages.ts';
import { eventually } from '../support/chat-driver.ts';
import { type LiveWorld, liveWorld, MORNING } from '../support/live-chat.ts';
import { answerTo, shownTo } from '../support/talking.ts';

const GROUP = -9001;
const READ_ONLY = /^Only the portfolio owner or an approver can do this\. Your link is read only\.$/;

/** Every odd way in which a press may come: each is answered, and nothing is sent twice. */
describe('orders/Proof, chat: presses on a plan', () => {
  let world: LiveWorld;
  let asha: LoopbackChat;
  let ravi: LoopbackChat;
  before(async () => {
    world = await liveWorld();
    asha = (await world.person('telegram')) as LoopbackChat;
    ravi = (await world.person('telegram', { userId: 4343 })) as LoopbackChat;
  });
  after(() => world.close());
  beforeEach(() => world.api.faults.clear());

  const card = async ({ plan_id }: PlanView, by = asha) => await answerTo(by, `/approve_plan ${plan_id}`);
  /** Who answered when it had ended already is told above the card that it was answered before. */
  const ended = async (name: string, by = asha) =>
    await shownTo(by, new RegExp(`(?:^|\\n)LIVE · ${name}\\n[^]*It has ended: every order was filled`));
  const stateOf = async ({ plan_id }: PlanView) => (await world.plan(plan_id)).state;
  const decisions = async ({ plan_id }: PlanView) => {
    const { items } = await world.core.policies.live.reads.events(world.ownerId, { plan_id });
    return items.filter(({ order_id, actor }) => order_id === null && actor !== 'system').length;
  };
  /** What the newest press of a person was answered with. */
  const toast = async (by: LoopbackChat) =>
    await eventually('an answer to a press', () => world.api.answeredQueries.get(by.lastQueryId)?.text);
  /** Presses a button, also of a message as it once was. */
  const press = async (by: LoopbackChat, message: SeenMessage, label: string) => {
    by.pressesOn(message, label);
    await by.settled();
  };

  it('a double tap, and the same tap brought twice, approve once', async () => {
    const plan = await world.planned('Double', 'DOUBLE01');
    const question = { ...(await card(plan)) };
    for (let times = 0; times < 3; times += 1) asha.pressesOn(question, '✓ Approve');
    await asha.settled();
    assert.match(
      await toast(asha),
      /^Already answered: Approved by Asha in Telegram, 2 Feb 2024, 10:00 IST$/,
    );
    await ended('Double');
    assert.deepEqual([world.sent(plan), await decisions(plan)], [2, 1]);
  });

  it('a press whose answer was lost is carried out once, however often it is repeated', async () => {
    const plan = await world.planned('Lost', 'LOST0001');
    const question = { ...(await card(plan)) };
    // The approval is written, then every attempt to say so fails; and so does what tells of it.
    world.api.faults.plan('editMessageText', { kind: 'server_error' }, 1);
    await press(asha, question, '✓ Approve');
    assert.equal((await world.plan(plan.plan_id)).decided?.by, 'chat:owner (Asha, telegram 4242)');
    await press(asha, question, '✓ Approve');
    await ended('Lost');
    assert.deepEqual([world.sent(plan), await decisions(plan)], [2, 1]);
  });

  it('a restart between the tap and its answer neither loses nor repeats it', async () => {
    const plan = await world.planned('Restart', 'RESTART1');
    const question = { ...(await card(plan)) };
    await world.runtime.stop();
    asha.pressesOn(question, '✓ Approve');
    asha.pressesOn(question, '✓ Approve');
    await world.restart();
    await ended('Restart');
    assert.deepEqual([world.sent(plan), await decisions(plan)], [2, 1]);
  });

  it('an approval while somebody else is at work at the account is sent as soon as that is free', async () => {
    const plan = await world.planned('Busy', 'BUSY0001');
    const sql = async (text: string, values: unknown[] = []) =>
      await world.core.database.systemPool.query(text, [world.connectionId, ...values]);
    await sql(
      `insert into policy.trading_accounts (connection_id, owner_user_id, epoch, lease_until)
       values ($1, $2, 1, '2024-02-02T04:30:10Z') on conflict (connection_id, owner_user_id) do update set lease_until = '2024-02-02T04:30:10Z'`,
      [world.ownerId],
    );
    // It gave up, and the orders waited for the job of the next minute.
    // The other one is done a second later.
    world.onWait = async (ms) => {
      if (ms === 1000)
        await sql(
          `update policy.trading_accounts set lease_until = null where connection_id = $1 and lease_until = '2024-02-02T04:30:10Z'`,
        );
    };
    await card(plan);
    await asha.presses('✓ Approve');
    await ended('Busy');
    world.onWait = () => Promise.resolve();
    assert.equal(world.sent(plan), 2);
  });

  it('of two who answer at once the first decides; the other’s card says who it was and what came of it', async () => {
    const plan = await world.planned('Both', 'BOTH0001');
    const [first, second] = [{ ...(await card(plan)) }, { ...(await card(plan, ravi)) }];
    asha.pressesOn(first, '✓ Approve');
    ravi.pressesOn(second, '✗ Reject');
    await Promise.all([asha.settled(), ravi.settled()]);
    const { decided, state } = await world.plan(plan.plan_id);
    const [word, sent] = state === 'REJECTED' ? ['Rejected', 0] : ['Approved', 2];
    assert.equal(decided?.by, 'chat:owner (Asha, telegram 4242)');
    for (const by of [asha, ravi])
      await shownTo(by, new RegExp(`LIVE · Both\\n[^]*${word} by Asha in Telegram`));
    if (sent > 0) await ended('Both', ravi);
    assert.deepEqual([world.sent(plan), await decisions(plan)], [sent, 1]);
  });

  it('an answer from the dashboard turns every card into a receipt, and a late tap changes nothing', async () => {
    const plan = await world.planned('Elsewhere', 'ELSEWHER');
    const question = { ...(await card(plan)) };
    const by = { actor: 'api:owner', via: 'DASHBOARD' } as const;
    await world.core.policies.live.approvals.reject(world.ownerId, plan.plan_id, {}, by as never);
    await shownTo(asha, /^LIVE · Elsewhere\n[^]*✗ Rejected by owner on the dashboard/);
    await press(asha, question, '✓ Approve');
    await shownTo(
      asha,
      /^This plan was answered before\. Your answer changed nothing\.\n\nLIVE · Elsewhere\n/,
    );
    assert.deepEqual([await stateOf(plan), world.sent(plan), await decisions(plan)], ['REJECTED', 0, 1]);
  });

  it('a chat whose link was revoked hears nothing more of the plan', async () => {
    const plan = await world.planned('Revoked', 'REVOKED1');
    const guest = (await world.person('telegram', { userId: 4545 })) as LoopbackChat;
    const question = { ...(await card(plan, guest)) };
    const { chats } = world.core.identity;
    const link = (await chats.links(world.ownerId)).find(({ chat_id }) => chat_id === String(guest.chatId));
    await chats.revokeLink(world.ownerId, link?.id ?? '');
    const mine = await card(plan);
    asha.pressesOn(mine, '✗ Reject');
    await shownTo(asha, /^LIVE · Revoked\n[^]*✗ Rejected by Asha/);
    await eventually('the card to be let go', async () => {
      const { rowCount } = await world.core.database.systemPool.query(
        'select from chat.plan_cards where plan_id = $1',
        [plan.plan_id],
      );
      return rowCount === 0;
    });
    const stands = (await guest.messages()).find(({ id }) => id === question.id);
    assert.deepEqual([stands?.text, stands?.edits], [question.text, question.edits]);
    await press(guest, question, '✓ Approve');
    assert.deepEqual([await stateOf(plan), world.sent(plan)], ['REJECTED', 0]);
  });

  it('one request to approve a plan that is refused for its size rejects it once, however often it comes', async () => {
    const plan = await world.planned('Oversize', 'OVERSIZE');
    await world.core.database.systemPool.query(
      `update policy.policies set config = config || '{"max_order_value": 10000}' where id = $1`,
      [plan.policy_id],
    );
    const request = { idempotencyKey: 'one request to approve' };
    const answerer = { actor: 'chat:owner', via: 'TELEGRAM', request } as const;
    const codes: string[] = [];
    for (let times = 0; times < 2; times += 1)
      await world.core.policies.live.approvals
        .approve(world.ownerId, plan.plan_id, {}, answerer)
        .catch((error: unknown) => codes.push(error instanceof Problem ? error.code : String(error)));
    // The repeat took the receipt of the rejection for that of an approval, and was told that all was well.
    assert.deepEqual(codes, ['ORDER_ABOVE_LIMIT', 'PLAN_DECIDED']);
    assert.deepEqual([await stateOf(plan), world.sent(plan), await decisions(plan)], ['REJECTED', 0, 1]);
  });

  it('forged, foreign and expired buttons are refused', async () => {
    const plan = await world.planned('Forged', 'FORGED01');
    const question = { ...(await card(plan)) };
    const button = question.keyboard.flat().find(({ text }) => text === '✓ Approve');
    const data = button !== undefined && 'callback_data' in button ? (button.callback_data ?? '') : '';
    const forged = [
      data.replace(/:[\w-]{8}:/, ':AAAAAAAA:'),
      data.replace(/\d+$/, '99'),
      data.replace(/^m1/, 'm0'),
      'approve_plan',
      `m1:99999999:${'A'.repeat(8)}:0`,
      '',
    ];
    for (const one of forged) {
      asha.pressesData(question, one);
      await asha.settled();
      assert.match(await toast(asha), /^This button has expired/, one);
    }
    // Somebody else's chat, with the data of this one.
    ravi.pressesData({ ...question, chatId: ravi.chatId }, data);
    await ravi.settled();
    assert.match(await toast(ravi), /^This button has expired/);
    // The plan expires on 5 February at 2:00, and its buttons three days later.
    world.clock.at = new Date('2024-02-07T21:00:00.000Z');
    await press(asha, question, '✓ Approve');
    assert.match(await toast(asha), /^This button has expired/);
    world.clock.at = new Date(MORNING);
    assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
  });

  it('a viewer’s command and taps are refused, and the card of a group stays as it is', async () => {
    const plan = await world.planned('Viewed', 'VIEWED01');
    const inGroup = async (userId: number, role: 'owner' | 'viewer') => {
      const person = world.api.chat({ userId, groupId: GROUP });
      const { code } = await world.core.identity.chats.createLinkCode(world.ownerId, role);
      await answerTo(person, `/start ${code}`);
      return person;
    };
    const owner = await inGroup(4242, 'owner');
    const viewer = await inGroup(4444, 'viewer');
    for (const text of [
      `/approve_plan ${plan.plan_id}`,
      `/reject_plan ${plan.plan_id}`,
      '/pause_all',
      '/settle',
    ])
      assert.match(
        (await answerTo(viewer, text)).text,
        /^Only the portfolio owner (or an approver )?can use \/.*\. Your link is read only\.$/,
        text,
      );
    await card(plan, owner);
    // Prices and money are read meanwhile, and come as an edit.
    const question = { ...(await shownTo(owner, /^LIVE · Viewed\n[^]*\nRead on /)) };
    for (const label of ['✓ Approve', '✗ Reject', 'Leave out…']) {
      await press(viewer, question, label);
      assert.match(await toast(viewer), READ_ONLY, label);
    }
    const stands = (await owner.messages()).find(({ id }) => id === question.id);
    assert.deepEqual([stands?.text, stands?.edits], [question.text, question.edits]);
    assert.deepEqual([await stateOf(plan), world.sent(plan)], ['PENDING_APPROVAL', 0]);
  });
});
