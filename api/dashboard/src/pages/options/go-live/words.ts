import type { Confidence, GoLiveAction } from '../../../api/types.ts';

type Mode = Confidence['mode'];

export const MODES: Readonly<Record<Mode, { label: string; color: string; meaning: string }>> = {
  DRY_RUN: { label: 'Dry run', color: 'gray', meaning: 'It only rehearses.' },
  SHADOW: {
    label: 'Shadow',
    color: 'blue',
    meaning: 'It simulates trades on the live market, without money.',
  },
  LIVE: { label: 'Live', color: 'red', meaning: 'It trades with real money.' },
};

export const inWords = (mode: Mode): string => MODES[mode].label.toLowerCase();

/** A step that a person may ask for, as it is asked. */
export interface Step {
  action: GoLiveAction;
  from: Mode;
  to: Mode;
}

/** The steps that a mode has; those back are always there. */
export function stepsOf(mode: Mode): Step[] {
  if (mode === 'DRY_RUN') return [{ action: 'promote', from: mode, to: 'SHADOW' }];
  const revert: Step = { action: 'revert', from: mode, to: 'DRY_RUN' };
  return mode === 'SHADOW'
    ? [{ action: 'promote', from: mode, to: 'LIVE' }, revert]
    : [{ action: 'shadow', from: mode, to: 'SHADOW' }, revert];
}

export const labelOf = ({ action, to }: Step): string => {
  if (action === 'revert') return 'Revert to dry run';
  return action === 'shadow' ? 'Back to shadow' : `Promote to ${inWords(to)}`;
};

/** What a step means for whoever takes it. */
export function meaningOf({ from, to }: Step): string {
  if (to === 'LIVE')
    return 'It then trades with real money. Your trading process sends the orders, after asking Munim for permission. Munim sends none.';
  if (from === 'DRY_RUN')
    return 'It then simulates trades on the live market, without money. The normal totals exclude its results.';
  return `It then ${to === 'DRY_RUN' ? 'only rehearses' : 'simulates trades without money'}. Open positions stay at the broker. Close them there.`;
}
