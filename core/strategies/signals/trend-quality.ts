import { NEAR_SESSIONS } from '../panel/index.ts';
import { type CloseWindow, closeWindow, DUST, fillWindow } from './close-window.ts';
import { wrongParams } from './params.ts';
import type { Strategy, StrategyParam } from './strategy.ts';

const DEFAULT_WINDOW = 90;
const MOST_SESSIONS = 1260;
/** Sessions of a year. */
const YEAR = 252;

const PARAMS: readonly StrategyParam[] = [
  {
    name: 'window_sessions',
    title: 'Window',
    default: DEFAULT_WINDOW,
    min: 20,
    max: MOST_SESSIONS,
    whole: true,
    meaning: 'Number of closes that the line is fitted to, including the close of the day.',
  },
];

const own: CloseWindow = closeWindow(MOST_SESSIONS);

export const TREND_QUALITY: Strategy<'trend_quality'> = {
  name: 'trend_quality',
  title: 'Trend quality',
  meaning:
    'Shares that rose fast and evenly rank first: growth along a straight line, less where prices stray from it.',
  formula:
    '(e ^ (252 × b) − 1) × R², b being the slope of the least-squares line through the log closes of 90 sessions',
  source: 'Clenow, Stocks on the Move, 2015',
  params: PARAMS,
  checkParams: (given) => wrongParams('trend_quality', PARAMS, given),
  sessionsNeeded: (given) => (given['window_sessions'] ?? DEFAULT_WINDOW) - 1 + NEAR_SESSIONS,
  score(window, given) {
    const asked = given['window_sessions'] ?? DEFAULT_WINDOW;
    const closes = asked <= MOST_SESSIONS ? own : closeWindow(asked);
    const reason = fillWindow(closes, window, asked);
    if (reason !== null) return reason;
    const { logs, sessions, count } = closes;
    let [meanX, meanY] = [0, 0];
    for (let nr = 0; nr < count; nr += 1) {
      meanX += sessions[nr] ?? 0;
      meanY += logs[nr] ?? 0;
    }
    meanX /= count;
    meanY /= count;
    let [xx, xy, yy] = [0, 0, 0];
    for (let nr = 0; nr < count; nr += 1) {
      const x = (sessions[nr] ?? 0) - meanX;
      const y = (logs[nr] ?? 0) - meanY;
      xx += x * x;
      xy += x * y;
      yy += y * y;
    }
    if (!(Math.sqrt(yy / count) > DUST)) return 'NO_VARIATION';
    const slope = xy / xx;
    return Math.expm1(YEAR * slope) * ((slope * xy) / yy);
  },
};
