import assert from 'node:assert/strict';
import { banner } from '../../../core/platform/banner.ts';
import { parseConfig, VARIABLES } from '../../../core/platform/index.ts';

const shown = (environment: Record<string, string>): string =>
  banner({ config: parseConfig(environment), roles: ['api', 'bot', 'jobs'], embedded: true, lines: [] });

describe('what a start shows', () => {
  const systems = Object.keys(VARIABLES).filter((name) => name.endsWith('_BASE_URL'));

  it('every outside system that is off is named with the variable that switches it on', () => {
    const off = shown(Object.fromEntries(systems.map((name) => [name, 'off'])));
    for (const name of systems) assert.match(off, new RegExp(`: set ${name}`), name);
  });

  it('what is on by itself is not mentioned, and what needs an address is', () => {
    const usual = shown({});
    const named = systems.filter((name) => usual.includes(name));
    assert.deepEqual(named, ['WEB_SYNC_BASE_URL']);
    assert.match(usual, /Telegram: set PORTFOLIO_CHAT_ENABLED=1/);
    assert.doesNotMatch(shown({ WEB_SYNC_BASE_URL: 'https://broker.example' }), /WEB_SYNC_BASE_URL/);
  });

  it('portfolio/Scheduler: Telegram answers commands, notifies only, or says which variable it lacks', () => {
    const token = '1234567:abcdefghijklmnop';
    const on = { PORTFOLIO_CHAT_ENABLED: '1' };
    const commands = shown({ ...on, PORTFOLIO_CHAT_BOT_TOKEN: token, TELEGRAM_BOT_TOKEN: token });
    assert.match(commands, /Chat +on Telegram; also in the dashboard/);
    assert.doesNotMatch(commands, /Telegram commands/);
    const notifies = shown({ ...on, TELEGRAM_BOT_TOKEN: token });
    assert.match(notifies, /Chat .*; Telegram gets notifications only/);
    assert.match(notifies, /Telegram commands: set PORTFOLIO_CHAT_BOT_TOKEN/);
    assert.match(notifies, /set PORTFOLIO_CHAT_CHAT_ID/);
    assert.doesNotMatch(shown({ ...on, TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHAT_ID: '1' }), /CHAT_CHAT_ID/);
    assert.match(shown(on), /Telegram: set PORTFOLIO_CHAT_BOT_TOKEN .*TELEGRAM_BOT_TOKEN/);
    // A token alone does not switch the chat on.
    assert.match(shown({ TELEGRAM_BOT_TOKEN: token }), /Telegram: set PORTFOLIO_CHAT_ENABLED=1/);
    for (const text of [commands, notifies]) assert.ok(!text.includes(token), 'the token is told');
  });
});
