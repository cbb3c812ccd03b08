import { auditedMutation } from '../../../audit/index.ts';
import type { CompanyNames } from '../../../market/instruments/index.ts';
import { lastTradeDay } from '../../../market/calendar/index.ts';
import { conflict, type Context, type DbTransaction, invalid, notFound } from '../../../platform/index.ts';
import { ImportModel } from '../../models.ts';
import { type Choice, ensurePortfolios, portfoliosOfChoice } from '../../records/index.ts';
import { fallbackPortfolio, resultOf, type StoredResult } from '../import-preview.ts';
import { correctStagedRow, stagedRows } from '../import-store.ts';
import { type Overrides, type ReadingContext, rereadRow } from '../rows/index.ts';
import { recordMergers } from '../merged-schemes.ts';
import { writeRows } from '../write-rows.ts';
import { countUndecided } from '../undecided-store.ts';
import { type MendedRow, mendInput } from './view.ts';

/**
 * Puts what a person typed in place of fields of a row that could not be read, and writes it as its import would have. A
 * row that is still wrong stays as it was.
 * @throws 404 IMPORT_NOT_FOUND, ROW_NOT_FOUND, 409 IMPORT_UNDONE, 422 VALIDATION_ERROR with the fields that are wrong.
 */
export const mendRow = (context: Context) =>
  auditedMutation(context)('import.mend', {
    input: mendInput,
    topics: ['ledger', 'prices'],
    async run(
      change,
      { fields },
      importId: string,
      row: number,
      companies: CompanyNames,
    ): Promise<MendedRow> {
      const { now, trx, userId } = change;
      const staged = await committedImport(trx, importId);
      const type = staged.type ?? 'transactions';
      if (row > MOST_ROWS) throw noSuchRow();
      const [stored] = await stagedRows(trx, staged.id, { rows: [row] });
      if (stored === undefined || stored.state !== 'invalid') throw noSuchRow();
      const outcome = rereadRow(
        type,
        row,
        stored.raw,
        fields as Overrides,
        staged.reading_context as unknown as ReadingContext,
        staged.default_asset_class,
        lastTradeDay(now),
      );
      if (outcome.state === 'invalid')
        throw invalid(outcome.issues.map(({ field, message }) => ({ field: `fields.${field}`, message })));
      if (outcome.state === 'excluded') throw invalid([{ field: 'fields.type', message: outcome.reason }]);
      await correctStagedRow(trx, userId, staged.id, type, outcome.value);
      const choice: Choice = {
        importId: staged.id,
        rows: [row],
        targetPortfolio: staged.portfolio,
        fallbackPortfolio: fallbackPortfolio(staged.detected_format),
        defaultAssetClass: staged.default_asset_class,
      };
      await ensurePortfolios(trx, userId, await portfoliosOfChoice(trx, choice));
      const { imported, mergers } = await writeRows(trx, { userId, now, staged, choice, companies });
      await recordMergers(change, mergers);
      await refuseIfTooLarge(trx, staged.id, row);
      await trx.raw('delete from portfolio.import_rows where import_id = ? and row = ?', [staged.id, row]);
      await ImportModel.query(trx)
        .findById(staged.id)
        .patch({ result: resultAfter(staged, row, imported) });
      await change.record('IMPORT_ROW_MENDED', staged.id, { file_name: staged.file_name, row, imported });
      return {
        import_id: staged.id,
        row,
        outcome: imported > 0 ? 'IMPORTED' : 'ALREADY_RECORDED',
        undecided: (await countUndecided(trx, [staged.id])).get(staged.id) ?? 0,
      };
    },
  });

/** What a number of a row can be. */
export const MOST_ROWS = 2 ** 31 - 1;

/** A committed import, locked. */
export async function committedImport(trx: DbTransaction, importId: string): Promise<ImportModel> {
  const staged = /^\d{1,18}$/.test(importId)
    ? await ImportModel.query(trx).findById(importId).forUpdate()
    : undefined;
  if (staged === undefined || staged.status === 'STAGING' || staged.status === 'STAGED')
    throw notFound('IMPORT', 'There is no such finished import.');
  if (staged.status === 'UNDONE')
    throw conflict('IMPORT_UNDONE', 'This import is undone. Import the file again to bring it back.');
  return staged;
}

export function noSuchRow() {
  return notFound('ROW', 'This row is not waiting any more. It was mended or dismissed.');
}

/** Writing a row may find that a sum would be larger than can be kept. */
async function refuseIfTooLarge(trx: DbTransaction, importId: string, row: number): Promise<void> {
  const { rows } = await trx.raw<{ rows: { issues: { field: string; message: string }[] }[] }>(
    `select issues from portfolio.import_rows where import_id = ? and row = ? and state = 'invalid'`,
    [importId, row],
  );
  const [found] = rows;
  if (found !== undefined)
    throw invalid(found.issues.map(({ field, message }) => ({ field: `fields.${field}`, message })));
}

/** The result of the import as it is now: one row less that could not be read. */
function resultAfter(staged: ImportModel, row: number, imported: number): Record<string, unknown> | null {
  const before = resultOf(staged);
  if (before === null) return null;
  const issues = before.issues.filter((issue) => issue.row !== row);
  const gone = before.issues.length - issues.length;
  const { not_valid, already_recorded } = before.skipped_reasons;
  const after = {
    ...(staged.result as unknown as StoredResult),
    imported: before.imported + imported,
    skipped: Math.max(0, before.skipped - imported),
    issues,
    issues_listed: issues.length,
    issue_count: Math.max(issues.length, before.issue_count - gone),
    skipped_reasons: {
      ...before.skipped_reasons,
      not_valid: Math.max(0, not_valid - 1),
      already_recorded: already_recorded + (imported > 0 ? 0 : 1),
    },
  };
  return after as unknown as Record<string, unknown>;
}
