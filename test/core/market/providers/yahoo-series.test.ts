import assert from 'node:assert/strict';
import { createYahooSeries, type WantedSeries } from '../../../../core/market/providers/yahoo-series.ts';
import { createHttp, createLimiter } from '../../../../core/platform/index.ts';
import type { Fault } from '../../../support/loopback.ts';
import { seriesBody, type YahooListing, YahooServer } from '../../../support/yahoo-server.ts';

describe("Yahoo's closes by day", () => {
  let server: YahooServer;
  before(async () => {
    server = await new YahooServer().start();
  });
  after(() => server.close());
  beforeEach(() => {
    server.calm();
    server.listings.clear();
    list({ series: { '2026-01-05': 88, '2026-01-06': 89 } });
  });
  const list = (listing: YahooListing) => server.listings.set('^NSEI', listing);
  const clock = { now: () => new Date('2026-01-07T06:00:00.000Z') };
  const ask = async (wanted: Partial<WantedSeries> = {}, timeoutMs = 50_000, signal?: AbortSignal) =>
    await createYahooSeries(
      createHttp({
        system: 'Yahoo',
        baseUrl: server.url,
        limiter: createLimiter({ concurrent: 1, perSecond: 1000 }),
        clock,
        timeoutMs,
        retries: 1,
        backoffMs: 1,
      }),
    ).daily({ symbol: '^NSEI', currency: 'INR', from: '2026-01-05', to: '2026-01-06', ...wanted }, signal);
  const answered = (body: unknown) =>
    server.fail({ kind: 'body', type: 'application/json', body: JSON.stringify(body) });

  it('each bar is of its day at the market, whatever the offset of today: summer bars read in winter', async () => {
    // Midnight of 1 July in London is 23:00 UTC of 30 June; the body's own offset is that of January.
    const series = { '2025-07-01': 115.1, '2025-07-02': 115.2, '2026-01-05': 120.5 };
    list({ series, zone: 'Europe/London' });
    assert.deepEqual((await ask({ from: '2025-07-01' })).closes, [
      { day: '2025-07-01', close: 115.1 },
      { day: '2025-07-02', close: 115.2 },
      { day: '2026-01-05', close: 120.5 },
    ]);
  });

  it('the days that were asked for, without nulls, negative closes and the noise of 32 bits', async () => {
    list({
      series: {
        '2026-01-01': 1,
        '2026-01-02': null,
        '2026-01-05': -3,
        '2026-01-06': 164.32,
        '2026-01-07': 9,
      },
    });
    assert.deepEqual((await ask({ from: '2026-01-02' })).closes, [{ day: '2026-01-06', close: 164.32 }]);
  });

  it('the last of two bars of one day counts: the running day has its bar and its last price', async () => {
    const body = seriesBody('X', { series: { '2026-01-05': 88, '2026-01-06': 89 } }, 0, 4e9) as {
      chart: { result: { timestamp: number[]; indicators: { quote: { close: number[] }[] } }[] };
    };
    const [result] = body.chart.result;
    result?.timestamp.push((result.timestamp[1] ?? 0) + 3600);
    result?.indicators.quote[0]?.close.push(89.5);
    answered(body);
    assert.deepEqual((await ask()).closes?.at(-1), { day: '2026-01-06', close: 89.5 });
  });

  it('no trades at all are no closes and no failure; an unknown symbol and another currency are failures', async () => {
    list({ series: {} });
    assert.deepEqual(await ask(), { closes: [], failure: null });
    assert.equal((await ask({ symbol: 'NOSUCH' })).failure, 'NOT_FOUND');
    assert.equal((await ask({ currency: 'USD' })).failure, 'CURRENCY_MISMATCH');
  });

  it('what is no chart is refused', async () => {
    for (const body of [
      null,
      [],
      {},
      { chart: null },
      { chart: { result: [{ meta: {}, timestamp: 'x' }] } },
    ]) {
      server.calm();
      answered(body);
      assert.equal((await ask()).failure, 'PROVIDER_MALFORMED');
    }
  });

  describe('over the wire', () => {
    it('asks for the period, the symbol as one segment of the address', async () => {
      const { closes } = await ask();
      assert.equal(closes?.length, 2);
      // 2026-01-05 is 1767571200; a day before, and two days after the last.
      assert.equal(
        server.requests[0]?.path,
        '/v8/finance/chart/%5ENSEI?interval=1d&period1=1767484800&period2=1767830400',
      );
    });

    const faults: [string, Fault, string][] = [
      ['a 401', { kind: 'status', status: 401 }, 'PROVIDER_ERROR'],
      ['a 429', { kind: 'status', status: 429 }, 'PROVIDER_RATE_LIMITED'],
      [
        'a 429 with a long Retry-After',
        { kind: 'status', status: 429, headers: { 'retry-after': '3600' } },
        'PROVIDER_RATE_LIMITED',
      ],
      ['a 500', { kind: 'status', status: 500 }, 'PROVIDER_ERROR'],
      ['a hang', { kind: 'hang' }, 'PROVIDER_TIMEOUT'],
      ['a slow drip', { kind: 'drip', everyMs: 50 }, 'PROVIDER_TIMEOUT'],
      ['a cut body', { kind: 'cut' }, 'PROVIDER_UNREACHABLE'],
      ['a dropped connection', { kind: 'drop' }, 'PROVIDER_UNREACHABLE'],
      ['HTML with 200', { kind: 'body', type: 'text/html', body: '<html></html>' }, 'PROVIDER_MALFORMED'],
      ['an empty answer', { kind: 'body', type: 'application/json', body: '' }, 'PROVIDER_MALFORMED'],
      ['another shape', { kind: 'body', type: 'application/json', body: '[]' }, 'PROVIDER_MALFORMED'],
    ];
    for (const [title, fault, failure] of faults) {
      it(`${title} is ${failure}, and no error`, async () => {
        server.fail(fault);
        const isLate = fault.kind === 'hang' || fault.kind === 'drip';
        assert.deepEqual(await ask({}, isLate ? 200 : undefined), { closes: null, failure });
      });
    }

    it('gets over a fault that passes, and stops when nobody waits any longer', async () => {
      server.fail({ kind: 'status', status: 503 }, { times: 1 });
      assert.equal((await ask()).failure, null);
      server.fail({ kind: 'hang' });
      assert.equal((await ask({}, 600_000, AbortSignal.timeout(20))).failure, 'PROVIDER_TIMEOUT');
    });
  });
});
