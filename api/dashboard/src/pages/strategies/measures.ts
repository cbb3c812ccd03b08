/** Lines of the table that sets runs beside each other. */
import { money, percent, quantity, UNKNOWN } from '../../../../../charts/index.ts';
import type { Run, RunMetrics } from '../../api/types.ts';
import { fall } from './words.ts';

interface FigureMeasure {
  kind: 'figure';
  name: string;
  text: (run: Run) => string;
  /** Whether no other run is better in it; false where all are the same, or better has no meaning. */
  isBest: (run: Run, runs: readonly Run[]) => boolean;
}

export type ComparedMeasure =
  | FigureMeasure
  | { kind: 'survivorship' | 'validation' | 'period'; name: string };

type Better = 'more' | 'less' | null;

function figure(
  name: string,
  pick: (metrics: RunMetrics) => number | null,
  text: (value: number) => string,
  better: Better,
): FigureMeasure {
  const valueOf = ({ metrics }: Run): number | null => (metrics === null ? null : pick(metrics));
  return {
    kind: 'figure',
    name,
    text: (run) => {
      const value = valueOf(run);
      return value === null ? UNKNOWN : text(value);
    },
    isBest(run, runs) {
      const own = valueOf(run);
      const known = runs.map(valueOf).filter((value) => value !== null);
      if (better === null || own === null || new Set(known).size < 2) return false;
      return own === (better === 'more' ? Math.max(...known) : Math.min(...known));
    },
  };
}

const change = (value: number): string => percent(value, { plus: true });
const whole = (value: number): string => percent(value, { digits: 0 });
const rupees = (value: number): string => money(value, 'INR', { digits: 0 });

export const comparedMeasures: readonly ComparedMeasure[] = [
  { kind: 'period', name: 'Period' },
  { kind: 'survivorship', name: 'Universe' },
  { kind: 'validation', name: 'Validation' },
  figure('Per year, net of tax', (of) => of.cagr_net_of_tax_pct, change, 'more'),
  figure('Benchmark, per year', (of) => of.benchmark?.cagr_pct ?? null, change, null),
  figure('Per year, before costs and tax', (of) => of.cagr_gross_pct, change, 'more'),
  figure('Final value', (of) => of.final_value, rupees, null),
  figure('Paid in by schedule', (of) => of.contributed, rupees, null),
  figure('Max drawdown', (of) => of.max_drawdown_pct, fall, 'less'),
  figure(
    'Volatility',
    (of) => of.volatility_pct,
    (value) => percent(value),
    'less',
  ),
  figure(
    'Sharpe ratio',
    (of) => of.sharpe,
    (value) => quantity(Number(value.toFixed(2))),
    'more',
  ),
  figure('Turnover a year', (of) => of.turnover_pct_per_year, whole, null),
  figure('Hit rate', (of) => of.hit_rate_pct, whole, 'more'),
  figure('Invested', (of) => of.exposure_pct, whole, null),
  figure(
    'Costs a year',
    (of) => of.cost_drag_pct_per_year,
    (value) => percent(value),
    'less',
  ),
  figure(
    'Tax a year',
    (of) => of.tax_drag_pct_per_year,
    (value) => percent(value),
    'less',
  ),
];
