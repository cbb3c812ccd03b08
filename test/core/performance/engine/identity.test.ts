import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createEngine, dayNumber, type DailySeries } from '../../../../core/performance/engine/index.ts';
import { replay } from '../../../../core/portfolio/ledger/ledger.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/index.ts';
import { type Books, randomBooks } from './random-books.ts';
import { sampled } from '../../../support/soak.ts';

const LEDGERS = sampled(200, 100_000);

/** Sums of some dozen doubles up to some millions keep at least ten digits. */
function near(one: number, other: number, what: string, size = 1): void {
  const scale = Math.max(1, size, Math.abs(one), Math.abs(other));
  assert.ok(Math.abs(one - other) <= 1e-10 * scale, `${what}: ${one} and ${other}`);
}

const sum = (figures: Float64Array, upTo: number): number => {
  let total = 0;
  for (let at = 0; at <= upTo; at += 1) total += figures[at] ?? 0;
  return total;
};

/** The rate of a day by looking back one day after the other, else the first there is. */
function rateOn({ rates: [series] }: Books, day: number): number {
  if (series === undefined || series.days.length === 0) return series?.reference ?? Number.NaN;
  for (let at = series.days.length - 1; at >= 0; at -= 1)
    if ((series.days[at] ?? 0) <= day) return series.rates[at] ?? Number.NaN;
  return series.rates[0] ?? Number.NaN;
}

/** The second path: what moved, by the exact cash flows of the ledger, each at the rate of its day. */
function movedUpTo(books: Books, rows: LedgerTransaction[]): number {
  let net = 0;
  for (const position of replay(rows).positions) {
    for (const { date, amount } of position.cash_flows())
      net += amount.toNumber() * (position.currency === 'INR' ? 1 : rateOn(books, dayNumber(date)));
  }
  return net;
}

function gainOn(series: DailySeries, at: number): number {
  return (
    sum(series.realised, at) + ((series.value[at] ?? 0) - (series.cost[at] ?? 0)) + sum(series.income, at)
  );
}

describe('the money identity of the engine', () => {
  it(`portfolio/Report rules 4: gain = value + sales + dividends - purchases - fees, on ${LEDGERS} random ledgers with splits, bonuses, partial and unmatched sales, same-day trades and two currencies`, function slow(this: Mocha.Context) {
    this.timeout(600_000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const books = randomBooks(seed);
        const engine = createEngine(books);
        const series = engine.series(null);
        // Cash rows are in no flow of the engine.
        const traded = books.transactions.filter(({ type }) => !type.startsWith('CASH'));
        const last = series.value.length - 1;
        // Every tenth ledger is also looked at in the middle.
        for (const at of seed % 10 === 0 ? [last, seed % Math.max(1, last + 1)] : [last]) {
          const value = series.value[at] ?? Number.NaN;
          if (Number.isNaN(value)) continue;
          const day = engine.first + at;
          const moved = movedUpTo(
            books,
            traded.filter(({ date }) => dayNumber(date) <= day),
          );
          near(gainOn(series, at), value + moved, `day ${at} of seed ${seed}`, value);
        }
      }),
      { numRuns: LEDGERS },
    );
  });

  it('holds on every day, known value or not, for each portfolio and in total, and the portfolios add up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const engine = createEngine(randomBooks(seed));
        const total = engine.series(null);
        const parts = ['Main', 'Other'].map((name) => engine.series(name));
        for (const series of [total, ...parts]) {
          let moved = 0;
          let realised = 0;
          for (let at = 0; at < series.value.length; at += 1) {
            moved += (series.taken_out[at] ?? 0) - (series.put_in[at] ?? 0);
            realised += series.realised[at] ?? 0;
            near(realised - (series.cost[at] ?? 0), moved, `day ${at} of seed ${seed}`);
          }
        }
        for (let at = 0; at < total.value.length; at += 1) {
          const added = parts.reduce((value, series) => value + (series.value[at] ?? 0), 0);
          if (!Number.isNaN(added)) near(total.value[at] ?? Number.NaN, added, `sum of day ${at}`);
          else assert.ok(Number.isNaN(total.value[at]));
        }
      }),
      { numRuns: sampled(40, 10_000) },
    );
  });
});
