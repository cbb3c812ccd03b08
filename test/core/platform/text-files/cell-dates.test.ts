import assert from 'node:assert/strict';
import fc from 'fast-check';
import { orderProvedBy, parseDate, parseTime } from '../../../../core/platform/text-files/cell-dates.ts';

describe('portfolio/import dates', () => {
  const clear: [string, string][] = [
    ['2024-03-05', '2024-03-05'],
    ['2024-3-5', '2024-03-05'],
    ['2024/03/05', '2024-03-05'],
    ['2021-01-01T09:18:54', '2021-01-01'],
    ['2021-01-01 09:18:54.123', '2021-01-01'],
    ['2021-01-01T20:00:00Z', '2021-01-01'], // an exchange's date is a date: no zone moves it
    ['2021-01-01T20:00:00+05:30', '2021-01-01'],
    ['20240305', '2024-03-05'],
    ['20240305;093000', '2024-03-05'],
    ['2024-03-05, 09:30:00', '2024-03-05'],
    ['25-03-2024', '2024-03-25'],
    ['25/03/2024', '2024-03-25'],
    ['25/03/2024 10:15 AM', '2024-03-25'],
    ['03/25/2024', '2024-03-25'], // only one order is possible
    ['05.03.2024', '2024-03-05'], // dots are day first
    ['05/05/2024', '2024-05-05'], // both orders agree
    ['05-Mar-2024', '2024-03-05'],
    ['05-MAR-24', '2024-03-05'],
    ['5 March 2024', '2024-03-05'],
    ['08 Jul 2026', '2026-07-08'],
    ['5th Sept 2024', '2024-09-05'],
    ['05-Mar-99', '1999-03-05'],
    ['Mar 5, 2024', '2024-03-05'],
    ['Jan-02-2024', '2024-01-02'],
    ['29-02-2024', '2024-02-29'],
    ['45356', '2024-03-05'], // a spreadsheet's day number: 45356 days after 1899-12-30
  ];
  for (const [text, value] of clear) {
    it(`reads ${text} as ${value}`, () => assert.deepEqual(parseDate(text, null), { value }));
  }

  it('reads 05/03/2024 as the file writes its dates, and never guesses', () => {
    assert.deepEqual(parseDate('05/03/2024', 'dmy'), { value: '2024-03-05' });
    assert.deepEqual(parseDate('05-03-2024', 'mdy'), { value: '2024-05-03' });
    assert.deepEqual(parseDate('05/03/2024', null), { problem: 'ambiguous' });
    assert.deepEqual(parseDate('13/03/2024', 'mdy'), { problem: 'not a date' });
    assert.equal(orderProvedBy('05/03/2024'), null);
    assert.equal(orderProvedBy('25/03/2024'), 'dmy');
    assert.equal(orderProvedBy('03-25-2024'), 'mdy');
    assert.equal(orderProvedBy('25.03.2024'), null);
    assert.equal(orderProvedBy('2024-03-25'), null);
  });

  it('counts an entry from the day it is "as of"', () => {
    assert.deepEqual(parseDate('02/15/2024 as of 02/14/2024', 'mdy'), { value: '2024-02-14' });
    assert.deepEqual(parseDate('2024-01-01 as of 2024-01-02', null), { value: '2024-01-02' });
  });

  it('refuses what is no day of the calendar', () => {
    for (const text of [
      '',
      'today',
      '2024',
      '2023-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-01-32',
      '31/04/2024',
      '05/03/24',
      '5 Foo 2024',
      '2024-01-01 as of today',
      '1899-01-01',
      '2201-01-01',
      '12345',
      '99999',
      '2024-01/05',
    ]) {
      assert.deepEqual(parseDate(text, 'dmy'), { problem: 'not a date' }, text);
    }
  });

  it('reads every day from 1970 to 2100 in every notation', () => {
    const min = new Date('1970-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.date({ min, max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true }), (at) => {
        const value = at.toISOString().slice(0, 10);
        const [year, month, day] = value.split('-') as [string, string, string];
        const name = at.toLocaleString('en', { month: 'short', timeZone: 'UTC' });
        assert.deepEqual(parseDate(value, null), { value });
        assert.deepEqual(parseDate(`${day}/${month}/${year}`, 'dmy'), { value });
        assert.deepEqual(parseDate(`${month}-${day}-${year}`, 'mdy'), { value });
        assert.deepEqual(parseDate(`${day}-${name}-${year} 11:30:00 PM`, null), { value });
      }),
    );
  });
});

describe('portfolio/import times of day', () => {
  const times: [string, string | null][] = [
    ['2021-01-01T09:18:54', '09:18:54'],
    ['2021-01-01 09:18:54.123', '09:18:54'],
    ['13-01-2021 09:18', '09:18:00'],
    ['03-01-2025 03:18 PM', '15:18:00'],
    ['17-03-2025 12:40 AM', '00:40:00'],
    ['02 Jul 2026, 12:05:00 PM', '12:05:00'],
    ['20240403;095853', '09:58:53'],
    ['Mar 5, 2024 10:15 am', '10:15:00'],
    ['10:13:30', '10:13:30'],
    ['9:15', '09:15:00'],
    ['45901.4202662037', '10:05:11'], // 0.4202662037 of 86,400 seconds is 36,311
    ['0.5', '12:00:00'],
    ['2021-01-01T20:00:00+05:30', '20:00:00'],
    ['2024-12-31, 10:20:00 EST', '10:20:00'],
    // Another clock than the exchange's
    ['2021-01-01T20:00:00Z', null],
    ['2021-01-01T20:00:00-05:00', null],
    ['2021-01-01 20:00 UTC', null],
    // Midnight stands for a day alone
    ['2025-02-07T00:00:00', null],
    ['02 Jul 2026, 12:00:00 AM', null],
    ['45901.0', null],
    // No time at all
    ['2024-03-05', null],
    ['5 Mar 2024', null],
    ['05/03/2024', null],
    ['20240305', null],
    ['45901', null],
    ['02/15/2024 as of 02/14/2024', null],
    ['25:00', null],
    ['10:61', null],
    ['13:00 PM', null],
    ['noon', null],
    ['', null],
  ];
  for (const [text, value] of times)
    it(`reads ${value ?? 'none'} from "${text}"`, () => assert.equal(parseTime(text), value));

  it('any text is a time or none', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        assert.match(parseTime(text) ?? '00:00:01', /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/);
      }),
    );
  });
});
