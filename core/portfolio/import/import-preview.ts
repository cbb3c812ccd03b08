import type { Transaction } from '../../platform/index.ts';
import type { ImportModel } from '../models.ts';
import { FLEX_FORMAT } from './flex-statement.ts';
import { DAY_OF_ROW } from './importer.ts';
import { importerOf } from './importers.ts';
import { reasonsOf, stagedRows, type StoredRow } from './import-store.ts';
import type { ImportPreview, ImportResult } from './import-view.ts';
import type { RawFields } from './rows.ts';

/** Rows a preview shows (spec: Limits, other constants). */
const PREVIEW_ROWS = 25;
/** Invalid rows listed in one answer; a file with more is most likely not what it was taken for. */
export const ISSUES_SHOWN = 10_000;

/** What a staged import holds, row by row as far as one answer goes. */
export async function previewOf(trx: Transaction, row: ImportModel): Promise<ImportPreview> {
  const first = await stagedRows(trx, row.id, { first: PREVIEW_ROWS });
  const { rows: counts } = await trx.raw<{ rows: { excluded: number }[] }>(
    `select count(*)::int as excluded from portfolio.import_rows where import_id = ? and state = 'excluded'`,
    [row.id],
  );
  const excluded = await reasonsOf(trx, row.id, 'excluded', null, ISSUES_SHOWN);
  return {
    import_id: row.id,
    type: row.type ?? 'transactions',
    detected_format: row.detected_format ?? '',
    format_title: formatOf(row.detected_format)?.title ?? '',
    file_name: row.file_name,
    total_rows: row.total_rows,
    valid_rows: row.valid_rows,
    mapping: row.mapping ?? {},
    unmapped_columns: row.unmapped_columns ?? [],
    portfolio: row.portfolio ?? fallbackPortfolio(row.detected_format),
    preview: first.map(previewRow),
    issue_rows: await reasonsOf(trx, row.id, 'invalid', null, ISSUES_SHOWN),
    excluded_rows: excluded.map(({ row: number, message }) => ({ row: number, reason: message })),
    excluded_count: counts[0]?.excluded ?? 0,
    expires_at: row.expires_at.toISOString(),
    committed: resultOf(row),
  };
}

/** The result of a committed import; those of earlier releases say less. */
export function resultOf({ result }: ImportModel): ImportResult | null {
  return result === null
    ? null
    : { unmatched_symbols: [], ...(result as Omit<ImportResult, 'unmatched_symbols'>) };
}

/** What a row carries for the reading alone. */
const INNER = new Set(['excluded', 'malformed', 'price_total', 'avg_buy_price_total', 'current_price_total']);
const NUMERIC = new Set<string>([
  'quantity',
  'price',
  'fee_tax',
  'avg_buy_price',
  'current_price',
  'previous_close',
]);

/** A row as the preview shows it: a valid one with numbers, another with the text of the file. */
function previewRow(staged: StoredRow): Record<string, string | number | null> {
  const stored = (staged.payload ?? staged.values) as RawFields;
  const shown = (field: string, value: string | null) => {
    if (value === null || (field === 'price' && stored['type'] === 'TRANSFER_IN')) return null;
    if (field === 'execution_id') return value.replace(DAY_OF_ROW, stored['date'] ?? '');
    return staged.state === 'valid' && NUMERIC.has(field) ? Number(value) : value;
  };
  const fields = Object.entries(stored)
    .filter(([field]) => !INNER.has(field))
    .map(([field, value]) => [field, shown(field, value)]);
  return { row: staged.row, state: staged.state, ...Object.fromEntries(fields) };
}

/** Where rows go that name no portfolio when nobody chose one: the broker's name, else "Main". */
export function fallbackPortfolio(format: string | null): string {
  return formatOf(format)?.broker ?? 'Main';
}

/** What there is to say of a format: one of the importers of CSV, or the statement. */
function formatOf(format: string | null): { title: string; broker?: string } | undefined {
  return format === FLEX_FORMAT.format ? FLEX_FORMAT : importerOf(format);
}
