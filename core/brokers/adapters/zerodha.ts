import { createCalendar } from '../../market/calendar/index.ts';
import { istDate, istInstant, DAY_MS } from '../../platform/index.ts';
import type { Access, BrokerAdapter, BrokerHolding, BrokerSession, Secrets } from '../adapter.ts';
import { BrokerFailure } from '../failure.ts';
import { dayOf, isListOf, isRow, type Row, textOf } from './figures.ts';
import type { AdapterSetting } from './setting.ts';
import { createKiteClient, type KiteAccess, unreadable } from './zerodha-client.ts';
import { equityHoldings, fundHoldings } from './zerodha-holdings.ts';
import { kiteQuotes } from './zerodha-quotes.ts';
import { fills, fundOrders } from './zerodha-trades.ts';

const LOGIN_PAGE = 'https://kite.zerodha.com/connect/login';
/** About when Zerodha ends all tokens of the day before. */
const TOKENS_END_AT = '06:00';

/**
 * Zerodha by Kite Connect v3: holdings with last price and close, today's fills of shares, and the fund orders of seven
 * days (spec: Connection sync rules 3). Older trades come from Console's tradebook, with the same ids.
 */
export function createZerodha(setting: AdapterSetting): BrokerAdapter {
  const kite = createKiteClient(setting);
  const { clock, calendar = createCalendar() } = setting;

  function liveAccess({ credentials, session }: Access): KiteAccess {
    if (setting.baseUrl === null) throw new BrokerFailure('BROKER_OFF', 'Zerodha is switched off.');
    const apiKey = required(credentials, 'api_key');
    const { values = {}, expires_at: end = null } = session ?? {};
    const accessToken = values['access_token'] ?? '';
    if (accessToken === '') throw new BrokerFailure('NEEDS_LOGIN', 'Zerodha needs a first login.');
    if (end !== null && end <= clock.now())
      throw new BrokerFailure('NEEDS_LOGIN', "Zerodha's token for the day has expired.");
    return { apiKey, accessToken };
  }

  /** What a route's rows are read as. */
  async function list<T>(
    access: KiteAccess,
    path: string,
    signal: AbortSignal,
    read: (rows: readonly unknown[]) => T,
  ): Promise<T> {
    const rows = await kite.get(access, path, signal);
    if (!isListOf('tradingsymbol', rows)) throw unreadable('a list');
    return read(rows);
  }

  async function login(credentials: Secrets, token: string, signal: AbortSignal): Promise<BrokerSession> {
    const keys = { apiKey: required(credentials, 'api_key'), apiSecret: required(credentials, 'api_secret') };
    const data = await kite.session(keys, token, signal);
    const accessToken = textOf(data['access_token']);
    if (accessToken === '') throw unreadable('a session');
    checkPerson(credentials, data);
    const now = clock.now();
    const stated = loginTime(data);
    return {
      values: { access_token: accessToken },
      issued_at: stated !== null && stated <= now ? stated : now,
      expires_at: endOfToken(now),
    };
  }

  return {
    broker: 'zerodha',
    title: 'Zerodha',
    canTrade: true,
    rhythm: { kind: 'interval', minutes: 30 },
    renewal: 'login',
    stock: 'DELIVERED',
    fields: [
      {
        name: 'client_id',
        label: 'Client ID',
        hint: 'Six letters and digits, shown under your name in Kite.',
        secret: false,
        required: true,
        pattern: /^[A-Za-z]{1,4}\d{3,6}$/,
      },
      {
        name: 'api_key',
        label: 'API key',
        hint: 'On developers.kite.trade, on the page of your app.',
        secret: true,
        required: true,
        pattern: /^[A-Za-z0-9]{6,64}$/,
      },
      {
        name: 'api_secret',
        label: 'API secret',
        hint: 'On the same page, behind “Show API secret”.',
        secret: true,
        required: true,
        pattern: /^[A-Za-z0-9]{6,128}$/,
      },
    ],
    account: (credentials) => credentials['client_id']?.toUpperCase() || null,
    loginUrl: ({ api_key: key = '' }) =>
      key === '' ? null : `${LOGIN_PAGE}?v=3&api_key=${encodeURIComponent(key)}`,
    async connect(access, { requestToken, signal }) {
      if (requestToken !== undefined) return await login(access.credentials, requestToken.trim(), signal);
      const profile = await kite.get(liveAccess(access), '/user/profile', signal);
      if (!isRow(profile) || access.session === null) throw unreadable('a profile');
      checkPerson(access.credentials, profile);
      return access.session;
    },
    async renew() {
      throw new BrokerFailure('NEEDS_LOGIN', "Zerodha's tokens cannot be renewed.");
    },
    async read(access, signal) {
      const kiteAccess = liveAccess(access);
      let held: readonly BrokerHolding[] = [];
      return {
        session: null,
        async holdings() {
          const shares = await list(kiteAccess, '/portfolio/holdings', signal, equityHoldings);
          const funds = await list(kiteAccess, '/mf/holdings', signal, (rows) =>
            fundHoldings(rows, calendar.previousSession('NSE', istDate(clock.now()))),
          );
          held = shares.holdings;
          return {
            holdings: [...shares.holdings, ...funds.holdings],
            left_out: [...shares.left_out, ...funds.left_out],
          };
        },
        async *trades(days) {
          const today = istDate(clock.now());
          yield await list(kiteAccess, '/trades', signal, (rows) => ({
            ...fills(rows, days, held),
            // The list begins anew some time in the night: an empty one proves nothing.
            ...(rows.length === 0 ? {} : { whole: { from: today, to: today, of: 'SHARE_TRADES' as const } }),
          }));
          const week = { ...days, from: later(days.from, sevenDaysBefore(clock.now())) };
          yield await list(kiteAccess, '/mf/orders', signal, (rows) => fundOrders(rows, week));
        },
        close: () => Promise.resolve(),
      };
    },
    async quotes(access, wanted, signal) {
      const kiteAccess = liveAccess(access);
      return await kiteQuotes(wanted, async (path) => await kite.get(kiteAccess, path, signal));
    },
  };
}

function required(credentials: Secrets, name: string): string {
  const value = credentials[name]?.trim() ?? '';
  if (value === '') throw new BrokerFailure('CREDENTIALS_REJECTED', `Zerodha needs ${name}.`);
  return value;
}

/** Whoever logs in as somebody else would mix two people's books. */
function checkPerson(credentials: Secrets, data: Row): void {
  const stated = textOf(data['user_id']).toUpperCase();
  const wanted = credentials['client_id']?.trim().toUpperCase() ?? '';
  if (stated !== '' && wanted !== '' && stated !== wanted)
    throw new BrokerFailure('CREDENTIALS_REJECTED', 'The Zerodha login belongs to a different client ID.');
}

/** `2021-01-01 16:15:14` in India. */
function loginTime(data: Row): Date | null {
  const text = textOf(data['login_time']);
  if (dayOf(text) === null) return null;
  const at = new Date(`${text.slice(0, 10)}T${text.slice(11)}+05:30`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The first 06:00 in India after a login: one made at night lives for hours only. */
export function endOfToken(login: Date): Date {
  const today = istInstant(istDate(login), TOKENS_END_AT);
  return today > login ? today : new Date(today.getTime() + DAY_MS);
}

const sevenDaysBefore = (now: Date) => istDate(new Date(now.getTime() - 7 * DAY_MS));
const later = (one: string | null, other: string) => (one !== null && one > other ? one : other);
