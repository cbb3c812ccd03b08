import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Instrument, QuoteOutcome, QuoteProvider } from '../../../../core/market/index.ts';
import {
  type FetchedQuote,
  type QuoteRequest,
  fetchInOrder,
} from '../../../../core/market/quotes/fetch-quotes.ts';
import { createProgress, type RefreshProgress } from '../../../../core/portfolio/prices/refresh-progress.ts';
import { createLog } from '../../../../core/platform/index.ts';
import { sampled } from '../../../support/soak.ts';

const TODAY = '2026-03-02';
const log = createLog('silent');
const instrument = (symbol: string): Instrument => ({
  symbol,
  name: null,
  isin: null,
  asset_class: 'Indian Equity',
  currency: 'INR',
});
const good = (price: number, source: string, as_of = TODAY): QuoteOutcome => ({
  quote: { price, previous_close: null, as_of, currency: 'INR', source },
  failure: null,
});
const bad = (failure: 'NOT_FOUND' | 'PROVIDER_ERROR' | 'PROVIDER_RATE_LIMITED'): QuoteOutcome => ({
  quote: null,
  failure,
});
/** A provider that answers from a table, and what it was asked. */
function source(name: string, answers: Record<string, QuoteOutcome>): QuoteProvider & { asked: string[][] } {
  const asked: string[][] = [];
  return {
    name,
    asked,
    covers: () => true,
    async quotes(instruments) {
      asked.push(instruments.map(({ symbol }) => symbol));
      return instruments.map(({ symbol }) => answers[symbol] ?? bad('NOT_FOUND'));
    },
  };
}
const fetchFor = async (
  ask: readonly QuoteProvider[],
  symbols: readonly string[],
  settled: (key: string, answer: FetchedQuote) => void = () => undefined,
  signal = new AbortController().signal,
) =>
  await fetchInOrder(
    symbols.map((symbol): QuoteRequest => ({ ask, instrument: instrument(symbol), key: symbol })),
    { signal, today: TODAY, log, settled },
  );
const told = (
  { quote, failure, tried }: FetchedQuote | undefined = { quote: null, failure: null, tried: [] },
) => [quote?.source ?? failure, quote?.price ?? null, tried.map((one) => `${one.source} ${one.reason}`)];

describe('asking for prices in order', () => {
  it('portfolio/Price refresh rules 2: the broker is asked first; what it does not price goes to the next, with the reason kept', async () => {
    const broker = source('ZERODHA', { A: good(10, 'ZERODHA'), B: bad('PROVIDER_RATE_LIMITED') });
    const engine = source('YAHOO', { B: good(20, 'YAHOO') });
    const found = await fetchFor([broker, engine], ['A', 'B', 'C']);
    assert.deepEqual(told(found.get('A')), ['ZERODHA', 10, []]);
    assert.deepEqual(told(found.get('B')), ['YAHOO', 20, ['ZERODHA PROVIDER_RATE_LIMITED']]);
    assert.deepEqual(told(found.get('C')), ['NOT_FOUND', null, ['ZERODHA NOT_FOUND', 'YAHOO NOT_FOUND']]);
    // Each provider once, for all that it is asked about.
    assert.deepEqual([broker.asked, engine.asked], [[['A', 'B', 'C']], [['B', 'C']]]);
  });

  it('portfolio/Price refresh rules 2: a broker that breaks its word, throws or answers too little harms nobody', async () => {
    const engine = source('YAHOO', { A: good(20, 'YAHOO'), B: good(21, 'YAHOO') });
    const throws: QuoteProvider = {
      name: 'ZERODHA',
      covers: () => true,
      quotes: () => Promise.reject(new Error('broken')),
    };
    const short: QuoteProvider = {
      name: 'DHAN',
      covers: () => true,
      quotes: () => Promise.resolve([good(1, 'DHAN')]),
    };
    const thrown = await fetchFor([throws, engine], ['A']);
    assert.deepEqual(told(thrown.get('A')), ['YAHOO', 20, ['ZERODHA PROVIDER_ERROR']]);
    const cut = await fetchFor([short, engine], ['A', 'B']);
    assert.deepEqual(told(cut.get('A')), ['DHAN', 1, []]);
    assert.deepEqual(told(cut.get('B')), ['YAHOO', 21, ['DHAN PROVIDER_ERROR']]);
  });

  it('portfolio/States and transitions: a quote that is no price, or in another currency, is put to the next one', async () => {
    const broker = source('ZERODHA', {
      ZERO: good(0, 'ZERODHA'),
      NAN: good(Number.NaN, 'ZERODHA'),
      USD: {
        quote: { price: 5, previous_close: null, as_of: TODAY, currency: 'USD', source: 'ZERODHA' },
        failure: null,
      },
    });
    const engine = source('YAHOO', {
      ZERO: good(1, 'YAHOO'),
      NAN: good(2, 'YAHOO'),
      USD: good(3, 'YAHOO'),
    });
    const found = await fetchFor([broker, engine], ['ZERO', 'NAN', 'USD']);
    assert.deepEqual(told(found.get('ZERO')), ['YAHOO', 1, ['ZERODHA INVALID_PRICE']]);
    assert.deepEqual(told(found.get('NAN')), ['YAHOO', 2, ['ZERODHA INVALID_PRICE']]);
    assert.deepEqual(told(found.get('USD')), ['YAHOO', 3, ['ZERODHA CURRENCY_MISMATCH']]);
  });

  it('portfolio/States and transitions: a close before of 0, or one that is no number, is not known: no move of 100% follows', async () => {
    const before = (previous_close: number): QuoteOutcome => ({
      quote: { price: 5, previous_close, as_of: TODAY, currency: 'INR', source: 'ZERODHA' },
      failure: null,
    });
    const broker = source('ZERODHA', { A: before(0), B: before(Number.NaN), C: before(-4), D: before(4) });
    const found = await fetchFor([broker], ['A', 'B', 'C', 'D']);
    assert.deepEqual(
      ['A', 'B', 'C', 'D'].map((symbol) => found.get(symbol)?.quote?.previous_close),
      [null, null, null, 4],
    );
  });

  it('a price of long ago is not the end of it: the newer of the two counts', async () => {
    const broker = source('ZERODHA', {
      A: good(10, 'ZERODHA', '2026-01-05'),
      B: good(10, 'ZERODHA', '2026-01-05'),
      C: good(10, 'ZERODHA', '2026-01-05'),
    });
    const engine = source('YAHOO', { A: good(11, 'YAHOO'), B: good(9, 'YAHOO', '2025-12-01') });
    const found = await fetchFor([broker, engine], ['A', 'B', 'C']);
    assert.deepEqual(told(found.get('A')), ['YAHOO', 11, []]);
    assert.deepEqual(told(found.get('B')), ['ZERODHA', 10, []]);
    assert.deepEqual(told(found.get('C')), ['ZERODHA', 10, ['YAHOO NOT_FOUND']]);
  });

  it('a provider that ignores that it is to stop is not waited for', async () => {
    const deaf: QuoteProvider = {
      name: 'DEAF',
      covers: () => true,
      quotes: () => new Promise(() => undefined),
    };
    const found = await fetchFor([deaf], ['A'], undefined, AbortSignal.timeout(50));
    assert.deepEqual(told(found.get('A')), ['PROVIDER_TIMEOUT', null, ['DEAF PROVIDER_TIMEOUT']]);
  });

  it('what a provider tells one by one goes on to be settled at once, and only once', async () => {
    const settled: string[] = [];
    let finish: (() => void) | undefined;
    const slow: QuoteProvider = {
      name: 'SLOW',
      covers: () => true,
      async quotes(instruments, _signal, seen) {
        seen?.(0, good(1, 'SLOW'));
        await new Promise<void>((resolve) => (finish = resolve));
        return instruments.map(() => good(1, 'SLOW'));
      },
    };
    const running = fetchFor([slow], ['A', 'B'], (key) => settled.push(key));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(settled, ['A']);
    finish?.();
    await running;
    assert.deepEqual(settled, ['A', 'B']);
  });

  it('whatever providers do, each instrument is settled once: with the first usable price in order, or with every failure', async () => {
    const outcome = fc.constantFrom('good', 'fail', 'throw') as fc.Arbitrary<'good' | 'fail' | 'throw'>;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(outcome, { minLength: 3, maxLength: 3 }), { maxLength: 4 }),
        async (plan) => {
          const symbols = ['A', 'B', 'C'];
          const providers = plan.map((row, at): QuoteProvider => ({
            name: `P${at}`,
            covers: () => true,
            async quotes(instruments) {
              const acts = instruments.map(({ symbol }) => row[symbols.indexOf(symbol)]);
              if (acts.includes('throw')) throw new Error('broken');
              return acts.map((act) => (act === 'good' ? good(at + 1, `P${at}`) : bad('NOT_FOUND')));
            },
          }));
          const counts = new Map<string, number>();
          const found = await fetchFor(providers, symbols, (key) =>
            counts.set(key, (counts.get(key) ?? 0) + 1),
          );
          for (const symbol of symbols) {
            const answer = found.get(symbol);
            assert.equal(counts.get(symbol), 1);
            if (answer?.quote) assert.equal(answer.tried.length, Number(answer.quote.source.slice(1)));
            else assert.equal(answer?.tried.length, plan.length);
          }
        },
      ),
      { numRuns: sampled(40, 2_000) },
    );
  });
});

describe('progress of a refresh', () => {
  it('tells the beginning, then no more often than four times a second, and the end', async () => {
    const frames: RefreshProgress[] = [];
    const progress = createProgress(1000, async (state) => void frames.push(state));
    for (let at = 0; at < 900; at += 1) progress.settled(1, at % 3 !== 0);
    await progress.finish({ updated: 640, failed: 300 });
    assert.deepEqual(frames, [
      { done: 0, total: 1000, updated: 0, failed: 0, finished: false },
      { done: 1000, total: 1000, updated: 640, failed: 300, finished: true },
    ]);
    await progress.finish();
    assert.equal(frames.length, 2);
  });

  it('a refresh that asks about nothing tells nothing; one that cannot tell goes on', async () => {
    let told_ = 0;
    const silent = createProgress(0, async () => void (told_ += 1));
    await silent.finish();
    assert.equal(told_, 0);
    const broken = createProgress(3, () => Promise.reject(new Error('away')));
    broken.settled(3, true);
    await broken.finish();
  });
});
