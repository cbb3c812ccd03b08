import { createHash } from 'node:crypto';
import { createHttp, type Http, OutsideError, type RequestOptions } from '../../platform/index.ts';
import { BrokerFailure, brokerFailure, type ReasonCode, reasonOfStatus, statusFailure } from '../failure.ts';
import { inCalculatorTurn } from './calculator-turns.ts';
import { isRow, type Row, textOf } from './figures.ts';
import type { AdapterSetting } from './setting.ts';

const SYSTEM = 'Zerodha';

/**
 * What Kite's kinds of error mean for a connection. A token ends every morning and only a login makes another one, so
 * TokenException is NEEDS_LOGIN and nothing is tried before the person acted.
 */
const REASON_OF: Readonly<Record<string, ReasonCode>> = {
  TokenException: 'NEEDS_LOGIN',
  PermissionException: 'PERMISSION_MISSING',
  UserException: 'PERMISSION_MISSING',
  TwoFAException: 'NEEDS_LOGIN',
  InputException: 'BROKER_ERROR',
  OrderException: 'BROKER_ERROR',
  MarginException: 'BROKER_ERROR',
  HoldingException: 'BROKER_ERROR',
  NetworkException: 'BROKER_ERROR',
  DataException: 'BROKER_ERROR',
  GeneralException: 'BROKER_ERROR',
};

/** Kinds of error that are about an order which was asked about, and not about the connection. */
const OF_AN_ORDER = new Set(['InputException', 'OrderException', 'MarginException', 'HoldingException']);
/** Refusals in Kite's own words come with these; 5xx are asked again and then fail for good. */
const REFUSALS = [400, 401, 403, 404, 405, 410];
// The allowance is ten a second for a key, one a second for quotes. Requests reach the broker at uneven distances, so
// the first is not used up; the second cannot be divided.
const RATES = { usual: { concurrent: 4, perSecond: 8 }, quote: { concurrent: 1, perSecond: 1 } };

/** Whose requests these are. */
export interface KiteAccess {
  apiKey: string;
  accessToken: string;
}

/** Kite Connect v3. Every method throws BrokerFailure. */
interface KiteClient {
  /** `data` of a session for a request token. */
  session(
    keys: { apiKey: string; apiSecret: string },
    requestToken: string,
    signal: AbortSignal,
  ): Promise<Row>;
  /** `data` of a route. @param path with its query, since Kite's repeats a name. */
  get(access: KiteAccess, path: string, signal: AbortSignal): Promise<unknown>;
  /** `data` of a calculator, or Kite's words where it refuses the order. Changes nothing. */
  calculate(
    access: KiteAccess,
    path: '/margins/orders' | '/charges/orders',
    orders: readonly Row[],
    signal: AbortSignal,
  ): Promise<{ data: unknown } | { refusal: unknown }>;
}

export function createKiteClient({ baseUrl, limits, clock, tuning }: AdapterSetting): KiteClient {
  const clients = new Map<string, Http>();

  const accountOf = (apiKey: string): string =>
    `zerodha/${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`;

  function http(apiKey: string, kind: keyof typeof RATES): Http {
    if (baseUrl === null) throw new BrokerFailure('BROKER_OFF', `${SYSTEM} is switched off.`);
    const name = `${accountOf(apiKey)}/${kind}`;
    const known = clients.get(name);
    if (known !== undefined) return known;
    const limiter = limits.of(name, RATES[kind]);
    const made = createHttp({ system: SYSTEM, baseUrl, limiter, clock, maxBytes: 16_000_000, ...tuning });
    clients.set(name, made);
    return made;
  }

  return {
    async session({ apiKey, apiSecret }, requestToken, signal) {
      const checksum = createHash('sha256')
        .update(apiKey + requestToken + apiSecret)
        .digest('hex');
      const data = await ask(http(apiKey, 'usual'), '/session/token', {
        method: 'POST',
        form: { api_key: apiKey, request_token: requestToken, checksum },
        headers: { 'x-kite-version': '3' },
        signal,
      });
      if (!isRow(data)) throw unreadable('a session');
      return data;
    },
    async get({ apiKey, accessToken }, path, signal) {
      const kind = path.startsWith('/quote') ? 'quote' : 'usual';
      return await ask(http(apiKey, kind), path, { headers: headersOf({ apiKey, accessToken }), signal });
    },
    async calculate(access, path, orders, signal) {
      const asked = {
        method: 'POST',
        json: orders,
        isRepeatable: true,
        headers: headersOf(access),
        signal,
      } as const;
      const { status, body } = await inCalculatorTurn(
        limits,
        { account: accountOf(access.apiKey), perSecond: RATES.usual.perSecond },
        async () => await answerOf(http(access.apiKey, 'usual'), path, asked),
        signal,
      );
      if (status === 400 && isRow(body) && OF_AN_ORDER.has(textOf(body['error_type'])))
        return { refusal: body['message'] };
      return { data: dataOf(body, status, path) };
    },
  };
}

const headersOf = ({ apiKey, accessToken }: KiteAccess) => ({
  'x-kite-version': '3',
  authorization: `token ${apiKey}:${accessToken}`,
});

const ask = async (http: Http, path: string, options: Omit<RequestOptions, 'accept'>): Promise<unknown> => {
  const { status, body } = await answerOf(http, path, options);
  return dataOf(body, status, path);
};

async function answerOf(
  http: Http,
  path: string,
  options: Omit<RequestOptions, 'accept'>,
): Promise<{ status: number; body: unknown }> {
  try {
    return await http.json(path, { ...options, accept: /^application\/json\b/i, alsoAnswers: REFUSALS });
  } catch (error) {
    throw ofRefusal(error);
  }
}

function dataOf(body: unknown, status: number, path: string): unknown {
  if (isRow(body) && body['status'] === 'error') throw refused(body, status, path);
  if (status >= 400) throw statusFailure(SYSTEM, status);
  if (!isRow(body) || body['status'] !== 'success' || body['data'] === undefined)
    throw unreadable('an answer');
  return body['data'];
}

/** A refusal that is no JSON comes from something before Kite: its status counts, not its kind of document. */
function ofRefusal(error: unknown): BrokerFailure {
  if (error instanceof OutsideError && error.status !== null && error.status >= 400 && error.status !== 429)
    return statusFailure(SYSTEM, error.status);
  return brokerFailure(error);
}

function refused(body: Row, status: number, path: string): BrokerFailure {
  const kind = body['error_type'];
  const name = typeof kind === 'string' && /^[A-Za-z]{1,40}$/.test(kind) ? kind : 'no kind of error';
  const reason = path === '/session/token' ? sessionReason(name, body['message']) : REASON_OF[name];
  return new BrokerFailure(
    reason ?? reasonOfStatus(status),
    `${SYSTEM} rejected the request (${name}, status ${status}).`,
  );
}

/** At a login the words tell a used-up request token, which another login mends, from a wrong key or secret. */
function sessionReason(name: string, message: unknown): ReasonCode | undefined {
  const isOfKeys = typeof message === 'string' && /checksum|api[_ ]?(key|secret)/i.test(message);
  if (isOfKeys && (name === 'TokenException' || name === 'InputException')) return 'CREDENTIALS_REJECTED';
  return name === 'InputException' ? 'NEEDS_LOGIN' : REASON_OF[name];
}

export function unreadable(what: string): BrokerFailure {
  return new BrokerFailure('BROKER_MALFORMED', `${SYSTEM} sent ${what} that cannot be read.`);
}
