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
  LOGIN_REFUSED:
    'The broker did not accept the login and gave no reason (status 401). Munim tries again. If it stays so, log in again or enter the credentials again.',
  ACCESS_REFUSED:
    'The broker refused access and gave no reason (status 403). Munim tries again. If it stays so, check at the broker whether the key and this server’s internet address are allowed.',
  ADDRESS_UNKNOWN:
    'The broker’s server does not know the address that Munim asked for (status 404). Munim tries again. If it stays so, check the broker’s base address in the settings, or update Munim.',
  ADDRESS_MOVED:
    'The broker’s server pointed to another address, and Munim sends no credentials there. Munim tries again. If it stays so, check the broker’s base address in the settings, or update Munim.',
  FLEX_TOKEN_EXPIRED:
    'The Flex token has expired. Create a new one on the Flex Web Service page of Client Portal, edit the connection and enter it.',
  FLEX_TOKEN_UNKNOWN:
    'Interactive Brokers does not know this Flex token. Copy the current one from the Flex Web Service page of Client Portal, edit the connection and enter it.',
  FLEX_ADDRESS_REFUSED:
    'The Flex token may not be used from this server’s internet address. On the Flex Web Service page of Client Portal, allow the address, or create a token without that restriction.',
  FLEX_SERVICE_OFF:
    'The Flex Web Service is not active for this account. Switch it on in Client Portal, then sync again.',
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
  'FLEX_TOKEN_EXPIRED',
  'FLEX_TOKEN_UNKNOWN',
  'FLEX_ADDRESS_REFUSED',
  'FLEX_SERVICE_OFF',
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

const OF_STATUS: Readonly<Record<number, ReasonCode>> = {
  301: 'ADDRESS_MOVED',
  302: 'ADDRESS_MOVED',
  303: 'ADDRESS_MOVED',
  307: 'ADDRESS_MOVED',
  308: 'ADDRESS_MOVED',
  401: 'LOGIN_REFUSED',
  403: 'ACCESS_REFUSED',
  404: 'ADDRESS_UNKNOWN',
};

/** What a status means that comes without the broker's own words. */
export const reasonOfStatus = (status: number): ReasonCode => OF_STATUS[status] ?? 'BROKER_ERROR';

/** A status without the broker's own words, as a failure. */
export const statusFailure = (system: string, status: number): BrokerFailure =>
  new BrokerFailure(reasonOfStatus(status), `${system} returned status ${status}.`);

/** Any fault of the outside as a broker's failure; what is one already stays. @throws whatever is no such fault. */
export function brokerFailure(error: unknown): BrokerFailure {
  if (error instanceof BrokerFailure) return error;
  if (error instanceof OutsideError)
    return new BrokerFailure(reasonOf(error), error.message, {
      retryAfterMs: error.retryAfterMs,
      cause: error,
    });
  throw error;
}

const reasonOf = ({ kind, status }: OutsideError): ReasonCode =>
  kind === 'http' && status !== null ? reasonOfStatus(status) : OUTSIDE[kind];
