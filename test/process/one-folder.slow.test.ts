import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { backup } from '../../core/platform/backup/backup.ts';
import { EXCLUDED_TABLES, SCHEMAS } from '../../core/platform/backup/catalogue.ts';
import { startEmbeddedPostgres } from '../../core/platform/embedded-postgres/embedded-postgres.ts';
import { migrateDatabase } from '../../core/platform/index.ts';
import { holderOfBot } from '../support/bot-lock.ts';
import { eventually } from '../support/chat-driver.ts';
import { crash, PATIENCE, stopWriter, WAIT_MS } from '../support/embedded-postgres-users.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { sampled } from '../support/soak.ts';
import { killedImports } from './killed-imports.ts';

/** Beside those that were imported before. */
const ROWS = sampled(6_000, 20_000);
/** Kills at random moments beyond those that are chosen. */
const MORE_KILLS = sampled(0, 20);

type State = 'before' | 'after';

/** The tests go on from one another: the first starts make the folder that takes the import, whose data are restored. */
describe('one folder, from a start that is broken off to imports and restores that are', function () {
  this.timeout(sampled(600_000, 3_600_000));
  let family: MunimFamily;
  before(async () => {
    family = await MunimFamily.open();
  });
  after(() => family.close());

  describe('contract/Command line: a start that is broken off leaves nothing running', () => {
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
        const database = new pg.Client({ connectionString: await family.postgresUrl(), ...PATIENCE });
        // At first the server accepts no connection, or has no database yet.
        database.on('error', () => undefined);
        try {
          await database.connect();
          return (await database.query(`select ${holderOfBot('local')}`)).rowCount === 1;
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

  killedImports(() => family);

  describe('kill -9 in the middle of a restore', () => {
    let file: string;
    /** All rows of all tables as they were before the restore, and as the backup has them. */
    const whole: Record<State, string> = { before: '', after: '' };
    /** Milliseconds of a restore without a kill. */
    let wholeMs: number;
    before(async () => {
      file = path.join(family.dataDir, 'kept.backup');
      await beside(async (url) => {
        await migrateDatabase(url);
        await ask(
          url,
          `insert into identity.users (login, name) values ('asha', 'Asha');
           insert into portfolio.portfolios (owner_user_id, name) select id, 'Asha''s' from identity.users where login = 'asha';
           insert into portfolio.transactions
             (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, currency, note, source)
           select owner_user_id, id, 'TCS', date '2024-01-05' + n % 300, 'BUY', n, 10, 'INR', 'of the backup', 'CSV'
           from portfolio.portfolios, generate_series(1, ${ROWS}) n where name = 'Asha''s'`,
        );
        await backup({ url, file });
        whole.after = await digest(url);
        await change(url);
      });
      if (MORE_KILLS === 0) return;
      const begun = performance.now();
      const { code, errors } = await restoring().end();
      assert.deepEqual([code, errors], [0, '']);
      wholeMs = performance.now() - begun;
      await changed();
    });
    const restoring = (): MunimProcess => family.spawn(['restore', file, '--force']);
    /** Work on the server as its only user. That it can be started is what these tests are about. */
    const beside = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
      const postgres = await startEmbeddedPostgres({ dataDir: family.dataDir });
      try {
        return await work(postgres.url);
      } finally {
        await postgres.leave();
      }
    };
    const change = async (url: string): Promise<void> => {
      await ask(url, `update portfolio.transactions set note = 'younger than the backup'`);
      whole.before = await digest(url);
    };
    const changed = () => beside(change);
    /** Starts the server after a kill: the data must be whole. Makes them those before a restore again. */
    const startsWhole = async (): Promise<State> => {
      return await beside(async (url) => {
        const found = await digest(url);
        const state = (['before', 'after'] as const).find((one) => whole[one] === found);
        assert.ok(state, 'the data are neither those before the restore nor those of the backup');
        if (state === 'after') await change(url);
        return state;
      });
    };
    /** Waits until a restore fills the largest table; false when it ended without our seeing that. */
    const filling = async (restore: MunimProcess): Promise<boolean> => {
      let watcher: pg.Client | null = null;
      for (const end = Date.now() + WAIT_MS; restore.isRunning; await sleep(5)) {
        assert.ok(Date.now() < end, 'the restore fills no table');
        watcher ??= await family.postgresUrl().then(connected, () => null);
        const found = await watcher
          ?.query(`select from pg_stat_activity where query like 'copy portfolio.transactions%'`)
          .catch(() => null);
        if (found?.rowCount === 1) break;
      }
      await watcher?.end().catch(() => undefined);
      return restore.isRunning;
    };

    it('then Postgres is killed when it has undone the restore and not yet written that down', async function () {
      if (process.platform === 'win32') this.skip();
      const restore = restoring();
      if (await filling(restore)) {
        const url = await family.postgresUrl();
        await stopWriter(url);
        await restore.kill();
        const session = `select from pg_stat_activity where application_name like 'munim restore%'`;
        await eventually(
          'the restore to be undone',
          async () => (await ask(url, session)).length === 0,
          WAIT_MS,
        );
        await crash(url, family.dataDir);
      }
      assert.equal(await startsWhole(), restore.isRunning ? 'after' : 'before');
    });

    it('of Postgres alone: the restore ends in a sentence, and Munim starts with the data before it', async () => {
      const restore = restoring();
      if (await filling(restore)) {
        await crash(await family.postgresUrl(), family.dataDir);
        const { code, errors } = await restore.end();
        assert.equal(code, 1, errors);
        assert.equal(await startsWhole(), 'before');
      }
      const munim = await family.start(['api']);
      assert.equal((await munim.client().get('/readyz')).status, 200);
      assert.equal((await munim.stop()).code, 0);
    });

    for (let kill = 1; kill <= MORE_KILLS; kill += 1) {
      it(`at a random moment, ${kill} of ${MORE_KILLS}`, async () => {
        if (kill === 1) await changed(); // Munim itself has run meanwhile.
        const restore = restoring();
        const at = Math.round(wholeMs * (0.3 + 0.75 * Math.random()));
        const later = Math.round(300 * Math.random());
        await sleep(at);
        const url = await family.postgresUrl().catch(() => null);
        const crashed = async () =>
          url === null ? undefined : await crash(url, family.dataDir).catch(() => undefined);
        if (kill % 3 === 0) await crashed();
        await sleep(kill % 3 === 1 ? 0 : later);
        restore.signal('SIGKILL');
        await sleep(kill % 3 === 2 ? later : 0);
        if (kill % 3 !== 0) await crashed();
        await restore.end();
        const state = await startsWhole();
        process.stdout.write(`      after ${at} ms, the other ${later} ms later: ${state}\n`);
      });
    }
  });
});

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...PATIENCE });
  client.on('error', () => undefined); // The server is about to be killed.
  await client.connect();
  return client;
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connected(url);
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Every row of every table of which a backup has all, as one sum. */
async function digest(url: string): Promise<string> {
  const tables = await ask(
    url,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema = any('{public,${SCHEMAS.join()}}') and table_name not in ('schema_migration', 'schema_migration_lock') order by 1`,
  );
  const kept = tables.filter(({ name }) => EXCLUDED_TABLES.every(({ table }) => table !== name));
  const parts = kept.map(
    ({ name }) =>
      `select '${String(name)}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${String(name)} t`,
  );
  return JSON.stringify(await ask(url, `${parts.join(' union all ')} order by name`));
}
