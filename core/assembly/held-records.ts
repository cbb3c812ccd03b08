import type { BrokerName } from '../brokers/index.ts';
import type { MarketHistory } from '../market/index.ts';
import type { Instrument, Instruments } from '../market/instruments/index.ts';
import { decimal } from '../platform/index.ts';
import type { PortfolioArea } from '../portfolio/index.ts';
import type { HeldQuote, HeldRecords } from '../research/index.ts';
import type { Watchlist } from '../watchlist/index.ts';

interface HeldRecordSources {
  history: Pick<MarketHistory, 'recordedCloses' | 'ratiosOf'>;
  instruments: Pick<Instruments, 'byIds' | 'search'>;
  portfolio: { quotes: Pick<PortfolioArea['quotes'], 'lastPrices'> };
  watchlist: { items: Pick<Watchlist['items'], 'rows'> };
}

/** Brokers that give prices of their own. A bridge in front of somebody’s web page is not one: nobody knows whose prices those are. */
const FEEDS: Readonly<Partial<Record<BrokerName, string>>> = {
  zerodha: 'Zerodha',
  dhan: 'Dhan',
  ibkr_flex: 'Interactive Brokers',
};

/**
 * What research may know of what Munim holds: prices and sectors, and never how many of anything somebody has. The history
 * and the registry belong to nobody; the last prices are those of one person alone.
 */
export function heldRecords({ history, instruments, portfolio, watchlist }: HeldRecordSources): HeldRecords {
  return {
    feeds: FEEDS,
    async closes(instrumentId, from, to) {
      const closes = await history.recordedCloses(instrumentId, from, to);
      return closes.map((one) => ({ ...one, recorded_at: one.recorded_at.toISOString() }));
    },
    async changes(instrumentId) {
      const ratios = (await history.ratiosOf([instrumentId])).get(instrumentId) ?? [];
      return ratios.map(({ ex_date, kind, new_shares, old_shares }) => ({
        ex_date,
        kind: kind === 'BONUS' ? 'BONUS' : 'SPLIT',
        new_shares: decimal(new_shares).toFixed(),
        old_shares: decimal(old_shares).toFixed(),
      }));
    },
    async listing({ instrument_id, isin }) {
      const own = (await instruments.byIds([instrument_id])).get(instrument_id);
      const others = isin === null ? [] : (await instruments.search(isin)).filter((one) => one.isin === isin);
      const one = [own, ...others].find(
        (found): found is Instrument & { sector: string } => (found?.sector ?? null) !== null,
      );
      if (one === undefined) return null;
      const { sector, industry, classification: scheme, classified_on } = one;
      return { sector, industry, scheme, classified_on };
    },
    async quotes(ownerUserId) {
      const held = await portfolio.quotes.lastPrices(ownerUserId);
      const watching = (await watchlist.items.rows(ownerUserId)).flatMap(({ price, priced_at, ...one }) =>
        price === null || priced_at === null ? [] : [{ ...one, price, priced_at }],
      );
      return [...held, ...watching].map(
        ({
          symbol,
          isin,
          asset_class,
          currency,
          price,
          priced_at,
          price_source,
          price_as_of,
        }): HeldQuote => ({
          symbol,
          isin,
          asset_class,
          currency,
          price: price.toFixed(),
          day: price_as_of,
          seen_at: priced_at.toISOString(),
          source: price_source,
        }),
      );
    },
  };
}
