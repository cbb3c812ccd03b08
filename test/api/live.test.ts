import assert from 'node:assert/strict';
import type { Heartbeat } from '../../api/live.ts';
import { announce, istInstant } from '../../core/platform/index.ts';
import { type ApiClient, type TestApi, testApi, UpgradeRefused } from '../support/api-client.ts';
import { isSoak } from '../support/soak.ts';

/** A heart that beats when the test says so, whatever the machine is busy with. */
function heartbeatByHand() {
  let beat = (): void => undefined;
  const heartbeat: Heartbeat = (work) => {
    beat = work;
    return () => undefined;
  };
  return { heartbeat, beat: () => beat() };
}

describe('api live socket', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => {
    world = await testApi();
  });
  beforeEach(async () => {
    client = await world.signedIn();
  });
  after(() => world.close());

  const refusedWith = (status: number) => (error: unknown) => {
    assert.ok(error instanceof UpgradeRefused, String(error));
    assert.equal(error.status, status);
    assert.equal((JSON.parse(error.body) as { status: number }).status, status);
    return true;
  };

  it('Live socket: without a session 401, from another site 403, elsewhere 404, all before the upgrade', async () => {
    await assert.rejects(client.live({ cookie: false }), refusedWith(401));
    await assert.rejects(client.live({ headers: { cookie: 'munim_session=forged' } }), refusedWith(401));
    await assert.rejects(client.live({ headers: { origin: 'https://evil.example' } }), refusedWith(403));
    await assert.rejects(client.live({ path: '/ws/other' }), refusedWith(404));
    await assert.rejects(client.live({ path: '/api/auth/me' }), refusedWith(404));
    const plain = await client.get('/ws/live');
    assert.equal(plain.status, 426);
  });

  it('HTTP conventions: an upgrade has a request id too, let in or refused', async () => {
    const live = await client.live();
    assert.match(String(live.upgrade['x-request-id']), /^[\w.-]{8,64}$/);
    live.close();
    await assert.rejects(client.live({ cookie: false }), (error: unknown) => {
      refusedWith(401)(error);
      assert.match(String((error as UpgradeRefused).headers['x-request-id']), /^[\w.-]{8,64}$/);
      return true;
    });
  });

  it('Live socket: a change made through another process arrives, with its revision and what it was about', async () => {
    const neighbour = await world.neighbour();
    const live = await client.live();
    await neighbour.core.database.change(client.userId, ['goals'], async () => undefined);
    const frame = await live.next('portfolio_changed');
    assert.deepEqual(frame['topics'], ['goals']);
    assert.match(String(frame['ts']), /^\d{4}-.*Z$/);
    // One count of all changes, whatever they are about.
    await world.core.database.change(client.userId, ['prices', 'ledger'], async () => undefined);
    const next = await live.next('portfolio_changed');
    assert.equal(Number(next['revision']), Number(frame['revision']) + 1);
    assert.deepEqual(next['topics'], ['prices', 'ledger']);
    live.close();
  });

  it('Live socket: a hundred changes in a row are told as few, the last one last', async () => {
    const live = await client.live();
    // Announced together: changes that are made one by one may come as far apart as the machine is slow.
    await world.core.database.asSystem('a hundred changes', async (trx) => {
      for (let i = 1; i <= 100; i += 1)
        await announce(trx, {
          channel: 'portfolio_changed',
          payload: { user_id: client.userId, revision: String(1_000_000 + i) },
        });
    });
    await live.next((frame) => frame['revision'] === '1000100');
    assert.ok(live.frames.filter(({ type }) => type === 'portfolio_changed').length < 30);
    live.close();
  });

  it('Live socket: a change of another user is not told', async () => {
    const other = await world.signedIn('asha');
    const live = await client.live();
    await world.core.database.change(other.userId, ['goals'], async () => undefined);
    await world.core.database.change(client.userId, ['goals'], async () => undefined);
    await live.next('portfolio_changed');
    assert.equal(live.frames.filter(({ type }) => type === 'portfolio_changed').length, 0);
    live.close();
  });

  it('Live socket: a notification arrives as it reads in the list', async () => {
    const live = await client.live();
    await world.core.notifications.notify(client.userId, {
      kind: 'eod_portfolio_report',
      dedupKey: 'a',
      title: 'Evening',
      body: 'All is well',
    } as never);
    const frame = await live.next('notification');
    assert.equal(frame['event'], 'created');
    assert.equal((frame['notification'] as { title: string }).title, 'Evening');
    assert.equal(frame['user_id'], undefined);
    live.close();
  });

  it('Live socket: a notification that is brought up to date arrives again under its id', async () => {
    const live = await client.live();
    for (const [hour, event] of [
      ['10:00', 'created'],
      ['11:00', 'updated'],
    ] as const) {
      const { id } = await world.core.notifications.notify(client.userId, {
        kind: 'hourly_portfolio_update',
        dedupKey: 'hourly',
        title: hour,
        body: 'x',
        asOf: istInstant('2026-03-10', hour),
      });
      const frame = await live.next('notification');
      const { title } = frame['notification'] as { title: string };
      assert.deepEqual([frame['event'], frame['id'], title], [event, id, hour]);
    }
    live.close();
  });

  it('Live socket: the local chat speaks and is spoken to', async () => {
    const live = await client.live();
    live.send({ type: 'chat', text: '/help' });
    const frame = await live.next('chat');
    assert.equal((frame['message'] as { text: string }).text, '/help');
    const { rows } = await world.core.database.systemPool.query(
      'select owner_user_id, body from chat.local_update',
    );
    assert.equal(rows[0].owner_user_id, client.userId);
    live.send({ type: 'chat_callback', data: 'v1:nothing' });
    const refused = await live.next('error');
    assert.equal(refused['code'], 'CHAT_BUTTON_NOT_FOUND');
    live.close();
  });

  it('Live socket: frames that are not known are answered, and too many of them too', async () => {
    const live = await client.live();
    live.send({ type: 'ping' });
    await live.next('pong');
    for (const frame of [
      'not json',
      { type: 'dance' },
      { type: 'chat' },
      { type: 'chat', text: 1 },
      { type: 'ping', extra: 1 },
      [],
      null,
    ]) {
      live.send(frame === null ? 'null' : frame);
      assert.equal((await live.next('error'))['code'], 'INVALID_FRAME', JSON.stringify(frame));
    }
    // More than two windows of the limit let through, should one end meanwhile.
    for (let i = 0; i < 150; i += 1) live.send({ type: 'ping' });
    assert.equal((await live.next('error'))['code'], 'RATE_LIMITED');
    live.close();
  });

  it('Live socket: a frame over the limit closes with 1009', async () => {
    const live = await client.live();
    live.send({ type: 'chat', text: 'x'.repeat(70_000) });
    assert.equal((await live.closed).code, 1009);
  });

  it('Live socket: a client that does not read is closed with 1013 and not buffered for', async () => {
    const slow = await client.live();
    const quick = await client.live();
    slow.pause();
    const before = process.memoryUsage.rss();
    const piece = 'x'.repeat(7000);
    let sent = 0;
    for (; sent < 3000; sent += 100) {
      await world.core.database.asSystem('fill a socket', async (trx) => {
        // Each another one: what is announced twice in a transaction is told once.
        for (let i = 0; i < 100; i += 1)
          await announce(trx, {
            channel: 'chat_out',
            payload: { user_id: client.userId, toast: `${sent + i} ${piece}` },
          });
      });
      if (/munim_live_sockets 1\n/.test((await client.get('/metrics')).text)) break;
    }
    assert.ok(sent < 3000, 'the slow socket was dropped');
    assert.ok(process.memoryUsage.rss() - before < 150 * 1024 * 1024);
    await quick.next('chat');
    quick.close();
    slow.close();
  });

  // The system's own buffers take some 30 MB of short answers first: the suite asks the hub alone (live-hub.test.ts).
  if (isSoak)
    it('Live socket: one that talks without end and does not listen is closed, and not answered into memory', async () => {
      const talker = await client.live();
      talker.pause();
      const before = process.memoryUsage.rss();
      let sent = 0;
      for (; sent < 2_000_000; sent += 1000) {
        for (let i = 0; i < 1000; i++) talker.send('{}');
        await new Promise((resolve) => setImmediate(resolve));
        if (sent % 10_000 === 0 && /munim_live_sockets 0\n/.test((await client.get('/metrics')).text)) break;
      }
      assert.ok(sent < 2_000_000, 'it was dropped');
      assert.ok(process.memoryUsage.rss() - before < 250 * 1024 * 1024);
    });

  it('Live socket: a user has twenty sockets at most', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => client.live()));
    await assert.rejects(client.live(), (error: unknown) => {
      refusedWith(429)(error);
      assert.match((error as UpgradeRefused).headers['retry-after'] ?? '', /^\d+$/);
      return true;
    });
    for (const live of all) live.close();
    await Promise.all(all.map((live) => live.closed));
  });

  it('Live socket: missed announcements close the socket, so that the client reads everything anew', async () => {
    const live = await client.live();
    await world.core.database.systemPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'munim:listen' and datname = current_database()`,
    );
    assert.equal((await live.closed).code, 1012);
  });

  it('Live socket: a server that closes says 1001', async () => {
    const other = await testApi();
    const there = await other.signedIn();
    const live = await there.live();
    await other.api.close();
    assert.equal((await live.closed).code, 1001);
    await other.close();
  });

  it('Live socket: a peer that gives no sign of life is cut off, one that does stays', async () => {
    const { heartbeat, beat } = heartbeatByHand();
    const other = await testApi({ heartbeat });
    const there = await other.signedIn();
    const dead = await there.live({ autoPong: false });
    const living = await there.live();
    const isHeard = async () => {
      living.send({ type: 'ping' });
      await living.next('pong');
    };
    beat();
    // The first answer comes behind the question for a sign of life, and the second question behind that sign.
    await isHeard();
    await isHeard();
    beat();
    assert.equal((await dead.closed).code, 1006);
    await isHeard();
    await other.close();
  });

  it('Live socket: a session that expires takes its socket along', async () => {
    const clock = { at: new Date('2026-01-30T04:00:00Z'), now: () => clock.at };
    const { heartbeat, beat } = heartbeatByHand();
    const other = await testApi({ heartbeat, clock });
    const there = await other.signedIn();
    const live = await there.live();
    clock.at = new Date('2026-03-01T04:00:01Z');
    beat();
    assert.equal((await live.closed).code, 4401);
    await other.close();
  });
});
