import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addDays, addMonths, daysBetween } from '../../../core/platform/dates.ts';
import { byWalking } from '../../support/calendar-walk.ts';

const day = fc.integer({ min: 0, max: 60_000 }).map((at) => addDays('1950-01-01', at));
describe('days of the calendar', () => {
  it('months are calendar months, and a day that a month has not is its last', () => {
    for (const [from, months, to] of [
      ['2024-01-31', 1, '2024-02-29'],
      ['2023-11-30', 3, '2024-02-29'],
      ['2024-12-01', 1, '2025-01-01'],
      ['2024-01-31', 2, '2024-03-31'],
      ['2026-01-31', -2, '2025-11-30'],
      ['2026-03-31', -1, '2026-02-28'],
      ['2026-01-15', -13, '2024-12-15'],
      ['2024-02-29', 12, '2025-02-28'],
    ] as const)
      assert.equal(addMonths(from, months), to, `${from} ${months}`);
  });

  it('two ways: months counted by walking from day to day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -40, max: 40 }), (from, months) => {
        assert.equal(addMonths(from, months), byWalking(from, months));
      }),
      { numRuns: 60 },
    );
  });

  it('days go on over the end of a month and a year, and are counted as they were added', () => {
    assert.equal(addDays('2024-02-28', 1), '2024-02-29');
    assert.equal(addDays('2025-12-31', 1), '2026-01-01');
    assert.equal(addDays('2024-03-01', -1), '2024-02-29');
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
        assert.equal(daysBetween(from, addDays(from, days)), days);
      }),
    );
  });
});
