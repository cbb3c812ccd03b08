import type { LedgerPosition, HeldLabel } from '../../portfolio/index.ts';
import type { Security } from '../../finance/tax-law/index.ts';
import { exchangeAssetClass, type AssetClass, type Resolver } from '../../market/instruments/index.ts';

/** What its own rows say of a position. */
export type OwnLabel = Pick<LedgerPosition, 'symbol' | 'currency' | 'isin' | 'asset_class'>;

/** What a position is of: its own rows first, then its holding, then the registry of instruments. */
export function securityOf(
  position: OwnLabel,
  held: HeldLabel | undefined,
  resolver: Resolver,
  today: string,
): Security {
  const { currency, symbol } = position;
  const known = position.isin ?? held?.isin ?? null;
  const found = currency === 'INR' ? resolver.resolve({ isin: known, symbol, on: today }) : null;
  const instrument = found?.outcome === 'FOUND' ? found.instrument : null;
  const isin = known ?? instrument?.isin ?? null;
  return {
    symbol,
    currency,
    isin,
    name: held?.name ?? instrument?.name ?? null,
    asset_class:
      (position.asset_class as AssetClass | null) ?? held?.asset_class ?? classOf(symbol, isin, instrument),
  };
}

function classOf(
  symbol: string,
  isin: string | null,
  instrument: { asset_class: string } | null,
): AssetClass | null {
  if (instrument !== null && instrument.asset_class !== 'Index') return instrument.asset_class as AssetClass;
  return isin?.startsWith('IN') === true && !isin.startsWith('INF') ? exchangeAssetClass(symbol, isin) : null;
}
