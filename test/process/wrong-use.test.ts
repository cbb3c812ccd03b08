import assert from 'node:assert/strict';
import { MunimFamily } from '../support/munim-process.ts';
import { sampled } from '../support/soak.ts';

const COMMANDS = ['start', 'chat', 'login-code', 'migrate', 'backup', 'restore', 'rotate-broker-key'];

describe('contract/Command line: wrong use of main.ts', function () {
  this.timeout(600_000);
  let family: MunimFamily;
  before(async () => {
    family = await MunimFamily.open();
  });
  after(() => family.close());

  it('a wrong setting ends with code 2, its name and what is allowed, and never its value', async () => {
    const { code, output, errors } = await family.run(['start'], {
      settings: { PORT: 'eighty', LOG_LEVEL: 'loud', PORTFOLIO_CHAT_BOT_TOKEN: 'my-secret-token' },
    });
    assert.equal(code, 2);
    assert.equal(output, '');
    assert.match(errors, /PORT must be a whole number from 0 to 65535\./);
    assert.match(errors, /LOG_LEVEL must be trace, debug, info, warn, error or silent\./);
    assert.match(errors, /PORTFOLIO_CHAT_BOT_TOKEN must be digits, a colon and the secret part/);
    assert.match(errors, /\.env\.example/);
    assert.doesNotMatch(errors, /eighty|loud|my-secret-token/);
  });

  it('an unknown command, an unknown role and too many arguments end with code 2 and the usage', async () => {
    const [command, role, arguments_, restore] = await Promise.all([
      family.run(['sell-everything']),
      family.run(['start', 'cook']),
      family.run(['login-code', 'one', 'two']),
      family.run(['restore']),
    ]);
    assert.deepEqual([command.code, role.code, arguments_.code, restore.code], [2, 2, 2, 2]);
    assert.match(command.errors, /There is no command "sell-everything"\./);
    for (const name of COMMANDS) assert.match(command.errors, new RegExp(`npm (run )?${name}\\b`));
    assert.match(role.errors, /There is no role "cook"\. Roles are api, bot, jobs\.\nUsage: npm start/);
    assert.match(arguments_.errors, /Usage: npm run login-code/);
    assert.match(restore.errors, /Usage: npm run restore/);
  });

  it('every command answers --help with code 0 and starts nothing', async () => {
    const asked = sampled(['start', 'login-code', 'restore'], COMMANDS);
    const answers = await Promise.all([
      ...asked.map((name) => family.run([name, '--help'])),
      family.run(['--help']),
    ]);
    for (const [at, name] of asked.entries()) {
      const answer = answers[at] ?? assert.fail();
      assert.deepEqual([answer.code, answer.errors], [0, ''], name);
      assert.match(answer.output, new RegExp(`^npm (run )?${name}\\b.*\\n  \\S`));
    }
    const all = answers.at(-1)?.output ?? '';
    for (const name of COMMANDS) assert.match(all, new RegExp(`npm (run )?${name}\\b`));
    assert.equal((await family.postmaster()).state, 'none');
  });

  it('a database that is not there is told in a sentence, with code 1 and without its password', async () => {
    const { code, errors } = await family.run(['start'], {
      settings: { DATABASE_URL: 'postgres://munim:hush-hush@127.0.0.1:1/munim' },
    });
    assert.equal(code, 1);
    assert.match(errors, /Cannot use the Postgres server of DATABASE_URL at 127\.0\.0\.1:1: /);
    assert.doesNotMatch(errors, /hush-hush|\n\s+at /);
  });
});
