import assert from 'node:assert/strict';
import {
  ago,
  countsInWords,
  nextAttempt,
  requestTokenIn,
} from '../../api/dashboard/src/pages/connections/words.ts';
import { exclusionCounts } from '../../core/brokers/exclusions.ts';

// 16:30 in India
const NOW = Date.parse('2026-11-20T11:00:00.000Z');
const NOTHING = {
  holdings: 0,
  prices_kept: 0,
  trades_read: 0,
  trades_new: 0,
  trades_known: 0,
  left_out: 0,
  left_out_reasons: [],
  not_at_broker: 0,
};

describe('words of the connections page', () => {
  const sync = (change: object) => ({
    role: 'SYNC' as const,
    sync: {
      state: 'OK' as const,
      reason_code: null,
      reason: null,
      last_success_at: null,
      last_attempt_at: null,
      next_due_at: null,
      last_result: null,
      ...change,
    },
  });

  it('says when something was, in Indian time', () => {
    assert.equal(ago('2026-11-20T11:00:20.000Z', NOW), 'just now', 'the server’s clock is ahead');
    assert.equal(ago('2026-11-20T10:59:30.000Z', NOW), 'just now');
    assert.equal(ago('2026-11-20T10:59:00.000Z', NOW), '1 minute ago, at 16:29');
    assert.equal(ago('2026-11-20T10:18:00.000Z', NOW), '42 minutes ago, at 15:48');
    assert.equal(ago('2026-11-20T08:00:00.000Z', NOW), '3 hours ago, at 13:30');
    assert.equal(ago('2026-11-18T08:00:00.000Z', NOW), '18 Nov 2026, 13:30');
  });

  it('says when the next attempt is, or why there is none', () => {
    assert.equal(
      nextAttempt(sync({ next_due_at: '2026-11-20T11:18:00.000Z' }), NOW),
      'In 18 minutes, at 16:48.',
    );
    assert.equal(
      nextAttempt(sync({ next_due_at: '2026-11-20T11:00:01.000Z' }), NOW),
      'In 1 minute, at 16:30.',
    );
    assert.equal(nextAttempt(sync({ next_due_at: '2026-11-21T11:00:00.000Z' }), NOW), 'Tomorrow at 16:30.');
    assert.equal(
      nextAttempt(sync({ next_due_at: '2026-11-23T11:00:00.000Z' }), NOW),
      '23 Nov 2026 at 16:30.',
    );
    assert.equal(
      nextAttempt(sync({ next_due_at: '2026-11-20T10:59:00.000Z' }), NOW),
      'Due now. It starts within five minutes.',
    );
    assert.equal(nextAttempt(sync({ state: 'NEEDS_OTP' }), NOW), 'None until you act.');
    assert.equal(nextAttempt(sync({ state: 'OFF' }), NOW), 'None while the broker is switched off.');
    assert.equal(nextAttempt({ ...sync({}), role: 'TRADING' }, NOW), 'None. Its role is trading only.');
  });

  it('counts in sentences', () => {
    assert.equal(countsInWords(NOTHING), '0 holdings read, no trades.');
    assert.equal(
      countsInWords({ ...NOTHING, holdings: 1, trades_read: 1, trades_new: 1 }),
      '1 holding and 1 trade read: 1 new trade.',
    );
    assert.equal(
      countsInWords({
        holdings: 12,
        prices_kept: 1,
        trades_read: 150_000,
        trades_new: 0,
        trades_known: 150_000,
        left_out: 2,
        left_out_reasons: exclusionCounts({ NOT_COMPLETED: 1, UNREADABLE: 1 }),
        not_at_broker: 2,
      }),
      '12 holdings and 1,50,000 trades read: no new trade, 1,50,000 already recorded. 2 rows excluded: 1 that could not be read, 1 not carried out. 1 newer price kept. 2 holdings are no longer at the broker. They stay here until you delete them.',
    );
  });

  it('finds the token in an address, and takes a bare one as it is', () => {
    assert.equal(
      requestTokenIn(' https://x.example/?status=success&request_token=aB3d&action=login '),
      'aB3d',
    );
    assert.equal(requestTokenIn('https://x.example/cb?tokenId=99-x#end'), '99-x');
    assert.equal(requestTokenIn('  aB3d\n'), 'aB3d');
    assert.equal(requestTokenIn('   '), '');
  });
});
