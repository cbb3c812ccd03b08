import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { migrationSource } from '../../../migrations/migration-source.ts';
import { backup } from '../../../core/platform/backup/backup.ts';
import { createLog } from '../../../core/platform/index.ts';
import { backUpAll, rehearseAll, type WholeRehearsal } from '../../../core/backups/index.ts';
import { type TestCore, testCore } from '../../support/core.ts';
import { migrateUpTo, query } from '../../support/plain-database.ts';
import { emptyDatabase } from '../../support/postgres.ts';

const TRADES = [
  'Symbol,Date,Type,Quantity,Price,Currency,Asset_Class',
  'TCS,2025-01-06,BUY,10,3200,INR,Indian Equity',
  'TCS,2025-02-06,SELL,4,3300,INR,Indian Equity',
  'INFY,2025-01-06,BUY,5,1500,INR,Indian Equity',
].join('\n');

describe('the rehearsal of a restore', () => {
  let world: TestCore;
  let dir: string;
  let file: string;
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-rehearsal-'));
    file = path.join(dir, 'good.backup');
    world = await testCore();
    const { imports } = world.core.portfolio;
    const { import_id } = await imports.stage(world.owner, Readable.from([Buffer.from(TRADES)]));
    await imports.commit(world.owner, { import_id }, { actor: 'test' });
    // Something in the options workspace, which a backup holds as well.
    await world.core.options.tokens.create(world.owner, 'a trader');
    await backUpAll(place(), file);
  });
  after(async () => {
    await world.close();
    await rm(dir, { recursive: true, force: true });
  });

  const url = () => world.core.database.urls.ownerUrl;
  const place = () => ({
    config: world.core.config,
    log: createLog('silent'),
    server: { ownerUrl: url(), embedded: true, outage: () => null, leave: () => Promise.resolve() },
  });
  const tried = async (of: string): Promise<WholeRehearsal> => await rehearseAll(place(), of);
  const databases = async () =>
    await query(
      url(),
      `select datname from pg_database where starts_with(datname, current_database() || '_rehearsal_')`,
    );
  /** A backup with its text changed, as somebody who changes it and mends the checksum would not. */
  const altered = async (name: string, change: (text: string) => string): Promise<string> => {
    const text = gunzipSync(await readFile(file)).toString('utf8');
    const place = path.join(dir, name);
    await writeFile(place, gzipSync(change(text)));
    return place;
  };

  it('of a good file says what is in it, and leaves nothing behind', async () => {
    const digest = `select (select count(*) from portfolio.transactions) as t, (select max(id) from identity.users) as u`;
    const before = await query(url(), digest);
    const found = await tried(file);
    assert.deepEqual(found.problems, []);
    assert.equal(found.is_older, false);
    assert.deepEqual(found.counts, { portfolios: 1, holdings: 2, transactions: 3 });
    assert.equal(found.positions, 2);
    assert.deepEqual(
      [found.holds.persons, found.holds.from, found.holds.to],
      [2, '2025-01-06', '2025-02-06'],
    );
    assert.deepEqual(await query(url(), digest), before);
    assert.deepEqual(await databases(), []);
    assert.ok(!(await readdir(world.core.config.DATA_DIR)).includes('rehearsal'));
  });

  it('refuses a file that is cut off, changed, of a newer Munim or no backup, as a restore does', async () => {
    const bytes = await readFile(file);
    const cut = path.join(dir, 'cut.backup');
    await writeFile(cut, bytes.subarray(0, bytes.length - 200));
    await assert.rejects(tried(cut), /cut off or damaged\. Nothing was changed\. Use another backup/);
    const changed = await altered('changed.backup', (text) => text.replace('\tTCS\t', '\tTCX\t'));
    await assert.rejects(tried(changed), /cut off or damaged/);
    const newer = await altered('newer.backup', (text) =>
      text.replace('"munim_backup":1', '"munim_backup":2'),
    );
    await assert.rejects(tried(newer), /made by a newer Munim/);
    const none = path.join(dir, 'none.backup');
    await writeFile(none, 'hello');
    await assert.rejects(tried(none), /is not a backup of Munim/);
    await assert.rejects(tried(path.join(dir, 'missing.backup')), /There is no file/);
    assert.deepEqual(await databases(), []);
  });

  it('finds a ledger that does not come to its positions', async () => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    await client.query(`update portfolio.positions set quantity = quantity + 1 where symbol = 'INFY'`);
    const wrong = path.join(dir, 'wrong.backup');
    await backup({ url: url(), file: wrong });
    await client.query(`update portfolio.positions set quantity = quantity - 1 where symbol = 'INFY'`);
    await client.end();
    assert.deepEqual((await tried(wrong)).problems, [
      'The transactions of INFY do not add up to the positions in the backup.',
    ]);
  });

  it('of a backup of an older Munim brings it up to date first', async () => {
    const older = await emptyDatabase();
    const name = path.join(dir, 'older.backup');
    try {
      const all = await migrationSource.getMigrations([]);
      await migrateUpTo(older.url, all.length - 3);
      await query(older.url, `insert into identity.users (login, name) values ('asha', 'Asha')`);
      await query(
        older.url,
        `insert into portfolio.portfolios (owner_user_id, name) select id, 'Main' from identity.users`,
      );
      await backup({ url: older.url, file: name });
    } finally {
      await older.drop();
    }
    const found = await tried(name);
    assert.deepEqual([found.is_older, found.problems, found.counts.portfolios], [true, [], 1]);
  });

  it('that is broken off anywhere leaves nothing behind', async () => {
    for (const afterMs of [0, 60, 200]) {
      const stopping = new AbortController();
      const going = rehearseAll(place(), file, stopping.signal);
      setTimeout(() => stopping.abort(), afterMs);
      await assert.rejects(going);
      assert.deepEqual(await databases(), []);
    }
  });

  it('drops what a killed one left, and two at once do not disturb each other', async () => {
    const [{ name = '' } = {}] = (await query(url(), 'select current_database() as name')) as {
      name?: string;
    }[];
    await query(url(), `create database "${name}_rehearsal_1"`);
    const both = await Promise.allSettled([tried(file), tried(file)]);
    const refused = both.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    for (const { reason } of refused) assert.match(String(reason), /A backup is being checked already/);
    assert.ok(refused.length < 2, 'one of them is made');
    assert.deepEqual(await databases(), []);
  });
});
