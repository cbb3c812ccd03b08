import { addDays } from '../../core/platform/index.ts';
import { NseArchiveServer } from './nse-archive-server.ts';
import { NseSiteServer } from './nse-site-server.ts';
import { YahooServer } from './yahoo-server.ts';

/** A security that the made-up sources know. */
export interface SourcedSecurity {
  symbol: string;
  isin: string;
  name?: string;
}

/** The three sources that a fresh installation asks, over real HTTP. */
export interface MarketSources {
  yahoo: YahooServer;
  archive: NseArchiveServer;
  site: NseSiteServer;
  /** Settings that point at them. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

const INDEXES = ['^NSEI', '^CRSLDX', '^GSPC'];

/** Weekdays from day to day, YYYY-MM-DD. */
export function weekdays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1))
    if (![0, 6].includes(new Date(day).getUTCDay())) days.push(day);
  return days;
}

/**
 * Yahoo with closes of every weekday, NSE's archive with the lists of these shares, and NSE's site.
 * @param priceOn what a share or an index closed at. @param delayMs the time that every answer takes.
 */
export async function marketSources(
  securities: readonly SourcedSecurity[],
  {
    from,
    to,
    priceOn,
    delayMs = 0,
  }: { from: string; to: string; priceOn: (symbol: string, day: string) => number; delayMs?: number },
): Promise<MarketSources> {
  const days = weekdays(from, to);
  const listing = (name: string, currency = 'INR') => {
    const series = Object.fromEntries(days.map((day) => [day, priceOn(name, day)]));
    const closes = days.slice(-5).map((day) => priceOn(name, day));
    return { currency, series, closes, price: closes.at(-1) ?? null, day: to };
  };
  const yahoo = new YahooServer({
    ...Object.fromEntries(
      securities.map(({ symbol }) => [`${symbol}.NS`, { ...listing(symbol), exchange: 'NSI' }]),
    ),
    ...Object.fromEntries(INDEXES.map((name) => [name, listing(name, name === '^GSPC' ? 'USD' : 'INR')])),
  });
  const archive = new NseArchiveServer();
  archive.lists.set('/content/equities/EQUITY_L.csv', equityList(securities));
  archive.lists.set(
    '/content/equities/symbolchange.csv',
    'Example Limited,EXAMPLEOLD,EXAMPLENEW,01-JAN-2020\n',
  );
  const site = new NseSiteServer();
  const servers = [yahoo, archive, site];
  for (const server of servers) {
    await server.start();
    server.delayMs = delayMs;
  }
  return {
    yahoo,
    archive,
    site,
    environment: {
      YAHOO_BASE_URL: yahoo.url,
      NSE_ARCHIVE_BASE_URL: archive.url,
      NSE_SITE_BASE_URL: site.url,
    },
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

/** NSE's list of shares, with the spaces that its header has. */
function equityList(securities: readonly SourcedSecurity[]): string {
  const header =
    'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE';
  const rows = securities.map(
    ({ symbol, isin, name = `${symbol} Limited` }) => `${symbol},${name},EQ,01-JAN-2001,10,1,${isin},10`,
  );
  return [header, ...rows, ''].join('\n');
}
