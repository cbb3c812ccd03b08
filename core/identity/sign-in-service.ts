import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  createRateLimit,
  createSharedRead,
  notFound,
  Problem,
  readSecret,
} from '../platform/index.ts';
import { BROWSER_DAYS, type KnownBrowser, readBrowserToken, signBrowserToken } from './known-browser.ts';
import { browserAsker, LOGIN_CODE_MINUTES, normalLogin, SHELL } from './login-code.ts';
import { type Asking, createLoginCodes, type Entering } from './login-code-service.ts';
import type { UserModel } from './models.ts';
import { createSessionCache, type Principal, signedInId } from './session-cache.ts';
import { createSessionRenewal } from './session-renewal.ts';
import { readSessionToken, sessionExpiry, signSessionToken } from './session-token.ts';
import { endSessions, findLiveSessions, findUser, insertSession, lockUser } from './sign-in-store.ts';
import type { IssuedCode, SignedIn, SignInClient, SignInPorts } from './sign-in-port.ts';
import { toUserView } from './users-service.ts';
import type { ChatLinkView, UserView } from './view.ts';

/**
 * A wrong code is answered no sooner than this, whatever it was that was wrong: neither the time nor the text tells
 * an unknown login from a wrong code.
 */
const WRONG_ANSWER_MS = 150;

/**
 * One-time codes and sessions. `privateChats` answers where a person's codes may be sent.
 *
 * Nobody can keep another from signing in: a code is tried by whoever asked for it and by nobody else, a right one is let
 * in whatever was spent before, and what strangers may ask for is counted apart from known browsers, from this machine,
 * and from the shell, which is never refused.
 */
export function createSignIn(
  context: Context,
  privateChats: (userId: string) => Promise<ChatLinkView[]>,
  ports: SignInPorts,
) {
  const { clock, database, listener, log } = context;
  const limit = (name: string, points: number, minutes: number) =>
    createRateLimit(database.systemPool, { name, points, seconds: minutes * 60 });
  const requestsOfAddress = limit('code_address', 20, 15);
  const requestsOfStrangers = limit('code_login', 5, 15);
  const requestsOfBrowser = limit('code_browser', 5, 15);
  const requestsFromHere = limit('code_here', 5, 15);
  const requestsOfMachine = limit('code_machine', 30, 15);
  const wrongOfAddress = limit('verify_address', 30, 15);
  const wrongOfBrowser = limit('verify_browser', 30, 15);
  const cache = createSessionCache(listener, clock);
  const liveSession = createSharedRead((ids) =>
    database.readAsSystem('look sessions up', (trx) => findLiveSessions(trx, ids, clock.now())),
  );
  const secret = once(() => readSecret(database, 'session_key'));
  const tokenKey = once(async () => new TextEncoder().encode(await secret()));
  const renewal = createSessionRenewal(context, tokenKey);
  const codes = createLoginCodes(context, secret);
  const deliveries = new Set<Promise<void>>();

  const browserOf = async (token: string | null | undefined): Promise<KnownBrowser | null> =>
    token === null || token === undefined
      ? null
      : await readBrowserToken(await tokenKey(), token, clock.now());

  const issue = async (user: UserView, asking: Asking, from: string | null): Promise<IssuedCode> => {
    const at = clock.now().toISOString();
    const { code, isLong, expiresAt } = await codes.issue(user.id, asking);
    return {
      login: user.login,
      code,
      expires_at: expiresAt.toISOString(),
      is_long: isLong,
      asked: from === null ? null : { at, from },
    };
  };

  const deliver = async (user: UserView, asking: Asking, from: string): Promise<void> => {
    const issued = await issue(user, asking, from);
    const chats = await privateChats(user.id);
    const sent = chats.length > 0 && (await ports.deliverCode({ ...issued, userId: user.id, chats }));
    if (!sent) ports.printCode(issued);
  };

  const enter = async (
    login: string,
    code: string,
    by: Entering,
  ): Promise<
    | { user: UserModel; browserId: string; sessionId: string; expiresAt: Date; ended: string[] }
    | { user: null; browserId: string | null }
  > => {
    await secret();
    // A refused try is counted, so it must be committed: it is answered by null, not thrown.
    return await database.asSystem('sign in with a code', async (trx) => {
      const user = await findUser(trx, login);
      if (user === undefined) return { user: null, browserId: null };
      const known = async () =>
        by.browser !== null && (await codes.isKnown(trx, user.id, by.browser)) ? by.browser : null;
      // Strangers who have nothing to try must not make anybody wait for the lock.
      const first = await known();
      if (!(await codes.hasAny(trx, user.id, { ...by, browser: first })))
        return { user: null, browserId: first?.id ?? null };
      await lockUser(trx, user.id);
      const browser = await known();
      if (!(await codes.take(trx, user.id, code, { ...by, browser })))
        return { user: null, browserId: browser?.id ?? null };
      const now = clock.now();
      const ended = await endSessions(trx, { owner_user_id: user.id }, 'replaced', now);
      const sessionId = randomUUID();
      const expiresAt = sessionExpiry(now);
      await insertSession(trx, user.id, sessionId, now, expiresAt);
      return { user, browserId: browser?.id ?? randomUUID(), sessionId, expiresAt, ended };
    });
  };

  return {
    /** The value of a cookie for whoever asks for a code: the code can be tried with it. */
    drawCookie(this: void): string {
      return randomBytes(16).toString('base64url');
    },

    /** Whose browser a token stands for; null when it is not ours or has expired. No query. */
    browserOf,

    /**
     * Sends a code to whoever signs in by that name. Answers the same, and as fast, for a name that nobody has.
     * @param input.answered the cookie that goes out with the answer; without one the code is tried from its address.
     * @throws Problem 429 per address, and per login for all strangers together; 503 while the database is away.
     */
    async requestCode(input: SignInClient & { login: string; answered?: string }): Promise<void> {
      const login = normalLogin(input.login);
      const claimed = await browserOf(input.browser);
      const { user, browser } = await database.readAsSystem('find who signs in', async (trx) => {
        const found = await findUser(trx, login);
        const isKnown =
          found !== undefined && claimed !== null && (await codes.isKnown(trx, found.id, claimed));
        return { user: found, browser: isKnown ? claimed : null };
      });
      if (browser !== null) await requestsOfBrowser.spend(browser.id);
      else {
        await requestsOfAddress.spend(input.address);
        if (input.isHere === true) {
          await requestsFromHere.spend(`${input.address} ${login}`);
          await requestsOfMachine.spend(login);
        } else await requestsOfStrangers.spend(login);
      }
      if (user === undefined) return;
      const asking: Asking = {
        asker:
          browser === null ? await codes.askerOf(input.answered ?? randomUUID()) : browserAsker(browser.id),
        earlier: typeof input.cookie === 'string' ? await codes.askerOf(input.cookie) : null,
        address: browser === null ? input.address : null,
      };
      const delivery: Promise<void> = deliver(toUserView(user), asking, placeOf(input, browser))
        .catch((error: unknown) => log.error({ err: error }, 'a sign-in code could not be delivered'))
        .finally(() => deliveries.delete(delivery));
      deliveries.add(delivery);
    },

    /**
     * A code for whoever sits at the machine, which any browser may try; it takes back the limits of that login as well.
     * @throws Problem 404 USER_NOT_FOUND
     */
    async issueCode(name: string): Promise<IssuedCode> {
      const login = normalLogin(name);
      const user = await database.readAsSystem('find who signs in', (trx) => findUser(trx, login));
      if (user === undefined) throw notFound('USER', `There is no login "${login}", or it is paused.`);
      await requestsOfStrangers.forget(login);
      await requestsOfMachine.forget(login);
      return await issue(toUserView(user), { asker: SHELL, earlier: null, address: null }, null);
    },

    /**
     * Exchanges a code for a session and ends the user's earlier ones, everywhere. Limits refuse wrong codes alone: a right
     * one is let in, whatever others have spent.
     * @throws Problem 401 INVALID_CODE for a wrong, used or expired code and for an unknown login; 429.
     */
    async verify(input: SignInClient & { login: string; code: string }): Promise<SignedIn> {
      const notSooner = delay(WRONG_ANSWER_MS);
      const entered = await enter(normalLogin(input.login), input.code, {
        cookie: input.cookie ?? null,
        browser: await browserOf(input.browser),
        address: input.address,
      });
      if (entered.user === null) {
        const spent = await (
          entered.browserId === null
            ? wrongOfAddress.spend(input.address)
            : wrongOfBrowser.spend(entered.browserId)
        ).catch((error: unknown) => error);
        await notSooner;
        throw (
          spent ??
          new Problem(
            401,
            'INVALID_CODE',
            `This code is wrong, used or older than ${LOGIN_CODE_MINUTES} minutes. Request a new one.`,
          )
        );
      }
      for (const id of entered.ended) cache.forget(id);
      const { user, sessionId, expiresAt } = entered;
      const key = await tokenKey();
      const now = clock.now();
      return {
        user: toUserView(user),
        token: await signSessionToken(key, { userId: user.id, sessionId, expiresAt }),
        expiresAt,
        browser: {
          token: await signBrowserToken(key, { userId: user.id, id: entered.browserId }, now),
          seconds: BROWSER_DAYS * 86_400,
        },
      };
    },

    /** The same as `authenticate`, from the database. */
    async authenticateAnew(token: string): Promise<Principal | null> {
      cache.forgetToken(token);
      return await this.authenticate(token);
    },

    /** Who a token stands for; null when it is not ours, has expired, or its session has ended. Usually no query. */
    async authenticate(token: string): Promise<Principal | null> {
      const known = cache.get(token);
      if (known !== null) return known;
      const claims = await readSessionToken(await tokenKey(), token, clock.now());
      if (claims === null) return null;
      const readAt = cache.generation;
      const session = await liveSession(claims.sessionId);
      if (session === undefined || session.user.id !== claims.userId) return null;
      const { sessionId, expiresAt } = claims;
      const { user, sampleId } = session;
      const principal: Principal = {
        userId: sampleId ?? user.id,
        login: user.login,
        name: user.name,
        sessionId,
        expiresAt,
        ...(sampleId === null ? {} : { sampleOf: user.id }),
      };
      cache.put(token, principal, readAt);
      return principal;
    },

    ...renewal,

    /** Ends one session; its sockets close. */
    async logout(principal: Pick<Principal, 'userId' | 'sampleOf' | 'sessionId'>): Promise<void> {
      const [owner_user_id, id] = [signedInId(principal), principal.sessionId];
      await database.asSystem('sign out', async (trx) => {
        await endSessions(trx, { owner_user_id, id }, 'signed_out', clock.now());
        await ports.endNotices(trx, owner_user_id, id);
      });
      cache.forget(id);
    },

    forgetPerson: (userId: string) => cache.forgetPerson(userId),

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

/** Where a code was asked for, in words for the person it goes to. */
function placeOf({ address, isHere }: SignInClient, browser: KnownBrowser | null): string {
  const place = isHere === true ? 'this machine' : address;
  return browser === null ? place : `a browser you have signed in with, at ${place}`;
}

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
