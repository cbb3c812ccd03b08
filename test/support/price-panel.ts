import type { PanelAction, PanelSecurity, PricePanel } from '../../core/strategies/panel/index.ts';
import { addDays } from '../../core/platform/dates.ts';

/** A split, bonus or consolidation of a share on a session, by its index. */
export interface RatioOnSession {
  symbol: string;
  session: number;
  new_shares: string;
  old_shares: string;
}

/** Days from 2020-01-01 on, one after the other. */
export function sessionsOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => addDays('2020-01-01', at));
}

/** A panel of closes by symbol, oldest first; null is a session without one. */
export function panelOf(
  bySymbol: Readonly<Record<string, readonly (number | null)[]>>,
  ratios: readonly RatioOnSession[] = [],
): PricePanel {
  const symbols = Object.keys(bySymbol);
  const days = sessionsOf(Math.max(0, ...Object.values(bySymbol).map((closes) => closes.length)));
  const closes = new Float64Array(symbols.length * days.length).fill(Number.NaN);
  for (const [security, symbol] of symbols.entries())
    for (const [at, close] of (bySymbol[symbol] ?? []).entries())
      closes[security * days.length + at] = close ?? Number.NaN;
  const securities = symbols.map(
    (symbol): PanelSecurity => ({
      instrument_id: null,
      symbol,
      name: symbol,
      isin: null,
      sector: null,
      asset_class: 'Indian Equity',
      delisted_on: null,
      member: [{ from: '2000-01-01', to: null }],
    }),
  );
  const actions = ratios
    .map(
      ({ symbol, session, new_shares, old_shares }): PanelAction => ({
        security: symbols.indexOf(symbol),
        ex_date: days[session] ?? '',
        kind: 'SPLIT',
        new_shares,
        old_shares,
        amount: null,
      }),
    )
    .sort((a, b) => (a.ex_date < b.ex_date ? -1 : 1));
  return {
    days,
    securities,
    closes,
    actions,
    benchmark: null,
    survivorship: 'CHOSEN_SYMBOLS',
    revision: 'test',
  };
}
