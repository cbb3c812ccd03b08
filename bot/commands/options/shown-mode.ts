import { type Mode, MODES } from '../../../core/options/index.ts';
import { choice, optional } from '../../arguments.ts';
import type { Call } from '../../command.ts';
import type { ShownMode } from '../../text/options/results.ts';

const WORDS: Readonly<Record<string, Mode>> = { live: 'LIVE', dry_run: 'DRY_RUN', shadow: 'SHADOW' };

/** `live`, `dry_run` or `shadow`. */
export const modeArgument = optional(choice(Object.keys(WORDS)));

/** The mode that a word means, whatever the case; null where it means none. */
export const modeNamed = (word: string | null): Mode | null =>
  (word === null ? undefined : WORDS[word.toLowerCase().replaceAll('-', '_')]) ?? null;

/** The mode that was asked for; else LIVE where it has trades, and DRY_RUN where it has none. */
export async function shownMode({ core, who }: Call, asked: Mode | null): Promise<ShownMode> {
  if (asked !== null) return { mode: asked, note: null };
  const has = new Set<Mode>();
  for (const mode of MODES) {
    const { trades } = await core.options.performance.read(who.userId, mode);
    if (trades.closed + trades.open > 0) has.add(mode);
  }
  if (has.has('LIVE')) return { mode: 'LIVE', note: null };
  if (has.has('DRY_RUN'))
    return { mode: 'DRY_RUN', note: 'There are no live trades yet, so this is the dry run.' };
  return {
    mode: 'DRY_RUN',
    note: has.has('SHADOW') ? 'There are shadow trades: put "shadow" behind the command.' : null,
  };
}
