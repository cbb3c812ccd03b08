import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LEVELS, type Level } from '../../../core/options/broker-health/index.ts';
import {
  LOOK_BACK_MS,
  type Transition,
  transitionsFrom,
} from '../../../core/options/broker-health/level-machine.ts';
import { HOLD_MS } from '../../../core/options/broker-health/thresholds.ts';
import { figuresOf, type Sample, verdictOf, windowAt } from '../../../core/options/broker-health/window.ts';
import { slowTransitions } from './slow-levels.ts';
import { sampled } from '../../support/soak.ts';

// A Monday: the exchange is open from 03:45 to 10:00 UTC.
const DAY = Date.parse('2026-06-15T00:00:00.000Z');
const OPEN = DAY + 3.75 * 3_600_000;
const CLOSE = DAY + 10 * 3_600_000;
const isTrading = (at: Date): boolean => OPEN <= at.getTime() && at.getTime() < CLOSE;
const MINUTE = 60_000;

const sampleAt = (at: number, given: Partial<Sample> = {}): Sample => ({
  at: new Date(at).toISOString(),
  is_ok: 1,
  latency_ms: 100,
  quote_age_s: 1,
  ...given,
});
const levelsOf = (samples: readonly Sample[], until = DAY + 12 * 3_600_000): [string, Level][] =>
  transitionsFrom(samples, samples[0]?.at ?? '', null, until, isTrading).map(({ since, level }) => [
    since.slice(11, 19),
    level,
  ]);
/** A sample every half minute from the opening on. */
const every30s = (count: number, of: (nr: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: count }, (_, nr) => sampleAt(OPEN + nr * 30_000, of(nr)));

describe('the level of a broker', () => {
  it('decisions/Options workspace: latency p95, error rate and staleness of a window, by hand', () => {
    // Answers of 10, 20 … 190 ms and one failure: nearest rank 0.95 × 19 = 18.05, so the 19th, 190 ms.
    const window = Array.from({ length: 20 }, (_, nr) =>
      sampleAt(OPEN + nr * 1_000, { latency_ms: (nr + 1) * 10, quote_age_s: nr, is_ok: nr === 19 ? 0 : 1 }),
    );
    const figures = figuresOf(window);
    // 1 of 20 is 5%; the lower median of 0 … 19 is 9.
    assert.deepEqual(figures, {
      samples: 20,
      failures: 1,
      latency_p95_ms: 190,
      error_rate_pct: 5,
      quote_age_s: 9,
    });
    assert.deepEqual(verdictOf(figures), { level: 'OK', reasons: [] });
  });

  it('what is not known speaks neither for nor against, and four samples say nothing', () => {
    const unknown = every30s(5, () => ({ latency_ms: null, quote_age_s: null }));
    const figures = figuresOf(unknown);
    assert.deepEqual([figures.latency_p95_ms, figures.quote_age_s], [null, null]);
    assert.equal(verdictOf(figures)?.level, 'OK');
    assert.equal(verdictOf(figuresOf(unknown.slice(1))), null);
    assert.equal(figuresOf([]).error_rate_pct, null);
  });

  it('the thresholds, at the limit and below it', () => {
    const verdict = (given: Partial<Sample>): Level | undefined =>
      verdictOf(figuresOf(every30s(10, () => given)))?.level;
    for (const [given, level] of [
      [{ latency_ms: 999 }, 'OK'],
      [{ latency_ms: 1_000 }, 'DEGRADED'],
      [{ latency_ms: 3_000 }, 'UNSTABLE'],
      [{ latency_ms: 10_000 }, 'DOWN'],
      [{ quote_age_s: 9.9 }, 'OK'],
      [{ quote_age_s: 10 }, 'DEGRADED'],
      [{ quote_age_s: 60 }, 'UNSTABLE'],
      [{ quote_age_s: 300 }, 'DOWN'],
    ] as const)
      assert.equal(verdict(given), level, JSON.stringify(given));
    const failing = (failures: number): Level | undefined =>
      verdictOf(figuresOf(every30s(10, (nr) => ({ is_ok: nr < failures ? 0 : 1 }))))?.level;
    // 10% would be DEGRADED, but one failure is bad luck; then 20, 30 and 70 percent.
    assert.deepEqual([1, 2, 3, 7].map(failing), ['OK', 'DEGRADED', 'UNSTABLE', 'DOWN']);
  });

  it('a window has the last twenty samples, and none that is older than ten minutes', () => {
    const dense = Array.from({ length: 30 }, (_, nr) => sampleAt(OPEN + nr * 1_000));
    assert.equal(windowAt(dense, 29).length, 20);
    const sparse = Array.from({ length: 30 }, (_, nr) => sampleAt(OPEN + nr * 2 * MINUTE));
    // 0, 2, 4, 6, 8 and 10 minutes ago
    assert.equal(windowAt(sparse, 29).length, 6);
  });

  it('decisions/Options workspace: worse at once, better after three minutes and by one step at a time', () => {
    // Slow from 09:20:00 IST (sample 10) to sample 19, then fast. p95 of up to 20 samples is DOWN from the second slow one.
    const samples = every30s(80, (nr) => ({ latency_ms: nr >= 10 && nr < 20 ? 12_000 : 100 }));
    const levels = levelsOf(samples, Date.parse(samples[79]?.at ?? ''));
    // 11 samples with one slow: the 11th of 11 (0.95 × 11 = 10.45) is the slow one, so DOWN at once, at sample 10.
    // The window of 20 has two slow ones until sample 37 (18 … 37); from sample 38 on one, which nearest rank 19 passes over.
    // Sample 38 is at 03:45 + 19 min = 04:04:00; three minutes later the first step, and so on.
    assert.deepEqual(levels, [
      ['03:47:00', 'OK'],
      ['03:50:00', 'DOWN'],
      ['04:07:00', 'UNSTABLE'],
      ['04:10:00', 'DEGRADED'],
      ['04:13:00', 'OK'],
    ]);
  });

  it('a broker that falls silent in trading hours is down from five minutes later on, and not in the evening', () => {
    const morning = every30s(10, () => ({}));
    // The last of them at 03:49:30.
    assert.deepEqual(levelsOf(morning), [
      ['03:47:00', 'OK'],
      ['03:54:30', 'DOWN'],
    ]);
    const evening = Array.from({ length: 10 }, (_, nr) => sampleAt(CLOSE - 5 * MINUTE + nr * 30_000));
    assert.deepEqual(levelsOf(evening), [['09:57:00', 'OK']]);
  });

  const anySample = fc.record({
    pause: fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 90_000, max: 20 * MINUTE }) },
    ),
    latency_ms: fc.constantFrom(null, 100, 999, 1_000, 1_001, 4_000, 12_000),
    is_ok: fc.constantFrom(1, 1, 1, 1, 0),
    quote_age_s: fc.constantFrom(null, 1, 1, 9, 11, 70),
    bad: fc.boolean(),
  });
  const anyDay = fc.array(anySample, { minLength: 1, maxLength: 150 }).map((steps) => {
    let at = OPEN - 10 * MINUTE;
    let isBad = false;
    return steps.map(({ pause, bad, latency_ms, is_ok, quote_age_s }, nr) => {
      at += pause;
      // Good and bad times: else everything is bad.
      if (nr % 25 === 0) isBad = bad;
      return isBad ? sampleAt(at, { latency_ms, is_ok, quote_age_s }) : sampleAt(at);
    });
  });

  it('two improvements are three minutes apart, and all the verdicts before one are better', () => {
    fc.assert(
      fc.property(anyDay, (samples) => {
        const levels = transitionsFrom(samples, samples[0]?.at ?? '', null, DAY + 12 * 3_600_000, isTrading);
        for (const [nr, { level, since }] of levels.entries()) {
          const before = levels[nr - 1];
          if (before === undefined || LEVELS.indexOf(level) > LEVELS.indexOf(before.level)) continue;
          assert.equal(LEVELS.indexOf(before.level) - LEVELS.indexOf(level), 1, 'one step at a time');
          assert.ok(Date.parse(since) - Date.parse(before.since) >= HOLD_MS, 'held before it improves');
        }
      }),
      { numRuns: sampled(100, 5_000) },
    );
  });

  it('decisions/Options workspace: samples that alternate around a limit change the level at most once in a hold', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(5_000, 30_000, 60_000),
        (slow, fast, pause) => {
          const samples = Array.from({ length: 300 }, (_, nr) =>
            sampleAt(OPEN + nr * pause, { latency_ms: nr % (slow + fast) < slow ? 1_001 : 999 }),
          );
          const levels = transitionsFrom(samples, samples[0]?.at ?? '', null, 0, isTrading);
          for (const [nr, { since }] of levels.entries()) {
            const later = levels[nr + 2];
            // There and back again takes a hold at least.
            if (later !== undefined) assert.ok(Date.parse(later.since) - Date.parse(since) >= HOLD_MS);
          }
        },
      ),
      { numRuns: sampled(60, 2_000) },
    );
  });

  it('the same as by a second, slower calculation that looks at the whole day', () => {
    fc.assert(
      fc.property(anyDay, (samples) => {
        const until = DAY + 12 * 3_600_000;
        const levels = transitionsFrom(samples, samples[0]?.at ?? '', null, until, isTrading);
        assert.deepEqual(
          levels.map(({ since, level }) => `${since} ${level}`),
          slowTransitions(samples, until, isTrading),
        );
      }),
      { numRuns: sampled(150, 5_000) },
    );
  });

  it('decisions/Options workspace: the same levels however the samples come: at once, in parts, out of order', () => {
    const until = DAY + 12 * 3_600_000;
    fc.assert(
      fc.property(
        anyDay,
        fc.array(fc.nat({ max: 5 }), { minLength: 150, maxLength: 150 }),
        (samples, parts) => {
          const whole = transitionsFrom(samples, samples[0]?.at ?? '', null, until, isTrading);
          let rows: Transition[] = [];
          const come = new Set<Sample>();
          for (let part = 0; part <= 5; part += 1) {
            const fresh = samples.filter((_, nr) => parts[nr] === part);
            const [first] = fresh;
            if (first === undefined) continue;
            for (const one of fresh) come.add(one);
            const lookBack = new Date(Date.parse(first.at) - LOOK_BACK_MS).toISOString();
            const known = samples.filter((one) => come.has(one) && one.at >= lookBack);
            const before = rows.findLast(({ since }) => since < first.at) ?? null;
            rows = [
              ...rows.filter(({ since }) => since < first.at),
              ...transitionsFrom(known, first.at, before, until, isTrading),
            ];
          }
          assert.deepEqual(rows, whole);
        },
      ),
      { numRuns: sampled(150, 5_000) },
    );
  });
});
