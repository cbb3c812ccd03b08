import {
  type Actor,
  type Context,
  type DbTransaction,
  guarded,
  notFound,
  type Page,
  pageWindow,
  quoted,
} from '../../../platform/index.ts';
import { ImportModel } from '../../models.ts';
import { type FieldOf, HOLDING_HEADERS, type ImportType, TRANSACTION_HEADERS } from '../rows/index.ts';
import type { ImportPorts } from '../commit-import.ts';
import { dismissRow } from './dismiss-row.ts';
import { mendRow } from './mend-row.ts';
import { countUndecided, type UndecidedRow, undecidedRows } from '../undecided-store.ts';
import type { UndecidedQuery, UndecidedRowView } from './view.ts';

/** Rows fetched at a time for a file of them. */
const BATCH = 1000;

/** Rows of an import that could not be read: listed, mended, dismissed, or taken along as a file. */
export function createUndecidedRows(context: Context, { companies }: Pick<ImportPorts, 'companies'>) {
  const { database } = context;
  const mend = mendRow(context);

  return {
    /** The rows that wait, in the order of the file; of a staged import too. @throws 404 IMPORT_NOT_FOUND */
    async list(
      this: void,
      userId: string,
      importId: string,
      query: UndecidedQuery,
    ): Promise<Page<UndecidedRowView>> {
      const { page, page_size, offset } = pageWindow(query);
      return await database.readAsUser(userId, async (trx) => {
        const { id } = await existing(trx, importId);
        const rows = await undecidedRows(trx, id, { offset, most: page_size });
        const total = (await countUndecided(trx, [id])).get(id) ?? 0;
        return { items: rows.map(viewOf), page, page_size, total };
      });
    },

    /** See mendRow. */
    mend: async (userId: string, importId: string, row: number, body: unknown, actor: Actor) =>
      await mend(userId, importId, row, await companies(), body, actor),

    dismiss: dismissRow(context),

    /**
     * The rows that wait as CSV, with their numbers and reasons beside our own headers, piece by piece.
     * @throws 404 IMPORT_NOT_FOUND before the first piece.
     */
    async csv(this: void, userId: string, importId: string): Promise<AsyncIterable<string>> {
      const { id, type } = await database.readAsUser(userId, (trx) => existing(trx, importId));
      const headers = headersOf(type ?? 'transactions');
      return (async function* () {
        yield `Row,${Object.values(headers).join(',')},Reason\r\n`;
        for (let after = 0; ;) {
          const rows = await database.readAsUser(userId, (trx) =>
            undecidedRows(trx, id, { after, most: BATCH }),
          );
          if (rows.length > 0) yield rows.map((row) => lineOf(row, Object.keys(headers))).join('');
          if (rows.length < BATCH) return;
          after = rows.at(-1)?.row ?? after;
        }
      })();
    },
  };
}

function headersOf(type: ImportType): Readonly<Record<string, string>> {
  return type === 'transactions' ? TRANSACTION_HEADERS : HOLDING_HEADERS;
}

function lineOf({ row, raw, issues }: UndecidedRow, fields: readonly string[]): string {
  const reason = issues
    .map(({ field, message }) => (field === 'row' ? message : `${field} ${message}`))
    .join(' ');
  const cells = [...fields.map((field) => raw.fields[field as FieldOf] ?? ''), reason].map((text) =>
    quoted(guarded(text)),
  );
  return `${[String(row), ...cells].join(',')}\r\n`;
}

async function existing(trx: DbTransaction, importId: string): Promise<ImportModel> {
  const row = /^\d{1,18}$/.test(importId) ? await ImportModel.query(trx).findById(importId) : undefined;
  if (row === undefined || row.status === 'STAGING')
    throw notFound('IMPORT', 'There is no such import. Upload the file again.');
  return row;
}

function viewOf({ row, raw, issues }: UndecidedRow): UndecidedRowView {
  const { fields, totals = {}, where = null } = raw;
  return { row, where, fields: { ...totals, ...fields }, issues };
}
