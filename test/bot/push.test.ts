import assert from 'node:assert/strict';
import { FormattedString } from '@grammyjs/parse-mode';
import type { Api } from 'grammy';
import { createPush, sendToTelegram } from '../../bot/push.ts';
import type { Claim, KindName } from '../../core/notifications/index.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { LocalDriver } from '../support/local-chat-driver.ts';

describe('bot/Push: the outbox to the chats', () => {
  let fixture: ChatFixture;
  let telegram: LoopbackChat;
  let local: LocalDriver;
  beforeEach(async () => {
    fixture = await chatFixture({ isWired: true });
    telegram = (await fixture.person('telegram')) as LoopbackChat;
    local = (await fixture.person('local')) as LocalDriver;
    await telegram.settled();
  });
  afterEach(() => fixture.close());

  const notify = async (key: string, kind: KindName = 'system_notice', chart: string | null = null) =>
    await fixture.core.notifications.notify(fixture.ownerId, {
      kind,
      dedupKey: key,
      title: 'A title',
      body: `Body of ${key}`,
      chart,
    });
  const told = async (driver: LoopbackChat | LocalDriver, key: string) =>
    (await driver.messages()).filter((message) => message.fromBot && message.text.includes(`Body of ${key}`));
  const states = async () => {
    const { items } = await fixture.core.notifications.list(fixture.ownerId);
    return Object.fromEntries(
      items.flatMap((item) => item.deliveries.map((one) => [one.channel, one.state])),
    );
  };

  it('reaches Telegram and the local chat once each, the title in bold', async () => {
    await notify('one');
    await notify('one');
    const message = await eventually('the message on Telegram', async () => (await told(telegram, 'one'))[0]);
    await eventually('the message in the local chat', async () => (await told(local, 'one'))[0]);
    assert.equal(message.text, 'A title\nBody of one');
    assert.deepEqual(
      message.entities.map(({ type, offset, length }) => [type, offset, length]),
      [['bold', 0, 7]],
    );
    assert.equal(message.silent, false);
    await eventually('both to be settled', async () => {
      const { telegram: one, local: two } = await states();
      return one === 'SENT' && two === 'SENT';
    });
    assert.equal((await told(telegram, 'one')).length, 1);
    assert.equal((await told(local, 'one')).length, 1);
  });

  it('a silent kind is sent without a sound', async () => {
    await notify('two', 'import_finished');
    const message = await eventually('the message', async () => (await told(telegram, 'two'))[0]);
    assert.equal(message.silent, true);
  });

  it('what was written while no bot ran is sent when one starts', async () => {
    await fixture.runtime.stop();
    await notify('three');
    assert.equal((await told(telegram, 'three')).length, 0);
    await fixture.restart();
    await eventually('the message', async () => (await told(telegram, 'three'))[0]);
  });

  it('a chart goes with it, and one that cannot be drawn never blocks the text', async () => {
    const row = {
      portfolio: 'Main',
      symbol: 'TCS',
      asset_class: 'Indian Equity',
      currency: 'INR',
      quantity: 10,
      avg_buy_price: 3000,
      current_price: 3300,
    };
    await fixture.core.portfolio.holdings.create(fixture.ownerId, row, { actor: 'test' });
    await notify('four', 'system_notice', 'allocation');
    const message = await eventually('the message', async () => (await told(telegram, 'four'))[0]);
    assert.equal(message.photo?.subarray(1, 4).toString('latin1'), 'PNG');
    const copy = await eventually('its copy', async () => (await told(local, 'four'))[0]);
    assert.deepEqual(copy.photo, message.photo, 'the local chat draws the picture that Telegram was sent');
    const { rows } = await fixture.core.database.systemPool.query<{ bytes: number }>(
      'select length(bytes) as bytes from chat.attachment',
    );
    const [kept] = rows;
    assert.ok(kept !== undefined && kept.bytes < (message.photo?.length ?? 0) / 8, 'and keeps no picture');

    await notify('five', 'system_notice', 'no_such_chart');
    const plain = await eventually('the message', async () => (await told(telegram, 'five'))[0]);
    assert.equal(plain.photo, null);
  });

  it('a server in trouble is tried again later, a blocked bot is given up, and both are on record', async () => {
    // In trouble until the failed attempt has been looked at.
    fixture.api.faults.plan('sendMessage', { kind: 'drop' }, 1000);
    await notify('six');
    await eventually('the failed attempt', async () => {
      const { items } = await fixture.core.notifications.list(fixture.ownerId);
      const row = items[0]?.deliveries.find((one) => one.channel === 'telegram');
      return row?.state === 'PENDING' && row.attempts > 0 && row.reason !== null;
    });
    fixture.api.faults.clear();
    await eventually('a later attempt', async () => (await told(telegram, 'six'))[0]);

    fixture.api.faults.plan('sendMessage', { kind: 'blocked' }, 1);
    await notify('seven');
    await eventually(
      'it to be given up',
      async () => (await fixture.core.notifications.recentFailures(fixture.ownerId))[0],
    );
    assert.equal((await told(telegram, 'seven')).length, 0);
    await eventually('it in the local chat', async () => (await told(local, 'seven'))[0]);
  });

  it('/clear takes pushes away too', async () => {
    await notify('eight');
    await eventually('the message', async () => (await told(telegram, 'eight'))[0]);
    await eventually('it to be settled', async () => (await states())['telegram'] === 'SENT');
    await telegram.says('/clear');
    await eventually('it to be gone', async () => (await told(telegram, 'eight')).length === 0);
  });

  it('what was sent is noted before it counts as sent: /clear missed a message between the two', async () => {
    const order: string[] = [];
    const send = sendToTelegram({ sendMessage: async () => ({ message_id: 5 }) } as unknown as Api, {
      notifications: {
        ...fixture.core.notifications,
        delivered: async ({ id }) => void order.push(`settled ${id}`),
      },
      sent: {
        note: async (_who, _place, ids) => void order.push(`noted ${ids.join()}`),
        recent: async () => [],
        forget: async () => undefined,
      },
    });
    await send(
      { id: '7', chat_id: '1', user_id: '1', silent: false } as Claim,
      [new FormattedString('Hi')],
      null,
      null,
    );
    assert.deepEqual(order, ['noted 5', 'settled 7']);
  });

  it('what failed in the middle goes on from there: a chat that takes one message at a time got the first one again each time', async () => {
    const taken: string[] = [];
    let left = 1;
    const take = async (what: string) => {
      if (left === 0) throw new Error('one at a time');
      left -= 1;
      taken.push(what);
      return { message_id: taken.length };
    };
    const noted: number[][] = [];
    const send = sendToTelegram(
      {
        sendPhoto: async () => await take('photo'),
        sendMessage: async (_chat: string, text: string) => await take(text),
      } as unknown as Api,
      {
        notifications: { ...fixture.core.notifications, delivered: async () => undefined },
        sent: {
          note: async (_who, _place, ids) => void noted.push(ids),
          recent: async () => [],
          forget: async () => undefined,
        },
      },
    );
    const claim = { id: '7', chat_id: '1', user_id: '1', silent: false } as Claim;
    const pieces = [new FormattedString('One'), new FormattedString('Two')];
    for (const photo of [{ name: 'chart.png', bytes: Buffer.from('x') }, null, null]) {
      left = 1;
      await send(claim, pieces, photo, null).catch(() => undefined);
    }
    assert.deepEqual(taken, ['photo', 'One', 'Two']);
    assert.deepEqual(noted, [[1, 2, 3]]);
  });

  it('a chart that fails while it is drawn leaves the text, which is sent and settled', async () => {
    const sent: { text: string; photo: unknown }[] = [];
    const delivered: string[] = [];
    const claim = {
      id: '7',
      title: 'Evening report',
      body: 'Value ₹1.00',
      chart: 'value_over_time',
    } as Claim;
    const waiting = [claim];
    const push = createPush({
      stores: fixture.core,
      listener: fixture.core.listener,
      notifications: {
        ...fixture.core.notifications,
        claimDeliveries: async () => waiting.splice(0),
        nextDueAt: async () => null,
        delivered: async ({ id }) => void delivered.push(id),
      },
      channel: 'telegram',
      chart: () => Promise.reject(new Error('the canvas broke')),
      send: async ({ id }, pieces, photo) => {
        sent.push({ text: pieces.map((piece) => piece.text).join('\n'), photo });
        delivered.push(id);
      },
    });
    push.start();
    await eventually('the text', () => sent[0]);
    await push.stop();
    assert.deepEqual(sent, [{ text: 'Evening report\nValue ₹1.00', photo: null }]);
    assert.deepEqual(delivered, ['7']);
  });
});
