import assert from 'node:assert/strict';
import {
  FIRST_DAY,
  formatDay,
  isWeekend,
  LAST_DAY,
  readDay,
  weekdayOf,
} from '../../../../core/market/calendar/day.ts';
import { DAY_MS } from '../../../../core/platform/index.ts';

describe('calendar: day numbers', () => {
  it('every day of 1900 to 2200 is printed, read back and given its weekday as Date does', () => {
    for (let day = FIRST_DAY; day <= LAST_DAY; day += 1) {
      const date = new Date(day * DAY_MS);
      const text = formatDay(day);
      if (text !== date.toISOString().slice(0, 10)) assert.fail(`${day} printed as ${text}`);
      if (readDay(text) !== day) assert.fail(`${text} is not read back`);
      if (weekdayOf(day) !== (date.getUTCDay() + 6) % 7) assert.fail(`weekday of ${text}`);
    }
    assert.equal(formatDay(FIRST_DAY), '1900-01-01');
    assert.equal(formatDay(LAST_DAY), '2200-12-31');
  });

  it('what is no date reads as null', () => {
    for (const text of ['2025-02-29', '1900-02-29', '2026-00-10', '2026-04-31', '0099-01-01', ' 2026-01-01'])
      assert.equal(readDay(text), null, text);
    assert.notEqual(readDay('2000-02-29'), null);
  });

  it('Saturday and Sunday are the weekend', () => {
    const weekend = (date: string) => isWeekend(readDay(date) ?? 0);
    assert.deepEqual(['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'].map(weekend), [
      false,
      true,
      true,
      false,
    ]);
  });
});
