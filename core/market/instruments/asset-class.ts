/** The kinds of asset a holding or a transaction may carry. */
export const ASSET_CLASSES = [
  'Indian Equity',
  'US Equity',
  'ETF',
  'Mutual Fund',
  'Bond',
  'Commodity',
  'Unlisted',
  'Cash',
] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

/** Words of files, reduced to letters, and the class they mean. `equity` alone depends on the country. */
const ALIASES = new Map<string, AssetClass | 'equity'>(
  Object.entries({
    equity: 'equity',
    equities: 'equity',
    eq: 'equity',
    stk: 'equity',
    stock: 'equity',
    stocks: 'equity',
    share: 'equity',
    shares: 'equity',
    indianequity: 'Indian Equity',
    indianstock: 'Indian Equity',
    indianstocks: 'Indian Equity',
    inequity: 'Indian Equity',
    usequity: 'US Equity',
    usstock: 'US Equity',
    usstocks: 'US Equity',
    etf: 'ETF',
    etfs: 'ETF',
    exchangetradedfund: 'ETF',
    mutualfund: 'Mutual Fund',
    mutualfunds: 'Mutual Fund',
    mf: 'Mutual Fund',
    fund: 'Mutual Fund',
    bond: 'Bond',
    bonds: 'Bond',
    debenture: 'Bond',
    ncd: 'Bond',
    gsec: 'Bond',
    sgb: 'Bond',
    sovereigngoldbond: 'Bond',
    fixedincome: 'Bond',
    commodity: 'Commodity',
    commodities: 'Commodity',
    gold: 'Commodity',
    silver: 'Commodity',
    unlisted: 'Unlisted',
    unlistedequity: 'Unlisted',
    unlistedshares: 'Unlisted',
    cash: 'Cash',
  } as const),
);

const EXACT = new Map<string, AssetClass>(ASSET_CLASSES.map((name) => [name, name]));

const COUNTRY_OF = new Map([
  ['INR', 'IN'],
  ['USD', 'US'],
]);

/** What tells where an equity is from. */
interface Origin {
  isin: string | null;
  currency: string | null;
}

/** The class a word of the file means, or null when it means none of ours. */
export function assetClassOf(word: string, origin: Origin): AssetClass | null {
  const exact = EXACT.get(word);
  if (exact) return exact;
  const meaning = ALIASES.get(word.toLowerCase().replace(/[^a-z]/g, ''));
  if (meaning !== 'equity') return meaning ?? null;
  const issuer = origin.isin?.slice(0, 2);
  const market = COUNTRY_OF.get(origin.currency ?? '');
  const country = issuer ?? market;
  if (country === 'IN' || (country === undefined && origin.currency === null)) return 'Indian Equity';
  // Many companies of New York's exchanges have their seat, and their ISIN, elsewhere: what trades in dollars is theirs.
  return country === 'US' || market === 'US' ? 'US Equity' : null;
}

/**
 * The class of something bought on an Indian exchange. The ISIN decides where there is one: INF is a fund and so,
 * on an exchange, an ETF; IN0 to IN9 are government securities; INE with type 07 or 08 is a debenture.
 */
export function exchangeAssetClass(
  symbol: string,
  isin: string,
): Extract<AssetClass, 'Indian Equity' | 'ETF' | 'Bond'> {
  if (isin.startsWith('INF')) return 'ETF';
  if (/^IN\d/.test(isin)) return 'Bond';
  if (isin.startsWith('INE'))
    return isin.slice(7, 9) === '07' || isin.slice(7, 9) === '08' ? 'Bond' : 'Indian Equity';
  if (/^SGB[A-Z]{3}\d{2}/.test(symbol)) return 'Bond';
  return /(?:BEES|ETF|CASE)$/.test(symbol) ? 'ETF' : 'Indian Equity';
}

/** The class an ISIN alone proves; null where it could be several (a US or an INF code is a share, a fund or an ETF). */
export function assetClassOfIsin(isin: string | null): AssetClass | null {
  if (isin === null) return null;
  if (isin.startsWith('INE') || /^IN\d/.test(isin)) return exchangeAssetClass('', isin);
  return null;
}
