import assert from 'node:assert/strict';
import { createCalendar } from '../../../core/market/calendar/index.ts';
import { planExpiry } from '../../../core/policies/plan-life.ts';

const calendar = createCalendar();
/** Moments in India, as 2024-05-03 16:31. */
const expiry = (made: string, hours?: number): string => {
  const at = planExpiry(
    calendar,
    hours === undefined ? {} : { plan_expiry_hours: hours },
    new Date(`${made.replace(' ', 'T')}:00+05:30`),
  );
  return new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
};

describe('portfolio/Limits, plan_expiry_hours: hours count on days with a session only', () => {
  const CASES: readonly [what: string, made: string, hours: number | undefined, expires: string][] = [
    ['within one session', '2024-05-02 11:30', 2, '2024-05-02 13:30'],
    ['over a night', '2024-05-02 11:30', undefined, '2024-05-03 17:30'],
    // Seven and a half hours of Friday, 22 and a half of Monday.
    ['over a weekend', '2024-05-03 16:30', undefined, '2024-05-06 22:30'],
    // 25 March 2024 was Holi, a Monday: Friday's plan lives through Tuesday.
    ['over a long weekend', '2024-03-22 16:30', undefined, '2024-03-26 22:30'],
    // 29 March 2024 was Good Friday: the hours of Thursday, then those of Monday, 1 April.
    ['over a holiday and a weekend', '2024-03-28 16:30', undefined, '2024-04-01 22:30'],
    // 1 November 2024 was a Friday with an evening session (Muhurat): its hours count. 7.5 + 22.5.
    ['through a Muhurat session', '2024-10-31 16:30', undefined, '2024-11-01 22:30'],
    // Saturday, 18 May 2024, had a special session.
    ['through a special session on a Saturday', '2024-05-17 16:30', undefined, '2024-05-18 22:30'],
    ['made on a Sunday, when a cycle is retried', '2024-05-05 10:00', 6, '2024-05-06 06:00'],
    ['ends with the day', '2024-05-03 16:30', 7.5, '2024-05-04 00:00'],
    // Beyond the curated calendar every weekday counts; 2 October is a holiday in every year, a Thursday in 2053.
    ['where holidays are not known', '2053-10-01 16:30', undefined, '2053-10-02 22:30'],
  ];
  for (const [what, made, hours, expires] of CASES)
    it(what, () => assert.equal(expiry(made, hours), expires));
});
