import { NEAR_SESSIONS, type PriceWindow } from '../panel/index.ts';
import { withDefaults, wrongParams } from './params.ts';
import type { Score, Strategy, StrategyParam } from './strategy.ts';

/** Sessions of a month. */
const SKIP = 21;

/** What one momentum strategy has of its own. */
interface MomentumTerms<N extends string> {
  name: N;
  title: string;
  meaning: string;
  formula: string;
  /** How many sessions ago the earlier close was. */
  lookback: number;
}

/** Price momentum without the last month, in which prices tend to turn back. */
export function momentum<N extends string>({ lookback, ...texts }: MomentumTerms<N>): Strategy<N> {
  const params: StrategyParam[] = [
    {
      name: 'lookback_sessions',
      title: 'Lookback',
      default: lookback,
      min: 2,
      max: 1260,
      whole: true,
      meaning: 'How many sessions ago the earlier close was.',
    },
    {
      name: 'skip_sessions',
      title: 'Skipped',
      default: SKIP,
      min: 0,
      max: 252,
      whole: true,
      meaning: 'How many sessions ago the later close was. Closes after it do not count.',
    },
  ];
  return {
    ...texts,
    source: 'Jegadeesh and Titman, Returns to Buying Winners and Selling Losers, 1993',
    params,
    checkParams(given) {
      const errors = wrongParams(texts.name, params, given);
      const { lookback_sessions = 0, skip_sessions = 0 } = withDefaults(params, given);
      if (errors.length === 0 && skip_sessions >= lookback_sessions)
        errors.push({
          field: 'skip_sessions',
          message: `skip_sessions must be below lookback_sessions, which is ${lookback_sessions}.`,
        });
      return errors;
    },
    sessionsNeeded: (given) => (given['lookback_sessions'] ?? lookback) + NEAR_SESSIONS,
    score(window, given) {
      return momentumOf(window, given['lookback_sessions'] ?? lookback, given['skip_sessions'] ?? SKIP);
    },
  };
}

/** What a share gained between two sessions ago, as a part of 1. */
function momentumOf(window: PriceWindow, lookback: number, skip: number): Score {
  if (!(window.close(0) > 0)) return 'NO_PRICE';
  const before = window.closeNear(lookback);
  if (!(before > 0)) return 'SHORT_HISTORY';
  const after = window.closeNear(skip);
  return after > 0 ? after / before - 1 : 'GAPS';
}
