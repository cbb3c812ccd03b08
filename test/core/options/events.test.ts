import assert from 'node:assert/strict';
import { createCalendar } from '../../../core/market/calendar/index.ts';
import { builtInEvents } from '../../../core/options/events/built-in-events.ts';
import { DECISION_DATES } from '../../../core/options/events/decision-dates.ts';
import { EVENT_DEFAULTS } from '../../../core/options/events/event-defaults.ts';
import { readEventFile } from '../../../core/options/events/event-file.ts';
import { expiriesBetween } from '../../../core/options/events/expiries.ts';
import { addDays } from '../../../core/platform/index.ts';

const calendar = createCalendar();

describe('the calendar of events', () => {
  it('portfolio/Event calendar guard: NIFTY expires on Thursdays before September 2025, on Tuesdays since, by hand', () => {
    const days = (underlying: string, from: string, to: string): string[] =>
      expiriesBetween(from, to, calendar)
        .filter((one) => one.underlying === underlying)
        .map(({ day, isMonthly }) => `${day}${isMonthly ? ' month' : ''}`);
    assert.deepEqual(days('NIFTY', '2025-08-18', '2025-09-30'), [
      '2025-08-21',
      '2025-08-28 month',
      '2025-09-02',
      '2025-09-09',
      '2025-09-16',
      '2025-09-23',
      '2025-09-30 month',
    ]);
    // 3 March 2026 is Holi and 31 March Mahavir Jayanti: the Mondays before them. 24 March is no last Tuesday.
    assert.deepEqual(days('NIFTY', '2026-03-01', '2026-03-31'), [
      '2026-03-02',
      '2026-03-10',
      '2026-03-17',
      '2026-03-24',
      '2026-03-30 month',
    ]);
    assert.deepEqual(days('BANKNIFTY', '2026-03-01', '2026-04-30'), ['2026-03-30 month', '2026-04-28 month']);
    assert.deepEqual(days('NIFTY', '2024-12-01', '2024-12-31'), [], 'before the rules');
  });

  it('an expiry is always a session, the last one up to its day of the week, and the same by days as by years', () => {
    const whole = expiriesBetween('2025-01-01', '2026-12-31', calendar).map(
      ({ day, underlying }) => `${day} ${underlying}`,
    );
    const byDay: string[] = [];
    for (let day = '2025-01-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
      // Second calculation: a session is an expiry when its weekday is due, or each day from here to the due one is none.
      if (!calendar.isSession('NSE', day)) continue;
      let due = day;
      const isDue = () => new Date(`${due}T00:00:00Z`).getUTCDay() === (due < '2025-09-01' ? 4 : 2);
      while (!isDue() && !calendar.isSession('NSE', addDays(due, 1))) due = addDays(due, 1);
      if (!isDue()) continue;
      byDay.push(`${day} NIFTY`);
      if (addDays(due, 7).slice(0, 7) !== due.slice(0, 7))
        byDay.push(...['BANKNIFTY', 'FINNIFTY', 'MIDCPNIFTY', 'NIFTYNXT50'].map((one) => `${day} ${one}`));
    }
    assert.deepEqual(whole, byDay);
  });

  it('portfolio/Event calendar guard: the window of each category, with the clocks of New York', () => {
    const window = (category: keyof typeof EVENT_DEFAULTS, day: string): string[] => {
      const { starts_at, ends_at } = EVENT_DEFAULTS[category].window(day, calendar);
      return [starts_at.toISOString().slice(0, 16), ends_at.toISOString().slice(0, 16)];
    };
    assert.deepEqual(window('RBI', '2026-12-04'), ['2026-12-04T04:15', '2026-12-04T05:30']);
    // 14:00 in New York is 18:00 UTC in summer and 19:00 in winter; half an hour before it. 09:45 IST is 04:15 UTC.
    assert.deepEqual(window('FED', '2026-07-29'), ['2026-07-29T17:30', '2026-07-30T04:15']);
    assert.deepEqual(window('FED', '2026-12-09'), ['2026-12-09T18:30', '2026-12-10T04:15']);
    // Clocks went forward on 8 March 2026 and back on 1 November.
    assert.equal(window('FED', '2026-03-18')[0], '2026-03-18T17:30');
    assert.equal(window('FED', '2026-01-28')[0], '2026-01-28T18:30');
    // A Sunday takes the clock of the Friday before.
    assert.equal(window('FED', '2020-03-15')[0], '2020-03-15T17:30');
    // Friday's results concern the morning of Monday.
    assert.deepEqual(window('RESULTS', '2026-10-09'), ['2026-10-09T03:45', '2026-10-12T04:30']);
    assert.deepEqual(window('EXPIRY', '2026-10-13'), ['2026-10-13T03:45', '2026-10-13T10:00']);
  });

  it('the dates of decisions are weekdays in order, six of the RBI in a financial year and eight of the Fed in a year', () => {
    for (const category of ['RBI', 'FED'] as const) {
      const days = DECISION_DATES.filter((one) => one.category === category).map(({ day }) => day);
      assert.deepEqual(days, days.toSorted());
      for (const day of days) assert.ok(![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()), day);
    }
    const count = (category: string, from: string, to: string): number =>
      DECISION_DATES.filter((one) => one.category === category && one.day >= from && one.day <= to).length;
    assert.deepEqual(
      [
        count('RBI', '2025-04-01', '2026-03-31'),
        count('RBI', '2026-04-01', '2027-03-31'),
        count('FED', '2026-01-01', '2026-12-31'),
        count('FED', '2027-01-01', '2027-12-31'),
      ],
      [6, 6, 8, 8],
    );
  });

  it('a fortnight of built-in events, by hand: what is doubtful says so', () => {
    const events = builtInEvents('2026-12-01', '2026-12-14', calendar);
    assert.deepEqual(
      events.map(({ id, severity, is_verified }) => [id, severity, is_verified]),
      [
        ['builtin:EXPIRY:NIFTY:2026-12-01', 'INFO', true],
        ['builtin:RBI:2026-12-04', 'BLOCK', false],
        ['builtin:EXPIRY:NIFTY:2026-12-08', 'INFO', true],
        ['builtin:FED:2026-12-09', 'WARNING', true],
      ],
    );
    // The holidays of 2027 are not known: 26 January, a Tuesday, will be one.
    const [later] = builtInEvents('2027-01-26', '2027-01-26', calendar);
    assert.equal(later?.is_verified, false);
    assert.match(later?.note ?? '', /may still change/);
  });

  it('a file of events: each row by itself, defaults by category, times in India', () => {
    const { entries, errors } = readEventFile(
      [
        'Name,Category,Severity,Date,Starts_at,Ends_at,Underlying,Source,Id,Cancelled',
        'TCS results,results,,2026-10-09,,,tcs,"nse, letter",,',
        'Speech,OTHER,warning,,2026-10-09 17:00,2026-10-09T12:30:00Z,,,speech,no',
        '',
        'No day,OTHER,,,,,,,,',
        'Wrong,SPORT,,2026-10-09,,,,,,',
        'Results of nobody,RESULTS,,2026-10-09,,,,,,',
        'Backwards,OTHER,,,2026-10-09 17:00,2026-10-09 16:00,,,,',
        'Half,OTHER,,,2026-10-09 17:00,,,,,',
        'No such day,OTHER,,2026-02-30,,,,,,',
        'TCS results,results,,2026-10-09,,,tcs,"nse, letter",,',
        'Other,OTHER,,2026-10-10,,,,,speech,no',
        'Odd,OTHER,,2026-10-10,,,,,a b,no',
        'Maybe,OTHER,,2026-10-10,,,,,,perhaps',
      ].join('\r\n'),
      calendar,
    );
    assert.deepEqual(
      entries.map(({ id, severity, starts_at, ends_at, underlying, source }) => [
        id,
        severity,
        starts_at.slice(0, 16),
        ends_at.slice(0, 16),
        underlying,
        source,
      ]),
      [
        [
          'import:RESULTS:TCS:2026-10-09:tcs results',
          'WARNING',
          '2026-10-09T03:45',
          '2026-10-12T04:30',
          'TCS',
          'nse, letter',
        ],
        ['import:#speech', 'WARNING', '2026-10-09T11:30', '2026-10-09T12:30', null, 'import'],
      ],
    );
    assert.deepEqual(
      errors.map(({ row, code }) => [row, code]),
      [
        [5, 'DATE_MISSING'],
        [6, 'CATEGORY_INVALID'],
        [7, 'UNDERLYING_MISSING'],
        [8, 'WINDOW_INVALID'],
        [9, 'WINDOW_INVALID'],
        [10, 'DATE_INVALID'],
        [12, 'ROW_TWICE'],
        [13, 'ID_INVALID'],
        [14, 'CANCELLED_INVALID'],
      ],
    );
  });

  it('JSON says the same as CSV, and what is neither is named', () => {
    const row = { name: 'Budget', category: 'BUDGET', date: '2027-02-01', cancelled: false };
    const csv = readEventFile('name,category,date\nBudget,BUDGET,2027-02-01', calendar);
    assert.deepEqual(readEventFile(JSON.stringify([row]), calendar), csv);
    assert.deepEqual(readEventFile(JSON.stringify({ events: [row] }), calendar), csv);
    assert.equal(csv.entries[0]?.severity, 'BLOCK');
    for (const [text, code] of [
      ['', 'FILE_EMPTY'],
      ['[1, 2', 'FILE_INVALID'],
      ['{"a": 1}', 'FILE_INVALID'],
      ['title,day\nx,y', 'COLUMNS_MISSING'],
      ['name,category,date\n"x', 'FILE_INVALID'],
      ['x'.repeat(2_000_001), 'FILE_TOO_LARGE'],
      [`name,category,date\n${'x,OTHER,2026-01-01\n'.repeat(5_001)}`, 'FILE_TOO_LARGE'],
      ['[1]', 'ROW_INVALID'],
    ] as const)
      assert.deepEqual(
        readEventFile(text, calendar).errors.map((error) => error.code),
        [code],
        text.slice(0, 30),
      );
  });
});
