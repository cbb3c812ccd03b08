/** Digits of a sign-in code. */
export const LOGIN_CODE_DIGITS = 6;
/** Digits of a code once strangers have guessed at a login too often. */
export const LONG_CODE_DIGITS = 12;
/** Why a code has twelve digits, for whoever reads it. */
export const WHY_LONG = 'It has twelve digits because someone has been guessing codes for this login.';
/** How long a sign-in code can be used. */
export const LOGIN_CODE_MINUTES = 5;
/** Wrong answers of one asker that a sign-in code survives; the last one of them ends it for that asker. */
const LOGIN_CODE_TRIES = 5;
/** Wrong answers of all strangers together that a six-digit code of `npm run login-code` survives. */
const SHELL_CODE_TRIES = 100;
/** Wrong tries within a year after which a browser that has signed in before counts as a stranger's. */
export const BROWSER_TRIES = 50;
/** Days over which tries are counted: a rolling year touches 366 days. */
export const COUNTED_DAYS = 366;

/**
 * How many tries at six-digit codes of one login all strangers together have within a year.
 *
 * A six-digit code is issued only where the tries of the last year, those that live six-digit codes can still take
 * (`openTries`) and those of the new one fit under this number; otherwise the code has twelve digits. All of it is read
 * and written under the lock of the user's row, so a year sees at most 900 tries at six digits, whatever the rate limits
 * let through and however many processes there are. While the database is away nothing can be tried at all.
 *
 * The chance of all strangers in a year is therefore at most 900 / 10^6. Twelve digits add little: 35 requests in a quarter
 * of an hour, day and night, with ten tries each are 1.3 * 10^7 tries, and a hundred codes of the shell, tried without
 * pause 2,000 times a second, 6 * 10^7; together less than 1 / 10^4. All of it stays below 1 in 1,000.
 */
export const MOST_SHORT_TRIES = 900;

/** The asker of a code that `npm run login-code` printed: nobody knows the browser it will be typed into. */
export const SHELL = 'shell';
/** Who tries a code from its address without a cookie. */
const FROM_ADDRESS = 'address';
const BROWSER = 'browser:';

/** The name of a browser that has signed in before, as an asker. */
export function browserAsker(id: string): string {
  return BROWSER + id;
}

/** A code that has not expired. */
export interface StoredLoginCode {
  id: string;
  asker: string;
  address: string | null;
  code_hash: string;
  is_long: boolean;
  expires_at: Date;
  /** Wrong tries by who made them. */
  tries: Record<string, number>;
  used_at: Date | null;
}

/** Who tries codes. */
interface Trier {
  /** The cookie it was given when it asked for a code; null without one. */
  asker: string | null;
  /** The browser that has signed in as this user before, as an asker; null where it has not. */
  browser: string | null;
  /** Where it is, as limits count it. */
  address: string;
}

/** A login as it is stored: people type it with capitals and spaces. */
export function normalLogin(text: string): string {
  return text.trim().toLowerCase();
}

/** A code as it was issued: people paste it with spaces or a dash in the middle. */
export function normalCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** When a code issued now ends. */
export function loginCodeExpiry(now: Date): Date {
  return new Date(now.getTime() + LOGIN_CODE_MINUTES * 60_000);
}

/**
 * The codes that may be compared with what somebody entered, each with the name that a wrong try is counted under. One's
 * own come by cookie; who has asked for none by cookie may try the one that was last asked for from its address; and
 * everybody may try that of the shell. Each has five tries of its own, so nobody uses up another's.
 */
export function codesToTry(
  codes: readonly StoredLoginCode[],
  trier: Trier,
): { code: StoredLoginCode; as: string }[] {
  const own = new Set([trier.asker, trier.browser]);
  const hasOwn = codes.some(({ asker }) => own.has(asker));
  return codes.flatMap((code) => {
    const as =
      code.asker === SHELL
        ? (trier.browser ?? trier.asker ?? `address:${trier.address}`)
        : own.has(code.asker)
          ? code.asker
          : !hasOwn && code.address === trier.address
            ? FROM_ADDRESS
            : null;
    return as === null || !canBeTried(code, as) ? [] : [{ code, as }];
  });
}

function canBeTried(code: StoredLoginCode, as: string): boolean {
  if (code.used_at !== null) return false;
  if (!isCounted(code)) return true;
  if ((code.tries[as] ?? 0) >= LOGIN_CODE_TRIES) return false;
  return code.asker !== SHELL || as.startsWith(BROWSER) || strangersTries(code) < SHELL_CODE_TRIES;
}

/** False for what may be tried without end: a guess at twelve digits is worth nothing, and the shell's is for anybody. */
export function isCounted({ asker, is_long }: Pick<StoredLoginCode, 'asker' | 'is_long'>): boolean {
  return asker !== SHELL || !is_long;
}

function strangersTries({ tries }: StoredLoginCode): number {
  return Object.entries(tries).reduce((sum, [as, count]) => (as.startsWith(BROWSER) ? sum : sum + count), 0);
}

/** How many more wrong tries of strangers a code can take; 0 for one of twelve digits, whose tries do not matter. */
function openTries(code: StoredLoginCode): number {
  const { asker, address, is_long, tries, used_at } = code;
  if (is_long || used_at !== null || asker.startsWith(BROWSER)) return 0;
  if (asker === SHELL) return Math.max(0, SHELL_CODE_TRIES - strangersTries(code));
  const own = LOGIN_CODE_TRIES - (tries[asker] ?? 0);
  return own + (address === null ? 0 : LOGIN_CODE_TRIES - (tries[FROM_ADDRESS] ?? 0));
}

/**
 * Whether the next code of a login has twelve digits. `yearly` and `recent` are the strangers' tries of a year, and of
 * today and yesterday; `live` are the codes that stay valid beside the new one.
 */
export function mustBeLong(
  asker: string,
  live: readonly StoredLoginCode[],
  { yearly, recent }: { yearly: number; recent: number },
): boolean {
  if (asker.startsWith(BROWSER)) return false;
  const open = live.reduce((sum, code) => sum + openTries(code), 0);
  if (asker !== SHELL) return yearly + open + 2 * LOGIN_CODE_TRIES > MOST_SHORT_TRIES;
  // Strangers who can use up one code of the shell would use up the next as well.
  return recent >= SHELL_CODE_TRIES || yearly + open + SHELL_CODE_TRIES > MOST_SHORT_TRIES;
}
