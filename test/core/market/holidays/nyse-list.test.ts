import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import { mergeYear } from '../../../../core/market/holidays/merge-list.ts';
import { readNysePage } from '../../../../core/market/holidays/nyse-list.ts';
import { NYSE_NOTES, NYSE_ROWS, nysePage } from '../../../support/holiday-lists.ts';

/** The table with one cell changed. */
const changed = (row: string, column: number, cell: string) =>
  NYSE_ROWS.map((cells) => (cells[0] === row ? cells.with(column, cell) : cells));
const yearsOf = (html: string) => readNysePage(html, 2026).years.map(({ year }) => year);

describe('NYSE’s page of holidays', () => {
  it('its table and notes give closures, early closes and the holidays of the banks', () => {
    const { years, fault } = readNysePage(nysePage(), 2026);
    assert.deepEqual([fault, years.map(({ year }) => year)], [null, [2026, 2027, 2028]]);
    const calendar = createCalendar();
    calendar.learn(years);
    assert.deepEqual(calendar.knownUntil('NASDAQ'), { trading: '2028-12-31', settlement: '2028-12-31' });
    assert.equal(calendar.isSession('NYSE', '2028-01-03'), true);
    assert.equal(calendar.sessionReason('NYSE', '2028-04-14'), 'Good Friday');
    assert.equal(calendar.day('NYSE', '2028-07-03').kind, 'EARLY_CLOSE');
    // 13:00 in New York's summer is 17:00 UTC, in its winter 18:00.
    assert.equal(
      calendar.sessionHours('NYSE', '2028-07-03').close?.toISOString(),
      '2028-07-03T17:00:00.000Z',
    );
    assert.equal(
      calendar.sessionHours('NYSE', '2028-11-24').close?.toISOString(),
      '2028-11-24T18:00:00.000Z',
    );
    // Columbus Day: trading, and no settlement.
    assert.equal(calendar.isSession('NYSE', '2028-10-09'), true);
    assert.equal(calendar.isSettlementDay('NYSE', '2028-10-09'), false);
  });

  it('the years on record agree with the calendar', () => {
    for (const list of readNysePage(nysePage(), 2026).years.filter(({ year }) => year < 2028))
      assert.deepEqual(mergeYear(createCalendar(), list, null, '2025-12-31').differences, []);
  });

  for (const [what, html, years] of [
    ['a page without the table', '<html><body>Access Denied</body></html>', []],
    ['an empty page', '', []],
    ['a year without a holiday of the rules', nysePage(changed('Good Friday', 3, '—')), [2026, 2027]],
    [
      'a weekday that does not fit its date',
      nysePage(changed('Labor Day', 3, 'Monday, September 5')),
      [2026, 2027],
    ],
    ['a cell that is no date', nysePage(changed('Labor Day', 2, 'to be announced')), [2026, 2028]],
    ['notes without the early closes', nysePage(NYSE_ROWS, []), []],
    [
      'a note with a wrong weekday',
      nysePage(NYSE_ROWS, [
        ...NYSE_NOTES,
        'Each market will close early at 1:00 p.m. on Monday, July 4, 2028.',
      ]),
      [],
    ],
    [
      'a day both closed and closing early',
      nysePage(NYSE_ROWS, [
        ...NYSE_NOTES,
        'Each market will close early at 1:00 p.m. on Tuesday, July 4, 2028.',
      ]),
      [2026, 2027],
    ],
    ['half a table', nysePage(NYSE_ROWS.slice(0, 6)), []],
    ['one year twice', nysePage([['Holiday', '2026', '2026', '2028'], ...NYSE_ROWS.slice(1)]), []],
    ['very deep markup', `${'<div>'.repeat(50_000)}${nysePage()}`, []],
  ] as [string, string, number[]][])
    it(`${what} gives ${years.length === 0 ? 'nothing' : 'the other years only'}`, () => {
      assert.deepEqual(yearsOf(html), years);
      assert.notEqual(readNysePage(html, 2026).fault, null);
    });
});
