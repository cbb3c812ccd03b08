import { createAmfi } from '../../core/market/providers/amfi.ts';
import { createHttp, createLimiter, istDate, systemClock } from '../../core/platform/index.ts';
import { AmfiServer, type Scheme } from '../support/amfi-server.ts';
import { type TestApi, testApi } from '../support/api-client.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';

const SYMBOLS = 500;
const ANSWERS_IN_MS = 50;
const AT_ONCE = 5;
const SCHEDULE_GOAL = 1.3;
const BLOCK_GOAL_MS = 50;
const SCHEMES = 15_000;
const WANTED_FUNDS = 500;
const NAV_GOAL_MS = 400;
const ROUNDS = 5;

const round = (value: number) => Math.round(value * 100) / 100;

/** The route itself, from the request to its answer, with the prices written. */
async function refreshOf500(): Promise<BenchmarkResult[]> {
  const yahoo = await new YahooServer().start();
  const world: TestApi = await testApi({
    environment: { YAHOO_BASE_URL: yahoo.url, AMFI_BASE_URL: 'off' },
    requestsPerMinute: 1e9,
    checkResponses: false,
  });
  try {
    const client = await world.signedIn();
    const day = istDate(systemClock.now());
    for (let at = 0; at < SYMBOLS; at += 1) {
      const symbol = `SYMBOL${at}`;
      yahoo.listings.set(`${symbol}.NS`, { price: 100 + at, closes: [99 + at, 100 + at], day });
      const holding = {
        symbol,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 1,
        avg_buy_price: 90,
      };
      await world.core.portfolio.holdings.create(
        client.userId,
        { portfolio: 'Long term', ...holding },
        { actor: 'bench' },
      );
    }
    yahoo.delayMs = ANSWERS_IN_MS;
    const begun = performance.now();
    const { result, block_ms } = await watched(() =>
      client.post<{ updated: number }>('/api/portfolio/market-data/refresh', {}),
    );
    const took = performance.now() - begun;
    if (result.body.updated !== SYMBOLS || yahoo.mostAtOnce > AT_ONCE)
      throw new Error(`${result.body.updated} were priced, ${yahoo.mostAtOnce} asked at once`);
    const ideal = (SYMBOLS / AT_ONCE) * ANSWERS_IN_MS;
    return [
      {
        name: `refresh of ${SYMBOLS} symbols, ${AT_ONCE} at once, answered in ${ANSWERS_IN_MS} ms`,
        value: Math.round(took),
        unit: 'ms',
        peer: 'the ideal schedule',
        peer_value: ideal,
        ratio: round(took / ideal),
        goal: `at most ${SCHEDULE_GOAL} times the ideal`,
        met: took / ideal <= SCHEDULE_GOAL,
      },
      {
        name: 'longest block of the event loop meanwhile, the provider in the same process',
        value: round(block_ms),
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `under ${BLOCK_GOAL_MS} ms`,
        met: block_ms < BLOCK_GOAL_MS,
      },
    ];
  } finally {
    await world.close();
    await yahoo.close();
  }
}

/** A full list from the loopback, read as it streams in, and matched with the funds of a large portfolio. */
async function listOf15000(): Promise<BenchmarkResult[]> {
  const isin = (at: number) => `INF${String(at).padStart(8, '0')}0`;
  const schemes = Array.from({ length: SCHEMES }, (_, at): Scheme => ({
    code: String(100_000 + at),
    isins: [isin(2 * at), at % 3 === 0 ? isin(2 * at + 1) : '-'],
    name: `Fund House ${at % 40} Something Opportunities Fund ${at}`,
    option: 'Payout of Income Distribution cum capital withdrawal option',
    nav: (10 + at / 7).toFixed(4),
    date: '27-Feb-2026',
  }));
  const amfi = await new AmfiServer(schemes).start();
  const wanted = Array.from({ length: WANTED_FUNDS }, (_, at) => ({
    symbol: `FUND ${at}`,
    name: null,
    isin: isin(60 * at),
    asset_class: 'Mutual Fund',
    currency: 'INR',
  }));
  try {
    let best = Number.POSITIVE_INFINITY;
    let longest = 0;
    for (let at = 0; at < ROUNDS; at += 1) {
      const limiter = createLimiter({ concurrent: 1, perSecond: 100 });
      const http = createHttp({
        system: 'AMFI',
        baseUrl: amfi.url,
        limiter,
        clock: systemClock,
        maxBytes: 16e6,
        timeoutMs: 30_000,
      });
      const begun = performance.now();
      const { result, block_ms } = await watched(() => createAmfi(http, systemClock).quotes(wanted));
      best = Math.min(best, performance.now() - begun);
      longest = Math.max(longest, block_ms);
      if (result.some(({ failure }) => failure !== null)) throw new Error('not every fund was found');
    }
    return [
      {
        name: `AMFI's list of ${SCHEMES} rows, fetched, read and matched with ${WANTED_FUNDS} funds`,
        value: round(best),
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `under ${NAV_GOAL_MS} ms`,
        met: best < NAV_GOAL_MS,
      },
      {
        name: 'longest block of the event loop meanwhile, the server in the same process',
        value: round(longest),
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `under ${BLOCK_GOAL_MS} ms`,
        met: longest < BLOCK_GOAL_MS,
      },
    ];
  } finally {
    await amfi.close();
  }
}

async function run(): Promise<BenchmarkResult[]> {
  const ownRun = process.env['MUNIM_TEST_RUN_DIR'] === undefined;
  if (ownRun) await openTestRun();
  try {
    return [...(await refreshOf500()), ...(await listOf15000())];
  } finally {
    if (ownRun) await closeTestRun();
  }
}

export const bench: Benchmark = {
  name: 'market',
  run,
};
