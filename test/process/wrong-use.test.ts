import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '../support/chat-driver.ts';
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

  it('SIGTERM to a process that is still starting leaves nothing running', async () => {
    // From before it does anything over the making of the database folder to the moment it is ready.
    for (const delayMs of sampled([300, 1200], [0, 300, 600, 900, 1200, 1500, 1800, 2100])) {
      const member = family.spawn(['start', 'api']);
      await sleep(delayMs);
      const { code, signal, errors } = await member.stop();
      // Without a handler yet, the signal itself ends it: there is nothing to tidy up then.
      assert.ok(code === 0 || signal === 'SIGTERM', `code ${code} after ${delayMs} ms: ${errors}`);
      assert.equal((await family.postmaster()).state, 'none', `${delayMs} ms`);
    }
  });

  it('a taken port is told in a sentence, with code 1, and the embedded server is stopped again', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = other.address() as AddressInfo;
      const { code, output, errors } = await family.run(['start', 'api'], {
        settings: { PORT: String(port) },
      });
      assert.equal(code, 1);
      assert.match(
        errors,
        new RegExp(
          `^Port ${port} is in use by another program\\. Stop that program, or set PORT to a free port\\.$`,
          'm',
        ),
      );
      assert.doesNotMatch(errors, /\n\s+at /);
      assert.doesNotMatch(output, /ready/);
      assert.equal((await family.postmaster()).state, 'none');
    } finally {
      other.close();
    }
  });

  it('SIGTERM to a waiting chat in the terminal leaves nothing running', async () => {
    const member = family.spawn(['chat'], { input: null });
    // It answers by itself as soon as it holds the lock of the local bot.
    const isThere = async (): Promise<boolean> => {
      if ((await family.postmaster()).state !== 'ready') return false;
      const database = new pg.Client({ connectionString: await family.postgresUrl() });
      // At the beginning the server takes nobody in, or has no database yet.
      database.on('error', () => undefined);
      try {
        await database.connect();
        const holder = `select from pg_stat_activity where application_name = 'munim:bot:local'`;
        return (await database.query(holder)).rowCount === 1;
      } catch {
        return false;
      } finally {
        await database.end().catch(() => undefined);
      }
    };
    await eventually('the chat to be there', isThere, 120_000);
    assert.equal((await member.stop()).code, 1);
    assert.equal((await family.postmaster()).state, 'none');
  });
});
