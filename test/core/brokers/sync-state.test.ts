import assert from 'node:assert/strict';
import { SYNC_STATES } from '../../../core/brokers/index.ts';
import { NEEDS_PERSON, REASONS, type ReasonCode } from '../../../core/brokers/failure.ts';
import {
  dueAfterFailure,
  dueAfterSuccess,
  eventOf,
  needsPerson,
  TRANSITIONS,
  transition,
  UnknownTransition,
} from '../../../core/brokers/sync-state.ts';

const NOW: Date = new Date('2026-03-02T06:00:00.000Z');
const INTERVAL = { kind: 'interval', minutes: 30 } as const;
const DAILY = { kind: 'daily', retryMinutes: 60 } as const;
const minutes = (due: Date) => (due.getTime() - NOW.getTime()) / 60_000;

describe('life of a connection', () => {
  it('each event stands once in the table', () => {
    assert.equal(new Set(TRANSITIONS.map(({ event }) => event)).size, TRANSITIONS.length);
  });

  it('a step that the table does not know is refused', () => {
    for (const { event, from } of TRANSITIONS)
      for (const state of SYNC_STATES) {
        if (from.includes(state)) assert.equal(transition(event, state, 'OK').event, event);
        else assert.throws(() => transition(event, state, 'OK'), UnknownTransition, `${state} ${event}`);
      }
    assert.throws(() => transition('RELEASED', 'RUNNING'), UnknownTransition, 'to what it was before');
  });

  it('every reason leads to a state, and what only the person can mend is not tried again', () => {
    for (const reason of Object.keys(REASONS) as ReasonCode[]) {
      for (const renewal of ['renew', 'login', 'none'] as const) {
        const { to, due } = transition(eventOf(reason, renewal), 'RUNNING');
        assert.ok(['FAILED', 'NEEDS_LOGIN', 'NEEDS_OTP', 'NEEDS_PORTFOLIO', 'OFF'].includes(to), reason);
        if (NEEDS_PERSON.has(reason)) assert.equal(due, 'when_the_person_acts', reason);
        assert.equal(needsPerson(to, reason), due === 'when_the_person_acts', `${reason} ${renewal}`);
      }
    }
    assert.equal(eventOf('TOKEN_EXPIRED', 'login'), 'LOGIN_WANTED');
    assert.equal(eventOf('TOKEN_EXPIRED', 'none'), 'FAILED');
    assert.equal(eventOf('BROKER_OFF', 'renew'), 'SWITCHED_OFF');
  });

  it('portfolio/Connection sync rules 1: every 30 minutes from the beginning of the last, once a day for statements', () => {
    assert.equal(minutes(dueAfterSuccess(INTERVAL, NOW, new Date(NOW.getTime() + 90_000))), 30);
    assert.equal(minutes(dueAfterSuccess(DAILY, NOW, new Date(NOW.getTime() + 90_000))), 24 * 60);
    // One that took longer than its rhythm is not due before it ended.
    assert.equal(minutes(dueAfterSuccess(INTERVAL, NOW, new Date(NOW.getTime() + 40 * 60_000))), 41);
  });

  it('portfolio/Connection sync rules 1: a statement is asked for again every hour', () => {
    for (const failures of [1, 2, 9])
      assert.equal(minutes(dueAfterFailure(DAILY, failures, null, NOW, 0.3)), 60);
  });

  it('other failures pause for 5, 10, 20 minutes and then no longer than the rhythm', () => {
    const pauses = [1, 2, 3, 4, 50].map((failures) =>
      minutes(dueAfterFailure(INTERVAL, failures, null, NOW, 0.999999)),
    );
    assert.deepEqual(pauses.map(Math.round), [5, 10, 20, 30, 30]);
    assert.equal(minutes(dueAfterFailure(INTERVAL, 1, null, NOW, 0)), 3.75);
  });

  it('a broker is left alone for as long as it asks, a day at most', () => {
    assert.equal(minutes(dueAfterFailure(INTERVAL, 1, 45 * 60_000, NOW, 0)), 45);
    assert.equal(minutes(dueAfterFailure(DAILY, 1, 90 * 60_000, NOW, 0)), 90);
    assert.equal(minutes(dueAfterFailure(INTERVAL, 1, 900 * 3_600_000, NOW, 0)), 24 * 60);
  });
});
