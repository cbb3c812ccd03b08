import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ALERT_KINDS,
  type AlertKind,
  type AlertTerms,
  beginning,
  evaluate,
  isBeyond,
  type Reading,
} from '../../../core/watchlist/alert-state.ts';

const read = (value: number, day = '2026-03-02'): Reading => ({ value, day, reason: null });
const UNKNOWN: Reading = { value: null, day: null, reason: 'PROVIDER_TIMEOUT' };
const armed = (kind: AlertKind, threshold: number): AlertTerms => ({
  kind,
  threshold,
  state: 'ARMED',
  beyond_value: null,
  beyond_on: null,
});

/** Where in a row of readings an alert fires. */
function firings(alert: AlertTerms, readings: readonly Reading[]): number[] {
  const fired: number[] = [];
  let now = alert;
  for (const [index, reading] of readings.entries()) {
    const verdict = evaluate(now, reading);
    if (verdict.fires) fired.push(index);
    now = { ...now, state: verdict.state, beyond_value: verdict.beyond_value, beyond_on: verdict.beyond_on };
  }
  return fired;
}
const at = (...values: number[]) => values.map((value) => read(value));

describe('the states of alerts', () => {
  it('portfolio/Scheduler, support_alert_monitor: a price above fires once per crossing, and equal is reached', () => {
    assert.deepEqual(firings(armed('PRICE_ABOVE', 100), at(99, 100, 101, 105, 100)), [1]);
    // back at 99.5 (half a percent below 100) it is armed, at 99.6 it is not
    assert.deepEqual(firings(armed('PRICE_ABOVE', 100), at(101, 99.6, 101, 99.5, 101)), [0, 4]);
  });

  it('portfolio/Scheduler, support_alert_monitor: a price below is the same the other way round', () => {
    assert.deepEqual(firings(armed('PRICE_BELOW', 100), at(101, 100, 99, 100.4, 99, 100.5, 99.9)), [1, 6]);
  });

  it('portfolio/Scheduler, support_alert_monitor: a day’s move counts up and down; another day and another direction are other crossings', () => {
    const alert = armed('DAY_MOVE_PCT', 5);
    // 4.6 lies within a tenth of 5, 4.5 does not
    assert.deepEqual(firings(alert, at(4, 5, 6, 4.6, 5.1, 4.5, 5)), [1, 6]);
    assert.deepEqual(firings(alert, at(-5, -7, 5.5)), [0, 2]);
    assert.deepEqual(
      firings(alert, [read(6), read(6, '2026-03-03'), read(6, '2026-03-03'), read(5.5, '2026-03-02')]),
      [0, 1],
    );
    assert.deepEqual(firings(alert, [read(6), read(4.9, '2026-03-03'), read(5, '2026-03-03')]), [0, 2]);
  });

  it('portfolio/Scheduler, support_alert_monitor: a drawdown is armed again once it is a tenth smaller', () => {
    assert.deepEqual(firings(armed('DRAWDOWN_PCT', 10), at(0, 10, 12, 9.5, 10, 9, 10)), [1, 6]);
  });

  it('Known/unknown: a missing value changes nothing and has its reason', () => {
    const alert = {
      ...armed('PRICE_ABOVE', 100),
      state: 'FIRED',
      beyond_value: 101,
      beyond_on: null,
    } as const;
    assert.deepEqual(evaluate(alert, UNKNOWN), {
      state: 'FIRED',
      fires: false,
      value: null,
      reason: 'PROVIDER_TIMEOUT',
      beyond_value: 101,
      beyond_on: null,
    });
    assert.deepEqual(firings(armed('PRICE_ABOVE', 100), [read(101), UNKNOWN, read(101)]), [0]);
    assert.deepEqual(firings(armed('PRICE_ABOVE', 100), [read(99), UNKNOWN, read(101)]), [2]);
  });

  it('an alert whose level is passed already waits; one that begins without a value is armed', () => {
    assert.equal(beginning('PRICE_ABOVE', 100, read(120)).state, 'FIRED');
    assert.equal(beginning('PRICE_ABOVE', 100, read(120)).fires, false);
    assert.equal(beginning('PRICE_ABOVE', 100, read(99)).state, 'ARMED');
    assert.equal(beginning('PRICE_ABOVE', 100, UNKNOWN).state, 'ARMED');
  });

  it('whatever the values, between two firings the value was not beyond the level at least once, or it was another move', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ALERT_KINDS.filter((kind) => kind !== 'DAY_MOVE_PCT')),
        fc.double({ min: 1, max: 90, noNaN: true }),
        fc.array(fc.oneof(fc.double({ min: 0.01, max: 100, noNaN: true }), fc.constant(null)), {
          maxLength: 60,
        }),
        (kind, threshold, values) => {
          const readings = values.map((value) => (value === null ? UNKNOWN : read(value)));
          const fired = firings(armed(kind, threshold), readings);
          for (const [index, place] of fired.entries()) {
            assert.ok(isBeyond(kind, values[place] ?? Number.NaN, threshold));
            const next = fired[index + 1];
            if (next === undefined) continue;
            assert.ok(
              values.slice(place, next).some((one) => one !== null && !isBeyond(kind, one, threshold)),
            );
          }
          // The first known value beyond the level always fires.
          const first = values.findIndex((one) => one !== null && isBeyond(kind, one, threshold));
          assert.equal(fired[0] ?? -1, first);
        },
      ),
    );
  });
});
