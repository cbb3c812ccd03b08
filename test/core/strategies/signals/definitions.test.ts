import assert from 'node:assert/strict';
import { DEFINITIONS } from '../../../../core/reports/definitions/index.ts';
import { PriceWindow, shareRatios } from '../../../../core/strategies/panel/index.ts';
import {
  COMBINE_MODES,
  type CombineMode,
  rankedList,
  rankSecurities,
  STRATEGIES,
  type StrategyName,
  strategyOf,
} from '../../../../core/strategies/signals/index.ts';
import { closesPanel } from './closes-panel.ts';

/*
 * The page of definitions is part of the reports, which do not import strategies, nor the other way: what both say of a
 * strategy is held together here.
 */
const OF_STRATEGIES = DEFINITIONS.filter(({ group }) => group === 'Strategies');
const definitionOf = (key: string) => OF_STRATEGIES.find((one) => one.key === key);
const tells = (key: string, ...figures: readonly string[]): void => {
  for (const figure of figures)
    assert.ok(definitionOf(key)?.example.includes(figure), `${key} does not tell ${figure}`);
};
const asPct = (value: unknown): string => `${Number((Number(value) * 100).toFixed(2))} %`;

function score(name: StrategyName, closes: readonly number[]): unknown {
  const panel = closesPanel({ A: closes });
  const window = new PriceWindow(panel, shareRatios(panel)).on(0, closes.length - 1);
  return strategyOf(name).score(window, {});
}

/** Closes of ₹1 with some replaced, by how many sessions ago they are. */
const closes = (back: Readonly<Record<number, number>>) =>
  Array.from({ length: 253 }, (_, at) => back[252 - at] ?? 1);

describe('definitions of strategies', () => {
  it('each strategy and each way to combine them has its own, in that order and no other', () => {
    const names = [...STRATEGIES.map(({ name }) => name), ...COMBINE_MODES.filter((mode) => mode !== 'off')];
    assert.deepEqual(
      OF_STRATEGIES.map(({ key }) => key),
      names,
    );
  });

  it('formula, title and source are those of the strategy', () => {
    for (const { name, title, formula, source } of STRATEGIES) {
      const told = definitionOf(name);
      assert.deepEqual([told?.title, told?.formula, told?.source], [title, formula, source]);
    }
  });

  it('formulas and texts name the defaults of the params', () => {
    for (const { name, params } of STRATEGIES)
      for (const param of params)
        assert.ok(definitionOf(name)?.formula.includes(`${param.default} sessions`), name);
  });

  it('the examples are what the code gives', () => {
    assert.equal(asPct(score('momentum_12_1', closes({ 252: 100, 21: 130, 0: 90 }))), '30 %');
    tells('momentum_12_1', '30 %');
    assert.equal(asPct(score('momentum_6_1', closes({ 126: 80, 21: 110 }))), '37.5 %');
    tells('momentum_6_1', '37.5 %');
    const turns = closes({}).map((_, at) => (at % 2 === 0 ? 100 : 100 * Math.exp(0.01)));
    assert.equal(asPct(score('low_volatility', turns)), '-15.87 %');
    tells('low_volatility', '15.87 %', '−0.1587');
    const line = closes({}).map((_, at) => 100 * Math.exp(0.001 * at));
    const trend = Number(score('trend_quality', line));
    assert.deepEqual([asPct(trend), asPct(trend / 2)], ['28.66 %', '14.33 %']);
    tells('trend_quality', '28.66 %', '14.33 %');
  });

  it('the examples of combinations are what the code gives', () => {
    // Over two sessions A, B, C gained 30, 20, 10 %; over the last one 0, 20, 10 %.
    const panel = closesPanel({ A: [100, 130, 130], B: [100, 100, 120], C: [100, 100, 110] });
    const combined = (mode: CombineMode, second: number) => {
      const members = [
        { strategy: 'momentum_12_1' as const, params: { lookback_sessions: 2, skip_sessions: 0 }, weight: 1 },
        {
          strategy: 'momentum_6_1' as const,
          params: { lookback_sessions: 1, skip_sessions: 0 },
          weight: second,
        },
      ];
      return rankedList(rankSecurities(panel, shareRatios(panel), { mode, members }, [0, 1, 2], 2))
        .sort((a, b) => a.security - b.security)
        .map((one) => Number(one.score.toFixed(4)));
    };
    assert.deepEqual(combined('rank_average', 1), [-2, -1.5, -2.5]);
    tells('rank_average', '2, 1.5 and 2.5');
    const [first = 0, middle, last] = combined('weighted_score', 0);
    assert.deepEqual([first, Math.abs(middle ?? 1), last], [1.2247, 0, -1.2247]);
    tells('weighted_score', '1.2247', '8.165 %');
  });
});
