import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  backupFolder,
  folderProblem,
  listBackups,
  refuseWithoutRoom,
  scheduledName,
} from '../../../../core/platform/backup/backup-folder.ts';
import { removeOldScheduled } from '../../../../core/platform/backup/backup-check.ts';
import { parseConfig } from '../../../../core/platform/index.ts';

describe('the folder of backups', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'munim-backups-'))));
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  const put = async (name: string, at = new Date()): Promise<string> => {
    await writeFile(path.join(folder, name), 'backup');
    await utimes(path.join(folder, name), at, at);
    return name;
  };
  const names = async (): Promise<string[]> => (await readdir(folder)).toSorted();

  it('is in DATA_DIR unless BACKUP_DIR names another one', () => {
    assert.equal(backupFolder(parseConfig({ DATA_DIR: '/data' })), '/data/backups');
    assert.equal(
      backupFolder(parseConfig({ DATA_DIR: '/data', BACKUP_DIR: '/disk2/munim' })),
      '/disk2/munim',
    );
  });

  it('a due time has one name, by the clock of India', () => {
    // 21:00 UTC is half past two of the next day in India.
    assert.equal(scheduledName(new Date('2026-11-24T21:00:00Z')), 'munim-scheduled-20261125T0230.backup');
  });

  it('lists complete backups, newest first, and knows which the schedule made', async () => {
    assert.deepEqual(await listBackups(path.join(folder, 'none')), []);
    await put('munim-scheduled-20260301T0230.backup', new Date('2026-02-28T21:01:00Z'));
    await put('before-the-move.backup', new Date('2026-03-02T10:00:00Z'));
    await put('munim-scheduled-20260302T0230.backup.partial-7');
    await put('notes.txt');
    await mkdir(path.join(folder, 'old.backup'));
    await symlink('/etc/hostname', path.join(folder, 'link.backup'));
    const found = await listBackups(folder);
    assert.deepEqual(
      found.map(({ name, bytes, isScheduled }) => ({ name, bytes, isScheduled })),
      [
        { name: 'before-the-move.backup', bytes: 6, isScheduled: false },
        { name: 'munim-scheduled-20260301T0230.backup', bytes: 6, isScheduled: true },
      ],
    );
  });

  it('deletes the oldest that the schedule made, and never one of another name', async () => {
    const scheduled: string[] = [];
    for (let day = 1; day <= 9; day += 1)
      scheduled.push(await put(`munim-scheduled-2026030${day}T0230.backup`));
    const others = [
      await put('munim-20200101T000000.backup'),
      await put('munim-scheduled-20200101T0230.backup.old'),
      await put('my-munim-scheduled-20200101T0230.backup'),
      await put('munim-scheduled-2020.backup'),
    ];
    assert.equal(await removeOldScheduled(folder, 3, scheduled[8] ?? ''), 6);
    assert.deepEqual(await names(), [...scheduled.slice(-3), ...others].toSorted());
    assert.equal(await removeOldScheduled(folder, 3, scheduled[8] ?? ''), 0);
  });

  it('never deletes the one just made, even beside names of a clock that ran ahead', async () => {
    for (const year of [2030, 2031, 2032]) await put(`munim-scheduled-${year}0101T0230.backup`);
    const latest = await put('munim-scheduled-20260301T0230.backup');
    assert.equal(await removeOldScheduled(folder, 1, latest), 3);
    assert.deepEqual(await names(), [latest]);
  });

  it('a disk without room for the next one refuses before the database feels it', async () => {
    await refuseWithoutRoom(folder, null);
    await assert.rejects(
      refuseWithoutRoom(folder, 1e18),
      /too full for a backup\. Free some space, or set BACKUP_DIR/,
    );
  });

  it('says what to do about a folder that cannot be used', async () => {
    const said = (code: string) => folderProblem(Object.assign(new Error('raw'), { code }), '/kept');
    for (const [code, sentence] of [
      ['ENOSPC', /The disk with the backup folder \/kept is too full/],
      ['EDQUOT', /too full/],
      ['EACCES', /may not read or write the backup folder \/kept\. Give its account that right/],
      ['EROFS', /may not read or write/],
      ['ENOTDIR', /cannot be created\. Set BACKUP_DIR/],
    ] as const)
      assert.match(String(said(code)), sentence, code);
    assert.match(String(said('EIO')), /raw/);
    const file = path.join(folder, await put('file'));
    await assert.rejects(listBackups(file), /cannot be created\. Set BACKUP_DIR to another folder/);
  });
});
