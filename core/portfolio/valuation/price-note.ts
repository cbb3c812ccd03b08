import { dayInWords } from '../../platform/index.ts';
import { TRADE_SOURCE } from '../ledger/index.ts';

/** Origins of prices that no market gave. */
const ORIGINS: Readonly<Record<string, string>> = {
  [TRADE_SOURCE]: 'your last trade',
  STATEMENT: 'your statement',
  CSV: 'your file',
};

/** Origin of the price of a holding: `your last trade, 12 Mar 2024`; null for one of a market, and without a day. */
export function priceNote({
  price_source,
  price_as_of,
}: {
  price_source: string | null;
  price_as_of: string | null;
}): string | null {
  const origin = ORIGINS[price_source ?? ''];
  return origin === undefined || price_as_of === null ? null : `${origin}, ${dayInWords(price_as_of)}`;
}
