import type { ReportKind } from './reports/send-reports.ts';
import { eveningText } from './reports/text.ts';

/** Each day at 15:45, a quarter of an hour after the exchange closed. */
export const eodPortfolioReport: ReportKind = {
  kind: 'eod_portfolio_report',
  title: 'The evening report',
  isHourly: false,
  compose: (figures, run) => (figures.total.holdings_count > 0 ? eveningText(figures, run) : null),
};
