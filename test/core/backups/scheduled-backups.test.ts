import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLog, DAY_MS, istInstant, parseConfig } from '../../../core/platform/index.ts';
import { createScheduledBackups, type ScheduledBackups } from '../../../core/backups/index.ts';
import { backUpAll, type rehearseAll } from '../../../core/backups/index.ts';
import { BackupError, CheckNotPossible } from '../../../core/platform/backup/format.ts';
import { heldClock } from '../../support/core.ts';
import { dataFolder } from '../../support/data-folder.ts';
import { query } from '../../support/plain-database.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { restore } from '../../../core/platform/backup/backup.ts';

const OWNER = { id: '1' };
const never = new AbortController().signal;

describe('scheduled backups', () => {
  let database: TestDatabase;
  let folder: ReturnType<typeof dataFolder>;
  const clock = heldClock(istInstant('2026-03-10', '02:31'));
  beforeEach(async () => {
    database = await testDatabase();
    folder = dataFolder();
    clock.at = istInstant('2026-03-10', '02:31');
  });
  afterEach(async () => await Promise.all([database.drop(), folder.remove()]));

  /** A check of which this comes. */
  const checkOf = (come: () => Promise<string[]>) => ({
    checkAll: (async () => ({ problems: await come() })) as unknown as typeof rehearseAll,
  });
  const backups = (
    environment: Record<string, string> = {},
    writeAll: typeof backUpAll = backUpAll,
    check: { checkAll?: typeof rehearseAll; longestCheckMs?: number } = checkOf(() => Promise.resolve([])),
  ): ScheduledBackups => {
    const config = parseConfig({ DATA_DIR: folder.path, DATABASE_URL: database.url, ...environment });
    const users = { ensureOwner: () => Promise.resolve({ ...OWNER, login: 'owner', name: 'Owner' }) };
    return createScheduledBackups(
      { config, log: createLog('silent'), clock },
      { ownerUrl: database.url, users: users as never, writeAll, ...check },
    );
  };
  /** A file in the place of a backup, where what is in it plays no part. */
  const fileAlone: typeof backUpAll = async (_place, file) => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'rows');
    return { file, tables: 1, rows: 1, bytes: 4, is_signed: true };
  };
  const kept = async (): Promise<string[]> =>
    (await readdir(path.join(folder.path, 'backups'))).filter((name) => !name.endsWith('.check')).toSorted();
  const dueOn = (day: number) => istInstant(`2026-03-${String(day).padStart(2, '0')}`, '02:30');

  it('writes one that can be restored, keeps the newest, and a repeat replaces its own file', async () => {
    await query(database.url, `insert into identity.users (login, name) values ('asha', 'Asha')`);
    const it = backups({ BACKUP_KEEP: '2' });
    for (const day of [7, 8, 9, 9]) await it.write(dueOn(day), never);
    assert.deepEqual(await kept(), [
      'munim-scheduled-20260308T0230.backup',
      'munim-scheduled-20260309T0230.backup',
    ]);
    const other = await testDatabase();
    try {
      const [file = ''] = (await kept()).slice(-1);
      await restore({ url: other.url, file: path.join(folder.path, 'backups', file) });
      assert.deepEqual(await query(other.url, 'select login from identity.users'), [{ login: 'asha' }]);
    } finally {
      await other.drop();
    }
  });

  const lastCheck = async () => (await backups().overview(OWNER.id)).last_check;

  it('restores each backup into a database of its own, and says what came of it', async () => {
    assert.equal(await lastCheck(), null);
    await query(
      database.url,
      `insert into identity.users (login, name) values ('asha', 'Asha');
       insert into portfolio.portfolios (owner_user_id, name) select id, 'Main' from identity.users;`,
    );
    assert.match(await backups({}, backUpAll, {}).write(dueOn(10), never), /, checked$/);
    const name = 'munim-scheduled-20260310T0230.backup';
    const found = await lastCheck();
    assert.ok(found?.holds);
    const { made_at, holds, ...checked } = found;
    assert.deepEqual(checked, { name, at: clock.at.toISOString(), outcome: 'PASSED', reason: null });
    assert.deepEqual([holds.persons, holds.from, holds.to], [1, null, null]);
    assert.deepEqual(holds.areas.map(({ area }) => area).toSorted(), ['identity', 'portfolio']);
    // The machine's clock made it, whatever the clock of the test says.
    clock.at = new Date(Date.parse(made_at) + 5.5 * 3_600_000);
    const { lines } = await backups({ BACKUP_TIME_IST: 'off' }).overview(OWNER.id);
    assert.deepEqual(
      lines.map(({ tone }) => tone),
      ['ok', 'ok', 'ok'],
    );
    assert.match(
      lines[1]?.text ?? '',
      /^Last check: 10 Mar 2026, 02:31 IST\. munim-.* \(5 hours old\) can be restored\.$/,
    );
    assert.match(
      lines[2]?.text ?? '',
      /^It holds 1 person and 2 rows: people 1, portfolio 1\. No transactions\.$/,
    );
    const [left] = await query(
      database.url,
      `select count(*)::int as n from pg_database where starts_with(datname, current_database() || '_rehearsal_')`,
    );
    assert.deepEqual(left, { n: 0 });
  });

  it('keeps every older backup while checks fail, and of those that failed the newest alone', async () => {
    const passing = backups(
      { BACKUP_KEEP: '2' },
      fileAlone,
      checkOf(() => Promise.resolve([])),
    );
    for (const day of [1, 2]) await passing.write(dueOn(day), never);
    const wrong = [
      () => Promise.resolve(['portfolio.holdings has 2 rows in the backup and 1 after a restore.', 'More.']),
      () => Promise.reject(new BackupError('The file is cut off or damaged.')),
      () => Promise.reject(new Error('cannot ALTER TABLE "policy_promotions"')),
    ];
    for (const [nr, come] of wrong.entries())
      await assert.rejects(
        backups({ BACKUP_KEEP: '2' }, fileAlone, checkOf(come)).write(dueOn(3 + nr), never),
        /^BackupError: The backup was written, but its check failed: .+ Older backups are kept\.$/,
      );
    const names = (days: number[]) => days.map((day) => `munim-scheduled-2026030${day}T0230.backup`);
    assert.deepEqual(await kept(), names([1, 2, 5]));
    assert.equal((await lastCheck())?.outcome, 'FAILED');
    clock.at = new Date(clock.at.getTime() + 1000);
    // The good ones count, and the one that failed goes.
    await passing.write(dueOn(6), never);
    assert.deepEqual(await kept(), names([2, 6]));
    assert.equal((await lastCheck())?.outcome, 'PASSED');
  });

  it('that cannot be checked is no failure: it says why', async () => {
    const cannot = (error: Error) =>
      backups(
        {},
        fileAlone,
        checkOf(() => Promise.reject(error)),
      );
    const noRight = new CheckNotPossible('The role of DATABASE_URL may not create the database.');
    assert.match(
      await cannot(noRight).write(dueOn(8), never),
      /not checked: The role of DATABASE_URL may not/,
    );
    assert.equal((await lastCheck())?.outcome, 'NOT_POSSIBLE');
    assert.equal((await lastCheck())?.reason, noRight.message);
    const gone = Object.assign(new Error('terminating connection'), { code: '57P01' });
    assert.match(await cannot(gone).write(dueOn(9), never), /not checked: terminating connection/);
    // A role of the server that owns the database, as a hosting company hands it out.
    const owner = `plain_owner_${process.pid}`;
    await query(database.url, `create role ${owner} login password 'p'`);
    try {
      const [{ name = '' } = {}] = (await query(database.url, 'select current_database() as name')) as {
        name?: string;
      }[];
      const url = new URL(database.url);
      [url.username, url.password] = [owner, 'p'];
      await query(database.url, `grant all on database ${name} to ${owner}; alter role ${owner} bypassrls`);
      await query(database.url, `grant pg_read_all_data to ${owner}`);
      const one = createScheduledBackups(
        {
          config: parseConfig({ DATA_DIR: folder.path, DATABASE_URL: url.href }),
          log: createLog('silent'),
          clock,
        },
        { ownerUrl: url.href, users: {} as never },
      );
      assert.match(await one.write(dueOn(10), never), /not checked: .*Give it CREATEDB/);
    } finally {
      await query(database.url, `drop owned by ${owner}; drop role ${owner}`);
    }
  });

  it('a check that takes too long is stopped and leaves nothing, and so does a stop of Munim', async () => {
    const whenAborted: typeof rehearseAll = async (_place, _file, signal) =>
      await new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('This operation was aborted')));
      });
    const slow = backups({}, fileAlone, { checkAll: whenAborted, longestCheckMs: 5 });
    assert.match(await slow.write(dueOn(8), never), /not checked: The check took too long and was stopped\./);
    const stopping = new AbortController();
    const stopped = backups({}, fileAlone, {
      checkAll: async (...given) => {
        setImmediate(() => stopping.abort(new Error('stopping')));
        return await whenAborted(...given);
      },
    });
    await assert.rejects(stopped.write(dueOn(9), stopping.signal), /stopping/);
    assert.deepEqual((await kept()).length, 2);
  });

  it('removes what a killed run left, and nothing that a person made', async () => {
    const place = path.join(folder.path, 'backups');
    await mkdir(place, { recursive: true });
    const gone = spawnSync(process.execPath, ['--version']).pid;
    await writeFile(path.join(place, `munim-scheduled-20260309T0230.backup.partial-${gone}`), 'half');
    await writeFile(path.join(place, 'munim-20200101T000000.backup'), 'mine');
    await backups({ BACKUP_KEEP: '1' }).write(dueOn(10), never);
    assert.deepEqual(await kept(), ['munim-20200101T000000.backup', 'munim-scheduled-20260310T0230.backup']);
  });

  it('that is broken off leaves the backups of before and no draft', async () => {
    await backups().write(dueOn(9), never);
    await query(
      database.url,
      `insert into identity.users (login, name) select 'user' || n, repeat('x', 1000) from generate_series(1, 5000) n`,
    );
    const stopping = new AbortController();
    const under = backups({}, async (place, file, signal) => {
      // Breaks it off while rows are being written.
      const watching = setInterval(() => {
        void readdir(path.dirname(file)).then((names) => {
          if (names.some((name) => name.includes('.partial-'))) stopping.abort(new Error('stopping'));
        });
      }, 1);
      try {
        return await backUpAll(place, file, signal);
      } finally {
        clearInterval(watching);
      }
    });
    await assert.rejects(under.write(dueOn(10), stopping.signal));
    assert.deepEqual(await kept(), ['munim-scheduled-20260309T0230.backup']);
  });

  it('a full disk and a forbidden folder are told in a sentence that says what to do', async () => {
    const failing = (code: string) =>
      backups({}, () => Promise.reject(Object.assign(new Error(`${code}: raw`), { code })));
    await assert.rejects(failing('ENOSPC').write(dueOn(10), never), {
      name: 'BackupError',
      message: `The disk with the backup folder ${folder.path}/backups is too full for a backup. Free some space, or set BACKUP_DIR to another disk.`,
    });
    await assert.rejects(
      failing('EACCES').write(dueOn(10), never),
      /may not read or write the backup folder/,
    );
    await assert.rejects(failing('EIO').write(dueOn(10), never), /EIO: raw/);
    assert.deepEqual(await kept(), []);
    await rm(folder.path, { recursive: true });
    await mkdir(folder.path);
    await writeFile(path.join(folder.path, 'backups'), 'a file in the way');
    await assert.rejects(backups().write(dueOn(10), never), /cannot be created\. Set BACKUP_DIR/);
  });

  it('the owner sees the last one and whether one is missing; nobody else sees any', async () => {
    const it = backups({ BACKUP_KEEP: '5' });
    await assert.rejects(it.overview('2'), { code: 'OWNER_ONLY' });
    const nothing = await it.overview(OWNER.id);
    assert.deepEqual(
      [nothing.last, nothing.is_overdue, nothing.time, nothing.keep],
      [null, false, '02:30', 5],
    );
    await it.write(dueOn(10), never);
    const made = await it.overview(OWNER.id);
    assert.equal(made.last?.name, 'munim-scheduled-20260310T0230.backup');
    assert.deepEqual([made.scheduled_count, made.total_bytes], [1, made.last.bytes]);
    assert.equal(made.folder, path.join(folder.path, 'backups'));
    // Its file is of the machine's time: the due time of the day after it is missed two hours later.
    const next = new Date(new Date(made.last.at).getTime() + DAY_MS);
    clock.at = new Date(next.getTime() + 3 * 3_600_000);
    assert.equal((await it.overview(OWNER.id)).is_overdue, true);
    assert.equal((await backups({ BACKUP_TIME_IST: 'off' }).overview(OWNER.id)).is_overdue, false);
  });

  it('a folder that cannot be read is no reason for an error: it says why nothing is known', async () => {
    await mkdir(folder.path, { recursive: true });
    await writeFile(path.join(folder.path, 'backups'), 'a file in the way');
    const seen = await backups().overview(OWNER.id);
    assert.equal(seen.last, null);
    assert.match(seen.reason ?? '', /cannot be created\. Set BACKUP_DIR/);
  });
});
