import assert from 'node:assert/strict';
import {
  connectionCard,
  connectionLines,
  notSyncedLines,
  syncedLines,
} from '../../../bot/text/connections.ts';
import { type ConnectionView, SYNC_STATES, type SyncCounts } from '../../../core/brokers/index.ts';
import { exclusionCounts } from '../../../core/brokers/exclusions.ts';

const NOW = new Date('2026-03-02T06:00:00.000Z');
const NOTHING: SyncCounts = {
  holdings: 0,
  prices_kept: 0,
  trades_read: 0,
  trades_new: 0,
  trades_known: 0,
  left_out: 0,
  left_out_reasons: [],
  not_at_broker: 0,
};

function view(
  sync: Partial<ConnectionView['sync']> = {},
  more: Partial<ConnectionView> = {},
): ConnectionView {
  return {
    id: '1',
    broker: 'dhan',
    broker_title: 'Dhan',
    label: 'Family',
    role: 'SYNC',
    account: '1100012345',
    portfolio: 'DHAN - 1100012345',
    portfolio_question: null,
    trade_names: [],
    credentials: [
      { name: 'client_id', label: 'Client id', present: true, last4: '2345' },
      { name: 'pin', label: 'PIN', present: true, last4: null },
      { name: 'totp', label: 'TOTP secret', present: false, last4: null },
    ],
    token: { issued_at: null, expires_at: null },
    login_url: null,
    created_at: '2026-03-01T06:00:00.000Z',
    updated_at: '2026-03-01T06:00:00.000Z',
    ...more,
    sync: {
      state: 'OK',
      reason_code: null,
      reason: null,
      last_success_at: null,
      last_attempt_at: null,
      next_due_at: null,
      last_result: null,
      ...sync,
    },
  };
}

const told = (one: ConnectionView) => connectionLines(one, NOW).rawText;

describe('contract/Chat: connections in words', () => {
  it('a good one: when, its result, and when next', () => {
    const sync = {
      last_success_at: '2026-03-02T05:48:00.000Z',
      last_attempt_at: '2026-03-02T05:48:00.000Z',
      next_due_at: '2026-03-02T06:18:00.000Z',
      last_result: { ...NOTHING, holdings: 12, trades_read: 4, trades_new: 1, trades_known: 3 },
    };
    assert.equal(
      told(view(sync)),
      'Family (Dhan 1100012345)\nUp to date.\nSynced 12 min ago: 12 holdings, 1 new transaction.\nNext attempt 2 Mar 2026, 11:48 IST.',
    );
  });

  it('one that failed: why, since when, and when it is tried again', () => {
    const sync = {
      state: 'FAILED',
      reason_code: 'BROKER_TIMEOUT',
      reason: 'The broker did not answer in time.',
      last_success_at: '2026-03-01T06:00:00.000Z',
      last_attempt_at: '2026-03-02T05:55:00.000Z',
      next_due_at: '2026-03-02T06:05:00.000Z',
    } as const;
    assert.equal(
      told(view(sync)),
      'Family (Dhan 1100012345)\nThe last sync failed.\nThe broker did not answer in time.\nLast attempt 5 min ago.\nSynced 24 h ago.\nNext attempt 2 Mar 2026, 11:35 IST.',
    );
  });

  it('one that waits for its person says that nothing is tried before', () => {
    const reason = 'The broker needs you to log in on its own page.';
    for (const state of ['NEEDS_LOGIN', 'NEEDS_OTP'] as const)
      assert.match(told(view({ state, reason })), /Never synced\.\nIt will not try again until you act\.$/);
    assert.match(
      told(view({ state: 'FAILED', reason: 'The broker refused the credentials.' })),
      /It will not try again until you act\.$/,
    );
  });

  it('one for orders alone is not said to be late', () => {
    const sync = { state: 'PENDING' } as const;
    assert.equal(
      told(view(sync, { role: 'TRADING', account: null })),
      'Family (Dhan)\nNot synced: it is for orders only.',
    );
  });

  it('every state has words of its own', () => {
    const words = SYNC_STATES.map((state) => told(view({ state })).split('\n')[1]);
    assert.equal(new Set(words).size, SYNC_STATES.length);
    assert.ok(words.every((word) => word !== undefined && !word.includes('undefined')));
  });

  it('the card tells what was entered by its last characters, and what was not', () => {
    const text = connectionCard(
      view({}, { token: { issued_at: null, expires_at: '2026-03-03T00:30:00.000Z' } }),
      NOW,
    ).rawText;
    assert.match(
      text,
      /Entered: Client id …2345, PIN\.\nNot entered: TOTP secret\.\nLogged in until 3 Mar 2026, 06:00 IST\.$/,
    );
    assert.match(text, /Portfolio DHAN - 1100012345; it reads holdings and transactions\./);
  });

  it('the outcome of a sync has every number that is not nought', () => {
    const counts = {
      holdings: 3,
      prices_kept: 1,
      trades_read: 10,
      trades_new: 4,
      trades_known: 6,
      left_out: 2,
      left_out_reasons: exclusionCounts({ NOT_COMPLETED: 1, UNREADABLE: 1 }),
      not_at_broker: 1,
    };
    assert.equal(
      syncedLines(view(), counts, NOW).rawText,
      'Family is up to date with Dhan\n3 holdings read.\n10 transactions read: 4 new, 6 already recorded.\n1 newer price kept.\n2 rows excluded: 1 that could not be read, 1 not carried out.\n1 holding here that the broker does not have. Nothing was deleted.',
    );
    assert.equal(
      syncedLines(view(), NOTHING, NOW).rawText,
      'Family is up to date with Dhan\n0 holdings read.\nNo transactions in the days read.',
    );
  });

  it('a sync that waits for its person says what for, and no more', () => {
    const sync = {
      state: 'NEEDS_OTP',
      reason: 'The broker has sent a one-time password. Enter it.',
    } as const;
    assert.equal(
      notSyncedLines(view(sync), NOW).rawText,
      'Family needs you\nThe broker has sent a one-time password. Enter it.',
    );
  });

  it('a sync that failed says that nothing was lost by it', () => {
    const sync = {
      state: 'FAILED',
      reason: 'The broker received too many requests. Munim waits before the next attempt.',
      next_due_at: '2026-03-02T06:30:00.000Z',
    } as const;
    assert.equal(
      notSyncedLines(view(sync), NOW).rawText,
      'Family could not be synced\nThe last sync failed.\nThe broker received too many requests. Munim waits before the next attempt.\nEarlier synced records are unchanged.\nNext attempt 2 Mar 2026, 12:00 IST.',
    );
  });
});
