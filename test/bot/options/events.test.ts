import assert from 'node:assert/strict';
import type { ChatDriver } from '../../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../../support/chat-fixture.ts';
import { heldClock, type HeldClock } from '../../support/core.ts';
import { freshId } from '../../support/options-world.ts';

/** 10:00 in India on the Friday on which the RBI decides. */
const NOW = '2026-12-04T04:30:00.000Z';

describe('portfolio/Chat-messaging commands: /events and /broker_health', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  let clock: HeldClock;
  before(async () => {
    clock = heldClock(NOW);
    fixture = await chatFixture({ clock });
    chat = await fixture.person('local');
    await fixture.core.identity.parts.save(fixture.ownerId, { shown: ['options'] });
  });
  after(() => fixture.close());

  const ask = async (text: string): Promise<string> => {
    await chat.says(text);
    return (await chat.reply()).text;
  };

  it('/events: what blocks now, then day by day', async () => {
    assert.equal(
      await ask('/events 6'),
      [
        'Events',
        'New entries are blocked now: RBI monetary policy (09:45 to 11:00 IST).',
        '',
        'Today, 4 Dec 2026',
        '⛔ RBI monetary policy, 09:45 to 11:00, on now',
        '',
        '8 Dec 2026',
        '· NIFTY weekly expiry, 09:15 to 15:30',
      ].join('\n'),
    );
    clock.at = new Date('2026-12-09T19:00:00.000Z');
    // Half past midnight of the 10th in India: the Fed decides.
    const night = await ask('/events 1');
    assert.match(night, /Nothing blocks new entries now\. Take care: Fed interest rate decision\./);
    assert.match(night, /Today, 10 Dec 2026\n⚠️ Fed interest rate decision, 00:00 to 09:45, on now/);
    clock.at = new Date(NOW);
    assert.match(await ask('/events 91'), /"91" is not a number of days from 1 to 90/);
  });

  it('/broker_health: level, why, numbers, since; one broker with its changes', async () => {
    assert.match(await ask('/broker_health'), /No health check of a broker was reported yet\.\nLet your/);
    const { rejected } = await fixture.core.options.ingest(
      fixture.ownerId,
      Array.from({ length: 10 }, (_, nr) => ({
        id: freshId('health'),
        kind: 'broker_health',
        at: new Date(Date.parse('2026-12-04T04:25:00Z') + nr * 30_000).toISOString(),
        broker: 'kite',
        ok: true,
        latency_ms: 1_200,
        quote_age_s: 1.5,
      })),
    );
    assert.deepEqual(rejected, []);
    const head = [
      'Broker health',
      'kite: DEGRADED',
      'Since 4 Dec 2026, 09:57 IST. New entries are made as a dry run.',
      'It answers slowly: 95% of answers within 1200 ms (limit 1000 ms).',
      'Last check just now; 0 of 10 failed, 95% within 1200 ms, quotes 1.5 s old',
      'OK for 0.0% of the known time of the last 5 sessions.',
    ].join('\n');
    assert.equal(await ask('/broker_health'), head);
    const one = await ask('/broker_health KITE');
    assert.ok(one.startsWith(head));
    assert.match(
      one,
      /Last 7 days\n4 Dec 2026, 09:57 IST: DEGRADED\n\nSessions\n4 Dec 2026: lowest DEGRADED/,
    );
    assert.match(one, /3 Dec 2026: nothing known/);
    assert.match(await ask('/broker_health dhan'), /Nothing was reported of "dhan"\. There is kite\./);
  });
});
