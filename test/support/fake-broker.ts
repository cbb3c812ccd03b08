import type {
  Access,
  BrokerAdapter,
  BrokerHolding,
  BrokerQuote,
  BrokerSession,
  BrokerTrade,
  ExcludedRow,
  Quotable,
  Renewal,
  Secrets,
  StockRule,
  SyncRhythm,
  TradePage,
} from '../../core/brokers/adapter.ts';
import { BrokerFailure, NeedsOtpError } from '../../core/brokers/failure.ts';
import type { AdapterEntry } from '../../core/brokers/index.ts';
import type { Clock } from '../../core/platform/index.ts';

/** A call that the fake broker was made, with the token it was made with. */
export interface Call {
  what: 'connect' | 'renew' | 'otp' | 'holdings' | 'trades' | 'quotes';
  token: string | null;
  at: Date;
  from?: string | null;
}

/** A broker that does what its test tells it to, without any wire. */
export class FakeBroker {
  readonly calls: Call[] = [];
  holdings: BrokerHolding[] = [];
  /** Pages of trades, as they are handed out. */
  pages: Iterable<TradePage> = [];
  leftOut: ExcludedRow[] = [];
  renewal: Renewal = 'renew';
  stock: StockRule = 'DELIVERED';
  /** Day of the list of holdings; null for the day on which it is read. */
  asOf: string | null = null;
  rhythm: SyncRhythm = { kind: 'interval', minutes: 30 };
  canTrade = true;
  /** Life of a new session in hours; null when the broker does not say. */
  lifeHours: number | null = 24;
  loginPage: string | null = null;
  prices: Record<string, BrokerQuote> = {};
  /** Called at the beginning of each call; may throw, or wait. */
  before: (call: Call) => void | Promise<void> = () => undefined;
  /** Logs in while reading, as brokers without a lasting session do. */
  loginWhileReading = false;
  /** The next login asks for this password. */
  otp: string | null = null;
  #sessions = 0;
  #clock: Clock = { now: () => new Date(0) };

  /** Its line for the table of adapters. */
  entry(broker: BrokerAdapter['broker'] = 'dhan'): AdapterEntry {
    return {
      switchedOnBy: 'YAHOO_BASE_URL',
      create: ({ clock, baseUrl }) => {
        this.#clock = clock;
        return this.#adapter(broker, baseUrl !== null);
      },
    };
  }

  /** As new, for the next case of a core that is shared. */
  reset(): void {
    Object.assign(this, new FakeBroker());
    this.#sessions = 0;
  }

  count(what: Call['what']): number {
    return this.calls.filter((call) => call.what === what).length;
  }

  session(token = `token-${(this.#sessions += 1)}-of-the-fake-broker`): BrokerSession {
    const issued_at = this.#clock.now();
    const expires_at =
      this.lifeHours === null ? null : new Date(issued_at.getTime() + this.lifeHours * 3_600_000);
    return { values: { access_token: token }, issued_at, expires_at };
  }

  async #call(what: Call['what'], session: BrokerSession | null, from?: string | null): Promise<void> {
    const call: Call = {
      what,
      token: session?.values['access_token'] ?? null,
      at: this.#clock.now(),
      ...(from === undefined ? {} : { from }),
    };
    this.calls.push(call);
    await this.before(call);
  }

  #adapter(broker: BrokerAdapter['broker'], isOn: boolean): BrokerAdapter {
    const call: FakeBroker['call'] = async (...given) => {
      if (!isOn) throw new BrokerFailure('BROKER_OFF', 'the fake broker is off');
      await this.#call(...given);
    };
    const now = { canTrade: () => this.canTrade, rhythm: () => this.rhythm, renewal: () => this.renewal };
    return {
      broker,
      title: 'Fake Broker',
      get canTrade() {
        return now.canTrade();
      },
      fields: [
        { name: 'client_id', label: 'Client id', hint: 'On your profile.', secret: false, required: true },
        {
          name: 'secret',
          label: 'Secret',
          hint: 'From the developer page.',
          secret: true,
          required: true,
          pattern: /^\S{4,}$/,
        },
        {
          name: 'pin',
          label: 'PIN',
          hint: 'Four digits.',
          secret: true,
          required: false,
          pattern: /^\d{4}$/,
        },
      ],
      get rhythm() {
        return now.rhythm();
      },
      get renewal() {
        return now.renewal();
      },
      stock: this.stock,
      account: (credentials) => credentials['client_id'] ?? null,
      loginUrl: () => this.loginPage,
      connect: async ({ session }, { requestToken }) => {
        await call('connect', session);
        if (this.otp !== null)
          throw new NeedsOtpError('a password was sent', { cookie: 'otp-cookie-of-the-fake-broker' });
        if (this.loginPage !== null && requestToken === undefined)
          throw new BrokerFailure('NEEDS_LOGIN', 'the person must log in');
        return this.session();
      },
      renew: async ({ session }) => {
        await call('renew', session);
        return this.session();
      },
      verifyOtp: async ({ session }: Access, _otpSession: Secrets, otp: string) => {
        await call('otp', session);
        if (otp !== this.otp) throw new BrokerFailure('OTP_REJECTED', 'a wrong password');
        this.otp = null;
        return this.session();
      },
      read: async ({ session }) => {
        let used = session;
        let made: BrokerSession | null = null;
        if (this.loginWhileReading && session === null) {
          await call('connect', null);
          if (this.otp !== null)
            throw new NeedsOtpError('a password was sent', { cookie: 'otp-cookie-of-the-fake-broker' });
          used = made = this.session();
        }
        return {
          session: made,
          holdings: async () => {
            await call('holdings', used);
            const of = this.asOf;
            const as_of = of === null ? undefined : { first: of, last: of };
            return { holdings: this.holdings, left_out: this.leftOut, as_of };
          },
          trades: ({ from }) => this.#pages(call, used, from),
          close: () => Promise.resolve(),
        };
      },
      quotes: async ({ session }: Access, wanted: readonly Quotable[]) => {
        await call('quotes', session);
        return wanted.map(({ symbol }) => this.prices[symbol] ?? null);
      },
    };
  }

  async *#pages(
    call: FakeBroker['call'],
    session: BrokerSession | null,
    from: string | null,
  ): AsyncIterable<TradePage> {
    let isEmpty = true;
    for (const page of this.pages) {
      isEmpty = false;
      await call('trades', session, from);
      yield page;
    }
    if (isEmpty) await call('trades', session, from);
  }

  declare readonly call: (
    what: Call['what'],
    session: BrokerSession | null,
    from?: string | null,
  ) => Promise<void>;
}

/** A position with the usual values. */
export function held(symbol: string, quantity: string, over: Partial<BrokerHolding> = {}): BrokerHolding {
  return {
    symbol,
    name: null,
    isin: null,
    security_id: null,
    asset_class: 'Indian Equity',
    currency: 'INR',
    quantity,
    avg_buy_price: '100',
    last_price: '120',
    previous_close: '118',
    price_as_of: null,
    ...over,
  };
}

/** A trade with the usual values. */
export function trade(
  execution_id: string,
  symbol: string,
  quantity: string,
  over: Partial<BrokerTrade> = {},
): BrokerTrade {
  return {
    symbol,
    isin: null,
    security_id: null,
    type: 'BUY',
    date: '2026-02-02',
    quantity,
    price: '100',
    fee_tax: '1.5',
    currency: 'INR',
    asset_class: 'Indian Equity',
    execution_id,
    is_intraday: false,
    ...over,
  };
}

export const page = (...trades: BrokerTrade[]): TradePage => ({ trades, left_out: [] });
