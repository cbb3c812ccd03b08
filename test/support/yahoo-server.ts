import { LoopbackServer, type Reply } from './loopback.ts';

/** What the double of Yahoo knows of one of its symbols. */
export interface YahooListing {
  currency?: string;
  price?: number | null;
  /** Closes of the days up to `day`, oldest first; the last one is of that day. */
  closes?: (number | null)[];
  /** Day of the last price, YYYY-MM-DD. */
  day?: string;
  /** Leaves the timestamps out, as Yahoo does for symbols without trades. */
  withoutTimestamps?: boolean;
  /** Closes by day, for questions with a period; each bar stands at the first moment of its day in `zone`. */
  series?: Record<string, number | null>;
  /** Splits by ex-date, new shares for old ones; what `series` has before them is adjusted by Yahoo already. */
  splits?: Record<string, [numerator: number, denominator: number]>;
  /** Yahoo's code of the exchange, such as NMS or NYQ. */
  exchange?: string;
  /** A zone such as Europe/London, whose summer time the bars follow; India where it is not named. */
  zone?: 'Asia/Kolkata' | 'Europe/London' | 'America/New_York';
}

const DAY_SECONDS = 86_400;
const IST_OFFSET = 19_800;
/** 15:30 in India. */
const CLOSE_OF_DAY = 36_000;

/** A body of the chart API as Yahoo sends it. */
export function chartBody(symbol: string, listing: YahooListing): unknown {
  const { currency = 'INR', price = 100, closes = [], day = '2026-03-02', withoutTimestamps } = listing;
  const close = Date.parse(day) / 1000 + CLOSE_OF_DAY;
  const timestamps = closes.map((_, index) => close - (closes.length - 1 - index) * DAY_SECONDS);
  const meta = {
    currency,
    symbol,
    exchangeName: 'NSI',
    instrumentType: 'EQUITY',
    regularMarketTime: close,
    gmtoffset: IST_OFFSET,
    timezone: 'IST',
    exchangeTimezoneName: 'Asia/Kolkata',
    ...(price === null ? {} : { regularMarketPrice: price }),
    chartPreviousClose: 1,
    priceHint: 2,
    dataGranularity: '1d',
    range: '5d',
  };
  const column = closes.map((value) => (value === null ? null : Math.fround(value)));
  const indicators = {
    quote: [{ open: column, high: column, low: column, close: column, volume: closes.map(() => 1000) }],
    adjclose: [{ adjclose: column }],
  };
  const result = { meta, ...(withoutTimestamps ? {} : { timestamp: timestamps }), indicators };
  return { chart: { result: [result], error: null } };
}

/** The offset of a zone from UTC on a day, in seconds. Summer time by the months is near enough for a double. */
function offsetOn(day: string, zone: YahooListing['zone']): number {
  const isSummer = day.slice(5) >= '04-01' && day.slice(5) < '10-25';
  if (zone === 'Europe/London') return isSummer ? 3600 : 0;
  if (zone === 'America/New_York') return isSummer ? -14_400 : -18_000;
  return IST_OFFSET;
}

/** A body of the chart API for the days of a period. The one offset in it is that of the last day, as with Yahoo. */
export function seriesBody(symbol: string, listing: YahooListing, from: number, to: number): unknown {
  const { currency = 'INR', series = {}, splits = {}, zone = 'Asia/Kolkata' } = listing;
  const bars = Object.entries(series)
    .map(([day, close]) => ({ at: Date.parse(day) / 1000 - offsetOn(day, zone), close, day }))
    .filter(({ at }) => at >= from && at <= to);
  const column = bars.map(({ close }) => (close === null ? null : Math.fround(close)));
  const last = Object.keys(series).at(-1) ?? '2026-03-02';
  const meta = {
    currency,
    symbol,
    ...(listing.exchange === undefined ? {} : { exchangeName: listing.exchange }),
    gmtoffset: offsetOn(last, zone),
    exchangeTimezoneName: zone,
    dataGranularity: '1d',
  };
  const events = Object.entries(splits).map(([day, [numerator, denominator]]) => {
    const date = Date.parse(day) / 1000 - offsetOn(day, zone);
    return [date, { date, numerator, denominator, splitRatio: `${numerator}:${denominator}` }] as const;
  });
  const result = {
    meta,
    ...(events.length === 0 ? {} : { events: { splits: Object.fromEntries(events) } }),
    ...(bars.length === 0 ? {} : { timestamp: bars.map(({ at }) => at) }),
    indicators: { quote: [bars.length === 0 ? {} : { close: column }], adjclose: [{ adjclose: column }] },
  };
  return { chart: { result: [result], error: null } };
}

/** How Yahoo says that it has no such symbol. */
export const UNKNOWN_SYMBOL = {
  chart: {
    result: null,
    error: { code: 'Not Found', description: 'No data found, symbol may be delisted' },
  },
};

/** A double of Yahoo's chart API; `listings` may be changed while it runs. */
export class YahooServer extends LoopbackServer {
  readonly listings: Map<string, YahooListing>;

  constructor(listings: Record<string, YahooListing> = {}) {
    const known = new Map(Object.entries(listings));
    super((url) => answer(url, known));
    this.listings = known;
  }

  /** Symbols that were asked for, in order. */
  get asked(): string[] {
    return this.requests.map(({ path }) =>
      decodeURIComponent(new URL(path, 'http://loopback').pathname.split('/').at(-1) ?? ''),
    );
  }
}

const json = (status: number, body: unknown): Reply => ({
  status,
  type: 'application/json;charset=utf-8',
  body: JSON.stringify(body),
});

function answer(url: URL, listings: ReadonlyMap<string, YahooListing>): Reply {
  const symbol = decodeURIComponent(/^\/v8\/finance\/chart\/([^/]+)$/.exec(url.pathname)?.[1] ?? '');
  const listing = listings.get(symbol);
  if (listing === undefined) return json(404, UNKNOWN_SYMBOL);
  const from = Number(url.searchParams.get('period1'));
  if (listing.series !== undefined && from > 0)
    return json(200, seriesBody(symbol, listing, from, Number(url.searchParams.get('period2'))));
  return json(200, chartBody(symbol, listing));
}
