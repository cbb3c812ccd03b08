import { randomBytes } from 'node:crypto';
import type { BrokerDouble, LoggedRequest, Variation, World } from './broker-double.ts';
import { type DhanBooks, dhanBooks, dhanQuote, type DhanRow } from './dhan-books.ts';
import { type Asked, LoopbackServer, type Reply } from './loopback.ts';
import { asText, doubled, inExponents } from './number-forms.ts';

const IST_MS = 330 * 60_000;
const TOKEN_LIFE_MS = 24 * 3_600_000;
/** A second as the broker counts it: requests travel, so a little less than a whole one. */
const WINDOW_MS = 950;
const PER_SECOND = 20;
const QUOTES_PER_SECOND = 1;
/** Most instruments of one quote. */
const QUOTED_AT_ONCE = 1000;

/** A double of DhanHQ v2 for one person; `books`, `now` and the forms may be changed while it runs. */
export class DhanServer extends LoopbackServer implements BrokerDouble {
  static readonly CLIENT_ID = '1100353799';

  books: DhanBooks = { holdings: [], history: [], orders: [], trades: [] };
  now: () => Date;
  /** Rows of a page of the history. */
  pageSize = 20;
  /** What RenewToken calls the token: forums say the one, the documentation the other. */
  renewForm: 'token' | 'accessToken' = 'accessToken';
  /** Market quotes by segment and security id, `NSE_EQ:11000`, without what a quote need not have. */
  quotes: Record<string, DhanRow> = {};
  /** Whether the account pays for the Data APIs; an answer of the real ones where it does not. */
  dataPlan: 'active' | '806' | 'DH-902' = 'active';
  refused = 0;
  renewals = 0;
  /** When each live token ends. */
  readonly #tokens = new Map<string, Date>();
  #variation: Variation | null = null;
  #endAfter: number | null = null;
  #keepsRates = false;
  #rateTime = () => performance.now();
  #arrivals: number[] = [];
  #quoteArrivals: number[] = [];

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
    this.renewals = 0;
    this.pageSize = 20;
    this.renewForm = 'accessToken';
    this.#variation = null;
    this.#endAfter = null;
    this.#keepsRates = false;
    this.#rateTime = () => performance.now();
    this.#arrivals = [];
    this.#tokens.clear();
    this.books = dhanBooks(world, this.now());
    this.dataPlan = 'active';
    this.#quoteArrivals = [];
    this.quotes = Object.fromEntries(
      this.books.holdings.map((row) => [
        `NSE_EQ:${String(row['securityId'])}`,
        dhanQuote(2701.05, this.now()),
      ]),
    );
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

  /** A token as the web page makes it, good for 24 hours. */
  accessToken(): string {
    const token = `eyJhbGciOiJIUzUxMiJ9.${randomBytes(24).toString('base64url')}.${randomBytes(24).toString('base64url')}`;
    this.#tokens.set(token, new Date(this.now().getTime() + TOKEN_LIFE_MS));
    return token;
  }

  /** When a token ends, as `/profile` writes it: Indian time, to the minute. */
  validity(token: string): string {
    const end = this.#tokens.get(token) ?? this.now();
    const [day = '', time = ''] = new Date(end.getTime() + IST_MS).toISOString().split('T');
    return `${day.split('-').toReversed().join('/')} ${time.slice(0, 5)}`;
  }

  #respond(url: URL, asked: Asked): Reply {
    if (this.#isTooMuch()) {
      this.refused += 1;
      return refusal(429, 'Rate_Limit', 'DH-904', 'Too many requests on server from single user.');
    }
    const token = tokenOf(asked.headers) ?? '';
    // An echo of what was sent, as servers like to give: nobody may hand it on.
    if (!this.#isLive(token))
      return refusal(
        401,
        'Invalid_Authentication',
        'DH-901',
        `Client ID or access token ${token} is invalid or expired.`,
      );
    const path = url.pathname;
    if (path.startsWith('/v2/marketfeed/')) return this.#marketfeed(path, asked);
    if (asked.method !== 'GET' || !path.startsWith('/v2/')) return this.#nowhere(path);
    if (path === '/v2/profile') return this.#answer(this.#profile(token));
    if (path === '/v2/RenewToken') return this.#renew(token, asked.headers);
    if (path === '/v2/holdings')
      return this.books.holdings.length === 0
        ? refusal(500, 'HOLDING_ERROR', 'DH-1111', 'No holdings available')
        : this.#answer(this.#varied(this.books.holdings));
    if (path === '/v2/orders') return this.#answer(this.#varied(this.#ofHistory(this.books.orders)));
    if (path === '/v2/trades') return this.#answer(this.#varied(this.#todaysFills()));
    const [, from, to, page] = /^\/v2\/trades\/(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)\/(\d+)$/.exec(path) ?? [];
    if (from === undefined || to === undefined) return this.#nowhere(path);
    return this.#answer(this.#varied(this.#page(from, to, Number(page))));
  }

  /** Dhan's market quotes: `{ NSE_EQ: [11536] }` asked for, `{ data: { NSE_EQ: { "11536": … } }, status }` answered. */
  #marketfeed(path: string, { method, headers, body }: Asked): Reply {
    const now = this.#rateTime();
    this.#quoteArrivals = this.#quoteArrivals.filter((at) => now - at < WINDOW_MS);
    this.#quoteArrivals.push(now);
    if (this.#keepsRates && this.#quoteArrivals.length > QUOTES_PER_SECOND) {
      this.refused += 1;
      return dataRefusal(
        429,
        805,
        'Too many requests. Further requests may result in the user being blocked.',
      );
    }
    if (this.dataPlan === '806') return dataRefusal(200, 806, 'Data APIs not Subscribed');
    if (this.dataPlan === 'DH-902')
      return refusal(403, 'Invalid_Access', 'DH-902', 'User has not subscribed to Data APIs.');
    const kind = /^\/v2\/marketfeed\/(ltp|ohlc|quote)$/.exec(path)?.[1];
    if (method !== 'POST' || kind === undefined) return this.#nowhere(path);
    if (headers['client-id'] !== DhanServer.CLIENT_ID) return dataRefusal(401, 810, 'Client ID is invalid');
    const wanted = JSON.parse(body) as Record<string, number[]>;
    const ids = Object.values(wanted).flat();
    if (ids.length > QUOTED_AT_ONCE)
      return dataRefusal(400, 804, 'Requested number of instruments exceeds limit');
    if (!ids.every(Number.isInteger)) return dataRefusal(400, 814, 'Invalid Request');
    const data: Record<string, Record<string, unknown>> = {};
    for (const [segment, some] of Object.entries(wanted)) {
      data[segment] = {};
      for (const id of some) {
        const quote = this.quotes[`${segment}:${id}`];
        if (quote !== undefined) data[segment][id] = partOf(quote, kind);
      }
    }
    return this.#answer({ data, status: 'success' });
  }

  #page(from: string, to: string, page: number): DhanRow[] {
    const rows = this.#ofHistory(this.books.history).filter((row) => {
      const day = String(row['exchangeTime']).slice(0, 10);
      return day >= from && day <= to;
    });
    const pages: DhanRow[][] = [];
    const sizes = this.#variation === 'another page size' ? [7, 3] : [this.pageSize];
    for (let at = 0; at < rows.length;) {
      const size = sizes[pages.length % sizes.length] ?? this.pageSize;
      pages.push(rows.slice(at, at + size));
      at += size;
    }
    if (this.#variation === 'reordered pages') pages.reverse();
    if (this.#variation === 'an empty page between') pages.splice(1, 0, []);
    if (this.#variation === 'endless pages' && pages.length > 0) return pages[page % pages.length] ?? [];
    return (this.#variation === 'repeated pages' ? doubled(pages) : pages)[page] ?? [];
  }

  #todaysFills(): DhanRow[] {
    const rows = this.#ofHistory(this.books.trades);
    return this.#variation === 'repeated pages' ? doubled(rows) : rows;
  }

  #ofHistory(rows: DhanRow[]): DhanRow[] {
    return this.#variation === 'empty history' ? [] : rows;
  }

  #varied(rows: DhanRow[]): DhanRow[] {
    if (this.#variation === 'unknown words')
      return rows.map((row) =>
        row === this.books.history.at(-1) ? { ...row, transactionType: 'LEND' } : row,
      );
    if (this.#variation !== 'missing optional fields') return rows;
    return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => NEEDED.has(name))));
  }

  #answer(data: unknown): Reply {
    let body = JSON.stringify(data);
    if (this.#variation === 'exponent numbers') body = inExponents(body);
    if (this.#variation === 'numbers as text') body = asText(body);
    return { status: 200, type: 'application/json', body };
  }

  #profile(token: string): unknown {
    return {
      dhanClientId: DhanServer.CLIENT_ID,
      tokenValidity: this.validity(token),
      activeSegment: 'E, D, C, M, ',
      ddpi: 'Active',
      mtf: 'Active',
      dataPlan: 'Deactive',
      dataValidity: '2026-12-31 23:59:59.0',
    };
  }

  #renew(old: string, headers: Asked['headers']): Reply {
    if (headers['dhanclientid'] !== DhanServer.CLIENT_ID)
      return refusal(
        400,
        'Input_Exception',
        'DH-905',
        'Missing required fields, bad values for parameters etc.',
      );
    this.#tokens.delete(old);
    this.renewals += 1;
    const token = this.accessToken();
    if (this.renewForm === 'token') return this.#answer({ token });
    const [day = '', time = ''] = this.validity(token).split(' ');
    const expiryTime = `${day.split('/').toReversed().join('-')}T${time}:00`;
    return this.#answer({ dhanClientId: DhanServer.CLIENT_ID, accessToken: token, expiryTime });
  }

  #isLive(token: string): boolean {
    if (this.#endAfter !== null) {
      if (this.#endAfter === 0) this.#tokens.clear();
      this.#endAfter = Math.max(0, this.#endAfter - 1);
    }
    const end = this.#tokens.get(token);
    return end !== undefined && this.now() < end;
  }

  #isTooMuch(): boolean {
    const now = this.#rateTime();
    this.#arrivals = this.#arrivals.filter((at) => now - at < WINDOW_MS);
    this.#arrivals.push(now);
    return this.#keepsRates && this.#arrivals.length > PER_SECOND;
  }

  /** A gateway before Dhan knows no such path. */
  #nowhere(path: string): Reply {
    const body = { timestamp: this.now().toISOString(), status: 404, error: 'Not Found', path };
    return { status: 404, type: 'application/json', body: JSON.stringify(body) };
  }
}

/** Without these a row says nothing; everything else Dhan may leave out. */
const NEEDED = new Set(
  `orderId exchangeTime transactionType exchangeSegment tradedQuantity tradedPrice securityId orderStatus totalQty
   tradingSymbol`.split(/\s+/),
);

const tokenOf = (headers: Asked['headers']) => {
  const token = headers['access-token'];
  return typeof token === 'string' && token !== '' ? token : null;
};

/** The data API refuses in another form than the trading API, and with any status. */
function dataRefusal(status: number, code: number, words: string): Reply {
  return {
    status,
    type: 'application/json',
    body: JSON.stringify({ data: { [code]: words }, status: 'failed' }),
  };
}

/** What a route tells of a quote. */
function partOf(quote: DhanRow, kind: string): DhanRow {
  const { last_price, ohlc } = quote;
  return kind === 'ltp' ? { last_price } : kind === 'ohlc' ? { last_price, ohlc } : quote;
}

function refusal(status: number, errorType: string, errorCode: string, errorMessage: string): Reply {
  const body = JSON.stringify({ errorType, errorCode, errorMessage });
  return { status, type: 'application/json', body };
}
