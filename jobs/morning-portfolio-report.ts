import { istDate } from '../core/platform/index.ts';
import type { Run } from './job.ts';
import type { ReportFigures } from './reports/figures.ts';
import type { ReportKind } from './reports/send-reports.ts';
import { emptyMorningText, morningText, type ReportText } from './reports/text.ts';

/** Each day at 09:15; to a person without holdings only on Mondays, with a hint. */
export const morningPortfolioReport: ReportKind = {
  kind: 'morning_portfolio_report',
  title: 'The morning report',
  isHourly: false,
  compose(figures: ReportFigures, run: Run): ReportText | null {
    if (figures.total.holdings_count > 0) return morningText(figures, run);
    return isMonday(run.dueAt) ? emptyMorningText(figures, run) : null;
  },
};

function isMonday(at: Date): boolean {
  return new Date(`${istDate(at)}T00:00:00Z`).getUTCDay() === 1;
}
