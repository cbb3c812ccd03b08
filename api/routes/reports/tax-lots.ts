import { taxFileQuery, taxReportPageView } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';

/** Sales of an Indian financial year with their lots (spec: Reports, Report rules 9). */
export const TAX_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/tax-lots',
    summary: 'FIFO lots sold in a financial year, short-term and long-term, and what is left',
    description:
      'Long-term is held for more than 12 calendar months, for bonds and debt funds more than 36; what dated rules of tax law make of the same sales is under `alternatives`. `counts` and all totals are of the whole year, while `lots`, `remaining_lots` and `unmatched_sells` each hold one page. `format=112a` answers the long-term sales of listed equity as the CSV of Schedule 112A instead, complete.',
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
