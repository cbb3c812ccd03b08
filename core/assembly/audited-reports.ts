import type { Liabilities } from '../liabilities/index.ts';
import { csvCells } from '../platform/index.ts';
import type { AuditedReports } from '../quality/index.ts';
import type { Reports } from '../reports/index.ts';
import { bookReaders, createHeld } from './assistant/books.ts';

type AuditedServices = Parameters<typeof bookReaders>[0] &
  Parameters<typeof createHeld>[0] & {
    liabilities: Pick<Liabilities, 'list'>;
    reports: Pick<
      Reports,
      'attribution' | 'tax' | 'realised' | 'networth' | 'performance' | 'valueHistory' | 'exports'
    >;
  };

/** The figures of reports and answers that the audit of books compares: the area of quality is below them. */
export function auditedReports(services: AuditedServices): AuditedReports {
  const { reports } = services;
  const overview = bookReaders(services, createHeld(services)).find(({ section }) => section === 'overview');
  return {
    attribution: (userId) => reports.attribution.read(userId, {}),
    async tax(userId) {
      const running = await reports.tax.read(userId);
      // The years that are filed now. The lots of all years come from one replay, which costs less than their reports.
      const [, previous] = running.years;
      const years =
        previous === undefined ? [running] : [running, await reports.tax.read(userId, { fy: previous })];
      return {
        sales: await reports.realised(userId),
        // Shares bought and sold on one day are in a list of their own.
        years: years.map(({ fy, lots, intraday_lots }) => ({ fy, lots: [...lots, ...intraday_lots] })),
        remaining: running.remaining_lots,
      };
    },
    debts: services.liabilities.list,
    networth: (userId) => reports.networth.read(userId, {}),
    performance: (userId) => reports.performance.read(userId, {}),
    valueHistory: (userId) => reports.valueHistory.read(userId, {}),
    async exported(userId) {
      const { body } = await reports.exports.file(userId, { report: 'performance', format: 'csv' });
      return await exportedFigure(body, 'current_value');
    },
    async chat(userId) {
      const view = await overview?.read(userId, { text: '', page: null, mentioned: [] });
      return (view as { total: { current_value: number | null } }).total.current_value;
    },
  };
}

/** A key figure of an exported report, from the text of its file: the key figures come before all other rows. */
async function exportedFigure(
  body: Buffer | AsyncIterable<string>,
  name: string,
): Promise<number | undefined> {
  let text = '';
  if (Buffer.isBuffer(body)) text = body.toString('utf8');
  else
    for await (const piece of body) {
      text = piece;
      break;
    }
  const [header = '', ...rows] = text.replace(/^\uFEFF/, '').split('\r\n');
  const columns = csvCells(header);
  const cellOf = (row: readonly string[], column: string) => row[columns.indexOf(column)] ?? '';
  for (const line of rows) {
    if (!line.startsWith('figure,')) continue;
    const row = csvCells(line);
    if (cellOf(row, 'name') !== name) continue;
    const value = cellOf(row, 'value');
    return value === '' ? undefined : Number(value);
  }
  return undefined;
}
