/** What a strategy would have made: net of tax, net of costs and gross, beside its benchmark. */
import { type ChartKind, complete } from './contract.ts';
import { type Curve, growthConfig, type GrowthStyle, growthTable } from './curves.ts';

interface StrategyEquityData {
  /** YYYY-MM-DD, ascending. */
  days: readonly string[];
  /** The first is what it comes to in the end; the others are the same before tax or costs. */
  curves: readonly Curve[];
  benchmark: Curve | null;
}

const TITLE = 'Strategy';
const style: GrowthStyle = {
  curve: (at, theme) =>
    at === 0
      ? { color: theme.value, width: 2.25, dash: [] }
      : { color: theme.categories[at === 1 ? 3 : 2] ?? theme.other, width: 1.25, dash: [] },
  benchmark: (_, theme) => ({ color: theme.invested, width: 1.75, dash: [5, 4] }),
};

const growthOf = ({ days, curves, benchmark }: StrategyEquityData) => ({
  days,
  curves,
  benchmarks: benchmark === null ? [] : [benchmark],
});

export const strategyEquity: ChartKind<StrategyEquityData, 'line'> = {
  name: TITLE,
  summary: 'What a strategy would have made, before and after costs and tax, beside its benchmark.',
  config: (data, options = {}) =>
    growthConfig(growthOf(data), complete(options, TITLE), style, {
      text: 'No history yet',
      hint: 'Needs two sessions',
    }),
  table: (data, options = {}) => growthTable(growthOf(data), complete(options, TITLE).title || TITLE),
};
