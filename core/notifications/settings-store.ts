import type { DbTransaction } from '../platform/index.ts';
import type { QuietHours } from './inputs.ts';
import type { Mode } from './kind.ts';
import { kindOf } from './kinds.ts';
import { PreferenceModel, SettingsModel } from './models.ts';

/** What one person chose; a kind that is missing from `modes` has its default. */
export interface Chosen {
  quiet: QuietHours | null;
  modes: Map<string, Mode>;
}

/** The choices of several persons, each with an entry. */
export async function readChoices(trx: DbTransaction, userIds: string[]): Promise<Map<string, Chosen>> {
  const chosen = new Map<string, Chosen>(userIds.map((id) => [id, { quiet: null, modes: new Map() }]));
  for (const row of await SettingsModel.query(trx).whereIn('owner_user_id', userIds)) {
    const of = chosen.get(row.owner_user_id);
    // A `time` column reads as HH:MM:SS.
    if (of !== undefined && row.quiet_from !== null && row.quiet_to !== null) {
      of.quiet = { from: row.quiet_from.slice(0, 5), to: row.quiet_to.slice(0, 5) };
    }
  }
  for (const row of await PreferenceModel.query(trx).whereIn('owner_user_id', userIds)) {
    chosen.get(row.owner_user_id)?.modes.set(row.kind, row.mode);
  }
  return chosen;
}

export async function readChoice(trx: DbTransaction, userId: string): Promise<Chosen> {
  return (await readChoices(trx, [userId])).get(userId) ?? { quiet: null, modes: new Map() };
}

/** People's settings of one kind by id; people without an entry have the default. */
export async function readModes(db: DbTransaction, kind: string): Promise<Map<string, Chosen['modes']>> {
  const rows = await PreferenceModel.query(db).where({ kind });
  return new Map(rows.map(({ owner_user_id, mode }) => [owner_user_id, new Map([[kind, mode]])]));
}

/**
 * The mode in force: the person's choice if the kind still allows it, else the default. While its part is hidden, the default is
 * off, except for kinds that cannot be off and for answers to the person's own requests.
 */
export function modeOf(kindName: string, chosen: Pick<Chosen, 'modes'>, isHidden = false): Mode {
  const kind = kindOf(kindName);
  const mode = chosen.modes.get(kindName);
  if (kind === undefined) return mode ?? 'loud';
  if (mode !== undefined && kind.modes.includes(mode)) return mode;
  return isHidden && kind.modes.includes('off') && !kind.isAnswer ? 'off' : kind.mode;
}

export async function writeQuietHours(
  trx: DbTransaction,
  userId: string,
  quiet: QuietHours | null,
): Promise<void> {
  await SettingsModel.query(trx)
    .insert({ owner_user_id: userId, quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null })
    .onConflict('owner_user_id')
    .merge(['quiet_from', 'quiet_to']);
}

export async function writeAmountsInBrowsers(
  trx: DbTransaction,
  userId: string,
  amounts_in_browsers: boolean,
): Promise<void> {
  await SettingsModel.query(trx)
    .insert({ owner_user_id: userId, amounts_in_browsers })
    .onConflict('owner_user_id')
    .merge(['amounts_in_browsers']);
}

export async function writeModes(
  trx: DbTransaction,
  userId: string,
  modes: Record<string, Mode>,
): Promise<void> {
  for (const [kind, mode] of Object.entries(modes)) {
    await PreferenceModel.query(trx)
      .insert({ owner_user_id: userId, kind, mode })
      .onConflict(['owner_user_id', 'kind'])
      .merge();
  }
}
