import type { OptionMode, OptionPerformance } from '../../../api/option-results.ts';

export const MODES: readonly OptionMode[] = ['LIVE', 'DRY_RUN', 'SHADOW'];

interface ModeWords {
  label: string;
  none: string;
  meaning: string;
}

export const MODE_WORDS: Readonly<Record<OptionMode, ModeWords>> = {
  LIVE: { label: 'Live', none: 'No live trades yet', meaning: 'Trades with money.' },
  DRY_RUN: {
    label: 'Dry run',
    none: 'No trades in dry run yet',
    meaning: 'Simulated trades without orders.',
  },
  SHADOW: {
    label: 'Shadow',
    none: 'No trades in shadow yet',
    meaning: 'Simulated trades on the live market, without money. The normal totals exclude them.',
  },
};

type State = OptionPerformance['realised']['state'];

export const STATE_WORDS: Readonly<Record<State, { label: string; color: string }>> = {
  COMPLETE: { label: 'Complete', color: 'green' },
  PARTIAL: { label: 'Partial', color: 'orange' },
  UNAVAILABLE: { label: 'Unavailable', color: 'gray' },
};

type Reason = OptionPerformance['realised']['reasons'][number];

/** `A leg has no exit price. (2 trades)`; a reason that is of no trade in particular stands alone. */
export const reasonText = ({ message, trades }: Reason): string =>
  trades === 0 ? message : `${message} (${trades} ${trades === 1 ? 'trade' : 'trades'})`;

/** Why a figure is unknown: the first of its reasons. */
export const firstReason = (reasons: readonly Reason[]): string =>
  reasons[0] === undefined ? 'The reason is unknown.' : reasonText(reasons[0]);

/** The mode that is shown where nobody chose one: live, unless there are no live trades. */
export const usualMode = (live: OptionPerformance): OptionMode =>
  live.trades.closed + live.trades.open > 0 ? 'LIVE' : 'DRY_RUN';

export const hasTrades = ({ trades }: OptionPerformance): boolean => trades.closed + trades.open > 0;
