import type { DbTransaction } from '../../platform/index.ts';
import type { ImportModel } from '../models.ts';
import { FLEX_FORMAT } from './files/index.ts';
import { importerOf } from './importers/index.ts';
import { STATEMENTS } from './statements/index.ts';
import type { ImportProof } from './proof.ts';
import { questionsOf } from './questions.ts';
import { compareWithLedger } from './realised/index.ts';
import { countReasons, excludedReasons, type ReasonCounts, reasonsOf } from './import-reasons.ts';
import { stagedRows, type StoredRow } from './import-store.ts';
import type { ImportPreview, ImportResult } from './view.ts';
import { DAY_OF_ROW } from './rows/index.ts';

/** Rows a preview shows (spec: Limits, other constants). */
const PREVIEW_ROWS = 25;

/** What the column `result` of a committed import holds: its rows are gone by then, and their counts stay true. */
export type StoredResult = ImportResult & { read: ReasonCounts };

/** What results of earlier versions do not have. */
type LaterField = 'issue_count' | 'issues_listed' | 'unmatched_symbols';

/** The result of a committed import; null before. One kept by an earlier version lists all that it counts. */
export function resultOf({ result }: ImportModel): ImportResult | null {
  if (result === null) return null;
  const { read: _, ...kept } = result as unknown as Omit<StoredResult, LaterField> & Partial<StoredResult>;
  const listed = kept.issues.length;
  return {
    ...kept,
    issue_count: kept.issue_count ?? listed,
    issues_listed: kept.issues_listed ?? listed,
    unmatched_symbols: kept.unmatched_symbols ?? [],
  };
}

async function countsOf(trx: DbTransaction, row: ImportModel): Promise<ReasonCounts> {
  if (row.result === null) return await countReasons(trx, row.id);
  const { read } = row.result as unknown as Partial<StoredResult>;
  return read ?? { invalid_rows: row.total_rows - row.valid_rows, issue_count: 0, excluded_count: 0 };
}

/** What a staged import holds, row by row as far as one answer goes. */
export async function previewOf(trx: DbTransaction, row: ImportModel): Promise<ImportPreview> {
  const first = await stagedRows(trx, row.id, { first: PREVIEW_ROWS });
  const proof = row.proof as unknown as ImportProof | null;
  const counts = await countsOf(trx, row);
  // The counts of a committed import are those of its file: what is kept of it may have become invalid since.
  const isKnown = row.result === null;
  const issues = isKnown && counts.invalid_rows === 0 ? [] : await reasonsOf(trx, row.id, 'invalid');
  const hasExcluded = !isKnown || counts.excluded_count > 0;
  const excluded = hasExcluded ? await reasonsOf(trx, row.id, 'excluded') : [];
  return {
    import_id: row.id,
    type: row.type ?? 'transactions',
    detected_format: row.detected_format ?? '',
    format_title: formatTitle(row.detected_format),
    file_name: row.file_name,
    total_rows: row.total_rows,
    valid_rows: row.valid_rows,
    mapping: row.mapping ?? {},
    unmapped_columns: row.unmapped_columns ?? [],
    portfolio: row.portfolio ?? fallbackPortfolio(row.detected_format),
    recognised:
      row.recognised === null
        ? null
        : {
            portfolio: row.recognised.name,
            executions: row.recognised.executions,
            holdings: row.recognised.holdings,
          },
    preview: first.map(previewRow),
    ...counts,
    issues_listed: issues.length,
    issue_rows: issues,
    excluded_rows: excluded.map(({ row: number, message }) => ({ row: number, reason: message })),
    excluded_reasons: hasExcluded ? await excludedReasons(trx, row.id) : [],
    questions: await questionsOf(trx, row),
    proof: {
      amounts_compared: proof?.compared ?? 0,
      amounts_differing: proof?.differing ?? 0,
      differing_rows: proof?.rows ?? [],
      totals: (proof?.totals ?? []).map((total) => ({ ...total, reason: total.reason ?? null })),
    },
    realised: await realisedOf(trx, row, proof),
    notes: proof?.notes ?? [],
    expires_at: row.expires_at.toISOString(),
    committed: resultOf(row),
  };
}

const SHARES_LISTED = 500;

/** Our realised gains beside those of the file, where it is a report of them. */
async function realisedOf(
  trx: DbTransaction,
  row: ImportModel,
  proof: ImportProof | null,
): Promise<ImportPreview['realised']> {
  const report = proof?.realised;
  if (report === undefined || row.status !== 'STAGED') return null;
  const named = row.portfolio ?? fallbackPortfolio(row.detected_format);
  const { portfolio, shares } = await compareWithLedger(trx, report, named);
  return {
    portfolio,
    from: report.from,
    to: report.to,
    compared: shares.length,
    differing: shares.filter(({ agrees }) => !agrees).length,
    shares: shares
      .toSorted((one, other) => Number(one.agrees) - Number(other.agrees))
      .slice(0, SHARES_LISTED),
  };
}

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
  const values: Readonly<Record<string, string | number | null>> =
    staged.state === 'valid' ? { ...staged.values } : { ...staged.raw.fields };
  const shown = (field: string, value: string | number | null) => {
    if (value === null || (field === 'price' && String(values['type']).startsWith('TRANSFER_'))) return null;
    if (field === 'execution_id') return String(value).replace(DAY_OF_ROW, String(values['date'] ?? ''));
    return staged.state === 'valid' && NUMERIC.has(field) ? Number(value) : value;
  };
  const fields = Object.entries(values).map(([field, value]) => [field, shown(field, value)]);
  return { row: staged.row, state: staged.state, ...Object.fromEntries(fields) };
}

/** Where rows go that name no portfolio when nobody chose one: the broker's name, else "Main". */
export function fallbackPortfolio(format: string | null): string {
  return formatOf(format)?.broker ?? 'Main';
}

/** What people call files of a format: "Groww stock orders"; empty for one that is known no more. */
export const formatTitle = (format: string | null): string => formatOf(format)?.title ?? '';

/** What there is to say of a format: one of the importers of tables, or of the statements. */
function formatOf(format: string | null): { title: string; broker?: string } | undefined {
  if (format === FLEX_FORMAT.format) return FLEX_FORMAT;
  return STATEMENTS.find((one) => one.format === format) ?? importerOf(format);
}
