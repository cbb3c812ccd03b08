import assert from 'node:assert/strict';
import fc from 'fast-check';
import { timeWeighted } from '../../../../core/finance/returns/index.ts';
import { createEngine } from '../../../../core/performance/engine/index.ts';
import { randomBooks } from './random-books.ts';
import { sampled } from '../../../support/soak.ts';

describe('the time-weighted return of a daily series', () => {
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
