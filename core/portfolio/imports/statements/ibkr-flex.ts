import { type FlexEntry, type FlexRecord, readFlexRecords } from '../../../brokers/statements/index.ts';
import { type ImportType, isFieldOf, type NumberedRow, type RawFields, type RawRow } from '../rows/index.ts';
import { beginsFlex, flexTables } from './flex-records.ts';
import type { StatementFormatOf } from './statement.ts';

const OTHER_TYPE: Readonly<Record<ImportType, string>> = {
  transactions: 'A position, not a trade. To import it, import the file again as holdings.',
  holdings: 'A trade or payment, not a position. To import it, import the file as transactions.',
};

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
    const { records, others } = flexTables(sheets[0]?.rows ?? []);
    const entries = readFlexRecords(records);
    const holds = (type: ImportType) => entries.some((entry) => typeOf(entry) === type);
    const type = wanted !== null && holds(wanted) ? wanted : holds('transactions') ? 'transactions' : null;
    const kind = type ?? (holds('holdings') ? 'holdings' : 'transactions');
    const byRow = new Map(records.map((record) => [record.row, record]));
    const rows: NumberedRow[] = others.map(({ row, reason }) => ({
      row,
      raw: { fields: {}, excluded: reason },
    }));
    for (const entry of entries)
      if ('row' in entry) rows.push({ row: entry.row, raw: rawOf(kind, entry, byRow.get(entry.row)) });
    return { type: kind, rows: rows.toSorted((one, other) => one.row - other.row), totals: [] };
  },
};

type Row = Extract<FlexEntry, { row: number }>;

function typeOf(entry: FlexEntry): ImportType | null {
  if (entry.kind === 'trade') return 'transactions';
  if (entry.kind === 'position') return 'holdings';
  if (entry.kind === 'left_out' || entry.kind === 'unreadable')
    return entry.of === 'trade' ? 'transactions' : 'holdings';
  return null;
}

function rawOf(type: ImportType, entry: Row, record: FlexRecord | undefined): RawRow {
  if (entry.kind === 'left_out') return { fields: { note: entry.what }, excluded: entry.message };
  if (typeOf(entry) !== type) return { fields: { note: entry.what }, excluded: OTHER_TYPE[type] };
  if (entry.kind === 'position') {
    const { last_price, ...position } = entry.position;
    return { fields: known(type, { ...position, current_price: last_price }) };
  }
  if (entry.kind === 'unreadable') return unreadable(type, entry);
  const { trade } = entry;
  const money = record?.attributes['tradeMoney'] || record?.attributes['proceeds'] || '';
  const isTrade = trade.type === 'BUY' || trade.type === 'SELL';
  // A rebate is part of the price, and so of no amount that the file states.
  const isStated = isTrade && money !== '' && trade.note?.startsWith('Traded at') !== true;
  return {
    fields: known(type, trade),
    ...(isStated ? { stated: { amount: money, charges: 'apart' as const } } : {}),
  };
}

/** What can be read, and the first thing that only a person can tell; text that is no number or date says so by itself. */
function unreadable(type: ImportType, entry: Extract<Row, { kind: 'unreadable' }>): RawRow {
  const fields = known(type, entry.fields);
  const whole = entry.problems.find(({ field }) => field === 'row');
  if (whole !== undefined) return { fields, malformed: `${whole.message} (${entry.what})` };
  for (const { field, message } of entry.problems)
    if (isFieldOf(type, field) && fields[field] === undefined)
      return { fields, undecided: { field, message } };
  return { fields };
}

/** Those of the values that are fields of ours. */
function known(type: ImportType, values: object): RawFields {
  const fields: RawFields = {};
  for (const [name, value] of Object.entries<unknown>({ ...values }))
    if (isFieldOf(type, name) && typeof value === 'string' && value !== '') fields[name] = value;
  return fields;
}
