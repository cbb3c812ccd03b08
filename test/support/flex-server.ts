import type { BrokerDouble, LoggedRequest, Variation, World } from './broker-double.ts';
import {
  type FlexAttributes,
  flexCash,
  flexPosition,
  flexReport,
  type FlexSections,
  flexTax,
  flexTrade,
} from './flex-statement.ts';
import { type Asked, LoopbackServer, type Reply } from './loopback.ts';
import { doubled } from './number-forms.ts';
import { DAY_MS } from '../../core/platform/index.ts';

const SERVICE = '/AccountManagement/FlexWebService';
/** A second as the service counts it: requests travel, so a little less than a whole one. */
const SECOND_MS = 900;
const MINUTE_MS = 59_500;
const PER_MINUTE = 10;

/** What the service says instead of a statement. */
export interface FlexRefusal {
  code: number;
  /** At the first question (send) or at the second (get). */
  at: 'send' | 'get';
  /** How many times. */
  times: number;
}

const MESSAGES: Readonly<Record<number, string>> = {
  1001: 'Statement could not be generated at this time. Please try again shortly.',
  1012: 'Token has expired.',
  1014: 'Query is invalid.',
  1015: 'Token is invalid.',
  1017: 'Reference code is invalid.',
  1018: 'Too many requests have been made from this token. Please try again shortly.',
  1019: 'Statement generation in progress. Please try again shortly.',
  1020: 'Invalid request or unable to validate request.',
};

/** A double of the Flex Web Service for one token and query; `statements`, `now` and `place` may be changed while it runs. */
export class FlexServer extends LoopbackServer implements BrokerDouble {
  static readonly TOKEN = '102030405060708090100110';
  static readonly QUERY = '990123';

  statements: FlexSections[] = [];
  now: () => Date;
  /** Address the service sends to for the statement; null is its own. */
  place: string | null = null;
  contentType = 'text/xml;charset=UTF-8';
  refused = 0;
  /** Statements handed out. */
  served = 0;
  #refusals: FlexRefusal[] = [];
  #variation: Variation | null = null;
  #endAfter: number | null = null;
  #keepsRates = false;
  #rateTime = () => performance.now();
  #arrivals: number[] = [];
  readonly #references = new Set<string>();

  constructor(now: () => Date = () => new Date()) {
    super((url, asked) => this.#respond(url, asked));
    this.now = now;
  }

  get log(): LoggedRequest[] {
    return this.requests.map(({ path, at }) => ({
      path,
      at,
      token: new URL(path, 'http://loopback').searchParams.get('t'),
    }));
  }

  reset(world: World): void {
    this.calm();
    this.refused = 0;
    this.served = 0;
    this.place = null;
    this.#refusals = [];
    this.#variation = null;
    this.#endAfter = null;
    this.#keepsRates = false;
    this.#rateTime = () => performance.now();
    this.#arrivals = [];
    this.#references.clear();
    this.statements = [statementOf(world, this.now())];
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

  /** The service answers with this code, in the words and with the status that it has. */
  refuse(
    code: number,
    { at = 'get', times = Number.POSITIVE_INFINITY }: Partial<Omit<FlexRefusal, 'code'>> = {},
  ): void {
    this.#refusals.push({ code, at, times });
  }

  /** The document as the query gives it. */
  document(): string {
    return flexReport(...this.statements.map((sections) => this.#varied(sections)));
  }

  #respond(url: URL, asked: Asked): Reply {
    if (this.#isTooMuch()) {
      this.refused += 1;
      return this.#answer(1018);
    }
    const isSend = url.pathname === `${SERVICE}/SendRequest`;
    if (!isSend && url.pathname !== `${SERVICE}/GetStatement`)
      return { status: 404, type: 'text/html', body: '<html><body>Not Found</body></html>' };
    if ((asked.headers['user-agent'] ?? '') === '')
      return { status: 403, type: 'text/html', body: '<html><body>Forbidden</body></html>' };
    const { searchParams: wanted } = url;
    if (wanted.get('v') !== '3') return this.#answer(1020);
    const code = this.#codeFor(isSend, wanted);
    if (code !== null) return this.#answer(code);
    if (!isSend) {
      this.served += 1;
      return { status: 200, type: this.contentType, body: this.document() };
    }
    const reference = String(3_000_000_000 + this.#references.size);
    this.#references.add(reference);
    const place = this.place ?? `${this.url}${SERVICE}/GetStatement`;
    return this.#xml(
      `<Status>Success</Status>\n<ReferenceCode>${reference}</ReferenceCode>\n<Url>${place}</Url>`,
    );
  }

  #codeFor(isSend: boolean, wanted: URLSearchParams): number | null {
    if (this.#endAfter !== null) {
      if (this.#endAfter === 0) return 1012;
      this.#endAfter -= 1;
    }
    if (wanted.get('t') !== FlexServer.TOKEN) return 1015;
    const refusal = this.#refusals.find(({ at, times }) => times > 0 && at === (isSend ? 'send' : 'get'));
    if (refusal !== undefined) {
      refusal.times -= 1;
      return refusal.code;
    }
    if (isSend) return wanted.get('q') === FlexServer.QUERY ? null : 1014;
    return this.#references.has(wanted.get('q') ?? '') ? null : 1017;
  }

  #isTooMuch(): boolean {
    const now = this.#rateTime();
    this.#arrivals = this.#arrivals.filter((at) => now - at < MINUTE_MS);
    const isBusy = this.#arrivals.some((at) => now - at < SECOND_MS) || this.#arrivals.length >= PER_MINUTE;
    this.#arrivals.push(now);
    return this.#keepsRates && isBusy;
  }

  /** Errors come with status 200, with a timestamp or without, and 1019 as a warning. */
  #answer(code: number): Reply {
    const status = code === 1019 ? 'Warn' : 'Fail';
    return this.#xml(
      `<Status>${status}</Status>\n<ErrorCode>${code}</ErrorCode>\n<ErrorMessage>${MESSAGES[code] ?? 'Sorry.'}</ErrorMessage>`,
      code % 2 === 0 ? '' : " timestamp='28 August, 2026 10:37 AM EDT'",
    );
  }

  #xml(inner: string, attributes = ''): Reply {
    const body = `<FlexStatementResponse${attributes}>\n${inner}\n</FlexStatementResponse>\n`;
    return { status: 200, type: this.contentType, body };
  }

  #varied(sections: FlexSections): FlexSections {
    const { trades = [], cash = [], positions = [], actions = [] } = sections;
    const plain = trades as FlexAttributes[];
    const each = (change: (row: FlexAttributes) => FlexAttributes): FlexSections => ({
      ...sections,
      positions: positions.map(change),
      trades: plain.map(change),
      cash: cash.map(change),
      actions: actions.map(change),
    });
    switch (this.#variation) {
      case 'repeated pages':
        return { ...sections, positions: doubled(positions), trades: doubled(plain) };
      case 'reordered pages':
        return {
          ...sections,
          positions: positions.toReversed(),
          trades: plain.toReversed(),
          cash: cash.toReversed(),
          actions: actions.toReversed(),
        };
      case 'empty history':
        return { ...sections, trades: [], cash: [], actions: [] };
      case 'unknown words':
        return {
          ...sections,
          trades: plain.map((row, at) => (at === 0 ? { ...row, buySell: 'LEND' } : row)),
        };
      case 'missing optional fields':
        return each((row) => Object.fromEntries(Object.entries(row).filter(([name]) => NEEDED.has(name))));
      case 'exponent numbers':
        return each((row) => inFigures(row, (text) => Number(text).toExponential().toUpperCase()));
      case 'numbers as text':
        return each((row) => inFigures(row, withThousands));
      default:
        return sections;
    }
  }
}

const FIGURES = new Set(
  'quantity tradePrice ibCommission taxes position costBasisPrice costBasisMoney markPrice positionValue amount'.split(
    ' ',
  ),
);
/** Without these a row says nothing; everything else is a person's choice. */
const NEEDED = new Set(
  `assetCategory conid symbol currency tradeID transactionID dateTime quantity tradePrice buySell levelOfDetail
   position type amount`.split(/\s+/),
);

function inFigures(row: FlexAttributes, write: (text: string) => string): FlexAttributes {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, FIGURES.has(name) ? write(String(value)) : value]),
  );
}

function withThousands(text: string): string {
  const [whole = '', part] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? grouped : `${grouped}.${part}`;
}

const compact = (at: Date) => at.toISOString().slice(0, 10).replaceAll('-', '');

/** A world as one statement: every tenth trade is a dividend with its tax, the rest are purchases and sales. */
function statementOf({ holdings, trades, leftOut }: World, now: Date): FlexSections {
  const day = (back: number) => compact(new Date(now.getTime() - back * DAY_MS));
  const security = (at: number) => ({
    symbol: `ACM${at}`,
    conid: String(265_000 + at),
    securityID: '',
    isin: '',
  });
  const rows: FlexAttributes[] = [];
  const cash: FlexAttributes[] = [];
  for (let at = 0; at < trades; at += 1) {
    const of = security(at % Math.max(1, holdings));
    const date = day(1 + (at % 300));
    if (at % 10 === 9) {
      const paid = { ...of, dateTime: date, settleDate: date, reportDate: date };
      const description = `${of.symbol} CASH DIVIDEND NO ${at}`;
      cash.push(
        flexCash({
          ...paid,
          amount: `${at}.5`,
          transactionID: `6${at}`,
          description: `${description} (Ordinary)`,
        }),
        flexTax({
          ...paid,
          amount: '-1.25',
          transactionID: `7${at}`,
          description: `${description} - US TAX`,
        }),
      );
      continue;
    }
    const isSale = at % 3 === 2;
    rows.push(
      flexTrade({
        ...of,
        tradeID: String(1_000_000 + at),
        transactionID: String(2_000_000 + at),
        dateTime: `${date};093100`,
        tradeDate: date,
        reportDate: date,
        quantity: isSale ? '-1200' : '1500.5',
        buySell: isSale ? 'SELL' : 'BUY',
        tradePrice: `10${at}.1234`,
        ibCommission: `-0.${100 + at}`,
      }),
    );
  }
  for (let at = 0; at < leftOut; at += 1) {
    const assetCategory = ['OPT', 'CASH', 'FUT'][at % 3] ?? 'OPT';
    rows.push(flexTrade({ assetCategory, symbol: `LEFT${at}`, tradeID: String(5_000_000 + at) }));
  }
  const positions = Array.from({ length: holdings }, (_, at) =>
    flexPosition({ ...security(at), position: `${1000 + at}.5`, reportDate: day(1), costBasisMoney: '' }),
  );
  return { to: day(1), positions, trades: rows, cash, actions: [] };
}
