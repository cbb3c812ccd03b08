import type { FlexEntry, FlexRecord } from '../../../../brokers/statements/index.ts';
import { type FieldOf, type ImportType, isFieldOf, type RawFields, type RawRow } from '../../rows/index.ts';

const OTHER_TYPE: Readonly<Record<ImportType, string>> = {
  transactions: 'A position, not a trade. To import it, import the file again as holdings.',
  holdings: 'A trade or payment, not a position. To import it, import the file as transactions.',
};

/** What every row needs: where it is missing, that is said anyway. */
const NEEDED: ReadonlySet<string> = new Set(['symbol', 'date', 'type', 'quantity', 'price']);

/** An entry that is a row of the file. */
type FlexRow = Extract<FlexEntry, { row: number }>;

/** What kind of import an entry belongs to; null for what is no row. */
export function flexTypeOf(entry: FlexEntry): ImportType | null {
  if (entry.kind === 'trade') return 'transactions';
  if (entry.kind === 'position') return 'holdings';
  if (entry.kind === 'left_out' || entry.kind === 'unreadable')
    return entry.of === 'trade' ? 'transactions' : 'holdings';
  return null;
}

/** The row of an entry. `record` is where it was read, for the money that it states. */
export function flexRaw(type: ImportType, entry: FlexRow, record: FlexRecord | undefined): RawRow {
  if (flexTypeOf(entry) !== type)
    return {
      fields: { note: entry.what },
      excluded: entry.kind === 'left_out' ? entry.message : OTHER_TYPE[type],
    };
  if (entry.kind === 'left_out') return leftOutRaw(type, entry);
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

/** A row of an excluded kind; one of a kind that is not known waits with the reason. */
function leftOutRaw(type: ImportType, entry: Extract<FlexRow, { kind: 'left_out' }>): RawRow {
  const fields = { note: entry.what };
  if (entry.reason !== 'UNKNOWN_KIND' || type !== 'transactions') return { fields, excluded: entry.message };
  return { fields, undecided: { field: 'type', message: `is not known. ${entry.message}` } };
}

/** What can be read, and the first thing that only a person can tell; text that is no number or date says so by itself. */
function unreadable(type: ImportType, entry: Extract<FlexRow, { kind: 'unreadable' }>): RawRow {
  const fields = known(type, entry.fields);
  const whole = entry.problems.find(({ field }) => field === 'row');
  if (whole !== undefined) return { fields, malformed: `${whole.message} (${entry.what})` };
  // The price of a trade that contradicts its money can be read, and is not right.
  for (const { field, message } of entry.problems)
    if (isFieldOf(type, field) && (field === 'price' ? fields.price !== undefined : isAsked(field, fields)))
      return { fields, undecided: { field, message } };
  return { fields };
}

const isAsked = (field: FieldOf, fields: RawFields): boolean =>
  fields[field] === undefined && !NEEDED.has(field);

/** Those of the values that are fields of ours. */
function known(type: ImportType, values: object): RawFields {
  const fields: RawFields = {};
  for (const [name, value] of Object.entries<unknown>({ ...values }))
    if (isFieldOf(type, name) && typeof value === 'string' && value !== '') fields[name] = value;
  return fields;
}
