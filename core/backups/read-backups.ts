import { backupFolder, folderProblem, listBackups, readCheck, sizeText } from '../platform/backup/index.ts';
import { type Clock, type Context, DAY_MS, istDate, istInstant } from '../platform/index.ts';
import { backupLines, type BackupsView } from './backups-view.ts';

/** A backup that is due may take so long before it counts as missing. */
const OVERDUE_AFTER_MS = 2 * 3_600_000;

type Reading = Pick<Context, 'config' | 'log'> & { clock: Pick<Clock, 'now'> };

/** The state of the backups by their folder alone: no database is asked. Does not check who asks. */
export async function readBackups(context: Reading): Promise<BackupsView> {
  const found = await look(context);
  return { ...found, lines: backupLines(found, context.clock.now()) };
}

async function look({ config, log, clock }: Reading): Promise<Omit<BackupsView, 'lines'>> {
  const folder = backupFolder(config);
  const { BACKUP_TIME_IST: time, BACKUP_KEEP: keep } = config;
  const about = { time, keep, folder };
  try {
    const files = await listBackups(folder);
    const [last] = files;
    const checks = await Promise.all(
      files.map(async ({ name, at, path: file }) => {
        const found = await readCheck(file);
        return found === null ? [] : [{ ...found, name, made_at: found.made_at ?? at.toISOString() }];
      }),
    );
    const [newest = null] = checks.flat();
    return {
      ...about,
      last:
        last === undefined
          ? null
          : {
              name: last.name,
              at: last.at.toISOString(),
              bytes: last.bytes,
              size: sizeText(last.bytes),
              is_scheduled: last.isScheduled,
            },
      last_check: newest,
      scheduled_count: files.filter(({ isScheduled }) => isScheduled).length,
      total_bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      is_overdue: time !== null && last !== undefined && last.at < lastDue(time, clock.now()),
      reason: null,
    };
  } catch (error) {
    const problem = folderProblem(error, folder);
    log.warn({ err: error }, 'the backup folder cannot be read');
    const reason = problem instanceof Error ? problem.message : String(problem);
    return {
      ...about,
      last: null,
      last_check: null,
      scheduled_count: 0,
      total_bytes: 0,
      is_overdue: false,
      reason,
    };
  }
}

/** The last due time by which a backup must be there at `now`. */
function lastDue(time: string, now: Date): Date {
  const latest = new Date(now.getTime() - OVERDUE_AFTER_MS);
  const today = istInstant(istDate(latest), time);
  return today <= latest ? today : new Date(today.getTime() - DAY_MS);
}
