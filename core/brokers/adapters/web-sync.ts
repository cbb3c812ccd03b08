import { createHash } from 'node:crypto';
import { createHttp, type Http, type LimiterOptions } from '../../platform/index.ts';
import type {
  Access,
  BrokerAdapter,
  BrokerSession,
  CredentialField,
  Holdings,
  Reading,
  Secrets,
} from '../adapter.ts';
import { BrokerFailure, NeedsOtpError } from '../failure.ts';
import { isUsable } from '../token.ts';
import type { AdapterSetting } from './setting.ts';
import {
  asFailure,
  askWeb,
  failed,
  packSession,
  SessionEnded,
  unpackSession,
  type WebRequest,
  type WebSession,
} from './web-sync-client.ts';
import { webHistory } from './web-sync-history.ts';
import { readHoldings, readLogin, readTrades } from './web-sync-wire.ts';

const FIELDS: readonly CredentialField[] = [
  {
    name: 'user_id',
    label: 'User id',
    hint: 'The name you log in with on the web page.',
    secret: false,
    required: true,
    pattern: /^\S{2,64}$/,
  },
  {
    name: 'pin',
    label: 'PIN',
    hint: 'The digits you log in with on the web page; not a one-time password.',
    secret: true,
    required: true,
    pattern: /^\d{4,12}$/,
  },
];

/** A web page is no programming interface: it is asked as slowly as a person would turn its pages. */
const LIMITS: LimiterOptions = { concurrent: 1, perSecond: 3 };
/** More sessions than these are not begun for one reading. */
const LOGINS_A_READING = 2;

/**
 * A broker's web backend, or a bridge in front of one, that has no programming interface of its own (spec: Connection
 * sync rules 5). Reading only. `WEB_SYNC_BASE_URL` says where it is; what is there speaks this protocol:
 *
 * Everything is JSON. The backend keeps a session by cookies. Answers may carry `csrf_token`; the last one seen goes
 * back as the header `X-CSRF-Token` with every POST. Refusals are 4xx with `{ error: { code, message } }`:
 * INVALID_CREDENTIALS, ACCOUNT_LOCKED, OTP_WRONG, OTP_EXPIRED, NO_ACCESS; SESSION_EXPIRED and FORGERY_TOKEN ask for a
 * new login. 429 with Retry-After asks for patience. Amounts are numbers or text; what is not known is absent or null.
 *
 * - `GET /api/session` begins a session: cookies and `{ csrf_token }`.
 * - `POST /api/login { user_id, pin, device_id }`, the device id null for a device never seen, answers
 *   `{ status: "ok", device_id, account?, expires_at? }`, or `{ status: "otp_required", otp_token }` when the device is
 *   not trusted (any more); the backend has then sent a one-time password to the person.
 * - `POST /api/login/otp { otp_token, otp }` answers as a login does, with the id of a device that is trusted now.
 * - `GET /api/holdings` answers `{ as_of?, holdings: [{ symbol, name?, isin?, security_id?, segment?, currency?,
 *   quantity, avg_price?, last_price?, previous_close? }] }`.
 * - `GET /api/transactions?from&to&page&page_size` (days as YYYY-MM-DD, both included, `from` left out for everything;
 *   pages from 1, oldest first) answers `{ page_size, total?, transactions: [{ id, symbol, isin?, security_id?, segment?,
 *   currency?, side: BUY|SELL|DIVIDEND, status: COMPLETE|CANCELLED|REJECTED|OPEN|PENDING, product?: DELIVERY|INTRADAY,
 *   trade_date, quantity, price, charges?, exchange?, exchange_trade_id? }] }`. `page_size` is what the backend kept
 *   to, and `total` how many rows all pages have together. A page with fewer rows is the last one. `id` never changes and
 *   never repeats, and no row ever leaves the list: a trade that is taken back changes its `status`. What happens where
 *   pages do otherwise stands in `web-sync-history.ts`.
 *
 * `segment` is EQUITY (where nothing is said), US_EQUITY, ETF, MUTUAL_FUND or BOND; FUTURE, OPTION, COMMODITY and CURRENCY
 * are left out.
 */
export function createWebSync(setting: AdapterSetting): BrokerAdapter {
  const { baseUrl, clock, limits, tuning } = setting;
  const http: Http | null =
    baseUrl === null
      ? null
      : createHttp({
          system: 'The web backend',
          baseUrl,
          clock,
          limiter: limits.of('web_sync', LIMITS),
          timeoutMs: 20_000,
          ...tuning,
        });

  function system(): Http {
    if (http === null) throw new BrokerFailure('BROKER_OFF', 'The web backend is switched off.');
    return http;
  }

  function sessionOf(web: WebSession, body: unknown): BrokerSession {
    const answer = readLogin(body);
    if (answer.kind === 'otp') {
      throw new NeedsOtpError('The web backend asks for a one-time password.', {
        ...packSession(web),
        otp_token: answer.otpToken,
      });
    }
    const { deviceId, account, expiresAt } = answer;
    return {
      values: { ...packSession(web), device_id: deviceId, ...(account === null ? {} : { account }) },
      issued_at: clock.now(),
      expires_at: expiresAt,
    };
  }

  async function logIn({ credentials, session }: Access, signal: AbortSignal): Promise<BrokerSession> {
    const { user_id, pin } = credentials;
    if (user_id === undefined || pin === undefined)
      throw failed('CREDENTIALS_REJECTED', 'needs a user id and a PIN');
    const web: WebSession = { cookies: {}, csrf: '' };
    return await asBroker('LOGIN_REFUSED', async () => {
      await askWeb(system(), web, { method: 'GET', path: '/api/session', signal });
      const json = { user_id, pin, device_id: session?.values['device_id'] ?? null };
      return sessionOf(
        web,
        await askWeb(system(), web, { method: 'POST', path: '/api/login', json, signal }),
      );
    });
  }

  /** Asks within the session, and once more within a new one where it has ended. */
  function createAsker(access: Access, signal: AbortSignal) {
    let made: BrokerSession | null = null;
    let logins = 0;
    let web = isAlive(access.session) ? unpackSession(access.session?.values ?? {}) : null;

    async function renew(): Promise<WebSession> {
      if (logins >= LOGINS_A_READING) throw failed('TOKEN_EXPIRED', 'ends every session at once');
      logins += 1;
      const latest = { credentials: access.credentials, session: made ?? access.session };
      made = await logIn(latest, signal);
      return unpackSession(made.values) ?? { cookies: {}, csrf: '' };
    }

    /** The session to keep, where it is another than the one that was given. */
    function toKeep(): BrokerSession | null {
      const latest = made ?? access.session;
      if (latest === null || web === null) return made;
      const packed = packSession(web);
      const isSame = Object.entries(packed).every(([name, value]) => latest.values[name] === value);
      return isSame ? made : { ...latest, values: { ...latest.values, ...packed } };
    }

    return {
      session: toKeep,
      async begin(): Promise<void> {
        web ??= await renew();
      },
      async ask<T>(request: Pick<WebRequest, 'path' | 'query'>, read: (body: unknown) => T): Promise<T> {
        const once = async (within: WebSession) =>
          read(await askWeb(system(), within, { method: 'GET', ...request, signal }));
        return await asBroker('TOKEN_EXPIRED', async () => {
          web ??= await renew();
          try {
            return await once(web);
          } catch (error) {
            if (!(error instanceof SessionEnded)) throw error;
            web = await renew();
            return await once(web);
          }
        });
      },
    };
  }

  function isAlive(session: BrokerSession | null): boolean {
    return session !== null && isUsable(session, clock.now());
  }

  return {
    broker: 'web_sync',
    title: 'Web sync',
    canTrade: false,
    fields: FIELDS,
    // Each sync may log in: often enough for books, rarely enough not to look like an attack.
    rhythm: { kind: 'daily', retryMinutes: 60 },
    renewal: 'none',
    stock: 'DELIVERED',
    account: ({ user_id }) => user_id ?? null,
    loginUrl: () => null,
    connect: (access, { signal }) => logIn(access, signal),
    renew: (access, signal) => logIn(access, signal),
    async verifyOtp(_access, otpSession, otp, signal) {
      const web = unpackSession(otpSession);
      const otp_token = otpSession['otp_token'];
      if (web === null || otp_token === undefined)
        throw failed('OTP_REJECTED', 'has no login that waits for a one-time password');
      const json = { otp_token, otp: otp.trim() };
      return await asBroker('OTP_REJECTED', async () =>
        sessionOf(web, await askWeb(system(), web, { method: 'POST', path: '/api/login/otp', json, signal })),
      );
    },
    async read(access, signal) {
      const asker = createAsker(access, signal);
      await asker.begin();
      const reading: Reading = {
        holdings: (): Promise<Holdings> => asker.ask({ path: '/api/holdings' }, readHoldings),
        trades: (range) =>
          webHistory(range, async (query) =>
            asker.ask({ path: '/api/transactions', query }, (body) =>
              readTrades(body, ownerOf(access.credentials)),
            ),
          ),
        close: () => Promise.resolve(),
      };
      return {
        ...reading,
        // Read late it tells of a login in the middle and of cookies that were exchanged, too.
        get session() {
          return asker.session();
        },
      };
    },
  };
}

/** Names the account in execution ids without telling it. */
function ownerOf({ user_id = '' }: Secrets): string {
  return createHash('sha256').update(user_id.toLowerCase()).digest('hex').slice(0, 12);
}

/** Runs with the faults of the protocol as failures of the broker. */
async function asBroker<T>(
  ended: 'LOGIN_REFUSED' | 'TOKEN_EXPIRED' | 'OTP_REJECTED',
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SessionEnded) throw failed(ended, 'has ended the session');
    throw asFailure(error);
  }
}
