import { type Clock, createCache, type Listener } from '../platform/index.ts';
import type { TokenAccess } from './models.ts';

/** Who asks, as every door sees it: a signed-in person, or a script with a token of theirs. */
export interface Principal {
  userId: string;
  login: string;
  name: string;
  /** The person who signed in, if `userId` is their sample; absent otherwise. */
  sampleOf?: string;
  /** Of a token: `token:<id>`. */
  sessionId: string;
  expiresAt: Date;
  /** The API token that asks; left out where the person does. */
  token?: { id: string; access: TokenAccess };
}

/** The person who signed in, whichever figures are shown. */
export const signedInId = ({ userId, sampleOf }: Pick<Principal, 'userId' | 'sampleOf'>): string =>
  sampleOf ?? userId;

/** The refusal of an action that a sample has no part in. */
export const SAMPLE_SHOWN =
  'This does not work with the made-up household. Remove the sample first, at the top of every page.';

/** The `sessionId` under which the end of a person's admission is announced: it ends every session and token of theirs. */
export const sessionOfPerson = (userId: string): string => `person:${userId}`;

/** Whose end an announcement on `session_ended` is: of all of a person, or of one session or token. Null for another message. */
export function endAnnounced(
  payload: Record<string, unknown>,
): { userId: string } | { sessionId: string } | null {
  const { session_id: sessionId, user_id: userId } = payload;
  if (typeof sessionId !== 'string') return null;
  return typeof userId === 'string' && sessionId === sessionOfPerson(userId) ? { userId } : { sessionId };
}

/** However well the ends of sessions are announced, a token is looked up again after this long. */
const TRUST_MS = 30_000;
const MOST_TOKENS = 10_000;

/**
 * Remembers which tokens stand for a live session (or for an API token that is not revoked), so that a request costs no query. An entry goes when its session
 * is announced as ended, all go when announcements may have been missed, and none is used while none can arrive.
 */
export function createSessionCache(listener: Listener, clock: Clock) {
  const now = () => clock.now().getTime();
  const principals = createCache<Principal>({ most: MOST_TOKENS, keptMs: TRUST_MS, now });
  let generation = 0;

  const forget = (sessionId: string): void => {
    generation += 1;
    principals.deleteWhere((principal) => principal.sessionId === sessionId);
  };
  const clear = (): void => {
    generation += 1;
    principals.clear();
  };
  const forgetPerson = (userId: string): void => {
    generation += 1;
    principals.deleteWhere((principal) => principal.userId === userId || principal.sampleOf === userId);
  };
  const stops = [
    listener.on('sample_changed', ({ user_id }) => {
      if (typeof user_id === 'string') forgetPerson(user_id);
    }),
    listener.on('session_ended', (payload) => {
      const ended = endAnnounced(payload);
      if (ended === null) return;
      if ('userId' in ended) forgetPerson(ended.userId);
      else forget(ended.sessionId);
    }),
    listener.onGap(clear),
  ];

  return {
    get(token: string): Principal | null {
      if (!listener.connected) return null;
      const principal = principals.get(token);
      return principal !== undefined && principal.expiresAt.getTime() > now() ? principal : null;
    },
    /** Taken before the session is read; handed to `put`, which does nothing if a session ended in between. */
    get generation(): number {
      return generation;
    },
    put(token: string, principal: Principal, readAt: number): void {
      if (readAt !== generation || !listener.connected) return;
      principals.set(token, principal);
    },
    forget,
    forgetToken: (token: string): void => principals.delete(token),
    /** Forgets all of a person who is shut out: in this process at once, in others by the announcement. */
    forgetPerson,
    close(): void {
      for (const stop of stops) stop();
      clear();
    },
  };
}
