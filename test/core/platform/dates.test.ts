import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  DAY_MS,
  dayAfter,
  dayBefore,
  dayInWords,
  daysApart,
  daysBetween,
  isCalendarDate,
  momentInWords,
  utcDate,
} from '../../../core/platform/index.ts';
import { formatDay, toDay } from '../../../core/market/calendar/day.ts';
import { datesByHand } from '../../architecture/rules.ts';

/** Moved by the calendar's own fields, as a person counts. */
function moved(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

const anyDate = fc
  .date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('2199-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((at) => at.toISOString().slice(0, 10));

describe('calendar dates', () => {
  it('move by days over the ends of months and years, leap days included', () => {
    assert.equal(dayBefore('2024-03-01'), '2024-02-29');
    assert.equal(dayAfter('2025-02-28'), '2025-03-01');
    assert.equal(dayAfter('2025-12-31'), '2026-01-01');
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -1000, max: 1000 }), (date, days) => {
        const to = addDays(date, days);
        assert.equal(to, moved(date, days));
        assert.equal(daysBetween(date, to), days);
        assert.equal(daysApart(to, date), Math.abs(days));
        assert.equal(dayBefore(dayAfter(to)), to);
      }),
    );
  });

  it('move by months to the same day or the last of a shorter month, back as well', () => {
    for (const [date, months, to] of [
      ['2026-01-31', 1, '2026-02-28'],
      ['2026-01-31', 2, '2026-03-31'],
      ['2024-01-31', 1, '2024-02-29'],
      ['2026-01-31', -2, '2025-11-30'],
      ['2026-03-31', -1, '2026-02-28'],
      ['2024-02-29', 12, '2025-02-28'],
      ['2026-01-15', -1, '2025-12-15'],
      ['2026-12-15', 1, '2027-01-15'],
    ] as const)
      assert.equal(addMonths(date, months), to, `${date} ${months}`);
  });

  it('are the same to the calendar that counts days', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        assert.equal(formatDay(toDay(date) + 1), dayAfter(date));
        assert.equal(utcDate(toDay(date) * DAY_MS), date);
      }),
    );
  });

  it('are real days of the years that a field allows', () => {
    for (const date of ['2024-02-29', '1900-01-01', '2200-12-31'])
      assert.equal(isCalendarDate(date), true, date);
    for (const date of [
      '2025-02-29',
      '2026-13-01',
      '1899-12-31',
      '2201-01-01',
      '2026-1-1',
      '',
      '2026-01-01T00:00',
    ])
      assert.equal(isCalendarDate(date), false, date);
  });

  it('are read as 5 Jan 2024, and moments on an Indian clock, across midnight as well', () => {
    assert.equal(dayInWords('2024-01-05'), '5 Jan 2024');
    assert.equal(momentInWords('2026-09-30T18:29:59.000Z'), '30 Sep 2026, 23:59 IST');
    assert.equal(momentInWords(new Date('2026-09-30T18:30:00.000Z')), '1 Oct 2026, 00:00 IST');
    for (const text of ['', 'today', '2024-01', '2024-01-05T10:00']) assert.equal(dayInWords(text), text);
    assert.equal(momentInWords('some day'), 'some day');
  });

  it('are not reckoned by hand in the tests either, but for what stands in for the outside', () => {
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .map((file) => `test/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !file.startsWith('test/support/'));
    const tree = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
    // The rule's own plants spell it out.
    assert.deepEqual(
      datesByHand(tree, (file) => file === 'test/architecture/rules.ts'),
      [],
    );
  });
});
