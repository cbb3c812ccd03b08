import { rupeesOrNull } from '../records/index.ts';
import type { TradeHistoryRow } from './journal-view.ts';
import { reasonWords } from './trade-figures.ts';
import type { CountedTrade } from './trade-pages.ts';

/** A row of the history of trades. */
export function historyRowOf(trade: CountedTrade): TradeHistoryRow {
  const { realised_gross_e4: gross, realised_costs_e4: costs, realised_net_e4: net } = trade;
  const reasons: Record<string, string> = {};
  if (net === null) {
    const why = reasonWords(JSON.parse(trade.reasons_json) as string[]);
    if (gross === null) reasons['realised_gross'] = why.gross;
    if (costs === null) reasons['realised_costs'] = why.costs;
    reasons['realised_net'] = why.net;
  }
  return {
    tag: trade.tag,
    strategy: trade.strategy,
    mode: trade.mode,
    dry_run: trade.mode === 'DRY_RUN',
    underlying: trade.underlying,
    opened_at: trade.opened_at,
    closed_at: trade.at,
    exit_reason: trade.exit_reason,
    realised_gross: rupeesOrNull(gross),
    realised_costs: rupeesOrNull(costs),
    realised_net: rupeesOrNull(net),
    reasons,
  };
}
