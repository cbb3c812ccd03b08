import { readFlexRecords } from '../../../../brokers/statements/index.ts';
import type { ImportType, NumberedRow } from '../../rows/index.ts';
import { flexRaw, flexTypeOf } from './flex-entry-row.ts';
import { beginsFlex, flexTables } from './flex-records.ts';
import { withoutCut } from './sections.ts';
import type { StatementFormatOf } from '../statement.ts';

/**
 * A Flex query of Interactive Brokers in CSV. The person chooses its columns, so any of them may come in any order. The ids
 * are those of the same query in XML and of the sync of the account.
 */
export const ibkrFlex: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'ibkr-flex-csv',
  title: 'Flex query of Interactive Brokers (CSV)',
  broker: 'Interactive Brokers',
  notation: { date_order: null, decimal_mark: '.' },
  currency: 'USD',
  detect: ({ sheets: [sheet] }) => sheet !== undefined && beginsFlex(sheet.rows),
  read({ sheets }, wanted) {
    const { records, others, cutRow } = flexTables(sheets[0] ?? { name: '', rows: [] });
    const entries = readFlexRecords(records);
    const holds = (type: ImportType) => entries.some((entry) => flexTypeOf(entry) === type);
    const type = wanted !== null && holds(wanted) ? wanted : holds('transactions') ? 'transactions' : null;
    const kind = type ?? (holds('holdings') ? 'holdings' : 'transactions');
    const byRow = new Map(records.map((record) => [record.row, record]));
    const rows: NumberedRow[] = others.map(({ row, reason }) => ({
      row,
      raw: { fields: {}, excluded: reason },
    }));
    for (const entry of entries)
      if ('row' in entry) rows.push({ row: entry.row, raw: flexRaw(kind, entry, byRow.get(entry.row)) });
    const inOrder = rows.toSorted((one, other) => one.row - other.row);
    return { type: kind, rows: withoutCut(inOrder, cutRow), totals: [] };
  },
};
