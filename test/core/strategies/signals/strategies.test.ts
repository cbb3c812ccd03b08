import assert from 'node:assert/strict';
import { type PricePanel, PriceWindow, shareRatios } from '../../../../core/strategies/panel/index.ts';
import {
  type Score,
  STRATEGIES,
  STRATEGY_NAMES,
  type StrategyName,
  strategyOf,
  volatilityOf,
} from '../../../../core/strategies/signals/index.ts';
import { closesPanel, type RatioOnSession } from './closes-panel.ts';

const windowOn = (panel: PricePanel, at = panel.days.length - 1): PriceWindow =>
  new PriceWindow(panel, shareRatios(panel)).on(0, at);

/** Scores one share as of its last session. */
function score(
  name: StrategyName,
  closes: readonly (number | null)[],
  params: Record<string, number> = {},
  ratios: readonly RatioOnSession[] = [],
): Score {
  return strategyOf(name).score(windowOn(closesPanel({ A: closes }, ratios)), params);
}

const near = (score: Score, expected: number): void =>
  assert.ok(typeof score === 'number' && Math.abs(score - expected) < 1e-9, `${score} is not ${expected}`);
const flat = (count: number, close = 100): number[] => Array.from({ length: count }, () => close);
/** Closes with some of them replaced, by how many sessions ago they are. */
const changed = (closes: readonly number[], back: Readonly<Record<number, number | null>>) =>
  closes.map((close, at) => {
    const other = back[closes.length - 1 - at];
    return other === undefined ? close : other;
  });

describe('momentum', () => {
  it('by hand: from 252 sessions ago to 21 sessions ago; what came after does not count', () => {
    // 130 / 100 − 1
    const closes = changed(flat(253), { 21: 130, 20: 500, 0: 90 });
    near(score('momentum_12_1', closes), 0.3);
    // 110 / 80 − 1, from 126 sessions ago
    near(score('momentum_6_1', changed(flat(253), { 126: 80, 21: 110 })), 0.375);
    // 120 / 96 − 1, from 10 to 2 sessions ago
    const params = { lookback_sessions: 10, skip_sessions: 2 };
    near(score('momentum_12_1', changed(flat(30), { 10: 96, 2: 120 }), params), 0.25);
  });

  it('a split in between counts with its ratio', () => {
    // 100 became 60, two new shares for an old one 50 sessions ago: 60 × 2 / 100 − 1.
    const closes = [...flat(203, 100), ...flat(50, 60)];
    const split = { symbol: 'A', session: 203, new_shares: '2', old_shares: '1' };
    near(score('momentum_12_1', closes, {}, [split]), 0.2);
  });

  it('an end without a close takes the nearest of the five sessions before', () => {
    const missing = {
      252: null,
      251: 999,
      253: null,
      254: null,
      255: null,
      256: null,
      257: 80,
      21: null,
      22: 120,
    };
    near(score('momentum_12_1', changed(flat(300), missing)), 0.5);
  });

  it('no close today, no history, or none a month ago: it cannot be ranked', () => {
    assert.equal(score('momentum_12_1', changed(flat(300), { 0: null })), 'NO_PRICE');
    assert.equal(score('momentum_12_1', flat(252)), 'SHORT_HISTORY');
    assert.equal(typeof score('momentum_12_1', flat(253)), 'number');
    const far = Object.fromEntries(Array.from({ length: 6 }, (_, nr) => [252 + nr, null]));
    assert.equal(score('momentum_12_1', changed(flat(300), far)), 'SHORT_HISTORY');
    const month = Object.fromEntries(Array.from({ length: 6 }, (_, nr) => [21 + nr, null]));
    assert.equal(score('momentum_12_1', changed(flat(300), month)), 'GAPS');
  });
});

describe('low volatility', () => {
  /** Closes whose log returns are +1 % and −1 % in turn. */
  const zigzag = (count: number) =>
    Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 100 : 100 * Math.exp(0.01)));

  it('by hand: returns of +1 % and −1 % in turn', () => {
    // The mean of 252 is 0, so the deviation is 1 %, times √252 is 15.8745 %.
    near(score('low_volatility', zigzag(253)), -0.01 * Math.sqrt(252));
    near(volatilityOf(windowOn(closesPanel({ A: zigzag(253) })), 252), 0.1587450786638754);
  });

  it('over a gap one return leads from close to close', () => {
    // Of 20 returns of +1 % and −1 % in turn one close at 100 × e^0.01 is missing: its two returns become one of 0, so the
    // squares are 18 of 19: 1 % × √(18 / 19) × √252.
    const closes = changed(zigzag(21), { 9: null });
    near(score('low_volatility', closes, { window_sessions: 20 }), -0.01 * Math.sqrt((18 / 19) * 252));
  });

  it('few closes, none so far back, none today, or prices that never moved: it cannot be ranked', () => {
    const params = { window_sessions: 20 };
    assert.equal(score('low_volatility', changed(zigzag(30), { 0: null }), params), 'NO_PRICE');
    assert.equal(score('low_volatility', zigzag(20), params), 'SHORT_HISTORY');
    // 21 sessions need 18.9 closes: 19 are enough.
    assert.equal(typeof score('low_volatility', changed(zigzag(21), { 3: null, 8: null }), params), 'number');
    assert.equal(score('low_volatility', changed(zigzag(21), { 3: null, 8: null, 9: null }), params), 'GAPS');
    assert.equal(score('low_volatility', flat(21), params), 'NO_VARIATION');
    // Growth by the same part each day does not vary either, but for rounding.
    const even = Array.from({ length: 21 }, (_, at) => 100 * 1.01 ** at);
    assert.equal(score('low_volatility', even, params), 'NO_VARIATION');
  });

  it('a longer window than any strategy takes', () => {
    near(volatilityOf(windowOn(closesPanel({ A: zigzag(2001) })), 2000), 0.01 * Math.sqrt(252));
  });
});

describe('trend quality', () => {
  const line = (count: number, slope: number) =>
    Array.from({ length: count }, (_, at) => 100 * Math.exp(slope * at));

  it('by hand: on a straight line it is the growth of a year', () => {
    // e^(252 × 0.001) − 1 = 28.6596 %, and R² is 1.
    near(score('trend_quality', line(90, 0.001)), 0.2865960373);
    near(score('trend_quality', line(90, -0.001)), Math.exp(-0.252) - 1);
  });

  it('by hand: what strays from the line lowers it by R²', () => {
    // 20 log closes, 0 and 0.1 in turn: of x = 0 … 19, with mean 9.5, the squares are 665; y is ±0.05 around 0.05, so the
    // squares are 20 × 0.0025 = 0.05; x times y is 10 steps of 1 × 0.05 = 0.5. b = 0.5 / 665, R² = 0.25 / (665 × 0.05).
    const closes = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 100 : 100 * Math.exp(0.1)));
    const expected = (Math.exp((252 * 0.5) / 665) - 1) * (0.25 / (665 * 0.05));
    near(score('trend_quality', closes, { window_sessions: 20 }), expected);
  });

  it('a session without a close keeps its place on the line', () => {
    near(score('trend_quality', changed(line(90, 0.002), { 40: null, 41: null })), Math.exp(0.504) - 1);
  });

  it('few closes, none so far back, none today, or prices that never moved: it cannot be ranked', () => {
    const params = { window_sessions: 20 };
    const closes = line(20, 0.001);
    assert.equal(score('trend_quality', changed(closes, { 0: null }), params), 'NO_PRICE');
    assert.equal(score('trend_quality', closes.slice(1), params), 'SHORT_HISTORY');
    assert.equal(typeof score('trend_quality', changed(closes, { 3: null, 8: null }), params), 'number');
    assert.equal(score('trend_quality', changed(closes, { 3: null, 8: null, 9: null }), params), 'GAPS');
    assert.equal(score('trend_quality', flat(20), params), 'NO_VARIATION');
  });
});

describe('the table of strategies', () => {
  it('names each once, and every strategy by its name', () => {
    assert.deepEqual(STRATEGY_NAMES, ['momentum_12_1', 'momentum_6_1', 'low_volatility', 'trend_quality']);
    for (const one of STRATEGIES) {
      assert.equal(strategyOf(one.name), one);
      for (const text of [one.title, one.meaning, one.formula, one.source])
        assert.ok(text.length > 5, one.name);
      for (const { default: usual, min, max, whole } of one.params)
        assert.ok(min <= usual && usual <= max && whole === Number.isInteger(usual), one.name);
    }
    assert.throws(() => strategyOf('momentum' as StrategyName), /There is no strategy momentum/);
  });

  it('defaults are accepted, given or not, and looked back for as far as they say', () => {
    const needed = { momentum_12_1: 257, momentum_6_1: 131, low_volatility: 257, trend_quality: 94 };
    for (const one of STRATEGIES) {
      const defaults = Object.fromEntries(one.params.map((param) => [param.name, param.default]));
      assert.deepEqual([...one.checkParams({}), ...one.checkParams(defaults)], []);
      const sessions = needed[one.name];
      assert.deepEqual([one.sessionsNeeded({}), one.sessionsNeeded(defaults)], [sessions, sessions]);
    }
  });

  it('a typo is refused with the names that there are', () => {
    assert.deepEqual(strategyOf('momentum_6_1').checkParams({ lookback: 100 }), [
      {
        field: 'lookback',
        message: 'momentum_6_1 has no param lookback. It takes lookback_sessions, skip_sessions.',
      },
    ]);
    for (const one of STRATEGIES)
      for (const key of ['window', 'constructor', '__proto__', ''])
        assert.equal(one.checkParams(Object.fromEntries([[key, 5]])).length, 1, `${one.name} ${key}`);
  });

  it('values outside of their bounds, or with a fraction, are refused', () => {
    const errors = (name: StrategyName, params: Record<string, number>) =>
      strategyOf(name)
        .checkParams(params)
        .map(({ field, message }) => `${field}: ${message}`);
    const window = 'window_sessions: window_sessions must be a whole number from 20 to 1260.';
    for (const value of [19, 1261, 30.5, Number.NaN]) {
      assert.deepEqual(errors('low_volatility', { window_sessions: value }), [window]);
      assert.deepEqual(errors('trend_quality', { window_sessions: value }), [window]);
    }
    assert.deepEqual(errors('momentum_12_1', { lookback_sessions: 1 }), [
      'lookback_sessions: lookback_sessions must be a whole number from 2 to 1260.',
    ]);
    // The default of what is skipped counts as well.
    assert.deepEqual(errors('momentum_12_1', { lookback_sessions: 21 }), [
      'skip_sessions: skip_sessions must be below lookback_sessions, which is 21.',
    ]);
    assert.deepEqual(errors('momentum_12_1', { lookback_sessions: 21, skip_sessions: 20 }), []);
    assert.equal(errors('momentum_12_1', { lookback_sessions: 1, skip_sessions: 300 }).length, 2);
  });
});
