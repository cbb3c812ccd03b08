import {
  isNetworth,
  NETWORTH,
  unmatchedOf,
  ensurePortfolios,
  type Choice,
  portfoliosOfChoice,
} from '../records/index.ts';
import { type AuditedChange, auditedMutation } from '../../audit/index.ts';
import {
  conflict,
  type Context,
  invalid,
  notFound,
  type Topic,
  type DbTransaction,
} from '../../platform/index.ts';
import type { PositionKey } from '../positions/index.ts';
import { ImportModel, TransactionModel } from '../models.ts';
import { fallbackPortfolio, resultOf, type StoredResult } from './import-preview.ts';
import { countReasons, reasonsOf } from './import-reasons.ts';
import type { CommitInput } from './inputs.ts';
import { keepStatedPrices } from './observed-prices-store.ts';
import { keepUndecided } from './undecided-store.ts';
import { keepReplaced } from './undo/index.ts';
import type { ImportResult } from './view.ts';
import type { CompanyNames } from '../../market/instruments/index.ts';
import { rememberAnswers } from './answers-store.ts';
import type { FileAnswers } from './files/index.ts';
import { applyCurrency, applyDateOrder, applyDefaultClass, applyOverrides } from './overrides.ts';
import { recordMergers } from './merged-schemes.ts';
import { writeRows } from './write-rows.ts';
import { lastTradeDay } from '../../market/calendar/index.ts';

export const STAGED_HOURS = 24;

/** What a commit asks of others, and whom it tells in its own transaction. */
export interface ImportPorts {
  /** Shares by the names of their companies. */
  companies(this: void): Promise<CompanyNames>;
  announce(
    change: Pick<AuditedChange, 'trx' | 'userId' | 'actor'>,
    staged: ImportModel,
    result: ImportResult,
  ): Promise<void>;
}

/**
 * Writes the chosen rows in one transaction; the second commit of an import answers the first one's result.
 * @throws 404 IMPORT_NOT_FOUND, 409 IMPORT_EXPIRED, 422 VALIDATION_ERROR.
 */
export const commitImport = (context: Context, ports: ImportPorts) => {
  const mutation = auditedMutation(context);
  return mutation('import.commit', {
    input: checkedRequest,
    topics: async (userId, { request }) => await topicsOf(context, userId, request.import_id),
    long: true,
    run: async (change, checked, companies: CompanyNames) =>
      await writeImport(change, checked, companies, ports),
  });
};

/** Holdings come with their prices; transactions leave those there are alone. The type of an import never changes. */
async function topicsOf({ database }: Context, userId: string, importId: string): Promise<readonly Topic[]> {
  const row = /^\d{1,18}$/.test(importId)
    ? await database.readAsUser(userId, (trx) => ImportModel.query(trx).findById(importId))
    : undefined;
  return row?.type === 'holdings' ? ['ledger', 'prices'] : ['ledger'];
}

interface CheckedRequest {
  request: CommitInput;
  mode: 'merge' | 'replace';
  target: string | null;
}

/** @throws 422 for a portfolio that takes no rows, and where none is named to be replaced. */
function checkedRequest(body: unknown): CheckedRequest {
  const request = body as CommitInput;
  const mode = request.mode ?? 'merge';
  const target = request.portfolio?.trim() || null;
  if (target !== null) refuseNetworth(target);
  if (mode === 'replace' && target === null) {
    throw invalid([
      {
        field: 'portfolio',
        message:
          'Choose the portfolio whose rows are to be replaced. You cannot replace all portfolios at once.',
      },
    ]);
  }
  return { request, mode, target };
}

async function writeImport(
  change: AuditedChange,
  { request, mode, target }: CheckedRequest,
  companies: CompanyNames,
  ports: ImportPorts,
): Promise<ImportResult> {
  const { now, trx, userId } = change;
  const row = await loadImport(trx, request.import_id, now);
  const before = resultOf(row);
  if (before !== null) return before;
  const rows = request.rows === undefined || request.rows === 'all' ? null : request.rows;
  if (rows !== null) await refuseMissingRows(trx, row.id, rows);
  const type = row.type ?? 'transactions';
  const lastDay = lastTradeDay(now);
  const read = await countReasons(trx, row.id);
  const answers = answersOf(request);
  if (row.reading_context !== null)
    row.reading_context = {
      ...row.reading_context,
      ...(answers.date_order === null ? {} : { date_order: answers.date_order }),
      ...(answers.currency === null ? {} : { default_currency: answers.currency, is_currency_proved: true }),
    };
  await applyCurrency(trx, row, answers.currency);
  if (answers.date_order !== null)
    await applyDateOrder(trx, userId, row, answers.asset_class ?? row.default_asset_class, lastDay);
  await applyDefaultClass(trx, userId, row, answers.asset_class, lastDay);
  await applyOverrides(trx, userId, row, request, lastDay);
  const choice: Choice = {
    importId: row.id,
    rows,
    targetPortfolio: target ?? row.portfolio,
    fallbackPortfolio: fallbackPortfolio(row.detected_format),
    defaultAssetClass: request.default_asset_class ?? row.default_asset_class,
  };
  const names = await portfoliosOfChoice(trx, choice);
  if (mode === 'replace' && names.length === 0) throw nothingToReplaceWith(target ?? '');
  for (const name of names) refuseNetworth(name);
  const portfolios = await ensurePortfolios(trx, userId, target === null ? names : [target]);

  let replaced: { count: number; keys: PositionKey[] } = { count: 0, keys: [] };
  const replacedId = mode === 'replace' ? portfolios.get((target ?? '').toLowerCase())?.id : undefined;
  if (replacedId !== undefined) {
    const taken = { userId, importId: row.id, portfolioId: replacedId };
    await keepReplaced(trx, taken, type === 'transactions' ? 'transaction' : 'holding');
    replaced = await clearPortfolio(trx, replacedId, type);
  }

  const written = await writeRows(trx, { userId, now, staged: row, choice, companies }, replaced.keys);
  await recordMergers(change, written.mergers);
  await keepStatedPrices(trx, userId, { importId: row.id, now });
  const { invalid_rows: notValid, issue_count } = await countReasons(trx, row.id, choice.rows);
  const issues = notValid === 0 ? [] : await reasonsOf(trx, row.id, 'invalid', choice.rows);
  const result: ImportResult = {
    imported: written.imported,
    skipped: written.synced + written.chosen - written.imported + notValid,
    replaced: replaced.count,
    issue_count,
    issues_listed: issues.length,
    issues,
    skipped_reasons: {
      already_recorded: written.synced + written.chosen - written.imported - written.repeated,
      repeated_in_file: written.repeated,
      not_valid: notValid,
    },
    symbols: new Set(written.symbols.map((key) => key.symbol)).size,
    unmatched_symbols: type === 'transactions' ? await unmatchedOf(trx, written.symbols) : [],
  };
  if (row.shape !== null)
    for (const given of [row.answers as unknown as FileAnswers | null, answers])
      if (given !== null) await rememberAnswers(trx, { userId, shape: row.shape, now }, given);
  const kept: StoredResult = { ...result, read };
  await ImportModel.query(trx)
    .findById(row.id)
    .patch({
      status: 'COMMITTED',
      result: kept as unknown as Record<string, unknown>,
      committed_at: now,
      // Rows that are mended later are read and written as this commit did.
      portfolio: choice.targetPortfolio,
      default_asset_class: choice.defaultAssetClass,
      reading_context: row.reading_context,
    });
  // The other rows have done their work; the result is what a repeat is answered with.
  await keepUndecided(trx, row.id);
  await change.record('IMPORT_COMMITTED', row.id, {
    file_name: row.file_name,
    format: row.detected_format,
    mode,
    imported: result.imported,
    skipped: result.skipped,
    replaced: result.replaced,
  });
  await ports.announce(change, row, result);
  return result;
}

/** What the commit answers to the questions of the upload. */
function answersOf(request: CommitInput): FileAnswers {
  return {
    currency: request.currency ?? null,
    asset_class: request.default_asset_class ?? null,
    date_order: request.date_order ?? null,
  };
}

/** A staged or committed import, locked. @throws 404 IMPORT_NOT_FOUND, 409 IMPORT_EXPIRED. */
export async function loadImport(trx: DbTransaction, importId: string, now: Date): Promise<ImportModel> {
  const row = /^\d{1,18}$/.test(importId)
    ? await ImportModel.query(trx).findById(importId).forUpdate()
    : undefined;
  if (row === undefined || row.status === 'STAGING')
    throw notFound('IMPORT', 'There is no such import. Upload the file again.');
  if (row.status === 'STAGED' && row.expires_at <= now) {
    throw conflict(
      'IMPORT_EXPIRED',
      `This upload has expired after ${STAGED_HOURS} hours. Upload the file again.`,
    );
  }
  return row;
}

export function refuseNetworth(name: string): void {
  if (isNetworth(name)) {
    const message = `${NETWORTH} is the total of all portfolios. Choose one of them.`;
    throw invalid([{ field: 'portfolio', message }]);
  }
}

/** An import is committed once: with a row that is not there it would be used up for nothing. @throws 422 */
async function refuseMissingRows(trx: DbTransaction, importId: string, rows: number[]): Promise<void> {
  const { rows: missing } = await trx.raw<{ rows: { row: string }[] }>(
    `select asked.row from unnest(?::bigint[]) as asked (row)
     where not exists (select 1 from portfolio.import_rows r where r.import_id = ? and r.row = asked.row)
     order by asked.row limit 1`,
    [rows, importId],
  );
  const [first] = missing;
  if (first !== undefined)
    throw invalid([{ field: 'rows', message: `Row ${first.row} is not in the file.` }]);
}

function nothingToReplaceWith(portfolio: string) {
  const message = `would only delete the records of ${portfolio}, because none of the chosen rows can be imported. Correct the rows, choose others, or merge.`;
  return invalid([{ field: 'mode', message }]);
}

/** Deletes a portfolio's rows of one kind (spec: Import and ledger rules 1). */
async function clearPortfolio(
  trx: DbTransaction,
  portfolioId: string,
  type: 'holdings' | 'transactions',
): Promise<{ count: number; keys: PositionKey[] }> {
  if (type === 'holdings') {
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      'delete from portfolio.holdings where portfolio_id = ?',
      [portfolioId],
    );
    return { count: rowCount, keys: [] };
  }
  const symbols = await TransactionModel.query(trx).distinct('symbol').where('portfolio_id', portfolioId);
  const count = await TransactionModel.query(trx).where('portfolio_id', portfolioId).delete();
  return { count, keys: symbols.map(({ symbol }) => ({ portfolio_id: portfolioId, symbol })) };
}
