import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import { isRebalanceDay, sessionMarks } from '../../../../core/strategies/engine/index.ts';
import type { Rebalance } from '../../../../core/strategies/config.ts';

const calendar = createCalendar();

/** The days of a span on which a policy trades. */
function rebalances(rebalance: Rebalance, from: string, to: string): string[] {
  const days = calendar.sessionsBetween('NSE', from, to);
  const { rebalance: marks } = sessionMarks(calendar, days, rebalance);
  return days.filter((_, at) => marks[at] === 1);
}

describe('portfolio/Policy rules 2: the days on which a policy trades', () => {
  it('monthly: the first session, on a holiday the next one', () => {
    // 1 May 2023 was Maharashtra Day and a Monday; 1 April and 1 July a Saturday, 1 October a Sunday and 2 Gandhi’s birthday.
    assert.deepEqual(rebalances('monthly', '2023-03-31', '2023-10-31'), [
      '2023-04-03',
      '2023-05-02',
      '2023-06-01',
      '2023-07-03',
      '2023-08-01',
      '2023-09-01',
      '2023-10-03',
    ]);
  });

  it('monthly: a special session on a Saturday is the first of its month', () => {
    // The budget of 2020 came on Saturday, 1 February.
    assert.deepEqual(rebalances('monthly', '2020-01-15', '2020-02-28'), ['2020-02-01']);
    assert.ok(!isRebalanceDay(calendar, 'monthly', '2020-02-03'));
  });

  it('weekly: the last session of its week, Thursday where Friday is a holiday', () => {
    // Friday 7 April 2023 was Good Friday, Tuesday 4 Mahavir Jayanti; Friday 14 Ambedkar’s birthday.
    assert.deepEqual(rebalances('weekly', '2023-03-27', '2023-04-21'), [
      '2023-03-31',
      '2023-04-06',
      '2023-04-13',
      '2023-04-21',
    ]);
  });

  it('weekly: a special session on Saturday or Sunday is the last of its week', () => {
    // Saturdays 2 March and 18 May 2024; Diwali of 2023 was on Sunday, 12 November.
    assert.deepEqual(rebalances('weekly', '2024-02-26', '2024-03-06'), ['2024-03-02']);
    assert.deepEqual(rebalances('weekly', '2024-05-13', '2024-05-19'), ['2024-05-18']);
    assert.deepEqual(rebalances('weekly', '2023-11-06', '2023-11-12'), ['2023-11-12']);
  });

  it('daily: every session and no other day', () => {
    const days = calendar.sessionsBetween('NSE', '2023-04-01', '2023-04-30');
    assert.deepEqual(rebalances('daily', '2023-04-01', '2023-04-30'), days);
    for (const day of ['2023-04-01', '2023-04-07'])
      for (const rebalance of ['daily', 'weekly', 'monthly'] as const)
        assert.equal(isRebalanceDay(calendar, rebalance, day), false, day);
  });

  it('years beyond the curated calendar have every weekday', () => {
    assert.equal(calendar.confidence('NSE', '2101-01-03'), 'WEEKDAY_RULE');
    // 1 January 2101 is a Saturday, 1 February and 1 March a Tuesday.
    assert.deepEqual(rebalances('monthly', '2101-01-01', '2101-03-10'), [
      '2101-01-03',
      '2101-02-01',
      '2101-03-01',
    ]);
    assert.deepEqual(rebalances('weekly', '2101-01-03', '2101-01-16'), ['2101-01-07', '2101-01-14']);
    assert.equal(rebalances('daily', '2101-01-01', '2101-01-31').length, 21);
  });

  it('portfolio/Policy rules 11: taxes are paid on the last session up to 31 March', () => {
    const days = calendar.sessionsBetween('NSE', '2022-01-03', '2025-12-31');
    const { yearEnd } = sessionMarks(calendar, days, 'daily');
    // 29 to 31 March 2024 were Good Friday and a weekend; 31 March 2025 was Id.
    assert.deepEqual(
      days.filter((_, at) => yearEnd[at] === 1),
      ['2022-03-31', '2023-03-31', '2024-03-28', '2025-03-28'],
    );
  });
});
