import { createHash } from 'node:crypto';
import { auditedMutation } from '../../../audit/index.ts';
import { conflict, type Context, notFound, type DbTransaction, withTimeOf } from '../../../platform/index.ts';
import { ImportModel } from '../../models.ts';
import { type PositionKey, rederivePositions } from '../../positions/index.ts';
import { restoreMissing } from '../../records/index.ts';
import { list } from '../../valuation/index.ts';
import { resultOf } from '../import-preview.ts';
import { dropMergers, mergeSchemes } from '../merged-schemes.ts';
import { deleteObservedPrices, keepStatedPrices } from '../observed-prices-store.ts';
import { changedHoldings, putHoldingsBack, replacedRows } from './changes-store.ts';
import {
  deleteImported,
  importedKeys,
  keyOf,
  openingsSince,
  type Standing,
  standingsOf,
} from './undo-store.ts';
import { importUndoInput, type ImportUndo, type ImportUndone } from './view.ts';

/** Holdings that one answer lists. */
const MOST_HOLDINGS = 200;

/** What is thrown to take a rehearsal back; it carries what was found. */
class TakenBack extends Error {
  readonly undo: ImportUndo;
  constructor(undo: ImportUndo) {
    super('a rehearsal is taken back');
    this.undo = undo;
  }
}

/** Takes back what an import wrote, for as long as nothing was built on it. What it would do is shown first, by doing it. */
export function createImportUndo(context: Context) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);

  const undo = mutation('import.undo', {
    input: importUndoInput,
    topics: ['ledger', 'prices'],
    long: true,
    async run(change, { digest }, importId: string): Promise<ImportUndone> {
      const { now, trx, userId } = change;
      const row = await committed(trx, importId);
      const done = await takeBack(trx, userId, row, now);
      const [first] = done.blocked;
      if (first !== undefined) throw conflict('IMPORT_NOT_UNDOABLE', first.message);
      if (done.digest !== digest)
        throw conflict(
          'IMPORT_UNDO_CHANGED',
          'The records have changed since this was shown. Look again at what would be removed, then confirm.',
        );
      const result = {
        import_id: row.id,
        removed: done.removes,
        restored: done.restores,
        undone_at: now.toISOString(),
      };
      await ImportModel.query(trx)
        .findById(row.id)
        .patch({ status: 'UNDONE', undone_at: now, undo_result: result });
      await trx.raw('delete from portfolio.import_changes where import_id = ?', [row.id]);
      await trx.raw('delete from portfolio.import_rows where import_id = ?', [row.id]);
      const { removed, restored } = result;
      await change.record('IMPORT_UNDONE', row.id, { file_name: row.file_name, removed, restored });
      return result;
    },
  });

  return {
    /**
     * What undoing an import would remove and bring back, and why it cannot be undone. Nothing changes.
     * @throws 404 IMPORT_NOT_FOUND, 409 IMPORT_UNDONE.
     */
    async preview(this: void, userId: string, importId: string): Promise<ImportUndo> {
      try {
        return await withTimeOf('long', () =>
          database.asUser(userId, async (trx) => {
            throw new TakenBack(await takeBack(trx, userId, await committed(trx, importId), clock.now()));
          }),
        );
      } catch (error) {
        if (error instanceof TakenBack) return error.undo;
        throw error;
      }
    },

    /**
     * Undoes an import, all of it or nothing. Its file can be imported again.
     * @throws 404 IMPORT_NOT_FOUND, 409 IMPORT_UNDONE, IMPORT_NOT_UNDOABLE, IMPORT_UNDO_CHANGED.
     */
    undo,
  };
}

async function committed(trx: DbTransaction, importId: string): Promise<ImportModel> {
  const row = /^\d{1,18}$/.test(importId)
    ? await ImportModel.query(trx).findById(importId).forUpdate()
    : undefined;
  if (row === undefined || row.status === 'STAGING' || row.status === 'STAGED')
    throw notFound('IMPORT', 'There is no such finished import.');
  if (row.status === 'UNDONE')
    throw conflict('IMPORT_UNDONE', 'This import is already undone. Import the file again to bring it back.');
  return row;
}

/** Does it, and says what was done and what speaks against it. */
async function takeBack(
  trx: DbTransaction,
  userId: string,
  row: ImportModel,
  now: Date,
): Promise<ImportUndo> {
  const committedAt = row.committed_at ?? now;
  const type = row.type ?? 'transactions';
  const { keys: imported, transactions, edited } = await importedKeys(trx, row.id);
  const replaced = await replacedRows(trx, row.id, type === 'transactions' ? 'transaction' : 'holding');
  const openings = type === 'transactions' ? await openingsSince(trx, row.id, committedAt) : [];
  const changed = type === 'holdings' ? await changedHoldings(trx, row.id) : [];
  const touched = await touchedKeys(trx, row.id, imported, replaced);
  const before = await standingsOf(trx, touched);

  const prices = await deleteObservedPrices(trx, row.id);
  const removes =
    type === 'transactions' ? await deleteImported(trx, row.id) : await putHoldingsBack(trx, row.id);
  await restoreMissing(trx, type === 'transactions' ? 'transaction' : 'holding', replaced);
  await dropMergers(trx, userId);
  const portfolios = [...new Set(touched.map((key) => key.portfolio_id))];
  const merged = type === 'transactions' ? (await mergeSchemes(trx, userId, portfolios, now)).touched : [];
  await rederivePositions(trx, userId, [...touched, ...merged], now);
  // Another statement may have printed the same price.
  await ImportModel.query(trx).findById(row.id).patch({ stated_prices: null });
  await keepStatedPrices(trx, userId, { importId: null, now });

  const after = await standingsOf(trx, touched);
  const blocked: ImportUndo['blocked'] = [];
  const block = (code: ImportUndo['blocked'][number]['code'], message: string) =>
    blocked.push({ code, message });
  if (changed.length > 0)
    block(
      'HOLDINGS_CHANGED',
      `${list(changed)} changed after this import. Undo the later import first, or edit the holdings by hand.`,
    );
  if (openings.length > 0)
    block(
      'OPENINGS_REST_ON_IT',
      `You recorded opening positions of ${list(openings)} after this import. Delete them first.`,
    );
  const uncovered = touched
    .filter((key) => (after.get(keyOf(key))?.unmatched ?? 0) > (before.get(keyOf(key))?.unmatched ?? 0))
    .map(({ symbol }) => symbol);
  if (uncovered.length > 0)
    block(
      'SALES_REST_ON_IT',
      `Later sales of ${list(uncovered)} need these purchases. Undo the import of those sales first, or delete them.`,
    );
  const result = resultOf(row);
  if ((result?.replaced ?? 0) > replaced.length)
    block(
      'REPLACED_ROWS_GONE',
      'This import replaced other rows, and they are no longer kept. Delete its rows one by one, and import the older file again.',
    );
  if (removes === 0 && replaced.length === 0 && prices === 0)
    block('NOTHING_LEFT', 'Nothing from this import is left on record.');

  const holdings = differences(touched, before, after);
  const shown = {
    import_id: row.id,
    file_name: row.file_name,
    type,
    committed_at: committedAt.toISOString(),
    removes: type === 'transactions' ? transactions : removes,
    edited,
    restores: replaced.length,
    holdings: holdings.slice(0, MOST_HOLDINGS),
    holdings_count: holdings.length,
    can_undo: blocked.length === 0,
    blocked,
  };
  return { ...shown, digest: digestOf({ ...shown, holdings }) };
}

/** Every symbol whose position or holding an undo touches, each once. */
async function touchedKeys(
  trx: DbTransaction,
  importId: string,
  imported: readonly PositionKey[],
  replaced: readonly Record<string, unknown>[],
): Promise<PositionKey[]> {
  const { rows } = await trx.raw<{ rows: PositionKey[] }>(
    `select h.portfolio_id::text, h.symbol from portfolio.import_changes c
     join portfolio.holdings h on h.id = c.row_id where c.import_id = ? and c.kind = 'holding'`,
    [importId],
  );
  const before = replaced.map((body) => ({
    portfolio_id: String(body['portfolio_id']),
    symbol: String(body['symbol']),
  }));
  return [...new Map([...imported, ...rows, ...before].map((key) => [keyOf(key), key])).values()];
}

function differences(
  keys: readonly PositionKey[],
  before: ReadonlyMap<string, Standing>,
  after: ReadonlyMap<string, Standing>,
): ImportUndo['holdings'] {
  return keys
    .flatMap((key) => {
      const [now, then] = [before.get(keyOf(key)), after.get(keyOf(key))];
      const portfolio = now?.portfolio ?? then?.portfolio ?? '';
      const [quantity_now, quantity_then] = [now?.quantity ?? null, then?.quantity ?? null];
      return quantity_now === quantity_then
        ? []
        : [{ portfolio, symbol: key.symbol, quantity_now, quantity_then }];
    })
    .sort((one, other) => (one.symbol < other.symbol ? -1 : 1));
}

function digestOf(shown: Omit<ImportUndo, 'digest'>): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32);
}
