import { createHash, randomBytes } from 'node:crypto';
import type { BrokerDouble, LoggedRequest, Variation, World } from './broker-double.ts';
import { kiteBooks, type KiteBooks } from './kite-books.ts';
import { type Asked, LoopbackServer, type Reply } from './loopback.ts';
import { asText, doubled, inExponents } from './number-forms.ts';
import { DAY_MS } from '../../core/platform/index.ts';

const IST_MS = 330 * 60_000;
/** A second as the broker counts it: requests travel, so a little less than a whole one. */
const WINDOW_MS = 950;
const PER_SECOND = { usual: 10, quote: 1 };

const LISTS: Record<string, keyof KiteBooks> = {
  '/portfolio/holdings': 'holdings',
  '/mf/holdings': 'funds',
  '/trades': 'trades',
  '/mf/orders': 'fundOrders',
};

/** A price as `/quote` tells it. */
export interface KiteQuote {
  last_price: number;
  close?: number;
  last_trade_time?: string | null;
  /** Of the last tick of the exchange; that of the last trade unless it is given. */
  timestamp?: string | null;
}

/** A double of Kite Connect v3 for one person; `books`, `quotes` and `now` may be changed while it runs. */
export class KiteServer extends LoopbackServer implements BrokerDouble {
  static readonly USER = {
    client_id: 'AB1234',
    api_key: 'k1teapikey0000aa',
    api_secret: 'k1tesecret00000000000000000000bb',
  };

  books: KiteBooks = { holdings: [], funds: [], trades: [], fundOrders: [] };
  quotes: Record<string, KiteQuote> = {};
  now: () => Date;
  refused = 0;
  /** Logins that were answered with a session. */
  logins = 0;
  readonly #requestTokens = new Set<string>();
  /** When each access token was given out. */
  readonly #tokens = new Map<string, Date>();
  #variation: Variation | null = null;
  #endAfter: number | null = null;
  #keepsRates = false;
  #rateTime = () => performance.now();
  #arrivals = { usual: [] as number[], quote: [] as number[] };

  constructor(now: () => Date = () => new Date()) {
    super((url, asked) => this.#respond(url, asked));
    this.now = now;
  }

  get log(): LoggedRequest[] {
    return this.requests.map(({ path, at, headers }) => ({ path, at, token: tokenOf(headers) }));
  }

  reset(world: World): void {
    this.calm();
    this.refused = 0;
    this.logins = 0;
    this.#variation = null;
    this.#endAfter = null;
    this.#keepsRates = false;
    this.#rateTime = () => performance.now();
    this.#arrivals = { usual: [], quote: [] };
    this.#tokens.clear();
    this.books = kiteBooks(world, this.now());
    this.quotes = {
      'NSE:SHARE000': { last_price: 762.45, close: 766.4, last_trade_time: '2026-03-02 11:29:58' },
    };
  }

  vary(variation: Variation): void {
    this.#variation = variation;
  }

  endSessions({ after = 0 }: { after?: number } = {}): void {
    this.#endAfter = after;
  }

  keepRates(now = () => performance.now()): void {
    this.#keepsRates = true;
    this.#rateTime = now;
  }

  /** What the broker's page hands to somebody who logged in: good once. */
  requestToken(): string {
    const token = `req${randomBytes(14).toString('hex')}`;
    this.#requestTokens.add(token);
    return token;
  }

  /** An access token as a login gives it. */
  accessToken(): string {
    const token = `acc${randomBytes(14).toString('hex')}`;
    this.#tokens.set(token, this.now());
    return token;
  }

  #respond(url: URL, asked: Asked): Reply {
    if (this.#isTooMuch(url.pathname)) {
      this.refused += 1;
      return refusal(429, 'NetworkException', 'Too many requests');
    }
    if (url.pathname === '/session/token' && asked.method === 'POST') return this.#login(asked.body);
    if (!this.#isLive(asked))
      return refusal(
        403,
        'TokenException',
        `Incorrect \`api_key\` or \`access_token\`: ${tokenOf(asked.headers) ?? ''}.`,
      );
    if (asked.method !== 'GET') return refusal(405, 'GeneralException', 'Method not allowed');
    if (url.pathname === '/user/profile') return this.#success(profile());
    if (url.pathname === '/quote') return this.#success(this.#quotesOf(url.searchParams.getAll('i')));
    const list = LISTS[url.pathname];
    if (list === undefined) return refusal(404, 'GeneralException', 'Route not found');
    return this.#success(this.#varied(list));
  }

  #login(body: string): Reply {
    const form = new URLSearchParams(body);
    const { api_key: key, api_secret: secret } = KiteServer.USER;
    const token = form.get('request_token') ?? '';
    if (form.get('api_key') !== key) return refusal(400, 'InputException', 'Invalid `api_key`.');
    const checksum = createHash('sha256')
      .update(key + token + secret)
      .digest('hex');
    if (form.get('checksum') !== checksum) return refusal(403, 'TokenException', 'Invalid `checksum`.');
    if (!this.#requestTokens.delete(token))
      return refusal(403, 'TokenException', 'Token is invalid or has expired.');
    this.logins += 1;
    // A new login ends the tokens of earlier ones.
    this.#tokens.clear();
    const login = new Date(this.now().getTime() + IST_MS).toISOString().slice(0, 19).replace('T', ' ');
    return this.#success({
      ...profile(),
      api_key: key,
      access_token: this.accessToken(),
      public_token: 'public',
      enctoken: 'enc',
      refresh_token: '',
      silo: '',
      login_time: login,
    });
  }

  #isLive({ headers }: Asked): boolean {
    if (this.#endAfter !== null) {
      if (this.#endAfter === 0) this.#tokens.clear();
      this.#endAfter = Math.max(0, this.#endAfter - 1);
    }
    const [, key, token = ''] = /^token ([^:]+):(.+)$/.exec(String(headers['authorization'] ?? '')) ?? [];
    const issued = this.#tokens.get(token);
    if (key !== KiteServer.USER.api_key || headers['x-kite-version'] !== '3' || issued === undefined)
      return false;
    return this.now() < nextSix(issued);
  }

  #isTooMuch(path: string): boolean {
    const kind = path.startsWith('/quote') ? 'quote' : 'usual';
    const now = this.#rateTime();
    this.#arrivals[kind] = this.#arrivals[kind].filter((at) => now - at < WINDOW_MS);
    this.#arrivals[kind].push(now);
    return this.#keepsRates && this.#arrivals[kind].length > PER_SECOND[kind];
  }

  #varied(list: keyof KiteBooks): unknown {
    const rows = this.books[list];
    const isHistory = list === 'trades' || list === 'fundOrders';
    switch (this.#variation) {
      case 'empty history':
        return isHistory ? [] : rows;
      case 'repeated pages':
        return isHistory ? doubled(rows) : rows;
      case 'reordered pages':
        return rows.toReversed();
      case 'unknown words':
        return list === 'trades' ? withFirst(rows, { transaction_type: 'LEND' }) : rows;
      case 'missing optional fields':
        return rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).filter(
              ([name, value]) => NEEDED.has(name) || (PARTS.has(name) && value !== 0),
            ),
          ),
        );
      default:
        return rows;
    }
  }

  #success(data: unknown): Reply {
    const body = JSON.stringify({ status: 'success', data });
    return {
      status: 200,
      type: 'application/json',
      body:
        this.#variation === 'exponent numbers'
          ? inExponents(body)
          : this.#variation === 'numbers as text'
            ? asText(body)
            : body,
    };
  }

  #quotesOf(wanted: readonly string[]): unknown {
    const found = wanted.flatMap((name) => {
      const quote = this.quotes[name];
      if (quote === undefined) return [];
      const { last_price, close = 0, last_trade_time = null, timestamp = last_trade_time } = quote;
      const ohlc = { open: 0, high: 0, low: 0, close };
      return [[name, { instrument_token: 1, timestamp, last_trade_time, last_price, ohlc }]];
    });
    return Object.fromEntries(found) as unknown;
  }
}

/** Without these a row says nothing; everything else Kite may leave out. */
const NEEDED = new Set(
  `tradingsymbol quantity average_price trade_id exchange transaction_type fill_timestamp status order_id
   exchange_timestamp fund exchange_order_id`.split(/\s+/),
);

/** Parts of a holding, which may be absent where there is nothing in them. */
const PARTS = new Set(['t1_quantity', 'collateral_quantity']);

const tokenOf = (headers: Asked['headers']) =>
  /^token [^:]+:(.+)$/.exec(String(headers['authorization'] ?? ''))?.[1] ?? null;

/** The first 06:00 in India after a moment. */
function nextSix(at: Date): Date {
  const shifted = at.getTime() + IST_MS;
  const six = Math.floor(shifted / DAY_MS) * DAY_MS + 6 * 3_600_000;
  return new Date((six > shifted ? six : six + DAY_MS) - IST_MS);
}

function withFirst(rows: readonly object[], change: object): object[] {
  return rows.map((row, index) => (index === 0 ? { ...row, ...change } : row));
}

function refusal(status: number, error_type: string, message: string): Reply {
  const body = JSON.stringify({ status: 'error', message, data: null, error_type });
  return { status, type: 'application/json', body };
}

const profile = () => ({
  user_id: KiteServer.USER.client_id,
  user_type: 'individual',
  email: 'a@example.org',
  user_name: 'Asha Rao',
  user_shortname: 'Asha',
  broker: 'ZERODHA',
  exchanges: ['NSE', 'BSE', 'NFO', 'MF'],
  products: ['CNC', 'NRML', 'MIS'],
  order_types: ['MARKET', 'LIMIT'],
  avatar_url: null,
  meta: { demat_consent: 'physical' },
});
