import assert from 'node:assert/strict';
import { NotAChart, quotedIn, readYahooChartBody } from '../../../../core/market/providers/yahoo-body.ts';
import { readYahooDays } from '../../../../core/market/providers/yahoo-days.ts';
import { NotYahoo, readYahooChart } from '../../../../core/research/evidence/yahoo/yahoo-chart.ts';

const wanted = { from: '2026-01-01', to: '2026-12-31', currency: 'INR' };
const bytes = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));

describe('the body of Yahoo’s chart, of one shape for prices and for research', () => {
  const meta = { symbol: 'KAVFLOW.NS', currency: 'INR', gmtoffset: 19_800 };
  const odd: readonly [string, unknown][] = [
    ['nothing', null],
    ['another answer', { finance: { result: [] } }],
    ['a result that is no list', { chart: { result: { meta } } }],
    ['a result without its heading', { chart: { result: [{ timestamp: [] }] } }],
    ['a currency that is a number', { chart: { result: [{ meta: { ...meta, currency: 1 } }] } }],
    ['days that are words', { chart: { result: [{ meta, timestamp: '2026-01-01' }] } }],
    ['events that are words', { chart: { result: [{ meta, events: { splits: '10:1' } }] } }],
    ['an error without its code', { chart: { result: null, error: { description: 'no' } } }],
  ];
  for (const [what, body] of odd)
    it(`${what} is refused by both`, () => {
      assert.throws(() => readYahooChartBody(body), NotAChart);
      assert.throws(() => readYahooDays(body, wanted), NotAChart);
      assert.throws(() => readYahooChart(bytes(body)), NotYahoo);
    });

  it('research needs to know whose chart it is; prices asked by name do not', () => {
    const body = { chart: { result: [{ meta: { currency: 'INR' }, timestamp: [], indicators: null }] } };
    assert.throws(() => readYahooChart(bytes(body)), NotYahoo);
    assert.equal(readYahooDays(body, wanted).failure, 'NO_PRICE');
    assert.throws(() => readYahooChart(Buffer.from('<html>')), NotYahoo);
  });

  it('a name that Yahoo does not know is an answer', () => {
    const body = { chart: { result: null, error: { code: 'Not Found' } } };
    assert.equal(readYahooChart(bytes(body)), null);
    assert.equal(readYahooDays(body, wanted).failure, 'NOT_FOUND');
  });

  it('hundredths of a currency are told from the currency', () => {
    assert.deepEqual(
      [quotedIn('GBp'), quotedIn('INR')],
      [
        { currency: 'GBP', parts: 100 },
        { currency: 'INR', parts: 1 },
      ],
    );
  });
});
