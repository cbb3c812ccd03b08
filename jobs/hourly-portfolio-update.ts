import type { ReportKind } from './reports/send-reports.ts';
import { hourlyText } from './reports/text.ts';

/**
 * At each full hour of the window, in the one notice of the day, to those whose value is known: without one there is nothing
 * to update. On a day without a session of any exchange of theirs nothing moves.
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
