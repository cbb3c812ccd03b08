import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { ConfigError, parseConfig, VARIABLES } from '../../../core/platform/config.ts';

describe('configuration', () => {
  it('has a default for everything', () => {
    const config = parseConfig({});
    assert.equal(config.HOST, '127.0.0.1');
    assert.equal(config.PORT, 8080);
    assert.equal(config.DATABASE_URL, null);
    assert.equal(config.PORTFOLIO_CHAT_ENABLED, false);
    assert.equal(config.PORTFOLIO_USD_TO_INR_REFERENCE_FX, 82);
  });

  it('takes an empty or blank value for the default', () => {
    assert.equal(parseConfig({ PORT: '', OWNER_LOGIN: '  ' }).PORT, 8080);
  });

  it('names every wrong variable with what is allowed, and never the value', () => {
    const environment = {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      PORTFOLIO_CHAT_BOT_TOKEN: 'secret',
    };
    assert.throws(
      () => parseConfig(environment),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /^PORT must be a whole number from 0 to 65535\.$/m);
        assert.match(error.message, /^DATABASE_URL must be postgres:/m);
        assert.match(error.message, /^PORTFOLIO_CHAT_BOT_TOKEN must be/m);
        assert.doesNotMatch(error.message, /eighty|hunter2|: secret/);
        return true;
      },
    );
  });

  for (const [name, wrong] of [
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['OWNER_LOGIN', 'The Owner'],
    ['PORTFOLIO_CHAT_ENABLED', 'maybe'],
    ['PORTFOLIO_CHAT_CHAT_ID', 'me'],
    ['METRICS_TOKEN', 'short'],
    ['PORTFOLIO_USD_TO_INR_REFERENCE_FX', '0'],
    ['TELEGRAM_API_ROOT', 'ftp://example.org'],
    ['TELEGRAM_BOT_TOKEN', 'my-token'],
    ['HOST', 'a b'],
    ['PORTFOLIO_SECTOR_FETCH_TIME_IST', '7:5'],
    ['PORTFOLIO_SECTOR_BOOT_DELAY_MIN', '-1'],
    ['LLM_CLI_PRESET', 'chatty'],
    ['LLM_CLI_BIN', './codex'],
    ['LLM_CLI_MODEL', '--yolo'],
    ['LLM_CLI_QUICK_MODEL', 'a b'],
    ['LLM_CLI_TIMEOUT_SEC', '0'],
    ['LLM_CLI_ARGV', 'run --json'],
    ['LLM_CLI_ARGV', '["-m", 5]'],
    ['LLM_CLI_ARGV', '["{modle}"]'],
    ['LLM_CLI_ARGV', '["{?modle:-m}"]'],
    ['LLM_CLI_PROMPT', 'argument'],
    ['LLM_CLI_PARSE', 'xml'],
    ['LLM_CLI_ENV_ALLOW', 'HOME, MY-NAME'],
    // What Munim keeps its secrets in reaches no other program.
    ['LLM_CLI_ENV_ALLOW', 'HOME,DATABASE_URL'],
    ['LLM_CLI_ENV_ALLOW', 'BROKER_SECRET_KEY'],
  ] as const) {
    it(`refuses ${name}=${wrong}`, () => {
      assert.throws(() => parseConfig({ [name]: wrong }), new RegExp(`^ConfigError: ${name} must be `));
    });
  }

  it('shows a program for models the named variables of the environment that are set', () => {
    const environment = { HOME: '/home/asha', OTHER: 'hidden', LLM_CLI_ENV_ALLOW: ' HOME, NOT_SET ' };
    assert.deepEqual(parseConfig(environment).LLM_CLI_ENV_ALLOW, { HOME: '/home/asha' });
    const shown = parseConfig({ HOME: '/home/asha', OTHER: 'hidden', OPENAI_API_KEY: 'k' }).LLM_CLI_ENV_ALLOW;
    assert.deepEqual(shown, { HOME: '/home/asha', OPENAI_API_KEY: 'k' });
    const argv = ['{?model:-m}', '{?model:{model}}', '{"a": 1}', '{output_file}'];
    assert.deepEqual(parseConfig({ LLM_CLI_ARGV: JSON.stringify(argv) }).LLM_CLI_ARGV, argv);
  });

  it('.env.example lists exactly the variables that are read, with their defaults', async () => {
    const text = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
    const lines = text.split('\n').filter((line) => /^[A-Z][A-Z0-9_]*=/.test(line));
    const listed = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const read = Object.fromEntries(
      Object.entries(VARIABLES).map(([name, { fallback }]) => [name, fallback]),
    );
    assert.deepEqual(listed, read);
  });

  it('the guide to settings names every variable', async () => {
    const text = await readFile(new URL('../../../api/docs/settings.md', import.meta.url), 'utf8');
    assert.deepEqual(
      Object.keys(VARIABLES).filter((name) => !text.includes(`\`${name}`)),
      [],
    );
  });
});
