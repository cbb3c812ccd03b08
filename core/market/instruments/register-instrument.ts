import type { DbTransaction } from '../../platform/index.ts';
import { isSameIssuer } from './instrument.ts';

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
