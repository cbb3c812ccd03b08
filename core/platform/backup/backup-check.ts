import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { unavailability } from '../database/index.ts';
import {
  dateOrNull,
  instant,
  instantOrNull,
  listOf,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../schema/index.ts';
import { type BackupFile, listBackups } from './backup-folder.ts';
import { CheckNotPossible } from './format.ts';

/** FAILED: the file cannot be restored as it is. NOT_POSSIBLE: nothing is known, because the check could not be made. */
const CHECK_OUTCOMES = ['PASSED', 'FAILED', 'NOT_POSSIBLE'] as const;

/** What a backup holds, as a restore of it showed. */
const backupHoldings = view({
  persons: whole,
  /** Rows by schema, most first. */
  areas: listOf(view({ area: text, rows: whole })),
  /** Days of the first and the last transaction; null without any. */
  from: dateOrNull,
  to: dateOrNull,
});
export type BackupHoldings = ViewOf<typeof backupHoldings>;

/** What a tried restore of a backup showed. */
export const backupCheck = view({
  /** When the check ended. */
  at: instant,
  outcome: oneOf(...CHECK_OUTCOMES),
  /** Why it did not pass, in a sentence; null where it did. */
  reason: textOrNull,
  /** When the backup was made; null where it could not be restored, and in older records. */
  made_at: instantOrNull,
  holds: backupHoldings.nullable().defined(),
});
export type BackupCheck = ViewOf<typeof backupCheck>;

/** The check of a backup is kept beside it, so that a restored database does not bring back an old one. */
const recordOf = (file: string): string => `${file}.check`;

/**
 * Tries a restore and says what came of it.
 * @param rehearse tries it, and returns what does not match
 * @param signal whoever ends the work of which the check is a part: then there is no outcome
 */
export async function outcomeOf(
  rehearse: () => Promise<{ problems: readonly string[]; created_at?: string; holds?: BackupHoldings }>,
  signal: AbortSignal,
): Promise<Omit<BackupCheck, 'at'>> {
  try {
    const { problems, created_at: made_at = null, holds = null } = await rehearse();
    const [first = null, ...more] = problems;
    if (first === null) return { outcome: 'PASSED', reason: null, made_at, holds };
    const reason = more.length === 0 ? first : `${first} (and ${more.length} more)`;
    return { outcome: 'FAILED', reason, made_at, holds };
  } catch (error) {
    signal.throwIfAborted();
    const isUnknown = error instanceof CheckNotPossible || unavailability(error, true) !== null;
    const reason = error instanceof Error ? error.message : String(error);
    return { outcome: isUnknown ? 'NOT_POSSIBLE' : 'FAILED', reason, made_at: null, holds: null };
  }
}

export async function writeCheck(file: string, check: BackupCheck): Promise<void> {
  const draft = `${recordOf(file)}.new`;
  await writeFile(draft, JSON.stringify(check), { mode: 0o600 });
  await rename(draft, recordOf(file));
}

/** Forgets the check of a backup: before its file is replaced, or with it. */
export async function removeCheck(file: string): Promise<void> {
  await rm(recordOf(file), { force: true });
}

/** The check of a backup; null where there is none, or none that can be read. */
export async function readCheck(file: string): Promise<BackupCheck | null> {
  try {
    const found = JSON.parse(await readFile(recordOf(file), 'utf8')) as object;
    return backupCheck.validateSync({ made_at: null, holds: null, ...found }, { strict: true });
  } catch {
    return null;
  }
}

/**
 * Deletes scheduled backups that are not needed any more. Of those that failed their check the newest stays. The others are
 * deleted beyond the newest `keep`, by the due times in their names, but only if `latest` did not fail: a backup that cannot
 * be restored never takes the place of one that can. `latest` stays, whatever the others are called: a clock that was wrong
 * may have named one of a later day.
 * @returns how many were deleted
 */
export async function removeOldScheduled(folder: string, keep: number, latest: string): Promise<number> {
  const [good, failed]: [BackupFile[], BackupFile[]] = [[], []];
  let isLatestGood = true;
  for (const file of (await listBackups(folder)).filter(({ isScheduled }) => isScheduled)) {
    const isGood = (await readCheck(file.path))?.outcome !== 'FAILED';
    if (file.name === latest) isLatestGood = isGood;
    else (isGood ? good : failed).push(file);
  }
  const oldest = isLatestGood ? good.toSorted((a, b) => (a.name < b.name ? 1 : -1)).slice(keep - 1) : [];
  for (const { path } of [...failed, ...oldest]) {
    await rm(path, { force: true });
    await removeCheck(path);
  }
  return failed.length + oldest.length;
}
