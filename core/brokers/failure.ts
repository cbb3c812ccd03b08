import { OutsideError, type OutsideErrorKind } from '../platform/index.ts';

/** Why a connection could not do what was asked of it: each code, which is stable, in words, with what helps. */
export const REASONS = {
  NEEDS_OTP: 'The broker does not trust this device any more and has sent a one-time password. Enter it.',
  NEEDS_LOGIN: 'The broker wants you to log in on its own page. Open it and hand over the token you get.',
  TOKEN_EXPIRED: 'The access token has ended and could not be renewed. Log in again.',
  CREDENTIALS_REJECTED: 'The broker refused the credentials. Edit the connection and enter them anew.',
  CREDENTIALS_UNREADABLE:
    'The stored credentials cannot be decrypted with the key of this server. Restore the key or enter them anew.',
  OTP_REJECTED: 'The one-time password was wrong or too old. Ask for another by syncing again.',
  PERMISSION_MISSING:
    'The broker does not let this key read what a sync needs. Look at its permissions there.',
  RATE_LIMITED: 'The broker asked for fewer requests. The next attempt waits for that.',
  STATEMENT_NOT_READY: 'The broker is still writing the statement. It is asked for again within the hour.',
  STATEMENT_REFUSED: 'The broker does not give out this statement. Check the query and the token there.',
  BROKER_OFF: 'This broker is switched off on this server: its base address is not set.',
  BROKER_TIMEOUT: 'The broker did not answer in time.',
  BROKER_UNREACHABLE: 'The broker could not be reached.',
  BROKER_ERROR: 'The broker answered with an error of its own.',
  BROKER_MALFORMED: 'The broker answered with something that cannot be read.',
  TOO_MUCH_DATA: 'The broker sent more than one sync reads. Import the older history from its statements.',
  HISTORY_INCOMPLETE:
    'The broker left out part of its transactions: a page of them was empty, cut short or moved while it was read. Nothing of this sync was recorded, and all of it is asked for again.',
  PORTFOLIO_TO_CHOOSE:
    'Another portfolio has trades or holdings of this account already. Say which portfolio the account is, so that nothing is held twice.',
  NOT_RECORDED:
    'What the broker sent could not be recorded here, and nothing of it was. It is tried again; the log says why.',
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
