import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '../support/chat-driver.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { sampled } from '../support/soak.ts';

describe('contract/Command line: a start that is broken off leaves nothing running', function () {
  this.timeout(600_000);
  let family: MunimFamily;
  before(async () => {
    family = await MunimFamily.open();
  });
  after(() => family.close());

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
