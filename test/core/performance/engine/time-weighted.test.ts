import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createEngine,
  dailyFactors,
  type MeasuredDays,
  timeWeighted,
} from '../../../../core/performance/engine/index.ts';
import { randomBooks } from './random-books.ts';
import { sampled } from '../../../support/soak.ts';

/** Days by [value, put in, taken out, income]. */
function days(
  rows: [value: number | null, put_in?: number, taken_out?: number, income?: number][],
): MeasuredDays {
  return {
    value: rows.map(([value]) => value),
    put_in: rows.map(([, put_in = 0]) => put_in),
    taken_out: rows.map(([, , taken_out = 0]) => taken_out),
    income: rows.map(([, , , income = 0]) => income),
  };
}

describe('the time-weighted return', () => {
  it('portfolio/Report rules 4: what is put in or taken out makes no return, prices and dividends do', () => {
    // 100 become 110; 90 more are put in, 200 become 220; 20 are paid out as a dividend on the last day.
    const found = timeWeighted(days([[100, 100], [110], [220, 90], [220, 0, 0, 20]]), -1, 3);
    // 1 × 1.1 × (220 / 200) × (240 / 220) = 1.32
    assert.ok(Math.abs((found.factor ?? 0) - 1.32) < 1e-12);
    assert.ok(Math.abs((found.return_pct ?? 0) - 32) < 1e-10);
    assert.deepEqual([found.bridged, found.reason], [0, null]);
  });

  it('the first day and the day on which all is sold have a return of their own', () => {
    // Bought for 100, worth 105 that evening; sold for 126 the next day, nothing left; then nothing for a day.
    const { factors } = dailyFactors(days([[105, 100], [0, 0, 126], [0]]), -1, 2);
    assert.deepEqual(Array.from(factors), [1.05, 1.2, 1]);
  });

  it('fees lower it: a purchase of 100 with a fee of 1 that is worth 100', () => {
    assert.equal(timeWeighted(days([[100, 101]]), -1, 0).factor, 100 / 101);
  });

  it('a span without values is carried by the next known day, and told where money moved in it', () => {
    const still = timeWeighted(days([[100], [null], [121]]), 0, 2);
    assert.deepEqual([still.factor, still.bridged], [1.21, 0]);
    // 100, then 50 more: 165 / 150.
    const moved = timeWeighted(days([[100], [null, 50], [165]]), 0, 2);
    assert.deepEqual([moved.factor, moved.bridged], [1.1, 1]);
  });

  it('unknown ends are unknown, with the reason', () => {
    assert.match(timeWeighted(days([[100], [null]]), 0, 1).reason ?? '', /last day/);
    assert.match(timeWeighted(days([[null], [100]]), 0, 1).reason ?? '', /first day/);
    assert.match(timeWeighted(days([[100]]), 0, 0).reason ?? '', /no day between/);
    assert.match(timeWeighted(days([[100], [90, Number.NaN]]), 0, 1).reason ?? '', /flow/);
  });

  it('a bonus share without its original is no return at all', () => {
    assert.equal(timeWeighted(days([[40], [44]]), -1, 1).factor, 1.1);
  });

  it('two ways: sub-periods from flow to flow, chained, give what the days give', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const series = createEngine(randomBooks(seed)).series('Main');
        const last = series.value.length - 1;
        const found = timeWeighted(series, -1, last);
        if (found.factor === null || found.bridged > 0 || series.value.some(Number.isNaN)) return;
        const isFree = (at: number) =>
          (series.value[at] ?? 0) > 0 &&
          (at === 0 ? 0 : (series.value[at - 1] ?? 0)) + (series.put_in[at] ?? 0) <= 0;
        // What came for nothing has no base of its own; the test above looks at it.
        if (Array.from(series.value).some((_, at) => isFree(at))) return;
        // The second way looks at values only where money moved: before the flow of a day and after it.
        let factor = 1;
        let begin = 0;
        for (let at = 0; at <= last; at += 1) {
          const [put, taken, paid] = [
            series.put_in[at] ?? 0,
            series.taken_out[at] ?? 0,
            series.income[at] ?? 0,
          ];
          if (put === 0 && taken === 0 && paid === 0 && at < last) continue;
          const before = at === 0 ? 0 : (series.value[at - 1] ?? 0);
          // From the end of the last day with a flow to the evening before this one.
          if (begin > 0) factor *= before / begin;
          const base = before + put;
          if (base > 0) factor *= ((series.value[at] ?? 0) + taken + paid) / base;
          begin = series.value[at] ?? 0;
        }
        assert.ok(Math.abs(factor - (found.factor ?? 0)) <= 1e-9 * Math.max(1, factor), `seed ${seed}`);
      }),
      { numRuns: sampled(100, 20_000) },
    );
  });
});
