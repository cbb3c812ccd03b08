import assert from 'node:assert/strict';
import { ConfigError, parseConfig } from '../../../core/platform/config.ts';

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
    ['SERVICE_WORKER_ENABLED', 'maybe'],
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
});
