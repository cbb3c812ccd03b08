import path from 'node:path';
import { backupFolder, type BackupFile, listBackups, sizeText } from '../platform/backup/backup-folder.ts';
import { istDate, istTime } from '../platform/clock.ts';
import { parseConfig } from '../platform/config.ts';
import { type Session, withServer } from './session.ts';
import type { CommandLine, Says } from './options-commands.ts';

const DONE = 0;
const FAILED = 1;
/** A restore is alone with the database. */
const ALL_ROLES = ['api', 'bot', 'jobs'] as const;

/** The commands that back up, check a backup and restore one. */
export const backupCommandLine = ({ say, complain }: Says): Record<string, CommandLine> => ({
  backup: {
    usage: 'npm run backup [-- file | --list | --check file]',
    summary: 'Backs up the database to one file (default: in BACKUP_DIR), lists backups, or tries a restore.',
    more: () => Promise.resolve(HELP),
    async run([first, second, ...more]) {
      if (more.length > 0) return null;
      if (first === '--list') return second === undefined ? await list(say) : null;
      if (first === '--check') return second === undefined ? null : await check(second, { say, complain });
      if (second !== undefined || first?.startsWith('-') === true) return null;
      return await withServer(async (session) => {
        const { backUpAll } = await import('../backups/index.ts');
        const file = path.resolve(first ?? path.join(backupFolder(session.config), nameOfNow()));
        const summary = await backUpAll(session, file);
        say(`Wrote ${summary.rows} rows of ${summary.tables} tables to ${file}`);
        return DONE;
      });
    },
  },
  restore: {
    usage: 'npm run restore -- file [--force]',
    summary: 'Restores a backup into an empty database; --force replaces existing data.',
    async run(args) {
      const force = args.includes('--force');
      const [file, ...more] = args.filter((word) => word !== '--force');
      if (file === undefined || more.length > 0) return null;
      return await withServer(async (session) => await restore(session, path.resolve(file), { force, say }));
    },
  },
});

const HELP = [
  '',
  '  --list        shows the backups in BACKUP_DIR (default: DATA_DIR/backups), newest first, in Indian time',
  '  --check file  restores the file into a temporary database, counts its rows, replays its transactions and',
  '                drops that database again. Your data is not touched, and Munim can keep running.',
] as const;

function nameOfNow(): string {
  const now = new Date(performance.timeOrigin + performance.now());
  return `munim-${now.toISOString().replace(/[-:]/g, '').slice(0, 15)}.backup`;
}

async function list(say: Says['say']): Promise<number> {
  const folder = backupFolder(parseConfig());
  const files = await listBackups(folder);
  if (files.length === 0) {
    say(`There is no backup in ${folder} yet. Make one with: npm run backup`);
    return DONE;
  }
  say(`Backups in ${folder}, newest first (Indian time):`);
  for (const file of files) say(`  ${lineOf(file)}`);
  return DONE;
}

function lineOf({ at, bytes, name, isScheduled }: BackupFile): string {
  return `${istDate(at)} ${istTime(at)}  ${sizeText(bytes).padStart(8)}  ${name}${isScheduled ? '  (scheduled)' : ''}`;
}

async function check(file: string, { say, complain }: Says): Promise<number> {
  return await withServer(async (session) => {
    const { rehearseAll } = await import('../backups/index.ts');
    const { problems, counts, ...found } = await rehearseAll(session, path.resolve(file));
    if (problems.length > 0) {
      complain(
        [
          'This backup was restored for the check, but not everything matches:',
          ...problems.map((one) => `  ${one}`),
        ].join('\n'),
      );
      complain('Your data was not touched. Use another backup, and make a new one with: npm run backup');
      return FAILED;
    }
    const made = new Date(found.created_at);
    say(
      `This backup can be restored: ${found.rows} rows of ${found.tables} tables, as of ${istDate(made)} ${istTime(made)} IST.`,
    );
    say(
      `It contains ${counted(counts.portfolios, 'portfolio')}, ${counted(counts.holdings, 'holding')} and ${counted(counts.transactions, 'transaction')}; ${counted(found.positions, 'position')} recalculated${found.is_older ? '' : ', and all match'}.`,
    );
    if (found.is_older) say('An older version of Munim made it; a restore brings it up to date.');
    say('Your data was not touched.');
    return DONE;
  });
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

async function restore(
  session: Session,
  file: string,
  { force, say }: { force: boolean; say: Says['say'] },
): Promise<number> {
  const { config, log, server } = session;
  const { lockRoles } = await import('../platform/locks/role-locks.ts');
  const locks = await lockRoles({ server, roles: ALL_ROLES, dataDir: config.DATA_DIR, log });
  try {
    const { restoreAll } = await import('../backups/index.ts');
    const summary = await restoreAll(session, file, force);
    say(`Restored ${summary.rows} rows of ${summary.tables} tables.`);
    return DONE;
  } finally {
    await locks.release();
  }
}
