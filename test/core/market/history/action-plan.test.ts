import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AskedBefore, planActionQuestions } from '../../../../core/market/history/action-plan.ts';
import { DAY_MS, addDays, daysBetween, istDate } from '../../../../core/platform/index.ts';

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

  it('months without a reading were skipped: the questions begin at the last one, in bounded pieces', () => {
    const since = (at: string) =>
      planActionQuestions('2026-01-01', '2026-03-02', new Map([['recent', came(new Date(at))]]), NOW)
        .filter(({ span }) => span === 'recent')
        .map(({ from, to, readUntil }) => [from, to, readUntil?.toISOString().slice(0, 10)]);
    // Yesterday's reading began on 15 January, a day before that of today.
    assert.deepEqual(since('2026-03-01T03:15:00Z'), [['2026-01-16', '2026-06-30', undefined]]);
    // Two days ago: the 15th was not read again.
    assert.deepEqual(since('2026-02-28T03:15:00Z'), [['2026-01-15', '2026-06-30', undefined]]);
    // The reading of 1 September 2025 began on 18 July: 90 days from 19 July are to 16 October, the next to 14 January.
    assert.deepEqual(since('2025-09-01T03:15:00Z'), [
      ['2025-07-19', '2025-10-16', '2025-11-29'],
      ['2025-10-17', '2026-01-14', '2026-02-27'],
      ['2026-01-15', '2026-06-30', undefined],
    ]);
  });

  it('readings at random times, some of them cut short, read every day again until 45 days after it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ pause: fc.integer({ min: 1, max: 400 }), answered: fc.nat({ max: 8 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        (rounds) => {
          let now = NOW;
          let recent: AskedBefore | null = null;
          const lastRead = new Map<string, string>();
          const read = (last: number) => {
            const today = istDate(now);
            const asked = new Map(recent === null ? [] : [['recent', recent]]);
            const questions = planActionQuestions('2026-01-01', today, asked, now);
            for (const { span, from, to, readUntil = now } of questions.slice(0, last)) {
              if (span !== 'recent') continue;
              assert.ok(daysBetween(from, to) <= 45 + 90 + 120);
              for (let day = from; day <= to; day = addDays(day, 1)) lastRead.set(day, today);
              recent = { asked_at: now, fetched_at: readUntil };
            }
          };
          read(1);
          for (const { pause, answered } of rounds) {
            now = new Date(now.getTime() + pause * DAY_MS);
            read(answered);
          }
          now = new Date(now.getTime() + DAY_MS);
          read(99);
          // Late news of a day counts for 45 days.
          for (let day = '2026-03-02'; day < istDate(now); day = addDays(day, 1)) {
            const due = [addDays(day, 45), istDate(now)].toSorted()[0] ?? '';
            assert.ok((lastRead.get(day) ?? '') >= due, day);
          }
        },
      ),
      { numRuns: 30 },
    );
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
