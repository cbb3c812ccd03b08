import { lotSettingsInput, lotSettingsView } from '../../../core/portfolio/index.ts';
import { taxFileQuery, taxReportPageView } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';

/** Sales of an Indian financial year with their lots (spec: Reports, Report rules 9). */
export const TAX_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/tax-lots',
    summary: 'Lots sold in a financial year, short-term, long-term and intraday, and lots still held',
    description:
      'Long-term is more than 12 calendar months, or more than 36 for bonds and debt funds; the same sales under tax rules by date are in `alternatives`. `counts` and all totals cover the whole year, while `lots`, `intraday_lots`, `remaining_lots` and `unmatched_sells` each have one page. `format=112a` returns all long-term sales of listed equity as a Schedule 112A CSV instead.',
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
  route({
    method: 'PUT',
    path: '/api/portfolio/reports/tax-lots/settings',
    summary: 'Match intraday trades first, or sell first in, first out alone',
    description:
      '`intraday_first` is true by default: shares and ETFs traded in India that were bought and sold on one day in one portfolio are matched first and are in `intraday_lots`. Every figure that rests on lots follows the setting.',
    tag: 'Reports',
    body: lotSettingsInput,
    response: lotSettingsView,
    handler: async ({ core, user, body, actor }) =>
      await core.portfolio.lotSettings.save(user.userId, body, actor),
  }),
];
