import type { PricePanel } from '../../../../core/strategies/panel/index.ts';
import { addDays } from '../../../../core/platform/dates.ts';
import { panelOf } from '../../../support/price-panel.ts';

/** A split, bonus or consolidation of a share on a session, by its index. */
export interface RatioOnSession {
  symbol: string;
  session: number;
  new_shares: string;
  old_shares: string;
}

/** A panel of closes by symbol on days one after the other, oldest first; null is a session without one. */
export function closesPanel(
  bySymbol: Readonly<Record<string, readonly (number | null)[]>>,
  ratios: readonly RatioOnSession[] = [],
): PricePanel {
  const symbols = Object.keys(bySymbol);
  const count = Math.max(0, ...Object.values(bySymbol).map((closes) => closes.length));
  const days = Array.from({ length: count }, (_, at) => addDays('2020-01-01', at));
  const actions = ratios.map(({ symbol, session, ...ratio }) => ({
    ...ratio,
    security: symbols.indexOf(symbol),
    ex_date: days[session] ?? '',
    kind: 'SPLIT' as const,
    amount: null,
  }));
  return panelOf(days, bySymbol, {
    actions: actions.sort((a, b) => (a.ex_date < b.ex_date ? -1 : a.ex_date > b.ex_date ? 1 : 0)),
  });
}
