import { insertTransactions, leaveOutRecordedDays, leaveOutSynced, type Choice } from '../records/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import type { CompanyNames } from '../../market/instruments/index.ts';
import type { PositionKey } from '../positions/index.ts';
import type { ImportModel } from '../models.ts';
import { upsertHoldings } from './holding-import.ts';
import { alignFundSymbols, hasFunds, leaveOutRecordedFundEntries } from './fund-entries.ts';
import { importerOf, OPENINGS_FORMAT } from './importers/index.ts';
import { type AppliedMerger, mergeSchemes } from './merged-schemes.ts';
import { rederiveImported, refuseSums } from './overflowing-rows.ts';
import { lowerOpenings, lowerRecordedOpenings } from './statement-openings.ts';
import { STATEMENTS } from './statements/index.ts';
import { alignSymbolsByCode } from './symbols-by-code.ts';
import { alignSymbols } from './symbols-by-isin.ts';

/** What became of the chosen rows. */
interface WrittenRows {
  /** Rows of the file that are recorded because of it. */
  imported: number;
  /** Valid rows in all, those left out because a sync recorded them not counted. */
  chosen: number;
  /** Rows whose execution stands in the file twice. */
  repeated: number;
  /** Rows that were recorded before: by a connection, by another kind of file, or by an earlier statement whose units this one opens with. */
  synced: number;
  symbols: PositionKey[];
  /** Mergers of schemes that the rows made known. */
  mergers: AppliedMerger[];
}

/**
 * Writes the chosen valid rows of an import and derives the positions they touch, with those of `before` that were touched
 * already. A row with which a sum would be too large becomes invalid.
 */
export async function writeRows(
  trx: DbTransaction,
  {
    userId,
    now,
    staged,
    choice,
    companies,
  }: { userId: string; now: Date; staged: ImportModel; choice: Choice; companies: CompanyNames },
  before: readonly PositionKey[] = [],
): Promise<WrittenRows> {
  const type = staged.type ?? 'transactions';
  const statement = STATEMENTS.find((one) => one.format === staged.detected_format);
  const { symbolsByIsin } = statement ?? importerOf(staged.detected_format, type) ?? {};
  if (symbolsByIsin === 'all' && type === 'transactions') await alignSymbolsByCode(trx, choice, companies);
  if (symbolsByIsin !== undefined) await alignSymbols(trx, choice, type, symbolsByIsin);
  if (type === 'holdings') {
    const { imported, chosen, repeated, symbols } = await upsertHoldings(trx, userId, choice, now);
    return { imported, chosen, repeated, synced: 0, symbols, mergers: [] };
  }
  const isOfFunds = await hasFunds(trx, choice);
  let synced = (await leaveOutSynced(trx, choice)) + (await leaveOutRecordedDays(trx, choice));
  if (isOfFunds) {
    await alignFundSymbols(trx, choice);
    synced += (await leaveOutRecordedFundEntries(trx, choice)) + (await lowerOpenings(trx, choice));
  }
  await refuseSums(trx, choice);
  const { imported, chosen, repeated, symbols, timed } = await insertTransactions(trx, userId, {
    ...choice,
    areOpenings: staged.detected_format === OPENINGS_FORMAT,
  });
  const openings = isOfFunds ? await lowerRecordedOpenings(trx, { userId, importId: staged.id }) : [];
  const portfolios = new Set([...symbols, ...openings].map((key) => key.portfolio_id));
  const merged = isOfFunds
    ? await mergeSchemes(trx, userId, [...portfolios], now)
    : { touched: [], applied: [] };
  const touched = new Map(
    [...before, ...symbols, ...timed, ...openings, ...merged.touched].map((key) => [
      `${key.portfolio_id}\0${key.symbol}`,
      key,
    ]),
  );
  const takenBack = await rederiveImported(trx, userId, choice, [...touched.values()], now);
  const mergers = merged.applied;
  return { imported: imported - takenBack, chosen: chosen - takenBack, repeated, synced, symbols, mergers };
}
