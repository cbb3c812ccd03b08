import assert from 'node:assert/strict';
import type { Notice } from '../../../core/notifications/index.ts';
import { istInstant } from '../../../core/platform/index.ts';
import { deliveriesOf, eveningReport, openWorld, type World } from './world.ts';

describe('sending notifications', () => {
  let world: World;
  let owner: string;
  let counter = 0;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    world.at('2026-03-10', '15:45');
    counter += 1;
    owner = await world.user(`owner${counter}`);
  });
  const rows = (userId: string) => deliveriesOf(world, userId);
  const claimAll = async () => {
    const claims = await world.notifications.claimDeliveries(['telegram', 'local'], 50);
    return claims.filter((claim) => claim.user_id === owner);
  };

  it('notifications/Claims: a lost sender’s claim is taken up again after its lease, and its failure no longer counts', async () => {
    await world.notifications.notify(owner, eveningReport);
    const [first] = await claimAll();
    assert.ok(first);
    assert.deepEqual(await claimAll(), []);
    world.wait(31);
    const [second] = await claimAll();
    assert.ok(second);
    assert.deepEqual([second.id, second.attempt, second.epoch], [first.id, 2, 2]);
    await world.notifications.failed(first, { error: 'late', retryable: false });
    assert.equal((await rows(owner))[0]?.state, 'SENDING');
    await world.notifications.delivered(second);
    assert.equal((await rows(owner))[0]?.state, 'SENT');
    world.wait(3600);
    assert.deepEqual(await claimAll(), []);
  });

  it('notifications/Claims: failed ones come back after a pause, and are given up with the reason on view', async () => {
    const { id } = await world.notifications.notify(owner, eveningReport);
    for (let attempt = 1; attempt <= 12; attempt++) {
      const [claim] = await claimAll();
      assert.equal(claim?.attempt, attempt);
      if (claim === undefined) return;
      await world.notifications.failed(claim, {
        error: 'Telegram answered 502 for bot 123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAA',
        retryable: true,
      });
      assert.deepEqual(await claimAll(), []);
      world.wait(1801);
    }
    const [failure] = await world.notifications.recentFailures(owner);
    assert.equal(failure?.state, 'FAILED');
    assert.equal(failure?.reason, 'Telegram answered 502 for bot [bot token]');
    assert.equal(failure?.title, eveningReport.title);
    assert.equal((await world.notifications.get(owner, id ?? '')).deliveries[0]?.state, 'FAILED');
    await world.notifications.retryDelivery(owner, failure?.id ?? '');
    assert.equal((await claimAll())[0]?.attempt, 1);
    await assert.rejects(world.notifications.retryDelivery(owner, failure?.id ?? ''), {
      code: 'DELIVERY_NOT_FOUND',
    });
  });

  it('notifications/Claims: what can never work is given up at once; a wait that was asked for is kept', async () => {
    await world.notifications.notify(owner, { ...eveningReport, dedupKey: 'a' });
    await world.notifications.notify(owner, { ...eveningReport, dedupKey: 'b' });
    const [a, b] = await claimAll();
    assert.ok(a && b);
    await world.notifications.failed(a, {
      error: 'Forbidden: bot was blocked by the user',
      retryable: false,
    });
    await world.notifications.failed(b, { error: 'Too Many Requests', retryable: true, retryAfter: 120 });
    assert.equal((await rows(owner))[0]?.state, 'FAILED');
    world.wait(119);
    assert.deepEqual(await claimAll(), []);
    world.wait(1);
    assert.equal((await claimAll()).length, 1);
  });

  it('notifications/Local chat: written and marked in one transaction, exactly once', async () => {
    await world.notifications.notify(owner, eveningReport);
    const [claim] = await claimAll();
    assert.ok(claim);
    const write = (trx: Parameters<Parameters<typeof world.notifications.deliverWithin>[1]>[0]) =>
      trx('chat.message')
        .insert({ owner_user_id: owner, direction: 'out', text: claim.body })
        .then(() => []);
    await assert.rejects(
      world.notifications.deliverWithin(claim, async (trx) => {
        await write(trx);
        throw new Error('killed here');
      }),
    );
    world.wait(31);
    const [again] = await claimAll();
    assert.ok(again);
    assert.equal(await world.notifications.deliverWithin(claim, write), false);
    assert.equal(await world.notifications.deliverWithin(again, write), true);
    assert.equal(await world.notifications.deliverWithin(again, write), false);
    const messages = (await world.database.asUser(owner, (trx) =>
      trx('chat.message').select('id'),
    )) as unknown[];
    assert.equal(messages.length, 1);
  });

  it('notifications/Quiet hours: held until their end; the end of the setting lets it go', async () => {
    await world.notifications.saveSettings(owner, { quiet_hours: { from: '15:00', to: '18:00' } });
    await world.notifications.notify(owner, eveningReport);
    assert.deepEqual(await claimAll(), []);
    assert.deepEqual(
      await world.notifications
        .nextDueAt(['local'])
        .then((at) => at && at <= istInstant('2026-03-10', '18:00')),
      true,
    );
    world.at('2026-03-10', '17:59');
    assert.deepEqual(await claimAll(), []);
    await world.notifications.saveSettings(owner, { quiet_hours: null });
    assert.equal((await claimAll())[0]?.silent, false);
  });

  it('notifications/Quiet hours: those that began after the message was written hold it too', async () => {
    await world.notifications.notify(owner, eveningReport);
    await world.notifications.saveSettings(owner, { quiet_hours: { from: '15:46', to: '18:00' } });
    world.at('2026-03-10', '16:00');
    assert.deepEqual(await claimAll(), []);
    world.at('2026-03-10', '18:00');
    assert.equal((await claimAll()).length, 1);
  });

  it('notifications/Staleness: after an outage only the newest hourly update is sent', async () => {
    for (const time of ['10:00', '11:00', '12:00']) {
      world.at('2026-03-10', time);
      await world.notifications.notify(owner, {
        kind: 'hourly_portfolio_update',
        dedupKey: `hourly:${time}`,
        title: time,
        body: time,
      });
    }
    world.at('2026-03-10', '12:10');
    assert.deepEqual(
      (await claimAll()).map((claim) => claim.title),
      ['12:00'],
    );
    assert.deepEqual(
      (await rows(owner)).map((row) => row.state),
      ['DROPPED', 'DROPPED', 'SENDING'],
    );
    assert.equal((await world.notifications.list(owner)).total, 3);
  });

  it('notifications/Claims: a chat that was unlinked gets nothing more', async () => {
    await world.link(owner, '300');
    await world.notifications.notify(owner, eveningReport);
    await world.database.asSystem('unlink', (trx) =>
      trx('identity.chat_links').where({ owner_user_id: owner }).update({ revoked_at: world.now() }),
    );
    assert.deepEqual(
      (await claimAll()).map((claim) => claim.channel),
      ['local'],
    );
    assert.equal((await rows(owner))[0]?.reason, 'The chat is no longer linked.');
  });

  describe('sign-in codes', () => {
    const code: Notice = {
      kind: 'login_code',
      dedupKey: 'login_code:1',
      title: 'Code 123456',
      body: 'Your code: 123456',
    };
    const stored = async () =>
      JSON.stringify(
        await world.database.asSystem('look', (trx) =>
          trx('notifications.outbox').where({ owner_user_id: owner }),
        ),
      );

    it('notifications/Sign-in codes: only to private chats of the owner, never to groups, approvers, viewers or the dashboard', async () => {
      await world.link(owner, '400');
      await world.link(owner, '500', { role: 'viewer' });
      await world.link(owner, '550', { role: 'approver' });
      await world.link(owner, '-600', { chatUserId: '400' });
      const { deliveries } = await world.notifications.notify(owner, code);
      assert.equal(deliveries, 1);
      const [claim] = await claimAll();
      assert.deepEqual([claim?.chat_id, claim?.body], ['400', code.body]);
      assert.ok(!JSON.stringify(await world.notifications.list(owner)).includes('123456'));
      assert.ok((await stored()).includes('123456'));
      assert.ok(claim);
      await world.notifications.delivered(claim);
      assert.ok(!(await stored()).includes('123456'));
    });
    it('notifications/Sign-in codes: with nowhere to send it, the text does not stay', async () => {
      assert.equal((await world.notifications.notify(owner, code)).deliveries, 0);
      assert.ok(!(await stored()).includes('123456'));
    });
    it('notifications/Sign-in codes: one that was never sent is wiped by the clean-up, also where its sender died', async () => {
      await world.link(owner, '401');
      await world.link(owner, '402');
      await world.notifications.notify(owner, code);
      await world.notifications.claimDeliveries(['telegram'], 1);
      world.wait(301);
      await world.notifications.prune(180);
      assert.ok(!(await stored()).includes('123456'));
    });
  });
});
