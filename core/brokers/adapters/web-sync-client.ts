import type { Http } from '../../platform/index.ts';
import type { Secrets } from '../adapter.ts';
import { BrokerFailure, brokerFailure, type ReasonCode, statusFailure } from '../failure.ts';
import { errorCodeOf, Malformed, textOr } from './web-sync-wire.ts';

/** What the backend knows a browser by: its cookies, and the token that must come back with every change. */
export interface WebSession {
  cookies: Record<string, string>;
  csrf: string;
}

/** The session has ended, or its anti-forgery token has: log in again. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

const REFUSALS: Readonly<Record<string, ReasonCode>> = {
  INVALID_CREDENTIALS: 'CREDENTIALS_REJECTED',
  ACCOUNT_LOCKED: 'CREDENTIALS_REJECTED',
  OTP_WRONG: 'OTP_REJECTED',
  OTP_EXPIRED: 'OTP_REJECTED',
  NO_ACCESS: 'PERMISSION_MISSING',
};
const ENDED = new Set(['SESSION_EXPIRED', 'FORGERY_TOKEN']);
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

export interface WebRequest {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  json?: unknown;
  signal: AbortSignal;
}

/**
 * Asks the backend within a session and answers the body; cookies and anti-forgery token follow what it says.
 * @throws SessionEnded; BrokerFailure for everything else that the backend does or refuses.
 */
export async function askWeb(http: Http, session: WebSession, request: WebRequest): Promise<unknown> {
  const { method, path, query, json, signal } = request;
  let answer: Awaited<ReturnType<Http['text']>>;
  try {
    answer = await http.text(path, {
      method,
      accept: /^/,
      alsoAnswers: [400, 401, 403, 409, 422],
      headers: headersOf(session, method),
      ...(query === undefined ? {} : { query }),
      ...(json === undefined ? {} : { json }),
      signal,
    });
  } catch (error) {
    throw brokerFailure(error);
  }
  keepCookies(session.cookies, answer.headers.getSetCookie());
  const { status } = answer;
  // A gateway in front may turn away an old session before the backend sees it, in a page of its own.
  const isJson = JSON_TYPE.test(answer.headers.get('content-type') ?? '');
  if (!isJson && status === 401) throw new SessionEnded();
  if (!isJson && status >= 400) throw statusFailure('The web backend', status);
  if (!isJson) throw failed('BROKER_MALFORMED', 'returned an unexpected type of document');
  const body = parse(answer.body);
  if (status < 400) {
    session.csrf = textOr(body, 'csrf_token', session.csrf);
    return body;
  }
  const code = errorCodeOf(body);
  if (code !== null && ENDED.has(code)) throw new SessionEnded();
  const reason = code === null ? undefined : REFUSALS[code];
  if (reason !== undefined) throw failed(reason, `refused (${code})`);
  if (status === 401) throw new SessionEnded();
  throw statusFailure('The web backend', status);
}

/** Turns what a reader could not make sense of into a failure of the broker; what is one already stays. */
export function asFailure(error: unknown): unknown {
  return error instanceof Malformed ? failed('BROKER_MALFORMED', `sent ${error.message}`) : error;
}

export const failed = (reason: ReasonCode, what: string): BrokerFailure =>
  new BrokerFailure(reason, `The web backend ${what}.`);

/** A session as text values, for keeping. */
export const packSession = ({ cookies, csrf }: WebSession): Secrets => ({
  cookies: JSON.stringify(cookies),
  csrf_token: csrf,
});

/** A kept session, or null where there is none that can be read. */
export function unpackSession(values: Secrets): WebSession | null {
  const { cookies, csrf_token: csrf } = values;
  if (cookies === undefined || csrf === undefined) return null;
  try {
    const read: unknown = JSON.parse(cookies);
    if (typeof read !== 'object' || read === null) return null;
    const pairs = Object.entries(read).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    return { cookies: Object.fromEntries(pairs), csrf };
  } catch {
    return null;
  }
}

function headersOf({ cookies, csrf }: WebSession, method: 'GET' | 'POST'): Record<string, string> {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return {
    accept: 'application/json',
    ...(pairs.length === 0 ? {} : { cookie: pairs.join('; ') }),
    ...(method === 'POST' && csrf !== '' ? { 'x-csrf-token': csrf } : {}),
  };
}

/** Takes over cookies as a browser would on one origin; one that is emptied or has no age left is gone. */
function keepCookies(cookies: Record<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const match = /^\s*([^=;\s]+)=([^;]*)(.*)$/.exec(line);
    const [, name, value = '', rest = ''] = match ?? [];
    if (name === undefined) continue;
    if (value.trim() === '' || /;\s*max-age\s*=\s*(?:0|-\d+)\b/i.test(rest)) delete cookies[name];
    else cookies[name] = value.trim();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw failed('BROKER_MALFORMED', 'sent JSON that cannot be read');
  }
}
