import assert from 'node:assert/strict';
import { labels } from '../support/bot-api-messages.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

describe('bot: notification settings', () => {
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture();
    chat = await fixture.person('telegram');
  });
  after(() => fixture.close());

  const ask = async (text: string) => {
    await chat.says(text);
    return await chat.reply();
  };
  const modeOf = async (kind: string) =>
    (await fixture.core.notifications.settings(fixture.ownerId)).kinds.find((one) => one.kind === kind)?.mode;

  it('/start lists the default notifications in one sentence', async () => {
    const { sentence } = await fixture.core.notifications.settings(fixture.ownerId);
    const welcome = await ask('/start');
    assert.match(welcome.text, /By default you get the morning report, /);
    assert.ok(welcome.text.includes(`${sentence}\nChange it: /notifications`), welcome.text);
  });

  it('/notifications shows the groups of the parts that are shown; a press opens one and sets all of it', async () => {
    const card = await ask('/notifications');
    assert.deepEqual(labels(card), ['Reports', 'What you own', 'Alerts', 'Munim itself']);
    assert.match(card.text, /\nReports: mixed\nWhat you own: mixed\nAlerts: with sound\nMunim itself: mixed/);
    await chat.presses('Reports');
    const group = await chat.edited();
    assert.match(group.text, /Hourly update \(silent\): One message a day/);
    await chat.presses('All silent');
    await chat.edited();
    assert.equal(await modeOf('morning_portfolio_report'), 'silent');
    await chat.presses('Hourly update: off');
    assert.match((await chat.edited()).text, /Hourly update \(off\)/);
    await chat.presses('◀ All groups');
    const changed = await chat.edited();
    assert.match(changed.text, /^Notifications\nYou get .*; switched off: one message a day with the value/);
  });

  it('typed: a group, a kind, a hidden part, and an unknown group', async () => {
    assert.match((await ask('/notifications alerts off')).text, /^Alerts\nAlerts \(off\)/);
    assert.match((await ask('/notifications import_finished loud')).text, /Import finished \(with sound\)/);
    assert.match((await ask('/notifications trading')).text, /hidden/);
    assert.match((await ask('/notifications nonsense')).text, /is neither one of reports, holdings/);
    assert.match((await ask('/notifications munim off')).text, /loud or silent/);
  });

  it('only the owner changes them', async () => {
    const viewer = await fixture.person('telegram', { userId: 77, role: 'viewer' });
    await viewer.says('/notifications reports loud');
    assert.match((await viewer.reply()).text, /owner/);
    assert.equal(await modeOf('eod_portfolio_report'), 'silent');
    await viewer.says('/notifications reports');
    assert.deepEqual(labels(await viewer.reply()), ['◀ All groups']);
  });
});
