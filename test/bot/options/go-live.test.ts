import assert from 'node:assert/strict';
import { labels } from '../../support/bot-api-messages.ts';
import type { ChatDriver } from '../../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../../support/chat-fixture.ts';
import { heldClock } from '../../support/core.ts';
import { EVENING, filledBy, readyForLive } from '../../support/go-live-world.ts';
import { freshId } from '../../support/options-world.ts';

describe('contract/Chat: going live', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  const clock = heldClock(EVENING);
  before(async () => {
    fixture = await chatFixture({ clock });
    chat = await fixture.person('local');
  });
  after(() => fixture.close());

  const ask = async (line: string) => {
    await chat.says(line);
    return await chat.reply();
  };
  const history = async () => (await fixture.core.options.goLive.history(fixture.ownerId, {})).items;

  it('before anything was reported each command says what to do', async () => {
    assert.match((await ask('/golive_status')).text, /^No strategies yet\n.*first signal/);
    assert.match((await ask('/confidence_report')).text, /^No strategies yet/);
    for (const name of ['promote', 'shadow', 'revert']) {
      assert.match((await ask(`/${name}`)).text, /No option strategy has reported anything yet/);
      assert.match((await ask(`/${name} condor`)).text, /No option strategy has reported anything yet/);
    }
    assert.match((await ask('/ai_promotion_report')).text, /^No market analyses yet\n/);
  });

  it('portfolio/Option-workspace commands: a step shows what was checked, asks, and is on record with who pressed', async () => {
    const world = filledBy(fixture.core, fixture.ownerId);
    await readyForLive(world);
    await world.take({
      id: freshId('signal'),
      kind: 'signal',
      at: '2026-03-09T05:00:00Z',
      mode: 'DRY_RUN',
      strategy: 'short call',
      outcome: 'SEEN',
    });
    const status = await ask('/golive_status');
    assert.match(status.text, /short call\nDry run\.\n0 of 1 criteria for shadow met\. Missing:\n· Signals/);
    assert.match(status.text, /short_put\nDry run\.\nReady for shadow\./);
    assert.deepEqual(labels(await ask('/confidence_report')), ['short call', 'short_put']);
    assert.deepEqual(labels(await ask('/promote')), ['short call', 'short_put']);
    assert.match(
      (await ask('/promote short call')).text,
      /^short call cannot go to shadow yet\n0 of 1 criteria are met\. Missing:\n✗ Signals and closed trades reported: 1; at least 10 needed\.$/,
    );

    const question = await ask('/promote SHORT_PUT');
    assert.match(
      question.text,
      /^Take short_put from dry run to shadow\?\n[^]*without money[^]*What was checked\n✓ Signals and closed trades/,
    );
    assert.deepEqual(await history(), []);
    await chat.presses('✓ To shadow');
    assert.match(
      (await chat.edited()).text,
      /^short_put went from dry run to shadow\nBy .*9 Mar 2026, 17:30 IST\./,
    );

    const report = await ask('/confidence_report short_put');
    assert.match(
      report.text,
      /^Confidence report: short_put\nShadow\. It passes the whole gate for live\.\n/,
    );
    assert.match(report.text, /✓ Average net result of a trade: ₹460; more than ₹0 needed\./);
    assert.match(report.text, /Average net result of 30 trades: ₹460\.00, 90% interval ₹300\.00 to /);
    assert.deepEqual(labels(report), ['Promote to live…', 'Revert to dry run…', '↻ Refresh']);

    const live = await ask('/promote short_put');
    assert.match(live.text, /real money\. Munim sends no order[^]*✓ Deepest drawdown[^]*✓ Average slippage/);
    await chat.presses('✗ Cancel');
    assert.match((await chat.edited()).text, /^short_put stays in shadow\./);
    await ask('/promote short_put');
    clock.pass(1);
    await chat.presses('✓ To live');
    assert.match((await chat.edited()).text, /^short_put went from shadow to live/);
    assert.match((await ask('/promote short_put')).text, /^short_put is already live, the last step\./);
  });

  it('portfolio/Go-live state machine: a press on a question of long ago takes no step of its own; a revert needs no check', async () => {
    clock.pass(1);
    await ask('/shadow short_put');
    assert.match(
      (await ask('/revert short_put')).text,
      /^Take short_put from live to dry run\?[^]*A step back needs no check\./,
    );
    await chat.presses('✓ To dry run');
    assert.match((await chat.edited()).text, /^short_put went from live to dry run/);
    await chat.presses('✓ To shadow');
    assert.match(
      (await chat.edited()).text,
      /The strategy is in dry run now, not in live\. Check again, then decide\./,
    );
    assert.match((await ask('/revert short_put')).text, /^short_put is in dry run already\./);
    const entries = await history();
    assert.deepEqual(
      entries.map(({ from, to }) => `${from} ${to}`),
      ['LIVE DRY_RUN', 'SHADOW LIVE', 'DRY_RUN SHADOW'],
    );
    assert.match(entries[0]?.actor ?? '', /^chat:/);
  });

  it('whoever only reads sees the report and takes no step', async () => {
    const viewer = await fixture.person('telegram', { userId: 777, role: 'viewer' });
    const told = async (line: string) => {
      await viewer.says(line);
      return await viewer.reply();
    };
    const report = await told('/confidence_report short_put');
    assert.match(report.text, /Confidence report: short_put/);
    assert.deepEqual(labels(report), ['↻ Refresh']);
    for (const name of ['promote', 'shadow', 'revert'])
      assert.match((await told(`/${name} short_put`)).text, /Only the portfolio owner can use/);
  });

  it('portfolio/Option-workspace commands: /ai_promotion_report says what is missing in words', async () => {
    await filledBy(fixture.core, fixture.ownerId).take({
      id: 'a-1',
      kind: 'market_analysis',
      at: '2026-03-09T04:00:00Z',
      underlying: 'NIFTY',
      horizon_at: '2026-03-09T09:00:00Z',
      probability_up: 0.6,
      verdict: 'BULLISH',
    });
    const { text } = await ask('/ai_promotion_report');
    assert.match(
      text,
      /^AI market analyses\nThey have not shown yet that they are of use, so ai_market cannot go live\./,
    );
    assert.match(text, /✗ Market analyses with an outcome: 0; at least 60 needed\./);
    assert.match(text, /Note: 1 analysis past the horizon has no outcome\./);
  });
});
