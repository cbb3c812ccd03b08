import { aliasKey, bareSymbol, isIsin, UNLISTED_ID } from '../instruments/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import { AMFI_ID, type DirectoryScheme } from './history-provider.ts';

/** What a fund is looked up by. */
export interface FundName {
  symbol: string;
  isin: string | null;
}

/** The word of a fund in the directory: its ISIN, or where it has none the name that is its symbol. */
export function fundWord({ symbol, isin }: FundName): string {
  return isin === null ? aliasKey(bareSymbol(symbol)) : aliasKey(isin);
}

/** Why funds were not found in the directory, and when they were looked up, by their words. */
export async function readFundLookups(
  trx: DbTransaction,
  words: readonly string[],
): Promise<Map<string, { asked_at: Date; failure: string }>> {
  const rows = (await trx('market.fund_lookups')
    .whereIn('word', [...words])
    .select('word', 'asked_at', 'failure')) as { word: string; asked_at: Date; failure: string }[];
  return new Map(rows.map(({ word, ...lookup }) => [word, lookup]));
}

export async function keepFundLookup(
  trx: DbTransaction,
  row: { word: string; asked_at: Date; failure: string },
): Promise<void> {
  await trx('market.fund_lookups').insert(row).onConflict('word').merge();
}

/**
 * Enters the scheme of a fund, or the fund's word for a scheme that is there. All ISINs of a scheme mean it; a name does
 * only where the fund has no ISIN, and is the scheme's own.
 */
export async function enterFund(trx: DbTransaction, fund: FundName, scheme: DirectoryScheme): Promise<void> {
  await trx.raw('lock table market.instruments in share row exclusive mode');
  const external_id = `${AMFI_ID}${scheme.code}`;
  const [isinOfFund] = scheme.isins.map(aliasKey).filter((one) => one === fund.isin);
  // A price file may have entered it by its ISIN alone.
  if (isinOfFund !== undefined)
    await trx('market.instruments')
      .where({ external_id: `${UNLISTED_ID}${isinOfFund}` })
      .whereNotExists(trx('market.instruments').where({ external_id }))
      .update({ external_id, name: scheme.name });
  const known = (await trx('market.instruments').where({ external_id }).first('id', 'isin')) as
    | { id: string; isin: string | null }
    | undefined;
  const isins = scheme.isins.map(aliasKey).filter(isIsin);
  const { id, isin } = known ?? (await addFund(trx, external_id, scheme, isins));
  const others = isins.filter((one) => one !== isin).map((alias) => ({ alias, kind: 'FORMER_ISIN' }));
  const names = fund.isin === null ? [{ alias: fundWord(fund), kind: 'NAME' }] : [];
  const aliases = [...others, ...names];
  if (aliases.length > 0)
    await trx('market.instrument_aliases')
      .insert(aliases.map((one) => ({ ...one, instrument_id: id, status: 'CONFIRMED', source: 'AMFI' })))
      .onConflict(['instrument_id', 'kind', 'alias', 'valid_from'])
      // What somebody decided about a word stays.
      .ignore();
  await trx('market.fund_lookups')
    .where({ word: fundWord(fund) })
    .delete();
}

async function addFund(
  trx: DbTransaction,
  external_id: string,
  { code, name }: DirectoryScheme,
  isins: readonly string[],
): Promise<{ id: string; isin: string | null }> {
  const [isin = null] = isins;
  const [added] = (await trx('market.instruments')
    // No exchange gives funds a symbol, and what a person calls one is nobody else's business.
    .insert({
      external_id,
      symbol: isin ?? `AMFI${code}`,
      name,
      isin,
      asset_class: 'Mutual Fund',
      currency: 'INR',
    })
    .returning('id')) as { id: string }[];
  return { id: added?.id ?? '', isin };
}
