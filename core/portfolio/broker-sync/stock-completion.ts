import type { SyncedHolding } from '../../brokers/index.ts';
import type { SettlementDays } from '../../market/calendar/index.ts';
import { addDays, Decimal, type DbTransaction } from '../../platform/index.ts';
import { HoldingModel } from '../models.ts';
import { ledgerQuantities, type RecentTrade, recentTrades } from './broker-sync-store.ts';
import { mergeSymbols } from './holding-plan.ts';
import { beyondBefore, withUnsettled } from './unsettled.ts';

/** Holidays in a row and a cycle of two days lie within it. */
const LONGEST_SETTLEMENT_DAYS = 14;
const NOTHING = new Decimal(0);

/** Completes the stock that a broker lists by the trades that it does not show yet (spec: Connection sync rules 3). */
export function createStockCompletion(settlement: SettlementDays) {
  /**
   * Trades that a broker's stock may lack today, by symbol: those of which the day of settlement is not over. Units of funds
   * come into the stock as late as shares do.
   */
  async function unsettled(
    trx: DbTransaction,
    portfolioId: string,
    today: string,
  ): Promise<Map<string, RecentTrade[]>> {
    const found = new Map<string, RecentTrade[]>();
    for (const trade of await recentTrades(trx, portfolioId, addDays(today, -LONGEST_SETTLEMENT_DAYS))) {
      if (settlement.of(null, trade.currency)(trade.date) < today) continue;
      found.set(trade.symbol, [...(found.get(trade.symbol) ?? []), trade]);
    }
    return found;
  }

  return {
    /** Units that the broker held beyond the ledger, by symbol; read before the trades of a sync are recorded. */
    async beyondLedger(
      trx: DbTransaction,
      portfolioId: string,
      today: string,
    ): Promise<Map<string, Decimal>> {
      const rows = await HoldingModel.query(trx).where({ portfolio_id: portfolioId, source: 'BROKER' });
      if (rows.length === 0) return new Map();
      const symbols = rows.map(({ symbol }) => symbol);
      const ledger = await ledgerQuantities(trx, portfolioId, symbols);
      const trades = await unsettled(trx, portfolioId, today);
      return new Map(
        rows.map(({ symbol, quantity }) => {
          const byOthers = (trades.get(symbol) ?? []).filter((one) => !one.is_synced);
          return [symbol, beyondBefore(quantity, netOf(ledger.get(symbol)), byOthers)];
        }),
      );
    },

    /**
     * What is held by a broker's stock and the trades that it lacks, once the trades of the sync are recorded; no holding has
     * a quantity of 0. A broker that lists nothing at all is believed in nothing.
     */
    async completed(
      trx: DbTransaction,
      of: {
        before: readonly HoldingModel[];
        stock: readonly SyncedHolding[];
        beyond: ReadonlyMap<string, Decimal>;
        today: string;
      },
      portfolioId: string,
    ): Promise<SyncedHolding[]> {
      const merged = mergeSymbols(of.stock);
      const trades = await unsettled(trx, portfolioId, of.today);
      const listed = new Set(merged.map(({ symbol }) => symbol));
      const unlisted = merged.length === 0 ? [] : of.before.filter((row) => isUnlisted(row, listed, trades));
      const ledger = await ledgerQuantities(trx, portfolioId, [...trades.keys()]);
      return [...merged, ...unlisted.map(nothingOf)]
        .map((one) => {
          const net = netOf(ledger.get(one.symbol));
          const beyond = of.beyond.get(one.symbol);
          // A ledger that lacks purchases cannot tell, at the first look, what the stock lacks.
          if (beyond === undefined && net.isNegative()) return one;
          return withUnsettled(one, {
            ledger: net,
            beyond: beyond ?? NOTHING,
            unsettled: trades.get(one.symbol) ?? [],
          });
        })
        .filter(({ quantity }) => !new Decimal(quantity).isZero());
    },
  };
}

/** Bought less sold, below 0 where purchases are not recorded. */
const netOf = (ledger: { quantity: Decimal; unmatched: Decimal } | undefined): Decimal =>
  ledger === undefined ? NOTHING : ledger.quantity.minus(ledger.unmatched);

/** The broker had it, lists it no more, and it was traded lately: sold and bought again, for one. */
function isUnlisted(
  { source, symbol }: HoldingModel,
  listed: ReadonlySet<string>,
  trades: ReadonlyMap<string, unknown>,
): boolean {
  return source === 'BROKER' && !listed.has(symbol) && trades.has(symbol);
}

const nothingOf = ({ symbol, asset_class, currency }: HoldingModel): SyncedHolding => ({
  symbol,
  name: null,
  isin: null,
  asset_class,
  currency,
  quantity: '0',
  avg_buy_price: null,
  last_price: null,
  previous_close: null,
  price_as_of: '',
  is_live: false,
});
