import { parseAmount, parseFixed } from '../../core/platform/fixed-point.ts';
import type { Charges } from '../../core/finance/charges/index.ts';
import type { StrategyConfig } from '../../core/strategies/config.ts';
import { PolicyLedger, PolicyMarket, taxFacts } from '../../core/strategies/engine/index.ts';
import type { PanelSecurity } from '../../core/strategies/panel/index.ts';
import { panelOf, sessions } from './price-panel.ts';
import { strategyConfigOf } from './strategy-config.ts';

/*
 * A market for tests of what is planned on one day: each share has its price of today and a rank, and a policy holds some.
 */
const days = sessions('2023-03-01', '2023-03-31');
/** The day that is planned on. */
export const DAY = '2023-03-31';

export const NOTHING_CHARGED: Charges = {
  brokerage: 0n,
  stt: 0n,
  exchange: 0n,
  sebi: 0n,
  stamp_duty: 0n,
  gst: 0n,
  dp: 0n,
  total: 0n,
};

export interface PlannedMarket {
  /** Prices of today in the order of rank; null for a share without a close today, which has no rank. */
  prices: Readonly<Record<string, number | null>>;
  /** Units that are held, since when, and what each had cost: at first 200 days ago, at today's price. */
  held?: Readonly<Record<string, { units: number; since?: string; cost?: number }>>;
  cash?: number;
  shares?: Readonly<Record<string, Partial<PanelSecurity>>>;
  /** Shares that have had closes for two sessions only. */
  young?: readonly string[];
  /** The symbol, among the prices, of the fund that cash is swept into. */
  fund?: string;
  config?: Partial<StrategyConfig>;
}

/** The market, the books and the config of a policy on `DAY`. */
export function plannedMarket({
  prices,
  held = {},
  cash = 0,
  shares = {},
  young = [],
  fund,
  config = {},
}: PlannedMarket) {
  const symbols = Object.keys(prices);
  const rows = Object.fromEntries(
    symbols.map((symbol, nr) => {
      const today = prices[symbol] ?? null;
      // Who stands first here rose most over the last two sessions.
      const before = (today ?? 100) / (1 + (symbols.length - nr) / 1000);
      const closes = days.map((_, at) => {
        if (at === days.length - 1) return today;
        return young.includes(symbol) && at < days.length - 2 ? null : before;
      });
      return [symbol, closes];
    }),
  );
  const panel = panelOf(days, rows, {
    shares:
      fund === undefined
        ? shares
        : { ...shares, [fund]: { asset_class: 'ETF', member: [], ...shares[fund] } },
    ...(fund === undefined ? {} : { liquid: { security: symbols.indexOf(fund) } }),
  });
  const market = new PolicyMarket(panel);
  const at = days.length - 1;
  const ledger = new PolicyLedger(taxFacts(market, () => at));
  ledger.tax.enter(DAY);
  const place = (symbol: string) => symbols.indexOf(symbol);
  let paid = 0;
  for (const [symbol, { units, cost }] of Object.entries(held))
    paid += units * (cost ?? prices[symbol] ?? 100);
  ledger.deposit(parseAmount(String(cash + paid)));
  for (const [symbol, { units, cost, since = '2022-09-12' }] of Object.entries(held)) {
    const now = prices[symbol] ?? null;
    const price = parseFixed(String(cost ?? now ?? 100));
    const mark = parseFixed(String(now ?? 100));
    ledger.buy(place(symbol), since, parseFixed(String(units)), price, NOTHING_CHARGED, mark);
  }
  return {
    market,
    ledger,
    at,
    place,
    config: strategyConfigOf({
      params: { lookback_sessions: 2, skip_sessions: 0 },
      top_n: 2,
      ...(fund === undefined ? {} : { liquid_sweep_enabled: true }),
      ...config,
    }),
  };
}
