import assert from 'node:assert/strict';
import { createCalendar } from '../../../../core/market/calendar/index.ts';
import { missingSessions } from '../../../../core/market/indexes/missing-sessions.ts';
import { lastFinalSession } from '../../../../core/market/history/index.ts';

const calendar = createCalendar();

describe('sessions whose closes are due', () => {
  for (const [exchange, now, day] of [
    // 15:59 and 16:00 in India on a Friday.
    ['NSE', '2026-02-27T10:29:00.000Z', '2026-02-26'],
    ['NSE', '2026-02-27T10:30:00.000Z', '2026-02-27'],
    ['NSE', '2026-03-01T06:00:00.000Z', '2026-02-27'],
    // Holi on 3 March.
    ['NSE', '2026-03-03T13:00:00.000Z', '2026-03-02'],
    // 18:30 in India is the morning in New York; at 03:00 IST its session is over for half an hour.
    ['NYSE', '2026-02-27T13:00:00.000Z', '2026-02-26'],
    ['NYSE', '2026-02-27T21:30:00.000Z', '2026-02-27'],
  ] as const) {
    it(`portfolio/Scheduler "daily_benchmark_snapshot": ${exchange} at ${now} has closed its session of ${day}`, () => {
      assert.equal(lastFinalSession(calendar, exchange, new Date(now)), day);
    });
  }

  it('sessions without a close, but for special ones, which providers lack', () => {
    // Diwali of 2025: Muhurat trading on 21 October, closed on the 22nd.
    const missing = missingSessions(calendar, 'NSE', '2025-10-17', '2025-10-24', [
      { day: '2025-10-20', value: 1 },
    ]);
    assert.deepEqual(missing, ['2025-10-17', '2025-10-23', '2025-10-24']);
  });
});
