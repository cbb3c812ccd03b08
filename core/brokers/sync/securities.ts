import type { Instrument } from '../../market/index.ts';

/** The numbers by which one broker knows what an account holds or has traded, by the symbol it is kept by here. */
export type Securities = Readonly<Record<string, Security>>;

export interface Security {
  id: string;
  isin: string | null;
}

/** Notes the number of a symbol; what has none is no news. */
export function noteSecurity(
  securities: Record<string, Security>,
  symbol: string | null,
  { isin, security_id }: { isin: string | null; security_id: string | null },
): void {
  if (symbol === null || security_id === null) return;
  securities[symbol] = { id: security_id, isin };
}

/** The broker's number of an instrument; null where it has none, or where the symbol is that of another ISIN. */
export function securityIdOf(
  securities: Securities,
  { symbol, isin }: Pick<Instrument, 'symbol' | 'isin'>,
): string | null {
  const known = Object.hasOwn(securities, symbol) ? securities[symbol] : undefined;
  if (known === undefined || (isin !== null && known.isin !== null && isin !== known.isin)) return null;
  return known.id;
}
