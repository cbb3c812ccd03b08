import { chargesOf } from '../../core/finance/charges/index.ts';
import { AMOUNT_ONE, Decimal, parseAmount } from '../../core/platform/index.ts';
import { TODAY } from './allocation-world.ts';
import { rowsOf } from './contribution-world.ts';
import { LAST_CLOSE, type LiveWorld } from './live-policy.ts';

/** The purchases worked out one share at a time, in decimals, from the books as they stand. */
export async function slowLegs(
  world: LiveWorld,
  policy: string,
  config: { top_n: number; max_stock_pct?: number; max_sector_pct?: number },
  amount: number,
): Promise<[symbol: string, quantity: number][]> {
  const [books] = await rowsOf<{ cash: string; tax: string }>(
    world,
    `select cash::text, (tax_accrued - tax_paid)::text as tax from policy.policy_state where policy_id = ? and mode = 'LIVE'`,
    [policy],
  );
  const shares = await rowsOf<{
    symbol: string;
    sector: string;
    rank: number | null;
    held: string;
    close: string;
  }>(
    world,
    `select i.symbol, i.sector, s.rank, coalesce(h.quantity, 0)::text as held, p.close::text
     from market.instruments i
     join portfolio.price_history p on p.instrument_id = i.id and p.day = ?
     left join policy.policy_positions h on h.instrument_id = i.id and h.policy_id = ? and h.mode = 'LIVE'
     left join policy.policy_signals s on s.instrument_id = i.id and s.policy_id = ? and s.mode = 'LIVE' and s.rank <= ?
     order by s.rank nulls last`,
    [LAST_CLOSE, policy, policy, config.top_n],
  );
  const valueOf = ({ held, close }: { held: string; close: string }) => new Decimal(held).times(close);
  const worth = Decimal.sum(books?.cash ?? 0, ...shares.map(valueOf)).minus(books?.tax ?? 0);
  const part = (pct: number | undefined) => (pct === undefined ? null : worth.times(pct).div(100));
  const [stockCap, sectorCap] = [part(config.max_stock_pct), part(config.max_sector_pct)];
  const targets = shares.filter(({ rank }) => rank !== null);
  const legs = targets
    .map((share) => ({ ...share, quantity: 0, short: worth.div(config.top_n).minus(valueOf(share)) }))
    .filter(({ short }) => short.gt(0));
  const all = Decimal.sum(0, ...legs.map(({ short }) => short));
  const costOf = ({ close, quantity }: { close: string; quantity: number }) => {
    const value = parseAmount(new Decimal(close).times(quantity));
    return quantity === 0
      ? new Decimal(0)
      : new Decimal(close)
          .times(quantity)
          .plus(
            new Decimal(String(chargesOf({ side: 'BUY', kind: 'SHARE', day: TODAY, value }).total)).div(
              String(AMOUNT_ONE),
            ),
          );
  };
  const fits = (leg: (typeof legs)[number], most: Decimal): boolean => {
    const more = { ...leg, quantity: leg.quantity + 1 };
    const bought = new Decimal(leg.close).times(more.quantity);
    if (bought.gt(most)) return false;
    if (stockCap !== null && valueOf(leg).plus(bought).gt(stockCap)) return false;
    const sector = Decimal.sum(
      0,
      ...shares.filter((one) => one.sector === leg.sector).map(valueOf),
      ...legs
        .filter((one) => one.sector === leg.sector && one.symbol !== leg.symbol)
        .map((one) => new Decimal(one.close).times(one.quantity)),
    );
    if (sectorCap !== null && sector.plus(bought).gt(sectorCap)) return false;
    const others = Decimal.sum(0, ...legs.filter((one) => one.symbol !== leg.symbol).map(costOf));
    return others.plus(costOf(more)).lte(amount);
  };
  for (const leg of legs) {
    const most = all.lte(amount) ? leg.short : leg.short.times(amount).div(all);
    while (fits(leg, most)) leg.quantity += 1;
  }
  for (const leg of legs) while (fits(leg, leg.short)) leg.quantity += 1;
  return legs.flatMap(({ symbol, quantity }) => (quantity > 0 ? [[symbol, quantity]] : []));
}
