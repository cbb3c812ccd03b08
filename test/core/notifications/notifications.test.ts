import assert from 'node:assert/strict';
import {
  DeliveryModel,
  NotificationModel,
  PreferenceModel,
  SettingsModel,
} from '../../../core/notifications/models.ts';
import { createListener, createLog, Problem } from '../../../core/platform/index.ts';
import { eventually } from '../../support/chat-driver.ts';
import { deliveriesOf, eveningReport, openWorld, type World } from './world.ts';

describe('notifications', () => {
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

  it('notifications/Outbox: one row and a delivery for each chat, once for a key', async () => {
    await world.link(owner, '100');
    await world.link(owner, '-200', { chatUserId: '1' });
    await world.link(owner, '-200', { chatUserId: '2', role: 'viewer' });
    const first = await world.notifications.notify(owner, eveningReport);
    const second = await world.notifications.notify(owner, { ...eveningReport, body: 'other' });
    assert.equal(first.created, true);
    assert.equal(first.deliveries, 3);
    assert.deepEqual(second, { id: first.id, created: false, deliveries: 0 });
    assert.deepEqual(
      (await rows(owner)).map((row) => [row.channel, row.chat_id]),
      [
        ['telegram', '-200'],
        ['telegram', '100'],
        ['local', null],
      ],
    );
    const { items, total, unread } = await world.notifications.list(owner);
    assert.deepEqual([total, unread, items[0]?.body], [1, 1, eveningReport.body]);
  });

  it('notifications/Outbox: ten writers of one key make one row', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, () => world.notifications.notify(owner, eveningReport)),
    );
    assert.equal(made.filter((result) => result.created).length, 1);
    assert.equal((await rows(owner)).length, 1);
  });

  it('notifications/Outbox: a transaction that rolls back leaves nothing', async () => {
    await assert.rejects(
      world.database.asUser(owner, async (trx) => {
        await world.notifications.notifyWithin(trx, owner, eveningReport);
        throw new Error('no');
      }),
      /no/,
    );
    assert.equal((await world.notifications.list(owner)).total, 0);
  });

  it('notifications/Outbox: another owner sees and marks nothing', async () => {
    const other = await world.user(`stranger${counter}`);
    const { id } = await world.notifications.notify(owner, eveningReport);
    assert.equal((await world.notifications.list(other)).total, 0);
    await assert.rejects(world.notifications.get(other, id ?? ''), { code: 'NOTIFICATION_NOT_FOUND' });
    assert.deepEqual(await world.notifications.markRead(other, [id ?? '']), { marked: 0, unread: 0 });
    assert.equal(await world.notifications.unreadCount(owner), 1);
  });

  it('notifications/Tenancy: through no model does one owner read, change or write another’s rows', async () => {
    const other = await world.user(`intruder${counter}`);
    const { id } = await world.notifications.notify(owner, eveningReport);
    await world.notifications.saveSettings(owner, {
      quiet_hours: { from: '22:00', to: '07:00' },
      modes: { import_finished: 'off' },
    });
    const at = world.now();
    const foreign = [
      {
        model: NotificationModel,
        row: { kind: 'x', dedup_key: 'x', title: 'x', body: 'x', silent: true, created_at: at },
        patch: { title: 'taken' },
      },
      {
        model: DeliveryModel,
        row: { notification_id: id, channel: 'local', chat_id: 'x', next_attempt_at: at },
        patch: { reason: 'taken' },
      },
      { model: SettingsModel, row: {}, patch: { quiet_from: '01:00' } },
      { model: PreferenceModel, row: { kind: 'x', mode: 'off' }, patch: { mode: 'loud' } },
    ];
    for (const { model, row, patch } of foreign) {
      const seen = (await world.database.asUser(other, (trx) =>
        trx(model.tableName).select('*'),
      )) as unknown[];
      assert.equal(seen.length, 0, `${model.tableName} read`);
      const changed = await world.database.asUser(other, (trx) => trx(model.tableName).update(patch));
      assert.equal(changed, 0, `${model.tableName} changed`);
      await assert.rejects(
        world.database.asUser(other, (trx) => trx(model.tableName).insert({ ...row, owner_user_id: owner })),
        /row-level security/,
        `${model.tableName} written`,
      );
    }
    // Nor may a delivery of one's own point at another's notification.
    await assert.rejects(
      world.database.asUser(other, (trx) =>
        trx('notifications.deliveries').insert({
          owner_user_id: other,
          notification_id: id,
          channel: 'local',
          next_attempt_at: at,
        }),
      ),
      /foreign key/,
    );
  });

  it('notifications/Outbox: announced on commit to every listening process', async () => {
    const listener = createListener(world.database.held, createLog('silent'));
    await listener.start();
    const heard: Record<string, unknown>[] = [];
    const due: Record<string, unknown>[] = [];
    listener.on('notification', (payload) => heard.push(payload));
    listener.on('deliveries_due', (payload) => due.push(payload));
    const { id } = await world.notifications.notify(owner, eveningReport);
    await eventually('both announcements', () => (heard[0] === undefined ? null : due[0]));
    listener.close();
    assert.equal(heard.length, 1);
    assert.deepEqual([heard[0]?.user_id, heard[0]?.id, heard[0]?.event], [owner, id, 'created']);
    assert.deepEqual(due, [{ channels: ['local'] }]);
  });

  it('notifications/Reads: paged newest first, unread only, marked one by one and all', async () => {
    for (let i = 1; i <= 5; i++) {
      await world.notifications.notify(owner, { ...eveningReport, dedupKey: `k${i}`, title: `n${i}` });
    }
    const page = await world.notifications.list(owner, { page: 2, page_size: 2 });
    assert.deepEqual(
      page.items.map((item) => item.title),
      ['n3', 'n2'],
    );
    assert.deepEqual([page.total, page.page, page.page_size], [5, 2, 2]);
    const id = page.items[0]?.id ?? '';
    assert.deepEqual(await world.notifications.markRead(owner, [id, 'x', '999999']), {
      marked: 1,
      unread: 4,
    });
    assert.equal((await world.notifications.list(owner, { unread: true })).total, 4);
    assert.deepEqual(await world.notifications.markRead(owner, 'all'), { marked: 4, unread: 0 });
  });

  it('notifications/Settings: defaults, changed, refused with the field', async () => {
    const before = await world.notifications.settings(owner);
    assert.equal(before.quiet_hours, null);
    assert.equal(before.kinds.find((kind) => kind.kind === 'hourly_portfolio_update')?.mode, 'silent');
    const titles = before.kinds.map(({ title, mode }) => `${title}: ${mode}`);
    assert.ok(titles.includes('Policy rebalances: loud') && titles.includes('Policy digest: silent'));
    assert.equal(before.channels.find((channel) => channel.channel === 'telegram')?.state, 'OFF');
    const saved = await world.notifications.saveSettings(owner, {
      quiet_hours: { from: '22:00', to: '07:00' },
      modes: { hourly_portfolio_update: 'off' },
    });
    assert.deepEqual(saved.quiet_hours, { from: '22:00', to: '07:00' });
    assert.equal(saved.kinds.find((kind) => kind.kind === 'hourly_portfolio_update')?.mode, 'off');
    assert.equal((await world.notifications.saveSettings(owner, { modes: {} })).quiet_hours?.from, '22:00');
    assert.equal((await world.notifications.saveSettings(owner, { quiet_hours: null })).quiet_hours, null);
    const refused = await world.notifications
      .saveSettings(owner, {
        quiet_hours: { from: '25:00', to: '07:00' },
        modes: { login_code: 'off', nonsense: 'loud' },
      })
      .catch((error: unknown) => error);
    assert.ok(refused instanceof Problem);
    assert.deepEqual(
      refused.errors?.map((error) => error.field),
      ['quiet_hours.from', 'modes.login_code', 'modes.nonsense'],
    );
  });

  it('notifications/Settings: a group is set as one, a kind in the same change goes before it, and a wrong one is refused', async () => {
    const saved = await world.notifications.saveSettings(owner, {
      groups: { reports: 'off' },
      modes: { eod_portfolio_report: 'silent' },
    });
    const reports = saved.kinds.filter(({ group }) => group === 'reports');
    assert.deepEqual(
      reports.filter(({ mode }) => mode !== 'off').map(({ kind, mode }) => [kind, mode]),
      [['eod_portfolio_report', 'silent']],
    );
    assert.equal(saved.groups.find(({ group }) => group === 'reports')?.mode, null);
    assert.match(
      saved.sentence,
      /^You get .*the evening report.* without a sound; switched off: the morning report, /,
    );
    for (const [groups, field] of [
      [{ munim: 'off' }, 'groups.munim'],
      [{ nonsense: 'off' }, 'groups.nonsense'],
    ] as const) {
      const refused = await world.notifications
        .saveSettings(owner, { groups })
        .catch((error: unknown) => error);
      assert.ok(refused instanceof Problem);
      assert.deepEqual(
        refused.errors?.map((error) => error.field),
        [field],
      );
    }
  });

  it('notifications/Modes: a kind that is off writes nothing', async () => {
    await world.notifications.saveSettings(owner, { modes: { eod_portfolio_report: 'off' } });
    assert.deepEqual(await world.notifications.wantedBy([owner], 'eod_portfolio_report', 'x'), []);
    assert.deepEqual(await world.notifications.notify(owner, eveningReport), {
      id: null,
      created: false,
      deliveries: 0,
    });
  });

  it('notifications/Clean-up: what is older than the given days goes, with its deliveries', async () => {
    await world.notifications.notify(owner, eveningReport);
    world.at('2026-09-10', '12:00');
    await world.notifications.notify(owner, { ...eveningReport, dedupKey: 'new' });
    assert.ok((await world.notifications.prune(180)) >= 1);
    assert.deepEqual(
      (await world.notifications.list(owner)).items.map((item) => item.created_at),
      [world.now().toISOString()],
    );
    assert.equal((await rows(owner)).length, 1);
  });

  it('notifications/Clean-up: hourly updates go after 30 days, since the next one replaces them; reports stay', async () => {
    const hourly = { ...eveningReport, kind: 'hourly_portfolio_update' } as const;
    await world.notifications.notify(owner, eveningReport);
    await world.notifications.notify(owner, { ...hourly, dedupKey: 'old' });
    for (const [minutes, left] of [
      [30 * 24 * 60, ['eod_portfolio_report', 'hourly_portfolio_update']],
      [1, ['eod_portfolio_report']],
    ] as const) {
      world.wait(minutes * 60);
      await world.notifications.prune(180);
      const { items } = await world.notifications.list(owner);
      assert.deepEqual(items.map(({ kind }) => kind).toSorted(), left);
    }
  });

  it('notifications/Telegram: without a token nothing is queued for it', async () => {
    const plain = await openWorld({ PORTFOLIO_CHAT_ENABLED: '0' });
    try {
      const user = await plain.user('plain');
      await plain.link(user, '700');
      assert.equal((await plain.notifications.notify(user, eveningReport)).deliveries, 1);
      const { channels } = await plain.notifications.settings(user);
      assert.match(
        channels.find((channel) => channel.channel === 'telegram')?.reason ?? '',
        /PORTFOLIO_CHAT_BOT_TOKEN/,
      );
    } finally {
      await plain.close();
    }
  });
});
