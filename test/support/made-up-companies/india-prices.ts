import { createCalendar } from '../../../core/market/calendar/index.ts';
import { COMPANY } from './india-filings.ts';
import { PEERS } from './india-peers.ts';
import { listDay } from './india-lists.ts';

const FIRST = '2025-06-02';
const LAST = '2026-09-30';
const A_YEAR_BEFORE = '2025-09-30';
/** A session on a Sunday, of which no file is there. */
const WITHOUT_FILE = '2026-02-01';

/** Sessions that have files. */
export const SESSIONS: readonly string[] = createCalendar()
  .sessionsBetween('NSE', FIRST, LAST)
  .filter((day) => day !== WITHOUT_FILE);

type Checkpoint = readonly [day: string, paise: number];

/** Closes as they were printed: before the split on shares of ten rupees. */
const OLD_SHARES: readonly Checkpoint[] = [
  [FIRST, 184850],
  ['2025-07-15', 173800],
  ['2025-09-01', 189520],
  ['2025-09-11', 195750],
];
const NEW_SHARES: readonly Checkpoint[] = [
  [COMPANY.changed, 19830],
  [A_YEAR_BEFORE, 19740],
  ['2025-12-01', 20350],
  ['2026-03-02', 20800],
  ['2026-05-29', 21000],
  ['2026-08-14', 23600],
  [LAST, 24695],
];

/** Straight from one checkpoint to the next, and between them up to `sway` above and below, in steps of five paise. */
function line(checkpoints: readonly Checkpoint[], sway: number): Map<string, number> {
  const at = checkpoints.map(([day, paise]) => [SESSIONS.indexOf(day), paise] as const);
  if (at.some(([place]) => place < 0)) throw new RangeError('a checkpoint is no session');
  const closes = new Map<string, number>();
  for (const [nr, [from, start]] of at.entries()) {
    const [to, end] = at[nr + 1] ?? [from, start];
    for (let place = from; place < Math.max(to, from + 1); place += 1) {
      const straight = start + ((end - start) * (place - from)) / Math.max(to - from, 1);
      const swing = place === from ? 0 : (((place * 37) % 41) - 20) * sway;
      closes.set(SESSIONS[place] ?? '', Math.round((straight + swing) / 5) * 5);
    }
  }
  return closes;
}

/** Closes in paise by their day, as printed. */
export const CLOSES: ReadonlyMap<string, number> = new Map([...line(OLD_SHARES, 50), ...line(NEW_SHARES, 5)]);

function peerCloses([before, now]: readonly [number, number]): Map<string, number> {
  return line(
    [
      [FIRST, before],
      [A_YEAR_BEFORE, before],
      [LAST, now],
    ],
    1,
  );
}

const rupees = (paise: number) => (paise / 100).toFixed(2);

function priceRow(symbol: string, series: string, day: string, close: number, before: number): string {
  const prices = [before, close, close, close, close, close, close].map(rupees);
  // A series without trading within the day counts no deliveries.
  const delivered = series === 'BE' ? ['-', '-'] : ['40000', '40.00'];
  return [symbol, series, listDay(day), ...prices, '100000', '200.00', '2500', ...delivered].join(', ');
}

/** Day files of shares, all under one heading; among the shares stands a government bond. */
export function priceFiles(): string {
  const shares: readonly (readonly [string, ReadonlyMap<string, number>])[] = [
    [COMPANY.symbol, CLOSES],
    ...PEERS.map(({ symbol, closes }) => [symbol, peerCloses(closes)] as const),
  ];
  const lines = SESSIONS.flatMap((day, nr) => {
    const rows = shares.map(([symbol, closes]) => {
      const close = closes.get(day) ?? 0;
      // The last of the peers is traded in another series since June.
      const series = symbol === 'SAHYHYD' && day >= '2026-06-08' ? 'BE' : 'EQ';
      return priceRow(symbol, series, day, close, closes.get(SESSIONS[nr - 1] ?? '') ?? close);
    });
    return nr % 40 === 0 ? [...rows, priceRow('710GS2039', 'GS', day, 10120, 10120)] : rows;
  });
  const heading =
    'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE, HIGH_PRICE, LOW_PRICE, LAST_PRICE, CLOSE_PRICE, AVG_PRICE, TTL_TRD_QNTY, TURNOVER_LACS, NO_OF_TRADES, DELIV_QTY, DELIV_PER';
  return `${[heading, ...lines].join('\n')}\n`;
}

/** Day files of indexes; one of them has no opening value. */
export function indexFiles(): string {
  const first = SESSIONS.indexOf(A_YEAR_BEFORE);
  const lines = SESSIONS.flatMap((day, nr) => {
    const [year = '', month = '', date = ''] = day.split('-');
    const printed = `${date}-${month}-${year}`;
    // 25,000.00 a year before, and a fifth more at the end.
    const close = (25_000 + (5_000 * (nr - first)) / (SESSIONS.length - 1 - first)).toFixed(2);
    return [
      `Nifty 50,${printed},${close},${close},${close},${close},0.00,0.00,250000000,18000.5,21.4,3.4,1.25`,
      `Nifty50 Dividend Points,${printed},-,-,-,190.5,0.0,-,-,-,-,-,-`,
    ];
  });
  const heading =
    'Index Name,Index Date,Open Index Value,High Index Value,Low Index Value,Closing Index Value,Points Change,Change(%),Volume,Turnover (Rs. Cr.),P/E,P/B,Div Yield';
  return `${[heading, ...lines].join('\n')}\n`;
}

const SYMBOL = 'KAVFLOW.NS';
const CHANGE = 10;
/** A session of which Yahoo has no close. */
const GAP = '2025-09-19';
const morning = (day: string) => Date.parse(`${day}T03:45:00Z`) / 1000;

function chart(): unknown {
  const closes = SESSIONS.map((day) => {
    const paise = CLOSES.get(day) ?? 0;
    return day === GAP ? null : paise / 100 / (day < COMPANY.changed ? CHANGE : 1);
  });
  const dividends = { '2025-08-22': 0.6, '2026-02-13': 0.75, '2026-08-21': 0.8 };
  const split = { date: morning(COMPANY.changed), numerator: 10, denominator: 1, splitRatio: '10:1' };
  return {
    meta: {
      currency: 'INR',
      symbol: SYMBOL,
      exchangeName: 'NSI',
      instrumentType: 'EQUITY',
      gmtoffset: 19_800,
      timezone: 'IST',
      exchangeTimezoneName: 'Asia/Kolkata',
      regularMarketPrice: 246.95,
      longName: COMPANY.name,
      dataGranularity: '1d',
    },
    timestamp: SESSIONS.map(morning),
    events: {
      dividends: Object.fromEntries(
        Object.entries(dividends).map(([day, amount]) => [morning(day), { amount, date: morning(day) }]),
      ),
      splits: { [split.date]: split },
    },
    indicators: { quote: [{ close: closes }], adjclose: [{ adjclose: closes }] },
  };
}

function yearly(type: string, millions: readonly (number | null)[]): unknown {
  const values = millions.map((one, nr) =>
    one === null
      ? null
      : {
          asOfDate: `${2022 + nr}-03-31`,
          periodType: '12M',
          currencyCode: 'INR',
          reportedValue: { raw: one * 1_000_000, fmt: String(one) },
        },
  );
  return {
    meta: { symbol: [SYMBOL], type: [type] },
    timestamp: millions.map((_, nr) => morning(`${2022 + nr}-03-31`)),
    [type]: values,
  };
}

/** What Yahoo answers: other income counted as revenue, a year without a figure, and a P/E that is none. */
export function yahooBodies(): Record<string, unknown> {
  const share = { quoteType: 'EQUITY', longname: COMPANY.name, isYahooFinance: true };
  return {
    [`/v8/finance/chart/${SYMBOL}`]: { chart: { result: [chart()], error: null } },
    [`/ws/fundamentals-timeseries/v1/finance/timeseries/${SYMBOL}`]: {
      timeseries: {
        result: [
          yearly('annualTotalRevenue', [6160, null, 8190, 9615, 11342]),
          yearly('annualNetIncome', [-265.9, 687.1, 849.7, 1017.3, 1287.7]),
          { meta: { symbol: [SYMBOL], type: ['annualResearchAndDevelopment'] } },
        ],
        error: null,
      },
    },
    [`/v10/finance/quoteSummary/${SYMBOL}`]: {
      quoteSummary: {
        result: [
          {
            summaryProfile: {
              country: 'India',
              industry: 'Specialty Industrial Machinery',
              sector: 'Industrials',
            },
            summaryDetail: { trailingPE: 'Infinity', marketCap: null },
            price: { longName: COMPANY.name, quoteType: 'EQUITY', exchangeName: 'NSE', currency: 'INR' },
          },
        ],
        error: null,
      },
    },
    '/v1/finance/search?q=KAVFLOW': {
      count: 3,
      quotes: [
        { ...share, exchange: 'NSI', symbol: SYMBOL },
        { ...share, exchange: 'BSE', symbol: 'KAVFLOW.BO' },
        {
          exchange: 'NSI',
          symbol: 'KAVETF.NS',
          quoteType: 'ETF',
          shortname: 'KAVERI FLOW ETF',
          isYahooFinance: true,
        },
      ],
      news: [],
    },
  };
}
