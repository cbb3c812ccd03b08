import { createAmfi } from '../../../../core/market/providers/amfi.ts';
import { createYahoo } from '../../../../core/market/providers/yahoo.ts';
import type { Instrument } from '../../../../core/market/index.ts';
import { createHttp, createLimiter } from '../../../../core/platform/index.ts';
import { AmfiServer } from '../../../support/amfi-server.ts';
import type { LoopbackServer } from '../../../support/loopback.ts';
import { YahooServer } from '../../../support/yahoo-server.ts';
import { quoteProviderContract } from './quote-provider.contract.ts';

const clock = { now: () => new Date('2026-03-02T06:00:00.000Z') };
const share = (symbol: string, currency = 'INR'): Instrument => ({
  symbol,
  name: null,
  isin: null,
  asset_class: currency === 'USD' ? 'US Equity' : 'Indian Equity',
  currency,
});
const fund = (isin: string): Instrument => ({
  symbol: 'A FUND',
  name: null,
  isin,
  asset_class: 'Mutual Fund',
  currency: 'INR',
});
const client = (server: LoopbackServer, retries: number, timeoutMs: number) =>
  createHttp({
    system: 'Provider',
    baseUrl: server.url,
    limiter: createLimiter({ concurrent: 5, perSecond: 1000 }),
    clock,
    timeoutMs,
    retries,
    backoffMs: 1,
  });

describe('quote provider Yahoo', () => {
  quoteProviderContract(async () => {
    const server = await new YahooServer({
      'TCS.NS': { price: 3512.4, closes: [3480, 3512.4] },
      'M&M.NS': { price: 2701.05, closes: [2690, 2701.05] },
      AAPL: { price: 220.003, currency: 'USD' },
    }).start();
    return {
      name: 'Yahoo',
      server,
      fresh: (timeoutMs) => createYahoo(client(server, 1, timeoutMs), clock),
      known: [
        { instrument: share('TCS'), price: 3512.4, as_of: '2026-03-02' },
        { instrument: share('M&M'), price: 2701.05, as_of: '2026-03-02' },
        { instrument: share('AAPL', 'USD'), price: 220.003, as_of: '2026-03-02' },
      ],
      unknown: { instrument: share('NOSUCH'), failure: 'NOT_FOUND' },
      foreign: fund('INF879O01027'),
    };
  });
});

describe('quote provider AMFI', () => {
  quoteProviderContract(async () => {
    const server = await new AmfiServer([
      {
        code: '122639',
        isins: ['INF879O01027', '-'],
        name: 'Flexi Cap Fund',
        nav: '85.1234',
        date: '27-Feb-2026',
      },
      {
        code: '119550',
        isins: ['INF209KA12Z1', 'INF209KA13Z9'],
        name: 'Debt Fund',
        nav: '404.6',
        date: '26-Feb-2026',
      },
    ]).start();
    return {
      name: 'AMFI',
      server,
      fresh: (timeoutMs) => createAmfi(client(server, 0, timeoutMs), clock),
      known: [
        { instrument: fund('INF879O01027'), price: 85.1234, as_of: '2026-02-27' },
        { instrument: fund('INF209KA13Z9'), price: 404.6, as_of: '2026-02-26' },
      ],
      unknown: { instrument: fund('INF000000000'), failure: 'NAV_UNRESOLVED' },
      foreign: share('TCS'),
    };
  });
});
