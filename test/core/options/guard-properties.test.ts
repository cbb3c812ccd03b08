import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EnvelopeRows } from '../../../core/options/envelope/index.ts';
import { dailyLossOf, judge } from '../../../core/options/envelope/index.ts';
import { decide, type PermissionRows } from '../../../core/options/permission/index.ts';
import { LEVELS } from '../../../core/options/broker-health/index.ts';
import { usualLimits } from '../../../core/options/settings/index.ts';
import { sampled } from '../../support/soak.ts';

const NOW = new Date('2026-06-15T06:00:00.000Z');
const CAPITAL = 500_000;
const AT = { now: NOW, isTrading: true, capital: CAPITAL };
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
/** Rupees in ten-thousandths. */
const units = (most: number) => fc.integer({ min: 0, max: most * 10_000 });
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 8 });

const openTrade = fc.record({
  tag: fc.constant('a'),
  gross: maybe(units(8_000).map((loss) => 10_000_000 - loss * 2)),
  exitCosts: maybe(units(100)),
  maxLoss: maybe(units(30_000)),
  resumedNet: fc.constantFrom(0, -5_000_000),
});
const sample = fc.record({
  broker: fc.constantFrom('kite', 'upstox'),
  at: fc.nat(40).map(ago),
  used: units(900_000),
  available: units(900_000),
});
const envelope: fc.Arbitrary<EnvelopeRows> = fc.record({
  settings: fc.constant(null),
  persisted: fc.constantFrom(
    null,
    ...(['OPEN', 'THROTTLED', 'HALTED'] as const).map((state) => ({
      state,
      since: ago(100),
      resumedAt: null,
      reasons: [],
    })),
  ),
  realised: fc.record({
    net: fc.integer({ min: -120_000_000, max: 50_000_000 }),
    unknown: fc.constantFrom(0, 0, 0, 1),
  }),
  streak: fc.record({ lost: fc.nat(5), unknown: fc.constantFrom(0, 0, 0, 1) }),
  open: fc.array(openTrade, { maxLength: 3 }),
  margins: fc.uniqueArray(sample, { maxLength: 2, selector: ({ broker }) => broker }),
});
const rows: fc.Arbitrary<PermissionRows> = fc.record({
  envelope,
  mode: fc.constantFrom(null, 'DRY_RUN' as const, 'SHADOW' as const, 'LIVE' as const, 'LIVE' as const),
  events: fc.array(
    fc.record({
      name: fc.constant('RBI'),
      severity: fc.constantFrom('BLOCK' as const, 'WARNING' as const),
      endsAt: fc.constant(ago(-10)),
      underlying: fc.constantFrom(null, 'NIFTY', 'RELIANCE'),
    }),
    { maxLength: 1 },
  ),
  brokers: fc.uniqueArray(
    fc.record({
      broker: fc.constantFrom('kite', 'upstox'),
      level: maybe(fc.constantFrom(...LEVELS)),
      lastSampleAt: fc.nat(6).map(ago),
    }),
    { maxLength: 2, selector: ({ broker }) => broker },
  ),
  mismatches: fc.constantFrom(null, null, { count: 1, broker: 'kite', at: ago(10) }),
  lastEntryAt: fc.constantFrom(null, null, ago(89), ago(91)),
});

/** What may enter with money, but for a part or two that are as they may be: made up at random, hardly anything may. */
const healthy: PermissionRows = {
  envelope: {
    settings: null,
    persisted: null,
    realised: { net: 0, unknown: 0 },
    streak: { lost: 0, unknown: 0 },
    open: [],
    margins: [{ broker: 'kite', at: ago(1), used: 1_000_000, available: 9_000_000 }],
  },
  mode: 'LIVE',
  events: [],
  brokers: [{ broker: 'kite', level: 'OK', lastSampleAt: ago(1) }],
  mismatches: null,
  lastEntryAt: null,
};
const partOf = <T extends object>(base: T, wild: T, keys: readonly string[]): T =>
  Object.fromEntries(
    Object.entries(base).map(([key, value]) => [key, keys.includes(key) ? wild[key as keyof T] : value]),
  ) as T;
const nearlyHealthy: fc.Arbitrary<PermissionRows> = fc
  .tuple(
    rows,
    fc.subarray(Object.keys(healthy), { maxLength: 1 }),
    fc.subarray(Object.keys(healthy.envelope), { maxLength: 2 }),
  )
  .map(([wild, keys, envelopeKeys]) => ({
    ...partOf(healthy, wild, keys),
    envelope: partOf(healthy.envelope, wild.envelope, envelopeKeys),
  }));

const MODES = ['DRY_RUN', 'SHADOW', 'LIVE'] as const;
/** How far an answer opens: 0 is no entry, 3 one with money. */
const opens = (of: PermissionRows, asked = { strategy: 'a', underlying: 'NIFTY' }): number => {
  const { may_enter, mode } = decide(of, asked, AT);
  return may_enter ? MODES.indexOf(mode) + 1 : 0;
};

/** What makes everything worse, or less known; each gives what it was given where there is nothing to worsen. */
const WORSE: Record<string, (of: PermissionRows) => PermissionRows> = {
  'a larger loss': (of) =>
    withEnvelope(of, { realised: { ...of.envelope.realised, net: of.envelope.realised.net - 9_000_000 } }),
  'an unknown result': (of) => withEnvelope(of, { realised: { ...of.envelope.realised, unknown: 1 } }),
  'another loss': (of) =>
    withEnvelope(of, { streak: { ...of.envelope.streak, lost: of.envelope.streak.lost + 1 } }),
  'an unknown one of a row': (of) => withEnvelope(of, { streak: { ...of.envelope.streak, unknown: 1 } }),
  'another open trade': (of) =>
    withEnvelope(of, {
      open: [...of.envelope.open, { tag: 'b', gross: -1, exitCosts: 1, maxLoss: 10_000_000, resumedNet: 0 }],
    }),
  'an unknown loss at the worst': (of) => openTrades(of, { maxLoss: null }),
  'an unknown price': (of) => openTrades(of, { gross: null }),
  'unknown exit costs': (of) => openTrades(of, { exitCosts: null }),
  'less margin': (of) =>
    withEnvelope(of, {
      margins: of.envelope.margins.map((one) => ({ ...one, used: one.used + one.available, available: 0 })),
    }),
  'no margin': (of) => withEnvelope(of, { margins: [] }),
  'an old margin': (of) =>
    withEnvelope(of, { margins: of.envelope.margins.map((one) => ({ ...one, at: ago(50) })) }),
  'a halt': (of) =>
    withEnvelope(of, { persisted: { state: 'HALTED', since: ago(1), resumedAt: null, reasons: [] } }),
  'an event': (of) => ({
    ...of,
    events: [...of.events, { name: 'Fed', severity: 'BLOCK', endsAt: ago(-1), underlying: null }],
  }),
  'a worse broker': (of) =>
    brokers(of, (level) => LEVELS[Math.min(LEVELS.length - 1, LEVELS.indexOf(level) + 1)] ?? 'DOWN'),
  'a silent broker': (of) => ({
    ...of,
    brokers: of.brokers.map((one) => ({ ...one, lastSampleAt: ago(20) })),
  }),
  'a mismatch': (of) => ({ ...of, mismatches: { count: 2, broker: 'kite', at: ago(1) } }),
  'an entry': (of) => ({ ...of, lastEntryAt: ago(1) }),
};
const withEnvelope = (of: PermissionRows, change: Partial<EnvelopeRows>): PermissionRows => ({
  ...of,
  envelope: { ...of.envelope, ...change },
});
const openTrades = (of: PermissionRows, change: object): PermissionRows =>
  withEnvelope(of, { open: of.envelope.open.map((one) => ({ ...one, ...change })) });
const brokers = (
  of: PermissionRows,
  worse: (level: (typeof LEVELS)[number]) => (typeof LEVELS)[number],
): PermissionRows => ({
  ...of,
  brokers: of.brokers.map((one) => ({ ...one, level: one.level === null ? null : worse(one.level) })),
});

describe('guards, whatever is reported', () => {
  for (const [name, worsen] of Object.entries(WORSE))
    it(`portfolio/Go-live state machine: ${name} never opens more`, () => {
      fc.assert(
        fc.property(rows, (of) => {
          assert.ok(opens(worsen(of)) <= opens(of));
        }),
        { numRuns: sampled(100, 5_000) },
      );
    });

  it('a question that names less never opens more', () => {
    fc.assert(
      fc.property(rows, (of) => {
        assert.ok(opens(of, { strategy: 'a' } as never) <= opens(of));
      }),
      { numRuns: sampled(300, 5_000) },
    );
  });

  it('with money nothing is entered that is not known, and something is entered at times', () => {
    let entered = 0;
    fc.assert(
      fc.property(nearlyHealthy, (of) => {
        if (opens(of) !== 3) return;
        entered += 1;
        const { open, margins, realised, streak, persisted } = of.envelope;
        assert.ok(open.every((one) => one.gross !== null && one.exitCosts !== null && one.maxLoss !== null));
        assert.ok(margins.length > 0 && margins.every(({ at }) => at >= ago(30)));
        assert.deepEqual([realised.unknown, streak.unknown], [0, 0]);
        assert.ok(persisted?.state !== 'HALTED' && of.mismatches === null && of.brokers.length > 0);
        // 90% of 80%, in whole numbers
        for (const { used, available } of margins)
          assert.ok(BigInt(used) * 100n < BigInt(used + available) * 72n);
      }),
      { numRuns: sampled(300, 50_000) },
    );
    assert.ok(entered > 0);
  });

  it('the loss of a day, by hand from each trade', () => {
    fc.assert(
      fc.property(envelope, (of) => {
        let total = of.realised.net;
        for (const { gross, exitCosts, resumedNet } of of.open) {
          const since = (gross ?? 0) - (gross === null ? 0 : (exitCosts ?? 0)) - resumedNet;
          if (since < 0) total += since;
        }
        assert.equal(dailyLossOf(of), total < 0 ? -total : 0);
      }),
      { numRuns: sampled(200, 5_000) },
    );
  });

  it('each criterion at its edges', () => {
    const limits = usualLimits(CAPITAL);
    const known: EnvelopeRows = {
      settings: null,
      persisted: null,
      realised: { net: 0, unknown: 0 },
      streak: { lost: 0, unknown: 0 },
      open: [],
      margins: [{ broker: 'kite', at: ago(0), used: 0, available: 1_000 }],
    };
    const risk = (maxLoss: number) => ({
      open: [{ tag: 'a', gross: 0, exitCosts: 0, maxLoss, resumedNet: 0 }],
    });
    const uses = (used: number) => ({
      margins: [{ broker: 'kite', at: ago(0), used, available: 1_000 - used }],
    });
    // 10,000 a day, 50,000 at risk, 80% of the margin (70% of it is 56%), 4 in a row (70% of them are 2.8)
    for (const [change, state] of [
      [{}, 'OPEN'],
      [{ realised: { net: -69_999_999, unknown: 0 } }, 'OPEN'],
      [{ realised: { net: -70_000_000, unknown: 0 } }, 'THROTTLED'],
      [{ realised: { net: -99_999_999, unknown: 0 } }, 'THROTTLED'],
      [{ realised: { net: -100_000_000, unknown: 0 } }, 'HALTED'],
      [risk(349_999_999), 'OPEN'],
      [risk(350_000_000), 'THROTTLED'],
      [risk(500_000_000), 'THROTTLED'],
      [risk(500_000_001), 'HALTED'],
      [uses(559), 'OPEN'],
      [uses(560), 'THROTTLED'],
      [uses(800), 'THROTTLED'],
      [uses(801), 'HALTED'],
      [{ streak: { lost: 2, unknown: 0 } }, 'OPEN'],
      [{ streak: { lost: 3, unknown: 0 } }, 'THROTTLED'],
      [{ streak: { lost: 4, unknown: 0 } }, 'HALTED'],
      [{ streak: { lost: 0, unknown: 1 } }, 'THROTTLED'],
      [{ margins: [] }, 'THROTTLED'],
      [{ margins: [{ broker: 'kite', at: ago(0), used: 0, available: 0 }] }, 'THROTTLED'],
    ] as const)
      assert.equal(judge({ ...known, ...change }, limits, AT).state, state, JSON.stringify(change));
  });
});
