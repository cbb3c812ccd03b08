import type { PriceWindow } from '../panel/index.ts';
import type { UnrankableReason } from './strategy.ts';

/** Sessions of a window that must have a close, as a part of 1. */
const LEAST_PART = 0.9;
/** From one day to the next, what rounding alone makes of prices that never moved. */
export const DUST = 1e-9;

/** Closes of a window, oldest first: reused, so that ranking makes no garbage. */
export interface CloseWindow {
  /** Logarithm of each close over the close of the day, of which there are `count`. */
  readonly logs: Float64Array;
  /** How many sessions after the first of the window each close is. */
  readonly sessions: Int32Array;
  count: number;
}

/** A window with room for so many sessions. */
export function closeWindow(sessions: number): CloseWindow {
  return { logs: new Float64Array(sessions), sessions: new Int32Array(sessions), count: 0 };
}

/**
 * Fills a window with the closes of the last sessions, that of the day included; sessions without a close are left out.
 * @returns why it has too few, or null.
 */
export function fillWindow(
  into: CloseWindow,
  window: PriceWindow,
  sessions: number,
): UnrankableReason | null {
  into.count = 0;
  const today = window.close(0);
  if (!(today > 0)) return 'NO_PRICE';
  if (!(window.closeNear(sessions - 1) > 0)) return 'SHORT_HISTORY';
  let count = 0;
  for (let back = sessions - 1; back >= 0; back -= 1) {
    const close = window.close(back);
    if (!(close > 0)) continue;
    into.logs[count] = Math.log(close / today);
    into.sessions[count] = sessions - 1 - back;
    count += 1;
  }
  into.count = count;
  return count < LEAST_PART * sessions ? 'GAPS' : null;
}
