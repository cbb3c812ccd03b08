import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MunimFamily, type MunimProcess } from '../support/munim-process.ts';
import { query } from '../support/plain-database.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

describe('backups beside a running Munim', () => {
  let database: TestDatabase;
  let family: MunimFamily;
  let munim: MunimProcess;
  let folder: string;
  before(async () => {
    // At 02:30 in India a scheduled one would be among them.
    database = await testDatabase();
    const { url, appUrl } = database;
    family = await MunimFamily.open({ DATABASE_URL: url, DATABASE_APP_URL: appUrl, BACKUP_TIME_IST: 'off' });
    folder = path.join(family.dataDir, 'backups');
    munim = await family.start(['api']);
    await ask(
      `insert into portfolio.portfolios (owner_user_id, name) select id, 'Main' from identity.users;
       insert into portfolio.transactions
         (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, currency, note, source)
       select owner_user_id, id, 'TCS', '2024-01-05', 'BUY', 1, 10, 'INR', '', 'CSV' from portfolio.portfolios`,
    );
  });
  after(async () => {
    await family.close();
    await database.drop();
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
