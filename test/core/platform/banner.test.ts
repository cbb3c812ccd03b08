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
});
