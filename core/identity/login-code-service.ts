import {
  type Context,
  keyedHash,
  randomDigits,
  sameHash,
  type DbTransaction,
  DAY_MS,
} from '../platform/index.ts';
import { refuseShutOut } from './admission.ts';
import type { KnownBrowser } from './known-browser.ts';
import {
  BROWSER_TRIES,
  browserAsker,
  codesToTry,
  COUNTED_DAYS,
  isCounted,
  LOGIN_CODE_DIGITS,
  LONG_CODE_DIGITS,
  loginCodeExpiry,
  mustBeLong,
  normalCode,
  type StoredLoginCode,
} from './login-code.ts';
import {
  addTries,
  countTries,
  countTry,
  lockLoginCodes,
  lockUser,
  markUsed,
  putLoginCode,
  readLoginCodes,
} from './sign-in-store.ts';

/** Who asks for a code, as codes are kept by. */
export interface Asking {
  /** The cookie that goes out with the answer, a browser that is known, or the shell. */
  asker: string;
  /** The cookie that came with the request: its code is replaced. */
  earlier: string | null;
  /** Where a client without a cookie may try the code from; null: nowhere. */
  address: string | null;
}

interface DrawnCode {
  code: string;
  /** Twelve digits instead of six. */
  isLong: boolean;
  expiresAt: Date;
}

/** Who enters a code. */
export interface Entering {
  /** Value of the cookie of the request; null without one. */
  cookie: string | null;
  browser: KnownBrowser | null;
  address: string;
}

const STRANGERS = '';

/** One-time codes of a login and what strangers have guessed at them. `secret` keys the hashes. */
export function createLoginCodes({ clock, database }: Context, secret: () => Promise<string>) {
  const hashOf = async (userId: string, code: string) =>
    keyedHash(await secret(), 'login_code', userId, code);

  const tried = async (trx: DbTransaction, userId: string, browser: string) => {
    const now = clock.now().getTime();
    return await countTries(trx, userId, browser, {
      yearly: dayOf(now - COUNTED_DAYS * DAY_MS),
      recent: dayOf(now - DAY_MS),
    });
  };

  const askerOf = async (cookie: string) => `cookie:${keyedHash(await secret(), 'asker', cookie)}`;

  const openTo = async (codes: StoredLoginCode[], { cookie, browser, address }: Entering) =>
    codesToTry(codes, {
      asker: cookie === null ? null : await askerOf(cookie),
      browser: browser === null ? null : browserAsker(browser.id),
      address,
    });

  return {
    /** The asker that a cookie stands for; the cookie itself is not kept. */
    askerOf,

    /** Whether there is a code that this one may try; locks nothing. */
    async hasAny(trx: DbTransaction, userId: string, by: Entering): Promise<boolean> {
      return (await openTo(await readLoginCodes(trx, userId, clock.now()), by)).length > 0;
    },

    /** Whether the user has signed in with that browser, and nobody has guessed too often with it since. */
    async isKnown(trx: DbTransaction, userId: string, browser: KnownBrowser): Promise<boolean> {
      if (browser.userId !== userId) return false;
      return (await tried(trx, userId, browser.id)).yearly < BROWSER_TRIES;
    },

    /** A new code for a user, in the place of the asker's earlier one. @throws Problem 401 PERSON_PAUSED */
    async issue(userId: string, { asker, earlier, address }: Asking): Promise<DrawnCode> {
      const long = randomDigits(LONG_CODE_DIGITS);
      const short = long.slice(0, LOGIN_CODE_DIGITS);
      const hashes = { long: await hashOf(userId, long), short: await hashOf(userId, short) };
      return await database.asSystem('issue a sign-in code', async (trx) => {
        await lockUser(trx, userId);
        await refuseShutOut(trx, userId);
        const now = clock.now();
        const replaced = [asker, ...(earlier === null ? [] : [earlier])];
        const live = await lockLoginCodes(trx, userId, now);
        const isLong = mustBeLong(
          asker,
          live.filter((code) => !replaced.includes(code.asker)),
          await tried(trx, userId, STRANGERS),
        );
        const expiresAt = loginCodeExpiry(now);
        await putLoginCode(
          trx,
          {
            owner_user_id: userId,
            asker,
            address,
            code_hash: isLong ? hashes.long : hashes.short,
            is_long: isLong,
            expires_at: expiresAt,
            created_at: now,
          },
          replaced,
        );
        return { code: isLong ? long : short, isLong, expiresAt };
      });
    },

    /**
     * Uses up the code that was entered, or counts a wrong try on each of those it was compared with. The caller holds the
     * lock of the user's row, and commits either way.
     */
    async take(trx: DbTransaction, userId: string, entered: string, by: Entering): Promise<boolean> {
      const now = clock.now();
      const open = await openTo(await lockLoginCodes(trx, userId, now), by);
      const given = await hashOf(userId, normalCode(entered));
      const right = open.filter(({ code }) => sameHash(given, code.code_hash))[0];
      if (right !== undefined) {
        await markUsed(trx, right.code.id, now);
        return true;
      }
      for (const { code, as } of open) if (isCounted(code)) await countTry(trx, code, as);
      const tries = open.filter(({ code }) => !code.is_long).length;
      if (tries > 0)
        await addTries(trx, {
          owner_user_id: userId,
          day: dayOf(now.getTime()),
          browser: by.browser?.id ?? STRANGERS,
          tries,
        });
      return false;
    },
  };
}

/** The UTC day of an instant, YYYY-MM-DD. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
