import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ComparedDay,
  differs,
  recordedDifferences,
} from '../../../../core/quality/recorded-values/compare.ts';
import type { BookChange } from '../../../../core/portfolio/index.ts';

/** The 18:00 snapshot of a day of January 2026. */
const recordedAt = (nr: number): Date => new Date(Date.UTC(2026, 0, nr, 12, 30));
const dayOf = (nr: number): string => `2026-01-${String(nr).padStart(2, '0')}`;
const compared = (nr: number, over: Partial<ComparedDay> = {}): ComparedDay => ({
  day: dayOf(nr),
  recorded_at: recordedAt(nr),
  books: 'SAME',
  symbols: [],
  recorded: 1000,
  recalculated: 1000,
  before: 1000,
  ...over,
});
const change = (over: Partial<BookChange>): BookChange => ({
  code: 'ENTERED',
  symbol: 'ALPHA',
  from: dayOf(1),
  since: null,
  at: new Date(Date.UTC(2026, 0, 20, 6)),
  import_id: null,
  file_name: null,
  action: null,
  ...over,
});
const other = (over: Partial<ComparedDay> = {}) =>
  ({ books: 'OTHER', symbols: ['ALPHA'], recalculated: 1500, ...over }) as const;
const codes = (days: readonly ComparedDay[], changes: readonly BookChange[]) =>
  recordedDifferences(days, changes).map(({ cause, days: count }) => [cause.code, count]);

describe('recorded against recalculated values', () => {
  it('with other units, every difference beyond a paisa or a millionth counts', () => {
    assert.equal(differs(compared(5, other({ recalculated: 1000.01 }))), false);
    assert.equal(differs(compared(5, other({ recalculated: 1000.02 }))), true);
    // A millionth of a crore is ten rupees.
    assert.equal(differs(compared(5, other({ recorded: 1e7, recalculated: 1e7 + 9 }))), false);
    assert.equal(differs(compared(5, other({ recorded: 1e7, recalculated: 1e7 + 11 }))), true);
  });

  it('with the same units, a value between both closes, and 2 percent beyond, is of its hour', () => {
    // The close before was 900, that of the day 1000: from 900 − 20 to 1000 + 20.
    const at = (recorded: number) => differs(compared(5, { recorded, before: 900 }));
    assert.deepEqual([879, 880, 950, 1020, 1021].map(at), [true, false, false, false, true]);
    assert.equal(differs(compared(5, { recorded: 950, before: null })), true);
  });

  it('the change that explains most symbols is the cause; of two alike the later one', () => {
    const file = change({ code: 'IMPORTED', import_id: '7', file_name: 'old.csv' });
    const later = change({ at: new Date(Date.UTC(2026, 0, 21)) });
    const day = compared(5, other({ symbols: ['ALPHA', 'BETA', 'GAMMA'] }));
    assert.deepEqual(codes([day], [file, { ...file, symbol: 'BETA' }, { ...later, symbol: 'GAMMA' }]), [
      ['IMPORTED', 1],
    ]);
    assert.deepEqual(codes([compared(5, other())], [file, later]), [['ENTERED', 1]]);
  });

  it('only a change after the snapshot, of rows up to its day, that were there if they went, is a cause', () => {
    const day = compared(5, other());
    const none = [['CHANGED', 1]];
    assert.deepEqual(codes([day], [change({ at: recordedAt(5) })]), none);
    assert.deepEqual(codes([day], [change({ from: dayOf(6) })]), none);
    assert.deepEqual(codes([day], [change({ symbol: 'BETA' })]), none);
    assert.deepEqual(codes([day], [change({ code: 'DELETED', since: recordedAt(6) })]), none);
    assert.deepEqual(codes([day], [change({ code: 'DELETED', since: recordedAt(4) })]), [['DELETED', 1]]);
    assert.deepEqual(codes([day], [change({ code: 'IMPORT_UNDONE', symbol: null, from: null })]), [
      ['IMPORT_UNDONE', 1],
    ]);
  });

  it('a cause is unknown where the units were not kept and nothing was changed since', () => {
    const day = compared(5, { books: 'UNKNOWN', recorded: 500 });
    assert.deepEqual(codes([day], []), [['UNKNOWN', 1]]);
    assert.deepEqual(codes([day], [change({})]), [['ENTERED', 1]]);
    assert.deepEqual(codes([compared(5, { recorded: 500 })], [change({})]), [['PRICE_OR_RATE', 1]]);
  });

  it('days in a row with one cause are one difference, with the largest of them; a day that agrees parts them', () => {
    const days = [
      compared(5, other()),
      // A day without a snapshot parts nothing.
      compared(7, other({ recalculated: 1900 })),
      compared(8, other({ recalculated: 1600 })),
      compared(9),
      compared(10, other()),
      compared(11, { recorded: 500 }),
    ];
    assert.deepEqual(
      recordedDifferences(days, [change({})]).map(({ cause, from, to, days: count, largest }) => [
        cause.code,
        from,
        to,
        count,
        largest.day,
      ]),
      [
        ['ENTERED', dayOf(5), dayOf(8), 3, dayOf(7)],
        ['ENTERED', dayOf(10), dayOf(10), 1, dayOf(10)],
        ['PRICE_OR_RATE', dayOf(11), dayOf(11), 1, dayOf(11)],
      ],
    );
  });

  it('a day is in exactly one difference if a slow comparison finds one, and in none otherwise', () => {
    const anyDay = fc.record({
      books: fc.constantFrom('SAME', 'OTHER', 'UNKNOWN' as const),
      symbols: fc.subarray(['ALPHA', 'BETA']),
      recorded: fc.constantFrom(900, 979.9, 980, 1000, 1000.005, 1020, 1030),
      before: fc.constantFrom(null, 950, 1000, 1010),
    });
    const anyChange = fc.record({
      code: fc.constantFrom('ENTERED', 'DELETED' as const),
      symbol: fc.constantFrom('ALPHA', 'BETA', null),
      from: fc.option(fc.integer({ min: 1, max: 20 }).map(dayOf)),
      at: fc.integer({ min: 1, max: 25 }).map((nr) => new Date(Date.UTC(2026, 0, nr, 13))),
      since: fc.option(fc.integer({ min: 1, max: 20 }).map(recordedAt)),
    });
    fc.assert(
      fc.property(
        fc.array(anyDay, { maxLength: 15 }),
        fc.array(anyChange, { maxLength: 4 }),
        (rows, some) => {
          const days = rows.map((row, at) => compared(at + 1, row as Partial<ComparedDay>));
          const changes = some.map((one) => change(one));
          const found = recordedDifferences(days, changes);
          for (const day of days) {
            const of = found.filter(({ from, to }) => from <= day.day && day.day <= to);
            assert.equal(of.length, slowDiffers(day) ? 1 : 0, day.day);
            const explained = slowTouching(day, changes);
            const code = of[0]?.cause.code;
            if (code === undefined) continue;
            if (day.books === 'SAME') assert.equal(code, 'PRICE_OR_RATE');
            else if (explained.size === 0) assert.equal(code, day.books === 'OTHER' ? 'CHANGED' : 'UNKNOWN');
            else assert.ok(explained.has(code), `${code} of ${[...explained].join()}`);
          }
          assert.equal(
            found.reduce((sum, { days: count }) => sum + count, 0),
            days.filter(slowDiffers).length,
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** By trying every price between both closes in steps of a thousandth. */
function slowDiffers({ books, recorded, recalculated, before }: ComparedDay): boolean {
  if (books === 'OTHER') return Math.abs(recorded - recalculated) > 0.01;
  for (let part = 0; part <= 1000; part += 1) {
    const price = recalculated + (((before ?? recalculated) - recalculated) * part) / 1000;
    if (Math.abs(recorded - price) <= recalculated * 0.02) return false;
  }
  return true;
}

/** Codes of all changes that may be behind a day. */
function slowTouching(
  { day, recorded_at, symbols }: ComparedDay,
  changes: readonly BookChange[],
): Set<string> {
  const found = new Set<string>();
  for (const { code, symbol, from, at, since } of changes) {
    if (at.getTime() <= recorded_at.getTime()) continue;
    if (from !== null && from > day) continue;
    if (since !== null && since.getTime() > recorded_at.getTime()) continue;
    if (symbol === null || symbols.length === 0 || symbols.includes(symbol)) found.add(code);
  }
  return found;
}
