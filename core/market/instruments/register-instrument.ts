import type { DbTransaction } from '../../platform/index.ts';
import { aliasKey, isSameIssuer } from './instrument.ts';

/** A thing that the exchange trades and the registry did not know. */
export interface NewInstrument {
  exchange: string;
  symbol: string;
  isin: string | null;
  asset_class: 'Indian Equity' | 'US Equity' | 'ETF' | 'Bond';
  series: string | null;
}

/**
 * Enters an instrument, unless somebody else just did.
 * @returns its id; null where its symbol is another company's, as their ISINs tell.
 */
export async function registerInstrument(trx: DbTransaction, row: NewInstrument): Promise<string | null> {
  await trx.raw('lock table market.instruments in share row exclusive mode');
  const { exchange, symbol } = row;
  const known = (await trx('market.instruments')
    .where({ exchange, symbol, delisted_on: null })
    .first('id', 'isin')) as { id: string; isin: string | null } | undefined;
  if (known !== undefined) {
    const isOther = known.isin !== null && row.isin !== null && !isSameIssuer(known.isin, row.isin);
    return isOther ? null : known.id;
  }
  const [added] = (await trx('market.instruments').insert(row).returning('id')) as { id: string }[];
  return added?.id ?? '';
}

/** Prefix of the ids of instruments that people's own files alone name. */
export const UNLISTED_ID = 'file:';

/**
 * Enters a security that no exchange of the registry lists, such as a fund, unless it is there. It is found by its ISIN,
 * or where it has none by its symbol.
 * @returns its id.
 */
export async function registerUnlisted(
  trx: DbTransaction,
  {
    symbol,
    isin,
    currency,
    asset_class,
  }: Record<'symbol' | 'currency' | 'asset_class', string> & { isin: string | null },
): Promise<string> {
  const external_id = `${UNLISTED_ID}${isin ?? `${currency}:${encodeURIComponent(symbol)}`}`;
  await trx('market.instruments')
    .insert({ external_id, symbol: isin ?? symbol, isin, asset_class, currency })
    .onConflict('external_id')
    .ignore();
  const { id } = (await trx('market.instruments').where({ external_id }).first('id')) as { id: string };
  if (isin === null)
    await trx('market.instrument_aliases')
      .insert({
        instrument_id: id,
        alias: aliasKey(symbol),
        kind: 'NAME',
        status: 'CONFIRMED',
        source: 'price file',
      })
      .onConflict(['instrument_id', 'kind', 'alias', 'valid_from'])
      .ignore();
  return id;
}
