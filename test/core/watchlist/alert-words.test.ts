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

  it('a fall below a peak says which corporate action may change it', () => {
    const fall = {
      id: '1',
      kind: 'DRAWDOWN_PCT',
      subject: 'Main',
      threshold: 10,
      currency: null,
    } as const;
    const provisional_reason = '1 corporate action waits for your decision: IRCTC 5 for 1 split.';
    const seen = { value: 12, day: 'Today' };
    assert.ok(noticeOf(fall, { ...seen, provisional_reason }, 1).body.endsWith(`\n${provisional_reason}`));
    assert.ok(!noticeOf(fall, seen, 1).body.includes('\n'));
  });
});
