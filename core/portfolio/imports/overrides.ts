import { type DbTransaction, invalid } from '../../platform/index.ts';
import type { ImportModel } from '../models.ts';
import { correctStagedRow, stagedRows, type StoredRow } from './import-store.ts';
import type { CommitInput } from './inputs.ts';
import { type Overrides, rawOf, type ReadingContext, rereadRow } from './rows/index.ts';

/** Rows read again at a time. */
const BATCH = 500;

/**
 * Reads the rows again that wait for an asset class, now that the commit names one for them; and what would be an
 * American share gets the currency that it would have got at upload (spec: Import and ledger rules 5).
 */
export async function applyDefaultClass(
  trx: DbTransaction,
  userId: string,
  staged: ImportModel,
  assetClass: string | null,
  lastDay: string,
): Promise<void> {
  if (assetClass === null || assetClass === staged.default_asset_class) return;
  const type = staged.type ?? 'transactions';
  const context = staged.reading_context as unknown as ReadingContext;
  if (type === 'transactions' && assetClass === 'US Equity' && staged.mapping?.['currency'] === undefined)
    await trx.raw(
      `update portfolio.import_rows set currency = 'USD', currency_assumed = false
       where import_id = ? and state = 'valid' and asset_class is null and currency = ?`,
      [staged.id, context.default_currency],
    );
  await rereadWaiting(trx, userId, staged, 'asset_class', { overrides: {}, assetClass, lastDay });
}

/** Puts the currency that the commit names into the rows that none is known of. */
export async function applyCurrency(
  trx: DbTransaction,
  staged: ImportModel,
  currency: string | null,
): Promise<void> {
  if (currency === null) return;
  await trx.raw(
    `update portfolio.import_rows set currency_assumed = false,
       currency = case when payload is null then ?::text end,
       payload = case when payload is not null then jsonb_set(payload, '{currency}', to_jsonb(?::text)) end
     where import_id = ? and state = 'valid' and currency_assumed`,
    [currency, currency, staged.id],
  );
}

/** Reads the rows again whose dates are day first or month first, now that the commit says which. */
export async function applyDateOrder(
  trx: DbTransaction,
  userId: string,
  staged: ImportModel,
  assetClass: string | null,
  lastDay: string,
): Promise<void> {
  await rereadWaiting(trx, userId, staged, 'date', { overrides: {}, assetClass, lastDay });
}

/** Reads the rows again that have a problem with one field. */
async function rereadWaiting(
  trx: DbTransaction,
  userId: string,
  staged: ImportModel,
  field: 'date' | 'asset_class',
  again: Parameters<typeof reread>[4],
): Promise<void> {
  const { rows: waiting } = await trx.raw<{ rows: { row: number }[] }>(
    `select row from portfolio.import_rows
     where import_id = ? and state = 'invalid' and issues @> ?::jsonb order by row`,
    [staged.id, JSON.stringify([{ field }])],
  );
  for (let from = 0; from < waiting.length; from += BATCH) {
    const numbers = waiting.slice(from, from + BATCH).map(({ row }) => row);
    for (const row of await stagedRows(trx, staged.id, { rows: numbers }))
      await reread(trx, userId, staged, row, again);
  }
}

/**
 * Reads the corrected rows of a staged import again, with what a person put in place of some fields. A row that is
 * right now becomes valid; one that is still wrong keeps its new issues and is not written.
 * @throws 422 VALIDATION_ERROR for a row the file does not have.
 */
export async function applyOverrides(
  trx: DbTransaction,
  userId: string,
  staged: ImportModel,
  request: CommitInput,
  lastDay: string,
): Promise<void> {
  const overrides = Object.entries(request.row_overrides ?? {});
  if (overrides.length === 0) return;
  const numbers = overrides.map(([number]) => Number(number));
  if (numbers.some((number) => !Number.isSafeInteger(number) || number < 1)) {
    throw invalid([{ field: 'row_overrides', message: 'Use the row number in the file as the key.' }]);
  }
  const rows = new Map((await stagedRows(trx, staged.id, { rows: numbers })).map((row) => [row.row, row]));
  for (const [name, fields] of overrides) {
    const number = Number(name);
    const row = rows.get(number);
    if (row === undefined)
      throw invalid([{ field: `row_overrides.${name}`, message: `Row ${name} is not in the file.` }]);
    await reread(trx, userId, staged, row, {
      overrides: fields,
      assetClass: request.default_asset_class ?? staged.default_asset_class,
      lastDay,
    });
  }
}

/** Reads one row again: right now, it becomes valid; else it is invalid with its new issues. */
async function reread(
  trx: DbTransaction,
  userId: string,
  staged: ImportModel,
  stored: StoredRow,
  { overrides, assetClass, lastDay }: { overrides: Overrides; assetClass: string | null; lastDay: string },
): Promise<void> {
  const type = staged.type ?? 'transactions';
  const { row } = stored;
  // The values of a valid row are in our own notation, whatever that of the file.
  const isValid = stored.state === 'valid';
  const raw = isValid ? rawOf(type, stored.values) : stored.raw;
  const context = isValid ? null : (staged.reading_context as unknown as ReadingContext);
  const outcome = rereadRow(type, row, raw, overrides, context, assetClass, lastDay);
  if (outcome.state === 'valid') return await correctStagedRow(trx, userId, staged.id, type, outcome.value);
  const issues = outcome.state === 'invalid' ? outcome.issues : [{ field: 'row', message: outcome.reason }];
  await trx.raw(
    `update portfolio.import_rows set state = 'invalid', issues = ? where import_id = ? and row = ?`,
    [JSON.stringify(issues.map(({ field, message }) => ({ field, message }))), staged.id, row],
  );
}
