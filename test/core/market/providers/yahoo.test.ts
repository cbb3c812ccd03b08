import assert from 'node:assert/strict';
import { NotAChart } from '../../../../core/market/providers/yahoo-body.ts';
import { readChart } from '../../../../core/market/providers/yahoo-chart.ts';
import { createYahoo } from '../../../../core/market/providers/yahoo.ts';
import { yahooSymbols } from '../../../../core/market/providers/yahoo-symbol.ts';
import { createHttp, createLimiter } from '../../../../core/platform/index.ts';
import { chartBody, UNKNOWN_SYMBOL, type YahooListing, YahooServer } from '../../../support/yahoo-server.ts';

const read = (listing: YahooListing, currency = 'INR') =>
  readChart(chartBody('X', listing), currency, 'YAHOO');

describe("Yahoo's symbols", () => {
  for (const [symbol, currency, known, names] of [
    ['TCS', 'INR', undefined, ['TCS.NS', 'TCS.BO']],
    ['M&M', 'INR', undefined, ['M&M.NS', 'M&M.BO']],
    ['BAJAJ-AUTO', 'INR', undefined, ['BAJAJ-AUTO.NS', 'BAJAJ-AUTO.BO']],
    // Series of NSE, as Kite shows them.
    ['SUZLON-BE', 'INR', undefined, ['SUZLON.NS', 'SUZLON.BO']],
    ['INFY.BO', 'INR', undefined, ['INFY.BO']],
    ['ZOMATO', 'INR', ['ETERNAL', 'ZOMATO'], ['ETERNAL.NS', 'ETERNAL.BO', 'ZOMATO.NS', 'ZOMATO.BO']],
    ['SUZLON-BE', 'INR', ['SUZLON', 'SUZLON-BE'], ['SUZLON.NS', 'SUZLON.BO']],
    ['AAPL', 'USD', undefined, ['AAPL']],
    ['BRK.B', 'USD', undefined, ['BRK-B']],
    ['OCDO.L', 'GBP', undefined, ['OCDO.L']],
  ] as const) {
    const also = known === undefined ? '' : `, known as ${known.join(' and ')},`;
    it(`portfolio/Price refresh rules 2: ${symbol} in ${currency}${also} is tried as ${names.join(', ')}`, () => {
      assert.deepEqual(yahooSymbols({ symbol, currency, names: known }), names);
    });
  }
});

describe("Yahoo's charts", () => {
  const cases: [string, YahooListing, string, unknown][] = [
    // Friday's close before Monday's price: the bar of the price's own day is not the close before.
    ['price and close before', { price: 103, closes: [99, 101, 103] }, 'INR', [103, 101]],
    ['nulls between', { price: 103, closes: [99, null, 103] }, 'INR', [103, 99]],
    ['a negative close', { price: 103, closes: [99, -5, 103] }, 'INR', [103, 99]],
    // 164.32 cannot be held by 32 bits: Yahoo sends 164.32000732421875.
    ['closes blown up from 32 bits', { price: null, closes: [164.32, 165.1] }, 'INR', [165.1, 164.32]],
    ['no timestamps', { price: 103, closes: [99, 101, 103], withoutTimestamps: true }, 'INR', [103, null]],
    ['a negative price', { price: -1, closes: [99, 101] }, 'INR', [101, 99]],
    ['a price of zero and no closes', { price: 0 }, 'INR', 'INVALID_PRICE'],
    ['nothing at all', { price: null }, 'INR', 'NO_PRICE'],
    ['only nulls', { price: null, closes: [null, null] }, 'INR', 'NO_PRICE'],
    ['pence', { price: 305.3, closes: [300.5, 305.3], currency: 'GBp' }, 'GBP', [3.053, 3.005]],
    ['another currency', { price: 10, currency: 'USD' }, 'INR', 'CURRENCY_MISMATCH'],
    // Eight days back is no session before.
    [
      'a close of long ago',
      { price: 103, closes: [99, null, null, null, null, null, null, null, 103] },
      'INR',
      [103, null],
    ],
  ];
  for (const [title, listing, currency, expected] of cases) {
    it(title, () => {
      const { quote, failure } = read(listing, currency);
      assert.deepEqual(failure ?? [quote?.price, quote?.previous_close], expected);
    });
  }

  it('the day of a price is that of its exchange', () => {
    const body = chartBody('X', { price: 5 }) as { chart: { result: { meta: Record<string, unknown> }[] } };
    // 20:30 in New York on 1 March is 01:30 UTC on the 2nd.
    Object.assign(body.chart.result[0]?.meta ?? {}, {
      regularMarketTime: Date.parse('2026-03-02T01:30:00Z') / 1000,
      gmtoffset: -18_000,
      currency: 'USD',
    });
    assert.equal(readChart(body, 'USD', 'YAHOO').quote?.as_of, '2026-03-01');
  });

  it('errors in the body, whatever the status', () => {
    const error = (code: string) => ({ chart: { result: null, error: { code, description: '' } } });
    assert.equal(readChart(UNKNOWN_SYMBOL, 'INR', 'YAHOO').failure, 'NOT_FOUND');
    assert.equal(readChart(error('Unprocessable Entity'), 'INR', 'YAHOO').failure, 'NO_PRICE');
    assert.equal(readChart(error('Internal'), 'INR', 'YAHOO').failure, 'PROVIDER_ERROR');
    assert.equal(readChart({ chart: { result: [], error: null } }, 'INR', 'YAHOO').failure, 'NOT_FOUND');
  });

  it('what is no chart is refused, numbers as text too', () => {
    const text = chartBody('X', {}) as { chart: { result: { meta: Record<string, unknown> }[] } };
    Object.assign(text.chart.result[0]?.meta ?? {}, { regularMarketPrice: '100' });
    for (const body of [null, [], 'x', {}, { chart: null }, { chart: { result: 'x' } }, text])
      assert.throws(() => readChart(body, 'INR', 'YAHOO'), NotAChart);
  });
});

describe('Yahoo', () => {
  let server: YahooServer;
  before(async () => {
    server = await new YahooServer().start();
  });
  after(() => server.close());
  beforeEach(() => {
    server.calm();
    server.listings.clear();
  });
  const clock = { now: () => new Date('2026-03-02T06:00:00.000Z') };
  const share = (symbol: string) => ({
    symbol,
    name: null,
    isin: null,
    asset_class: 'Indian Equity',
    currency: 'INR',
  });
  const ask = async (...symbols: string[]) =>
    await createYahoo(
      createHttp({
        system: 'Yahoo',
        baseUrl: server.url,
        limiter: createLimiter({ concurrent: 5, perSecond: 1000 }),
        clock,
        timeoutMs: 50_000,
        retries: 0,
      }),
      clock,
    ).quotes(symbols.map(share));

  it('portfolio/Price refresh rules 2: the second exchange is asked only when the first has no price', async () => {
    server.listings.set('TCS.NS', { price: 1 }).set('TCS.BO', { price: 2 });
    server.listings
      .set('ONLYBSE.BO', { price: 3 })
      .set('EMPTY.NS', { price: null })
      .set('EMPTY.BO', { price: 4 });
    const outcomes = await ask('TCS', 'ONLYBSE', 'EMPTY');
    assert.deepEqual(
      outcomes.map(({ quote }) => quote?.price),
      [1, 3, 4],
    );
    assert.deepEqual(server.asked.toSorted(), ['EMPTY.BO', 'EMPTY.NS', 'ONLYBSE.BO', 'ONLYBSE.NS', 'TCS.NS']);
    const path = '/v8/finance/chart/TCS.NS?interval=1d&range=5d';
    assert.equal(server.requests.filter((one) => one.path === path).length, 1);
  });

  it('portfolio/Price refresh rules 2: a price of long ago has the second exchange asked, and the newer one counts', async () => {
    server.listings.set('LEFT.NS', { price: 1, day: '2019-05-02' }).set('LEFT.BO', { price: 2 });
    server.listings
      .set('ENDED.NS', { price: 3, day: '2020-01-02' })
      .set('ENDED.BO', { price: 4, day: '2019-01-02' });
    const outcomes = await ask('LEFT', 'ENDED');
    assert.deepEqual(
      outcomes.map(({ quote }) => [quote?.price, quote?.as_of]),
      [
        [2, '2026-03-02'],
        [3, '2020-01-02'],
      ],
    );
  });

  it('a share with an ampersand is one segment of the address', async () => {
    server.listings.set('M&M.NS', { price: 7 });
    const [outcome] = await ask('M&M');
    assert.equal(outcome?.quote?.price, 7);
    assert.match(server.requests[0]?.path ?? '', /\/M%26M\.NS\?/);
  });

  it('a system that is down is not asked for hundreds of symbols', async () => {
    server.fail({ kind: 'status', status: 500 });
    const outcomes = await ask(...Array.from({ length: 300 }, (_, n) => `S${n}`));
    assert.ok(outcomes.every(({ failure }) => failure === 'PROVIDER_ERROR'));
    assert.equal(outcomes.length, 300);
    assert.ok(server.requests.length < 20, `${server.requests.length} requests`);
  });
});
