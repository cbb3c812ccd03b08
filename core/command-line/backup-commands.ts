import path from 'node:path';
import { backupFolder, type BackupFile, listBackups, sizeText } from '../platform/backup/backup-folder.ts';
import { istDate, istTime, momentInWords } from '../platform/clock.ts';
import { parseConfig } from '../platform/config.ts';
import { type Command, EXIT, ROLES, type Says } from './command.ts';
import { withRoles, withServer } from './session.ts';

export const backupHelp = () => Promise.resolve(HELP);

/** Backs up, lists backups or checks one. */
export const backUp: Command['run'] = async ([first, second, ...more], { say, complain }) => {
  if (more.length > 0) return null;
  if (first === '--list') return second === undefined ? await list(say) : null;
  if (first === '--check') return second === undefined ? null : await check(second, { say, complain });
  if (second !== undefined || first?.startsWith('-') === true) return null;
  return await withServer(async ({ server, ...others }) => {
    const { backUpAll } = await import('../backups/index.ts');
    const file = path.resolve(first ?? path.join(backupFolder(others.config), nameOfNow()));
    const summary = await backUpAll({ ...others, server: { ownerUrl: server.directUrl } }, file);
    say(`Wrote ${summary.rows} rows of ${summary.tables} tables to ${file}`);
    if (!summary.is_signed)
      say('It is not signed, because the key cannot be read. A restore of it needs --force.');
    return EXIT.done;
  });
};

/** Restores a backup. It needs the database to itself, hence no role may run meanwhile. */
export const restore: Command['run'] = async (args, { say }) => {
  const force = args.includes('--force');
  const [file, ...more] = args.filter((word) => word !== '--force');
  if (file === undefined || more.length > 0) return null;
  return await withRoles(ROLES, async ({ server, ...others }) => {
    const { restoreAll } = await import('../backups/index.ts');
    const place = { ...others, server: { ownerUrl: server.directUrl } };
    const summary = await restoreAll(place, path.resolve(file), force, say);
    say(`Restored ${summary.rows} rows of ${summary.tables} tables.`);
    if (summary.ended_plans > 0)
      say(
        `${counted(summary.ended_plans, 'plan')} of before expired. Live policies trade again after Munim has compared each account with its broker.`,
      );
    return EXIT.done;
  });
};

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
    return EXIT.done;
  }
  say(`Backups in ${folder}, newest first (Indian time):`);
  for (const file of files) say(`  ${lineOf(file)}`);
  return EXIT.done;
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
      return EXIT.failed;
    }
    const made = new Date(found.created_at);
    say(
      `This backup can be restored: ${found.rows} rows of ${found.tables} tables, as of ${momentInWords(made)}.`,
    );
    say(
      `It contains ${counted(counts.portfolios, 'portfolio')}, ${counted(counts.holdings, 'holding')} and ${counted(counts.transactions, 'transaction')}; ${counted(found.positions, 'position')} recalculated${found.is_older ? '' : ', and all match'}.`,
    );
    say(found.origin);
    if (found.is_older) say('An older version of Munim made it; a restore brings it up to date.');
    say('Your data was not touched.');
    return EXIT.done;
  });
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
