import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { DhanServer } from '../support/dhan-server.ts';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { query } from '../support/plain-database.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const BASE = '/api/portfolio/connections';

/** The tests go on from one another: one database, and a process that runs beside all that is done. */
describe('commands that are killed beside a running Munim', function () {
  this.timeout(600_000);
  let database: TestDatabase;
  let family: MunimFamily;
  let munim: MunimProcess;
  before(async () => {
    // At 02:30 in India a scheduled one would be among them.
    database = await testDatabase();
    const { url, appUrl } = database;
    family = await MunimFamily.open({ DATABASE_URL: url, DATABASE_APP_URL: appUrl, BACKUP_TIME_IST: 'off' });
    munim = await family.start(['api']);
  });
  after(async () => {
    await family.close();
    await database.drop();
  });

  describe('backups beside a running Munim', () => {
    let folder: string;
    before(async () => {
      folder = path.join(family.dataDir, 'backups');
      await ask(
        `insert into portfolio.portfolios (owner_user_id, name) select id, 'Main' from identity.users;
         insert into portfolio.transactions
           (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, currency, note, source)
         select owner_user_id, id, 'TCS', '2024-01-05', 'BUY', 1, 10, 'INR', '', 'CSV' from portfolio.portfolios`,
      );
    });

    const ask = async (sql: string) => await query(database.url, sql);
    const names = async (): Promise<string[]> => (await readdir(folder).catch((): string[] => [])).toSorted();

    it('one that is killed leaves no backup, and the next one takes its half away', async () => {
      const empty = await family.runHere(['backup', '--list']);
      assert.deepEqual([empty.code, empty.errors], [0, '']);
      assert.match(empty.output, /There is no backup in \S+backups yet\. Make one with: npm run backup/);
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'mine.backup'), 'of a person');

      // It waits for this table in the middle of its file.
      const owner = new pg.Client({ connectionString: database.url });
      await owner.connect();
      await owner.query('begin; lock table portfolio.transactions in access exclusive mode');
      const killed = family.spawn(['backup']);
      while (killed.isRunning && !(await names()).some((name) => name.includes('.partial-'))) await sleep(20);
      assert.ok(killed.isRunning, 'it ended before it could be killed');
      await killed.kill();
      await owner.end();
      assert.deepEqual(
        (await names()).filter((name) => name.endsWith('.backup')),
        ['mine.backup'],
      );
      const next = await family.runHere(['backup']);
      assert.equal(next.code, 0, next.errors);
      const left = await names();
      assert.equal(left.length, 2, left.join(', '));
      assert.ok(left.includes('mine.backup'));
      const listed = await family.runHere(['backup', '--list']);
      assert.match(listed.output, /\d{4}-\d\d-\d\d \d\d:\d\d +\S+ [kM]B +munim-\d{8}T\d{6}\.backup/);
    });

    it('is checked while Munim runs, which notices nothing; what does not match is named', async () => {
      const [made = ''] = (await names()).filter((name) => name.startsWith('munim-'));
      const checked = await family.runHere(['backup', '--check', path.join(folder, made)]);
      // The row above came in without the position that Munim would have made of it.
      assert.equal(checked.code, 1);
      assert.match(checked.errors, /The transactions of TCS do not add up to the positions in the backup\./);
      assert.match(checked.errors, /Your data was not touched\./);
      await ask('delete from portfolio.transactions');
      assert.deepEqual(
        await ask(`select from pg_database where starts_with(datname, current_database() || '_rehearsal_')`),
        [],
      );

      const good = path.join(folder, 'good.backup');
      assert.equal((await family.runHere(['backup', good])).code, 0);
      const fine = await family.runHere(['backup', '--check', good]);
      assert.deepEqual([fine.code, fine.errors], [0, '']);
      assert.match(fine.output, /This backup can be restored: \d+ rows of \d+ tables, as of /);
      assert.match(fine.output, /It contains 1 portfolio, 0 holdings and 0 transactions/);

      assert.equal((await munim.client().get('/readyz')).status, 200);
    });
  });

  describe('contract/Command line: npm run rotate-broker-key', () => {
    let client: ApiClient;
    const keys = async (): Promise<string[]> =>
      (await readFile(path.join(family.dataDir, 'broker.key'), 'utf8')).match(/^[0-9a-f]{64}$/gm) ?? [];
    const shown = async () => {
      const { body, text } = await client.get<{ items: { credentials: { last4: string | null }[] }[] }>(BASE);
      assert.ok(Array.isArray(body.items), text);
      return body.items.map(({ credentials }) => credentials[1]?.last4);
    };
    const asked = async <T>(work: (session: pg.Client) => Promise<T>): Promise<T> => {
      const session = new pg.Client({ connectionString: database.url });
      await session.connect();
      try {
        return await work(session);
      } finally {
        await session.end();
      }
    };
    before(async () => {
      client = await munim.signedIn();
      const token = new DhanServer().accessToken();
      const made = await client.post(BASE, {
        broker: 'dhan',
        label: 'Dhan',
        role: 'SYNC',
        credentials: { client_id: DhanServer.CLIENT_ID, access_token: token },
      });
      assert.equal(made.status, 201, made.text);
    });
    it('the start needs no key and says which one there will be; the first connection draws it, for its owner’s eyes', async () => {
      assert.match(munim.output, /Secrets\s+broker credentials are encrypted with .*broker\.key/);
      assert.equal((await keys()).length, 1);
      assert.equal((await stat(path.join(family.dataDir, 'broker.key'))).mode & 0o777, 0o600);
    });

    it('killed in the middle it leaves both keys; a second run ends what it began, beside a process that goes on; no key is printed', async () => {
      const [before] = await keys();
      await asked(async (keeper) => {
        await keeper.query('begin; select from broker.connections for update');
        const rotation = family.spawn(['rotate-broker-key']);
        await asked((watcher) =>
          eventually(
            'the rotation to wait for the table',
            async () =>
              (
                await watcher.query(
                  `select from pg_locks where not granted and relation = 'broker.connections'::regclass`,
                )
              ).rowCount === 1,
            120_000,
          ),
        );
        await rotation.kill();
      });
      const both = await keys();
      assert.equal(both.length, 2);
      assert.equal(both[1], before);
      assert.notDeepEqual(await shown(), [null]);
      const { code, output, errors } = await family.runHere(['rotate-broker-key']);
      assert.equal(code, 0, errors);
      assert.match(output, /Re-encrypted with key [0-9a-f]{12}: 1 of 1 connections, /);
      assert.deepEqual(await keys(), [both[0]]);
      assert.ok(!both.some((key) => output.includes(key) || errors.includes(key)));
      assert.notDeepEqual(await shown(), [null]);
    });

    it('a key that is not there ends with code 1 and changes nothing', async () => {
      const before = await shown();
      const elsewhere = await family.runHere(['rotate-broker-key'], {
        BROKER_SECRET_KEY: 'cd'.repeat(32),
        DATA_DIR: path.join(family.dataDir, 'elsewhere'),
      });
      assert.equal(elsewhere.code, 1);
      assert.match(elsewhere.output, /No key on this server can decrypt the credentials of: Dhan/);
      assert.deepEqual(await shown(), before);
    });
  });
});
