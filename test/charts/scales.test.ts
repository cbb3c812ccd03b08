import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dateTicks, dayTicks, growthTicks, moneyTickLabels, percentTickLabels } from '../../charts/scales.ts';
import { DAY_MS } from '../../core/platform/index.ts';

/** Midnight of a day in India, in milliseconds. */
const midnight = (date: string): number => Date.parse(`${date}T00:00:00+05:30`);
const labels = (from: string, to: string, width: number): string[] =>
  dayTicks(midnight(from), midnight(to), width).map((tick) => tick.label);

describe('charts/scales', () => {
  it('a year is ticked by quarters, the year named where it changes', () => {
    assert.deepEqual(labels('2025-10-15', '2026-11-18', 400), ['Jan 2026', 'Apr', 'Jul', 'Oct']);
  });

  it('a fortnight is ticked by days', () => {
    assert.deepEqual(labels('2026-12-28', '2027-01-03', 560), [
      '28 Dec',
      '29 Dec',
      '30 Dec',
      '31 Dec',
      '1 Jan 2027',
      '2 Jan',
      '3 Jan',
    ]);
  });

  it('weeks begin on Monday', () => {
    // 2026-11-02, -09, -16 and -23 are Mondays
    assert.deepEqual(labels('2026-11-01', '2026-11-26', 300), ['2 Nov', '9 Nov', '16 Nov', '23 Nov']);
  });

  it('a session is ticked by hours of Indian time', () => {
    const from = Date.parse('2026-11-20T03:45:00Z');
    assert.deepEqual(
      dayTicks(from, from + 6.25 * 3_600_000, 480).map((tick) => tick.label),
      ['20 Nov, 10:00', '11:00', '12:00', '13:00', '14:00', '15:00'],
    );
  });

  // A policy of one day had an axis of hours, in which nothing was measured.
  it('an axis of dates has no hours: each date where it is drawn, one day in its middle', () => {
    const [first, third] = [Date.parse('2026-01-30'), Date.parse('2026-02-01')];
    assert.deepEqual(dateTicks(first - DAY_MS / 2, first + DAY_MS / 2, 1200), [
      { value: first, label: '30 Jan' },
    ]);
    assert.deepEqual(
      dateTicks(first, third, 1200).map(({ label }) => label),
      ['30 Jan', '31 Jan', '1 Feb'],
    );
    assert.deepEqual(dateTicks(first, third, 1200).at(-1)?.value, third);
  });

  it('decades are ticked by years', () => {
    assert.deepEqual(labels('2001-06-01', '2026-06-01', 480), ['2005', '2010', '2015', '2020', '2025']);
  });

  it('a span shorter than any step still says when it was', () => {
    assert.deepEqual(
      dayTicks(midnight('2026-01-31') + 60_000, midnight('2026-01-31') + 120_000, 400).map(
        (tick) => tick.label,
      ),
      ['31 Jan 2026'],
    );
    assert.deepEqual(labels('2026-01-31', '2026-01-31', 400), ['31 Jan 2026']);
  });

  it('ticks always lie within the axis, rise, and leave each label its room', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: midnight('1990-01-01'), max: midnight('2050-01-01') }),
        fc.integer({ min: 3_600_000, max: 40 * 365 * DAY_MS }),
        fc.integer({ min: 200, max: 1600 }),
        (min, span, width) => {
          const values = dayTicks(min, min + span, width).map((tick) => tick.value);
          assert.ok(values.every((value) => value >= min && value <= min + span));
          assert.ok(values.every((value, index) => index === 0 || value > (values[index - 1] as number)));
          assert.ok(values.length >= 1 && values.length <= Math.max(2, Math.floor(width / 68)) + 1);
        },
      ),
    );
  });

  it('an axis of growth has its lines at round levels, and of a wide range few of them', () => {
    assert.deepEqual(growthTicks(90, 3500), [100, 200, 500, 1000, 2000]);
    assert.deepEqual(growthTicks(95, 420), [100, 150, 200, 300]);
    assert.deepEqual(growthTicks(0.5, 2_000_000), [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]);
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e5, noNaN: true }),
        fc.double({ min: 4, max: 1e6, noNaN: true }),
        (low, ratio) => {
          const levels = growthTicks(low, low * ratio);
          assert.ok(
            levels.length >= 2 && levels.length <= 7,
            `${levels.length} from ${low} to ${low * ratio}`,
          );
          assert.ok(levels.every((level, at) => level >= low && (at === 0 || level > (levels[at - 1] ?? 0))));
        },
      ),
    );
  });

  it('labels of a money axis are short and never two alike', () => {
    assert.deepEqual(percentTickLabels([0, -5, -10]), ['0%', '−5%', '−10%']);
    // 0.05 is not rounded to the 0.1 beside it
    assert.deepEqual(percentTickLabels([0, -0.05, -0.1, -0.1 - 0.05]), [
      '0.00%',
      '−0.05%',
      '−0.10%',
      '−0.15%',
    ]);
    assert.deepEqual(percentTickLabels([2.5, 5]), ['+2.5%', '+5.0%']);
    // a part of a whole is no change
    assert.deepEqual(percentTickLabels([0, 50], false), ['0%', '50%']);
    assert.deepEqual(moneyTickLabels([500000, 1000000, 1500000], 'INR'), ['₹5L', '₹10L', '₹15L']);
    assert.deepEqual(moneyTickLabels([798000, 800000, 802000], 'INR'), ['₹7.98L', '₹8L', '₹8.02L']);
    assert.deepEqual(moneyTickLabels([0, 250000, 500000], 'USD'), ['$0', '$250K', '$500K']);
    assert.deepEqual(moneyTickLabels([], 'USD'), []);
  });
});
