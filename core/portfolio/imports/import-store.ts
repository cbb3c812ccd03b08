import type { DbTransaction } from '../../platform/index.ts';
import {
  type HoldingRow,
  type ImportBatch,
  type ImportType,
  NO_AMOUNTS,
  type RawFields,
  type RawRow,
  TRANSACTION_FIELDS,
  type TransactionField,
  type TransactionRow,
} from './rows/index.ts';

const TYPED = [
  'portfolio',
  'symbol',
  'trade_date',
  'type',
  'quantity',
  'price',
  'fee_tax',
  'isin',
  'security_id',
  'asset_class',
  'currency',
  'note',
  'execution_id',
  'executed_at',
] as const;

interface StagedRow {
  row: number;
  state: 'valid' | 'invalid' | 'excluded';
  typed: TransactionRow | null;
  isCurrencyAssumed: boolean;
  payload: unknown;
  issues: unknown;
}

/** Puts one batch of a file's rows behind the restricted role's row-level security, in one statement. */
export async function stageBatch(
  trx: DbTransaction,
  userId: string,
  importId: string,
  type: ImportType,
  batch: ImportBatch<TransactionRow | HoldingRow>,
): Promise<void> {
  const raw = new Map(batch.read.map((one) => [one.row, one.raw]));
  const issues = new Map<number, { field: string; message: string }[]>();
  for (const { row, field, message } of batch.issues) {
    const known = issues.get(row);
    if (known === undefined) issues.set(row, [{ field, message }]);
    else known.push({ field, message });
  }
  const rows: StagedRow[] = [
    ...batch.rows.map((value) => ({
      row: value.row,
      state: 'valid' as const,
      typed: type === 'transactions' ? (value as TransactionRow) : null,
      payload: type === 'holdings' ? value : null,
      isCurrencyAssumed: batch.assumed.has(value.row),
      issues: null,
    })),
    ...[...issues].map(([row, found]) => ({
      row,
      state: 'invalid' as const,
      typed: null,
      payload: raw.get(row) ?? { fields: {} },
      isCurrencyAssumed: false,
      issues: found,
    })),
    ...batch.excluded.map(({ row, reason }) => ({
      row,
      state: 'excluded' as const,
      typed: null,
      payload: raw.get(row) ?? { fields: {} },
      isCurrencyAssumed: false,
      issues: [{ field: 'row', message: reason }],
    })),
  ];
  if (rows.length > 0) await insertStaged(trx, userId, importId, rows);
}

async function insertStaged(
  trx: DbTransaction,
  userId: string,
  importId: string,
  rows: StagedRow[],
): Promise<void> {
  // Knex does not know that an array may hold nulls; Postgres does.
  const column = (values: unknown[]) => values as string[];
  const of = (key: keyof TransactionRow) =>
    column(rows.map(({ typed }) => (typed === null ? null : typed[key])));
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  // One array a column: a single statement whatever the number of rows, and row-level security sees each of them.
  await trx.raw(
    `insert into portfolio.import_rows (owner_user_id, import_id, row, state, ${TYPED.join(', ')}, payload, issues, currency_assumed)
     select ?::bigint, ?::bigint, * from unnest(?::int[], ?::text[], ?::text[], ?::text[], ?::date[], ?::text[], ?::numeric[],
       ?::numeric[], ?::numeric[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::time[], ?::jsonb[], ?::jsonb[], ?::boolean[])`,
    [
      userId,
      importId,
      rows.map(({ row }) => row),
      rows.map(({ state }) => state),
      of('portfolio'),
      of('symbol'),
      of('date'),
      of('type'),
      of('quantity'),
      of('price'),
      of('fee_tax'),
      of('isin'),
      of('security_id'),
      of('asset_class'),
      of('currency'),
      of('note'),
      of('execution_id'),
      of('executed_at'),
      column(rows.map(({ payload }) => json(payload))),
      column(rows.map(({ issues }) => json(issues))),
      column(rows.map(({ isCurrencyAssumed }) => isCurrencyAssumed)),
    ],
  );
}

/** Makes a row that was mended valid: its typed values take the place of what the file said. */
export async function correctStagedRow(
  trx: DbTransaction,
  userId: string,
  importId: string,
  type: ImportType,
  value: TransactionRow | HoldingRow,
): Promise<void> {
  await trx.raw('delete from portfolio.import_rows where import_id = ? and row = ?', [importId, value.row]);
  await stageBatch(trx, userId, importId, type, {
    rows: [value],
    issues: [],
    excluded: [],
    read: [],
    assumed: new Set(),
    amounts: NO_AMOUNTS,
  });
}

/** A staged row as it is kept: the values of a valid one, or what the file says of another. */
export type StoredRow = { row: number } & (
  | { state: 'valid'; values: RawFields | HoldingRow }
  | { state: 'invalid' | 'excluded'; raw: RawRow }
);

/** Staged rows by number, or the first `limit` of the file. */
export async function stagedRows(
  trx: DbTransaction,
  importId: string,
  which: { rows: number[] } | { first: number },
): Promise<StoredRow[]> {
  const filter = 'rows' in which ? 'and row = any(?)' : 'order by row limit ?';
  const { rows } = await trx.raw<{ rows: SelectedRow[] }>(
    `select row, state, payload, trade_date::text as date, quantity::text, price::text, fee_tax::text,
       portfolio, symbol, type, isin, security_id, asset_class, currency, note, execution_id, executed_at::text
     from portfolio.import_rows where import_id = ? ${filter}`,
    [importId, 'rows' in which ? which.rows : which.first],
  );
  return rows.map(toStoredRow).toSorted((one, other) => one.row - other.row);
}

/** `payload` holds the values of a valid holding and a {@link RawRow} that is not valid; a valid transaction has columns. */
type SelectedRow = { row: number; state: StoredRow['state']; payload: unknown } & Record<
  TransactionField,
  string | null
>;

function toStoredRow({ row, state, payload, ...columns }: SelectedRow): StoredRow {
  if (state !== 'valid') return { row, state, raw: (payload as RawRow | null) ?? { fields: {} } };
  return { row, state, values: (payload as HoldingRow | null) ?? textOf(columns) };
}

/** The values that there are, numbers without zeros at their end. */
function textOf(columns: Record<TransactionField, string | null>): RawFields {
  const values: RawFields = {};
  for (const field of TRANSACTION_FIELDS) {
    const text = columns[field];
    if (text !== null) values[field] = /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
  }
  return values;
}
