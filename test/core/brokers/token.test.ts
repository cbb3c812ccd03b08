import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isUsable, renewalDueAt, tokenDueAt, usableUntil } from '../../../core/brokers/token.ts';

const HOUR = 3_600_000;
const ISSUED: Date = new Date('2026-03-02T03:00:00.000Z');
const after = (hours: number) => new Date(ISSUED.getTime() + hours * HOUR);
const session = (hours: number | null) => ({
  issued_at: ISSUED,
  expires_at: hours === null ? null : after(hours),
});

describe('age of broker tokens', () => {
  it('portfolio/Connection sync rules 1: a token is sent for 23 hours at most, whatever the broker says', () => {
    assert.deepEqual(usableUntil(session(null)), after(23));
    assert.deepEqual(usableUntil(session(24)), after(23));
    assert.deepEqual(usableUntil(session(8)), after(8));
    assert.equal(isUsable(session(24), new Date(after(23).getTime() - 1)), true);
    assert.equal(isUsable(session(24), after(23)), false);
  });

  it('portfolio/Connection sync rules 1: it is renewed 4 hours before it ends, and an hour before its greatest age', () => {
    // Ends after 24 h: 20 h. Says nothing, or 30 days: 22 h. Ends after 10 h: 6 h.
    for (const [life, due] of [
      [24, 20],
      [null, 22],
      [720, 22],
      [10, 6],
    ] as const)
      assert.deepEqual(renewalDueAt(session(life)), after(due), String(life));
    // One of 2 hours would be due before it was issued: after half of its life.
    assert.deepEqual(renewalDueAt(session(2)), after(1));
  });

  it('there is always time between the renewal and the end', () => {
    fc.assert(
      fc.property(fc.option(fc.double({ min: 0.1, max: 1000, noNaN: true })), (life) => {
        const one = session(life);
        assert.ok(renewalDueAt(one) < usableUntil(one));
        assert.ok(renewalDueAt(one) > ISSUED);
      }),
    );
  });

  it('where only the person can log in, the end is when something is due; where nothing is renewed, never', () => {
    assert.deepEqual(tokenDueAt('login', session(20)), after(20));
    assert.deepEqual(tokenDueAt('renew', session(24)), after(20));
    assert.equal(tokenDueAt('none', session(24)), null);
  });
});
