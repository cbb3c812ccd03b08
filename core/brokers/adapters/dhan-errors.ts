import { BrokerFailure, type ReasonCode, reasonOfStatus } from '../failure.ts';
import { isRow, textOf } from './figures.ts';

const SYSTEM = 'Dhan';
/** The answer to "what do I hold?" of an account that holds nothing; it comes with status 500. */
const NO_HOLDINGS = 'DH-1111';

/**
 * What Dhan's codes mean for a connection: those of the trading API, then those of the data API, which also come with
 * status 200. What is not named is an error of Dhan's own.
 */
const REASON_OF: Readonly<Record<string, ReasonCode>> = {
  'DH-901': 'TOKEN_EXPIRED',
  'DH-902': 'PERMISSION_MISSING',
  'DH-903': 'PERMISSION_MISSING',
  'DH-904': 'RATE_LIMITED',
  'DH-905': 'BROKER_ERROR',
  'DH-906': 'BROKER_ERROR',
  'DH-907': 'BROKER_ERROR',
  'DH-908': 'BROKER_ERROR',
  'DH-909': 'BROKER_ERROR',
  'DH-910': 'BROKER_ERROR',
  800: 'BROKER_ERROR',
  804: 'BROKER_ERROR',
  805: 'RATE_LIMITED',
  806: 'PERMISSION_MISSING',
  807: 'TOKEN_EXPIRED',
  808: 'CREDENTIALS_REJECTED',
  809: 'CREDENTIALS_REJECTED',
  810: 'CREDENTIALS_REJECTED',
  811: 'BROKER_ERROR',
  812: 'BROKER_ERROR',
  813: 'BROKER_ERROR',
  814: 'BROKER_ERROR',
};

/** What an answer says went wrong. */
export interface Refusal {
  /** '' where the answer gives none. */
  code: string;
  message: string;
}

/**
 * Whether an answer is a refusal, whatever its status. There is no single form: fields of an error at the top or in the
 * only element of a list, `{status:"failed", data:{"806": "…"}}`, or a gateway's `{timestamp, status, error, path}`.
 */
export function refusalIn(body: unknown): Refusal | null {
  const [only, ...more] = Array.isArray(body) ? (body as unknown[]) : [body];
  if (!isRow(only) || more.length > 0) return null;
  const { errorCode, errorMessage, message, status, data, error, timestamp } = only;
  if (errorCode !== undefined && errorCode !== null)
    return { code: textOf(errorCode), message: textOf(errorMessage) };
  const said = typeof status === 'string' ? status.toLowerCase() : '';
  if (said === 'failed' || said === 'failure' || said === 'error') {
    const [code = '', text = ''] = isRow(data) ? (Object.entries(data)[0] ?? []) : [];
    return { code, message: textOf(text) || textOf(message) };
  }
  return timestamp !== undefined && error !== undefined
    ? { code: textOf(status), message: textOf(error) }
    : null;
}

export const isNoHoldings = ({ code }: Refusal): boolean => code === NO_HOLDINGS;

/** True for a refusal that concerns the order of the request, not the connection. */
export const isOfOrder = (refusal: Refusal): boolean =>
  (refusal.code === 'DH-905' || refusal.code === 'DH-906') && refused(refusal, 400).reason === 'BROKER_ERROR';

/** A refusal as a failure. Dhan's words are read for a dead token, which several codes stand for, and never repeated. */
export function refused({ code, message }: Refusal, status: number): BrokerFailure {
  const isOfToken = /invalid token|token (is )?(invalid|expired)|access token/i.test(message);
  const named = REASON_OF[code];
  const reason =
    isOfToken && (named === undefined || named === 'BROKER_ERROR')
      ? 'TOKEN_EXPIRED'
      : (named ?? (status === 401 ? 'TOKEN_EXPIRED' : reasonOfStatus(status)));
  const name = /^[A-Za-z0-9_-]{1,40}$/.test(code) ? code : 'no code';
  return new BrokerFailure(reason, `${SYSTEM} rejected the request (${name}, status ${status}).`);
}

export function unreadable(what: string): BrokerFailure {
  return new BrokerFailure('BROKER_MALFORMED', `${SYSTEM} sent ${what} that cannot be read.`);
}
