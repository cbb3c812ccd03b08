import type { LedgerPosition, HeldLabel } from '../../portfolio/index.ts';
import { GRANDFATHERED_ON, type Security } from '../../finance/tax-law/index.ts';
import type { MarketHistory } from '../../market/index.ts';
import { Decimal } from '../../platform/index.ts';
import type { OldPrice } from './rows.ts';
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

/**
 * The closes of 31 January 2018 as traded then, in the order of the securities; with the reason where there is none.
 * One query for all.
 */
export async function oldPrices(
  securities: readonly Security[],
  {
    history,
    resolver,
    today,
  }: { history: Pick<MarketHistory, 'closesOf'>; resolver: Resolver; today: string },
): Promise<OldPrice[]> {
  if (securities.length === 0) return [];
  const ids = securities.map(({ isin, symbol }) => {
    const found = resolver.resolve({ isin, symbol, on: today });
    return found.outcome === 'FOUND' ? found.instrument.id : null;
  });
  const closes = await history.closesOf([...new Set(ids.filter((id) => id !== null))], {
    from: GRANDFATHERED_ON,
    to: GRANDFATHERED_ON,
    adjusted: false,
  });
  return securities.map(({ symbol }, at): OldPrice => {
    const id = ids[at] ?? null;
    const close = id === null ? undefined : closes.get(id)?.closes[0];
    if (close !== undefined) return { price: new Decimal(close), reason: null };
    return {
      price: null,
      reason:
        id === null
          ? `${symbol} is not in the instrument registry, so its price on 31 January 2018 cannot be looked up. Add its ISIN, and import that day’s prices.`
          : `No price of ${symbol} on 31 January 2018 is stored. Import that day’s prices.`,
    };
  });
}
