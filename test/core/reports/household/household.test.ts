import assert from 'node:assert/strict';
import { Decimal } from '../../../../core/platform/index.ts';
import { addUp, type MemberBooks } from '../../../../core/reports/household/household.ts';

const friday = (change: number | null, counted = 1, all = 1) => ({
  date: '2026-11-27',
  label: 'Fri 27 Nov',
  change,
  holdings_counted: counted,
  holdings_total: all,
});
const thursday = (change: number | null) => ({ ...friday(change), date: '2026-11-26', label: 'Thu 26 Nov' });

const member = (name: string, change: Partial<MemberBooks> = {}): MemberBooks => ({
  name,
  is_you: false,
  currency: 'INR',
  holdings_count: 1,
  is_partial: false,
  current_value: 1000,
  total_invested: 900,
  total_profit: 100,
  day_change: 10,
  day: friday(10),
  provisional_reason: null,
  classes: [],
  ...change,
});

describe('the totals of a household', () => {
  it("one person's change of Thursday was added to another's of Friday", () => {
    const total = (...books: MemberBooks[]) => addUp(books, 'INR', () => null).total.day_change;
    assert.equal(total(member('Asha'), member('Ravi', { day_change: 7 })), 17);
    assert.equal(total(member('Asha'), member('Ravi', { day: thursday(10) })), null);
    // Nothing held is of no day.
    const empty = member('Ravi', { holdings_count: 0, day_change: 0, day: thursday(0) });
    assert.equal(total(member('Asha'), empty), 10);
  });

  it('one holding of another day left a dash for everybody: the day has the sum of the part, with its session', () => {
    const day = (...books: MemberBooks[]) => addUp(books, 'INR', () => new Decimal(80)).total.day;
    // Asha: three of four holdings, +10. Ravi: one of one, 2 dollars at 80. Kiran: prices of Thursday alone.
    const asha = member('Asha', { day_change: null, day: friday(10, 3, 4) });
    const ravi = member('Ravi', { currency: 'USD', day: friday(2) });
    const kiran = member('Kiran', { day: thursday(500) });
    assert.deepEqual(day(asha, ravi, kiran), friday(170, 4, 6));
    // A change that is not known makes no newest day.
    assert.deepEqual(day(kiran, member('Asha', { day_change: null, day: friday(null, 0) })), {
      ...thursday(500),
      holdings_total: 2,
    });
    assert.deepEqual(day(), null);
  });
});
