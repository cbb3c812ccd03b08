import { backoffMs, DAY_MS } from '../platform/index.ts';
import type { Renewal, SyncRhythm } from './adapter.ts';
import { NEEDS_PERSON, type ReasonCode } from './failure.ts';
import { SYNC_STATES, type SyncState } from './view.ts';
/** What can happen to a connection. */
export type SyncEvent =
  | 'CLAIMED'
  | 'SYNCED'
  | 'LOGIN_HELD'
  | 'RELEASED'
  | 'FAILED'
  | 'REFUSED'
  | 'LOGIN_WANTED'
  | 'OTP_WANTED'
  | 'PORTFOLIO_WANTED'
  | 'SWITCHED_OFF'
  | 'RENEWED'
  | 'REVIVED';

interface Transition {
  event: SyncEvent;
  /** States it can happen in; every write is conditional on the claim (`epoch`) or, for CLAIMED, on a free lease. */
  from: readonly SyncState[];
  to: SyncState | 'AS_BEFORE';
  /** When the next sync is due. `at_once` also takes up a claim that a dead process left behind. */
  due: 'at_once' | 'by_rhythm' | 'after_backoff' | 'when_the_person_acts' | 'when_switched_on' | 'never';
  why: string;
}

const ANY: readonly SyncState[] = SYNC_STATES;

/** The life of a connection, as one table. */
export const TRANSITIONS: readonly Transition[] = [
  { event: 'CLAIMED', from: ANY, to: 'RUNNING', due: 'at_once', why: 'a process claimed it, under a lease' },
  { event: 'SYNCED', from: ['RUNNING'], to: 'OK', due: 'by_rhythm', why: 'everything read was recorded' },
  {
    event: 'LOGIN_HELD',
    from: ANY,
    to: 'OK',
    due: 'never',
    why: 'nothing is synced, and the login is valid',
  },
  {
    event: 'RELEASED',
    from: ['RUNNING'],
    to: 'AS_BEFORE',
    due: 'at_once',
    why: 'the process stops, and another takes over',
  },
  { event: 'FAILED', from: ANY, to: 'FAILED', due: 'after_backoff', why: 'a transient error' },
  {
    event: 'REFUSED',
    from: ANY,
    to: 'FAILED',
    due: 'when_the_person_acts',
    why: 'the credentials were rejected',
  },
  {
    event: 'LOGIN_WANTED',
    from: ANY,
    to: 'NEEDS_LOGIN',
    due: 'when_the_person_acts',
    why: 'the session expired',
  },
  {
    event: 'OTP_WANTED',
    from: ANY,
    to: 'NEEDS_OTP',
    due: 'when_the_person_acts',
    why: 'device trust lapsed',
  },
  {
    event: 'PORTFOLIO_WANTED',
    from: ['RUNNING'],
    to: 'NEEDS_PORTFOLIO',
    due: 'when_the_person_acts',
    why: 'another portfolio has the same trades or positions',
  },
  {
    event: 'SWITCHED_OFF',
    from: ANY,
    to: 'OFF',
    due: 'when_switched_on',
    why: 'the broker has no address here',
  },
  {
    event: 'RENEWED',
    from: ANY,
    to: 'PENDING',
    due: 'at_once',
    why: 'logged in, verified, answered or edited',
  },
  {
    event: 'REVIVED',
    from: ['OFF', 'FAILED'],
    to: 'PENDING',
    due: 'at_once',
    why: 'the key or the broker is back',
  },
];

/** A step that the table of states does not know: whoever takes it is wrong, and nothing is written. */
export class UnknownTransition extends Error {
  override name = 'UnknownTransition';
}

/**
 * What an event does to a connection in a state.
 * @param before the state to go back to, for RELEASED. @throws UnknownTransition
 */
export function transition(
  event: SyncEvent,
  from: SyncState,
  before?: SyncState,
): Transition & { to: SyncState } {
  const found = TRANSITIONS.find((row) => row.event === event);
  const to = found?.to === 'AS_BEFORE' ? before : found?.to;
  if (found === undefined || to === undefined || !found.from.includes(from))
    throw new UnknownTransition(`event ${event} is not allowed in state ${from}`);
  return { ...found, to };
}

/** What a failure is to the connection. */
export function eventOf(reason: ReasonCode, renewal: Renewal): SyncEvent {
  if (reason === 'NEEDS_OTP' || reason === 'OTP_REJECTED') return 'OTP_WANTED';
  if (reason === 'PORTFOLIO_TO_CHOOSE') return 'PORTFOLIO_WANTED';
  if (reason === 'NEEDS_LOGIN') return 'LOGIN_WANTED';
  // An adapter that logs in by itself does so at the next attempt.
  if (reason === 'TOKEN_EXPIRED') return renewal === 'none' ? 'FAILED' : 'LOGIN_WANTED';
  if (reason === 'BROKER_OFF') return 'SWITCHED_OFF';
  return NEEDS_PERSON.has(reason) ? 'REFUSED' : 'FAILED';
}

/** States in which nothing happens before the person has acted. */
export const WAITS_FOR_PERSON: ReadonlySet<SyncState> = new Set<SyncState>([
  'NEEDS_LOGIN',
  'NEEDS_OTP',
  'NEEDS_PORTFOLIO',
]);

/** Whether only the person can get the connection going again, who is told so once. */
export function needsPerson(state: SyncState, reason: ReasonCode | null): boolean {
  if (WAITS_FOR_PERSON.has(state)) return true;
  return state === 'FAILED' && reason !== null && NEEDS_PERSON.has(reason);
}

const MINUTE_MS = 60_000;
const FIRST_PAUSE_MINUTES = 5;
/** However long a broker asks to be left alone, it is asked again the next day. */
const LONGEST_QUIET_MS = DAY_MS;

/** The sync after a success (spec: Connection sync rules 1). @param begunAt so that the rhythm does not drift by what a sync takes. */
export function dueAfterSuccess(rhythm: SyncRhythm, begunAt: Date, now: Date): Date {
  const next = begunAt.getTime() + (rhythm.kind === 'daily' ? DAY_MS : rhythm.minutes * MINUTE_MS);
  return new Date(Math.max(next, now.getTime() + MINUTE_MS));
}

/**
 * The sync after a passing failure: of a daily broker after its fixed pause, else after 5 minutes, doubled with each
 * failure in a row up to the rhythm, of which between three quarters and the whole is taken. Never before the broker wants it.
 * @param failures in a row, this one included. @param random a number in [0, 1).
 */
export function dueAfterFailure(
  rhythm: SyncRhythm,
  failures: number,
  retryAfterMs: number | null,
  now: Date,
  random: number,
): Date {
  const pause =
    rhythm.kind === 'daily'
      ? rhythm.retryMinutes * MINUTE_MS
      : backoffMs(
          { firstMs: FIRST_PAUSE_MINUTES * MINUTE_MS, longestMs: rhythm.minutes * MINUTE_MS, jitter: 0.25 },
          failures,
          random,
        );
  const quiet = quietUntil(retryAfterMs, now)?.getTime() ?? 0;
  return new Date(Math.max(now.getTime() + pause, quiet));
}

/** Until when nobody is asked, neither because a person wants it; null where the broker said nothing. */
export function quietUntil(retryAfterMs: number | null, now: Date): Date | null {
  return retryAfterMs === null ? null : new Date(now.getTime() + Math.min(retryAfterMs, LONGEST_QUIET_MS));
}
