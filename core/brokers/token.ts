import type { BrokerSession, Renewal } from './adapter.ts';

const HOUR_MS = 3_600_000;
/** Spec: Connection sync rules 1. */
const LONGEST_AGE_MS = 23 * HOUR_MS;
const BEFORE_EXPIRY_MS = 4 * HOUR_MS;
/** Renewal begins so long before the greatest age: twelve rounds of the maintenance loop. */
const BEFORE_AGE_MS = HOUR_MS;

type Life = Pick<BrokerSession, 'issued_at' | 'expires_at'>;

/** From this moment on the session's token is sent no more: 23 hours after it was issued, or when the broker ends it. */
export function usableUntil({ issued_at, expires_at }: Life): Date {
  const aged = issued_at.getTime() + LONGEST_AGE_MS;
  return new Date(Math.min(aged, expires_at?.getTime() ?? aged));
}

export function isUsable(session: Life, now: Date): boolean {
  return now < usableUntil(session);
}

/** When a session that can be renewed is to be: 4 hours before it ends, an hour before its greatest age; never in the first half of its life. */
export function renewalDueAt(session: Life): Date {
  const issued = session.issued_at.getTime();
  const end = usableUntil(session).getTime();
  const due = Math.min(
    issued + LONGEST_AGE_MS - BEFORE_AGE_MS,
    (session.expires_at?.getTime() ?? Number.POSITIVE_INFINITY) - BEFORE_EXPIRY_MS,
  );
  return new Date(Math.max(due, issued + (end - issued) / 2));
}

/** When a connection's token next needs something: a renewal, or its person; null where it never does. */
export function tokenDueAt(renewal: Renewal, session: Life): Date | null {
  if (renewal === 'none') return null;
  return renewal === 'renew' ? renewalDueAt(session) : usableUntil(session);
}
