import { OutsideError, type OutsideErrorKind } from '../platform/index.ts';

/** Why a connection could not do what was asked of it: each code, which is stable, in words, with what helps. */
export const REASONS = {
  NEEDS_OTP:
    'The broker no longer recognises this device and has sent a one-time password. Enter it to continue.',
  NEEDS_LOGIN: 'The broker needs you to log in on its page. Open it, log in and enter the token you get.',
  TOKEN_EXPIRED: 'The access token has expired and could not be renewed. Log in again.',
  CREDENTIALS_REJECTED: 'The broker rejected the credentials. Edit the connection and enter them again.',
  CREDENTIALS_UNREADABLE:
    'The stored credentials cannot be decrypted with this server’s key. Restore the key, or enter the credentials again.',
  OTP_REJECTED: 'The one-time password was wrong or has expired. Sync again to get another one.',
  PERMISSION_MISSING: 'This key may not read what a sync needs. Check its permissions at the broker.',
  RATE_LIMITED: 'The broker received too many requests. Munim waits before the next attempt.',
  STATEMENT_NOT_READY: 'The broker is still preparing the statement. Munim tries again within the hour.',
  STATEMENT_REFUSED: 'The broker does not provide this statement. Check the query and the token there.',
  BROKER_OFF: 'This broker is switched off on this server. Its base address is not set.',
  BROKER_TIMEOUT: 'The broker did not answer in time.',
  BROKER_UNREACHABLE: 'The broker could not be reached.',
  BROKER_ERROR: 'The broker reported an internal error.',
  BROKER_MALFORMED: 'The broker’s answer could not be read.',
  TOO_MUCH_DATA: 'The broker sent more than one sync can read. Import the older history from its statements.',
  HISTORY_INCOMPLETE:
    'The broker’s list of transactions was incomplete: a page was empty, cut short or changed while it was read. Nothing was recorded. Munim will read it all again.',
  PORTFOLIO_TO_CHOOSE:
    'Another portfolio already has trades or holdings of this account. Choose a portfolio, so that nothing counts twice.',
  NOT_RECORDED:
    'The broker’s data could not be recorded, so nothing was saved. Munim will try again; the server log has the cause.',
} as const;
export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as ReasonCode[];

/** Reasons that only the person can remove: no attempt is made before they did. */
export const NEEDS_PERSON: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'NEEDS_OTP',
  'NEEDS_LOGIN',
  'CREDENTIALS_REJECTED',
  'CREDENTIALS_UNREADABLE',
  'OTP_REJECTED',
  'PERMISSION_MISSING',
  'STATEMENT_REFUSED',
  'PORTFOLIO_TO_CHOOSE',
]);

/** A broker did not do what was asked. The message is for the log: it names no credential, token or account. */
export class BrokerFailure extends Error {
  override name = 'BrokerFailure';
  readonly reason: ReasonCode;
  /** How long the broker asked to be left alone, in milliseconds; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    reason: ReasonCode,
    message: string,
    extra: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
    this.reason = reason;
    this.retryAfterMs = extra.retryAfterMs ?? null;
  }
}

/** Device trust has lapsed (spec: Connection sync rules 5). Carries what verifying the password needs. */
export class NeedsOtpError extends BrokerFailure {
  override name = 'NeedsOtpError';
  /** Cookies, anti-forgery token and otp token; stored encrypted under `_otp_session`, never shown. */
  declare readonly otpSession: Readonly<Record<string, string>>;

  constructor(message: string, otpSession: Readonly<Record<string, string>>) {
    super('NEEDS_OTP', message);
    // Whoever prints the error prints no session.
    Object.defineProperty(this, 'otpSession', { value: otpSession, enumerable: false });
  }
}

const OUTSIDE: Record<OutsideErrorKind, ReasonCode> = {
  timeout: 'BROKER_TIMEOUT',
  network: 'BROKER_UNREACHABLE',
  rate_limited: 'RATE_LIMITED',
  http: 'BROKER_ERROR',
  content_type: 'BROKER_MALFORMED',
  too_large: 'BROKER_MALFORMED',
  malformed: 'BROKER_MALFORMED',
};

/** Any fault of the outside as a broker's failure; what is one already stays. @throws whatever is no such fault. */
export function brokerFailure(error: unknown): BrokerFailure {
  if (error instanceof BrokerFailure) return error;
  if (error instanceof OutsideError)
    return new BrokerFailure(OUTSIDE[error.kind], error.message, {
      retryAfterMs: error.retryAfterMs,
      cause: error,
    });
  throw error;
}
