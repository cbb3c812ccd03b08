import { GRANDFATHERED_ON } from '../../finance/tax-law/index.ts';
import type { MarketHistory } from '../../market/index.ts';
import type { Resolver } from '../../market/instruments/index.ts';
import { Decimal } from '../../platform/index.ts';
import type { PositionYear } from './lots.ts';
import type { OldPrice } from './old-share.ts';
import type { TaxedSecurity } from './rows.ts';

interface Sources {
  history: Pick<MarketHistory, 'closesOf'>;
  resolver: Resolver;
}

/** A share whose close of 31 January 2018 is wanted, with the day that its words are of. */
interface AskedShare {
  symbol: string;
  isin: string | null;
  on: string;
}

/** Gives securities the prices of 31 January 2018 that parts of their sales need, those of former shares too. */
export async function addOldPrices(
  positions: readonly { security: TaxedSecurity; year: PositionYear }[],
  { today, ...sources }: Sources & { today: string },
): Promise<void> {
  const wanted = positions.flatMap(({ security, year: { sold } }) => {
    const olds = sold.flatMap(({ old }) => (old === null || old.reason !== null ? [] : [old]));
    const formers = new Map(olds.flatMap(({ former }) => (former === null ? [] : [[former.symbol, former]])));
    const { isin, symbol } = security;
    return [
      ...(olds.some(({ former }) => former === null)
        ? [{ security, former: null, isin, symbol, on: today }]
        : []),
      ...[...formers.values()].map((former) => ({
        security,
        former: former.symbol,
        ...former,
        on: GRANDFATHERED_ON,
      })),
    ];
  });
  const prices = await oldPrices(wanted, sources);
  for (const [at, { security, former }] of wanted.entries()) {
    const price = prices[at];
    if (price === undefined) continue;
    if (former === null) security.old_price = price;
    else security.former_prices = new Map([...security.former_prices, [former, price]]);
  }
}

/**
 * The closes of 31 January 2018 as traded then, in the order of the securities; with the reason where there is none.
 * One query for all.
 */
async function oldPrices(
  securities: readonly AskedShare[],
  { history, resolver }: Sources,
): Promise<OldPrice[]> {
  if (securities.length === 0) return [];
  const ids = securities.map(({ isin, on, symbol }) => {
    const found = resolver.resolve({ isin, symbol, on });
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
