import assert from 'node:assert/strict';
import { addUp, type MemberBooks } from '../../../../core/reports/household/household.ts';

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
  day_change_date: '2026-11-27',
  provisional_reason: null,
  classes: [],
  ...change,
});

describe('the totals of a household', () => {
  it("one person's change of Thursday was added to another's of Friday", () => {
    const total = (...books: MemberBooks[]) => addUp(books, 'INR', () => null).total.day_change;
    assert.equal(total(member('Asha'), member('Ravi', { day_change: 7 })), 17);
    assert.equal(total(member('Asha'), member('Ravi', { day_change_date: '2026-11-26' })), null);
    // Nothing held is of no day.
    const empty = member('Ravi', { holdings_count: 0, day_change: 0, day_change_date: '2026-11-26' });
    assert.equal(total(member('Asha'), empty), 10);
  });
});
