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
 * Enters an instrument, unless the registry has its ISIN or its symbol: a renamed share keeps its ISIN, and books may trade
 * it under both names.
 * @returns its id; null where its symbol is another company's, as their ISINs tell.
 */
export async function registerInstrument(trx: DbTransaction, row: NewInstrument): Promise<string | null> {
  await trx.raw('lock table market.instruments in share row exclusive mode');
  const { exchange, symbol, isin } = row;
  const registered = trx('market.instruments').select('id', 'isin').where({ exchange });
  const known = ((isin === null ? undefined : await registered.clone().where({ isin }).first()) ??
    (await registered.where({ symbol, delisted_on: null }).first())) as
    | { id: string; isin: string | null }
    | undefined;
  if (known !== undefined) {
    const isOther = known.isin !== null && isin !== null && !isSameIssuer(known.isin, isin);
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
