import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AskedBefore, planActionQuestions } from '../../../../core/market/history/action-plan.ts';
import { addDays } from '../../../../core/platform/index.ts';

const NOW = new Date('2026-03-02T03:15:00.000Z');
const hours = (n: number): Date => new Date(NOW.getTime() - n * 3_600_000);
const came = (at: Date): AskedBefore => ({ asked_at: at, fetched_at: at });
const failed = (at: Date): AskedBefore => ({ asked_at: at, fetched_at: null });
const plan = (first: string | null, asked: Record<string, AskedBefore> = {}): string[] =>
  planActionQuestions(first, '2026-03-02', new Map(Object.entries(asked)), NOW).map(({ span }) => span);

describe('which announcements to ask an exchange for', () => {
  it('the days around today first, then each year back to the first trade; nothing for nobody', () => {
    assert.deepEqual(plan(null), []);
    assert.deepEqual(plan('2024-07-01'), ['recent', '2026', '2025', '2024']);
    const [recent, year] = planActionQuestions('2026-01-01', '2026-03-02', new Map(), NOW);
    // 45 days before 2 March 2026 is 16 January, 120 days after it 30 June.
    assert.deepEqual([recent?.from, recent?.to], ['2026-01-16', '2026-06-30']);
    assert.deepEqual([year?.from, year?.to], ['2026-01-01', '2026-12-31']);
  });

  it('what came within the hour is not asked for again, and what failed waits an hour', () => {
    assert.deepEqual(plan('2026-01-01', { recent: came(hours(0.5)), '2026': came(hours(0.5)) }), []);
    assert.deepEqual(plan('2026-01-01', { recent: failed(hours(0.5)), '2026': failed(hours(0.5)) }), []);
    assert.deepEqual(plan('2026-01-01', { recent: came(hours(2)), '2026': came(hours(2)) }), ['recent']);
    assert.deepEqual(plan('2026-01-01', { recent: failed(hours(2)), '2026': failed(hours(2)) }), [
      'recent',
      '2026',
    ]);
  });

  it('a year stands once it came 60 days after its end; until then it is asked for every 30 days', () => {
    const recent = came(hours(0.5));
    // 60 days after 31 December 2024 is 1 March 2025.
    assert.deepEqual(
      plan('2024-01-01', {
        recent,
        '2026': recent,
        '2025': recent,
        '2024': came(new Date('2025-03-01T00:00:00Z')),
      }),
      [],
    );
    assert.deepEqual(
      plan('2024-01-01', {
        recent,
        '2026': recent,
        '2025': recent,
        '2024': came(new Date('2025-02-28T00:00:00Z')),
      }),
      ['2024'],
    );
    assert.deepEqual(plan('2026-01-01', { recent, '2026': came(hours(29 * 24)) }), []);
    assert.deepEqual(plan('2026-01-01', { recent, '2026': came(hours(30 * 24)) }), ['2026']);
  });

  it('with nothing asked before, every day since the first one is in some question', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 9000 }), (age, at) => {
        const day = (before: number) => addDays('2026-03-02', -before);
        const questions = planActionQuestions(day(age), '2026-03-02', new Map(), NOW);
        const wanted = day(Math.min(age, at));
        assert.ok(
          questions.some(({ from, to }) => from <= wanted && wanted <= to),
          wanted,
        );
      }),
    );
  });
});
