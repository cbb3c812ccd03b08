import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PARTIAL_FIGURES } from '../../../../core/performance/engine/daily-series.ts';
import {
  createEngine,
  type EngineInput,
  partialSeries,
  type PriceSeries,
  valueReasons,
} from '../../../../core/performance/engine/index.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/index.ts';
import { FIRST, randomBooks } from './random-books.ts';
import { sampled } from '../../../support/soak.ts';

const row = (symbol: string, date: string, change: Partial<LedgerTransaction> = {}): LedgerTransaction => ({
  id: `${symbol} ${date}`,
  portfolio: 'Main',
  symbol,
  date,
  type: 'BUY',
  quantity: '10',
  price: '100',
  fee_tax: '0',
  currency: 'INR',
  ...change,
});

/** Closes of 2024-01-01 and the days after it. */
const closes = (symbol: string, ...prices: number[]): PriceSeries => ({
  symbol,
  currency: 'INR',
  days: Int32Array.from(prices, (_, at) => FIRST + at),
  closes: Float64Array.from(prices),
  changes: [],
  carry_days: 10,
});

const input = (change: Partial<EngineInput>): EngineInput => ({
  portfolios: [{ name: 'Main', currency: 'INR' }],
  total: { name: 'total', currency: 'INR' },
  transactions: [],
  prices: [],
  rates: [],
  to: FIRST + 3,
  ...change,
});

function partOf(books: EngineInput, incomplete: { portfolio: string; symbol: string }[] = []) {
  const engine = createEngine(books);
  return partialSeries(engine, null, valueReasons(engine, null, 'INR'), incomplete, 0);
}

describe('the series of the positions that are known throughout', () => {
  it('one symbol without closes left every day unknown: the others have their days', () => {
    const books = input({
      transactions: [row('TCS', '2024-01-01'), row('OLD', '2024-01-02', { price: '7' })],
      prices: [closes('TCS', 100, 110, 121, 121)],
    });
    assert.ok(Number.isNaN(createEngine(books).series(null).value[3] ?? 0));
    const part = partOf(books);
    // TCS alone: ten units; what OLD cost on the second day is in no flow.
    assert.deepEqual(Array.from(part?.daily?.value ?? []), [1000, 1100, 1210, 1210]);
    assert.deepEqual(Array.from(part?.daily?.put_in ?? []), [1000, 0, 0, 0]);
    assert.deepEqual(part?.left_out, [{ portfolio: 'Main', symbol: 'OLD', code: 'NO_PRICE' }]);
  });

  it('where everything is known nothing is added up twice', () => {
    const books = input({ transactions: [row('TCS', '2024-01-01')], prices: [closes('TCS', 1, 2, 3, 4)] });
    assert.equal(partOf(books), null);
  });

  it('a holding without transactions leaves the series of the ledger as they are', () => {
    const books = input({ transactions: [row('TCS', '2024-01-01')], prices: [closes('TCS', 1, 2, 3, 4)] });
    assert.deepEqual(partOf(books, [{ portfolio: 'Main', symbol: 'GOLD' }]), {
      daily: null,
      left_out: [{ portfolio: 'Main', symbol: 'GOLD', code: 'LEDGER_INCOMPLETE' }],
    });
  });

  it('sales without a purchase and other units than the holding leave a symbol out', () => {
    const books = input({
      transactions: [
        row('TCS', '2024-01-01'),
        row('INFY', '2024-01-01'),
        row('BAD', '2024-01-01'),
        row('BAD', '2024-01-02', { type: 'SELL', quantity: '99' }),
      ],
      prices: [closes('TCS', 1, 2, 3, 4), closes('INFY', 1, 1, 1, 1), closes('BAD', 1, 1, 1, 1)],
    });
    const part = partOf(books, [{ portfolio: 'Main', symbol: 'INFY' }]);
    assert.deepEqual(Array.from(part?.daily?.value ?? []), [10, 20, 30, 40]);
    assert.deepEqual(part?.left_out.map(({ symbol, code }) => [symbol, code]).toSorted(), [
      ['BAD', 'UNMATCHED_SALE'],
      ['INFY', 'LEDGER_INCOMPLETE'],
    ]);
  });

  it('a few days before a first session do not leave a share out: those days alone have no value', () => {
    const listed = { ...closes('IPO', 50, 60), days: Int32Array.of(FIRST + 2, FIRST + 3) };
    const books = input({
      transactions: [row('TCS', '2024-01-01'), row('IPO', '2024-01-02'), row('OLD', '2024-01-01')],
      prices: [closes('TCS', 1, 1, 1, 1), listed],
    });
    const part = partOf(books);
    assert.deepEqual(
      part?.left_out.map(({ symbol }) => symbol),
      ['OLD'],
    );
    assert.deepEqual(Array.from(part?.daily?.value ?? []), [10, Number.NaN, 510, 610]);
  });

  it('a second, slow way on random books: the engine over books without what is left out', function slow(this: Mocha.Context) {
    this.timeout(600_000);
    let compared = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const books = randomBooks(seed);
        const engine = createEngine(books);
        const part = partialSeries(engine, null, valueReasons(engine, null, 'INR'), [], 0);
        if (part === null) return;
        const names = new Set(part.left_out.map(({ portfolio, symbol }) => `${portfolio} ${symbol}`));
        const isLeftOut = ({ portfolio, symbol }: LedgerTransaction) => names.has(`${portfolio} ${symbol}`);
        const gone = books.transactions.filter(isLeftOut);
        const rest = books.transactions.filter((one) => !isLeftOut(one));
        // A split in one portfolio is the market's for the same share in another, so it must stay to compare.
        if (gone.some(({ type }) => type === 'SPLIT')) return;
        const other = createEngine({ ...books, transactions: rest });
        const series = other.series(null);
        const daily = part.daily ?? engine.series(null);
        for (let at = 0; at < engine.length; at += 1) {
          const there = engine.first + at - other.first;
          for (const name of PARTIAL_FIGURES) {
            const [one, two] = [daily[name][at] ?? 0, there < 0 ? 0 : (series[name][there] ?? 0)];
            assert.ok(
              (Number.isNaN(one) && Number.isNaN(two)) ||
                Math.abs(one - two) <= 1e-9 * Math.max(1, Math.abs(one)),
              `${name} of day ${at}: ${one} and ${two} in the books ${seed}`,
            );
          }
          // Without a rate or a price at the end it would be left out.
          if (at === engine.length - 1) assert.ok(!Number.isNaN(daily.value[at] ?? 0));
        }
        compared += 1;
      }),
      { numRuns: sampled(80, 50_000) },
    );
    assert.ok(compared > 25);
  });
});
