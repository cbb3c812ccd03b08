import type { Context } from '../context.ts';
import type { Goals } from '../goals/index.ts';
import type { Income } from '../income/index.ts';
import type { Instruments } from '../instruments/index.ts';
import type { Liabilities } from '../liabilities/index.ts';
import type { Benchmarks, Fx, MarketHistory } from '../market/index.ts';
import type { PortfolioArea } from '../portfolio/index.ts';

export { type Explanation, type FigureInput, type InputKind, MOST_INPUTS } from './explanation.ts';

/** The areas whose facts the reports are made of; reports read them and change none of them. */
export interface ReportParts {
  portfolio: PortfolioArea;
  history: MarketHistory;
  fx: Fx;
  benchmarks: Benchmarks;
  instruments: Instruments;
  income: Income;
  goals: Goals;
  liabilities: Liabilities;
}

export type Reports = ReturnType<typeof createReports>;

/** Every report, each a read-only view with the reasons of what is unknown (spec: Reports, Report rules 1 to 13). */
export function createReports(_context: Context, _parts: ReportParts) {
  return {};
}
