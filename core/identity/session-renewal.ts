import { type Context, createCache, DAY_MS } from '../platform/index.ts';
import { type Principal, signedInId } from './session-cache.ts';
import { SESSION_DAYS, sessionExpiry, signSessionToken } from './session-token.ts';
import { renewSession, sessionEnd } from './sign-in-store.ts';

/** A session that has lost a day of its time is due: so it is renewed once a day at most. */
const DUE_MS = (SESSION_DAYS - 1) * DAY_MS;
const MOST_RENEWED = 10_000;

/** What takes the place of an older cookie of the same session. */
interface RenewedSession {
  token: string;
  /** How long it is valid from now on. */
  seconds: number;
}

/** Lets a session that is in use last. One that has ended or expired stays so. */
export function createSessionRenewal(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  key: () => Promise<Uint8Array>,
) {
  const now = () => clock.now().getTime();
  /** By session. Requests at once, and a client that goes on sending its old cookie, share one renewal. */
  const renewed = createCache<{ token: string; expiresAt: Date } | null>({
    most: MOST_RENEWED,
    keptMs: DAY_MS,
    now,
  });

  const renew = async (principal: Principal) => {
    const { sessionId } = principal;
    const at = clock.now();
    const dueBefore = new Date(at.getTime() + DUE_MS);
    // Another process, or a request whose answer was lost, may have renewed the row: then the cookie alone is new.
    const expiresAt = await database.asSystem(
      'renew a session',
      async (trx) =>
        (await renewSession(trx, sessionId, at, dueBefore, sessionExpiry(at))) ??
        (await sessionEnd(trx, sessionId, at)),
    );
    if (expiresAt === null) return null;
    return {
      token: await signSessionToken(await key(), { userId: signedInId(principal), sessionId, expiresAt }),
      expiresAt,
    };
  };

  return {
    /** The new cookie of a session that is due; null for most requests, at no cost. A failure is no refusal. */
    async renew(principal: Principal): Promise<RenewedSession | null> {
      if (principal.token !== undefined || principal.expiresAt.getTime() - now() >= DUE_MS) return null;
      try {
        const made = await renewed.read(principal.sessionId, '', () => renew(principal));
        if (made === null || made.expiresAt <= principal.expiresAt) return null;
        return { token: made.token, seconds: Math.floor((made.expiresAt.getTime() - now()) / 1000) };
      } catch (error) {
        log.warn({ err: error }, 'a session could not be renewed');
        return null;
      }
    },

    /** Until when a session lasts by now; null when it is over. One query. */
    async validUntil(sessionId: string): Promise<Date | null> {
      return await database.readAsSystem('how long a session lasts', (trx) =>
        sessionEnd(trx, sessionId, clock.now()),
      );
    },
  };
}
