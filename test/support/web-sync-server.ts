import type { Variation, World } from './broker-double.ts';
import { type Asked, LoopbackServer, type Reply } from './loopback.ts';
import { webSyncRows, type Row } from './web-sync-rows.ts';

interface Session {
  csrf: string;
  userId: string | null;
  otpToken: string | null;
}
interface Account {
  pin: string;
  devices: Set<string>;
  otp: string | null;
  isOtpOld: boolean;
  account: string;
  holdings: Row[];
  transactions: Row[];
}

const REQUESTS_A_SECOND = 3;
// Requests do not travel equally fast: what was a second apart may arrive a little closer.
const WINDOW_MS = 950;
const FIGURES = new Set(['quantity', 'price', 'charges', 'avg_price', 'last_price', 'previous_close']);
const OPTIONAL = [
  'name',
  'isin',
  'security_id',
  'currency',
  'avg_price',
  'last_price',
  'previous_close',
  'charges',
];

/**
 * A double of the web backend: sessions by cookie with an anti-forgery token, devices that are trusted or not, one-time
 * passwords, pages. Everything may be changed while it runs.
 */
export class WebSyncServer extends LoopbackServer {
  /** The account that the contract plays with, and its device. */
  static readonly USER = { user_id: 'RK1234', pin: '739105' };
  static readonly DEVICE = 'device-of-the-contract';
  static readonly SESSION = {
    cookies: { web_session: 'a-session-from-before' },
    csrf: 'a-token-from-before',
  };
  readonly accounts = new Map<string, Account>();
  readonly log: { path: string; at: number; token: string | null }[] = [];
  /** One-time passwords sent so far, newest last. */
  readonly sentOtps: { userId: string; otp: string }[] = [];
  /** Logins that were tried, good or not. */
  logins = 0;
  refused = 0;
  /** Whether pages tell how many rows there are in all. */
  tellsTotal = false;
  /** What becomes of a page on its way, by its number. */
  bent = new Map<number, 'empty' | 'cut' | 'like the one before'>();
  /** Called with the number of each page of transactions after it was answered. */
  afterPage: (page: number) => void = () => undefined;
  readonly #sessions = new Map<string, Session>();
  #variation: Variation | null = null;
  #hasRate = false;
  #rateTime = () => performance.now();
  #arrivals: number[] = [];
  #ending: { ids: Set<string>; after: number } | null = null;
  #drawn = 0;

  constructor() {
    super((url, asked) => this.#answerOnce(url, asked));
    this.reset({ holdings: 0, trades: 0, leftOut: 0 });
  }

  reset(world: World): void {
    this.calm();
    this.accounts.clear();
    this.#sessions.clear();
    this.log.length = 0;
    this.sentOtps.length = 0;
    this.logins = 0;
    this.refused = 0;
    this.tellsTotal = false;
    this.bent.clear();
    this.afterPage = () => undefined;
    this.#variation = null;
    this.#hasRate = false;
    this.#rateTime = () => performance.now();
    this.#arrivals = [];
    this.#ending = null;
    const { user_id, pin } = WebSyncServer.USER;
    this.addAccount(user_id, pin, world).devices.add(WebSyncServer.DEVICE);
    const { cookies, csrf } = WebSyncServer.SESSION;
    this.#sessions.set(cookies.web_session, { csrf, userId: user_id, otpToken: null });
  }

  addAccount(userId: string, pin: string, world: World): Account {
    const account: Account = {
      pin,
      devices: new Set(),
      otp: null,
      isOtpOld: false,
      account: userId,
      ...webSyncRows(world),
    };
    this.accounts.set(userId, account);
    return account;
  }

  /** Trust in every device of this account is gone, and its sessions with it. */
  distrust(userId: string): void {
    this.accounts.get(userId)?.devices.clear();
    for (const [id, session] of this.#sessions) if (session.userId === userId) this.#sessions.delete(id);
  }

  /** The password that was sent last is too old from now on. */
  ageOtp(userId: string): void {
    const account = this.accounts.get(userId);
    if (account !== undefined) account.isOtpOld = true;
  }

  vary(variation: Variation): void {
    this.#variation = variation;
  }

  keepRates(now = () => performance.now()): void {
    this.#hasRate = true;
    this.#rateTime = now;
  }

  endSessions({ after = 0 }: { after?: number } = {}): void {
    this.#ending = { ids: new Set(this.#sessions.keys()), after };
  }

  #answerOnce(url: URL, asked: Asked): Reply {
    const at = performance.now();
    const id = /(?:^|;\s*)web_session=([^;]+)/.exec(asked.headers.cookie ?? '')?.[1] ?? null;
    this.log.push({ path: `${asked.method} ${url.pathname}`, at, token: id });
    if (this.#hasRate && !this.#admit(this.#rateTime())) return refusal(429, 'TOO_MANY');
    if (this.#ending !== null && (this.#ending.after -= 1) < 0) {
      for (const ended of this.#ending.ids) this.#sessions.delete(ended);
      this.#ending = null;
    }
    if (url.pathname === '/api/session') return this.#begin();
    const session = id === null ? undefined : this.#sessions.get(id);
    if (session === undefined) return refusal(401, 'SESSION_EXPIRED');
    if (asked.method === 'POST') {
      if (asked.headers['x-csrf-token'] !== session.csrf) return refusal(403, 'FORGERY_TOKEN');
      const body = JSON.parse(asked.body) as Row;
      if (url.pathname === '/api/login') return this.#logIn(session, body);
      if (url.pathname === '/api/login/otp') return this.#verify(session, body);
    }
    const account = session.userId === null ? undefined : this.accounts.get(session.userId);
    if (account === undefined) return refusal(401, 'SESSION_EXPIRED');
    if (url.pathname === '/api/holdings')
      return this.#reply({ as_of: '2026-03-02', holdings: account.holdings.map((row) => this.#vary(row)) });
    if (url.pathname === '/api/transactions') return this.#page(account, url.searchParams);
    return refusal(404, 'UNKNOWN');
  }

  #admit(at: number): boolean {
    this.#arrivals = this.#arrivals.filter((before) => before > at - WINDOW_MS);
    const isFree = this.#arrivals.length < REQUESTS_A_SECOND;
    if (isFree) this.#arrivals.push(at);
    else this.refused += 1;
    return isFree;
  }

  #draw(what: string): string {
    this.#drawn += 1;
    return `${what}-${this.#drawn}-${Math.random().toString(36).slice(2, 10)}`;
  }

  #begin(): Reply {
    const id = this.#draw('session');
    const csrf = this.#draw('token');
    this.#sessions.set(id, { csrf, userId: null, otpToken: null });
    const headers = {
      'set-cookie': [`web_session=${id}; Path=/; HttpOnly; Secure`, 'tracking=; Max-Age=0; Path=/'],
    };
    return { ...this.#reply({ csrf_token: csrf }), headers };
  }

  #logIn(session: Session, { user_id, pin, device_id }: Row): Reply {
    this.logins += 1;
    const account = this.accounts.get(String(user_id));
    if (account === undefined || account.pin !== pin) return refusal(401, 'INVALID_CREDENTIALS');
    if (typeof device_id === 'string' && account.devices.has(device_id))
      return this.#open(session, String(user_id), device_id);
    account.otp = String(100_000 + ((this.sentOtps.length * 7919 + 81_205) % 900_000));
    account.isOtpOld = false;
    session.userId = null;
    session.otpToken = `${String(user_id)}/${this.#draw('otp')}`;
    this.sentOtps.push({ userId: String(user_id), otp: account.otp });
    return this.#reply({ status: 'otp_required', otp_token: session.otpToken });
  }

  #verify(session: Session, { otp_token, otp }: Row): Reply {
    const userId = String(otp_token).split('/')[0] ?? '';
    const account = this.accounts.get(userId);
    if (account === undefined || session.otpToken !== otp_token) return refusal(401, 'SESSION_EXPIRED');
    if (account.isOtpOld) return refusal(401, 'OTP_EXPIRED');
    if (account.otp !== otp) return refusal(401, 'OTP_WRONG');
    account.otp = null;
    session.otpToken = null;
    const device = this.#draw('device');
    account.devices.add(device);
    return this.#open(session, userId, device);
  }

  #open(session: Session, userId: string, device_id: string): Reply {
    session.userId = userId;
    session.csrf = this.#draw('token');
    const account = this.accounts.get(userId)?.account;
    return this.#reply({ status: 'ok', csrf_token: session.csrf, device_id, account });
  }

  #page(account: Account, query: URLSearchParams): Reply {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9999'];
    const wanted = account.transactions.filter(
      ({ trade_date }) => String(trade_date) >= from && String(trade_date) <= to,
    );
    const rows = this.#variation === 'empty history' ? [] : wanted;
    const number = Number(query.get('page'));
    const asked = Number(query.get('page_size'));
    const pages = this.#pages(rows, asked);
    const bent = this.bent.get(number);
    const at = bent === 'like the one before' ? number - 2 : number - 1;
    const page = { ...(pages[at] ?? { page_size: asked, rows: [] }) };
    if (bent === 'empty') page.rows = [];
    if (bent === 'cut') page.rows = page.rows.slice(0, Math.floor(page.rows.length / 2));
    if (this.#variation === 'endless pages') {
      const first = rows.slice(0, Math.min(rows.length, asked));
      return this.#reply({ page_size: first.length, transactions: first });
    }
    const transactions = page.rows.map((row) => this.#vary(row));
    const last = transactions.at(-1);
    if (this.#variation === 'unknown words' && number === 1 && last !== undefined) last['side'] = 'GIFTED';
    const total = this.tellsTotal ? { total: rows.length } : {};
    this.afterPage(number);
    return this.#reply({ page_size: page.page_size, ...total, transactions });
  }

  #pages(rows: readonly Row[], asked: number): { page_size: number; rows: readonly Row[] }[] {
    const sizes = this.#variation === 'another page size' ? [7, 3] : [this.#manyPages(asked)];
    const pages: { page_size: number; rows: readonly Row[] }[] = [];
    for (let at = 0; at <= rows.length; at += pages.at(-1)?.page_size ?? 1) {
      const page_size = sizes[Math.min(pages.length, sizes.length - 1)] ?? asked;
      pages.push({ page_size, rows: rows.slice(at, at + page_size) });
    }
    // The last page is the one that is short, so it stays the last.
    const full = pages.slice(0, -1);
    const last = pages.slice(-1);
    if (this.#variation === 'repeated pages') return [...full.flatMap((page) => [page, page]), ...last];
    if (this.#variation !== 'reordered pages') return pages;
    const turned = [...full.toReversed(), ...last];
    return turned.map((page) => ({ ...page, rows: page.rows.toReversed() }));
  }

  /** Repeated and reordered pages need several of them. */
  #manyPages(asked: number): number {
    return this.#variation === 'repeated pages' || this.#variation === 'reordered pages' ? 10 : asked;
  }

  #vary(row: Row): Row {
    if (this.#variation !== 'missing optional fields') return { ...row };
    const left = Object.entries(row).filter(
      ([name, value]) => !OPTIONAL.includes(name) && value !== 'EQUITY' && value !== 'DELIVERY',
    );
    return Object.fromEntries(left);
  }

  #reply(body: Row): Reply {
    const written = JSON.stringify(body, (name, value: unknown) => {
      if (typeof value !== 'number' || !FIGURES.has(name)) return value;
      if (this.#variation === 'numbers as text') return String(value);
      return this.#variation === 'exponent numbers' ? `EXP${value.toExponential()}` : value;
    });
    const body_ = written.replaceAll(/"EXP([^"]+)"/g, (_, number: string) => number.replace('e', 'E'));
    return { status: 200, type: 'application/json; charset=utf-8', body: body_ };
  }
}

function refusal(status: number, code: string): Reply {
  const body = JSON.stringify({ error: { code, message: 'In the words of the backend.' } });
  return { status, type: 'application/json', body };
}
