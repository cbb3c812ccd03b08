import type { InstrumentClass, Resolver } from '../../market/instruments/index.ts';
import type { HoldingModel } from '../models.ts';

/** A holding without a name or a sector. */
export interface UnlabelledHolding {
  id: string;
  symbol: string;
  isin: string | null;
  asset_class: HoldingModel['asset_class'];
  name: string | null;
  sector: string | null;
}

/** What a holding is to be called and where it belongs; null says nothing. */
export interface HoldingLabel {
  id: string;
  name: string | null;
  sector: string | null;
}

/** Where a holding of a class can be listed: a mutual fund or a deposit may bear the symbol of a share. */
const CLASSES: Partial<Record<UnlabelledHolding['asset_class'], readonly InstrumentClass[]>> = {
  'Indian Equity': ['Indian Equity'],
  'US Equity': ['US Equity'],
  ETF: ['ETF'],
  Commodity: ['ETF'],
};

/**
 * The names and sectors that the registry has for holdings that lack them. A holding that is not found, is not one
 * company alone, or is of another class gets none.
 */
export function labelsFor(
  holdings: readonly UnlabelledHolding[],
  resolver: Resolver,
  on: string,
): HoldingLabel[] {
  return holdings.flatMap((holding) => {
    const classes = CLASSES[holding.asset_class];
    if (classes === undefined) return [];
    const found = resolver.resolve({ isin: holding.isin, symbol: holding.symbol, on });
    if (found.outcome !== 'FOUND' || !classes.includes(found.instrument.asset_class)) return [];
    const name = holding.name === null ? found.instrument.name : null;
    const sector = holding.sector === null ? found.instrument.sector : null;
    return name === null && sector === null ? [] : [{ id: holding.id, name, sector }];
  });
}
