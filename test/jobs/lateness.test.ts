import assert from 'node:assert/strict';
import { istInstant } from '../../core/platform/index.ts';
import { backoffMs } from '../../core/platform/index.ts';
import { punctualityOf } from '../../jobs/lateness.ts';
import { RUN_PAUSES } from '../../jobs/runs.ts';

const rule = { markAfterMinutes: 5, skipAfterMinutes: 180, why: 'the morning is over' };
const due = istInstant('2026-03-10', '09:15');

describe('lateness', () => {
  for (const [time, state] of [
    ['09:15', 'on_time'],
    ['09:20', 'on_time'],
    ['09:21', 'late'],
    ['09:40', 'late'],
    ['12:15', 'late'],
    ['12:16', 'too_late'],
    ['15:00', 'too_late'],
  ] as const) {
    it(`jobs/Lateness: a report due at 09:15 is ${state} at ${time}`, () =>
      assert.equal(punctualityOf(rule, due, istInstant('2026-03-10', time)).state, state));
  }
  it('jobs/Lateness: the reason names both times and why', () => {
    const late = punctualityOf(rule, due, istInstant('2026-03-10', '15:00'));
    assert.deepEqual(late, {
      state: 'too_late',
      reason: 'Due at 09:15 IST and skipped after 12:15: the morning is over.',
    });
  });
  it('jobs/Retries: 30 s doubled, a half to the whole of it', () => {
    const pause = (failures: number, random: number) => backoffMs(RUN_PAUSES, failures, random);
    assert.deepEqual([pause(1, 0), pause(1, 1), pause(4, 1)], [15_000, 30_000, 240_000]);
  });
});
