import assert from 'node:assert/strict';
import { COMMANDS } from '../../bot/catalogue.ts';
import { partOfCommand } from '../../core/identity/index.ts';
import { labels } from '../support/bot-api-messages.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

const OTHERS = COMMANDS.filter((row) => partOfCommand(row) !== 'portfolio').map(({ name }) => name);

describe('bot: parts of Munim', () => {
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
  const menu = () => fixture.api.commands.map(({ command }) => command);
  const hasNone = (names: readonly string[]) => OTHERS.every((name) => !names.includes(name));
  /** Commands that a text names. */
  const named = (text: string) => [...text.matchAll(/\/([a-z_]+)/g)].map(([, name = '']) => name);

  it('the menu and /help begin with commands of Portfolio only; /help still explains hidden ones', async () => {
    await eventually('the menu', () => menu().length > 0);
    assert.ok(menu().includes('tax') && menu().includes('parts'));
    assert.ok(hasNone(menu()));
    const help = await ask('/help');
    assert.ok(hasNone(named(help.text)), help.text);
    assert.match(help.text, /Other parts of Munim: \/parts/);
    assert.match((await ask('/help options')).text, /\/journal/);
    assert.match((await ask('/help research')).text, /Usage: \/research/);
  });

  it('a command of a part that is off works, and offers its part once', async () => {
    const first = await ask('/policies');
    assert.match(first.text, /Strategies and trading is not in your menus/);
    assert.ok(labels(first).includes('Show Strategies and trading'));
    assert.doesNotMatch((await ask('/policies')).text, /not in your menus/);
  });

  it('/parts shows a part, and the menu and /help follow', async () => {
    assert.match((await ask('/parts')).text, /– Options/);
    assert.match((await ask('/parts options on')).text, /✓ Options/);
    assert.match((await ask('/help')).text, /\/journal/);
    await eventually('the menu with options', () => menu().includes('journal'));
    assert.ok(!menu().includes('research'));
    assert.match((await ask('/parts options off')).text, /– Options/);
    await eventually('the menu without options', () => !menu().includes('journal'));
  });

  it('only the owner of the books changes them', async () => {
    const viewer = await fixture.person('telegram', { userId: 77, role: 'viewer' });
    await viewer.says('/parts research on');
    assert.match((await viewer.reply()).text, /owner/);
    assert.ok(!(await fixture.core.identity.parts.shown(fixture.ownerId)).has('research'));
    await viewer.says('/journal');
    assert.doesNotMatch((await viewer.reply()).text, /not in your menus/);
  });
});
