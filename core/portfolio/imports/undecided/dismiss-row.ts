import { auditedMutation } from '../../../audit/index.ts';
import type { Context } from '../../../platform/index.ts';
import { committedImport, MOST_ROWS, noSuchRow } from './mend-row.ts';

/**
 * Leaves a row that could not be read out for good.
 * @throws 404 IMPORT_NOT_FOUND, ROW_NOT_FOUND, 409 IMPORT_UNDONE
 */
export const dismissRow = (context: Context) =>
  auditedMutation(context)('import.dismiss', {
    topics: ['ledger'],
    async run(change, importId: string, row: number): Promise<void> {
      const { trx } = change;
      const { id, file_name } = await committedImport(trx, importId);
      if (row > MOST_ROWS) throw noSuchRow();
      const { rowCount } = await trx.raw<{ rowCount: number }>(
        `delete from portfolio.import_rows where import_id = ? and row = ? and state = 'invalid'`,
        [id, row],
      );
      if (rowCount === 0) throw noSuchRow();
      await change.record('IMPORT_ROW_DISMISSED', id, { file_name, row });
    },
  });
