import { invalid, type Transaction } from '../../platform/index.ts';
import type { ImportModel } from '../models.ts';

import { mendStagedRow, stagedRows } from './import-store.ts';
import type { CommitRequest } from './import-view.ts';
import { rereadRow } from './read.ts';
import type { ReadingContext } from './rows.ts';

/**
 * Reads the corrected rows of a staged import again, with what a person put in place of some fields. A row that is
 * right now becomes valid; one that is still wrong keeps its new issues and is not written.
 * @throws 422 VALIDATION_ERROR for a row the file does not have.
 */
export async function applyOverrides(
  trx: Transaction,
  userId: string,
  staged: ImportModel,
  request: CommitRequest,
): Promise<void> {
  const overrides = Object.entries(request.row_overrides ?? {});
  if (overrides.length === 0) return;
  const numbers = overrides.map(([number]) => Number(number));
  if (numbers.some((number) => !Number.isSafeInteger(number) || number < 1)) {
    throw invalid([{ field: 'row_overrides', message: 'Name each row by its number in the file.' }]);
  }
  const type = staged.type ?? 'transactions';
  const rows = new Map((await stagedRows(trx, staged.id, { rows: numbers })).map((row) => [row.row, row]));
  for (const [name, fields] of overrides) {
    const number = Number(name);
    const row = rows.get(number);
    if (row === undefined)
      throw invalid([{ field: `row_overrides.${name}`, message: `The file has no row ${name}.` }]);
    const wasValid = row.state === 'valid';
    const outcome = rereadRow(
      type,
      number,
      wasValid && type === 'transactions' ? row.values : ((row.payload ?? {}) as Record<string, unknown>),
      fields,
      wasValid ? null : (staged.reading_context as unknown as ReadingContext),
      request.default_asset_class ?? staged.default_asset_class,
    );
    if (outcome.state === 'valid') {
      await mendStagedRow(trx, userId, staged.id, type, outcome.value);
      continue;
    }
    const issues = outcome.state === 'invalid' ? outcome.issues : [{ field: 'row', message: outcome.reason }];
    await trx.raw(
      `update portfolio.import_rows set state = 'invalid', issues = ? where import_id = ? and row = ?`,
      [JSON.stringify(issues.map(({ field, message }) => ({ field, message }))), staged.id, number],
    );
  }
}
