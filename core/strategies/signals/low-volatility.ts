import { NEAR_SESSIONS, type PriceWindow } from '../panel/index.ts';
import { type CloseWindow, closeWindow, DUST, fillWindow } from './close-window.ts';
import { wrongParams } from './params.ts';
import type { Score, Strategy, StrategyParam } from './strategy.ts';

/** Sessions of a year. */
const YEAR = 252;
const MOST_SESSIONS = 1260;

const PARAMS: readonly StrategyParam[] = [
  {
    name: 'window_sessions',
    title: 'Window',
    default: YEAR,
    min: 20,
    max: MOST_SESSIONS,
    whole: true,
    meaning: 'Number of daily returns that the deviation is calculated from.',
  },
];

const own: CloseWindow = closeWindow(MOST_SESSIONS + 1);

/**
 * The volatility of a share over so many daily log returns up to the day of the window: their population standard deviation
 * times √252, as a part of 1; or why there is none. Over sessions without a close, one return leads from close to close.
 */
export function volatilityOf(window: PriceWindow, sessions: number): Score {
  const closes = sessions <= MOST_SESSIONS ? own : closeWindow(sessions + 1);
  const reason = fillWindow(closes, window, sessions + 1);
  if (reason !== null) return reason;
  const { logs, count } = closes;
  // The sum of log returns is the last log less the first.
  const mean = ((logs[count - 1] ?? 0) - (logs[0] ?? 0)) / (count - 1);
  let squares = 0;
  for (let nr = 1; nr < count; nr += 1) {
    const distance = (logs[nr] ?? 0) - (logs[nr - 1] ?? 0) - mean;
    squares += distance * distance;
  }
  const deviation = Math.sqrt(squares / (count - 1));
  return deviation > DUST ? deviation * Math.sqrt(YEAR) : 'NO_VARIATION';
}

export const LOW_VOLATILITY: Strategy<'low_volatility'> = {
  name: 'low_volatility',
  title: 'Low volatility',
  meaning: 'Shares whose daily returns varied least over the year rank first.',
  formula: '− population standard deviation of the daily log returns over 252 sessions × √252',
  source: 'Blitz and van Vliet, The Volatility Effect, 2007',
  params: PARAMS,
  checkParams: (given) => wrongParams('low_volatility', PARAMS, given),
  sessionsNeeded: (given) => (given['window_sessions'] ?? YEAR) + NEAR_SESSIONS,
  score(window, given) {
    const volatility = volatilityOf(window, given['window_sessions'] ?? YEAR);
    return typeof volatility === 'number' ? -volatility : volatility;
  },
};
