import { taxFileQuery, taxReportPageView } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';

/** Sales of an Indian financial year with their lots (spec: Reports, Report rules 9). */
export const TAX_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/tax-lots',
    summary: 'FIFO lots sold in a financial year, short-term and long-term, and lots still held',
    description:
      'Long-term is more than 12 calendar months, or more than 36 for bonds and debt funds; the same sales under tax rules by date are in `alternatives`. `counts` and all totals cover the whole year, while `lots`, `remaining_lots` and `unmatched_sells` each have one page. `format=112a` returns all long-term sales of listed equity as a Schedule 112A CSV instead.',
    tag: 'Reports',
    kept: true,
    query: taxFileQuery,
    response: taxReportPageView,
    files: ['text/csv'],
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query: { format, ...query } }) => {
      if (format !== '112a') return Reply.json(await core.reports.tax.pageJson(user.userId, query));
      const { name, text: csv } = await core.reports.tax.schedule112aCsv(user.userId, query);
      return new Reply(Buffer.from(csv), {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      });
    },
  }),
];
