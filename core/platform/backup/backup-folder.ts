import { lstat, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { istDate, istTime } from '../clock.ts';
import { BackupError } from './format.ts';

/** A complete backup in a folder. */
export interface BackupFile {
  name: string;
  path: string;
  /** Size in bytes. */
  bytes: number;
  /** When it was completed. */
  at: Date;
  /** Whether the schedule named it; only such files are ever deleted. */
  isScheduled: boolean;
}

const SCHEDULED = /^munim-scheduled-\d{8}T\d{4}\.backup$/;

/** Free space beyond the backup itself: what the database on the same disk needs to go on. */
const RESERVE_BYTES = 256 * 1024 ** 2;
/** The next backup may be larger than the last one. */
const GROWTH = 1.5;

/** Where backups are kept when nobody names a file. */
export function backupFolder({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string {
  return BACKUP_DIR ?? path.join(DATA_DIR, 'backups');
}

/** The name of the scheduled backup of a due time, by India's clock. One due time has one name, however often it is tried. */
export function scheduledName(dueAt: Date): string {
  const stamp = `${istDate(dueAt)}T${istTime(dueAt)}`.replaceAll(/[-:]/g, '');
  return `munim-scheduled-${stamp}.backup`;
}

/**
 * The backups of a folder, newest first; none where there is no such folder yet.
 * @throws BackupError when the folder cannot be read.
 */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.backup')) continue;
    const file = path.join(folder, name);
    // It may have been deleted meanwhile. A link is nobody's backup of this folder.
    const found = await lstat(file).catch(() => null);
    if (found?.isFile() !== true) continue;
    files.push({ name, path: file, bytes: found.size, at: found.mtime, isScheduled: SCHEDULED.test(name) });
  }
  return files.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.name < b.name ? 1 : -1));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw folderProblem(error, folder);
  }
}

/**
 * Refuses to begin a backup that the disk has no room for: on a full disk the database could not go on.
 * @param lastBytes the size of the last backup there; null without one
 * @throws BackupError with what to do
 */
export async function refuseWithoutRoom(folder: string, lastBytes: number | null): Promise<void> {
  const disk = await statfs(folder).catch((error: unknown) => {
    throw folderProblem(error, folder);
  });
  if (disk.bavail * disk.bsize < RESERVE_BYTES + (lastBytes ?? 0) * GROWTH) throw diskFull(folder);
}

/** A size for people: `812 kB`, `12.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** What keeps a backup from being written to a folder, in a sentence that says what to do; any other error as it is. */
export function folderProblem(error: unknown, folder: string): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new BackupError(
      `Munim may not read or write the backup folder ${folder}. Give its account that right, or set BACKUP_DIR to another folder.`,
    );
  if (code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOENT')
    return new BackupError(
      `The backup folder ${folder} cannot be created. Set BACKUP_DIR to another folder.`,
    );
  return error;
}

function diskFull(folder: string): BackupError {
  return new BackupError(
    `The disk with the backup folder ${folder} is too full for a backup. Free some space, or set BACKUP_DIR to another disk.`,
  );
}
