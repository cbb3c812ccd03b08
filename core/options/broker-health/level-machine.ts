import { type Level, LEVELS, SILENT_MS } from './level.ts';
import { HOLD_MS, PAUSE_MS, WINDOW } from './thresholds.ts';
import {
  figuresOf,
  type LevelReason,
  rankOf,
  type Sample,
  type Verdict,
  verdictOf,
  windowAt,
} from './window.ts';

/** A change of a broker's level. */
export interface Transition {
  since: string;
  level: Level;
  reasons: LevelReason[];
}

/** Where a broker stands within a day. Each IST day begins without a level. */
interface State {
  level: Level | null;
  /** Since when every verdict was better than the level, milliseconds; null while none is. */
  betterSince: number | null;
  /** Of the sample before. */
  lastAt: number | null;
}

const FRESH: State = { level: null, betterSince: null, lastAt: null };

/** Samples before a moment within this time decide what follows from it; none that is older does. */
export const LOOK_BACK_MS = HOLD_MS + PAUSE_MS + WINDOW.ms;

/**
 * The state after one more verdict (decisions/Options workspace: broker health with hysteresis). A worse verdict counts at
 * once. A better one counts after it has held for `HOLD_MS`, and then for one step: the level cannot flap between two
 * samples.
 * @param verdict null where the window is too short to say anything, which ends a run of better verdicts
 */
function step(before: State, at: number, verdict: Verdict | null): State {
  const run = before.lastAt !== null && at - before.lastAt > PAUSE_MS ? null : before.betterSince;
  if (verdict === null) return { level: before.level, betterSince: null, lastAt: at };
  if (before.level === null || rankOf(verdict.level) >= rankOf(before.level))
    return { level: verdict.level, betterSince: null, lastAt: at };
  const betterSince = run ?? at;
  if (at - betterSince < HOLD_MS) return { level: before.level, betterSince, lastAt: at };
  const level = LEVELS[rankOf(before.level) - 1] ?? 'OK';
  return { level, betterSince: rankOf(verdict.level) < rankOf(level) ? at : null, lastAt: at };
}

/**
 * When a broker became silent after a sample: too long without another one, in trading hours. A broker that was silent
 * before they began counts as down by `levelNow` alone: its process may not have been started yet.
 */
export function silentFrom(lastAt: number, until: number, isTrading: (at: Date) => boolean): number | null {
  const silent = lastAt + SILENT_MS;
  return silent < until && isTrading(new Date(silent)) ? silent : null;
}

/**
 * The changes of a broker's level from a moment of a day on, in the order of time. They follow from all the samples of
 * the day and from nothing else, so that they are the same however the samples came.
 * @param samples of one broker and day in the order of time, from `LOOK_BACK_MS` before `from` on
 * @param before the level at `from`, and since when; null where the day has none yet
 * @param until now, or the end of the day: a silence that lasts until then counts
 */
export function transitionsFrom(
  samples: readonly Sample[],
  from: string,
  before: { level: Level; since: string } | null,
  until: number,
  isTrading: (at: Date) => boolean,
): Transition[] {
  const transitions: Transition[] = [];
  let state = before === null ? FRESH : stateAt(samples, from, before);
  const beSilent = (nextAt: number) => {
    if (state.lastAt === null || state.level === null || state.level === 'DOWN') return;
    const silent = silentFrom(state.lastAt, nextAt, isTrading);
    if (silent === null) return;
    state = { ...state, level: 'DOWN', betterSince: null };
    transitions.push({ since: new Date(silent).toISOString(), level: 'DOWN', reasons: [silentReason] });
  };
  for (const [nr, sample] of samples.entries()) {
    // Of samples of one moment the last decides, with all of them in its window.
    if (sample.at < from || samples[nr + 1]?.at === sample.at) continue;
    const at = Date.parse(sample.at);
    beSilent(at);
    const verdict = verdictOf(figuresOf(windowAt(samples, nr)));
    const next = step(state, at, verdict);
    if (next.level !== null && next.level !== state.level)
      transitions.push({
        since: sample.at,
        level: next.level,
        reasons: reasonsOf(state.level, next.level, verdict),
      });
    state = next;
  }
  beSilent(until);
  return transitions;
}

/** The run of better verdicts up to a moment, of a level that is known to hold there. */
function stateAt(
  samples: readonly Sample[],
  from: string,
  { level, since }: { level: Level; since: string },
): State {
  let state: State = { level, betterSince: null, lastAt: null };
  const oldest = new Date(Date.parse(from) - HOLD_MS - PAUSE_MS).toISOString();
  for (const [nr, sample] of samples.entries()) {
    if (sample.at >= from) break;
    if (samples[nr + 1]?.at === sample.at) continue;
    const at = Date.parse(sample.at);
    if (sample.at < since || sample.at < oldest) {
      state = { ...state, lastAt: at };
      continue;
    }
    const verdict = verdictOf(figuresOf(windowAt(samples, nr)));
    const isBetter = verdict !== null && rankOf(verdict.level) < rankOf(level);
    const isPaused = state.lastAt !== null && at - state.lastAt > PAUSE_MS;
    state = {
      level,
      betterSince: isBetter ? ((isPaused ? null : state.betterSince) ?? at) : null,
      lastAt: at,
    };
  }
  return state;
}

export const silentReason: LevelReason = {
  code: 'SILENT',
  message: `No health check arrived for ${SILENT_MS / 60_000} minutes in trading hours.`,
  value: null,
  limit: SILENT_MS / 1_000,
};

function reasonsOf(before: Level | null, after: Level, verdict: Verdict | null): LevelReason[] {
  const reasons = verdict?.reasons ?? [];
  if (before === null || rankOf(after) > rankOf(before)) return reasons;
  return [
    {
      code: 'RECOVERING',
      message: `Its checks were better than ${before} for ${HOLD_MS / 60_000} minutes.`,
      value: null,
      limit: null,
    },
    ...reasons,
  ];
}
