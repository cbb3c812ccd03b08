/** Several strategies beside each other and their benchmarks, all from 100 on the first day that they share. */
import { type ChartKind, complete } from './contract.ts';
import { growthConfig, type GrowthData, type GrowthStyle, growthTable } from './curves.ts';

type StrategyComparisonData = GrowthData;

const TITLE = 'Strategies compared';
const DASHES = [
  [5, 4],
  [2, 3],
  [9, 4],
];
const style: GrowthStyle = {
  curve: (at, theme) => ({
    color: theme.categories[at % theme.categories.length] ?? theme.value,
    width: 2,
    dash: at < theme.categories.length ? [] : [8, 3, 2, 3],
  }),
  benchmark: (at, theme) => ({ color: theme.other, width: 1.75, dash: DASHES[at % DASHES.length] ?? [] }),
};

export const strategyComparison: ChartKind<StrategyComparisonData, 'line'> = {
  name: TITLE,
  summary: 'Several strategies and their benchmarks, all starting at 100.',
  config: (data, options = {}) =>
    growthConfig(data, complete(options, TITLE), style, {
      text: 'Nothing to compare yet',
      hint: 'Needs a finished backtest',
    }),
  table: (data, options = {}) => growthTable(data, complete(options, TITLE).title || TITLE),
};
