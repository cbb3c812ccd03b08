import { Readable } from 'node:stream';
import { exportQuery } from '../../../core/reports/index.ts';
import { Reply, type Route, route } from '../../route.ts';

/**
 * Downloads, for a plain link with the session's cookie:
 * `/api/portfolio/reports/export?report=performance&portfolio=Long%20term&format=csv&from=2025-04-01&to=2026-03-31`,
 * `…?report=tax&fy=2025-26&format=pdf`, `…?report=income&fy=2025-26`, `…?report=diversification&format=pdf`.
 */
export const EXPORT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/export',
    summary: 'A report as a file: CSV with every row, or a one-page PDF',
    description:
      'CSV is UTF-8 with a byte order mark: one flat table with a leading `section` column, ISO dates, plain numbers, and empty cells for unknown values. PDF is one page with the key figures and the first 18 rows; the same figures give the same bytes. `fy` (2025-26) selects the tax year; for performance and income it sets `from` and `to` if these are omitted. Tax and diversification take no `from` and `to`. Diversification covers current holdings.',
    tag: 'Reports',
    query: exportQuery,
    response: 'text/csv',
    files: ['application/pdf'],
    problems: { 404: ['PORTFOLIO_NOT_FOUND'], 503: ['UNAVAILABLE'] },
    handler: async ({ core, user, query }) => {
      const { name, media_type, body } = await core.reports.exports.file(user.userId, query);
      return new Reply(Buffer.isBuffer(body) ? body : Readable.from(body, { objectMode: false }), {
        'Content-Type': media_type,
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      });
    },
  }),
];
