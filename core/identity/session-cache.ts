import type { Clock, Listener } from '../platform/index.ts';

/** Who is signed in, as every door sees it. */
export interface Principal {
  userId: string;
  login: string;
  name: string;
  sessionId: string;
  expiresAt: Date;
}

/** However well the ends of sessions are announced, a token is looked up again after this long. */
const TRUST_MS = 30_000;
const MOST_TOKENS = 10_000;

/**
 * Remembers which tokens stand for a live session, so that a request costs no query. An entry goes when its session
 * is announced as ended, all go when announcements may have been missed, and none is used while none can arrive.
 */
export function createSessionCache(listener: Listener, clock: Clock) {
  const entries = new Map<string, { principal: Principal; until: number }>();
  const tokens = new Map<string, string>();
  let generation = 0;

  const forget = (sessionId: string): void => {
    generation += 1;
    const token = tokens.get(sessionId);
    if (token !== undefined) entries.delete(token);
    tokens.delete(sessionId);
  };
  const clear = (): void => {
    generation += 1;
    entries.clear();
    tokens.clear();
  };
  const stops = [
    listener.on('session_ended', ({ session_id }) => {
      if (typeof session_id === 'string') forget(session_id);
    }),
    listener.onGap(clear),
  ];

  return {
    get(token: string): Principal | null {
      if (!listener.connected) return null;
      const entry = entries.get(token);
      if (entry === undefined) return null;
      const now = clock.now().getTime();
      if (entry.until > now && entry.principal.expiresAt.getTime() > now) return entry.principal;
      entries.delete(token);
      return null;
    },
    /** Taken before the session is read; handed to `put`, which does nothing if a session ended in between. */
    get generation(): number {
      return generation;
    },
    put(token: string, principal: Principal, readAt: number): void {
      if (readAt !== generation || !listener.connected) return;
      if (entries.size >= MOST_TOKENS) clear();
      else {
        entries.set(token, { principal, until: clock.now().getTime() + TRUST_MS });
        tokens.set(principal.sessionId, token);
      }
    },
    forget,
    close(): void {
      for (const stop of stops) stop();
      clear();
    },
  };
}

export type SessionCache = ReturnType<typeof createSessionCache>;
