import { rss } from '../news-server.ts';

/** Closes on the shares of today, between which the others lie on a line. */
const ANCHORS: readonly (readonly [string, number])[] = [
  ['2025-06-02', 21.26],
  ['2025-06-20', 20.3],
  ['2025-09-30', 22.24],
  ['2026-03-26', 21.99],
  ['2026-09-30', 24.18],
];
const NO_CLOSE = '2025-10-23';
const DIVIDENDS: readonly (readonly [string, number])[] = [
  ['2025-08-15', 0.12],
  ['2025-11-14', 0.12],
  ['2026-02-13', 0.12],
  ['2026-05-15', 0.14],
  ['2026-08-14', 0.14],
];
const SPLIT_DAY = '2025-06-16';
const DAY_MS = 86_400_000;

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
/** When New York's session begins, in seconds: an hour later in UTC from November to March. */
const opening = (day: string): number => {
  const isWinter = '2025-11-02' <= day && day < '2026-03-08';
  return at(day) / 1000 + (isWinter ? 14.5 : 13.5) * 3600;
};

function closes(): [string, number | null][] {
  const days: [string, number | null][] = [];
  for (const [nr, [from, first]] of ANCHORS.entries()) {
    const [to, last] = ANCHORS[nr + 1] ?? [from, first];
    const length = Math.max((at(to) - at(from)) / DAY_MS, 1);
    for (let passed = 0; passed < length; passed += 1) {
      const time = new Date(at(from) + passed * DAY_MS);
      const day = time.toISOString().slice(0, 10);
      if (time.getUTCDay() % 6 === 0) continue;
      const price = Math.round((first + ((last - first) * passed) / length) * 100) / 100;
      days.push([day, day === NO_CLOSE ? null : price]);
    }
  }
  return days;
}

function chart(symbol: string, longName: string, days: readonly [string, number | null][], events?: object) {
  const prices = days.map(([, close]) => close);
  return {
    chart: {
      result: [
        {
          meta: {
            currency: 'USD',
            symbol,
            exchangeName: 'NMS',
            instrumentType: 'EQUITY',
            gmtoffset: -14_400,
            timezone: 'EDT',
            exchangeTimezoneName: 'America/New_York',
            regularMarketPrice: prices.at(-1),
            longName,
          },
          timestamp: days.map(([day]) => opening(day)),
          ...(events === undefined ? {} : { events }),
          indicators: { quote: [{ close: prices, volume: prices.map(() => 100_000) }] },
        },
      ],
      error: null,
    },
  };
}

/** Yahoo dates the year that ends in January 2026 by the last of it, and never took the corrected net income. */
function timeseries(): object {
  const years = ['2023-01-31', '2024-01-31', '2025-01-31', '2026-01-31'];
  const series = (type: string, millions: readonly number[]) => ({
    meta: { symbol: ['LKSP'], type: [type] },
    timestamp: years.map((day) => at(day) / 1000),
    [type]: years.map((asOfDate, nr) => ({
      asOfDate,
      periodType: '12M',
      currencyCode: 'USD',
      reportedValue: { raw: Math.round((millions[nr] ?? Number.NaN) * 1e6) },
    })),
  });
  return {
    timeseries: {
      result: [
        series('annualTotalRevenue', [913.5, 1024, 1078.6, 1181.1]),
        series('annualNetIncome', [55.3, 83.9, 92.7, 111.6]),
        { meta: { symbol: ['LKSP'], type: ['annualResearchAndDevelopment'] } },
      ],
      error: null,
    },
  };
}

const quote = (symbol: string, quoteType: string, longname: string, exchange: string) => ({
  symbol,
  quoteType,
  longname,
  exchange,
  isYahooFinance: true,
});
const ETF = quote('LKSX', 'ETF', '2x Larkspur Daily ETF', 'PCX');

/** Closes of the peers, a year ago and now. */
const PEER_CLOSES: readonly (readonly [string, string, number, number])[] = [
  ['ARBM', 'Arbor Metrics Corp', 31.2, 38.4],
  ['CDRN', 'Cedar Range Instruments Inc', 22.5, 27.18],
  ['JUNP', 'Juniper Gauge Co', 18.9, 24.6],
  ['THSL', 'Thistle Sensors Inc', 6.1, 4.9],
];

/** Answers of Yahoo by their path. */
export function yahooBodies(): Record<string, object> {
  const dated = <T>(rows: readonly (readonly [string, T])[], of: (value: T) => object) =>
    Object.fromEntries(rows.map(([day, value]) => [opening(day), { date: opening(day), ...of(value) }]));
  return {
    '/v8/finance/chart/LKSP': chart('LKSP', 'Larkspur Instruments, Inc.', closes(), {
      dividends: dated(DIVIDENDS, (amount) => ({ amount })),
      splits: dated([[SPLIT_DAY, 3]], (numerator) => ({ numerator, denominator: 1, splitRatio: '3:1' })),
    }),
    ...Object.fromEntries(
      PEER_CLOSES.map(([symbol, name, ago, now]) => [
        `/v8/finance/chart/${symbol}`,
        chart(symbol, name, [
          ['2025-09-30', ago],
          ['2026-09-30', now],
        ]),
      ]),
    ),
    '/ws/fundamentals-timeseries/v1/finance/timeseries/LKSP': timeseries(),
    '/v10/finance/quoteSummary/LKSP': {
      quoteSummary: {
        result: [
          {
            summaryProfile: {
              sector: 'Technology',
              industry: 'Scientific & Technical Instruments',
              country: 'United States',
            },
            price: { longName: 'Larkspur Instruments, Inc.', quoteType: 'EQUITY', currency: 'USD' },
          },
        ],
        error: null,
      },
    },
    '/v1/finance/search?q=LKSP': {
      quotes: [quote('LKSP', 'EQUITY', 'Larkspur Instruments, Inc.', 'NMS'), ETF],
    },
    '/v1/finance/search?q=LKSX': { quotes: [ETF] },
  };
}

/** Headlines: the company, a town of its name, and a rumour. */
export function headlines(): string {
  const item = (title: string, source: string, pubDate: string, nr: number) => ({
    title: `${title} - ${source}`,
    link: `https://news.example/larkspur/${nr}`,
    source,
    pubDate,
  });
  const feed = rss([
    item(
      'Larkspur Instruments lifts its forecast for the year',
      'Example Wire',
      'Thu, 27 Aug 2026 20:20:00 GMT',
      1,
    ),
    item('Larkspur, Calif. votes on a new library', 'Town Paper', 'Tue, 15 Sep 2026 17:00:00 GMT', 2),
    item(
      'Larkspur Instruments may guide to $1.5 billion in sales',
      'Rumour Mill',
      'Mon, 21 Sep 2026 11:00:00 GMT',
      3,
    ),
  ]);
  // What was searched for stands in the title.
  return feed.replace('<title>News</title>', '<title>"Larkspur Instruments when:30d" - Google News</title>');
}
