import assert from 'node:assert/strict';
import { FormattedString } from '@grammyjs/parse-mode';
import fc from 'fast-check';
import { Api, GrammyError } from 'grammy';
import { sendToTelegram, writeToLocalChat } from '../../bot/push.ts';
import { createSentMessages } from '../../bot/store/sent-messages.ts';
import { SendUnconfirmed } from '../../bot/updated-message.ts';
import type { Claim, Mode, Notifications } from '../../core/notifications/index.ts';
import { istInstant } from '../../core/platform/index.ts';
import { openWorld, type World } from '../core/notifications/world.ts';
import { BotApi } from '../support/bot-api.ts';
import type { FaultKind } from '../support/bot-api-faults.ts';
import { sampled } from '../support/soak.ts';

const KIND = 'hourly_portfolio_update';
const DAY = '2026-03-10';

class Killed extends Error {}

describe('bot/Push: one message a day that is edited', () => {
  let world: World;
  let api: BotApi;
  let owner: string;
  let people = 0;
  let lease: number;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  const begin = async () => {
    world.at(DAY, '08:59');
    api = new BotApi();
    people += 1;
    owner = await world.user(`person${people}`);
    lease = 31;
    await world.link(owner, chat());
  };
  beforeEach(begin);

  const chat = (): string => String(1000 + people);
  const hourOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
  /** The update of an hour; written late where the clock is past it. */
  const update = async (hour: number) =>
    await world.notifications.notify(owner, {
      kind: KIND,
      dedupKey: `${KIND}:${DAY}`,
      title: `${hourOf(hour)} · ₹${hour}`,
      body: `Today +₹${hour}`,
      asOf: istInstant(DAY, hourOf(hour)),
    });
  const mode = async (to: Mode) => await world.notifications.saveSettings(owner, { modes: { [KIND]: to } });
  const shown = (to = chat()) =>
    api.messages.filter(({ chatId, deleted }) => chatId === Number(to) && !deleted);
  const texts = (to = chat()) => shown(to).map(({ text }) => text.split(' ')[0]);

  const sender = (over: Partial<Notifications> = {}) =>
    sendToTelegram(new Api(api.token, { fetch: api.fetch }), {
      notifications: { ...world.notifications, ...over },
      sent: createSentMessages(world.context),
    });
  /** A process that is killed before it records what it sent. */
  const killed = () => sender({ delivered: () => Promise.reject(new Killed()) });
  const send = async (claim: Claim, by = sender()) =>
    await by(
      claim,
      [FormattedString.b(claim.title).concat(new FormattedString(`\n${claim.body}`))],
      null,
      null,
    );
  const claims = async () =>
    (await world.notifications.claimDeliveries(['telegram'], 50)).filter(({ user_id }) => user_id === owner);
  /** Sends what is due now; what fails goes back. */
  const round = async (by = sender()) => {
    for (const claim of await claims()) {
      try {
        await send(claim, by);
      } catch (error) {
        if (error instanceof Killed) continue;
        const isFinal =
          error instanceof SendUnconfirmed || (error instanceof GrammyError && error.error_code === 403);
        await world.notifications.failed(claim, { error: String(error), retryable: !isFinal });
      }
    }
  };
  const at = async (hour: number) => {
    world.at(DAY, hourOf(hour));
    await update(hour);
    await round();
  };
  const list = async () => (await world.notifications.list(owner)).items;

  it('the first update is a silent message, each later one edits it; the notices have one entry', async () => {
    for (const hour of [9, 10, 11]) await at(hour);
    assert.deepEqual(
      shown().map(({ text, silent, edits }) => [text, silent, edits]),
      [['11:00 · ₹11\nToday +₹11', true, 2]],
    );
    assert.deepEqual(
      (await list()).map(({ title, created_at, deliveries }) => [
        title,
        created_at,
        deliveries.map(({ channel, state }) => `${channel} ${state}`),
      ]),
      [['11:00 · ₹11', istInstant(DAY, '11:00').toISOString(), ['telegram SENT', 'local PENDING']]],
    );
  });

  it('the entry moves to the top of the notices, and stays read once it was read', async () => {
    await at(9);
    await world.notifications.markRead(owner, 'all');
    world.at(DAY, '09:15');
    const report = { kind: 'morning_portfolio_report', dedupKey: 'm', title: 'Morning', body: 'x' } as const;
    await world.notifications.notify(owner, report);
    await at(10);
    assert.deepEqual(
      (await list()).map(({ title, read_at }) => [title, read_at === null]),
      [
        ['10:00 · ₹10', false],
        ['Morning', true],
      ],
    );
  });

  it('an older hour that comes late changes nothing, nor does a repeat of the same hour', async () => {
    await at(11);
    world.at(DAY, '11:05');
    assert.equal((await update(10)).created, false);
    assert.equal((await update(11)).created, false);
    const wanted = async (hour: number) =>
      await world.notifications.wantedBy([owner], KIND, `${KIND}:${DAY}`, istInstant(DAY, hourOf(hour)));
    assert.deepEqual([await wanted(10), await wanted(11), await wanted(12)], [[], [], [owner]]);
    await round();
    assert.deepEqual(texts(), ['11:00']);
  });

  it('yesterday’s last hour that comes late takes nothing away from today', async () => {
    world.at(DAY, '09:00');
    await update(9);
    const late = istInstant('2026-03-09', '21:00');
    const notice = {
      kind: KIND,
      dedupKey: `${KIND}:2026-03-09`,
      title: '21:00',
      body: 'x',
      asOf: late,
    } as const;
    await world.notifications.notify(owner, notice);
    await round();
    assert.ok(texts().includes('09:00'));
  });

  for (const [what, fault] of [
    ['was deleted by the person', null],
    ['can no longer be edited', { kind: 'refused', description: "Bad Request: message can't be edited" }],
  ] as const)
    it(`a message that ${what} is followed by one new one`, async () => {
      await at(9);
      const [message] = shown();
      assert.ok(message);
      if (fault === null) message.deleted = true;
      else api.faults.plan('editMessageText', fault);
      await at(10);
      await at(11);
      assert.deepEqual(
        shown().map(({ text, edits, silent }) => [text.slice(0, 5), edits, silent]),
        [['11:00', 1, true]],
      );
    });

  it('an edit that was made before the process was killed is not made again', async () => {
    await at(9);
    world.at(DAY, '10:00');
    await update(10);
    await round(killed());
    world.wait(lease);
    await round();
    assert.deepEqual(
      shown().map(({ text, edits }) => [text.slice(0, 5), edits]),
      [['10:00', 1]],
    );
    assert.equal((await list())[0]?.deliveries[0]?.state, 'SENT');
  });

  it('a process killed between sending and recording leaves a second message, never a third', async () => {
    for (const hour of [9, 10, 11, 12]) {
      world.at(DAY, hourOf(hour));
      await update(hour);
      for (const _ of [1, 2, 3]) {
        await round(killed());
        world.wait(lease);
      }
    }
    assert.equal(shown().length, 2);
    const [failed] = await world.notifications.recentFailures(owner);
    assert.match(failed?.reason ?? '', /not sent a third time/);
    await world.notifications.retryDelivery(owner, failed?.id ?? '');
    await round();
    assert.equal(texts().at(-1), '12:00', 'the person asks for it');
  });

  it('a sender that cannot record a message sends it once, and the next hour edits it', async () => {
    world.at(DAY, '09:00');
    await update(9);
    let left = 3;
    const by = sender({
      delivered: (...given) =>
        left-- > 0 ? Promise.reject(new Error('no database')) : world.notifications.delivered(...given),
    });
    for (const _ of [1, 2, 3, 4]) {
      await round(by);
      world.wait(300);
    }
    await at(10);
    assert.deepEqual(
      shown().map(({ text, edits }) => [text.slice(0, 5), edits]),
      [['10:00', 1]],
    );
  });

  it('a refusal by Telegram is no lost message', async () => {
    world.at(DAY, '09:00');
    await update(9);
    for (const _ of [1, 2, 3, 4]) {
      api.faults.plan('sendMessage', { kind: 'flood', retryAfter: 3 });
      await round();
      world.wait(300);
    }
    await round();
    assert.deepEqual(texts(), ['09:00']);
  });

  it('after a wait that Telegram requests, the newest figure is sent', async () => {
    await at(9);
    api.faults.plan('editMessageText', { kind: 'flood', retryAfter: 120 });
    await at(10);
    assert.deepEqual(texts(), ['09:00']);
    await at(11);
    assert.deepEqual(texts(), ['11:00']);
  });

  it('with a sound the new message takes the place of the old one; off leaves the last figure, and on again edits it', async () => {
    await at(9);
    await mode('loud');
    await at(10);
    assert.deepEqual(
      shown().map(({ text, silent }) => [text.slice(0, 5), silent]),
      [['10:00', false]],
    );
    assert.equal((await list())[0]?.read_at, null);
    await mode('off');
    await at(11);
    assert.deepEqual(texts(), ['10:00']);
    await mode('silent');
    await at(12);
    assert.deepEqual(
      shown().map(({ text, edits }) => [text.slice(0, 5), edits]),
      [['12:00', 1]],
    );
  });

  it('in quiet hours a silent edit is made at once, and one with a sound leaves the last figure', async () => {
    await world.notifications.saveSettings(owner, { quiet_hours: { from: '09:30', to: '20:00' } });
    await at(9);
    await at(10);
    assert.deepEqual(texts(), ['10:00']);
    await mode('loud');
    await at(11);
    assert.deepEqual(texts(), ['10:00']);
    await at(20);
    assert.deepEqual(texts(), ['20:00']);
  });

  it('each chat has its one message: a chat linked in the middle of the day, and one that was unlinked and linked anew', async () => {
    await at(9);
    await world.link(owner, '77');
    await at(10);
    assert.deepEqual([texts(), texts('77')], [['10:00'], ['10:00']]);
    const link = (revoked_at: Date | null) =>
      world.database.asSystem('a test link', (trx) =>
        trx('identity.chat_links').where({ owner_user_id: owner, chat_id: '77' }).update({ revoked_at }),
      );
    await link(world.now());
    await at(11);
    assert.deepEqual([texts(), texts('77')], [['11:00'], ['10:00']]);
    await link(null);
    await at(12);
    assert.deepEqual([texts(), texts('77')], [['12:00'], ['12:00']]);
  });

  it('an older hour whose sender was slow does not stay over the newer one', async () => {
    await at(9);
    world.at(DAY, '10:00');
    await update(10);
    const [slow] = await claims();
    assert.ok(slow);
    world.at(DAY, '10:00');
    await update(11);
    // While the first sender may be at it, no other sends.
    assert.deepEqual(await claims(), []);
    world.wait(lease);
    await round();
    assert.deepEqual(texts(), ['11:00']);
    await send(slow);
    assert.deepEqual(texts(), ['10:00']);
    await round();
    assert.deepEqual(texts(), ['11:00']);
    assert.deepEqual(await claims(), []);
  });

  it('two senders that were both at the first message leave one', async () => {
    world.at(DAY, '09:00');
    await update(9);
    const [slow] = await claims();
    assert.ok(slow);
    await update(10);
    world.wait(lease);
    await round();
    await send(slow);
    assert.equal(shown().length, 2);
    await round();
    assert.deepEqual(texts(), ['10:00']);
  });

  it('the local chat has one message of the day as well, edited in place', async () => {
    const local = writeToLocalChat(world.context, { notifications: world.notifications });
    const written = async () =>
      (await world.database.asUser(owner, (trx) =>
        trx('chat.message').whereNull('deleted_at').orderBy('id').select('text', 'silent'),
      )) as { text: string; silent: boolean }[];
    const there = async (hour: number) => {
      world.at(DAY, hourOf(hour));
      await update(hour);
      const due = await world.notifications.claimDeliveries(['local'], 50);
      for (const claim of due.filter(({ user_id }) => user_id === owner))
        await local(claim, [new FormattedString(claim.title)], null, null);
    };
    for (const hour of [9, 10]) await there(hour);
    assert.deepEqual(await written(), [{ text: '10:00 · ₹10', silent: true }]);
    await world.database.asUser(owner, (trx) => trx('chat.message').update({ deleted_at: world.now() }));
    for (const hour of [11, 12]) await there(hour);
    assert.deepEqual(await written(), [{ text: '12:00 · ₹12', silent: true }]);
    await mode('loud');
    await there(13);
    assert.deepEqual(await written(), [{ text: '13:00 · ₹13', silent: false }]);
  });

  it('whatever happens in whatever order, a chat has at most one message, with the newest figure', async () => {
    const faults: [method: string, fault: FaultKind][] = [
      'sendMessage',
      'editMessageText',
      'deleteMessages',
    ].flatMap(
      (method) =>
        [
          [method, { kind: 'flood', retryAfter: 5 }],
          [method, { kind: 'server_error' }],
        ] as [string, FaultKind][],
    );
    faults.push([
      'editMessageText',
      { kind: 'refused', description: 'Bad Request: message to edit not found' },
    ]);
    const step = fc.oneof(
      fc.record({ do: fc.constant('hour' as const), hour: fc.integer({ min: 9, max: 21 }) }),
      fc.record({ do: fc.constant('mode' as const), to: fc.constantFrom<Mode>('silent', 'loud') }),
      fc.record({ do: fc.constant('fault' as const), fault: fc.constantFrom(...faults) }),
      fc.record({ do: fc.constantFrom('delete' as const, 'kill' as const, 'wait' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        await begin();
        let newest = 0;
        let kills = 0;
        world.at(DAY, '21:00');
        for (const one of steps) {
          let by = sender();
          if (one.do === 'hour') {
            await update(one.hour);
            newest = Math.max(newest, one.hour);
          } else if (one.do === 'mode') await mode(one.to);
          else if (one.do === 'fault') api.faults.plan(...one.fault);
          else if (one.do === 'delete') for (const message of shown()) message.deleted = true;
          else if (one.do === 'wait') world.wait(40);
          else if (kills === 0) {
            kills += 1;
            by = killed();
          }
          await round(by);
          assert.ok(shown().length <= 1 + kills, `${shown().length} messages`);
        }
        if (newest === 0) return;
        api.faults.clear();
        // What a person deleted comes back with the next hour.
        await update(22);
        for (const _ of [1, 2, 3]) {
          world.wait(lease);
          await round();
        }
        assert.ok(shown().length <= 1 + kills, `${shown().length} messages`);
        assert.equal(texts().at(-1), '22:00');
      }),
      { numRuns: sampled(3, 60) },
    );
  });
});
