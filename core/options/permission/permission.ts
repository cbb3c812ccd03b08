import { pausedPerson } from '../../identity/index.ts';
import type { Context } from '../../platform/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import { marketMoment } from '../envelope/index.ts';
import type { OptionsStore } from '../store/index.ts';
import { clockBehind, decide, type Moment } from './decide.ts';
import { readPermissionRows } from './permission-rows.ts';
import type { PermissionQuery, PermissionView } from './permission-shape.ts';

/**
 * Answers whether a strategy may enter now. Nothing is written and nothing is kept: each answer is of the moment in which it
 * is asked.
 * @throws Problem 503 OPTIONS_UNAVAILABLE: then nobody may enter
 */
export type Permission = (userId: string, asked: PermissionQuery) => Promise<PermissionView>;

/** A step back that is no more than the clock being set right. */
const STEP_MS = 1_000;
const MOST_PEOPLE = 1_000;

/** How a person stands who asks. */
interface Admission {
  isAdmitted(this: void, userId: string): Promise<boolean>;
  isPaused(this: void, userId: string): Promise<boolean>;
}

/** The answer for a paused person: no entry, of no size, whatever their workspace holds. */
function refusal(strategy: string): PermissionView {
  const { code, detail: message } = pausedPerson();
  return {
    strategy,
    mode: 'DRY_RUN',
    may_enter: false,
    reasons: [{ code, message }],
    limits: { size_factor: 0, max_loss: 0, margin: 0, daily_loss_left: 0, cooldown_ends_at: null },
  };
}

export function createPermission(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  store: OptionsStore,
  calendar: Calendar,
  { isAdmitted, isPaused }: Admission,
): Permission {
  /** When each person last asked. */
  const seen = new Map<string, number>();
  return async (userId, asked) => {
    // Usually no query. A sample is not admitted, and not paused either.
    if (!(await isAdmitted(userId)) && (await isPaused(userId))) return refusal(asked.strategy);
    const now = clock.now();
    const latest = Math.max(seen.get(userId) ?? 0, now.getTime());
    if (seen.size >= MOST_PEOPLE) seen.clear();
    seen.set(userId, latest);
    const at: Moment = { ...marketMoment(calendar, now), capital: config.PHASE1_CAPITAL };
    const rows = await store.readSoon(
      userId,
      async (workspace) => await readPermissionRows(workspace, asked.strategy, now),
    );
    const view = decide(rows, asked, at);
    const behind = latest - now.getTime();
    if (behind <= STEP_MS || view.reasons.some(({ code }) => code === 'CLOCK_BEHIND')) return view;
    const { code, message } = clockBehind(behind);
    return { ...view, may_enter: false, reasons: [{ code, message }, ...view.reasons] };
  };
}
