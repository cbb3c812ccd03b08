import {
  checkRow,
  NO_AMOUNTS,
  type ImportType,
  assetClassNamed,
  type ImportBatch,
  type ImportReading,
  type NumberedRow,
  isFieldOf,
  type RawFields,
  type RawRow,
  type ReadingContext,
  type RowOf,
} from '../rows/index.ts';
import {
  type FlexAnswer,
  type FlexEntry,
  flexCode,
  readFlex,
  StatementError,
} from '../../../brokers/statements/index.ts';
import type { ImportLimits } from './limits.ts';
import type { ContextOptions } from './reading-context.ts';
import { ImportRefusal } from './refusal.ts';
import { tooManyRows } from './table.ts';

/** The format as {@link Importer} describes one of CSV. */
export const FLEX_FORMAT = {
  format: 'ibkr-flex',
  title: 'Flex statement of Interactive Brokers',
  broker: 'Interactive Brokers',
} as const;

const BATCH_ROWS = 1000;
const MAPPING: Readonly<Record<ImportType, Record<string, string>>> = {
  transactions: {
    symbol: 'symbol',
    date: 'tradeDate, dateTime',
    type: 'buySell, type',
    quantity: 'quantity',
    price: 'tradePrice, amount',
    fee_tax: 'ibCommission, taxes, Withholding Tax',
    currency: 'currency',
    isin: 'isin, securityID',
    security_id: 'conid',
    asset_class: 'assetCategory, subCategory',
    execution_id: 'tradeID, transactionID',
    executed_at: 'dateTime',
  },
  holdings: {
    symbol: 'symbol',
    name: 'description',
    asset_class: 'assetCategory, subCategory',
    currency: 'currency',
    isin: 'isin, securityID',
    quantity: 'position',
    avg_buy_price: 'costBasisPrice, costBasisMoney',
    current_price: 'markPrice, positionValue',
  },
};
const OTHER_TYPE: Readonly<Record<ImportType, string>> = {
  transactions: 'A position, not a trade. To import it, import the file again as holdings.',
  holdings: 'A trade or payment, not a position. To import it, import the file as transactions.',
};

/**
 * Reads a Flex statement (XML) of Interactive Brokers that was dropped by hand, in batches like any other file. Its
 * trades, dividends and splits are transactions, its open positions are holdings; a file with both holds transactions
 * unless `type` says holdings. Rows are numbered among those that are read at all, from 1. The execution ids are those
 * of a sync of the same account.
 * @throws ImportRefusal, the batches too.
 */
export async function readFlexImport(
  text: AsyncIterable<string>,
  options: ContextOptions & { type: ImportType | 'auto' },
  limits: ImportLimits,
): Promise<ImportReading> {
  const entries = readFlex(text);
  const first = await lookAhead(entries);
  const type = options.type === 'auto' ? first.type : options.type;
  if (first.type === 'holdings' && type === 'transactions') throw wrongType('holdings');
  const context: ReadingContext = {
    date_order: null,
    decimal_mark: '.',
    signed_sells: false,
    is_own: false,
    default_asset_class: assetClassNamed(options.defaultAssetClass ?? null),
    default_currency: 'USD',
    is_currency_proved: true,
    last_day: options.lastDay ?? null,
  };
  const shared = {
    detected_format: FLEX_FORMAT.format,
    mapping: MAPPING[type],
    unmapped_columns: [],
    context,
    totals: [],
    shape: FLEX_FORMAT.format,
    notes: [],
  };
  const rows = bounded(first.entries, entries, limits);
  return type === 'transactions'
    ? { type, ...shared, batches: batches('transactions', rows, context) }
    : { type, ...shared, batches: batches('holdings', rows, context) };
}

/** Reads until something shows what the file holds. Positions come last, so where one is first, nothing else is there. */
async function lookAhead(
  entries: AsyncGenerator<FlexEntry[]>,
): Promise<{ type: ImportType; entries: FlexEntry[] }> {
  const read: FlexEntry[] = [];
  for (;;) {
    const next = await refusing(() => entries.next());
    const some = next.done === true ? [] : next.value;
    read.push(...some);
    const answer = some.find((entry) => entry.kind === 'answer');
    if (answer !== undefined) throw noStatement(answer.answer);
    if (some.some((entry) => typeOf(entry) === 'transactions'))
      return { type: 'transactions', entries: read };
    if (next.done !== true) continue;
    if (read.some((entry) => typeOf(entry) === 'holdings')) return { type: 'holdings', entries: read };
    throw new ImportRefusal(
      'CSV_NO_ROWS',
      'This Flex statement has no trades, payments or positions. Choose a longer period, or add the sections Trades ' +
        '(level Execution), Cash Transactions (Detail), Corporate Actions and Open Positions to the query.',
    );
  }
}

/** What kind of import an entry belongs to; null for what is no row. */
function typeOf(entry: FlexEntry): ImportType | null {
  if (entry.kind === 'trade') return 'transactions';
  if (entry.kind === 'position') return 'holdings';
  if (entry.kind === 'left_out' || entry.kind === 'unreadable')
    return entry.of === 'trade' ? 'transactions' : 'holdings';
  return null;
}

type Row = Exclude<FlexEntry, { kind: 'statement' | 'answer' }>;

/** Rows some at a time, never more than the limit in all. */
async function* bounded(
  first: FlexEntry[],
  entries: AsyncGenerator<FlexEntry[]>,
  limits: ImportLimits,
): AsyncGenerator<Row[]> {
  let count = 0;
  let waiting: Row[] = [];
  for (let some: FlexEntry[] | null = first; some !== null;) {
    const rows = some.filter((entry): entry is Row => typeOf(entry) !== null);
    count += rows.length;
    if (count > limits.rows) throw tooManyRows(limits.rows);
    waiting = waiting.concat(rows);
    if (waiting.length >= BATCH_ROWS) {
      yield waiting;
      waiting = [];
    }
    const next = await refusing(() => entries.next());
    some = next.done === true ? null : next.value;
  }
  if (waiting.length > 0) yield waiting;
}

async function* batches<T extends ImportType>(
  type: T,
  rows: AsyncGenerator<Row[]>,
  context: ReadingContext,
): AsyncGenerator<ImportBatch<RowOf<T>>> {
  let found = false;
  for await (const some of rows) {
    found ||= some.some((entry) => typeOf(entry) === type);
    for (let at = 0; at < some.length; at += BATCH_ROWS)
      yield batchOf(type, some.slice(at, at + BATCH_ROWS), context);
  }
  if (!found) throw wrongType(type === 'holdings' ? 'transactions' : 'holdings');
}

function batchOf<T extends ImportType>(type: T, rows: Row[], context: ReadingContext): ImportBatch<RowOf<T>> {
  const read: NumberedRow[] = [];
  const batch: ImportBatch<RowOf<T>> = {
    rows: [],
    issues: [],
    excluded: [],
    read,
    assumed: new Set(),
    amounts: NO_AMOUNTS,
  };
  const leaveOut = ({ row, what }: Row, reason: string) => {
    batch.excluded.push({ row, reason });
    // The rows of XML have no numbers that a person sees, so one that is excluded goes by its name.
    read.push({ row, raw: { fields: { note: what }, excluded: reason } });
  };
  for (const entry of rows) {
    const { row, what } = entry;
    const refuse = (found: readonly { field: string; message: string }[]) =>
      batch.issues.push(
        ...found.map(({ field, message }) => ({ row, field, message: `${message} (${what})` })),
      );
    if (entry.kind === 'left_out' && !isUnknown(type, entry)) leaveOut(entry, entry.message);
    else if (typeOf(entry) !== type) leaveOut(entry, OTHER_TYPE[type]);
    else if (entry.kind === 'left_out') {
      read.push({ row, raw: { fields: { note: what } } });
      refuse([{ field: 'type', message: `is not known. ${entry.message}` }]);
    } else {
      const raw = rawOfEntry(type, entry);
      read.push({ row, raw });
      if (entry.kind === 'unreadable') refuse(entry.problems);
      else {
        const outcome = checkRow(type, row, raw, context);
        if (outcome.state === 'valid') batch.rows.push(outcome.value);
        else if (outcome.state === 'invalid') refuse(outcome.issues);
        else batch.excluded.push({ row, reason: outcome.reason });
      }
    }
  }
  return batch;
}

/** A trade or payment of a kind that is not known waits. */
const isUnknown = (type: ImportType, { reason, of }: Extract<Row, { kind: 'left_out' }>): boolean =>
  type === 'transactions' && of === 'trade' && reason === 'UNKNOWN_KIND';

function rawOfEntry(type: ImportType, entry: Exclude<Row, { kind: 'left_out' }>): RawRow {
  if (entry.kind === 'trade') return { fields: known(type, entry.trade) };
  if (entry.kind === 'unreadable') return { fields: known(type, entry.fields) };
  const { last_price, ...position } = entry.position;
  return { fields: known(type, { ...position, current_price: last_price }) };
}

/** Those of the values that are fields of ours. */
function known(type: ImportType, values: object): RawFields {
  const fields: RawFields = {};
  for (const [name, value] of Object.entries<unknown>({ ...values }))
    if (isFieldOf(type, name) && typeof value === 'string' && value !== '') fields[name] = value;
  return fields;
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new ImportRefusal(
      'FLEX_MALFORMED',
      `This Flex statement cannot be read: ${error.message} Download it again as XML.`,
      { cause: error },
    );
  }
}

function noStatement({ code }: FlexAnswer): ImportRefusal {
  const why =
    code === null ? 'a response of the service' : `an error of the service: ${flexCode(code).meaning}`;
  return new ImportRefusal(
    'FLEX_NO_STATEMENT',
    `This file is ${why}${code === null ? '' : ` (code ${code})`}, not a statement. Run the Flex query again.`,
  );
}

function wrongType(holds: ImportType): ImportRefusal {
  const other = holds === 'holdings' ? 'transactions' : 'holdings';
  return new ImportRefusal(
    'CSV_WRONG_TYPE',
    `This Flex statement holds ${holds}, not ${other}. Import it as ${holds}, or let the type be detected.`,
  );
}
