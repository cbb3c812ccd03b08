import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addMonths } from '../../../core/platform/index.ts';
import {
  type ContributionFrequency,
  instalmentsBetween,
} from '../../../core/strategies/contribution-schedule.ts';

describe('the days of a schedule', () => {
  const CASES: [
    frequency: ContributionFrequency,
    start: string,
    from: string,
    to: string,
    expected: [number, string][],
  ][] = [
    ['once', '2024-01-15', '2024-01-01', '2024-12-31', [[1, '2024-01-15']]],
    ['once', '2024-01-15', '2024-01-15', '2024-01-15', [[1, '2024-01-15']]],
    ['once', '2024-01-15', '2024-01-16', '2024-12-31', []],
    // The 31st is the last day of a month that is shorter, and the 31st again of one that is not.
    [
      'monthly',
      '2024-01-31',
      '2024-01-01',
      '2024-04-30',
      [
        [1, '2024-01-31'],
        [2, '2024-02-29'],
        [3, '2024-03-31'],
        [4, '2024-04-30'],
      ],
    ],
    ['monthly', '2010-06-05', '2024-02-06', '2024-03-05', [[166, '2024-03-05']]],
    [
      'quarterly',
      '2023-11-30',
      '2024-01-01',
      '2024-08-31',
      [
        [2, '2024-02-29'],
        [3, '2024-05-30'],
        [4, '2024-08-30'],
      ],
    ],
    ['monthly', '2024-05-01', '2024-01-01', '2024-04-30', []],
  ];
  for (const [frequency, start_date, from, to, expected] of CASES)
    it(`policies/Contribution schedules: ${frequency} from ${start_date}, seen from ${from} to ${to}`, () => {
      assert.deepEqual(
        instalmentsBetween({ frequency, start_date }, from, to).map(({ nr, date }) => [nr, date]),
        expected,
      );
    });

  it('policies/Contribution schedules: numbers count from the start, whatever span is looked at', () => {
    const day = (offset: number) => new Date(Date.UTC(2000, 0, 1 + offset)).toISOString().slice(0, 10);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9000 }),
        fc.integer({ min: 0, max: 12_000 }),
        fc.integer({ min: 0, max: 900 }),
        fc.constantFrom('monthly' as const, 'quarterly' as const),
        (start, from, span, frequency) => {
          const terms = { frequency, start_date: day(start) };
          const every = frequency === 'monthly' ? 1 : 3;
          const slow = Array.from({ length: 500 }, (_, index) => ({
            nr: index + 1,
            date: addMonths(day(start), index * every),
          })).filter(({ date }) => day(from) <= date && date <= day(from + span));
          assert.deepEqual(instalmentsBetween(terms, day(from), day(from + span)), slow);
        },
      ),
      { numRuns: 100 },
    );
  });
});
