import type { ReportKind } from './reports/send-reports.ts';
import { hourlyText } from './reports/text.ts';

/**
 * Updates the one notice of the day at each full hour of the window, for people whose value is known. Skipped on days without a
 * session of any of their exchanges.
 */
export const hourlyPortfolioUpdate: ReportKind = {
  kind: 'hourly_portfolio_update',
  title: 'The hourly update',
  isHourly: true,
  compose: (figures, run) =>
    figures.total.holdings_count > 0 && figures.total.current_value !== null && run.isTradingDay !== false
      ? hourlyText(figures, run)
      : null,
};
