/** Digits of a sign-in code. */
export const LOGIN_CODE_DIGITS = 6;
/** How long a sign-in code can be used. */
export const LOGIN_CODE_MINUTES = 5;
/** Wrong answers a sign-in code survives; the last one of them ends it. */
export const LOGIN_CODE_TRIES = 5;

/** What is known of a user's newest code. */
export interface StoredLoginCode {
  code_hash: string;
  expires_at: Date;
  tries: number;
  used_at: Date | null;
}

/** A login as it is stored: people type it with capitals and spaces. */
export function normalLogin(text: string): string {
  return text.trim().toLowerCase();
}

/** A code as it was issued: people paste it with spaces or a dash in the middle. */
export function normalCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** True while a code may still be tried: not used, not expired, and not guessed at too often. */
export function canBeTried(code: StoredLoginCode, now: Date): boolean {
  return code.used_at === null && code.expires_at > now && code.tries < LOGIN_CODE_TRIES;
}

/** When a code issued now ends. */
export function loginCodeExpiry(now: Date): Date {
  return new Date(now.getTime() + LOGIN_CODE_MINUTES * 60_000);
}
