import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import { createNseArchive, type HistoryInstrument } from '../../../../core/market/history/index.ts';
import { readYahooDays } from '../../../../core/market/providers/yahoo-days.ts';
import { createYahooHistory } from '../../../../core/market/providers/yahoo-history.ts';
import { createHttp, createLimiter, type Http } from '../../../../core/platform/index.ts';
import { heldClock } from '../../../support/core.ts';
import { NseArchiveServer } from '../../../support/nse-archive-server.ts';
import { YahooServer } from '../../../support/yahoo-server.ts';
import { historyProviderContract } from './history-provider.contract.ts';

const clock = heldClock('2026-03-02T12:00:00.000Z');
const http = (baseUrl: string, timeoutMs = 50_000): Http =>
  createHttp({
    system: 'Double',
    baseUrl,
    clock,
    limiter: createLimiter({ concurrent: 5, perSecond: 1000 }),
    timeoutMs,
    retries: 1,
    backoffMs: 1,
  });

const share = (
  symbol: string,
  isin: string | null = null,
  more: Partial<HistoryInstrument> = {},
): HistoryInstrument => ({
  instrument_id: symbol,
  exchange: 'NSE',
  symbol,
  isin,
  currency: 'INR',
  asset_class: 'Indian Equity',
  ...more,
});

// Thursday, Friday, the budget's Sunday session, Monday.
const ALPHA = { '2026-01-29': '101.05', '2026-01-30': '102', '2026-02-01': '99.9', '2026-02-02': '103.45' };

describe('market/History of NSE’s archive', () => {
  historyProviderContract(async () => {
    const sessions = Object.fromEntries(
      Object.entries(ALPHA).map(([day, close]) => [
        day,
        {
          rows: [
            { symbol: 'ALPHA', isin: 'INE001A01010', close },
            { symbol: 'M&M', isin: 'INE101A01026', close: '3000.5' },
            { symbol: 'M&M', isin: 'INE101A08025', close: '1', series: 'N1' },
          ],
        },
      ]),
    );
    const server = await new NseArchiveServer(sessions).start();
    return {
      server,
      fresh: (timeoutMs) => createNseArchive(http(server.url, timeoutMs), createCalendar()),
      from: '2026-01-29',
      to: '2026-02-02',
      known: [
        { instrument: share('ALPHA', 'INE001A01010'), closes: Object.entries(ALPHA) },
        {
          instrument: share('M&M'),
          closes: Object.keys(ALPHA).map((day): [string, string] => [day, '3000.5']),
        },
      ],
      unknown: share('NOBODY', 'INE009A01021'),
      foreign: share('ALPHA', null, { exchange: 'BSE' }),
      otherShape: { body: 'SYMBOL,QUANTITY\nALPHA,5\n', type: 'text/csv' },
    };
  });

  let server: NseArchiveServer;
  beforeEach(async () => {
    server = await new NseArchiveServer().start();
  });
  afterEach(() => server.close());
  const archive = () => createNseArchive(http(server.url), createCalendar());
  const rows = [{ symbol: 'ALPHA', isin: 'INE001A01010', close: '101.05' }];

  it('outside/Exchange prices: the old format until 2024-07-05, the newer one after it, the full one where they lack', async () => {
    for (const [day, files, path] of [
      ['2024-07-05', ['daily'], /cm05JUL2024bhav\.csv\.zip$/],
      ['2024-07-08', ['daily'], /BhavCopy_NSE_CM_0_0_0_20240708_F_0000\.csv\.zip$/],
      ['2025-08-29', ['full'], /sec_bhavdata_full_29082025\.csv$/],
    ] as const) {
      server.calm();
      server.sessions.clear();
      server.sessions.set(day, { rows, files });
      const { prices } = await archive().session(day);
      assert.deepEqual(
        prices?.map(({ symbol, close, day: of }) => [symbol, close, of]),
        [['ALPHA', '101.05', day]],
      );
      assert.match(server.requests.at(-1)?.path ?? '', path);
    }
  });

  it('the file of another day, which the archive repeats sometimes, is malformed and stores nothing', async () => {
    server.sessions.set('2026-02-02', { rows, of: '2026-01-30' });
    assert.deepEqual(await archive().session('2026-02-02'), { prices: null, failure: 'PROVIDER_MALFORMED' });
  });

  it('a session that is not published yet is NOT_FOUND and does not keep the next ones away', async () => {
    server.sessions.set('2026-01-29', { rows });
    server.sessions.set('2026-02-02', { rows });
    const [outcome] = await archive().closes([share('ALPHA')], '2026-01-29', '2026-02-02');
    assert.deepEqual(
      [outcome?.closes.map(({ day }) => day), outcome?.failure],
      [['2026-01-29', '2026-02-02'], 'NOT_FOUND'],
    );
  });

  it('what came before a fault stands, and the fault is told', async () => {
    for (const day of ['2026-01-29', '2026-01-30']) server.sessions.set(day, { rows });
    server.fail({ kind: 'status', status: 500 }, { path: /20260130|30012026/ });
    const [outcome] = await archive().closes([share('ALPHA')], '2026-01-29', '2026-01-30');
    assert.deepEqual([outcome?.closes.length, outcome?.failure], [1, 'PROVIDER_ERROR']);
  });

  it('outside/Exchange prices: the ISIN of before a split of the face value is the same share, another company’s is not', async () => {
    server.sessions.set('2026-02-02', { rows: [{ symbol: 'ALPHA', isin: 'INE001A01010', close: '10' }] });
    const [same, other] = await archive().closes(
      [share('ALPHA', 'INE001A01028'), share('ALPHA', 'INE777A01010')],
      '2026-02-02',
      '2026-02-02',
    );
    assert.deepEqual([same?.closes.length, other?.closes.length], [1, 0]);
  });
});

describe('market/History of Yahoo', () => {
  historyProviderContract(async () => {
    const server = await new YahooServer({
      'ALPHA.NS': { series: { '2026-01-28': 1, ...numbers(ALPHA) } },
      'M&M.NS': { series: { '2026-01-29': 3000.5, '2026-01-30': null, '2026-02-02': 3010 } },
    }).start();
    return {
      server,
      fresh: (timeoutMs) => createYahooHistory(http(server.url, timeoutMs), clock),
      from: '2026-01-29',
      to: '2026-02-02',
      known: [
        { instrument: share('ALPHA', 'INE001A01010'), closes: Object.entries(ALPHA) },
        {
          instrument: share('M&M'),
          closes: [
            ['2026-01-29', '3000.5'],
            ['2026-02-02', '3010'],
          ],
        },
      ],
      unknown: share('NOBODY'),
      foreign: share('FUND', null, { asset_class: 'Mutual Fund' }),
      otherShape: { body: '{"chart":{"result":[{"timestamp":[1]}]}}', type: 'application/json' },
    };
  });

  const read = (result: object, currency = 'INR') =>
    readYahooDays(
      { chart: { result: [result], error: null } },
      { from: '2020-01-01', to: '2026-03-02', currency },
    );
  const at = (day: string) => Date.parse(`${day}T04:00:00Z`) / 1000;
  const body = (days: string[], closes: unknown[], more: object = {}, meta: object = {}) => ({
    meta: { currency: 'INR', gmtoffset: 19_800, exchangeTimezoneName: 'Asia/Kolkata', ...meta },
    timestamp: days.map(at),
    indicators: { quote: [{ close: closes }], adjclose: [{ adjclose: closes.map(() => -1) }] },
    ...more,
  });

  it('outside/Exchange prices: closes adjusted by Yahoo are un-adjusted by the splits since; negative adjusted closes do not matter', () => {
    // 1,645.40 before a bonus of 1:1 comes as 822.70; a later split of 5:1 makes it 164.54.
    const splits = {
      1: { date: at('2025-06-02'), numerator: 2, denominator: 1, splitRatio: '2:1' },
      2: { date: at('2026-02-02'), numerator: 5, denominator: 1, splitRatio: '5:1' },
    };
    const { closes, splits: told } = read(
      body(['2025-05-30', '2025-06-02', '2026-02-02'], [Math.fround(164.54), Math.fround(165), 160], {
        events: { splits },
      }),
    );
    assert.deepEqual(
      closes.map(({ close }) => close),
      ['1645.4', '825', '160'],
    );
    assert.deepEqual(
      told.map(({ ex_date, new_shares }) => [ex_date, new_shares]),
      [
        ['2025-06-02', '2'],
        ['2026-02-02', '5'],
      ],
    );
  });

  it('nulls are days without a close, closes without timestamps belong to no day, the later of two on a day counts', () => {
    assert.deepEqual(read(body(['2026-02-02', '2026-02-03', '2026-02-03'], [100, null, 101])).closes, [
      { day: '2026-02-02', close: '100' },
      { day: '2026-02-03', close: '101' },
    ]);
    const { timestamp: _, ...without } = body(['2026-02-02'], [100]);
    assert.deepEqual(read(without), { closes: [], splits: [], failure: 'NO_PRICE' });
  });

  it('zero and negative closes are handed on for price validation to refuse', () => {
    assert.deepEqual(
      read(body(['2026-02-02', '2026-02-03'], [-5, 0])).closes.map(({ close }) => close),
      ['-5', '0'],
    );
  });

  it('pence are pounds, and another currency than the instrument’s is refused', () => {
    const pence = body(
      ['2026-02-02'],
      [Math.fround(305.3)],
      {},
      { currency: 'GBp', exchangeTimezoneName: 'Europe/London' },
    );
    assert.deepEqual(read(pence, 'GBP').closes, [{ day: '2026-02-02', close: '3.053' }]);
    assert.equal(read(body(['2026-02-02'], [100]), 'USD').failure, 'CURRENCY_MISMATCH');
  });

  it('a split that cannot be read makes the whole answer malformed: closes could not be un-adjusted', () => {
    const splits = { 1: { date: at('2025-06-02'), numerator: 0, denominator: 1, splitRatio: '0:1' } };
    assert.throws(() => read(body(['2025-05-30'], [100], { events: { splits } })), { name: 'NotAChart' });
  });

  it('asks up to today whatever the last day wanted is, by BSE’s name after NSE’s, and an index by its own', async () => {
    const server = await new YahooServer({
      'BETA.BO': { series: { '2026-01-05': 50 } },
      '^NSEI': { series: { '2026-01-05': 26_250.3 } },
    }).start();
    try {
      const provider = createYahooHistory(http(server.url), clock);
      const [beta, nifty] = await provider.closes(
        [share('BETA'), share('NIFTY50', null, { asset_class: 'Index' })],
        '2026-01-01',
        '2026-01-30',
      );
      assert.deepEqual([beta?.closes[0]?.close, nifty?.closes[0]?.close], ['50', '26250.3']);
      assert.deepEqual(server.asked.toSorted(), ['BETA.BO', 'BETA.NS', '^NSEI']);
      const until = new URL(server.requests[0]?.path ?? '', server.url).searchParams.get('period2');
      assert.ok(Number(until) >= Date.parse('2026-03-02') / 1000);
    } finally {
      await server.close();
    }
  });
});

function numbers(closes: Record<string, string>): Record<string, number> {
  return Object.fromEntries(Object.entries(closes).map(([day, close]) => [day, Number(close)]));
}
