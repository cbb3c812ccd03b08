import type { TaxGroup } from './term.ts';

/** Legal kinds of securities. An ETF is a listed unit, so it has another holding period than a fund. */
export type LegalKind =
  | 'LISTED_EQUITY'
  | 'BUSINESS_TRUST'
  | 'DEBT_FUND'
  | 'DEBT_ETF'
  | 'OTHER_FUND'
  | 'OTHER_ETF'
  | 'BOND'
  | 'UNLISTED_SHARE'
  | 'FOREIGN_SHARE'
  | 'COMMODITY';

/** The classes of assets that the law tells apart. */
type TaxedClass =
  | 'Indian Equity'
  | 'US Equity'
  | 'ETF'
  | 'Mutual Fund'
  | 'Bond'
  | 'Commodity'
  | 'Unlisted'
  | 'Cash';

/** Known attributes of a security. */
export interface Security {
  symbol: string;
  name: string | null;
  isin: string | null;
  /** Null where it is not known: then the currency and the ISIN decide. */
  asset_class: TaxedClass | null;
  currency: string;
}

const DEBT =
  /\b(liquid|overnight|gilt|g-?sec|debt|bond|bonds|bharat bond|money market|ultra short|low duration|short duration|short term|medium duration|long duration|medium term|dynamic bond|corporate bond|credit risk|banking (?:and|&) psu|floater|floating rate|income fund|treasury|savings fund|fixed maturity|sdl)\b/i;
const DEBT_SYMBOL = /(LIQUID|GILT|GSEC|BOND|SDL|^EBBETF)/;
const EQUITY = /\b(equity|arbitrage)\b/i;
const OTHER =
  /\b(gold|silver|commodit\w*|nasdaq|s&p ?500|u\.?s\.?|international|global|world|overseas|foreign|asia|asean|china|hang seng|europe|japan|emerging markets?|fang\+?|conservative hybrid|multi asset)\b/i;
const OTHER_SYMBOL = /(GOLD|SILVER|^MON100|^MAFANG|HNGSNG)/;

/** How a fund invests, as far as its name tells: debt, equity, or something else such as gold or foreign shares. */
function investsIn({ symbol, name }: Security): 'EQUITY' | 'DEBT' | 'OTHER' {
  const words = `${name ?? ''} ${symbol}`;
  if (OTHER.test(words) || OTHER_SYMBOL.test(symbol)) return 'OTHER';
  // An equity savings fund saves in shares.
  if (EQUITY.test(words)) return 'EQUITY';
  return DEBT.test(words) || DEBT_SYMBOL.test(symbol) ? 'DEBT' : 'EQUITY';
}

/** The legal kind of a security, by which the dated table of rules finds its rule; null for cash. */
export function legalKindOf(security: Security): LegalKind | null {
  const { asset_class, currency, isin } = security;
  const isForeign = currency !== 'INR' || (isin !== null && !isin.startsWith('IN'));
  switch (asset_class) {
    case 'Cash':
      return null;
    case 'US Equity':
      return 'FOREIGN_SHARE';
    case 'Bond':
      return isForeign ? null : 'BOND';
    case 'Unlisted':
      return isForeign ? 'FOREIGN_SHARE' : 'UNLISTED_SHARE';
    case 'Commodity':
      return isForeign ? null : 'COMMODITY';
    case 'ETF':
    case 'Mutual Fund': {
      if (isForeign) return 'FOREIGN_SHARE';
      const kind = investsIn(security);
      if (kind === 'EQUITY') return 'LISTED_EQUITY';
      return `${kind}_${asset_class === 'ETF' ? 'ETF' : 'FUND'}`;
    }
    case 'Indian Equity':
    case null:
      if (isForeign) return 'FOREIGN_SHARE';
      return isUnitOfTrust(isin) ? 'BUSINESS_TRUST' : 'LISTED_EQUITY';
  }
}

/** The ISIN of an Indian issuer names its kind of security: 23 is an infrastructure, 25 a real estate investment trust. */
function isUnitOfTrust(isin: string | null): boolean {
  return isin !== null && /^INE.{4}2[35]/.test(isin);
}

/**
 * The group of the spec's rule (Report rules 9): bonds, cash and funds whose name says debt are long-term after 36
 * months, everything else after 12.
 */
export function taxGroupOf(security: Security): TaxGroup {
  const { asset_class } = security;
  if (asset_class === 'Bond' || asset_class === 'Cash') return 'DEBT';
  const isFund = asset_class === 'ETF' || asset_class === 'Mutual Fund';
  return isFund && investsIn(security) === 'DEBT' ? 'DEBT' : 'EQUITY';
}
