import assert from 'node:assert/strict';
import fc from 'fast-check';
import { istInstant, istTime, DAY_MS } from '../../core/platform/index.ts';
import { cronOf, daily, dueTimes, faultOf, hourly, nextDueTime, type When } from '../../jobs/due-times.ts';

const ist = (text: string): Date => {
  const [date = '', time = ''] = text.split(' ');
  return istInstant(date, time);
};
const shown = (dates: Date[]): string[] =>
  dates.map((date) => new Date(date.getTime() + 330 * 60_000).toISOString().slice(0, 16).replace('T', ' '));

describe('due times', () => {
  const cases: [title: string, when: When, from: string, to: string, due: string[]][] = [
    ['the start is excluded', daily('15:45'), '2026-03-10 15:45', '2026-03-10 16:00', []],
    ['the end is included', daily('15:45'), '2026-03-10 15:00', '2026-03-10 15:45', ['2026-03-10 15:45']],
    ['an empty stretch', daily('15:45'), '2026-03-10 15:45', '2026-03-10 15:45', []],
    ['a stretch that runs backwards', daily('15:45'), '2026-03-11 15:45', '2026-03-10 15:00', []],
    [
      'several days, with ends of month and year',
      daily('09:15'),
      '2026-12-30 09:15',
      '2027-01-02 09:14',
      ['2026-12-31 09:15', '2027-01-01 09:15'],
    ],
    // 00:10 IST on the 11th is 18:40 UTC on the 10th: the day is the Indian one.
    [
      'just after an Indian midnight',
      daily('00:10'),
      '2026-03-10 23:00',
      '2026-03-11 01:00',
      ['2026-03-11 00:10'],
    ],
    // 05:29 IST is 23:59 UTC of the day before.
    ['around a midnight of UTC', hourly(), '2026-03-11 05:10', '2026-03-11 06:00', ['2026-03-11 06:00']],
    [
      'over an Indian midnight, every hour',
      hourly(),
      '2026-02-28 22:30',
      '2026-03-01 01:00',
      ['2026-02-28 23:00', '2026-03-01 00:00', '2026-03-01 01:00'],
    ],
    [
      'a window ends at 21:00 and begins again at 09:00',
      hourly('09:00', '21:59'),
      '2026-03-10 20:00',
      '2026-03-11 10:00',
      ['2026-03-10 21:00', '2026-03-11 09:00', '2026-03-11 10:00'],
    ],
    // Places with summer time changed clocks on 2026-03-08 and 2026-03-29; India did not.
    [
      'no hour is lost or doubled',
      daily('02:30'),
      '2026-03-07 12:00',
      '2026-03-09 12:00',
      ['2026-03-08 02:30', '2026-03-09 02:30'],
    ],
  ];
  for (const [title, when, from, to, due] of cases) {
    it(`jobs/Due times: ${title}`, () => assert.deepEqual(shown(dueTimes(when, ist(from), ist(to))), due));
  }

  it('jobs/Due times: 09:00 to 21:59 at :00 is thirteen times a day', () => {
    const due = dueTimes(hourly('09:00', '21:59'), ist('2026-03-10 00:00'), ist('2026-03-11 00:00'));
    assert.deepEqual(
      [due.length, istTime(due[0] as Date), istTime(due.at(-1) as Date)],
      [13, '09:00', '21:00'],
    );
  });
  it('jobs/Due times: a window that does not start on the hour begins with the next one', () => {
    assert.deepEqual(hourly('09:01', '11:00').hours, [10, 11]);
    assert.throws(() => hourly('09:30', '09:50'), /no full hour/);
    assert.throws(() => daily('24:00'), /time of day/);
  });
  it('jobs/Due times: as a cron line', () => {
    assert.equal(cronOf(daily('09:15')), '15 9 * * *');
    assert.equal(cronOf(hourly('09:00', '11:59')), '0 9,10,11 * * *');
  });
  it('jobs/Due times: rules that would never be due are found', () => {
    assert.equal(faultOf(daily('09:15')), null);
    for (const bad of [
      { hours: [], minutes: [0] },
      { hours: [24], minutes: [0] },
      { hours: [9, 9], minutes: [0] },
      { hours: [9.5], minutes: [0] },
      { hours: [9], minutes: [60] },
      { hours: [10, 9], minutes: [0] },
    ]) {
      assert.notEqual(faultOf(bad), null, JSON.stringify(bad));
    }
  });

  const rule = fc.constantFrom(
    daily('00:00'),
    daily('23:59'),
    daily('05:30'),
    hourly(),
    hourly('09:00', '21:59'),
  );
  const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  const span = fc.integer({ min: 0, max: 5 * DAY_MS });
  it('jobs/Due times: cut anywhere, the parts together are the whole', () => {
    fc.assert(
      fc.property(rule, instant, span, span, (when, from, first, second) => {
        const cut = new Date(from.getTime() + first);
        const end = new Date(cut.getTime() + second);
        assert.deepEqual(
          [...dueTimes(when, from, cut), ...dueTimes(when, cut, end)],
          dueTimes(when, from, end),
        );
      }),
    );
  });
  it('jobs/Due times: the next one is the first of all that follow', () => {
    fc.assert(
      fc.property(rule, instant, (when, after) => {
        const next = nextDueTime(when, after);
        assert.ok(next > after);
        assert.deepEqual(dueTimes(when, after, next), [next]);
      }),
    );
  });
});
