import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addDays } from '../../../../../core/platform/index.ts';
import { technicals } from '../../../../../core/research/evidence/exchange/technicals.ts';

const FIRST = '2025-01-01';
const history = fc
  .record({
    cents: fc.array(fc.integer({ min: 100, max: 100_000 }), { minLength: 1, maxLength: 420 }),
    splits: fc.array(fc.record({ at: fc.integer({ min: 0, max: 419 }), to: fc.constantFrom(2, 5, 10) }), {
      maxLength: 3,
    }),
  })
  .map(({ cents, splits }) => ({
    closes: cents.map((one, at) => ({ day: addDays(FIRST, at), close: (one / 100).toFixed(2) })),
    changes: splits.map(({ at, to }) => ({
      ex_date: addDays(FIRST, at),
      kind: 'SPLIT' as const,
      new_shares: String(to),
      old_shares: '1',
    })),
  }));

describe('technicals of closes', () => {
  it('are what a plain walk over the days gives, on random closes and splits', () => {
    fc.assert(
      fc.property(history, ({ closes, changes }) => {
        const found = new Map(
          technicals({ closes, changes, missing: [] }).map(({ metric, value }) => [metric, value]),
        );
        // The slow way: walk back from the last day and put each split into everything before it.
        const walked: number[] = [];
        let factor = 1;
        for (let at = closes.length - 1; at >= 0; at -= 1) {
          walked.unshift(Number(closes[at]?.close) / factor);
          for (const { ex_date, new_shares } of changes)
            if (ex_date === closes[at]?.day) factor *= Number(new_shares);
        }
        const near = (name: string, expected: number | null) => {
          const value = found.get(name as never) ?? null;
          if (expected === null) assert.equal(value, null);
          else assert.ok(Math.abs(Number(value) - expected) <= 1e-7 * Math.max(1, Math.abs(expected)), name);
        };
        for (const [name, count] of [
          ['sma_50', 50],
          ['sma_200', 200],
        ] as const) {
          const last = walked.slice(-count);
          near(name, last.length < count ? null : last.reduce((sum, one) => sum + one, 0) / count);
        }
        // One close each day: that of a year ago is 365 or 366 days back.
        const end = closes.at(-1)?.day ?? '';
        const start = `${Number(end.slice(0, 4)) - 1}${end.slice(4)}`.replace('-02-29', '-02-28');
        const then = closes.findIndex(({ day }) => day === start);
        const year = walked.slice(then + 1);
        const [first, last] = [walked[then] ?? Number.NaN, walked.at(-1) ?? Number.NaN];
        near('high_52w_close', then < 0 ? null : Math.max(...year));
        near('low_52w_close', then < 0 ? null : Math.min(...year));
        near('price_return_1y_pct', then < 0 ? null : (last / first - 1) * 100);
      }),
      { numRuns: 60 },
    );
  });

  it('nothing follows from no closes', () => {
    assert.deepEqual(technicals({ closes: [], changes: [], missing: [] }), []);
  });
});
