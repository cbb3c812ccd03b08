import assert from 'node:assert/strict';
import fc from 'fast-check';
import { downsample, breakAtGaps, withGaps } from '../../../../core/finance/returns/index.ts';

const dated = (day: string, value: number | null) => ({ day, value });
const heightsOf = ({ value }: { value: number | null }) => [value];

describe('gaps of a line', () => {
  it('a silence of more than ten days is an open day, and weeks with holidays are none', () => {
    const days = [dated('2026-01-01', 5), dated('2026-01-11', 6), dated('2026-01-22', 7)];
    // Ten days lie between the first two, eleven between the others.
    assert.deepEqual(breakAtGaps(days), [
      dated('2026-01-01', 5),
      dated('2026-01-11', 6),
      dated('2026-01-12', null),
      dated('2026-01-22', 7),
    ]);
    const open = [dated('2026-01-01', 5), dated('2026-01-02', null), dated('2026-03-01', 7)];
    assert.deepEqual(breakAtGaps(open), open);
  });

  it('rows made from the known days have a row where the line is open, and none before the first', () => {
    const line = [
      dated('2026-01-01', null),
      dated('2026-01-02', 1),
      dated('2026-01-03', null),
      dated('2026-02-01', 2),
      dated('2026-02-02', null),
    ];
    const of = { dayOf: (day: string) => day.slice(0, 10), open: (day: string) => `${day} open` };
    assert.deepEqual(withGaps(line, ['2026-01-02', '2026-02-01'], of), [
      '2026-01-02',
      '2026-01-03 open',
      '2026-02-01',
      '2026-02-02 open',
    ]);
    assert.deepEqual(withGaps(line, [], of), []);
  });
});

describe('thinning a series', () => {
  it('a thinned series keeps both ends and the order, and is never longer than asked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 2, max: 500 }), (length, most) => {
        const points = Array.from({ length }, (_, at) => dated(String(at).padStart(5, '0'), null));
        const kept = downsample(points, most, heightsOf);
        assert.ok(kept.length <= Math.max(most, 2) + 1);
        assert.equal(kept[0], points[0]);
        assert.equal(kept.at(-1), points.at(-1));
        assert.deepEqual(
          kept,
          kept.toSorted((one, other) => (one.day < other.day ? -1 : 1)),
        );
      }),
    );
  });

  it('keeps both edges of every gap, so that no line crosses one', () => {
    const gap = fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 90 }));
    fc.assert(
      fc.property(fc.array(gap, { maxLength: 5 }), fc.integer({ min: 2, max: 60 }), (gaps, most) => {
        const isOpen = (at: number) => gaps.some(([from, days]) => at >= from && at < from + days);
        const points = Array.from({ length: 1000 }, (_, at) =>
          dated(String(at).padStart(4, '0'), isOpen(at) ? null : at),
        );
        const kept = downsample(points, most, heightsOf);
        for (const [place, { day, value }] of kept.entries()) {
          const next = kept[place + 1];
          if (next === undefined) continue;
          const between = points.slice(Number(day), Number(next.day) + 1);
          // Between two kept days that are both known, or both open, there is no other kind of day.
          assert.ok(
            between.every((one) => (one.value === null) === (value === null)) ||
              (value === null) !== (next.value === null),
          );
          if ((value === null) !== (next.value === null)) assert.equal(Number(next.day), Number(day) + 1);
        }
      }),
    );
  });
});
