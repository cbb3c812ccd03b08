import type { DashboardView } from '../../core/portfolio/index.ts';

/** What the reports speak of: these parts of the overview, which is calculated in one place for every door. */
export type ReportFigures = Pick<
  DashboardView,
  | 'calculated_at'
  | 'base_currency'
  | 'total'
  | 'allocation'
  | 'movers'
  | 'fx_rates'
  | 'freshness'
  | 'warnings'
  | 'earnings'
>;

/** The parts of an overview that a report keeps. */
export function figuresOf(view: DashboardView): ReportFigures {
  const { calculated_at, base_currency, total, allocation, movers, fx_rates, freshness, warnings, earnings } =
    view;
  return { calculated_at, base_currency, total, allocation, movers, fx_rates, freshness, warnings, earnings };
}
