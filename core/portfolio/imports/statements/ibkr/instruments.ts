import { type AssetClass, assetClassOf, isIsin } from '../../../../market/instruments/index.ts';
import type { RawFields } from '../../rows/index.ts';
import { dataOf, type Sections } from './sections.ts';

/** What a statement knows of a security, under the names of a Flex query. */
type InstrumentAttributes = Readonly<
  Partial<Record<'conid' | 'isin' | 'assetCategory' | 'subCategory' | 'description', string>>
>;

/** The symbol as the sync of an account writes it: BRK B is BRK.B. */
export function ibkrSymbol(text: string): string {
  return text.trim().toUpperCase().replace(/\s+/g, '.');
}

/**
 * The securities by symbol. Their table has the number of the contract where lists of holdings have a quantity: nothing of it
 * is ever held.
 */
export function instrumentsOf(sections: Sections): ReadonlyMap<string, InstrumentAttributes> {
  const known = new Map<string, InstrumentAttributes>();
  for (const { cell } of dataOf(sections, 'Financial Instrument Information', 'assetcategory')) {
    const isin = cell('securityid').toUpperCase();
    const attributes = {
      conid: cell('conid'),
      assetCategory: categoryCode(cell('assetcategory')),
      description: cell('description'),
      subCategory: cell('type'),
      ...(isIsin(isin) ? { isin } : {}),
    };
    // One that changed its symbol goes by both.
    for (const symbol of cell('symbol').split(',')) known.set(ibkrSymbol(symbol), attributes);
  }
  return known;
}

/** Shares of any country but India count as US Equity, the class of foreign shares. */
export function shareClass(isin: string | null, currency: string): AssetClass {
  return assetClassOf('stock', { isin, currency }) ?? 'US Equity';
}

/** What the table of securities tells of a symbol. */
export function knownFields(sections: Sections): (symbol: string, currency: string) => RawFields {
  const instruments = instrumentsOf(sections);
  return (symbol, currency) => {
    const { isin, conid, assetCategory, subCategory = '' } = instruments.get(symbol) ?? {};
    const asset_class =
      assetCategory === 'FUND'
        ? 'Mutual Fund'
        : /^etf$/i.test(subCategory)
          ? 'ETF'
          : shareClass(isin ?? null, currency);
    return {
      asset_class,
      ...(isin === undefined ? {} : { isin }),
      ...(conid === undefined || conid === '' ? {} : { security_id: conid }),
    };
  };
}

const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/^stocks?\b/i, 'STK'],
  [/^mutual funds?\b/i, 'FUND'],
  [/\boptions?\b/i, 'OPT'],
  [/^warrants?\b/i, 'WAR'],
  [/\bfutures?\b/i, 'FUT'],
  [/^cfds?\b/i, 'CFD'],
  [/^forex\b/i, 'CASH'],
  [/^treasury bills?\b/i, 'BILL'],
  [/\bbonds?\b/i, 'BOND'],
];

/** The code of an asset category: Stocks, also "Stocks - Held with …", is STK. */
export function categoryCode(words: string): string {
  return CATEGORIES.find(([pattern]) => pattern.test(words.trim()))?.[1] ?? words.trim().toUpperCase();
}
