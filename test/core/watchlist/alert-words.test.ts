import assert from 'node:assert/strict';
import { noticeOf } from '../../../core/watchlist/alert-words.ts';

describe('words of an alert', () => {
  // Told on a Saturday of Friday's fall, it said "lost 10% today".
  it('a move says the session that it was in', () => {
    const alert = {
      id: '1',
      kind: 'DAY_MOVE_PCT' as const,
      subject: 'TCS',
      threshold: 5,
      currency: 'INR',
    };
    assert.equal(noticeOf(alert, { value: -10, day: 'Today' }, 1).title, 'TCS lost 10% today');
    assert.equal(
      noticeOf(alert, { value: 6.5, day: 'Fri 20 Nov' }, 1).title,
      'TCS gained 6.5% on Fri 20 Nov',
    );
  });
});
