import assert from 'node:assert/strict';
import { banner, type BannerFacts } from '../../../core/platform/banner.ts';
import { codeAddress, configuredAddress } from '../../../core/platform/code-address.ts';
import { parseConfig, VARIABLES } from '../../../core/platform/index.ts';

const shown = (environment: Record<string, string>, over: Partial<BannerFacts> = {}): string =>
  banner({
    config: parseConfig(environment),
    roles: ['api', 'bot', 'jobs'],
    embedded: true,
    address: 'http://127.0.0.1:8080',
    firstCode: null,
    optionsProblem: null,
    unlinkedChats: [],
    ...over,
  });
/** The last lines with something on them. */
const lastLines = (text: string, count: number): string[] => text.trimEnd().split('\n').slice(-count);

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

  it('ends with the address and how to sign in, and shows the first code without being asked', () => {
    const [address, signIn] = lastLines(shown({}), 2);
    assert.match(address ?? '', /^ {2}Dashboard +http:\/\/127\.0\.0\.1:8080$/);
    assert.match(signIn ?? '', /^ {2}Sign in +as "owner"; .* npm run login-code$/);
    const firstCode = { code: '012345', expires_at: '2026-03-02T05:05:00.000Z' };
    const [, first, entry] = lastLines(shown({ OWNER_LOGIN: 'asha' }, { firstCode }), 3);
    // 05:05 UTC is 10:35 in India.
    assert.match(
      first ?? '',
      /as "asha" with the code 012345 \(works once, until 10:35 IST; .*login-code\)$/,
    );
    // The login alone, behind the part that a browser sends.
    assert.equal(entry, '  Enter it at http://127.0.0.1:8080/#code=asha');
    const apart = shown({}, { roles: ['bot', 'jobs'], address: null });
    assert.doesNotMatch(apart, /Dashboard +http|Sign in/);
  });

  it('a chat that left the settings is named', () => {
    assert.match(
      shown({}, { unlinkedChats: ['4242'] }),
      /chat 4242 is no longer in the settings, so it is not linked any more/,
    );
  });

  it('a command beside the server names the address of the settings, none with a port that is chosen at the start', () => {
    const of = (settings: Record<string, string>) => configuredAddress(parseConfig(settings));
    assert.equal(of({}), 'http://127.0.0.1:8080');
    assert.equal(of({ HOST: '0.0.0.0', PORT: '81' }), 'http://localhost:81');
    assert.equal(of({ HOST: '::1' }), 'http://[::1]:8080');
    assert.equal(of({ PUBLIC_URL: 'https://munim.example', PORT: '0' }), 'https://munim.example');
    assert.equal(of({ PORT: '0' }), null);
    assert.equal(codeAddress('http://127.0.0.1:8080', 'a+b c'), 'http://127.0.0.1:8080/#code=a%2Bb%20c');
  });

  it('tells where backups go, and when nothing makes any', () => {
    assert.match(
      shown({ BACKUP_DIR: '/kept', BACKUP_KEEP: '3' }),
      /daily at 02:30 IST in \/kept; the newest 3/,
    );
    assert.match(shown({ BACKUP_TIME_IST: 'off' }), /Backups +only manually/);
    assert.match(shown({}, { roles: ['api'] }), /Backups +made by another process/);
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
