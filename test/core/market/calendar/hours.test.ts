import assert from 'node:assert/strict';
import { createCalendar, type Exchange } from '../../../../core/market/calendar/index.ts';

const calendar = createCalendar();

function hours(exchange: Exchange, date: string): string {
  const { open, close, reason } = calendar.sessionHours(exchange, date);
  return open === null ? reason : `${open.toISOString()} ${close.toISOString()}`;
}

describe('calendar: trading hours', () => {
  it('an ordinary session runs from 09:15 to 15:30 in India', () => {
    // 09:15 - 05:30 = 03:45 UTC, 15:30 - 05:30 = 10:00 UTC.
    assert.equal(hours('NSE', '2026-09-11'), '2026-09-11T03:45:00.000Z 2026-09-11T10:00:00.000Z');
    assert.equal(hours('BSE', '2026-09-11'), hours('NSE', '2026-09-11'));
  });

  it('2026-02-01: the budget Sunday has ordinary hours, as has the full Saturday of 2024-01-20', () => {
    assert.equal(hours('NSE', '2026-02-01'), '2026-02-01T03:45:00.000Z 2026-02-01T10:00:00.000Z');
    assert.equal(hours('NSE', '2024-01-20'), '2024-01-20T03:45:00.000Z 2024-01-20T10:00:00.000Z');
  });

  it('Muhurat has the hours that were printed; elsewhere they are unknown, with the reason', () => {
    // 18:00 to 19:00 in India.
    assert.equal(hours('NSE', '2024-11-01'), '2024-11-01T12:30:00.000Z 2024-11-01T13:30:00.000Z');
    assert.equal(hours('NSE', '2022-10-24'), '2022-10-24T12:45:00.000Z 2022-10-24T13:45:00.000Z');
    assert.equal(hours('NSE', '2018-11-07'), '2018-11-07T12:00:00.000Z 2018-11-07T13:00:00.000Z');
    assert.equal(hours('NSE', '2025-10-21'), '2025-10-21T08:15:00.000Z 2025-10-21T09:15:00.000Z');
    assert.equal(hours('NSE', '2019-10-27'), 'Hours unknown: Muhurat trading (Diwali, Laxmi Pujan)');
    assert.equal(hours('NSE', '2026-11-08'), 'Hours unknown: Muhurat trading (Diwali, Laxmi Pujan)');
    assert.equal(hours('NSE', '2024-05-18'), 'Hours unknown: Live session from the disaster recovery site');
  });

  it('a day without a session has no hours and says why', () => {
    assert.equal(hours('NSE', '2026-01-26'), 'No session: Republic Day');
    assert.equal(hours('NYSE', '2026-01-25'), 'No session: Sunday');
  });

  it('New York runs from 09:30 to 16:00 through both changes of the clock', () => {
    // 2025: summer time from Sunday 9 March to Sunday 2 November; UTC-5 in winter, UTC-4 in summer.
    assert.equal(hours('NYSE', '2025-03-07'), '2025-03-07T14:30:00.000Z 2025-03-07T21:00:00.000Z');
    assert.equal(hours('NYSE', '2025-03-10'), '2025-03-10T13:30:00.000Z 2025-03-10T20:00:00.000Z');
    assert.equal(hours('NYSE', '2025-10-31'), '2025-10-31T13:30:00.000Z 2025-10-31T20:00:00.000Z');
    assert.equal(hours('NASDAQ', '2025-11-03'), '2025-11-03T14:30:00.000Z 2025-11-03T21:00:00.000Z');
  });

  it('New York closes at 13:00 after Thanksgiving and on Christmas Eve', () => {
    assert.equal(hours('NYSE', '2025-11-28'), '2025-11-28T14:30:00.000Z 2025-11-28T18:00:00.000Z');
    assert.equal(hours('NYSE', '2025-12-24'), '2025-12-24T14:30:00.000Z 2025-12-24T18:00:00.000Z');
    assert.equal(hours('NYSE', '2025-07-03'), '2025-07-03T13:30:00.000Z 2025-07-03T17:00:00.000Z');
  });

  it('is open from the opening up to, but not at, the close', () => {
    const open = (time: string) => calendar.isOpen('NSE', new Date(`2026-09-11T${time}+05:30`));
    assert.equal(open('09:14:59.999'), false);
    assert.equal(open('09:15:00.000'), true);
    assert.equal(open('15:29:59.999'), true);
    assert.equal(open('15:30:00.000'), false);
    assert.equal(calendar.isOpen('NSE', new Date('2026-09-14T11:00:00+05:30')), false);
  });

  it('is unknown, not closed, while a session without hours on record may be running', () => {
    assert.equal(calendar.isOpen('NSE', new Date('2026-11-08T18:30:00+05:30')), null);
    assert.equal(calendar.isOpen('NSE', new Date('2026-11-07T18:30:00+05:30')), false);
  });

  it("takes the date from the exchange's wall, not from UTC", () => {
    // 00:30 UTC on Saturday is Friday evening in New York; 20:00 UTC on Thursday is Friday in India.
    assert.equal(calendar.dateAt('NYSE', new Date('2026-09-12T00:30:00Z')), '2026-09-11');
    assert.equal(calendar.dateAt('NSE', new Date('2026-09-10T20:00:00Z')), '2026-09-11');
    // Past midnight in India while New York still trades.
    assert.equal(calendar.isOpen('NYSE', new Date('2026-09-12T00:30:00+05:30')), true);
    // In the hour that the clock repeats, and before dawn on the day it jumps.
    assert.equal(calendar.dateAt('NYSE', new Date('2025-11-02T05:30:00Z')), '2025-11-02');
    assert.equal(calendar.dateAt('NYSE', new Date('2025-03-09T04:59:00Z')), '2025-03-08');
  });
});
