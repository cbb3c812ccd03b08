import { parseAmount } from '../../platform/fixed-point.ts';
import type { StrategyConfig } from '../config.ts';
import {
  type BacktestRows,
  backtestRows,
  benchmarkIndices,
  runBacktest,
  type SessionMarks,
} from '../engine/index.ts';
import type { PricePanel } from '../panel/index.ts';
import { coverageOf } from './coverage.ts';
import { findingsOf } from './findings.ts';
import { type Assumptions, metricsOf } from './metrics.ts';
import { validate } from './validation.ts';
import type { FindingView, MetricsView, ValidationView } from './view.ts';

/** What a backtest is made from; it moves to a thread as it is. */
export interface RunQuestion extends Assumptions {
  panel: PricePanel;
  config: StrategyConfig;
  /** Which sessions of the panel are rebalances and ends of financial years (`sessionMarks`). */
  marks: SessionMarks;
  from: string;
  to: string;
  /** Rupees, as exact text. */
  initial_capital: string;
}

/** What a backtest gives. */
interface RunResult extends BacktestRows {
  metrics: MetricsView;
  validation: ValidationView;
  findings: FindingView[];
}

/** Progress is told so many times at most. */
const STEPS = 50;

/** Runs a backtest and judges it. Pure. @param onProgress is told percentage points. */
export function calculateRun(question: RunQuestion, onProgress?: (pct: number) => void): RunResult {
  const { panel, config, marks, from, to } = question;
  let told = 0;
  const trace = runBacktest(
    { panel, config, marks, from, to, initialCapital: parseAmount(question.initial_capital) },
    onProgress === undefined
      ? undefined
      : (done, all) => {
          const step = Math.floor((done / all) * STEPS);
          if (step === told) return;
          told = step;
          onProgress((step / STEPS) * 100);
        },
  );
  const metrics = metricsOf(trace, question);
  const days = trace.days.map(({ valuation }) => valuation.day);
  return {
    ...backtestRows(trace, config),
    metrics,
    validation: validate({
      curve: { days, levels: trace.days.map(({ performance }) => performance.netOfTax) },
      benchmark: { days, levels: benchmarkIndices(panel, trace.first, days.length) },
      survivorship: panel.survivorship,
      ordersFilled: metrics.orders_filled,
      staleValuePct: metrics.stale_value_pct,
      coverage: coverageOf(trace, config),
    }),
    findings: findingsOf(trace, config, metrics.exposure_pct),
  };
}
