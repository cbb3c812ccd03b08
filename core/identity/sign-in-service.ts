import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../context.ts';
import {
  createRateLimit,
  createSharedRead,
  keyedHash,
  notFound,
  Problem,
  randomDigits,
  readSecret,
  sameHash,
} from '../platform/index.ts';
import type { ChatLinkView } from './chat-link-service.ts';
import {
  canBeTried,
  LOGIN_CODE_DIGITS,
  LOGIN_CODE_MINUTES,
  loginCodeExpiry,
  normalCode,
  normalLogin,
} from './login-code.ts';
import type { UserModel } from './models.ts';
import { createSessionCache, type Principal } from './session-cache.ts';
import { readSessionToken, sessionExpiry, signSessionToken } from './session-token.ts';
import {
  countTry,
  endSessions,
  findLiveSessions,
  findUser,
  insertSession,
  lockLoginCode,
  markUsed,
  putLoginCode,
} from './sign-in-store.ts';
import { type UserView, viewUser } from './users-service.ts';

/** A code on its way to a person. */
export interface IssuedCode {
  login: string;
  code: string;
  expires_at: string;
}

export interface CodeDelivery extends IssuedCode {
  userId: string;
  /** The person's own private chats with the role owner: a code must reach nobody else. */
  chats: ChatLinkView[];
}

/** How a code reaches a person. */
export interface CodePorts {
  /** Queues the code for the chats; false when nothing can be sent there. */
  deliverCode(delivery: CodeDelivery): Promise<boolean>;
  /** Shows it on the server's own terminal. */
  printCode(code: IssuedCode): void;
}

export interface SignedIn {
  user: UserView;
  token: string;
  expiresAt: Date;
}

/**
 * A wrong code is answered no sooner than this, whatever it was that was wrong: neither the time nor the text tells
 * an unknown login from a wrong code.
 */
const WRONG_ANSWER_MS = 150;

/** One-time codes and sessions. `privateChats` answers where a person's codes may be sent. */
export function createSignIn(
  context: Context,
  privateChats: (userId: string) => Promise<ChatLinkView[]>,
  ports: CodePorts,
) {
  const { clock, database, listener, log } = context;
  const limit = (name: string, points: number, minutes: number) =>
    createRateLimit(database.systemPool, { name, points, seconds: minutes * 60 });
  const requestsOfLogin = limit('code_login', 5, 15);
  const requestsOfAddress = limit('code_address', 20, 15);
  const triesOfLogin = limit('verify_login', 20, 60);
  const triesOfAddress = limit('verify_address', 30, 15);
  const cache = createSessionCache(listener, clock);
  const liveSession = createSharedRead((ids) =>
    database.asSystem('look sessions up', (trx) => findLiveSessions(trx, ids, clock.now())),
  );
  const secret = once(() => readSecret(database, 'session_key'));
  const tokenKey = once(async () => new TextEncoder().encode(await secret()));
  const deliveries = new Set<Promise<void>>();

  const hashOf = async (userId: string, code: string) =>
    keyedHash(await secret(), 'login_code', userId, code);

  const issue = async (user: UserView): Promise<IssuedCode> => {
    const code = randomDigits(LOGIN_CODE_DIGITS);
    const now = clock.now();
    const expiresAt = loginCodeExpiry(now);
    const hash = await hashOf(user.id, code);
    await database.asSystem('issue a sign-in code', (trx) =>
      putLoginCode(trx, user.id, hash, now, expiresAt),
    );
    return { login: user.login, code, expires_at: expiresAt.toISOString() };
  };

  const deliver = async (user: UserView): Promise<void> => {
    const issued = await issue(user);
    const chats = await privateChats(user.id);
    const sent = chats.length > 0 && (await ports.deliverCode({ ...issued, userId: user.id, chats }));
    if (!sent) ports.printCode(issued);
  };

  const enter = async (
    login: string,
    code: string,
  ): Promise<{ user: UserModel; sessionId: string; expiresAt: Date; ended: string[] } | null> => {
    const key = await secret();
    // A refused try is counted, so it must be committed: it is answered by null, not thrown.
    return await database.asSystem('sign in with a code', async (trx) => {
      const user = await findUser(trx, login, true);
      const given = keyedHash(key, 'login_code', user?.id ?? '', code);
      const stored = user === undefined ? undefined : await lockLoginCode(trx, user.id);
      const matches = sameHash(given, stored?.code_hash ?? '');
      const now = clock.now();
      if (user === undefined || stored === undefined || !canBeTried(stored, now)) return null;
      if (!matches) {
        await countTry(trx, user.id);
        return null;
      }
      await markUsed(trx, user.id, now);
      const ended = await endSessions(trx, { owner_user_id: user.id }, 'replaced', now);
      const sessionId = randomUUID();
      const expiresAt = sessionExpiry(now);
      await insertSession(trx, user.id, sessionId, now, expiresAt);
      return { user, sessionId, expiresAt, ended };
    });
  };

  return {
    /**
     * Sends a code to whoever signs in by that name. Answers the same, and as fast, for a name that nobody has.
     * @throws Problem 429 per login and per address; 503 while the database is away.
     */
    async requestCode(input: { login: string; address: string }): Promise<void> {
      const login = normalLogin(input.login);
      await requestsOfAddress.spend(input.address);
      await requestsOfLogin.spend(login);
      const user = await database.asSystem('find who signs in', (trx) => findUser(trx, login));
      if (user === undefined) return;
      const delivery: Promise<void> = deliver(viewUser(user))
        .catch((error: unknown) => log.error({ err: error }, 'a sign-in code could not be delivered'))
        .finally(() => deliveries.delete(delivery));
      deliveries.add(delivery);
    },

    /**
     * A code for whoever sits at the machine; it takes back the limits of that login as well.
     * @throws Problem 404 USER_NOT_FOUND
     */
    async issueCode(name: string): Promise<IssuedCode> {
      const login = normalLogin(name);
      const user = await database.asSystem('find who signs in', (trx) => findUser(trx, login));
      if (user === undefined) throw notFound('USER', `Nobody signs in as "${login}".`);
      await requestsOfLogin.forget(login);
      await triesOfLogin.forget(login);
      return await issue(viewUser(user));
    },

    /**
     * Exchanges a code for a session and ends the user's earlier ones, everywhere.
     * @throws Problem 401 INVALID_CODE for a wrong, used or expired code and for an unknown login; 429.
     */
    async verify(input: { login: string; code: string; address: string }): Promise<SignedIn> {
      const login = normalLogin(input.login);
      const notSooner = delay(WRONG_ANSWER_MS);
      await triesOfAddress.spend(input.address);
      await triesOfLogin.spend(login);
      const entered = await enter(login, normalCode(input.code));
      if (entered === null) {
        await notSooner;
        throw new Problem(
          401,
          'INVALID_CODE',
          `This code is wrong, used or older than ${LOGIN_CODE_MINUTES} minutes. Ask for a new one.`,
        );
      }
      for (const id of entered.ended) cache.forget(id);
      await triesOfLogin.forget(login);
      const { user, sessionId, expiresAt } = entered;
      const token = await signSessionToken(
        await tokenKey(),
        { userId: user.id, sessionId, expiresAt },
        clock.now(),
      );
      return { user: viewUser(user), token, expiresAt };
    },

    /** Who a token stands for; null when it is not ours, has expired, or its session has ended. Usually no query. */
    async authenticate(token: string): Promise<Principal | null> {
      const known = cache.get(token);
      if (known !== null) return known;
      const claims = await readSessionToken(await tokenKey(), token, clock.now());
      if (claims === null) return null;
      const readAt = cache.generation;
      const user = await liveSession(claims.sessionId);
      if (user === undefined || user.id !== claims.userId) return null;
      const { sessionId, expiresAt } = claims;
      const principal: Principal = {
        userId: user.id,
        login: user.login,
        name: user.name,
        sessionId,
        expiresAt,
      };
      cache.put(token, principal, readAt);
      return principal;
    },

    /** Ends one session; its sockets close. */
    async logout(principal: { userId: string; sessionId: string }): Promise<void> {
      await database.asSystem('sign out', (trx) =>
        endSessions(
          trx,
          { owner_user_id: principal.userId, id: principal.sessionId },
          'signed_out',
          clock.now(),
        ),
      );
      cache.forget(principal.sessionId);
    },

    /** Resolves when every requested code is on its way. */
    async settled(): Promise<void> {
      await Promise.all(deliveries);
    },

    async close(): Promise<void> {
      await Promise.all(deliveries);
      cache.close();
    },
  };
}

export type SignIn = ReturnType<typeof createSignIn>;

/** Calls `make` once; a failure is not remembered. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
