import { conflict } from '../../platform/index.ts';
import type { Mode } from '../records/index.ts';

/** From rehearsal to money, one step at a time (portfolio/Go-live state machine). */
export const STEPS = ['DRY_RUN', 'SHADOW', 'LIVE'] as const satisfies readonly Mode[];

/**
 * What a person can do with a strategy: `promote` takes the next step, `shadow` goes to SHADOW from either side, and `revert`
 * goes back to DRY_RUN from everywhere.
 */
const ACTIONS = ['promote', 'shadow', 'revert'] as const;
export type Action = (typeof ACTIONS)[number];

/** The step after a mode; null after LIVE. */
export const nextOf = (mode: Mode): Mode | null => STEPS[STEPS.indexOf(mode) + 1] ?? null;

/** Where an action leads from a mode; null where it leads nowhere. */
export function targetOf(action: Action, from: Mode): Mode | null {
  if (action === 'revert') return 'DRY_RUN';
  return action === 'shadow' ? 'SHADOW' : nextOf(from);
}

/** True for a step towards money, which has to be earned. A step back never is. */
export const isUp = (from: Mode, to: Mode): boolean => STEPS.indexOf(to) > STEPS.indexOf(from);

export const MODE_WORDS: Readonly<Record<Mode, string>> = {
  DRY_RUN: 'dry run',
  SHADOW: 'shadow',
  LIVE: 'live',
};

/** A mode as it is asked for, as it is expected to be, and as it is. */
interface Wish {
  action: Action;
  /** The mode that whoever asks saw. A revert does not depend on it. */
  from: Mode;
  present: Mode;
}

/**
 * What a wish comes to: the mode to go to, or null where the strategy is there already, as after a repeat. Where the wish
 * leads is decided by the mode that was seen, so that two people who promote at once take one step.
 * @throws Problem 409 ALREADY_LIVE, MODE_CHANGED
 */
export function decide({ action, from, present }: Wish): Mode | null {
  const to = targetOf(action, from);
  if (to === null) throw conflict('ALREADY_LIVE', 'The strategy is already live, the last step.');
  if (to === present) return null;
  if (action !== 'revert' && from !== present)
    throw conflict(
      'MODE_CHANGED',
      `The strategy is in ${MODE_WORDS[present]} now, not in ${MODE_WORDS[from]}. Check again, then decide.`,
    );
  return to;
}
