import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { backUpAll, rehearseAll, restoreAll } from '../../../core/backups/index.ts';
import { BackupError } from '../../../core/platform/backup/format.ts';
import { parseConfig } from '../../../core/platform/config.ts';
import { createLog } from '../../../core/platform/log.ts';
import { query } from '../../support/plain-database.ts';
import { testDatabase, type TestDatabase } from '../../support/postgres.ts';

const KEY = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

describe('a restore of a signed backup', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  let dir: string;
  let file: string;
  let database: TestDatabase;

  const place = (settings: Record<string, string> = { BROKER_SECRET_KEY: KEY }) => ({
    config: parseConfig({ DATA_DIR: dir, DATABASE_URL: database.url, ...settings }),
    log: createLog('silent'),
    server: { ownerUrl: database.url, embedded: false },
  });
  /** Refused without --force. @returns all that was said */
  const refused = async (settings?: Record<string, string>, of = file): Promise<string> => {
    const said: string[] = [];
    await assert.rejects(
      restoreAll(place(settings), of, false, (line) => said.push(line)),
      (error: Error) => {
        assert.ok(error instanceof BackupError, error.stack);
        said.push(error.message);
        return true;
      },
    );
    return said.join('\n');
  };
  /** The file with another last line, or another name of a person and the checksum made anew. */
  const altered = async (change: (end: Record<string, unknown>) => void, name = 'Asha'): Promise<string> => {
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n');
    const { end } = JSON.parse(lines.pop() ?? '') as { end: Record<string, unknown> };
    const body = `${lines.join('\n').replace('\tAsha\t', `\t${name}\t`)}\n`;
    end['sha256'] = createHash('sha256').update(body).digest('hex');
    change(end);
    const to = path.join(dir, 'altered.backup');
    await writeFile(to, gzipSync(`${body}${JSON.stringify({ end })}\n`));
    return to;
  };
  const record = async (...days: string[]): Promise<void> => {
    for (const day of days)
      await query(
        database.url,
        `insert into portfolio.transactions
           (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, currency, source)
         select owner_user_id, id, 'TCS', '${day}', 'BUY', 1, 10, 'INR', 'CSV' from portfolio.portfolios`,
      );
  };
  const asIs = () => undefined;

  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-signed-'));
    file = path.join(dir, 'one.backup');
    database = await testDatabase();
    await query(
      database.url,
      `insert into identity.users (login, name) values ('asha', 'Asha');
       insert into portfolio.portfolios (owner_user_id, name) select id, 'Long term' from identity.users`,
    );
    await record('2026-01-05', '2026-02-06');
    assert.equal((await backUpAll(place(), file)).is_signed, true);
  });
  after(async () => {
    await database.drop();
    await rm(dir, { recursive: true, force: true });
  });

  it('says what it holds and what would be lost, and names no key', async () => {
    await query(database.url, `insert into identity.users (login, name) values ('ravi', 'Ravi')`);
    // Six rows in the backup: a portfolio, two transactions, and three counts and marks that Munim keeps; one more of a day between them and three of later days here.
    await record('2026-02-01', '2026-02-07', '2026-03-01', '2026-03-02');
    const said = await refused();
    assert.match(said, /It holds 1 person and .*portfolio 6\b.* from 5 Jan 2026 to 6 Feb 2026/);
    assert.match(said, /database holds 2 persons and .*portfolio 10\b.* from 5 Jan 2026 to 2 Mar 2026/);
    assert.match(said, /Signed by this installation\./);
    assert.match(said, /^It holds 1 person and /m);
    assert.match(said, /^A restore replaces everything here\. The database holds 2 persons and /m);
    assert.match(said, /later days than the last of the backup: 3\./);
    assert.match(said, /already holds data/);
    assert.ok(!said.includes(KEY));
  });

  it('refuses one of another key, a changed one and an unsigned one without --force, and says which', async () => {
    assert.match(await refused({ BROKER_SECRET_KEY: OTHER }), /a key that is not on this server.*--force/);
    assert.match(
      await refused(undefined, await altered(asIs, 'Asho')),
      /was changed after it was made.*--force/,
    );
    const unsigned = await altered((end) => Reflect.deleteProperty(end, 'signature'));
    assert.match(await refused(undefined, unsigned), /Not signed: .*--force/);
  });

  it('knows one of before a rotation while the old key is known', async () => {
    const said = await refused({ BROKER_SECRET_KEY: OTHER, BROKER_SECRET_KEY_OLD: KEY });
    assert.match(said, /Signed by this installation\./);
  });

  it('refuses a last line of wrong types in words, also with --force', async () => {
    for (const signature of [null, 7, 'x', [], { key: 'a'.repeat(12) }, { key: KEY, hmac: '00' }]) {
      const of = await altered((end) => (end['signature'] = signature));
      await assert.rejects(restoreAll(place(), of, true), /is cut off or damaged/);
    }
    const of = await altered((end) => (end['rows'] = { 'identity.users': 1e300 }));
    await assert.rejects(restoreAll(place(), of, true), /is cut off or damaged/);
  });

  it('fails the check of a changed one, and restores it with --force', async () => {
    const changed = await altered(asIs, 'Asho');
    const { problems } = await rehearseAll(place(), changed);
    assert.match(problems.join(), /was changed after it was made/);
    await restoreAll(place(), changed, true);
    assert.deepEqual(await query(database.url, 'select name from identity.users'), [{ name: 'Asho' }]);
  });

  it('is written without a signature where the key cannot be read', async () => {
    await writeFile(path.join(dir, 'broker.key'), 'damaged\n');
    const to = path.join(dir, 'unsigned.backup');
    assert.equal((await backUpAll(place({}), to)).is_signed, false);
    await rm(path.join(dir, 'broker.key'));
    assert.match(await refused(undefined, to), /Not signed/);
  });

  it('is not locked out by a damaged key file', async () => {
    await writeFile(path.join(dir, 'broker.key'), 'damaged\n');
    assert.match(await refused({}), /a key that is not on this server.*--force/);
    await rm(path.join(dir, 'broker.key'));
  });
});
